import type { Account } from '../../../src/core/account.ts';
import type { ConverseTask } from '../../../src/core/converse/start.ts';
import type { Trust } from '../../../src/core/footer.ts';
import type { Post, PullRequest, Thread } from '../../../src/core/pull-request.ts';

export const LENA: Account = { login: 'lena', type: 'User', id: 11 };
export const DANA: Account = { login: 'dana', type: 'User', id: 12 };
export const BOT: Account = { login: 'github-actions[bot]', type: 'Bot', id: 41 };
/** The same account as GraphQL shows an author. */
export const BOT_AUTHOR: Account = { login: 'github-actions', type: 'Bot', id: 41 };

export const KEY = '5b1f0c7a'.repeat(8);
export const FINDING_FOOTER = `<!-- revi-agent: general; finding-key: ${KEY}; v2 -->`;
export const ANSWER_FOOTER = (trigger: number): string => `<!-- revi-converse: v1; trigger: ${trigger} -->`;

export function trusting(over: Partial<Trust> = {}): Trust {
  return { viewer: BOT, secrets: [], repositoryId: 7, number: 58, ...over };
}

export function aPost(over: Partial<Post> = {}): Post {
  const id = over.id ?? 100;
  return {
    id,
    nodeId: `N${id}`,
    author: DANA,
    editor: null,
    body: 'A remark.',
    url: `https://github.example/acme/parcels/pull/58#discussion_r${id}`,
    createdAt: '2030-01-31T09:05:00Z',
    ...over,
  };
}

export function aThread(comments: readonly Post[], over: Partial<Thread> = {}): Thread {
  return {
    id: 'T1',
    path: 'src/zones.ts',
    line: 14,
    side: 'RIGHT',
    resolved: false,
    resolvedBy: null,
    viewerCanReply: true,
    viewerCanResolve: false,
    viewerCanUnresolve: false,
    outdated: false,
    comments,
    ...over,
  };
}

export function aPullRequest(over: Partial<PullRequest> = {}): PullRequest {
  return {
    number: 58,
    title: 'Price zones',
    body: '',
    state: 'open',
    draft: false,
    locked: false,
    url: 'https://github.example/acme/parcels/pull/58',
    author: DANA,
    head: '1a'.repeat(20),
    headRef: 'zones',
    headRepository: { owner: 'acme', name: 'parcels' },
    fork: false,
    baseRef: 'main',
    base: '2b'.repeat(20),
    changedFiles: 1,
    additions: 1,
    deletions: 0,
    ...over,
  };
}

/** A task of some kind with a comment of Lena's in a thread, unless it says otherwise. */
export function aTask<Kind extends ConverseTask['kind']>(
  kind: Kind,
  over: Partial<Extract<ConverseTask, { kind: Kind }>> = {},
): Extract<ConverseTask, { kind: Kind }> {
  const base = {
    number: 58,
    place: 'thread',
    comment: { id: 900, body: 'Is it possible?', author: LENA, createdAt: '2030-01-31T10:00:00Z' },
    text: 'is it possible?',
    sha: null,
    reason: '',
  };
  return { ...base, kind, ...over } as unknown as Extract<ConverseTask, { kind: Kind }>;
}
