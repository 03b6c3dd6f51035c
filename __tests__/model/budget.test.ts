import { describe, expect, test } from '@jest/globals';
import { UserError } from '../../src/core/errors.ts';
import { createApiModel } from '../../src/model/api.ts';
import { createBudget } from '../../src/model/budget.ts';
import { aBatch, FITTING, fastClock, onServer } from '../support/api-model.ts';

const { signal } = new AbortController();

describe('a bound in tokens', () => {
  test('SU-36 counts cached input, stops before the call that would break it, and reports what is done', async () => {
    const model = { maxInputTokens: 8_500, maxParallel: 1 };
    await onServer({ answer: () => ({ text: FITTING }), model }, async ({ model: asked, server, lines }) => {
      const answers = await asked.ask(aBatch(10));

      const used = server.calls.reduce(
        (sum, { usage }) => sum + (usage ? usage.input + usage.write + usage.read : 0),
        0,
      );
      expect(used).toBeLessThanOrEqual(8_500);
      expect(used).toBeGreaterThan(6_000);
      expect(server.calls.some(({ usage }) => (usage?.read ?? 0) > 0)).toBe(true);
      expect(answers.filter((answer) => answer.kind === 'answered')).toHaveLength(server.calls.length);
      const denied = answers.filter((answer) => answer.kind === 'unanswered');
      expect(denied.every((answer) => answer.why === 'budget' && answer.calls === 0)).toBe(true);
      expect(denied[0]?.detail).toMatch(/^max-input-tokens is 8500: \d+ are used, and this call needs about \d+$/);
      expect(lines.join('\n')).toContain('max-input-tokens');
    });
  });

  test('SU-36 holds beside calls under way', async () => {
    const model = { maxInputTokens: 8_500, maxParallel: 8 };
    await onServer({ answer: () => ({ text: FITTING, restMs: 20 }), model }, async ({ model: asked, server }) => {
      await asked.ask(aBatch(10));

      const used = server.calls.reduce(
        (sum, { usage }) => sum + (usage ? usage.input + usage.write + usage.read : 0),
        0,
      );
      expect(used).toBeLessThanOrEqual(8_500);
      expect(used).toBeGreaterThan(6_000);
    });
  });

  test('SU-36 holds, by estimate, at an endpoint that reports no usage', async () => {
    const usage = [undefined, undefined] as const;
    const model = { maxInputTokens: 9_000, maxParallel: 1 };
    await onServer({ answer: () => ({ text: FITTING, usage }), model }, async ({ model: asked, server }) => {
      const answers = await asked.ask(aBatch(10));

      expect(server.calls.length).toBeGreaterThan(0);
      expect(server.calls.length).toBeLessThan(4);
      expect(answers.at(-1)).toMatchObject({ kind: 'unanswered', why: 'budget' });
    });
  });
});

describe('a bound in USD', () => {
  test('SU-36 stops before the call that would break it', async () => {
    const model = { model: 'sonnet', maxCostUsd: 0.02, maxParallel: 2 };
    await onServer({ answer: () => ({ text: FITTING }), model }, async ({ model: asked }) => {
      const answers = await asked.ask(aBatch(40));

      const spent = answers.reduce((sum, answer) => sum + (answer.cost ?? Number.NaN), 0);
      expect(spent).toBeGreaterThan(0.01);
      expect(spent).toBeLessThanOrEqual(0.02);
      expect(answers.some((answer) => answer.kind === 'unanswered' && /max-cost-usd is 0.02/.test(answer.detail))).toBe(
        true,
      );
    });
  });

  test('SU-36 is refused for a model without a known price, in favour of max-input-tokens', async () => {
    const clock = fastClock(1);
    const options = {
      apiKey: 'k-test',
      maxParallel: 1,
      questionTimeoutMs: 1,
      runDeadline: 0,
      contextTokens: 1,
      maxCostUsd: 1,
      clock,
      narrate: () => {},
    };

    expect(() => createApiModel({ ...options, model: 'qwen3-coder:30b' })).toThrow(/max-input-tokens/);
    expect(() => createApiModel({ ...options, model: 'qwen3-coder:30b' })).toThrow(UserError);
    await expect(
      createApiModel({ ...options, model: 'haiku' }).ask(aBatch(1), { model: 'qwen3-coder:30b' }),
    ).rejects.toThrow(/max-input-tokens/);
  });
});

describe('createBudget', () => {
  test('SU-36 waits, rather than denies, while only the calls under way are in the way', async () => {
    const budget = createBudget({ maxInputTokens: 100 });
    const first = await budget.reserve({ tokens: 80, cost: null }, signal);
    let second: unknown = 'waiting';
    const waiting = budget.reserve({ tokens: 60, cost: null }, signal).then((reservation) => {
      second = reservation?.kind;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(second).toBe('waiting');

    if (first?.kind === 'reserved') first.settle({ tokens: 30, cost: null });
    await waiting;

    expect(second).toBe('reserved');
  });

  test('SU-36 denies when the calls under way took what was left', async () => {
    const budget = createBudget({ maxCostUsd: 1 });
    const first = await budget.reserve({ tokens: 1, cost: 0.8 }, signal);
    const waiting = budget.reserve({ tokens: 1, cost: 0.6 }, signal);

    if (first?.kind === 'reserved') first.settle({ tokens: 1, cost: 0.7 });

    expect(await waiting).toEqual({
      kind: 'denied',
      detail: 'max-cost-usd is 1: 0.7 are spent, and this call costs about 0.6',
    });
  });

  test('SU-34 gives up waiting at the deadline', async () => {
    const budget = createBudget({ maxInputTokens: 100 });
    const patience = new AbortController();
    await budget.reserve({ tokens: 80, cost: null }, signal);

    const waiting = budget.reserve({ tokens: 60, cost: null }, patience.signal);
    patience.abort();

    expect(await waiting).toBeNull();
  });

  test('SU-36 bounds nothing unless asked to', async () => {
    const reservation = await createBudget({}).reserve({ tokens: 1e9, cost: null }, signal);

    expect(reservation?.kind).toBe('reserved');
  });
});
