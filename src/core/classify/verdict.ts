import type { Row } from './rows.ts';

/** What the tamper question found (CL-25). `off`: it was not asked. */
export type Tamper =
  | { readonly kind: 'off' | 'none' }
  | { readonly kind: 'found'; readonly reason: string }
  | { readonly kind: 'unanswered'; readonly error: string };

/** Facts about the reading that can withhold an approval; plain data, so that a plan can carry them (SU-41). */
export type Withholding = {
  /** A changed path that decides about the repository itself (CL-26). */
  readonly policyPath: string | null;
  /** False when changed lines were not read (SU-23). */
  readonly wholeCoverage: boolean;
  /** `98 % (…)`, for the reason. */
  readonly coverage: string;
  /** What else could not be read whole, in words (SU-20). */
  readonly incomplete: readonly string[];
  readonly tamper: Tamper;
  /** Where tags or bidirectional controls stand (CL-25); empty: nowhere. */
  readonly hidden: readonly string[];
};

export type VerdictOptions = {
  readonly whenNothingCounts: 'approve' | 'no-verdict';
  readonly approvePolicyChanges: boolean;
};

/** The verdict, computed by code from the rows (CL-23, CL-31). */
export type Verdict =
  | { readonly kind: 'approve' }
  | { readonly kind: 'request-changes' }
  | {
      readonly kind: 'no-verdict';
      readonly reason: string;
      /** The run as a whole failed (CL-22, SU-50). */
      readonly failed: boolean;
      /** Withheld by CL-26 alone: a request for changes of the bot is dismissed, because the rules passed (SU-48). */
      readonly passed: boolean;
    };

/** The tamper question's match counts from this certainty on (CL-25). */
export const TAMPER_THRESHOLD = 80;

export function noVerdict(reason: string, how: { readonly failed: boolean }): Verdict {
  return { kind: 'no-verdict', reason, failed: how.failed, passed: false };
}

/** Decides the verdict. `expected` is the number of rules that were asked (CL-31). */
export function decideVerdict(
  rows: readonly Row[],
  expected: number,
  withholding: Withholding,
  options: VerdictOptions,
): Verdict {
  if (rows.length !== expected) return noVerdict(`${rows.length} answers for ${expected} rules`, { failed: true });
  const open = rows.filter((row) => row.verdict === 'no-answer');
  if (open.length === rows.length)
    return noVerdict(`no rule was answered: ${[...new Set(open.map((row) => row.error ?? ''))].join('; ')}`, {
      failed: true,
    });
  if (open.length > 0) return noVerdict(`no answer for ${open.map((row) => row.name).join(', ')}`, { failed: false });
  if (rows.some((row) => row.failed)) return { kind: 'request-changes' };
  const reasons = reasonsToWithhold(rows, withholding, options);
  const [first] = reasons;
  if (first === undefined) return { kind: 'approve' };
  return {
    kind: 'no-verdict',
    reason: reasons.map(({ text }) => text).join('; '),
    failed: false,
    passed: reasons.length === 1 && first.byPolicy,
  };
}

function reasonsToWithhold(
  rows: readonly Row[],
  withholding: Withholding,
  options: VerdictOptions,
): readonly { readonly text: string; readonly byPolicy: boolean }[] {
  const { policyPath, tamper, hidden } = withholding;
  const reasons: { text: string; byPolicy: boolean }[] = [];
  const withhold = (text: string): void => {
    reasons.push({ text, byPolicy: false });
  };
  if (policyPath !== null && !options.approvePolicyChanges)
    reasons.push({ text: `this pull request changes ${policyPath}, so a person must decide`, byPolicy: true });
  if (tamper.kind === 'found') withhold('text in this pull request addresses an automated reviewer');
  if (tamper.kind === 'unanswered')
    withhold(`whether text in this pull request addresses an automated reviewer was not answered: ${tamper.error}`);
  if (hidden.length > 0) withhold(`hidden characters stand in ${list(hidden)}`);
  if (!withholding.wholeCoverage) withhold(`not all of the change was read: ${withholding.coverage}`);
  if (withholding.incomplete.length > 0) withhold(`not read whole: ${withholding.incomplete.join(', ')}`);
  if (options.whenNothingCounts === 'no-verdict' && !rows.some((row) => row.counted))
    withhold('no rule counted (input when-nothing-counts)');
  return reasons;
}

function list(places: readonly string[]): string {
  return places.length <= 3
    ? places.join(', ')
    : `${places.slice(0, 3).join(', ')} and ${places.length - 3} more places`;
}

/** How a position moved since it was read, in words; `unknown`: it could not be read again, which is no better. */
export type Move = { readonly reason: string; readonly unknown: boolean };

/**
 * What lets a pull request through falls with a move: an approval becomes no verdict, and a policy change that passed
 * no longer lifts a request for changes. Others stay what they are (CL-32, SU-43, SU-48).
 */
export function afterMove(verdict: Verdict, move: Move | null): Verdict {
  if (move === null || !letsThrough(verdict)) return verdict;
  const reason = verdict.kind === 'no-verdict' ? `${verdict.reason}; ${move.reason}` : move.reason;
  return noVerdict(reason, { failed: move.unknown });
}

/** Whether a verdict approves, or dismisses what blocks: then the position has to be that of now. */
export function letsThrough(verdict: Verdict): boolean {
  return verdict.kind === 'approve' || (verdict.kind === 'no-verdict' && verdict.passed);
}
