import type { Account } from './account.ts';
import { believedFooters, believedMetadata, type HiddenLine, type Trust } from './footer.ts';

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
  const worth = (values: HiddenLine['values']): number => {
    const spent = parseSpent(values);
    if (spent === null) return 0;
    // Tokens of a model without a known price count at this run's output price (SU-37).
    return spent.kind === 'cost' ? spent.usd : spent.count * (outputPrice ?? 0);
  };
  let usd = 0;
  // A metadata review says what all of its reviewer's runs have spent, so that only its newest counts (RR-61).
  const blocks = new Map<string, number>();
  for (const post of posts) {
    for (const { values } of believedFooters(post, trust).footers) usd += worth(values);
    const [marker, ...lines] = believedMetadata(post, trust).footers;
    if (marker?.name !== 'revi-agent' || lines.length === 0) continue;
    blocks.set(
      marker.line,
      lines.reduce((sum, { values }) => sum + worth(values), 0),
    );
  }
  for (const block of blocks.values()) usd += block;
  return usd;
}

/** What a block says after a run (RR-61). Tokens and money do not add up: then the newer kind goes on alone. */
export function addSpent(before: Spent | null, now: Spent | null): Spent | null {
  if (before === null || now === null) return now ?? before;
  if (before.kind === 'cost' && now.kind === 'cost') return { kind: 'cost', usd: before.usd + now.usd };
  if (before.kind === 'tokens' && now.kind === 'tokens') return { kind: 'tokens', count: before.count + now.count };
  return now;
}
