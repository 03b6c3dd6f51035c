import { describe, expect, test } from '@jest/globals';
import type { LoopEnd } from '../../src/core/reconcile/tool-loop.ts';
import type { Extra } from '../../src/model/dialect.ts';
import { createEstimator } from '../../src/model/estimate.ts';
import { costOf } from '../../src/model/prices.ts';
import type { Request } from '../../src/model/request.ts';
import { onServer } from '../support/api-model.ts';
import type { ReceivedCall, Script } from '../support/messages-server.ts';
import { aDesk, inTurns, promptOf, toolUse, turn } from '../support/tool-scene.ts';

/** What the calls cost in tokens of input, and how many tokens each added to the conversation. */
function bill(calls: readonly ReceivedCall[]): { billed: number; added: number } {
  const billed = calls.reduce((sum, { usage }) => sum + (usage?.input ?? 0) + 1.25 * (usage?.write ?? 0), 0);
  return { billed, added: Math.max(...calls.map(promptOf)) };
}

/** Blocks that are marked, as [turn, block]. */
function marksOf({ body }: ReceivedCall): number[][] {
  return body.messages.flatMap(({ content }, at) =>
    content.flatMap((block, index) => (block.cache_control === undefined ? [] : [[at, index]])),
  );
}

/** A text of a model, and a call. */
function talk(calls = 1): Script {
  const reads = Array.from({ length: calls }, () => toolUse('read_file', { path: 'src/price.ts' }));
  return turn({ type: 'text', text: 'I look at the next file.' }, ...reads);
}

describe('the cache', () => {
  test.each([
    ['one call a turn', 1],
    // More blocks in a turn than the service looks back.
    ['thirty calls a turn', 30],
  ])('SU-32 takes what is new in each turn, and nothing twice: %s', async (_, calls) => {
    const talks = Array.from({ length: 11 }, () => talk(calls));
    const answer = inTurns(...talks, turn(toolUse('decide')));
    const bounds = { calls: 1_000, callsPerTurn: 40 };
    await onServer({ answer, model: { contextTokens: 1_000_000 } }, async ({ model, server, lines }) => {
      const { turns, usage, end } = await model.work(aDesk(1, { bounds }).loop);

      expect([turns, end.kind]).toEqual([12, 'finished']);
      const { billed, added } = bill(server.calls);
      expect(billed).toBeLessThanOrEqual(1.3 * added);
      // Each call reads exactly what the one before it wrote or read.
      for (const [index, { usage }] of server.calls.slice(1).entries()) {
        const before = server.calls[index]?.usage;
        expect(usage?.read).toBe((before?.read ?? 0) + (before?.write ?? 0));
        expect(usage?.input).toBe(0);
      }
      expect(usage.cacheRead).toBe(server.calls.reduce((sum, call) => sum + (call.usage?.read ?? 0), 0));
      expect(lines).toEqual([]);
    });
  });

  test('SU-32 is marked where the first turn, the request before and this one end', async () => {
    const answer = inTurns(talk(), talk(2), { text: 'Hm.' }, talk(), turn(toolUse('decide')));
    await onServer({ answer }, async ({ model, server }) => {
      await model.work(aDesk(1).loop);

      expect(server.calls.map(marksOf)).toEqual([
        [[0, 1]],
        [
          [0, 1],
          [2, 0],
        ],
        [
          [0, 1],
          [2, 0],
          [4, 1],
        ],
        [
          [0, 1],
          [4, 1],
          [6, 0],
        ],
        [
          [0, 1],
          [6, 0],
          [8, 0],
        ],
      ]);
    });
  });

  test('SU-32 is read across retries, silences and turns that come empty', async () => {
    const answer = inTurns(
      { status: 529 },
      talk(),
      { cut: 'headers' },
      talk(),
      { content: [] },
      talk(),
      { text: 'All done.' },
      turn(toolUse('decide')),
    );
    await onServer({ answer }, async ({ model, server }) => {
      const { calls, turns } = await model.work(aDesk(1).loop);

      expect([calls, turns]).toEqual([8, 6]);
      const { billed, added } = bill(server.calls);
      expect(billed).toBeLessThanOrEqual(1.3 * added);
    });
  });

  test('SU-36 is reckoned with when a call is weighed against max-cost-usd', async () => {
    const story = async (maxCostUsd: number): Promise<LoopEnd> => {
      const answer = inTurns(...Array.from({ length: 19 }, () => talk()), turn(toolUse('decide')));
      const ends: LoopEnd[] = [];
      await onServer({ answer, model: { model: 'opus', maxCostUsd } }, async ({ model }) => {
        ends.push(await model.work(aDesk(1, { bounds: { answerTokens: 50 } }).loop));
      });
      return ends[0] as LoopEnd;
    };
    const { cost } = await story(1);

    // Room for one call that reads the cache at the end, and not for one that writes it again (8,000 tokens, $0.04).
    const again = await story((cost ?? 0) + 0.02);

    expect(again).toMatchObject({ cost, end: { kind: 'finished' } });
    expect((await story((cost ?? 0) - 0.002)).end).toMatchObject({ kind: 'unanswered', why: 'budget' });
  });

  test('SU-36 is reckoned as a write for what is new in a turn, and never below its floor', () => {
    const { estimate } = createEstimator();
    const request = {
      ...{ extras: new Set<Extra>(), body: {} as Request['body'], answerTokens: 100 },
      ...{ prefixBytes: 5_000, bytes: 7_500, isMarkedToTheEnd: true },
    };
    const model = 'claude-opus-5-5';
    const reckon = (over: Partial<Request>) =>
      estimate({ model, request: { ...request, ...over }, prefix: 'cache-read' });

    const read = { input: 0, cacheWrite: 1_000, cacheRead: 2_000, output: 100 };
    expect(reckon({})).toEqual({ tokens: 3_000, cost: costOf(model, read) });
    const end = { input: 1_000, cacheWrite: 0, cacheRead: 2_000, output: 100 };
    expect(reckon({ isMarkedToTheEnd: false })).toEqual({ tokens: 3_000, cost: costOf(model, end) });
    // Opus caches 1,024 tokens and more.
    const first = { input: 0, cacheWrite: 1_100, cacheRead: 0, output: 100 };
    expect(reckon({ prefixBytes: 2_500, bytes: 2_750 })).toEqual({ tokens: 1_100, cost: costOf(model, first) });
    const small = { input: 1_000, cacheWrite: 0, cacheRead: 0, output: 100 };
    expect(reckon({ prefixBytes: 1_250, bytes: 2_500 })).toEqual({ tokens: 1_000, cost: costOf(model, small) });
  });

  test('SU-32 is told once where an endpoint was asked to cache and does not', async () => {
    const usage = [
      { input_tokens: 4000, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
      { output_tokens: 20 },
    ] as const;
    const answer = inTurns(
      ...[talk(), talk(), talk(), turn(toolUse('decide'))].map((script) => ({ ...script, usage })),
    );
    await onServer({ answer }, async ({ model, lines }) => {
      await model.work(aDesk(1).loop);

      expect(lines).toEqual([
        'The model service does not cache the shared part of the prompts; every call pays for it in full.',
      ]);
    });
  });
});
