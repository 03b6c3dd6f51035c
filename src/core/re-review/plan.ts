import { closedObject, orNull, type Plan, SHA, TEXT, WHOLE } from '../plan.ts';
import type { Position } from '../pull-request.ts';

/** A model's whole word for one reviewer, as it came: checked again wherever it is used. */
export type ReviewerAnswer = {
  readonly reviewer: string;
  /** Null: every part was answered. */
  readonly failure: string | null;
  /** One answer of RR-16 per part that was answered. */
  readonly values: readonly unknown[];
  /** USD; null when unknown. */
  readonly cost: number | null;
  /** Null when unknown, or when the cost is known. */
  readonly tokens: number | null;
};

/** What a plan carries: the answers, from which apply decides everything again (SU-41). */
export type ReReviewFacts = {
  readonly position: Position;
  readonly answers: readonly ReviewerAnswer[];
  /** Why there is nothing to carry out; null: there is. */
  readonly noVerdict: string | null;
};

export type ReReviewPlan = Plan<ReReviewFacts>;

export const RE_REVIEW_FACTS_SCHEMA = closedObject({
  position: closedObject({ head: SHA, base: SHA, baseRef: TEXT }),
  answers: {
    type: 'array',
    maxItems: 8,
    items: closedObject({
      reviewer: TEXT,
      failure: orNull(TEXT),
      values: { type: 'array', items: { type: 'object' } },
      cost: orNull({ type: 'number', minimum: 0 }),
      tokens: orNull(WHOLE),
    }),
  },
  noVerdict: orNull(TEXT),
});
