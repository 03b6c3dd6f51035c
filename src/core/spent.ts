import type { Account } from './account.ts';
import { believedFooters, type Trust } from './footer.ts';

/** What a run spent, as its footer tells it: USD, or tokens where the model's price is unknown (SU-37). */
export type Spent =
  | { readonly kind: 'cost'; readonly usd: number }
  | { readonly kind: 'tokens'; readonly count: number };

/** What a run spent, or null when the endpoint told neither cost nor tokens. */
export function spentOf({
  cost,
  tokens,
}: {
  readonly cost: number | null;
  readonly tokens: number | null;
}): Spent | null {
  if (cost !== null) return { kind: 'cost', usd: cost };
  return tokens === null ? null : { kind: 'tokens', count: tokens };
}

/** The footer's pair for what was spent. */
export function formatSpent(spent: Spent): readonly [string, string] {
  // Never an exponent: readers of other languages parse this, and SU-5 wants plain decimals.
  return spent.kind === 'tokens' ? ['tokens', String(spent.count)] : ['cost', formatUsd(spent.usd)];
}

/** USD to a hundred-millionth, because a run on a small diff costs less than a millionth; without zeros at its end. */
function formatUsd(usd: number): string {
  return usd.toFixed(8).replace(/\.?0+$/, '');
}

/** What a footer of any of our names says was spent (SU-37); null where it does not say, or not in numbers. */
export function parseSpent(values: ReadonlyMap<string, string>): Spent | null {
  const cost = values.get('cost');
  if (cost !== undefined && /^[0-9]+(?:\.[0-9]+)?$/.test(cost)) return { kind: 'cost', usd: Number(cost) };
  const tokens = values.get('tokens');
  return tokens !== undefined && /^[0-9]{1,15}$/.test(tokens) ? { kind: 'tokens', count: Number(tokens) } : null;
}

/** What earlier runs spent on this pull request, by all believed footers of the suite (SU-37). */
export function spentSoFar(
  posts: readonly { readonly author: Account | null; readonly editor: Account | null; readonly body: string }[],
  trust: Trust,
  outputPrice: number | null,
): number {
  let usd = 0;
  for (const post of posts)
    for (const footer of believedFooters(post, trust).footers) {
      const spent = parseSpent(footer.values);
      // Tokens of a model without a known price count at this run's output price (SU-37).
      if (spent !== null) usd += spent.kind === 'cost' ? spent.usd : spent.count * (outputPrice ?? 0);
    }
  return usd;
}
