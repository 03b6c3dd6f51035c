import { describe, expect, test } from '@jest/globals';
import { startDeadline } from '../../src/model/deadline.ts';
import { aBatch, FITTING, fastClock, onServer } from '../support/api-model.ts';
import { taskOf } from '../support/messages-server.ts';

describe('a question', () => {
  test.each(['headers', 'start', 'text'] as const)(
    'SU-34 ends at its deadline when the response stalls (%s)',
    async (stall) => {
      const answer = (call: { body: Parameters<typeof taskOf>[0] }) =>
        taskOf(call.body) === 'q2' ? { text: FITTING, stall } : { text: FITTING };
      await onServer({ answer, model: { questionTimeoutMs: 6_000 } }, async ({ model, server }) => {
        const started = Date.now();

        const answers = await model.ask(aBatch(3));

        expect(answers.map((one) => one.kind)).toEqual(['answered', 'unanswered', 'answered']);
        expect(answers[1]).toMatchObject({ why: 'timeout', calls: 1 });
        expect(answers[1]?.kind === 'unanswered' && answers[1].detail).toMatch(/within 6 s \(timeout-seconds\)/);
        expect(answers[1]?.milliseconds).toBeGreaterThanOrEqual(5_900);
        expect(answers[1]?.usage.cacheRead).toBe(stall === 'headers' ? 0 : server.calls[1]?.usage?.read);
        expect(Date.now() - started).toBeLessThan(2_000);
      });
    },
  );

  test('SU-34 spends its retries and its repair turn within one deadline', async () => {
    const answer = (_: unknown, nth: number) => (nth % 2 === 1 ? { status: 529 } : { text: 'no object' });
    await onServer({ answer, model: { questionTimeoutMs: 2_500 } }, async ({ model }) => {
      const [one] = await model.ask(aBatch(1));

      expect(one).toMatchObject({ kind: 'unanswered', why: 'overloaded' });
      expect(one?.milliseconds).toBeLessThan(2_500);
    });
  });

  test('SU-34 has its deadline run from its own start, not from the start of the batch', async () => {
    const model = { questionTimeoutMs: 4_000, maxParallel: 1 };
    await onServer({ answer: () => ({ text: FITTING, restMs: 120 }), model }, async (scene) => {
      const answers = await scene.model.ask(aBatch(4));

      expect(answers.every((one) => one.kind === 'answered')).toBe(true);
    });
  });
});

describe('a run', () => {
  test('SU-34 ends all questions at its deadline, also those that have not begun', async () => {
    const clock = fastClock(20);
    const model = { clock, runDeadline: clock.now() + 4_000, maxParallel: 1 };
    await onServer({ answer: () => ({ text: FITTING, stall: 'text' }), model }, async (scene) => {
      const started = Date.now();

      const answers = await scene.model.ask(aBatch(3));

      expect(answers.map((one) => one.kind === 'unanswered' && one.why)).toEqual(['timeout', 'timeout', 'timeout']);
      expect(answers.map((one) => one.calls)).toEqual([1, 0, 0]);
      expect(answers.every((one) => one.kind === 'unanswered' && /run-timeout-seconds/.test(one.detail))).toBe(true);
      expect(Date.now() - started).toBeLessThan(2_000);
    });
  });

  test('SU-34 asks nothing after its deadline', async () => {
    const clock = fastClock(20);
    await onServer(
      { answer: () => ({ text: FITTING }), model: { clock, runDeadline: clock.now() - 1 } },
      async (scene) => {
        const [one] = await scene.model.ask(aBatch(2));

        expect(one).toMatchObject({ kind: 'unanswered', why: 'timeout', calls: 0, cost: 0 });
        expect(scene.server.calls).toHaveLength(0);
      },
    );
  });
});

test('SU-34 leaves no timer behind: a released deadline ends its sleep at once and never aborts', async () => {
  const slept: number[] = [];
  const clock = fastClock(1);
  const watched = {
    ...clock,
    sleep: (milliseconds: number, signal?: AbortSignal) =>
      clock.sleep(milliseconds, signal).then(() => void slept.push(milliseconds)),
  };

  const deadline = startDeadline(watched, clock.now() + 60_000);
  deadline.release();
  await new Promise((resolve) => setImmediate(resolve));

  expect(slept).toHaveLength(1);
  expect(deadline.signal.aborted).toBe(false);
});
