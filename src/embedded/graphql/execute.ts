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
import { parseNodeId } from '../node-id.ts';
import { visibleReviews } from '../pull-request.ts';
import { Refused, sentenceOf } from '../refusal.ts';
import { isoSeconds } from '../state.ts';
import { viewerView } from './actor.ts';
import { issueCommentView, reviewCommentView, reviewView, threadView } from './conversation.ts';
import { type Cost, measure } from './limits.ts';
import { mutations, noNode } from './mutations.ts';
import { pullRequestView } from './pull-request.ts';
import { repositoryView } from './repository.ts';
import type { Scope, View } from './scope.ts';

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

function queries(scope: Scope, cost: Cost) {
  const { world } = scope;
  const node = ({ id }: { id: string }) => nodeView(scope, id);
  return {
    viewer: () => viewerView(scope),
    repository: ({ owner, name }: { owner: string; name: string }) => {
      const ours = `${world.repository.owner}/${world.repository.name}`;
      if (`${owner}/${name}`.toLowerCase() === ours.toLowerCase()) return repositoryView(scope);
      throw new Refused(`Could not resolve to a Repository with the name '${owner}/${name}'.`, {
        status: 404,
        type: 'NOT_FOUND',
      });
    },
    node,
    nodes: ({ ids }: { ids: readonly string[] }) => ids.map((id) => node({ id })),
    rateLimit: () => {
      const { limit, used, resetAt } = world.rates.graphql;
      const remaining = Math.max(0, limit - used - cost.points);
      return {
        cost: cost.points,
        limit,
        used: used + cost.points,
        remaining,
        nodeCount: cost.nodes,
        resetAt: isoSeconds(resetAt),
      };
    },
  };
}

function nodeView(scope: Scope, id: string): View {
  const wanted = parseNodeId(id);
  const is = (type: string, key: number) => wanted?.type === type && wanted.key === String(key);
  if (is('Repository', scope.world.repository.id)) return repositoryView(scope);
  for (const pull of scope.world.pulls.values()) {
    if (is('PullRequest', pull.id)) return pullRequestView(scope, pull);
    const review = visibleReviews(pull, scope.caller.account).find(({ id }) => is('PullRequestReview', id));
    if (review) return reviewView(scope, pull, review);
    const comment = pull.comments.find((candidate) => is('IssueComment', candidate.id));
    if (comment) return issueCommentView(scope, pull, comment);
    for (const thread of pull.threads) {
      if (is('PullRequestReviewThread', thread.id)) return threadView(scope, pull, thread);
      const remark = thread.comments.find((candidate) => is('PullRequestReviewComment', candidate.id));
      if (remark) return reviewCommentView(scope, pull, thread, remark);
    }
  }
  throw noNode(id);
}
