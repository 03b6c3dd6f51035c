import type { Finding, PriorAnswer } from './finding.ts';
import type { OwnThread } from './own-thread.ts';
import type { Stake } from './priors.ts';

/** Why nothing is said about a finding-key. */
export type Silence =
  | 'closed-as-duplicate'
  | 'listed'
  | 'adjudicated'
  | 'unknown-resolver'
  | 'conceded'
  | 'maintainer-replied'
  | 'said-before'
  | 'settled'
  /** Still there for its opener or for a reviewer that concurs, or left to the last of them (RR-56). */
  | 'shared'
  /** A decision of this run in the same thread does it already. */
  | 'done-by-another'
  /** The thread's opener has a newer one with this key (RR-42). */
  | 'superseded'
  /** Another finding of the same reviewer says it, here or in an earlier run (RR-54). */
  | 'same-issue'
  | 'out-of-scope'
  | 'below-minimum-tag'
  /** The reviewer did not read in this run (RR-63, RR-71). */
  | 'not-read';

/** How a new comment begins (RR-66). */
export type Opening =
  | { readonly kind: 'fresh' }
  | { readonly kind: 'follow-up'; readonly link: string }
  /** `commit`: on which it was resolved, seven digits or all forty; null where that cannot be told. */
  | { readonly kind: 're-introduced'; readonly commit: string | null };

/** Why a finding stands in the block instead of a comment (RR-65). */
export type ListingReason = 'not-anchored' | 'over-limit';

type Of = { readonly reviewer: string; readonly key: string };

/** A reply about a prior; `finding` and `answer` are this run's word on it, as far as there is one. */
export type PriorReply = Of & {
  readonly kind: 'improper-resolution' | 'disagreement' | 'resolution';
  readonly thread: OwnThread;
  readonly stake: Stake;
  readonly finding: Finding | null;
  readonly answer: PriorAnswer | null;
};

export type Concurrence = Of & {
  readonly kind: 'concurrence';
  readonly thread: OwnThread;
  readonly finding: Finding;
  /** Than the thread's own tag. */
  readonly stricter: boolean;
};

export type DuplicateClose = Of & {
  readonly kind: 'duplicate-close';
  readonly thread: OwnThread;
  readonly stake: Stake;
  readonly canonical: OwnThread;
};

/** What is done in a thread without a reply: there is one already. */
export type Settling =
  | (Of & { readonly kind: 'unresolve'; readonly thread: OwnThread })
  | (Of & { readonly kind: 'retry-resolve'; readonly thread: OwnThread; readonly because: 'duplicate' | 'fixed' });

export type ReplyDecision = PriorReply | Concurrence | DuplicateClose;

export type ThreadDecision = ReplyDecision | Settling;

export type NewComment = Of & { readonly kind: 'comment'; readonly finding: Finding; readonly opening: Opening };

/** Its line `Also:` and its footer stand in the comment that another reviewer opens in this run (RR-58). */
export type AlsoLine = Of & { readonly kind: 'also'; readonly finding: Finding; readonly host: NewComment };

export type Listing = Of & {
  readonly kind: 'list';
  readonly finding: Finding;
  readonly opening: Opening;
  readonly why: ListingReason;
};

/** What follows for one finding-key of a reviewer: the first row of Phase C's table that matches. */
export type Decision =
  | ThreadDecision
  | NewComment
  | AlsoLine
  | Listing
  | (Of & { readonly kind: 'mark-gone' })
  | (Of & { readonly kind: 'nothing'; readonly why: Silence; readonly thread: OwnThread | null });

/** Names a decision among those of a run: there is one for each key of each reviewer. */
export function decisionId({ reviewer, key }: Of): string {
  return `${reviewer}/${key}`;
}

/** Whether a decision posts a reply in a thread that stands there. */
export function isReply(decision: Decision): decision is ReplyDecision {
  switch (decision.kind) {
    case 'improper-resolution':
    case 'disagreement':
    case 'resolution':
    case 'concurrence':
    case 'duplicate-close':
      return true;
    default:
      return false;
  }
}

/** Whether a decision is carried out in a thread that stands there. */
export function isThreadDecision(decision: Decision): decision is ThreadDecision {
  return isReply(decision) || decision.kind === 'unresolve' || decision.kind === 'retry-resolve';
}
