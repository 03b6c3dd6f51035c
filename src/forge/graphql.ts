import { ForgeError } from '../core/errors.ts';
import { type Answer, type Attempt, type Call, type Client, endError, type Refused, refusedError } from './client.ts';
import { type Headers, readLimit } from './limits.ts';

/** One entry of an answer's `errors`. */
export type GraphqlError = {
  readonly type?: string;
  readonly message: string;
  readonly path?: readonly (string | number)[];
};

/** How many entries a page asks for; shared by the pages of one reading, and made smaller when GitHub cannot serve them. */
export type Page = { size: number };

export type Query = {
  readonly what: string;
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Its size is sent as `$first`, and halved on 502, 504 and resource limits, down to 10 (SU-20). */
  readonly page?: Page;
  /** What GitHub cannot serve at once is not asked for again: `TooMuch` is thrown, for the caller to ask in parts. */
  readonly divisible?: boolean;
  /** As in `Call`. */
  readonly tries?: number;
  /** Errors that leave the data usable. */
  tolerates?(error: GraphqlError): boolean;
};

/** GitHub's no to a query; `path` is the place in the query, '' where it names none. */
export type RefusedQuery = Refused & { readonly path: string };

/** A query that changes something; `permission` is what the token needs for it. */
export type Mutation = Pick<Query, 'what' | 'document' | 'variables' | 'tries'> & { readonly permission: string };

export type Graphql = {
  /** One try at a mutation, whatever becomes of it; errors are told apart as REST's statuses are. */
  attempt(mutation: Mutation): Promise<Attempt>;
  /** The data, or GitHub's refusal of the query. Partial data is never given, but for tolerated errors. */
  ask<Data>(query: Query): Promise<{ kind: 'data'; data: Data } | RefusedQuery>;
  /** The data; a refusal throws a `ForgeError` that names the permission. */
  need<Data>(query: Query): Promise<Data>;
};

/** The largest page that GitHub serves. */
export const FULL_PAGE = 100;
const SMALLEST_PAGE = 10;

const READ = 'pull-requests: read';

/** A query that is more than GitHub serves in its time or by its limits. */
export class TooMuch extends ForgeError {}

type Body = { data?: unknown; errors?: readonly GraphqlError[] };

/** GraphQL over `client`: the same patience and limits, though GitHub reports most of its trouble with status 200. */
export function createGraphql(client: Client, options: { graphqlUrl: string; now(): number }): Graphql {
  async function ask<Data>(query: Query): Promise<{ kind: 'data'; data: Data } | RefusedQuery> {
    const patience = client.patience(query);
    for (;;) {
      const result = interpret(await client.attempt(callOf(query, READ)), query, options.now());
      if (result.kind === 'refused') return result;
      if (result.kind === 'answer') return { kind: 'data', data: (result.body as { data: Data }).data };
      if (result.kind === 'broken' && result.tooMuch && query.divisible === true) {
        throw new TooMuch(`${query.what} failed: ${result.why}`, { status: result.status });
      }
      if (query.page !== undefined && result.kind === 'broken' && result.tooMuch) {
        query.page.size = Math.max(SMALLEST_PAGE, Math.floor(query.page.size / 2));
      }
      const end = await patience.waitAfter(result);
      if (end !== null) throw endError(query, end);
    }
  }

  function callOf(query: Query, permission: string): Call {
    const first = query.page !== undefined && query.document.includes('$first') ? { first: query.page.size } : {};
    return {
      what: query.what,
      // An address of its own: Octokit's GraphQL client would append `/graphql` to the server's base.
      route: `POST ${options.graphqlUrl}`,
      parameters: { query: query.document, variables: { ...query.variables, ...first } },
      permission,
    };
  }

  return {
    ask,
    attempt: async (mutation) =>
      interpret(await client.attempt(callOf(mutation, mutation.permission)), mutation, options.now()),
    async need<Data>(query: Query): Promise<Data> {
      const result = await ask<Data>(query);
      if (result.kind === 'refused') throw queryError(query, result);
      return result.data;
    },
  };
}

/** The error for a refused query, with the permission that the refused place needs. */
export function queryError(query: Pick<Query, 'what'>, refused: RefusedQuery): ForgeError {
  return refusedError({ what: query.what, permission: permissionAt(refused.path) }, refused);
}

/** Commits, branches and files are contents; all else that we read belongs to the pull request. */
function permissionAt(path: string): string {
  return /defaultBranchRef|baseRef|folder|commit|target|head\d|base\d|file\d/i.test(path) ? 'contents: read' : READ;
}

type Interpreted =
  | Answer
  | RefusedQuery
  | Exclude<Attempt, Answer | Refused | { kind: 'broken' }>
  | (Extract<Attempt, { kind: 'broken' }> & { readonly tooMuch: boolean });

function interpret(attempt: Attempt, query: Query, now: number): Interpreted {
  if (attempt.kind === 'refused') return { ...attempt, path: '' };
  if (attempt.kind === 'broken') return { ...attempt, tooMuch: attempt.status === 502 || attempt.status === 504 };
  if (attempt.kind === 'limit') return attempt;

  const body = attempt.body as Body | null;
  const all = body !== null && typeof body === 'object' && Array.isArray(body.errors) ? body.errors : [];
  const errors = all.filter((error) => query.tolerates?.(error) !== true);
  const [error] = errors;
  if (error === undefined) {
    const usable = typeof body === 'object' && body !== null && typeof body.data === 'object' && body.data !== null;
    return usable ? attempt : trouble(attempt.status, 'GitHub answered a query without data');
  }
  return interpretErrors(errors, error, attempt.headers, now);
}

function interpretErrors(
  errors: readonly GraphqlError[],
  first: GraphqlError,
  headers: Headers,
  now: number,
): Interpreted {
  const message = [...new Set(errors.map((error) => error.message))].join('; ');
  if (errors.some((error) => error.type === 'RATE_LIMITED' || /rate limit/i.test(error.message))) {
    const limit = readLimit({ status: 429, headers, message, now });
    if (limit !== null) return { kind: 'limit', limit: { ...limit, status: 200 } };
  }
  if (errors.some((error) => /RESOURCE_LIMIT/.test(error.type ?? '') || /resource limit/i.test(error.message))) {
    return { ...trouble(200, "GitHub's resource limit for a query was reached"), tooMuch: true };
  }
  const status = statusOf(first);
  if (status === null) return trouble(200, `GitHub answered a query with an error (${message})`);
  return { kind: 'refused', status, headers, message, errors, path: (first.path ?? []).join('.') };
}

/** The status that REST would give for an error of this type; null for the service's own trouble, which may pass. */
function statusOf(error: GraphqlError): number | null {
  if (error.type === 'NOT_FOUND') return 404;
  if (error.type === 'FORBIDDEN' || error.type === 'INSUFFICIENT_SCOPES') return 403;
  if (/something went wrong|timed? ?out|internal/i.test(`${error.type ?? ''} ${error.message}`)) return null;
  // A query that GitHub cannot parse or validate has no type and no path; asking again would not help.
  return 422;
}

function trouble(status: number, why: string): Extract<Interpreted, { kind: 'broken' }> {
  return { kind: 'broken', status, why, retryAfter: null, tooMuch: false };
}
