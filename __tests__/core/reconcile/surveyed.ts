import type { Account } from '../../../src/core/account.ts';
import type { Post } from '../../../src/core/pull-request.ts';
import { type Listing, listPullRequest, type Watch } from '../../../src/core/reconcile/listing.ts';
import { DEFAULT_HOLD_LABELS, DEFAULT_TRAILER, type ReviewBotsSettings } from '../../../src/core/reconcile/settings.ts';
import type {
  AuthoredCommit,
  SurveyedPullRequest,
  SurveyedThread,
  ThreadById,
} from '../../../src/core/reconcile/survey.ts';
import { aPost, aPullRequest, aThread, BOT, BOT_AUTHOR } from '../converse/comments.ts';

export { aPost, BOT, BOT_AUTHOR, DANA, LENA } from '../converse/comments.ts';

/** As GraphQL shows the review bots of the tests. */
export const CODEX: Account = { login: 'chatgpt-codex-connector', type: 'Bot', id: 71 };
export const RABBIT: Account = { login: 'coderabbitai', type: 'Bot', id: 72 };

export function theSettings(over: Partial<ReviewBotsSettings> = {}): ReviewBotsSettings {
  return {
    logins: ['chatgpt-codex-connector[bot]', 'coderabbitai'],
    authors: [],
    trailer: DEFAULT_TRAILER,
    minPriority: null,
    maxAttemptsPerThread: 1,
    resolveAfterFix: true,
    holdLabels: DEFAULT_HOLD_LABELS,
    allowPaths: [],
    model: null,
    effort: null,
    ...over,
  };
}

export function aSurveyed(over: Partial<SurveyedPullRequest> = {}): SurveyedPullRequest {
  return { ...aPullRequest({ author: BOT_AUTHOR }), labels: [], ...over };
}

/** A thread that Codex opened, with more comments below. */
export function aFinding(
  body = 'Add a day after the last high water.',
  {
    replies = [],
    author = CODEX,
    ...over
  }: Partial<SurveyedThread> & { replies?: readonly Post[]; author?: Account | null } = {},
): SurveyedThread {
  const first = aPost({ id: 500, author, body });
  return { ...aThread([first, ...replies]), startLine: null, ...over };
}

export function aThreadById(
  over: Parameters<typeof aFinding>[1] = {},
  pullRequest: Partial<ThreadById['pullRequest']> = {},
): ThreadById {
  return {
    ...aFinding(undefined, over),
    pullRequest: {
      owner: 'acme',
      name: 'parcels',
      number: 58,
      state: 'open',
      draft: false,
      locked: false,
      labels: [],
      head: 'a'.repeat(40),
      baseRef: 'main',
      ...pullRequest,
    },
  };
}

export function ownReply(body: string, over: Partial<Post> = {}): Post {
  return aPost({ id: 600, author: BOT_AUTHOR, body, ...over });
}

export function ourCommit(message: string, over: Partial<AuthoredCommit> = {}): AuthoredCommit {
  return { oid: 'c'.repeat(40), message, author: BOT_AUTHOR, ...over };
}

export function aWatch(over: Partial<Watch> = {}): Watch {
  return { viewer: BOT, settings: theSettings(), signing: { secrets: [], repositoryId: 7 }, run: '9001', ...over };
}

/** The listing of one pull request with these threads; there must be one. */
export function listed(
  threads: readonly SurveyedThread[],
  {
    pullRequest = {},
    commits = [],
    watch = {},
    agent = '',
    escalated = false,
  }: {
    pullRequest?: Partial<SurveyedPullRequest>;
    commits?: readonly AuthoredCommit[];
    watch?: Partial<Watch>;
    agent?: string;
    escalated?: boolean;
  } = {},
): Listing {
  const listing = listPullRequest(
    aSurveyed(pullRequest),
    { agent, escalated },
    { threads, commits, incomplete: [] },
    aWatch(watch),
  );
  if (listing === null) throw new Error('the pull request has no thread of a configured bot');
  return listing;
}
