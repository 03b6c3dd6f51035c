import { type ReconcileSummary, renderReconcileSummary } from '../../../src/core/reconcile/summary.ts';

/** A run in which nothing was done. */
const NOTHING = {
  outcome: { kind: 'done' },
  results: [],
  followed: 0,
  left: [],
  excludedByPriority: 0,
  requests: { carriedOut: 0, refused: 0, refusals: [], waiting: 0 },
  planned: false,
  changes: '',
  disbelieved: [],
  usage: '',
} as const;

/** The summary of a run that differs from one without anything in `given`. */
export function summaryOf(given: Partial<ReconcileSummary>, secrets: readonly string[] = []): string {
  return renderReconcileSummary({ ...NOTHING, ...given }, secrets);
}
