/** A part of a request that not every server takes. */
export type Extra = 'format' | 'effort' | 'thinking' | 'cache-marks' | 'version' | 'stream';

/** Which extras an endpoint takes, as far as it has told (SU-33). What it refused once is left out for the rest of the run. */
export type Dialect = {
  takes(extra: Extra): boolean;
  /** True the first time, so that it is told once. */
  drop(extra: Extra): boolean;
};

export function createDialect(): Dialect {
  const refused = new Set<Extra>();
  return {
    takes: (extra) => !refused.has(extra),
    drop(extra) {
      const isNew = !refused.has(extra);
      refused.add(extra);
      return isNew;
    },
  };
}

/** How an extra is called in requests, for messages. */
export const EXTRA_NAMES: Readonly<Record<Extra, string>> = {
  format: 'output_config.format',
  effort: 'output_config.effort',
  thinking: 'thinking',
  'cache-marks': 'cache_control',
  version: 'anthropic-version 2026-10-21',
  stream: 'stream',
};

/** The most telling first: `output_config` alone says less than `output_config.format`. */
const SIGNS: readonly (readonly [RegExp, readonly Extra[]])[] = [
  [/cache_control/i, ['cache-marks']],
  [/anthropic-version/i, ['version']],
  [/output_config\W{0,4}effort|\beffort\b/i, ['effort']],
  [/output_config\W{0,4}format|output_format|json_schema|response_format|structured output/i, ['format']],
  [/output_config/i, ['format', 'effort']],
  [/\bthinking\b/i, ['thinking']],
  [/\bstream(ing)?\b/i, ['stream']],
];

/** The extras, among those `sent`, that a refusal of the request (400 or 422) speaks of. */
export function refusedExtras(message: string, sent: ReadonlySet<Extra>): readonly Extra[] {
  for (const [sign, extras] of SIGNS) {
    const named = sign.test(message) ? extras.filter((extra) => sent.has(extra)) : [];
    if (named.length > 0) return named;
  }
  return [];
}
