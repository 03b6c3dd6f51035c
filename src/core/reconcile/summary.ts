import { cut } from '../length.ts';
import { formatOutcome, type RunOutcome } from '../outcome.ts';
import { visiblePath } from '../quoted-path.ts';
import { redactAll } from '../redact.ts';
import { inline, inlineCode } from '../untrusted.ts';
import type { PullRequestResult, Refusal, ThreadResult } from './outcome.ts';

/** Rows of all tables together; the summary holds 1 MB. */
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
  readonly requests: {
    readonly carriedOut: number;
    readonly refused: number;
    readonly refusals: readonly Refusal[];
    readonly waiting: number;
  };
  readonly planned: boolean;
  /** Markdown of the planned commits, or ''. */
  readonly changes: string;
  /** Posts of the bot whose hidden lines do not count, each with why (SU-11). */
  readonly disbelieved: readonly { readonly url: string; readonly problem: string }[];
  readonly usage: string;
};

/**
 * The job summary: each thread with what became of it, why the others were left, and usage. Every text is redacted by
 * itself, so that a key without its end, in a title say, takes nothing else with it (SU-47).
 */
export function renderReconcileSummary(given: ReconcileSummary, secrets: readonly string[]): string {
  const run = redactAll(given, secrets);
  const shown = run.results.filter(
    ({ threads, troubles, left }) => threads.length > 0 || troubles.length > 0 || left !== '',
  );
  const quiet = run.followed - shown.length;
  const { carriedOut, refused, refusals, waiting } = run.requests;
  return [
    '### reconcile-bot-threads',
    `**${inline(formatOutcome(run.outcome))}**`,
    ...(run.planned
      ? ['Planned: nothing was changed. A job with `mode: apply` and this plan does what is listed here.']
      : []),
    ...withRows(shown).flatMap(({ result, rows }) => renderResult(result, rows)),
    ...run.left.map(({ number, why }) => `Pull request ${number} is left alone: ${inline(why)}.`),
    // A run about one pull request says it as its outcome.
    ...(quiet > 0 && run.outcome.kind !== 'skipped'
      ? [
          `${quiet}${shown.length > 0 ? ' more' : ''} ${quiet === 1 ? 'pull request is' : 'pull requests are'} followed up on, with nothing to settle.`,
        ]
      : []),
    ...(run.followed === 0 && run.left.length === 0
      ? ['No open pull request that is followed up on (by its author or its trailer) has a thread of a review bot.']
      : []),
    ...(run.excludedByPriority > 0
      ? [
          `${run.excludedByPriority} ${run.excludedByPriority === 1 ? 'thread is' : 'threads are'} less urgent than \`review_bots.min_priority\` and ${run.excludedByPriority === 1 ? 'stays' : 'stay'} open.`,
        ]
      : []),
    ...(carriedOut + refused + waiting > 0
      ? [`Requests: ${carriedOut} carried out, ${refused} refused, ${waiting} waiting for the next run.`]
      : []),
    renderRefusals(refusals),
    run.changes,
    ...run.disbelieved
      .slice(0, 20)
      .map(({ url, problem }) => `The hidden lines of [a reply of the bot](${url}) do not count: ${inline(problem)}.`),
    run.usage,
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}

/** Rows of the table of refused requests. */
const MOST_REFUSALS = 20;

function renderRefusals(refusals: readonly Refusal[]): string {
  if (refusals.length === 0) return '';
  const rows = refusals
    .slice(0, MOST_REFUSALS)
    .map(({ name, as, why }) => `| ${inlineCode(name)} | ${as} | ${inline(cut(why, 500))} |`);
  const more = refusals.length - rows.length;
  const table = ['| request | refused as | why |', '|---|---|---|', ...rows].join('\n');
  return more > 0 ? `${table}\n\nand ${more} more` : table;
}

/** How many rows each table has: all together at most MOST_ROWS, the first ones first. */
function withRows(
  results: readonly PullRequestResult[],
): readonly { readonly result: PullRequestResult; readonly rows: number }[] {
  let room = MOST_ROWS;
  return results.map((result) => {
    const rows = Math.min(room, result.threads.length);
    room -= rows;
    return { result, rows };
  });
}

function renderResult(
  { number, title, url, commit, threads, troubles, left }: PullRequestResult,
  most: number,
): readonly string[] {
  const rows = threads.slice(0, most).map(renderThread);
  return [
    `#### [#${number}](${url}) ${inline(cut(title, 200))}${commit === null ? '' : `, committed \`${commit.slice(0, 7)}\``}`,
    ...(rows.length === 0 ? [] : [['| thread | by | what | why |', '|---|---|---|---|', ...rows].join('\n')]),
    ...(threads.length > rows.length ? [moreThreads(threads.length - rows.length, rows.length)] : []),
    ...(left === '' ? [] : [`Left alone: ${inline(left)}.`]),
    ...troubles.map(({ text }) => `**Not done:** ${inline(text)}`),
  ];
}

function moreThreads(count: number, shown: number): string {
  const threads = count === 1 ? 'thread' : 'threads';
  return shown === 0 ? `${count} ${threads}, not shown here` : `and ${count} more ${threads}`;
}

function renderThread({ path, line, author, done, why, resolved }: ThreadResult): string {
  const place = inlineCode(cut(`${visiblePath(path)}${line === null ? '' : `:${line}`}`, 300));
  const what = resolved && done !== 'resolved' ? `${done}, resolved` : done;
  return `| ${place} | ${inline(author)} | ${what} | ${inline(cut(why, 500))} |`;
}
