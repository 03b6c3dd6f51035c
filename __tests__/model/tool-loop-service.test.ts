import { describe, expect, test } from '@jest/globals';
import { UserError } from '../../src/core/errors.ts';
import { aBatch, FITTING, fastClock, onServer } from '../support/api-model.ts';
import type { ReceivedCall, Script } from '../support/messages-server.ts';
import { aDesk, inTurns, promptOf, resultsOf, toolUse, turn } from '../support/tool-scene.ts';

const READ = () => turn(toolUse('read_file', { path: 'a.ts' }));
const DECIDE = () => turn(toolUse('decide'));

describe('a service that fails', () => {
  test.each<[string, Script, RegExp]>([
    ['an overloaded service', { status: 529 }, /^the fixer: 529 overloaded; waiting [\d.]+ s before retry 1 of 3$/],
    ['a rate limit', { status: 429, headers: { 'retry-after': '2' } }, /429 rate limit; waiting 2\.1 s/],
    ['a cut connection', { cut: 'headers' }, /no answer from the network/],
    ['a body that is not JSON', { status: 200, body: '{"content": [' }, /no answer from the network/],
    ['a body that is no message', { status: 200, body: 'null' }, /the response is not a message/],
  ])('SU-34 is asked again for the same turn, and the wait shows in the log: %s', async (_, script, line) => {
    await onServer({ answer: inTurns(READ(), script, DECIDE()) }, async ({ model, server, lines }) => {
      const { loop, asked } = aDesk(1);

      const { turns, calls, requestIds, end } = await model.work(loop);

      expect(end).toEqual({ kind: 'finished' });
      expect([turns, calls]).toEqual([2, 3]);
      expect(requestIds).toContain('req_3');
      expect(server.calls[2]?.raw).toBe(server.calls[1]?.raw);
      expect(asked).toHaveLength(2);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(line);
    });
  });

  test('SU-34 is asked again three times in each turn, then there is no answer', async () => {
    const down = { status: 529 };
    const answer = inTurns(down, down, down, READ(), down, down, down, down);
    await onServer({ answer }, async ({ model }) => {
      const { turns, calls, end } = await model.work(aDesk(1).loop);

      expect([turns, calls]).toEqual([1, 8]);
      expect(end).toEqual({ kind: 'unanswered', why: 'overloaded', detail: '529 overloaded, still after 3 retries' });
    });
  });

  test('SU-34 has timeout-seconds for each turn, not for all of them', async () => {
    const slow = { firstMs: 120 };
    const answer = inTurns(...[READ(), READ(), READ(), DECIDE()].map((script) => ({ ...script, ...slow })));
    await onServer({ answer, model: { questionTimeoutMs: 4_000 } }, async ({ model }) => {
      const { end, milliseconds } = await model.work(aDesk(1).loop);

      expect(end).toEqual({ kind: 'finished' });
      expect(milliseconds).toBeGreaterThan(4_000);
    });
  });

  test('SU-34 is given up when a turn takes longer than timeout-seconds', async () => {
    const answer = inTurns(READ(), { stall: 'headers' });
    await onServer({ answer, model: { questionTimeoutMs: 4_000 } }, async ({ model }) => {
      const { turns, calls, end } = await model.work(aDesk(1).loop);

      expect([turns, calls]).toEqual([1, 2]);
      expect(end).toMatchObject({ kind: 'unanswered', why: 'timeout' });
      expect(end.kind === 'unanswered' && end.detail).toMatch(/within 4 s \(timeout-seconds\)/);
    });
  });

  test("SU-34 is not asked any more after the run's deadline", async () => {
    const clock = fastClock(20);
    const answer = (call: ReceivedCall) => ({ ...inTurns(READ())(call, 1), firstMs: 30 });
    await onServer({ answer, model: { clock, runDeadline: clock.now() + 3_000 } }, async ({ model, server }) => {
      const { end } = await model.work(aDesk(1).loop);

      expect(end).toMatchObject({ kind: 'unanswered', why: 'timeout' });
      expect(end.kind === 'unanswered' && end.detail).toMatch(/run-timeout-seconds/);
      expect(server.calls.length).toBeLessThan(10);
    });
  });

  test('SU-5 answers no more than max-parallel calls at once, and keeps none while tools work', async () => {
    const answer = (call: ReceivedCall) => ({
      ...(call.body.tools === undefined ? { text: FITTING } : inTurns(DECIDE())(call, 1)),
      firstMs: 10,
    });
    await onServer({ answer, model: { maxParallel: 1 } }, async ({ model, server }) => {
      const { loop } = aDesk(1);
      const asking = {
        ...loop,
        // A tool that asks the model itself: it would wait for ever if the loop kept the slot.
        answer: async (call: Parameters<typeof loop.answer>[0]) => {
          await model.ask(aBatch(1));
          return loop.answer(call);
        },
      };

      const ends = await Promise.all([model.work(asking), model.work(aDesk(2).loop), model.ask(aBatch(2))]);

      expect(ends[0].end).toEqual({ kind: 'finished' });
      expect(ends[1].end).toEqual({ kind: 'finished' });
      expect(server.maxConcurrency).toBe(1);
    });
  });
});

