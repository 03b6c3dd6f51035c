import { appendFile } from 'node:fs/promises';
import { cut, cutBytes } from '../core/length.ts';
import { type Annotation, formatOutcome, type Report, type RunOutcome } from '../core/outcome.ts';
import { redact, redactDocument } from '../core/redact.ts';
import { plainLine } from '../core/untrusted.ts';

/** The runner's commands that are needed here; `@actions/core` has them all. */
export type Commands = {
  readonly setOutput: (name: string, value: string) => void;
  readonly error: (message: string, properties: { file?: string; startLine?: number }) => void;
  readonly warning: (message: string, properties: { file?: string; startLine?: number }) => void;
  readonly notice: (message: string, properties: { file?: string; startLine?: number }) => void;
  readonly info: (line: string) => void;
};

/** The runner keeps ten annotations of a level per step and cuts a message at 4,096 characters. */
const MAX_ANNOTATIONS = 9;
const MAX_MESSAGE = 4_000;
/** Bytes of UTF-8: the runner drops a summary over 1 MiB whole. */
const MAX_SUMMARY = 1_000_000;
const SUMMARY_IS_CUT = '**This summary is cut: GitHub takes no more than 1 MiB.**\n\n';

/**
 * Prints a report as the runner wants it and returns the exit code (SU-50, SU-51). `summaryFile` is where the job
 * summary goes; a summary that cannot be written is a warning, because the result stands elsewhere too.
 */
export async function printReport(
  report: Report,
  options: {
    readonly commands: Commands;
    readonly summaryFile: string | null;
    readonly failOnNoVerdict: boolean;
    readonly secrets: readonly string[];
  },
): Promise<number> {
  const { commands, secrets } = options;
  const clean = (text: string): string => redact(text, secrets);
  for (const line of report.log) commands.info(clean(line));
  for (const [name, value] of Object.entries(report.outputs))
    commands.setOutput(name, cleanOutput(name, value, secrets));
  commands.setOutput('outcome', clean(formatOutcome(report.outcome)));
  for (const annotation of annotationsOf(report)) {
    const { level, message, file, line } = annotation;
    commands[level](cut(clean(plainLine(clean(message))), MAX_MESSAGE), {
      ...(file === undefined ? {} : { file }),
      ...(line === undefined ? {} : { startLine: line }),
    });
  }
  if (options.summaryFile !== null) {
    try {
      await appendFile(options.summaryFile, `${fitSummary(clean(report.summary))}\n`);
    } catch (error) {
      commands.warning(
        `the job summary could not be written: ${error instanceof Error ? error.message : String(error)}`,
        {},
      );
    }
  }
  return exitCode(report.outcome, options);
}

/**
 * An output without secrets. A plan stays as it is: it was redacted before it was signed, also where the root's `details`
 * hold it (SU-6, SU-41).
 */
function cleanOutput(name: string, value: string, secrets: readonly string[]): string {
  if (name === 'plan') return value;
  if (name !== 'details') return redactDocument(value, secrets);
  const details = Object.entries(JSON.parse(value) as Readonly<Record<string, Readonly<Record<string, string>>>>);
  return JSON.stringify(
    Object.fromEntries(
      details.map(([action, outputs]) => [
        action,
        Object.fromEntries(Object.entries(outputs).map(([key, text]) => [key, cleanOutput(key, text, secrets)])),
      ]),
    ),
  );
}

/** The summary as far as the runner takes it; that it was cut stands first, because the cut may fall into a fold or a fence. */
function fitSummary(summary: string): string {
  if (Buffer.byteLength(summary) <= MAX_SUMMARY) return summary;
  return `${SUMMARY_IS_CUT}${cutBytes(summary, MAX_SUMMARY - SUMMARY_IS_CUT.length)}`;
}

/** `done` and `skipped` exit 0, `no verdict` 0 or by input 1, `failed` 1 (SU-50). */
export function exitCode(outcome: RunOutcome, options: { readonly failOnNoVerdict: boolean }): number {
  if (outcome.kind === 'failed') return 1;
  return outcome.kind === 'no verdict' && options.failOnNoVerdict ? 1 : 0;
}

/**
 * The report's own annotations, then the one that the outcome makes by itself: nothing ends silently green (SU-50).
 * Beyond nine errors that tenth one says how many more stand in the summary (SU-51).
 */
function annotationsOf(report: Report): readonly Annotation[] {
  const shown = report.annotations.slice(0, MAX_ANNOTATIONS);
  const more = report.annotations.length - shown.length;
  const { outcome } = report;
  if (outcome.kind === 'done') return shown;
  const rest = more > 0 ? `; ${more} more ${more === 1 ? 'error stands' : 'errors stand'} in the job summary` : '';
  return [...shown, { level: LEVEL[outcome.kind], message: `${formatOutcome(outcome)}${rest}` }];
}

const LEVEL = { skipped: 'notice', 'no verdict': 'warning', failed: 'error' } as const;
