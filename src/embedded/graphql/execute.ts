import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  parse,
  validate,
} from 'graphql';
import { Refused, sentenceOf } from '../refusal.ts';
import { measure } from './limits.ts';
import { mutations } from './mutations.ts';
import { queries } from './queries.ts';
import type { Scope } from './scope.ts';

export type GraphqlRequest = {
  readonly query: string;
  readonly variables?: { readonly [name: string]: unknown };
  readonly operationName?: string | null;
};

export type GraphqlAnswer = {
  readonly body: { readonly data?: unknown; readonly errors?: readonly unknown[] };
  readonly points: number;
  /** What the client asked for that GitHub does not have, or that is not modelled here. */
  readonly problems: readonly string[];
};

/** What can be told of a request without executing it: for the log, and for faults that are chosen by it. */
export type GraphqlOutline = { readonly name: string; readonly fields: readonly string[]; readonly mutation: boolean };

export function outline(request: GraphqlRequest): GraphqlOutline {
  try {
    const operation = getOperationAST(parse(request.query, { noLocation: true }), request.operationName);
    const fields = (operation?.selectionSet.selections ?? []).map((selection) =>
      selection.kind === 'Field' ? selection.name.value : '…',
    );
    return { name: operation?.name?.value ?? '', fields, mutation: operation?.operation === 'mutation' };
  } catch {
    // What cannot be parsed is answered with a syntax error later; here it is only nameless.
    return { name: '', fields: [], mutation: false };
  }
}

/** Answers one request: GitHub's schema decides what is valid, GitHub's limits what is too much. */
export async function answerGraphql(
  schema: GraphQLSchema,
  scope: Scope,
  request: GraphqlRequest,
): Promise<GraphqlAnswer> {
  let document: DocumentNode;
  try {
    document = parse(request.query);
  } catch (error) {
    return refuse([{ message: `Parse error: ${(error as Error).message}` }]);
  }
  const mistakes = validate(schema, document);
  if (mistakes.length > 0) return refuse(mistakes.map((error) => error.toJSON()));
  const operation = getOperationAST(document, request.operationName);
  if (!operation) return refuse([{ message: 'A query attribute must be specified and must be a string.' }]);
  const given = getVariableValues(schema, operation.variableDefinitions ?? [], request.variables ?? {});
  if (given.coerced === undefined) return refuse(given.errors.map((error) => error.toJSON()));
  const variables = given.coerced;
  const { cost, errors } = measure(schema, document, operation, { variables, nodes: scope.world.limits.nodes });
  if (errors.length > 0) return refuse(errors);

  const gaps: string[] = [];
  const result = (await execute({
    schema,
    document,
    operationName: request.operationName,
    variableValues: request.variables,
    rootValue: { ...queries(scope, cost), ...mutations(scope) },
    fieldResolver(source, args, _context, info) {
      const view = source as { readonly [field: string]: unknown };
      if (!(info.fieldName in view)) {
        const gap = `the embedded GitHub does not model ${info.parentType.name}.${info.fieldName}`;
        gaps.push(gap);
        throw new Error(gap);
      }
      const value = view[info.fieldName];
      return typeof value === 'function' ? value(args) : value;
    },
  })) as ExecutionResult;
  // A gap of this server must never pass for GitHub's null, so nothing but the gap is answered.
  if (gaps.length > 0)
    return { body: { errors: gaps.map((message) => ({ message })) }, points: cost.points, problems: gaps };
  const problems = (result.errors ?? [])
    .filter((error) => error.originalError === undefined)
    .map((error) => error.message);
  const body = { data: result.data, ...(result.errors ? { errors: result.errors.map(showError) } : {}) };
  return { body, points: cost.points, problems };
}

function refuse(errors: readonly { readonly message: string }[]): GraphqlAnswer {
  return { body: { errors }, points: 1, problems: errors.map(({ message }) => message) };
}

/** GitHub's form of an error: the `type` stands beside the message, not in extensions. */
function showError(error: GraphQLError) {
  const { path, locations, originalError } = error;
  const shown = { path, locations: locations?.map(({ line, column }) => ({ line, column })) };
  if (originalError instanceof Refused)
    return { type: originalError.type, ...shown, message: sentenceOf(originalError) };
  return { ...shown, message: error.message };
}