test('SU-34 gives a slot that is free to a loop under way, ahead of what has not begun', async () => {
  const loopAnswer = inTurns(READ(), DECIDE());
  const isLoop = (call: ReceivedCall) => call.body.tools !== undefined;
  const answer = (call: ReceivedCall) => ({ ...(isLoop(call) ? loopAnswer(call, 1) : { text: FITTING }), firstMs: 20 });
  await onServer({ answer, model: { maxParallel: 1 } }, async ({ model, server }) => {
    await Promise.all([model.work(aDesk(1).loop), model.ask(aBatch(1)), model.ask(aBatch(1))]);

    expect(server.calls.map(isLoop)).toEqual([true, false, true, false]);
  });
});

describe('a key', () => {
  test('SU-33 that is refused in the middle ends the loop, and everything else of the run', async () => {
    const answer = inTurns(READ(), { status: 401, message: 'invalid sk-ant-api03-test' });
    await onServer({ answer }, async ({ model, server, lines }) => {
      const { turns, end } = await model.work(aDesk(1).loop);
      const later = await model.work(aDesk(1).loop);

      expect(turns).toBe(1);
      expect(end).toMatchObject({ kind: 'unanswered', why: 'key-refused' });
      expect(later).toMatchObject({ turns: 0, calls: 0, end: { why: 'key-refused' } });
      expect(server.calls).toHaveLength(2);
      expect(JSON.stringify([lines, end])).not.toContain('sk-ant');
    });
  });

  test('SU-30 that was lent is renewed once when it is refused in the middle', async () => {
    const federation = {
      ruleId: 'rule',
      organizationId: 'org',
      serviceAccountId: 'svac',
      fetchIdToken: () => Promise.resolve('identity'),
      mask: () => {},
    };
    const token = (nth: number) => ({
      body: { access_token: `sk-ant-oat-${nth}`, token_type: 'Bearer', expires_in: 3600 },
    });
    const answer = inTurns(READ(), { status: 401 }, DECIDE());
    await onServer({ answer, token, model: { apiKey: undefined, federation } }, async ({ model, server }) => {
      const { calls, end } = await model.work(aDesk(1).loop);

      expect([calls, end.kind]).toEqual([3, 'finished']);
      const used = server.calls.map(({ headers }) => headers.authorization);
      expect(used).toEqual(['Bearer sk-ant-oat-1', 'Bearer sk-ant-oat-1', 'Bearer sk-ant-oat-2']);
    });
  });
});

describe('a budget', () => {
  test('SU-36 in tokens ends the loop before the call that would break it; cached input counts', async () => {
    const answer = (call: ReceivedCall) => inTurns(READ())(call, 1);
    await onServer({ answer, model: { maxInputTokens: 12_000 } }, async ({ model, server, lines }) => {
      const { turns, usage, cost, end } = await model.work(aDesk(1).loop);

      expect(end).toMatchObject({ kind: 'unanswered', why: 'budget' });
      expect(end.kind === 'unanswered' && end.detail).toMatch(/^max-input-tokens is 12000: \d+ are used/);
      expect(turns).toBe(server.calls.length);
      const used = server.calls.reduce((sum, call) => sum + promptOf(call), 0);
      expect(used).toBeLessThanOrEqual(12_000);
      expect(used).toBeGreaterThan(7_000);
      expect((usage.input ?? 0) + (usage.cacheWrite ?? 0) + (usage.cacheRead ?? 0)).toBe(used);
      expect(cost).toBeGreaterThan(0);
      expect(lines.join('\n')).toMatch(/^the fixer: not asked: max-input-tokens/);
    });
  });

  test('SU-36 in tokens holds, by estimate, where no usage is reported, and the usage is unknown', async () => {
    const usage = [undefined, undefined] as const;
    const answer = (call: ReceivedCall) => ({ ...inTurns(READ())(call, 1), usage });
    await onServer({ answer, model: { maxInputTokens: 16_000 } }, async ({ model, server }) => {
      const { usage: told, cost, end } = await model.work(aDesk(1).loop);

      expect(end).toMatchObject({ kind: 'unanswered', why: 'budget' });
      expect(server.calls.length).toBeGreaterThan(1);
      expect(server.calls.length).toBeLessThan(6);
      expect(told).toEqual({ input: null, cacheWrite: null, cacheRead: null, output: null });
      expect(cost).toBeNull();
    });
  });

  test('SU-36 in USD ends the loop before the call that would break it', async () => {
    const answer = (call: ReceivedCall) => inTurns(READ())(call, 1);
    await onServer({ answer, model: { model: 'sonnet', maxCostUsd: 0.05 } }, async ({ model }) => {
      const { cost, turns, end } = await model.work(aDesk(1).loop);

      expect(end).toMatchObject({ kind: 'unanswered', why: 'budget' });
      expect(turns).toBeGreaterThan(3);
      expect(cost).toBeGreaterThan(0.01);
      expect(cost).toBeLessThanOrEqual(0.05);
    });
  });

  test('SU-36 in USD is refused for a model without a known price', async () => {
    await onServer({ answer: inTurns(DECIDE()), model: { maxCostUsd: 1 } }, async ({ model, server }) => {
      await expect(model.work(aDesk(1, { model: 'llama-9' }).loop)).rejects.toThrow(UserError);
      expect(server.calls).toEqual([]);
    });
  });
});

