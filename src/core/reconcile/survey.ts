import type { Account } from '../account.ts';
import type { Commit, PullRequest, Thread } from '../pull-request.ts';

/** A pull request as the monitor meets it (RB-10). */
export type SurveyedPullRequest = PullRequest & {
  /** Names, in GitHub's order. */
  readonly labels: readonly string[];
};

/** A thread with the first of its lines, which a suggestion replaces too. */
export type SurveyedThread = Thread & {
  /** Null for a thread on one line, on a whole file, or where GitHub gives none. */
  readonly startLine: number | null;
};

/** A commit with the account of its author; null where GitHub knows none. */
export type AuthoredCommit = Commit & { readonly author: Account | null };

/** What a pull request's discussion and branch hold. */
export type SurveyedThreads = {
  /** In GitHub's order. */
  readonly threads: readonly SurveyedThread[];
  /** Oldest first. */
  readonly commits: readonly AuthoredCommit[];
  /** What GitHub would not list to its end, in words; empty when all was read. */
  readonly incomplete: readonly string[];
};

/** Where a thread that was read by its id stands, as it is now (RB-31). */
export type ThreadById = SurveyedThread & {
  readonly pullRequest: {
    readonly owner: string;
    readonly name: string;
    readonly number: number;
    readonly state: 'open' | 'closed' | 'merged';
    readonly draft: boolean;
    readonly locked: boolean;
    readonly labels: readonly string[];
    /** 40 hex digits. */
    readonly head: string;
    readonly baseRef: string;
  };
};
