import { describe, expect, test } from '@jest/globals';
import { createGate, createSlots } from '../../src/model/fan-out.ts';
import { aBatch, FITTING, onServer } from '../support/api-model.ts';
import { countTokens, type ReceivedCall, taskOf } from '../support/messages-server.ts';

/** A call's text up to and with the block that is marked, or up to the last block. */
function prefixOf(call: ReceivedCall): string {
  const content = call.body.messages[0]?.content ?? [];
  return JSON.stringify([call.body.system, content.slice(0, -1), call.body.output_config, call.body.thinking]);
}

describe('a batch of several questions', () => {
  test('SU-32 writes the cache once, and bills no more input than one write and reads', async () => {
    await onServer({ answer: () => ({ text: FITTING, firstMs: 5, restMs: 20 }) }, async ({ server, model }) => {
      const batch = aBatch(10);

      const answers = await model.ask(batch);

      expect(answers.map((answer) => answer.kind)).toEqual(Array(10).fill('answered'));
      const usages = server.calls.map((call) => call.usage ?? { input: 0, write: 0, read: 0 });
      expect(usages.filter((usage) => usage.write > 0)).toHaveLength(1);
      const prefix = countTokens(batch.system + batch.shared);
      const billed = usages.reduce((sum, usage) => sum + usage.input + 1.25 * usage.write + 0.1 * usage.read, 0);
      expect(billed).toBeLessThanOrEqual(1.05 * prefix * (1.25 + 0.1 * 9) + 10 * countTokens('q10'));
      expect(new Set(server.calls.map(prefixOf)).size).toBe(1);
    });
  });

  test('SU-32 starts the others when the first response begins, not when it ends, and in order', async () => {
    const answer = (call: ReceivedCall) =>
      taskOf(call.body) === 'q1' ? { text: FITTING, firstMs: 60, restMs: 200 } : { text: FITTING };
    await onServer({ answer, model: { maxParallel: 2 } }, async ({ server, model }) => {
      await model.ask(aBatch(5));

      const [first, ...others] = server.calls;
      expect(server.calls.map((call) => taskOf(call.body))).toEqual(['q1', 'q2', 'q3', 'q4', 'q5']);
      expect(others.every((call) => call.at >= (first?.begunAt ?? 0))).toBe(true);
      expect(others[0]?.at).toBeLessThan(first?.endedAt ?? 0);
    });
  });

  test.each([1, 2, 3])(
    'SU-5 keeps at most max-parallel (%i) calls under way, over all batches',
    async (maxParallel) => {
      const answer = () => ({ text: FITTING, firstMs: 5, restMs: 15 });
      await onServer({ answer, model: { maxParallel } }, async ({ server, model }) => {
        await Promise.all([model.ask(aBatch(5)), model.ask(aBatch(5, { shared: '"another part"' }))]);

        expect(server.calls).toHaveLength(10);
        expect(server.maxConcurrency).toBe(maxParallel);
      });
    },
  );

  test('SU-32 lets the next question take the place of a first one that fails before its response begins', async () => {
    const answer = (call: ReceivedCall, nth: number) =>
      taskOf(call.body) === 'q1' && nth === 1 ? { status: 529 } : { text: FITTING, restMs: 30 };
    await onServer({ answer, model: { maxParallel: 2 } }, async ({ server, model }) => {
      const answers = await model.ask(aBatch(4));

      expect(server.calls.map((call) => taskOf(call.body)).slice(0, 3)).toEqual(['q1', 'q2', 'q3']);
      expect(server.calls[2]?.at).toBeGreaterThanOrEqual(server.calls[1]?.begunAt ?? Number.POSITIVE_INFINITY);
      expect(server.calls.filter((call) => (call.usage?.write ?? 0) > 0)).toHaveLength(1);
      expect(server.maxConcurrency).toBe(2);
      expect(answers[0]).toMatchObject({ kind: 'answered', calls: 2, usage: { cacheWrite: 0 } });
      expect(answers[0]?.usage.cacheRead).toBeGreaterThan(1000);
    });
  });

  test('SU-32 keeps the order of the questions in its answers, whatever ends first', async () => {
    const answer = (call: ReceivedCall) => ({ text: FITTING, restMs: 80 - 20 * Number(taskOf(call.body).slice(1)) });
    await onServer({ answer }, async ({ model }) => {
      const told: string[] = [];

      const answers = await model.ask(aBatch(4), { onAnswer: (one) => told.push(one.id) });

      expect(answers.map((one) => one.id)).toEqual(['q1', 'q2', 'q3', 'q4']);
      expect([...told].sort()).toEqual(['q1', 'q2', 'q3', 'q4']);
      expect(told).not.toEqual(['q1', 'q2', 'q3', 'q4']);
    });
  });

  test('SU-32 says once when an endpoint that could cache does not', async () => {
    const usage = [
      { input_tokens: 2000, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
      { output_tokens: 20 },
    ] as const;
    await onServer({ answer: () => ({ text: FITTING, usage }) }, async ({ model, lines }) => {
      await model.ask(aBatch(4));

      expect(lines.filter((line) => /does not cache/.test(line))).toHaveLength(1);
    });
  });
});

test('SU-32 marks nothing when there is one question', async () => {
  await onServer({ answer: () => ({ text: FITTING }) }, async ({ server, model }) => {
    await model.ask(aBatch(1));

    expect(server.calls).toHaveLength(1);
    expect(server.calls[0]?.raw).not.toContain('cache_control');
  });
});

test('SU-32 marks the shared block and nothing else, and puts the task last', async () => {
  await onServer({ answer: () => ({ text: FITTING }) }, async ({ server, model }) => {
    const batch = aBatch(2);

    await model.ask(batch);

    expect(server.calls[1]?.body.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: batch.shared, cache_control: { type: 'ephemeral' } },
          { type: 'text', text: 'q2' },
        ],
      },
    ]);
    expect(server.calls[1]?.raw.match(/cache_control/g)).toHaveLength(1);
  });
});