describe('a compatible server', () => {
  test.each([
    ['cache_control', 'messages.0.content.1.cache_control: extra field', 'cache_control'],
    ['output_config.effort', 'This model does not support the effort parameter.', 'effort'],
  ])('SU-33 is sent no %s after it has refused it', async (name, message, field) => {
    const plain = inTurns(READ(), DECIDE());
    const answer = (call: ReceivedCall) => (call.raw.includes(field) ? { status: 400, message } : plain(call, 1));
    await onServer({ answer, model: { effort: 'low' } }, async ({ model, server, lines }) => {
      const { calls, turns, end } = await model.work(aDesk(1).loop);

      expect([calls, turns, end.kind]).toEqual([3, 2, 'finished']);
      expect(server.calls.filter(({ raw }) => raw.includes(field))).toHaveLength(1);
      expect(lines).toEqual([`The model service does not take ${name}; it is left out from here on.`]);
    });
  });

  test('SU-33 is written to in the old version after it has refused the new one', async () => {
    const plain = inTurns(READ(), DECIDE());
    const answer = (call: ReceivedCall) =>
      call.headers['anthropic-version'] === '2023-06-01'
        ? plain(call, 1)
        : { status: 400, message: 'anthropic-version: not a valid version' };
    await onServer({ answer }, async ({ model, server }) => {
      expect((await model.work(aDesk(1).loop)).end).toEqual({ kind: 'finished' });
      expect(server.calls).toHaveLength(3);
    });
  });

  test('RB-20 may leave out ids, and count them anew in every turn: each call has one of its own all the same', async () => {
    const bare = (name: string) => ({ type: 'tool_use', name, input: {} });
    const again = (name: string) => ({ ...bare(name), id: 'call_1' });
    const answer = inTurns(
      turn(bare('read_file'), bare('read_file')),
      turn(again('read_file'), again('read_file')),
      turn({ ...bare('read_file'), id: 7 }, { ...bare('read_file'), id: '' }),
      turn(bare('decide')),
    );
    await onServer({ answer }, async ({ model, server }) => {
      const { loop, asked } = aDesk(1);

      expect((await model.work(loop)).end).toEqual({ kind: 'finished' });

      expect(asked).toHaveLength(7);
      expect(resultsOf(server.calls[1]).map((block) => block['tool_use_id'])).toEqual(['call_1', 'call_2']);
      expect(resultsOf(server.calls[2]).map((block) => block['tool_use_id'])).toEqual(['call_3', 'call_4']);
      // What was invented stays as it is in later requests.
      const turnsOf = (call: ReceivedCall | undefined) =>
        JSON.stringify(call?.body.messages.slice(0, 3)).replaceAll(/,"cache_control":\{[^}]*\}/g, '');
      expect(turnsOf(server.calls[3])).toBe(turnsOf(server.calls[1]));
    });
  });
});

test('SU-51 says nothing of prompts, inputs or keys in the log', async () => {
  const answer = inTurns(
    turn(toolUse('read_file', { path: 'secret-path' })),
    { status: 529 },
    { text: 'talk' },
    DECIDE(),
  );
  await onServer({ answer }, async ({ model, lines }) => {
    await model.work(aDesk(1, { material: '"secret material"'.repeat(99), task: 'secret task' }).loop);

    expect(lines).toHaveLength(1);
    expect(lines.join('\n')).not.toMatch(/secret|sk-ant|talk/);
  });
});
