import { formatOutcome, type Report, type RunOutcome } from '../../core/outcome.ts';
import { inline } from '../../core/untrusted.ts';

/** Outputs that every run sets; '' is unknown or not there (SU-5, CL-35). */
export const NO_OUTPUTS: Readonly<Record<string, string>> = {
  'head-sha': '',
  'input-tokens': '',
  'cache-write-tokens': '',
  'cache-read-tokens': '',
  'output-tokens': '',
  'cost-usd': '',
  plan: '',
  'plan-file': '',
  verdict: '',
  'review-url': '',
  results: '',
  counted: '',
  failed: '',
};

/** A report that holds an outcome and nothing else to show. */
export function plainReport(outcome: RunOutcome, outputs: Readonly<Record<string, string>> = {}): Report {
  return {
    outcome,
    outputs: { ...NO_OUTPUTS, ...outputs },
    annotations: [],
    summary: `### classify\n\n${inline(formatOutcome(outcome))}`,
    log: [],
  };
}

export function skipped(reason: string, outputs: Readonly<Record<string, string>> = {}): Report {
  return plainReport({ kind: 'skipped', reason }, outputs);
}

/** An input that only the trigger shows to be wrong. */
export function failedInput(message: string): Report {
  return plainReport({ kind: 'failed', reason: message });
}
