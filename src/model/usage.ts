import type { Usage } from '../core/question.ts';

/** Nothing was asked, so nothing was used: the start of a sum. */
export const NO_USAGE: Usage = { input: 0, cacheWrite: 0, cacheRead: 0, output: 0 };

/** An endpoint that reports nothing (SU-36). */
export const UNKNOWN_USAGE: Usage = { input: null, cacheWrite: null, cacheRead: null, output: null };

/** A sum with an unknown part is unknown: it must never look smaller than it is. */
export function addUsage(one: Usage, other: Usage): Usage {
  return {
    input: addKnown(one.input, other.input),
    cacheWrite: addKnown(one.cacheWrite, other.cacheWrite),
    cacheRead: addKnown(one.cacheRead, other.cacheRead),
    output: addKnown(one.output, other.output),
  };
}

/** Null if either is null. */
export function addKnown(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}

/** Tokens of a whole prompt, cached ones included; null when the endpoint did not count it. */
export function promptTokens(usage: Usage): number | null {
  if (usage.input === null) return null;
  return usage.input + (usage.cacheWrite ?? 0) + (usage.cacheRead ?? 0);
}

/**
 * The `usage` objects of one response, later ones over earlier ones (a stream's counts are cumulative). No prompt and no
 * text has zero tokens, so servers that fill the fields with zeros count as servers that do not tell.
 */
export function readUsage(reports: readonly unknown[]): Usage {
  const counts = {
    input: latest(reports, 'input_tokens'),
    cacheWrite: latest(reports, 'cache_creation_input_tokens'),
    cacheRead: latest(reports, 'cache_read_input_tokens'),
    output: latest(reports, 'output_tokens'),
  };
  if (counts.input === null) return { ...UNKNOWN_USAGE, output: counts.output === 0 ? null : counts.output };
  if (promptTokens(counts) === 0) return UNKNOWN_USAGE;
  return counts;
}

function latest(reports: readonly unknown[], name: string): number | null {
  let count: number | null = null;
  for (const report of reports) {
    const value = (report as Readonly<Record<string, unknown>> | null | undefined)?.[name];
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0) count = value;
  }
  return count;
}
