import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Extra } from '../../src/model/dialect.ts';
import { MAX_RETRIES, remedyFor, waitBefore } from '../../src/model/retry.ts';
import { aBatch, FITTING, fastClock, onServer } from '../support/api-model.ts';
import { type Script, taskOf } from '../support/messages-server.ts';

const NOTHING_SENT: ReadonlySet<Extra> = new Set();

describe('a failure that passes', () => {
  test.each<[string, Script, RegExp, number]>([
    ['an overloaded service', { status: 529 }, /q1: 529 overloaded; waiting [\d.]+ s before retry 1 of 3/, 0],
    ['a rate limit', { status: 429, headers: { 'retry-after': '2' } }, /429 rate limit; waiting 2\.1 s/, 0],
    ['a conflict', { status: 409 }, /409/, 0],
    ['a request timeout', { status: 408 }, /408/, 0],
    ['a server error in HTML', { status: 502, body: '<html>Bad gateway</html>' }, /502 server error/, 0],
    [
      'an error before the first event',
      { streamError: { type: 'overloaded_error', at: 'start' } },
      /529 overloaded/,
      0,
    ],
    [
      'an error amid the text',
      { text: FITTING, streamError: { type: 'api_error', at: 'text' } },
      /500 server error/,
      1,
    ],
    ['a connection that is cut at once', { cut: 'headers' }, /no answer from the network/, 0],
    ['a stream that is dropped', { text: FITTING, cut: 'text' }, /no answer from the network/, 1],
  ])('SU-34 is retried, and the wait shows in the log: %s', async (_, script, line, billed) => {
    await onServer(
      { answer: (__, nth) => (nth === 1 ? script : { text: FITTING }) },
      async ({ model, server, lines }) => {
        const [answer] = await model.ask(aBatch(1));

        expect(answer).toMatchObject({ kind: 'answered', value: FITTING, calls: 2 });
        expect(lines).toHaveLength(1);
        expect(lines[0]).toMatch(line);
        // What a dropped stream has reported is kept.
        expect(answer?.usage.input).toBe((server.calls[1]?.usage?.input ?? 0) * (1 + billed));
      },
    );
  });

  test('SU-34 is retried three times, then there is no answer, with the reason', async () => {
    await onServer({ answer: () => ({ status: 529 }) }, async ({ model, server }) => {
      const [answer] = await model.ask(aBatch(1));

      expect(server.calls).toHaveLength(1 + MAX_RETRIES);
      expect(answer).toMatchObject({ kind: 'unanswered', why: 'overloaded', calls: 4, cost: 0 });
      expect(answer?.requestIds).toHaveLength(4);
      expect(answer?.kind === 'unanswered' && answer.detail).toBe('529 overloaded, still after 3 retries');
    });
  });

  test('SU-34 is not waited for beyond the deadline of the question', async () => {
    const scripts = {
      answer: () => ({ status: 429, headers: { 'retry-after': '50' } }),
      model: { questionTimeoutMs: 30_000 },
    };
    await onServer(scripts, async ({ model, server, lines }) => {
      const started = Date.now();

      const [answer] = await model.ask(aBatch(1));

      expect(answer).toMatchObject({ kind: 'unanswered', why: 'overloaded', calls: 1 });
      expect(answer?.kind === 'unanswered' && answer.detail).toMatch(/429 rate limit; a wait of 50\.\d s does not fit/);
      expect(server.calls).toHaveLength(1);
      expect(lines).toEqual([]);
      expect(Date.now() - started).toBeLessThan(1_000);
    });
  });

  test('SU-34 makes a question wait really, for as long as the service asks', async () => {
    const clock = fastClock(4);
    const answer = (_: unknown, nth: number) =>
      nth === 1 ? { status: 429, headers: { 'retry-after': '2' } } : { text: FITTING };
    await onServer({ answer, model: { clock } }, async ({ model, server }) => {
      await model.ask(aBatch(1));

      const [first, second] = server.calls;
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(490);
    });
  });

  test('SU-34 keeps no other question from its slot while it is waited for', async () => {
    const answer = (call: { body: Parameters<typeof taskOf>[0] }, nth: number) =>
      taskOf(call.body) === 'q1' && nth === 1 ? { status: 429, headers: { 'retry-after': '8' } } : { text: FITTING };
    await onServer({ answer, model: { maxParallel: 1 } }, async ({ model, server }) => {
      await model.ask(aBatch(3));

      expect(server.calls.map((call) => taskOf(call.body))).toEqual(['q1', 'q2', 'q3', 'q1']);
    });
  });
});

describe('waitBefore', () => {
  const at = { now: Date.UTC(2026, 10, 30), random: () => 0.5 };

  test('SU-34 doubles from a second without Retry-After', () => {
    const waits = [1, 2, 3].map((count) => waitBefore(count, { ...at, retryAfter: null }));

    expect(waits).toEqual([1_000, 2_000, 4_000]);
  });

  test('SU-34 takes seconds and HTTP dates, and never less than was asked for', () => {
    expect(waitBefore(1, { ...at, retryAfter: '7' })).toBe(7_125);
    expect(waitBefore(1, { ...at, retryAfter: new Date(at.now + 9_000).toUTCString() })).toBe(9_125);
    expect(waitBefore(1, { ...at, retryAfter: 'soon' })).toBe(1_000);
  });

  test('SU-34 stays within a bound, whatever is asked for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.option(fc.string()),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (count, value, random) => {
          const wait = waitBefore(count, { retryAfter: value, now: at.now, random: () => random });
          expect(wait).toBeGreaterThanOrEqual(0);
          expect(wait).toBeLessThanOrEqual(60_250);
        },
      ),
    );
    expect(waitBefore(1, { ...at, retryAfter: '86400' })).toBeLessThanOrEqual(60_250);
  });
});

describe('remedyFor', () => {
  test.each([
    [401, 'key-refused', true],
    [403, 'key-refused', true],
    [404, 'error', true],
    [402, 'error', false],
    [307, 'error', false],
  ])('SU-33 ends on status %i as %s', (status, why, everyone) => {
    expect(remedyFor({ status, type: null, message: 'no' }, NOTHING_SENT)).toMatchObject({
      kind: 'end',
      why,
      everyone,
    });
  });

  test('SU-33 knows the words of other servers for a prompt that is too long', () => {
    const message = "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens.";

    expect(remedyFor({ status: 400, type: null, message }, NOTHING_SENT)).toMatchObject({ why: 'too-long' });
  });
});
