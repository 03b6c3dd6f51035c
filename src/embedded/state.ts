import type { Git } from './git.ts';

/** A login as REST spells it: an App's account ends in `[bot]`. */
export type Account = { readonly login: string; readonly id: number; readonly type: 'User' | 'Bot' };

export type Team = { readonly id: number; readonly slug: string };

export type Level = 'read' | 'write';

/** The permissions of an installation's token, by the names that workflows use (`pull-requests: write`). */
export type Permissions = { readonly [key: string]: Level | 'none' };

/** Who makes a request. A user's token may do what the user may; an installation's only what its permissions say. */
export type Caller =
  | { readonly kind: 'installation'; readonly account: Account; readonly permissions: Permissions }
  | { readonly kind: 'user'; readonly account: Account };

export type Reaction = { readonly id: number; readonly user: Account; readonly content: string; readonly at: string };

/** A body that somebody wrote. Times are ISO 8601 UTC to the second, as GitHub's. */
export type Writing = {
  readonly id: number;
  /** null: the account is gone (`ghost` to REST). */
  author: Account | null;
  body: string;
  readonly createdAt: string;
  updatedAt: string;
  /** Who changed the body last; null: nobody did. */
  editor: Account | null;
  editedAt: string | null;
  /** GraphQL's `minimizedReason`; null: shown. */
  minimized: string | null;
  reactions: Reaction[];
};

export type ReviewState = 'PENDING' | 'COMMENTED' | 'APPROVED' | 'CHANGES_REQUESTED' | 'DISMISSED';

export type Review = Writing & { state: ReviewState; submittedAt: string | null; readonly commit: string };

export type Side = 'LEFT' | 'RIGHT';

/** Where a comment was made, in the diff of `commit`. A comment on a whole file has no line. */
export type Anchor = {
  readonly path: string;
  readonly commit: string;
  readonly side: Side;
  readonly line: number | null;
  readonly startLine: number | null;
  readonly startSide: Side | null;
};

export type ReviewComment = Writing & { readonly reviewId: number };

export type Thread = {
  readonly id: number;
  readonly anchor: Anchor;
  readonly diffHunk: string;
  resolved: boolean;
  resolvedBy: Account | null;
  comments: ReviewComment[];
};

export type Label = { readonly id: number; readonly name: string; color: string; description: string | null };

export type Status = {
  readonly id: number;
  readonly commit: string;
  readonly state: 'error' | 'failure' | 'pending' | 'success';
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly context: string;
  readonly creator: Account;
  readonly at: string;
};

export type PullRequest = {
  readonly id: number;
  readonly number: number;
  title: string;
  body: string;
  author: Account | null;
  state: 'open' | 'closed' | 'merged';
  draft: boolean;
  locked: boolean;
  readonly createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  editor: Account | null;
  editedAt: string | null;
  baseRef: string;
  readonly headRef: string;
  /** Owner and name of the repository that holds the head; null when it was deleted. */
  headRepository: { readonly owner: string; readonly name: string } | null;
  /** Commit of the head; kept here because a deleted repository's pull request still has one. */
  head: string;
  reviews: Review[];
  threads: Thread[];
  comments: Writing[];
  labels: string[];
  requestedReviewers: Account[];
  requestedTeams: Team[];
  reactions: Reaction[];
  /** Numbers of the issues that merging closes. */
  closes: number[];
};

export type Issue = { readonly id: number; readonly number: number; readonly title: string; readonly body: string };

export type Settings = {
  /** "Allow GitHub Actions to create and approve pull requests". */
  approve: boolean;
  /** Logins that may dismiss; null: everybody who may write. */
  dismissals: readonly string[] | null;
  /** A rule of the base branch demands reviews, so that `reviewDecision` means something. */
  requireReviews: boolean;
  /** "Dismiss stale pull request approvals when new commits are pushed". */
  dismissStale: boolean;
};

export type Repository = {
  readonly id: number;
  readonly owner: string;
  readonly name: string;
  readonly private: boolean;
  readonly defaultBranch: string;
  readonly createdAt: string;
  /** Login in lower case → role's name. */
  readonly collaborators: Map<string, string>;
  /** Custom role's name → the built-in role that it extends. */
  readonly customRoles: Map<string, string>;
  readonly teams: Map<string, Team>;
  readonly labels: Label[];
  readonly statuses: Status[];
  readonly issues: Map<number, Issue>;
  readonly settings: Settings;
};

/** GitHub's documented limits; a test lowers them to reach one with little data. */
export type Limits = {
  diffFiles: number;
  diffLines: number;
  diffBytes: number;
  /** Per file; above it the file has no `patch`. */
  patchLines: number;
  patchBytes: number;
  compareFiles: number;
  pullFiles: number;
  commits: number;
  body: number;
  nodes: number;
};

export type Rate = { limit: number; used: number; resetAt: number };

export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** The moment of one more write, never before the last one. */
  tick(): number;
};

/** Everything that the embedded GitHub knows: one repository, its forks' branches, and who may do what. */
export type World = {
  readonly clock: Clock;
  readonly git: Git;
  readonly repository: Repository;
  /** Login in lower case → account. */
  readonly accounts: Map<string, Account>;
  readonly pulls: Map<number, PullRequest>;
  /** Branch → commit; a fork's branch is `owner:branch`. */
  readonly branches: Map<string, string>;
  readonly tokens: Map<string, Caller>;
  readonly limits: Limits;
  readonly rates: { readonly core: Rate; readonly graphql: Rate };
  /** Node ids and everything else that is counted. */
  nextId(): number;
  /** Removes the temporary repository. */
  close(): Promise<void>;
};

/** The moment of one more write, as GitHub writes times. */
export function stamp(world: World): string {
  return isoSeconds(world.clock.tick());
}

/** ISO 8601 UTC to the second. */
export function isoSeconds(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** A clock that stands still until it is set, and steps on by `pace` milliseconds with every write. */
export type SettableClock = Clock & { set(iso: string): void; advance(seconds: number): void };

export function settableClock(start: string, pace = 1000): SettableClock {
  let at = Date.parse(start);
  return {
    now: () => at,
    tick() {
      at += pace;
      return at;
    },
    set(iso) {
      at = Date.parse(iso);
    },
    advance(seconds) {
      at += seconds * 1000;
    },
  };
}

export const systemClock: Clock = { now: () => Date.now(), tick: () => Date.now() };
