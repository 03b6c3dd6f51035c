import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import table from '../../src/model/prices.json' with { type: 'json' };
import { costOf, factsOf, PRICES_DATE, resolveModelName } from '../../src/model/prices.ts';
import { fastClock, onServer } from '../support/api-model.ts';

test.each([
  ['haiku', 'claude-haiku-5-5'],
  ['sonnet', 'claude-sonnet-5-5'],
  ['opus', 'claude-opus-5-5'],
  ['claude-sonnet-4-6', 'claude-sonnet-4-6'],
  ['qwen3-coder:30b', 'qwen3-coder:30b'],
  ['constructor', 'constructor'],
])('SU-31 resolves %s to %s', (name, full) => {
  expect(resolveModelName(name)).toBe(full);
});

describe('costOf', () => {
  test('SU-36 adds up each kind of token at its own price', () => {
    const usage = { input: 1_000, cacheWrite: 30_000, cacheRead: 20_000, output: 500 };

    // 1,000 × 0.10 + 30,000 × 0.125 + 20,000 × 0.01 + 500 × 0.50, per million
    expect(costOf('haiku', usage)).toBeCloseTo(0.0043, 10);
    // 1,000 × 2 + 30,000 × 2.50 + 20,000 × 0.10 + 500 × 10
    expect(costOf('sonnet', usage)).toBeCloseTo(0.084, 10);
  });

  test('SU-36 charges every token of a Haiku 5.5 request over 100,000 prompt tokens the higher price, cached ones counted', () => {
    const at = { input: 10_000, cacheWrite: 0, cacheRead: 90_000, output: 1_000 };

    expect(costOf('claude-haiku-5-5', at)).toBeCloseTo((10_000 * 0.1 + 90_000 * 0.01 + 1_000 * 0.5) / 1e6, 10);
    expect(costOf('claude-haiku-5-5', { ...at, cacheRead: 90_001 })).toBeCloseTo(
      (10_000 * 0.5 + 90_001 * 0.05 + 1_000 * 2.5) / 1e6,
      10,
    );
  });

  test('SU-36 is unknown for an unknown model or an unreported figure, never 0', () => {
    const usage = { input: 1, cacheWrite: 0, cacheRead: 0, output: 1 };

    expect(costOf('qwen3-coder:30b', usage)).toBeNull();
    for (const figure of Object.keys(usage)) expect(costOf('haiku', { ...usage, [figure]: null })).toBeNull();
  });

  test('SU-36 never falls when more is used', () => {
    const count = fc.integer({ min: 0, max: 200_000 });
    fc.assert(
      fc.property(count, count, count, count, (input, cacheWrite, cacheRead, output) => {
        const less = costOf('haiku', { input, cacheWrite, cacheRead, output }) ?? Number.NaN;
        const more = costOf('haiku', { input: input + 1, cacheWrite, cacheRead, output }) ?? Number.NaN;
        expect(more).toBeGreaterThan(less);
      }),
    );
  });
});

test('SU-36 has a dated table in which every alias has a price', () => {
  expect(PRICES_DATE).toMatch(/^20\d\d-\d\d-\d\d$/);
  expect(table.source.length).toBeGreaterThan(40);
  for (const alias of Object.keys(table.aliases)) expect(factsOf(alias)).not.toBeNull();
});

test('SU-31 knows a dated name as its model', () => {
  expect(factsOf('claude-haiku-4-5-20251001')).toBe(factsOf('claude-haiku-4-5'));
});

test('SU-37 tells the price of output per token, or that it is unknown', async () => {
  const clock = fastClock(1);
  await onServer({ answer: () => ({}), model: { clock, model: 'opus' } }, async ({ model }) => {
    expect(model.name).toBe('claude-opus-5-5');
    expect(model.outputPrice).toBeCloseTo(20 / 1e6, 12);
  });
  await onServer({ answer: () => ({}), model: { clock, model: 'llama' } }, async ({ model }) => {
    expect(model.outputPrice).toBeNull();
  });
});

test('SU-23 has room for two and a half bytes a token, less the overhead', async () => {
  await onServer({ answer: () => ({}), model: { contextTokens: 90_000 } }, async ({ model }) => {
    expect(model.roomFor(0)).toBe(225_000);
    expect(model.roomFor(5_000)).toBe(220_000);
    expect(model.roomFor(1_000_000)).toBe(0);
  });
});
