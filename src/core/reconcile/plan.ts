import { closedObject, orNull, type Plan, SHA, TEXT, WHOLE } from '../plan.ts';
import type { Position } from '../pull-request.ts';
import type { Decision } from './fixer-tools.ts';
import type { Edit } from './workspace.ts';

/** What is to become of a thread (RB-20). */
export type ThreadDecision = {
  /** GraphQL node id. */
  readonly thread: string;
  readonly decision: Decision;
  /** The model's words; untrusted. */
  readonly reply: string;
  /** Those of its fix, by their places in the pull request's list; empty for the others. */
  readonly edits: readonly number[];
};

/** What was decided about one pull request's threads (SU-41). */
export type DecidedPullRequest = {
  readonly number: number;
  /** Where the code was read. */
  readonly position: Position;
  /** In the threads' order. */
  readonly decisions: readonly ThreadDecision[];
  /** The edits of all fixes in order: they make the commit's files of the head. */
  readonly edits: readonly Edit[];
  /** USD; null when unknown. */
  readonly cost: number | null;
  /** Null when unknown, or when the cost is known. */
  readonly tokens: number | null;
};

/** What is wrong with a plan's facts beside their shape, in words (SU-41); empty where nothing is. */
export function contradictions({ pullRequests }: PlannedReconcile, number: number | null): readonly string[] {
  const numbers = pullRequests.map((decided) => decided.number);
  return [
    ...(new Set(numbers).size === numbers.length ? [] : ['it names a pull request twice']),
    ...(number === null || numbers.every((other) => other === number) ? [] : ['it is about another pull request']),
    ...pullRequests.flatMap(({ number: of, decisions, edits }) => [
      ...(new Set(decisions.map(({ thread }) => thread)).size === decisions.length
        ? []
        : [`it decides a thread of pull request ${of} twice`]),
      ...(decisions.every((decision) => decision.edits.every((place) => place < edits.length))
        ? []
        : [`a decision on pull request ${of} has edits that it does not hold`]),
    ]),
  ];
}

/** What a plan carries; apply checks every thread and edit again. */
export type PlannedReconcile = { readonly pullRequests: readonly DecidedPullRequest[] };

export type ReconcilePlan = Plan<PlannedReconcile>;

const EDIT = closedObject({ path: TEXT, oldText: TEXT, newText: TEXT });

export const PLANNED_RECONCILE_SCHEMA = closedObject({
  pullRequests: {
    type: 'array',
    items: closedObject({
      number: WHOLE,
      position: closedObject({ head: SHA, base: SHA, baseRef: TEXT }),
      decisions: {
        type: 'array',
        items: closedObject({
          thread: TEXT,
          decision: { enum: ['fix', 'decline', 'needs-person'] },
          reply: TEXT,
          edits: { type: 'array', items: WHOLE },
        }),
      },
      edits: { type: 'array', items: EDIT },
      cost: orNull({ type: 'number', minimum: 0 }),
      tokens: orNull(WHOLE),
    }),
  },
});

/** The head that a plan over several pull requests names: each has its own among the facts. */
export const NO_HEAD = '0'.repeat(40);
