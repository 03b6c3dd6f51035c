import type { Report, RunOutcome } from '../../core/outcome.ts';
import { plainReport } from '../report.ts';

/** Bytes: beyond 1 MB GitHub takes no output (RB-12, SU-41). */
export const LARGEST_OUTPUT = 1_000_000;

/** Outputs of its own, where nothing was listed. */
export const NO_LISTS = { 'review-threads': '', 'review-threads-file': '', 'fix-first': '' } as const;

/** A report of a run that ended before anything was listed. */
export function plainReconcile(outcome: RunOutcome, outputs: Readonly<Record<string, string>> = {}): Report {
  return plainReport('reconcile-bot-threads', outcome, { ...NO_LISTS, ...outputs });
}
