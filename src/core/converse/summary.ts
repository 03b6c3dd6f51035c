import { formatOutcome, type RunOutcome } from '../outcome.ts';
import type { PullRequest } from '../pull-request.ts';
import { inline } from '../untrusted.ts';

/** The job summary: the answer as it was posted, what was left out of it, what was not believed, and usage (SU-51). */
export function renderConverseSummary(run: {
  readonly pullRequest: PullRequest;
  readonly outcome: RunOutcome;
  /** Whom this run heard. */
  readonly asker: string;
  readonly replyUrl: string | null;
  /** Markdown of what was, or would be, posted; '' for nothing. */
  readonly body: string;
  /** Markdown lines about what was and was not done. */
  readonly remarks: readonly string[];
  readonly disbelieved: readonly string[];
  readonly markerSecret: boolean;
  /** Null when the diff was not read. */
  readonly coverage: string | null;
  /** '' when no model was asked. */
  readonly usage: string;
}): string {
  const { pullRequest, replyUrl, coverage } = run;
  const where = `[#${pullRequest.number}](${pullRequest.url}) at \`${pullRequest.head.slice(0, 7)}\``;
  const link = replyUrl === null ? '' : ` · [posted here](${replyUrl})`;
  return [
    `### converse: ${where}`,
    `**${inline(formatOutcome(run.outcome))}** · asked by ${inline(run.asker)}${link}`,
    run.body,
    ...run.remarks,
    coverage === null ? '' : `Shown to the model: ${coverage}.`,
    renderDisbelieved(run.disbelieved, run.markerSecret),
    run.usage,
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}

/** Names every post of the bot in the thread whose hidden lines did not count (SU-11). */
export function renderDisbelieved(disbelieved: readonly string[], markerSecret: boolean): string {
  if (disbelieved.length === 0) return '';
  const shown = disbelieved.slice(0, 20).map((line) => `- ${inline(line)}`);
  if (disbelieved.length > shown.length) shown.push(`- and ${disbelieved.length - shown.length} more`);
  const fresh = markerSecret
    ? ' With marker-secret the memory of a pull request starts afresh: what was written before carries no valid signature.'
    : '';
  return `**Footers that do not count.** The hidden lines of these comments of the bot were ignored.${fresh}\n\n${shown.join('\n')}`;
}

/** What was left out of an answer, counted (CO-22, SU-44); '' where nothing was. */
export function renderLeftOut(prepared: { readonly dropped: number; readonly leftOut: number }): string {
  const { dropped, leftOut } = prepared;
  return [
    dropped === 0
      ? ''
      : `${plural(dropped, 'claim')} named a place that was not in what the model was given, and ${was(dropped)} dropped.`,
    leftOut === 0 ? '' : `${plural(leftOut, 'further sentence')} ${was(leftOut)} left out for length.`,
  ]
    .filter((line) => line !== '')
    .join(' ');
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function was(count: number): string {
  return count === 1 ? 'was' : 'were';
}