test('SU-32 asks nothing for an empty batch', async () => {
  await onServer({ answer: () => ({ text: FITTING }) }, async ({ server, model }) => {
    expect(await model.ask(aBatch(0))).toEqual([]);
    expect(server.calls).toHaveLength(0);
  });
});

describe('the gate', () => {
  test('SU-32 hands the place of a failed first question to the next in line, which nobody overtakes', async () => {
    const gate = createGate();
    const signal = new AbortController().signal;
    const roles: string[] = [];
    const enter = (name: string): Promise<unknown> => gate.enter(signal).then((role) => roles.push(`${name} ${role}`));

    await enter('a');
    const others = [enter('b'), enter('c')];
    gate.failed();
    await others[0];
    others.push(enter('a again'));
    gate.begun();
    await Promise.all(others);

    expect(roles).toEqual(['a warms', 'b warms', 'c follows', 'a again follows']);
  });

  test('SU-34 lets go of who waits when its deadline passes', async () => {
    const gate = createGate();
    const patience = new AbortController();
    await gate.enter(new AbortController().signal);

    const waiting = gate.enter(patience.signal);
    patience.abort();

    expect(await waiting).toBeNull();
    gate.failed();
    expect(await gate.enter(new AbortController().signal)).toBe('warms');
  });
});

test('SU-34 gives a freed slot to a question that was asked before, ahead of new ones', async () => {
  const slots = createSlots(1);
  const { signal } = new AbortController();
  const served: string[] = [];
  await slots.take(signal, 'behind');

  const fresh = slots.take(signal, 'behind').then(() => served.push('new'));
  const again = slots.take(signal, 'ahead').then(() => served.push('retry'));
  slots.free();
  await again;
  slots.free();
  await fresh;

  expect(served).toEqual(['retry', 'new']);
});
