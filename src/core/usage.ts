import type { Answer } from './question.ts';

/** Tokens and cost of a run; null is unknown (SU-36). */
export type Totals = {
  readonly input: number | null;
  readonly cacheWrite: number | null;
  readonly cacheRead: number | null;
  readonly output: number | null;
  readonly cost: number | null;
};

/** Adds up answers. One answer without usage makes a sum unknown, so that a total is never too small (SU-36). */
export function totalsOf(answers: readonly Answer[]): Totals {
  const sum = (pick: (answer: Answer) => number | null): number | null => {
    let total = 0;
    for (const answer of answers) {
      const value = pick(answer);
      if (value !== null) total += value;
      else if (answer.calls > 0) return null;
    }
    return total;
  };
  return {
    input: sum(({ usage }) => usage.input),
    cacheWrite: sum(({ usage }) => usage.cacheWrite),
    cacheRead: sum(({ usage }) => usage.cacheRead),
    output: sum(({ usage }) => usage.output),
    cost: sum(({ cost }) => cost),
  };
}

/** Tokens of a run as one number, for footers of runs without a price (SU-37); null when any answer tells none. */
export function totalTokens(answers: readonly Answer[]): number | null {
  let total = 0;
  for (const { usage, calls } of answers) {
    const known = [usage.input, usage.cacheWrite, usage.cacheRead, usage.output].filter((value) => value !== null);
    if (known.length === 0 && calls > 0) return null;
    total += known.reduce((sum, value) => sum + value, 0);
  }
  return total;
}

/** A plain decimal without exponent, '' when unknown (SU-5). */
export function decimal(value: number | null): string {
  if (value === null) return '';
  return Number.isInteger(value) ? String(value) : value.toFixed(8).replace(/0+$/, '').replace(/\.$/, '');
}

/** The outputs of SU-5 that tell what a run used. */
export function usageOutputs(totals: Totals): Record<string, string> {
  return {
    'input-tokens': decimal(totals.input),
    'cache-write-tokens': decimal(totals.cacheWrite),
    'cache-read-tokens': decimal(totals.cacheRead),
    'output-tokens': decimal(totals.output),
    'cost-usd': decimal(totals.cost),
  };
}

const known = (value: number | null): string => (value === null ? 'unknown' : value.toLocaleString('en-US'));

/** The part of a job summary about what the run used: tokens, cost, time per question, requests (SU-36, SU-51). */
export function renderUsage(
  totals: Totals,
  lines: readonly {
    readonly question: string;
    readonly milliseconds: number;
    readonly calls: number;
    readonly note: string;
  }[],
  run: { readonly model: string; readonly seconds: number; readonly githubRequests: number },
): string {
  const cost = totals.cost === null ? 'unknown' : `$${decimal(totals.cost)}`;
  const head = [
    '| model | input tokens | cache written | cache read | output tokens | cost | time | GitHub requests |',
    '|---|--:|--:|--:|--:|--:|--:|--:|',
    `| ${run.model} | ${known(totals.input)} | ${known(totals.cacheWrite)} | ${known(totals.cacheRead)} | ${known(totals.output)} | ${cost} | ${run.seconds.toFixed(1)} s | ${run.githubRequests} |`,
  ].join('\n');
  if (lines.length === 0) return head;
  const table = [
    '| question | time | calls | |',
    '|---|--:|--:|---|',
    ...lines.map(
      ({ question, milliseconds, calls, note }) =>
        `| ${question} | ${(milliseconds / 1000).toFixed(1)} s | ${calls} | ${note} |`,
    ),
  ].join('\n');
  return `${head}\n\n<details><summary>Time per question</summary>\n\n${table}\n\n</details>`;
}
