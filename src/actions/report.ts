import type { Problem } from '../core/document.ts';
import { type Annotation, formatOutcome, type Report, type RunOutcome } from '../core/outcome.ts';
import { inline } from '../core/untrusted.ts';

/** Outputs that every action sets; '' is unknown or not there (SU-5). */
export const NO_OUTPUTS: Readonly<Record<string, string>> = {
  'head-sha': '',
  'input-tokens': '',
  'cache-write-tokens': '',
  'cache-read-tokens': '',
  'output-tokens': '',
  'cost-usd': '',
  plan: '',
  'plan-file': '',
};

/** A report that holds an outcome and nothing else to show. `action` heads the summary. */
export function plainReport(
  action: string,
  outcome: RunOutcome,
  outputs: Readonly<Record<string, string>> = {},
): Report {
  return {
    outcome,
    outputs: { ...NO_OUTPUTS, ...outputs },
    annotations: [],
    summary: `### ${action}\n\n${inline(formatOutcome(outcome))}`,
    log: [],
  };
}

export function skipped(action: string, reason: string, outputs: Readonly<Record<string, string>> = {}): Report {
  return plainReport(action, { kind: 'skipped', reason }, outputs);
}

/** Each error of a file as an annotation on its line (SU-51); what came by an input has no file to point into. */
export function problemAnnotations(problems: readonly Problem[]): readonly Annotation[] {
  return problems.map(({ message, file, line }) => ({
    level: 'error',
    message: `${file}: ${message}`,
    ...(file.startsWith('input ') ? {} : { file, ...(line === null ? {} : { line }) }),
  }));
}
