import type { Usage } from '../core/question.ts';
import table from './prices.json' with { type: 'json' };

/** USD per million tokens; `cacheWrite` is the five-minute write. */
export type Prices = {
  readonly input: number;
  readonly output: number;
  readonly cacheWrite: number;
  readonly cacheRead: number;
};

/** What is known about a model before it is asked. */
export type ModelFacts = {
  readonly prices: Prices;
  /** Prices of every token of a request whose prompt, cached tokens included, is longer than `above`. */
  readonly longPrompt?: { readonly above: number; readonly prices: Prices };
  /** A shorter prefix is silently not cached. */
  readonly cacheFloor: number;
  /** Thinks unless told not to; its thoughts count toward `max_tokens`. */
  readonly thinks: boolean;
  /** Accepts `thinking: {type: 'disabled'}`, except at effort xhigh and max. */
  readonly thinkingCanBeOff: boolean;
};

const ALIASES: Readonly<Record<string, string>> = table.aliases;
const MODELS: Readonly<Record<string, ModelFacts>> = table.models;

/** The day on which the price table was right (SU-36). */
export const PRICES_DATE: string = table.date;

/** The full name behind `haiku`, `sonnet` or `opus`; any other name as it is (SU-31). */
export function resolveModelName(name: string): string {
  return Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name;
}

/** Null for a model that is not in the table. A dated name (`claude-haiku-4-5-20251001`) is its model. */
export function factsOf(model: string): ModelFacts | null {
  const name = resolveModelName(model).replace(/-\d{8}$/, '');
  return Object.hasOwn(MODELS, name) ? (MODELS[name] ?? null) : null;
}

/** USD of one request; null when the price or any of the counts is unknown (SU-36). */
export function costOf(model: string, usage: Usage): number | null {
  const facts = factsOf(model);
  const { input, cacheWrite, cacheRead, output } = usage;
  if (facts === null || input === null || cacheWrite === null || cacheRead === null || output === null) return null;
  const { longPrompt } = facts;
  const isLong = longPrompt !== undefined && input + cacheWrite + cacheRead > longPrompt.above;
  const prices = isLong ? longPrompt.prices : facts.prices;
  const millionths =
    input * prices.input + cacheWrite * prices.cacheWrite + cacheRead * prices.cacheRead + output * prices.output;
  return millionths / 1_000_000;
}
