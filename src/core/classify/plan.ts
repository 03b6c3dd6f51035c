import { closedObject, orNull, type Plan, SHA, TEXT, TEXTS, WHOLE } from '../plan.ts';
import type { ClassifyFacts } from './facts.ts';

/** Why a run ended before its rules were asked; apply posts it as a no verdict. */
export type Ended = { readonly reason: string; readonly failed: boolean; readonly details: readonly string[] };

/** What a plan of classify carries. Apply judges `judged.rows` again by the rules as they are then (SU-41). */
export type PlannedFacts = {
  readonly judged: ClassifyFacts;
  readonly ended: Ended | null;
};

export type ClassifyPlan = Plan<PlannedFacts>;

const JUDGED_SCHEMA = closedObject({
  position: closedObject({ head: SHA, base: SHA, baseRef: TEXT }),
  fork: { type: 'boolean' },
  rulesBlob: TEXT,
  rows: {
    type: 'array',
    maxItems: 10,
    items: closedObject({
      name: TEXT,
      polarity: { enum: ['positive', 'negative'] },
      threshold: { type: 'number', minimum: 0, maximum: 100 },
      verdict: { enum: ['match', 'no-match', 'not-applicable', 'no-answer'] },
      certainty: orNull({ type: 'integer', minimum: 0, maximum: 100 }),
      reason: TEXT,
      error: orNull(TEXT),
      counted: { type: 'boolean' },
      failed: { type: 'boolean' },
    }),
  },
  withholding: closedObject({
    policyPath: orNull(TEXT),
    wholeCoverage: { type: 'boolean' },
    coverage: TEXT,
    incomplete: TEXTS,
    tamper: {
      anyOf: [
        closedObject({ kind: { enum: ['off', 'none'] } }),
        closedObject({ kind: { const: 'found' }, reason: TEXT }),
        closedObject({ kind: { const: 'unanswered' }, error: TEXT }),
      ],
    },
    hidden: TEXTS,
  }),
  notes: closedObject({
    observations: TEXTS,
    moreObservations: WHOLE,
    notShown: { type: 'array', items: closedObject({ path: TEXT, note: TEXT }) },
    moreNotShown: WHOLE,
    parts: WHOLE,
  }),
  request: closedObject({ key: TEXT, at: orNull(TEXT), requester: TEXT }),
  trigger: { enum: ['review', 'try-out'] },
  startedAt: TEXT,
  finishedAt: TEXT,
  cost: orNull({ type: 'number', minimum: 0 }),
  tokens: orNull(WHOLE),
});

export const PLANNED_FACTS_SCHEMA = closedObject({
  judged: JUDGED_SCHEMA,
  ended: orNull(closedObject({ reason: TEXT, failed: { type: 'boolean' }, details: TEXTS })),
});
