import type { Effect, Outcome } from './core/effect.ts';
import type { Forge } from './ports.ts';

/**
 * Applies effects in order and records what became of each. A refused effect does not keep the next ones from being
 * tried: each was decided to be right on its own. What depends on an earlier outcome is decided by the flow.
 */
export async function act(forge: Forge, number: number, effects: readonly Effect[]): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const effect of effects) outcomes.push({ effect, applied: await forge.apply(number, effect) });
  return outcomes;
}
