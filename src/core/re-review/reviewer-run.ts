import type { Finding, PriorAnswer } from './finding.ts';
import type { ListedFinding } from './listed.ts';
import type { Tag } from './tag.ts';

/** A finding of this run, with the sites whose keys it may have been given (RR-20, RR-22). */
export type Candidate = {
  readonly finding: Finding;
  /** Path and anchor: the present ones first, which are the finding's own, then those under the file's earlier names. */
  readonly sites: readonly { readonly path: string; readonly anchor: string }[];
  /** Whether RR-40 lets it be posted as something new; always for must-fix. */
  readonly inScope: boolean;
};

/** What became of a reviewer's question. */
export type Reading =
  | {
      readonly kind: 'read';
      /** Whether it saw the whole change: anything less is no evidence that something is gone (RR-41). */
      readonly whole: boolean;
      /** Strictest first, then by path and line (RR-10). */
      readonly candidates: readonly Candidate[];
      /** On its open priors, by finding-key; one without an answer is missing. */
      readonly answers: ReadonlyMap<string, PriorAnswer>;
    }
  | { readonly kind: 'failed'; readonly reason: string }
  /** An earlier attempt of this run finished it (RR-71). */
  | { readonly kind: 'finished' }
  /** RR-4: none of its paths changed, and nothing of it is open. */
  | { readonly kind: 'not-concerned' };

/** One configured reviewer, with what it knew and what it found. */
export type ReviewerRun = {
  readonly name: string;
  /** The least strict tag that is posted (RR-4). */
  readonly minimumTag: Tag;
  /** Its ordinal in this run: one more than its block's. */
  readonly run: number;
  /** Of its block. */
  readonly listed: readonly ListedFinding[];
  readonly reading: Reading;
};
