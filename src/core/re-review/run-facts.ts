import type { Decision, NewComment } from './decision.ts';
import type { Presence, PriorPlace } from './presence.ts';
import type { Priors } from './priors.ts';
import type { ReviewerRun } from './reviewer-run.ts';
import type { ThreadIndex } from './thread-index.ts';

/** What a run knows before it decides (phases A and B). */
export type RunFacts = {
  /** In the settings' order, which is the order of decisions (RR-58). */
  readonly reviewers: readonly ReviewerRun[];
  readonly index: ThreadIndex;
  /** Of priors, by finding-key; those that cannot be placed are missing. */
  readonly places: ReadonlyMap<string, PriorPlace>;
  /** Comments that a reviewer may open in a run (RR-10). */
  readonly maxFindings: number;
};

/** What follows from the facts, before any row is tried. */
export type Standing = RunFacts & {
  readonly presence: Presence;
  readonly priors: ReadonlyMap<string, Priors>;
  /** Node ids of threads that the run opens again: they count as open. */
  readonly reopened: ReadonlySet<string>;
};

/** The decisions of a run so far, which the next ones heed. */
export type Plan = {
  readonly all: readonly Decision[];
  inThread(threadId: string): readonly Decision[];
  comments(): readonly NewComment[];
  has(reviewer: string, key: string): boolean;
};
