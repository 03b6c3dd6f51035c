import type { Account } from './account.ts';

/** The pull request as an event's payload describes it; checked field by field, everything else is ignored. */
export type EventPullRequest = {
  readonly number: number;
  readonly state: 'open' | 'closed';
  readonly draft: boolean;
  readonly author: Account | null;
  /** ISO 8601 UTC. */
  readonly updatedAt: string;
  readonly head: string;
  readonly baseRef: string;
  readonly base: string;
  /** Head repository other than the base, or gone (SU-17). */
  readonly fork: boolean;
};

/** A comment that may hold a command. */
export type EventComment = {
  readonly id: number;
  readonly body: string;
  readonly author: Account | null;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
};

/** What started the run, in our words. A closed union; the runner's environment and the payload's rest are gone. */
export type Trigger =
  | {
      readonly kind: 'pull-request';
      readonly action: string;
      readonly pullRequest: EventPullRequest;
      readonly sender: Account | null;
      /** Only of `review_requested` and `review_request_removed`. */
      readonly reviewer: { readonly kind: 'user' | 'team'; readonly name: string } | null;
      /** `edited` with another base branch. */
      readonly baseChanged: boolean;
    }
  | {
      readonly kind: 'comment';
      readonly action: string;
      readonly number: number;
      /** False for a comment on a plain issue. */
      readonly onPullRequest: boolean;
      readonly state: 'open' | 'closed';
      readonly comment: EventComment;
    }
  | {
      readonly kind: 'thread-comment';
      readonly action: string;
      readonly pullRequest: EventPullRequest;
      readonly comment: EventComment;
      /** Id of the thread's first comment; null when this comment opens the thread. */
      readonly inReplyTo: number | null;
    }
  | {
      readonly kind: 'review';
      readonly action: string;
      readonly pullRequest: EventPullRequest;
      readonly author: Account | null;
    }
  | { readonly kind: 'dispatch'; readonly sender: Account | null; readonly pullRequest: string }
  | { readonly kind: 'schedule' }
  | {
      readonly kind: 'workflow-run';
      readonly action: string;
      /** The event that started the run which this one follows, and its repository's and head's coordinates (SU-16). */
      readonly startedBy: string;
      readonly headRepository: { readonly owner: string; readonly name: string } | null;
      readonly headBranch: string | null;
      readonly headSha: string;
    }
  | { readonly kind: 'other'; readonly name: string; readonly action: string };
