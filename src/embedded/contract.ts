import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import description from './github-api.json' with { type: 'json' };

type Schema = { readonly [keyword: string]: unknown };

type Parameter = { readonly name: string; readonly in: string; readonly required: boolean; readonly schema: Schema };

type OperationDescription = {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly required: boolean; readonly schema: Schema } | null;
  readonly responses: { readonly [status: string]: Schema | null };
};

/** GitHub's published description of the operations that are served here, by `METHOD /path`. */
export const operations = description.operations as unknown as { readonly [key: string]: OperationDescription };

/** Says where requests, answers and webhook payloads differ from GitHub's description; an empty list is a fit. */
export type Contract = {
  request(key: string, query: URLSearchParams, body: unknown): readonly string[];
  answer(key: string, status: number, body: unknown): readonly string[];
  /** `name` as the description has it: `pull-request-review-requested`. */
  webhook(name: string, payload: unknown): readonly string[];
};

/** A checker that compiles each schema when it is first needed. */
export function openContract(): Contract {
  const ajv = new Ajv({ strict: false, allErrors: true, inlineRefs: false, validateSchema: false });
  // ajv-formats is CommonJS: node gives its function as `default.default`, TypeScript says so too.
  addFormats.default(ajv);
  ajv.addFormat('repo.nwo', true);
  ajv.addSchema({ $id: 'github', $defs: corrected(description.$defs) });
  const coercing = new Ajv({ strict: false, allErrors: true, coerceTypes: true });
  const compiled = new Map<string, ValidateFunction>();

  function check(name: string, schema: Schema, value: unknown): readonly string[] {
    let validate = compiled.get(name);
    if (validate === undefined) {
      validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"github#/$defs/')));
      compiled.set(name, validate);
    }
    return validate(value) ? [] : (validate.errors ?? []).map(sentence);
  }

  return {
    request(key, query, body) {
      const operation = operations[key];
      if (operation === undefined) return [`${key} is not described`];
      const problems: string[] = [];
      const known = operation.parameters.filter((parameter) => parameter.in === 'query');
      for (const name of new Set(query.keys())) {
        const parameter = known.find((candidate) => candidate.name === name);
        if (parameter === undefined) problems.push(`${key} has no query parameter ${name}`);
        else if (
          !coercing.validate(
            { type: 'object', properties: { value: inline(parameter.schema) } },
            { value: query.get(name) },
          )
        )
          problems.push(...(coercing.errors ?? []).map((error) => `query parameter ${name}${sentence(error)}`));
      }
      if (operation.body === null) {
        // Clients send `{}` where there is nothing to send.
        if (body !== undefined && JSON.stringify(body) !== '{}') problems.push(`${key} takes no body`);
      } else if (body === undefined) {
        if (operation.body.required) problems.push(`${key} needs a body`);
      } else problems.push(...check(`${key} body`, closed(operation.body.schema) as Schema, body));
      return problems;
    },
    answer(key, status, body) {
      const schema = operations[key]?.responses[String(status)];
      if (schema === undefined) return status >= 400 ? [] : [`${key} never answers ${status}`];
      return schema === null ? [] : check(`${key} ${status}`, schema, body);
    },
    webhook(name, payload) {
      const schema = (description.webhooks as unknown as { [name: string]: Schema | undefined })[name];
      return schema === undefined ? [`no webhook ${name}`] : check(`webhook ${name}`, schema, payload);
    },
  };
}

/** An outdated comment has no line and no position: the description of webhooks and of `review-comment` says so, this one does not. */
function corrected(definitions: typeof description.$defs): object {
  const comment = definitions['pull-request-review-comment'];
  const nullable = { type: ['integer', 'null'] };
  const properties = { ...comment.properties, line: nullable, position: nullable };
  return { ...definitions, 'pull-request-review-comment': { ...comment, properties } };
}

function sentence(error: ErrorObject): string {
  const name = (error.params as { additionalProperty?: string }).additionalProperty;
  return `${error.instancePath || '/'} ${error.message ?? 'does not fit'}${name === undefined ? '' : ` (${name})`}`;
}

function inline(schema: Schema): Schema {
  const definitions = description.$defs as unknown as { [name: string]: Schema | undefined };
  const reference = schema['$ref'];
  return typeof reference === 'string' ? (definitions[reference.replace('#/$defs/', '')] ?? {}) : schema;
}

/** GitHub ignores members of a body that it does not know; here a misspelt one is refused. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (schema === null || typeof schema !== 'object') return schema;
  const made: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties')
      made[key] = Object.fromEntries(Object.entries(value as object).map(([name, member]) => [name, closed(member)]));
    else made[key] = key === 'enum' || key === 'required' || key === 'default' ? value : closed(value);
  }
  if (made['properties'] !== undefined && made['additionalProperties'] === undefined)
    made['additionalProperties'] = false;
  return made;
}
