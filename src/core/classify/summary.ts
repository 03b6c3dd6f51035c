import { formatOutcome, type RunOutcome } from '../outcome.ts';
import type { PullRequestContext } from '../pull-request.ts';
import { inline } from '../untrusted.ts';
import type { History } from './history.ts';

/** The job summary: the result as the pull request shows it, then coverage, what was not believed, and usage (SU-51). */
export function renderClassifySummary(run: {
  readonly context: PullRequestContext;
  readonly delivered: {
    readonly outcome: RunOutcome;
    readonly reviewUrl: string | null;
    readonly remarks: readonly string[];
    readonly postFailed: string | null;
  };
  readonly head: string;
  /** The review's visible body. */
  readonly body: string;
  /** Null when the change was not read. */
  readonly coverage: string | null;
  readonly history: History;
  readonly markerSecret: boolean;
  readonly usage: string;
}): string {
  const { context, delivered, head, body, coverage, history } = run;
  const { pullRequest } = context;
  const where = `[#${pullRequest.number}](${pullRequest.url}) at \`${head.slice(0, 7)}\``;
  const posted = delivered.reviewUrl === null ? 'not posted' : `[posted review](${delivered.reviewUrl})`;
  const blocks = [`### classify: ${where}`, `**${inline(formatOutcome(delivered.outcome))}** · ${posted}`, body];
  if (delivered.postFailed !== null) blocks.push(`**Not posted:** ${inline(delivered.postFailed)}`);
  if (coverage !== null) blocks.push(`Coverage: ${coverage}`);
  for (const remark of delivered.remarks) blocks.push(remark);
  blocks.push(...disbeliefs(history, run.markerSecret));
  if (history.foreignOpinion !== null)
    blocks.push(
      `**Shared account.** The posting account’s standing opinion is [a review that is not Revi’s](${history.foreignOpinion.url}): another workflow posts under the same account, and each overrides the other. Post with a GitHub App’s token of its own.`,
    );
  blocks.push(run.usage);
  return blocks.join('\n\n');
}

/** Names every body of the bot whose hidden lines did not count (SU-11). */
function disbeliefs(history: History, markerSecret: boolean): readonly string[] {
  if (history.disbelieved.length === 0) return [];
  const shown = history.disbelieved.slice(0, 20).map((line) => `- ${inline(line)}`);
  const more = history.disbelieved.length - shown.length;
  if (more > 0) shown.push(`- and ${more} more`);
  const fresh =
    markerSecret && history.own.length === 0
      ? ' Its memory of this pull request starts afresh, because what was written before carries no valid signature.'
      : '';
  return [
    `**Footers that do not count.** The hidden lines of these reviews of the bot were ignored.${fresh}\n\n${shown.join('\n')}`,
  ];
}
