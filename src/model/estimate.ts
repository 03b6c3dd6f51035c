import type { Usage } from '../core/question.ts';
import type { Spending } from './budget.ts';
import { costOf, factsOf } from './prices.ts';
import type { Request } from './request.ts';
import { promptTokens } from './usage.ts';

/** UTF-8 bytes per token of code on the current tokenizers: low, so that estimates are high (facts: model.md §3). */
export const BYTES_PER_TOKEN = 2.5;
/** What an endpoint may claim and still be believed. */
const LEAST_BYTES_PER_TOKEN = 1;
const MOST_BYTES_PER_TOKEN = 8;

/** How a call's shared prefix is expected to be billed. */
export type PrefixBilling = 'input' | 'cache-write' | 'cache-read';

/** Guesses what a call takes before it is made, better from the first reported usage on (SU-36). */
export type Estimator = {
  estimate(call: { model: string; request: Request; prefix: PrefixBilling }): Spending;
  /** Tokens of `bytes` of text. */
  tokens(bytes: number): number;
  learn(request: Request, usage: Usage): void;
};

export function createEstimator(): Estimator {
  let bytesSeen = 0;
  let tokensSeen = 0;
  let longestOutput = 0;

  function tokens(bytes: number): number {
    const seen = tokensSeen === 0 ? BYTES_PER_TOKEN : bytesSeen / tokensSeen;
    return Math.ceil(bytes / Math.min(Math.max(seen, LEAST_BYTES_PER_TOKEN), MOST_BYTES_PER_TOKEN));
  }

  return {
    tokens,
    estimate({ model, request, prefix }) {
      const shared = tokens(request.prefixBytes);
      const own = tokens(request.bytes - request.prefixBytes);
      const floor = factsOf(model)?.cacheFloor ?? 0;
      const isCached = prefix !== 'input' && shared >= floor;
      const isOwnWritten = prefix !== 'input' && request.isMarkedToTheEnd && shared + own >= floor;
      const billed = { input: 0, 'cache-write': 0, 'cache-read': 0 };
      billed[isCached ? prefix : isOwnWritten ? 'cache-write' : 'input'] += shared;
      billed[isOwnWritten ? 'cache-write' : 'input'] += own;
      const cost = costOf(model, {
        input: billed.input,
        cacheWrite: billed['cache-write'],
        cacheRead: billed['cache-read'],
        output: Math.max(request.answerTokens, longestOutput),
      });
      return { tokens: shared + own, cost };
    },
    learn(request, usage) {
      const prompt = promptTokens(usage);
      if (prompt !== null && prompt > 0) {
        bytesSeen += request.bytes;
        tokensSeen += prompt;
      }
      longestOutput = Math.max(longestOutput, usage.output ?? 0);
    },
  };
}
