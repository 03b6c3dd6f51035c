import { closedObject, orNull, type Plan, TEXT, WHOLE } from '../plan.ts';
import type { Reply } from './posts.ts';

/** What a plan of converse carries (SU-41). Approvals, help and hints are decided again from the trigger by apply. */
export type PlannedFacts = {
  /** Id of the comment that is answered. */
  readonly trigger: number;
  /** Null where no model is asked. */
  readonly reply: Reply | null;
  /** Why the question has no answer, and whether that fails the run; null with an answer. */
  readonly unanswered: Unanswered | null;
};

/** How a run ends whose question has no answer (CO-23). */
export type Unanswered = { readonly kind: 'failed' | 'no verdict'; readonly reason: string };

export type ConversePlan = Plan<PlannedFacts>;

const SPENT = orNull({
  anyOf: [
    closedObject({ kind: { const: 'cost' }, usd: { type: 'number', minimum: 0 } }),
    closedObject({ kind: { const: 'tokens' }, count: WHOLE }),
  ],
});

const REPLY = {
  anyOf: [
    closedObject({
      kind: { const: 'answer' },
      text: { type: 'string', pattern: '\\S', maxLength: 20_000 },
      leftOut: WHOLE,
      concedes: { type: 'boolean' },
      spent: SPENT,
    }),
    closedObject({ kind: { const: 'no-answer' }, said: { type: 'string', maxLength: 2_000 }, spent: SPENT }),
  ],
};

export const PLANNED_FACTS_SCHEMA = closedObject({
  trigger: WHOLE,
  reply: orNull(REPLY),
  unanswered: orNull(closedObject({ kind: { enum: ['failed', 'no verdict'] }, reason: TEXT })),
});
