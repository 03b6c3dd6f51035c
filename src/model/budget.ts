import { createLine } from './line.ts';

/** What one call takes, or may take. `cost` is in USD, null without a known price. */
export type Spending = { readonly tokens: number; readonly cost: number | null };

export type Reservation =
  | { readonly kind: 'reserved'; settle(actual: Spending): void }
  | { readonly kind: 'denied'; readonly detail: string };

/** The bounds of a run, `max-input-tokens` and `max-cost-usd` (SU-36). Cached input counts. */
export type Budget = {
  /**
   * Sets `estimate` aside before a call. Denied when it does not fit what is left of the bounds; when it only does not
   * fit beside the calls under way, waits until they have told what they really took. Null when `signal` aborted.
   */
  reserve(estimate: Spending, signal: AbortSignal): Promise<Reservation | null>;
};

export type Bounds = { readonly maxInputTokens?: number | undefined; readonly maxCostUsd?: number | undefined };

export function createBudget({ maxInputTokens, maxCostUsd }: Bounds): Budget {
  const line = createLine<true>();
  const spent = { tokens: 0, cost: 0 };
  const underWay = new Set<Spending>();

  /** The bound that `estimate` breaks on top of `tokens` and `cost`, as a sentence. */
  function broken(estimate: Spending, besides: { tokens: number; cost: number }): string | null {
    if (maxInputTokens !== undefined && besides.tokens + estimate.tokens > maxInputTokens)
      return `max-input-tokens is ${maxInputTokens}: ${besides.tokens} are used, and this call needs about ${estimate.tokens}`;
    const cost = estimate.cost ?? 0;
    if (maxCostUsd !== undefined && besides.cost + cost > maxCostUsd)
      return `max-cost-usd is ${maxCostUsd}: ${usd(besides.cost)} are spent, and this call costs about ${usd(cost)}`;
    return null;
  }

  return {
    async reserve(estimate, signal) {
      for (;;) {
        const detail = broken(estimate, spent);
        if (detail !== null) return { kind: 'denied', detail };
        if (underWay.size === 0 || broken(estimate, [...underWay].reduce(add, spent)) === null) break;
        if ((await line.wait(signal)) === null) return null;
      }
      const own = { ...estimate };
      underWay.add(own);
      return {
        kind: 'reserved',
        settle(actual) {
          underWay.delete(own);
          spent.tokens += actual.tokens;
          spent.cost += actual.cost ?? 0;
          line.serveAll(true);
        },
      };
    },
  };
}

function add(sum: { tokens: number; cost: number }, one: Spending): { tokens: number; cost: number } {
  return { tokens: sum.tokens + one.tokens, cost: sum.cost + (one.cost ?? 0) };
}

function usd(amount: number): string {
  return amount.toFixed(6).replace(/\.?0+$/, '');
}
