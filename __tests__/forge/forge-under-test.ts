import type { Change } from '../../src/core/diff.ts';
import type { ContextParts, PullRequest } from '../../src/core/pull-request.ts';
import { createForge, type ForgeOptions } from '../../src/forge/github.ts';
import type { Clock, Forge } from '../../src/ports.ts';
import { type Script, type SeenRequest, serveGitHub } from '../support/github-server.ts';

/** Where the test clock starts; only differences to it are asserted. */
export const START = 1_800_000_000_000;

export const HEAD = 'a'.repeat(40);
export const BASE = 'b'.repeat(40);

export type UnderTest = {
  readonly forge: Forge;
  readonly requests: readonly SeenRequest[];
  readonly log: readonly string[];
  /** Milliseconds slept so far, on a clock that moves by sleeping alone. */
  slept(): number;
};

/** A forge against a scripted GitHub; half an hour until its deadline, on github.com's terms only where asked. */
export async function withForge(
  script: Script,
  use: (under: UnderTest) => Promise<void>,
  options: Partial<Omit<ForgeOptions, 'clock' | 'narrate' | 'deadline'>> & { seconds?: number; prefix?: string } = {},
): Promise<void> {
  const { seconds = 1800, prefix = '', ...rest } = options;
  const server = await serveGitHub(script);
  const log: string[] = [];
  let now = START;
  const clock: Clock = {
    now: () => now,
    async sleep(milliseconds) {
      now += milliseconds;
    },
    random: () => 0.5,
  };
  const forge = createForge({
    token: 'ghs_token',
    apiUrl: `${server.url}${prefix}`,
    graphqlUrl: `${server.url}/graphql`,
    serverUrl: server.url,
    owner: 'acme',
    repo: 'x',
    deadline: START + seconds * 1000,
    clock,
    narrate: (line) => log.push(line),
    ...rest,
  });
  try {
    await use({ forge, requests: server.requests, log, slept: () => now - START });
  } finally {
    await server.close();
  }
}

/** Names of the requests, in order. */
export function names(requests: readonly SeenRequest[]): string[] {
  return requests.map((request) => request.name);
}

/** The variables of a GraphQL request. */
export function variablesOf(request: SeenRequest | undefined): Record<string, unknown> {
  if (request === undefined) throw new Error('there is no such request');
  return (request.body as { variables: Record<string, unknown> }).variables;
}

export const NO_PARTS: ContextParts = {
  files: [],
  folders: [],
  commits: false,
  reviews: false,
  reviewRequests: false,
  comments: 'none',
  labels: false,
  linkedIssues: false,
  threads: false,
  threadOf: null,
  statusContext: '',
};

/** The data of a context request. */
export function contextData(
  pullRequest: Record<string, unknown> = {},
  repository: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    viewer: { login: 'github-actions[bot]', databaseId: 41898282 },
    repository: {
      name: 'x',
      owner: { login: 'acme' },
      databaseId: 7,
      isPrivate: false,
      defaultBranchRef: { name: 'main', target: { __typename: 'Commit', oid: BASE } },
      pullRequest: { ...PULL_REQUEST_NODE, ...pullRequest },
      ...repository,
    },
  };
}

export const PULL_REQUEST_NODE = {
  number: 9,
  title: 'Add it',
  body: 'Text',
  state: 'OPEN',
  isDraft: false,
  locked: false,
  url: 'https://github.com/acme/x/pull/9',
  author: { __typename: 'User', login: 'mia', databaseId: 3 },
  headRefOid: HEAD,
  baseRefName: 'main',
  baseRefOid: 'c'.repeat(40),
  baseRef: { target: { oid: BASE } },
  headRefName: 'feature',
  headRepository: { name: 'x', owner: { login: 'acme' } },
  isCrossRepository: false,
  changedFiles: 1,
  additions: 1,
  deletions: 1,
};

/** A page of a connection; without `next` it is the last one. */
export function page<Node>(nodes: readonly Node[], more: { next?: string; totalCount?: number } = {}): unknown {
  return {
    totalCount: more.totalCount ?? nodes.length,
    pageInfo: { hasNextPage: more.next !== undefined, endCursor: more.next ?? null },
    nodes,
  };
}

/** A post as GraphQL tells it. */
export function postNode(id: number, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: `node-${id}`,
    fullDatabaseId: String(id),
    author: { __typename: 'Bot', login: 'github-actions', databaseId: 41898282 },
    editor: null,
    body: `body ${id}`,
    url: `https://github.com/acme/x/pull/9#${id}`,
    createdAt: '2026-11-30T10:00:00Z',
    ...more,
  };
}

/** A thread without its comments, as GraphQL tells it. */
export function threadNode(id: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id,
    path: 'src/a.ts',
    line: 12,
    diffSide: 'RIGHT',
    isResolved: false,
    isOutdated: false,
    resolvedBy: null,
    viewerCanReply: true,
    viewerCanResolve: true,
    viewerCanUnresolve: false,
    ...more,
  };
}

/** A thread with the ids of its first and last comments, out of all of its `ids`. */
export function threadHead(id: string, ids: readonly number[]): Record<string, unknown> {
  const nodes = (some: readonly number[]) => some.map((each) => ({ fullDatabaseId: String(each) }));
  return threadNode(id, {
    oldest: { totalCount: ids.length, nodes: nodes(ids.slice(0, 3)) },
    newest: { nodes: nodes(ids.slice(-10)) },
  });
}

/** The pull request whose change is read. */
export function aPullRequest(more: Partial<PullRequest> = {}): PullRequest {
  return {
    number: 9,
    title: 'Add it',
    body: '',
    state: 'open',
    draft: false,
    locked: false,
    url: 'https://github.com/acme/x/pull/9',
    author: null,
    head: HEAD,
    baseRef: 'main',
    base: BASE,
    headRef: 'feature',
    headRepository: { owner: 'acme', name: 'x' },
    fork: false,
    changedFiles: 1,
    additions: 1,
    deletions: 1,
    ...more,
  };
}

/** What a test mostly wants to know of a change. */
export function brief(change: Change): { path: string; hunks: number; unreadable: string | null }[] {
  return change.files.map(({ path, hunks, unreadable }) => ({ path, hunks: hunks.length, unreadable }));
}
