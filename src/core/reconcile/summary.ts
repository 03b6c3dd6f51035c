import { cut } from '../length.ts';
import { formatOutcome, type RunOutcome } from '../outcome.ts';
import { visiblePath } from '../quoted-path.ts';
import { inline, inlineCode } from '../untrusted.ts';
import type { PullRequestResult, ThreadResult } from './outcome.ts';

/** Rows of all tables together, and lines of diff; the summary holds 1 MB. */
const MOST_ROWS = 300;

/** What the job summary is made from (SU-51). */
export type ReconcileSummary = {
  readonly outcome: RunOutcome;
  readonly results: readonly PullRequestResult[];
  /** Of pull requests without anything to say: how many were followed up on. */
  readonly followed: number;
  /** A pull request that the run was about and that is not followed up on, with why. */
  readonly left: readonly { readonly number: number; readonly why: string }[];
  readonly excludedByPriority: number;
  readonly requests: { readonly carriedOut: number; readonly refused: number; readonly waiting: number };
  readonly planned: boolean;
  /** Markdown of the planned commits, or ''. */
  readonly changes: string;
  readonly usage: string;
};

/** The job summary: each thread with what became of it, why the others were left, and usage. */
export function renderReconcileSummary(run: ReconcileSummary): string {
  const shown = run.results.filter(
    ({ threads, troubles, left }) => threads.length > 0 || troubles.length > 0 || left !== '',
  );
  const quiet = run.followed - shown.length;
  const { carriedOut, refused, waiting } = run.requests;
  return [
    '### reconcile-bot-threads',
    `**${inline(formatOutcome(run.outcome))}**`,
    ...(run.planned ? ['Planned: nothing was changed. A job with mode apply and this plan does it.'] : []),
    ...shown.flatMap(renderResult),
    ...run.left.map(({ number, why }) => `Pull request ${number} is left alone: ${inline(why)}.`),
    ...(quiet > 0
      ? [
          `${quiet} more ${quiet === 1 ? 'pull request is' : 'pull requests are'} followed up on, with nothing to settle.`,
        ]
      : []),
    ...(run.followed === 0 && run.left.length === 0
      ? ['No open pull request has a thread of a review bot to follow up on.']
      : []),
    ...(run.excludedByPriority > 0
      ? [`${run.excludedByPriority} threads are less urgent than \`review_bots.min_priority\` and stay open.`]
      : []),
    ...(carriedOut + refused + waiting > 0
      ? [`Requests: ${carriedOut} carried out, ${refused} refused, ${waiting} waiting for the next run.`]
      : []),
    run.changes,
    run.usage,
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}

function renderResult({ number, title, url, commit, threads, troubles, left }: PullRequestResult): readonly string[] {
  const rows = threads.slice(0, MOST_ROWS).map(renderThread);
  return [
    `#### [#${number}](${url}) ${inline(cut(title, 200))}${commit === null ? '' : ` at \`${commit.slice(0, 7)}\``}`,
    ...(rows.length === 0 ? [] : [['| thread | by | what | why |', '|---|---|---|---|', ...rows].join('\n')]),
    ...(threads.length > rows.length ? [`and ${threads.length - rows.length} more threads`] : []),
    ...(left === '' ? [] : [`Left alone: ${inline(left)}.`]),
    ...troubles.map(({ text }) => `**Not done:** ${inline(text)}`),
  ];
}

function renderThread({ path, line, author, done, why, resolved }: ThreadResult): string {
  const place = inlineCode(cut(`${visiblePath(path)}${line === null ? '' : `:${line}`}`, 300));
  const what = resolved && done !== 'resolved' ? `${done}, resolved` : done;
  return `| ${place} | ${inline(author)} | ${what} | ${inline(cut(why, 500))} |`;
}
