/** What the service says of a model that matters for a request. Floors and windows are in tokens. */
export type ModelCard = {
  readonly id: string;
  /** Prefixes below it are silently not cached. */
  readonly floor: number;
  readonly window: number;
  readonly output: number;
  /** Whether `thinking: disabled` is taken (with an effort up to high). */
  readonly thinkingOff: boolean;
  /** Whether `tool_choice` may force a tool. */
  readonly forcedTools: boolean;
};

const M = 1_000_000;

/** The current models, from the vendor's documentation of November 2026. */
export const MODELS: readonly ModelCard[] = [
  { id: 'claude-haiku-5-5', floor: 512, window: M, output: 128_000, thinkingOff: true, forcedTools: true },
  { id: 'claude-sonnet-5-5', floor: 1024, window: M, output: 128_000, thinkingOff: false, forcedTools: false },
  { id: 'claude-opus-5-5', floor: 1024, window: M, output: 128_000, thinkingOff: false, forcedTools: false },
  { id: 'claude-haiku-4-5', floor: 4096, window: 200_000, output: 64_000, thinkingOff: true, forcedTools: true },
];

/** A model that is not the service's own, behind a server that speaks its API. */
export function foreignModel(id: string): ModelCard {
  return { id, floor: Number.POSITIVE_INFINITY, window: 200_000, output: 64_000, thinkingOff: true, forcedTools: true };
}
