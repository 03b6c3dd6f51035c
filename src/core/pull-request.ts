import type { Account } from './account.ts';

/** Where a repository's requests go: `owner/name`, and its numeric id. */
export type Repository = {
  readonly owner: string;
  readonly name: string;
  readonly id: number;
};

/** The two things a verdict belongs to (SU-43), and the base branch's commit at the time of reading. */
export type Position = {
  /** Head commit, 40 hex digits. */
  readonly head: string;
  /** Name of the base branch. */
  readonly baseRef: string;
  /** Commit of the base branch, 40 hex digits. It moves with every merge and is not compared. */
  readonly base: string;
};

export type PullRequest = Position & {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly state: 'open' | 'closed' | 'merged';
  readonly draft: boolean;
  readonly locked: boolean;
  readonly url: string;
  /** null: the account is gone. */
  readonly author: Account | null;
  readonly headRef: string;
  /** `owner/name` of the head repository; null when it is gone. */
  readonly headRepository: { readonly owner: string; readonly name: string } | null;
  readonly fork: boolean;
  /** How many files GitHub says the pull request changes. */
  readonly changedFiles: number;
  readonly additions: number;
  readonly deletions: number;
};

export type Commit = {
  readonly oid: string;
  /** The whole message. */
  readonly message: string;
};

/** A discussion on a place in the diff, with all its comments, oldest first. */
export type Thread = {
  /** GraphQL node id. */
  readonly id: string;
  readonly path: string;
  /** Line on its side; null where GitHub gives none (an outdated thread, or one on a whole file). */
  readonly line: number | null;
  readonly side: 'LEFT' | 'RIGHT';
  readonly resolved: boolean;
  readonly outdated: boolean;
  /** Ids of comments are REST's; the first is the root that replies go to. */
  readonly comments: readonly Post[];
  /** Null: open, or GitHub does not say. */
  readonly resolvedBy: Account | null;
  readonly viewerCanReply: boolean;
  readonly viewerCanResolve: boolean;
  readonly viewerCanUnresolve: boolean;
};

export type LinkedIssue = { readonly number: number; readonly title: string; readonly body: string };

export type ReviewState = 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED' | 'PENDING';

/** A body on the pull request, with what SU-11 needs to decide whether its hidden lines are believed. */
export type Post = {
  readonly id: number;
  /** GraphQL node id. */
  readonly nodeId: string;
  readonly author: Account | null;
  /** Who changed the body last; null: nobody did. */
  readonly editor: Account | null;
  readonly body: string;
  readonly url: string;
  /** ISO 8601 UTC, GitHub's clock. */
  readonly createdAt: string;
};

export type Review = Post & {
  readonly state: ReviewState;
  /** ISO 8601 UTC; null for a pending review. */
  readonly submittedAt: string | null;
  /** ISO 8601 UTC: when its body was last changed, in place too (RR-3). */
  readonly updatedAt: string;
  /** The API's idea of the commit; it moves after a force-push, so footers are trusted instead. Null when it is gone. */
  readonly commit: string | null;
};

/** A file as it stands on the default branch. `text` is null where it is binary or too large to be text. */
export type RepositoryFile = {
  readonly path: string;
  readonly text: string | null;
  /** The blob's id. */
  readonly oid: string;
};

export type RequestedReviewer =
  | { readonly kind: 'user'; readonly login: string }
  | { readonly kind: 'team'; readonly slug: string };

/** One commit status on the head, as it stands. */
export type Status = {
  readonly context: string;
  readonly state: 'success' | 'failure' | 'error' | 'pending';
  readonly description: string;
};

/** Optional parts of a reading; each costs room in the one GraphQL request. */
export type ContextParts = {
  /** Paths on the default branch that are wanted with their text. */
  readonly files: readonly string[];
  /** Folders on the default branch whose entries are wanted by name (near names, CL-1). `''` is the root. */
  readonly folders: readonly string[];
  readonly commits: boolean;
  readonly reviews: boolean;
  readonly reviewRequests: boolean;
  /** Issue comments; `all` adds the comments of every thread, for what earlier runs spent (SU-37). */
  readonly comments: 'none' | 'conversation' | 'all';
  /** The pull request's labels and the repository's. */
  readonly labels: boolean;
  /** Issues that the pull request closes (`Fixes #n` and its forms, and linked by hand). */
  readonly linkedIssues: boolean;
  /** All review threads with all their comments (RR-30). */
  readonly threads: boolean;
  /** Id of any comment of the one thread that is wanted whole; null for none. */
  readonly threadOf: number | null;
  /** The context of the commit status that is wanted, '' for none. */
  readonly statusContext: string;
};

/** What one combined request tells of a pull request (SU-20). Lists are complete, or `incomplete` says what is not. */
export type PullRequestContext = {
  /** The account whose token this is. */
  readonly viewer: Account;
  readonly repository: Repository & { readonly private: boolean; readonly defaultBranch: string };
  readonly pullRequest: PullRequest;
  readonly commits: readonly Commit[];
  readonly reviews: readonly Review[];
  readonly comments: readonly Post[];
  readonly reviewRequests: readonly RequestedReviewer[];
  /** Names on the pull request. */
  readonly labels: readonly string[];
  /** Names that the repository has. */
  readonly repositoryLabels: readonly string[];
  readonly linkedIssues: readonly LinkedIssue[];
  /** In GitHub's order; empty where they were not asked for. */
  readonly threads: readonly Thread[];
  /** The thread of `threadOf`; null when it was not asked for, or is gone. */
  readonly thread: Thread | null;
  /** By path; a path that was asked for and is missing here is not on the default branch. */
  readonly files: ReadonlyMap<string, RepositoryFile>;
  /** Names of a folder's entries, by folder. */
  readonly folders: ReadonlyMap<string, readonly string[]>;
  readonly status: Status | null;
  /** What GitHub would not list to its end, in words (`commits beyond the first 250`). */
  readonly incomplete: readonly string[];
};
