import type { Tag } from './tag.ts';

export type Side = 'LEFT' | 'RIGHT';

/** A place that GitHub takes for an inline comment: lines of one side within one hunk; `startLine` null for one line. */
export type Anchor = { readonly line: number; readonly startLine: number | null; readonly side: Side };

/**
 * One finding of a reviewer, checked against the change: its quote was found, its place and keys are computed by us
 * (RR-10 to RR-14, RR-20, RR-21). Texts are the model's: untrusted until they are rendered.
 */
export type Finding = {
  readonly reviewer: string;
  readonly path: string;
  /** Where its quote stands: the true line on `side`. */
  readonly line: number;
  readonly side: Side;
  /** Where it can be posted; null: nowhere, it is listed (RR-12, RR-65). Differs from `line` when it was re-anchored. */
  readonly anchor: Anchor | null;
  /** The deepest enclosing symbol, `<file>` for none. */
  readonly symbol: string;
  readonly class: string;
  readonly tag: Tag;
  readonly confidence: 'high' | 'medium' | 'low';
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  /** Lines that replace exactly the anchored range, byte-exact; null: none, or not valid (RR-13). */
  readonly replacement: string | null;
  /** Whether the pull request introduced it (RR-14). */
  readonly introduced: boolean;
  readonly findingKey: string;
  readonly siteKey: string;
};

/** What became of a model's items that are no findings: counted, never silent (RR-10, RR-11). */
export type DroppedFindings = {
  /** Unknown class, tag, confidence, path, or no finding at all. */
  readonly invalid: number;
  /** Quotes that stand nowhere. */
  readonly unverifiable: number;
  /** Titles or places of the latter, for the metadata's visible part; untrusted. */
  readonly unverified: readonly string[];
};

/** The model's word on an earlier finding (RR-16, RR-41). */
export type PriorAnswer = {
  readonly state: 'fixed' | 'still-present' | 'cannot-tell';
  readonly certainty: number;
  readonly quote: string;
};
