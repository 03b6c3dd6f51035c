import type { Position } from '../pull-request.ts';
import type { ClassifyRequest } from './request.ts';
import type { Row } from './rows.ts';
import type { Withholding } from './verdict.ts';

/** What a review says below its table; plain data (SU-41). */
export type Notes = {
  /** `path:line U+XXXX NAME`, at most 20 (SU-24). */
  readonly observations: readonly string[];
  readonly moreObservations: number;
  /** Collapsed and unread files, each with its reason: `package-lock.json: lockfile, +1 −1, not shown` (SU-23). */
  readonly notShown: readonly { readonly path: string; readonly note: string }[];
  readonly moreNotShown: number;
  /** In how many parts the diff was read; 1 is not worth a word (CL-24). */
  readonly parts: number;
};

/** All that a verdict and its review are computed from: the part of a plan that apply trusts (SU-41). */
export type ClassifyFacts = {
  readonly position: Position;
  readonly fork: boolean;
  /** Blob id of the rules file; '' where none loaded. */
  readonly rulesBlob: string;
  readonly rows: readonly Row[];
  readonly withholding: Withholding;
  readonly notes: Notes;
  readonly request: ClassifyRequest;
  /** `try-out` for unsaved rules (CL-40). */
  readonly trigger: 'review' | 'try-out';
  /** ISO 8601 UTC, of the runner. */
  readonly startedAt: string;
  readonly finishedAt: string;
  /** USD of this run; null when the price or the usage is unknown. */
  readonly cost: number | null;
  /** Tokens of this run, for footers of runs without a price (SU-37); null when unknown. */
  readonly tokens: number | null;
};

/** Facts of a run that never got to its rules: nothing to show, nothing to withhold. */
export const NO_NOTES: Notes = { observations: [], moreObservations: 0, notShown: [], moreNotShown: 0, parts: 1 };

export const NOTHING_WITHHELD: Withholding = {
  policyPath: null,
  wholeCoverage: true,
  coverage: '',
  incomplete: [],
  tamper: { kind: 'off' },
  hidden: [],
};
