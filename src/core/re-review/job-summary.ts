import { formatOutcome, type RunOutcome } from '../outcome.ts';
import type { PullRequest } from '../pull-request.ts';
import { visiblePath } from '../quoted-path.ts';
import { inline, inlineCode } from '../untrusted.ts';
import type { Decision } from './decision.ts';
import type { ReviewerResult } from './summary-comment.ts';
import { tagWords } from './tag.ts';

/** New findings that the summary names; the rest is counted. */
const MOST_NAMED = 50;

/** The job summary (SU-51): the verdicts, what is new with its place, what was not done, coverage, and usage. */
export function renderReReviewSummary(run: {
  readonly pullRequest: PullRequest;
  readonly outcome: RunOutcome;
  readonly results: readonly ReviewerResult[];
  readonly decisions: readonly Decision[];
  /** Null when the change was not read. */
  readonly coverage: string | null;
  /** Lines of Markdown about what was and was not done. */
  readonly remarks: readonly string[];
  readonly usage: string;
}): string {
  const { number, url, head } = run.pullRequest;
  const blocks = [
    `### re-review: [#${number}](${url}) at \`${head.slice(0, 7)}\``,
    `**${inline(formatOutcome(run.outcome))}**`,
  ];
  if (run.results.length > 0) blocks.push(resultTable(run.results));
  const fresh = run.decisions.flatMap((decision) =>
    decision.kind === 'comment' || decision.kind === 'list' ? [decision.finding] : [],
  );
  if (fresh.length > 0) {
    const lines = fresh
      .slice(0, MOST_NAMED)
      .map(
        ({ tag, title, path, line }) =>
          `- **${tagWords(tag)}** ${inline(title)} (${inlineCode(`${visiblePath(path)}:${line}`)})`,
      );
    if (fresh.length > MOST_NAMED) lines.push(`- and ${fresh.length - MOST_NAMED} more`);
    blocks.push(`**New findings:**\n\n${lines.join('\n')}`);
  }
  if (run.coverage !== null) blocks.push(`Coverage: ${run.coverage}`);
  blocks.push(...run.remarks, run.usage);
  return blocks.filter((block) => block !== '').join('\n\n');
}

function resultTable(results: readonly ReviewerResult[]): string {
  const rows = results.map(
    ({ label, verdict, failure, outstanding, outstandingMustFix, added, resolved, reviewUrl }) => {
      const name = reviewUrl === null ? inline(label) : `[${inline(label)}](${reviewUrl})`;
      const said = verdict === null ? 'not concerned' : failure === null ? verdict : `${verdict}: ${inline(failure)}`;
      return `| ${name} | ${said} | ${outstanding} (${outstandingMustFix} must fix) | ${added} | ${resolved} |`;
    },
  );
  return ['| reviewer | verdict | outstanding | new | resolved |', '|---|---|--:|--:|--:|', ...rows].join('\n');
}
