import { Ajv, type ErrorObject } from 'ajv';

/** One place where a value does not fit its schema. */
export type SchemaProblem = {
  /** `unknown-key` and `missing-key` speak of the object that holds, or lacks, the key. */
  readonly kind: 'unknown-key' | 'missing-key' | 'value';
  /** JSON pointer of the offending value; of the key itself for an unknown one, of the object for a missing one. */
  readonly path: string;
  /** The name of an unknown or missing key, else null. */
  readonly key: string | null;
  /** A whole sentence part that names the place, what was expected and what is there. May quote the value. */
  readonly message: string;
};

export type Checked = { readonly ok: true } | { readonly ok: false; readonly problems: readonly SchemaProblem[] };

/** By a schema's JSON: to compile one takes longer than all its checks in a run, and each question brings its own. */
const compiled = new Map<string, (value: unknown) => Checked>();

/** The only way to ajv: a check that tells every problem of a value (SU-33, SU-51). Throws on a schema that is our bug. */
export function compileSchema(schema: object): (value: unknown) => Checked {
  const json = JSON.stringify(schema);
  const check = compiled.get(json) ?? compile(schema);
  compiled.set(json, check);
  return check;
}

function compile(schema: object): (value: unknown) => Checked {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    strictTypes: false,
    strictRequired: false,
    validateFormats: false,
    logger: false,
  });
  // `$schema` and `$id` are for editors; ajv would want to know the dialects that they name.
  const { $schema: _dialect, $id: _id, ...rules } = schema as Record<string, unknown>;
  const validate = ajv.compile(rules);
  return (value) => {
    if (validate(value)) return { ok: true };
    return { ok: false, problems: distinct(withoutUntakenBranches(validate.errors ?? []).map(toProblem)) };
  };
}

/** Of alternatives, only what tells the reader something: the branch that went deepest, or one line with all types. */
function withoutUntakenBranches(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const kept: ErrorObject[] = [];
  for (const error of errors) {
    if (error.keyword === 'if') continue;
    if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') {
      kept.push(error);
      continue;
    }
    // ajv reports the branches right before the alternative itself, at its place or below.
    let start = kept.length;
    while (start > 0 && isWithin(kept[start - 1]?.instancePath ?? '', error.instancePath)) start -= 1;
    const branches = kept.splice(start);
    const deeper = branches.filter((branch) => branch.instancePath !== error.instancePath);
    if (deeper.length > 0) kept.push(...deeper);
    else if (branches.some((branch) => branch.keyword !== 'type'))
      kept.push(...branches.filter((branch) => branch.keyword !== 'type'));
    else kept.push(mergedTypes(error, branches));
  }
  return kept;
}

function isWithin(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}

function mergedTypes(error: ErrorObject, branches: readonly ErrorObject[]): ErrorObject {
  return { ...error, keyword: 'type', params: { type: branches.flatMap((branch) => branch.params['type']) } };
}

function toProblem(error: ErrorObject): SchemaProblem {
  const { instancePath, params } = error;
  switch (error.keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const key = String(params['additionalProperty'] ?? params['unevaluatedProperty']);
      const known = Object.keys((error.parentSchema?.['properties'] as object | undefined) ?? {});
      const hint = known.length > 0 ? `; known keys are ${listOf(known)}` : '';
      const message = `${placeOf(instancePath)} has the unknown key ${excerpt(key)}${hint}`;
      return { kind: 'unknown-key', path: `${instancePath}/${escapePointer(key)}`, key, message };
    }
    case 'required':
    case 'dependentRequired': {
      const key = String(params['missingProperty']);
      return {
        kind: 'missing-key',
        path: instancePath,
        key,
        message: `${placeOf(instancePath)} lacks the key "${key}"`,
      };
    }
    default: {
      const message = `${placeOf(instancePath)} ${expectation(error)}, but is ${excerpt(error.data)}`;
      return { kind: 'value', path: instancePath, key: null, message };
    }
  }
}

function expectation({ keyword, params, message }: ErrorObject): string {
  const limit = String(params['limit']);
  switch (keyword) {
    case 'enum':
      return `must be one of ${listOf(params['allowedValues'] as readonly unknown[])}`;
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`;
    case 'type':
      return `must be ${[params['type']].flat().map(typeName).join(' or ')}`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'exclusiveMinimum':
      return `must be more than ${limit}`;
    case 'exclusiveMaximum':
      return `must be less than ${limit}`;
    case 'minLength':
      return limit === '1' ? 'must not be empty' : `must have at least ${limit} characters`;
    case 'maxLength':
      return `must have at most ${limit} characters`;
    case 'minItems':
      return `must have at least ${limit} ${limit === '1' ? 'entry' : 'entries'}`;
    case 'maxItems':
      return `must have at most ${limit} ${limit === '1' ? 'entry' : 'entries'}`;
    case 'uniqueItems':
      return 'must not hold an entry twice';
    case 'pattern':
      return params['pattern'] === '\\S' ? 'must not be blank' : `must match ${String(params['pattern'])}`;
    default:
      return message ?? `must fit "${keyword}"`;
  }
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object of keys and values',
  null: 'null',
};

function typeName(type: unknown): string {
  return TYPE_NAMES[String(type)] ?? String(type);
}

/** `/classifications/2/threshold` as a person would say it. */
function placeOf(pointer: string): string {
  const steps = pointer.split('/').slice(1);
  if (steps.length === 0) return 'the value';
  return steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step, index) => (/^\d+$/.test(step) ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');
}

function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function listOf(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ');
}

/** At most 80 code points of a value's JSON, on one line. */
function excerpt(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  // A prefix is enough: JSON of a megabyte need not be made for eighty characters of it.
  const json = JSON.stringify(typeof value === 'string' ? value.slice(0, 200) : value) ?? 'nothing';
  const points = [...json];
  return points.length <= 80 ? json : `${points.slice(0, 79).join('')}…`;
}

function distinct(problems: readonly SchemaProblem[]): readonly SchemaProblem[] {
  const seen = new Set<string>();
  return problems.filter((problem) => {
    const mark = `${problem.path}\n${problem.message}`;
    if (seen.has(mark)) return false;
    seen.add(mark);
    return true;
  });
}
