import type { ToolTurn } from './demo-model.ts';
import { pageOf, renderSection } from './demo-page.ts';
import { type Played, showOutcome } from './demo-play.ts';
import type { GitHub } from './github.ts';
import type { Question, StandInModel } from './model/state.ts';
import type { PullRequest, World } from './state.ts';
import { renderMarkdown, renderTable } from './terminal.ts';

export type DemoResult = {
  readonly world: World;
  readonly pull: PullRequest;
  /** The pull request's head before anything happened; null: its page was shown already. */
  readonly start: string | null;
  readonly runs: readonly Played[];
  readonly github: GitHub;
  /** null: a real model was asked. */
  readonly standIn: StandInModel | null;
  /** What it did with tools. */
  readonly worked: readonly ToolTurn[];
};

/** Everything that the runs left behind, in sections of at most `width` columns. */
export async function renderResult(result: DemoResult, width: number): Promise<string> {
  const { world, pull, start, runs, github, standIn, worked } = result;
  const section = (title: string, text: string) => renderSection({ title, text }, width);
  const [only, ...others] = runs;
  const alone = only !== undefined && others.length === 0 ? only : null;
  return [
    ...(alone === null ? [] : [section('outcome', renderOutcome(alone))]),
    ...(start === null ? [] : await pageOf(world, pull, { since: start, width })).map(({ title, text }) =>
      section(title, text),
    ),
    ...(alone === null
      ? [section('runs', renderTable(listRuns(runs), width))]
      : [section('job summary', renderMarkdown(alone.result.summary, width))]),
    section('requests to GitHub', renderTable([['times', 'status', 'request'], ...countRequests(github)], width)),
    ...(worked.length > 0
      ? [section('tools that the stand-in model called', renderTable(listCalls(worked), width))]
      : []),
    ...(standIn ? [section('questions to the stand-in model', renderTable(listQuestions(standIn), width))] : []),
    ...(github.problems.length > 0 ? [section("does not fit GitHub's description", github.problems.join('\n'))] : []),
  ].join('\n');
}

function renderOutcome({ result }: Played): string {
  const seconds = (result.milliseconds / 1000).toFixed(1);
  const outcome = `${result.outputs['outcome'] ?? '(none)'}  (exit ${result.code}, ${seconds} s)`;
  return [outcome, ...result.annotations.map(({ name, message }) => `${name}: ${message}`)].join('\n');
}

/** What every run was for and how it ended, annotations below it. */
function listRuns(runs: readonly Played[]): string[][] {
  const rows = runs.flatMap((run) => [
    [String(run.requests), run.told, showOutcome(run)],
    ...run.result.annotations
      .filter(({ message }) => message !== run.result.outputs['outcome'])
      .map(({ name, message }) => ['', '', `${name}: ${message}`]),
  ]);
  return [['requests', 'event', 'outcome'], ...rows];
}

function countRequests(github: GitHub): string[][] {
  const counts = new Map<string, number>();
  for (const { method, path, operation, status } of github.requests) {
    const short = path.replace(/([0-9a-f]{7})[0-9a-f]{33}/g, '$1…').replace(/([?&]page=)\d+/g, '$1…');
    const what = operation !== '' && !operation.includes('/') ? `${path} (${operation})` : short;
    const key = `${status} ${method} ${what}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, count]) => [
    String(count),
    key.slice(0, key.indexOf(' ')),
    key.slice(key.indexOf(' ') + 1),
  ]);
}

/** Characters of a call's texts that are shown: its reply stands on the page. */
const LONGEST_CALL = 75;

function listCalls(worked: readonly ToolTurn[]): string[][] {
  const rows = worked.flatMap(({ turn, blocks }) =>
    blocks.flatMap((block) =>
      block.type === 'tool_use' ? [[String(turn), block.name, shorten(Object.values(block.input).join(' | '))]] : [],
    ),
  );
  return [['turn', 'tool', 'with'], ...rows];
}

function shorten(text: string): string {
  return text.length > LONGEST_CALL ? `${text.slice(0, LONGEST_CALL)}…` : text;
}

/** At most this many questions are listed one by one. */
const MOST_LISTED = 12;

function listQuestions({ questions }: StandInModel): string[][] {
  const row = (status: string, usages: readonly Question['usage'][], what: string) => {
    const sum = (count: (usage: NonNullable<Question['usage']>) => number) =>
      String(usages.reduce((total, usage) => total + (usage === null ? 0 : count(usage)), 0));
    return [
      status,
      sum((usage) => usage.input_tokens),
      sum((usage) => usage.cache_creation_input_tokens),
      sum((usage) => usage.cache_read_input_tokens),
      sum((usage) => usage.output_tokens),
      what,
    ];
  };
  const listed = questions
    .slice(0, MOST_LISTED)
    .map(({ status, usage, task }) => row(String(status), [usage], `${task.replace(/\s+/g, ' ').slice(0, 60)}…`));
  const rest = questions.slice(MOST_LISTED).map(({ usage }) => usage);
  const all = questions.map(({ usage }) => usage);
  return [
    ['status', 'input', 'cache written', 'cache read', 'output', 'question'],
    ...listed,
    ...(rest.length > 0 ? [row('', rest, `${rest.length} more`)] : []),
    row('', all, `all ${questions.length} together`),
  ];
}
