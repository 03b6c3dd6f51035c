import type { RequestedReviewer, Status } from './pull-request.ts';

/** An inline comment of a review; lines are numbers of the file's `side`. */
export type InlineComment = {
  readonly path: string;
  readonly line: number;
  readonly side: 'LEFT' | 'RIGHT';
  readonly startLine: number | null;
  readonly body: string;
};

/**
 * One change on the forge, as plain data: it can be printed, compared, planned and applied elsewhere (SU-40). `marker`
 * is a hidden line of the body that no other post has; a write whose outcome is unknown is looked up by it (SU-42).
 */
export type Effect =
  | {
      readonly kind: 'submit-review';
      readonly event: 'APPROVE' | 'REQUEST_CHANGES' | 'COMMENT';
      /** The commit that was read, 40 hex digits. */
      readonly commit: string;
      readonly body: string;
      readonly comments: readonly InlineComment[];
      readonly marker: string;
    }
  /** The body of a review of ours, in place: no notification, no timeline entry (RR-60). */
  | { readonly kind: 'update-review'; readonly reviewId: number; readonly body: string }
  | { readonly kind: 'update-comment'; readonly commentId: number; readonly body: string }
  /** By GraphQL node id; both need `contents: write`. */
  | { readonly kind: 'resolve-thread'; readonly threadId: string }
  | { readonly kind: 'unresolve-thread'; readonly threadId: string }
  | { readonly kind: 'dismiss-review'; readonly reviewId: number; readonly reviewUrl: string; readonly message: string }
  | { readonly kind: 'delete-pending-review'; readonly reviewId: number }
  | { readonly kind: 'comment'; readonly body: string; readonly marker: string }
  /** In a thread, below its first comment `rootId`: GitHub takes replies nowhere else. */
  | { readonly kind: 'reply'; readonly rootId: number; readonly body: string; readonly marker: string }
  | {
      readonly kind: 'react';
      readonly on: 'comment' | 'thread-comment';
      readonly commentId: number;
      readonly content: 'eyes';
    }
  /** A label of the repository; one that is there already, in any case, counts as done and stays as it is. */
  | { readonly kind: 'create-label'; readonly name: string; readonly color: string; readonly description: string }
  | { readonly kind: 'add-labels'; readonly names: readonly string[] }
  | { readonly kind: 'remove-label'; readonly name: string }
  /**
   * One commit on top of `expectedHead` of a branch of this repository, or none (RB-22). `lines` are whole lines of the
   * message that no other commit of the branch has; a commit whose outcome is unknown is looked up by them.
   */
  | {
      readonly kind: 'commit';
      /** Name without `refs/heads/`. */
      readonly branch: string;
      /** 40 hex digits. */
      readonly expectedHead: string;
      readonly headline: string;
      readonly body: string;
      /** Whole new texts of files that exist; their modes stay 100644. */
      readonly files: readonly { readonly path: string; readonly text: string }[];
      readonly lines: readonly string[];
    }
  | { readonly kind: 'remove-review-request'; readonly reviewer: RequestedReviewer }
  | ({ readonly kind: 'set-status'; readonly commit: string; readonly targetUrl: string | null } & Status);

/**
 * Why GitHub refused a write (SU-48). `permission` and `setting` name what to change; `commit-gone` means that the
 * commit is no longer part of the pull request.
 */
export type Refusal =
  | { readonly reason: 'own-pull-request' }
  | { readonly reason: 'approvals-not-permitted' }
  | { readonly reason: 'permission'; readonly permission: string }
  | { readonly reason: 'dismissal-restricted' }
  | { readonly reason: 'locked' }
  | { readonly reason: 'commit-gone' }
  /** The branch no longer ends in the commit that was expected (RB-22). */
  | { readonly reason: 'head-moved' }
  /** `comments` counts the draft's inline comments: only a draft without them, and without a body, is empty (SU-27). */
  | {
      readonly reason: 'pending-review';
      readonly review: { id: number; body: string; url: string; comments: number } | null;
    }
  | { readonly reason: 'anchors'; readonly entries: readonly number[] }
  | { readonly reason: 'not-found' }
  | { readonly reason: 'other'; readonly message: string };

/** What became of one effect. A refusal is GitHub's word; a failure means that it may or may not have happened. */
export type Applied =
  | {
      readonly kind: 'done';
      readonly id: number | null;
      readonly url: string | null;
      /**
       * Of a review with inline comments: those that GitHub took, by their place in the effect, read back (SU-45). Absent
       * where they could not be read: the review stands, and nothing is known to be missing.
       */
      readonly landed?: readonly number[];
      /** Of a commit: its id, 40 hex digits. */
      readonly commit?: string;
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };

export type Outcome = { readonly effect: Effect; readonly applied: Applied };
