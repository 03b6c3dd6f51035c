import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createCallIds, readToolTurn } from '../../src/model/tool-turn.ts';
import { onServer } from '../support/api-model.ts';
import { aDesk, inTurns, resultsOf, toolUse, turn } from '../support/tool-scene.ts';

/** A whole answer as a body of its own, for shapes that no object literal has. */
function body(content: string): { status: number; body: string } {
  return { status: 200, body: `{"type":"message","role":"assistant","content":${content},"stop_reason":"tool_use"}` };
}

describe('a turn of a wrong shape', () => {
  test.each([
    ['a text', 'hello'],
    ['a list', ['a']],
    ['null', null],
    ['a number', 7],
  ])('RB-20 has its input given to the tools as it came, and sent back as an object: %s', async (_, input) => {
    await onServer({ answer: inTurns(turn(toolUse('odd', input)), turn(toolUse('decide'))) }, async (scene) => {
      const { loop, asked } = aDesk(1);

      expect((await scene.model.work(loop)).end).toEqual({ kind: 'finished' });

      expect(asked[0]).toStrictEqual({ name: 'odd', input });
      expect(scene.server.calls[1]?.body.messages[1]?.content[0]).toMatchObject({ name: 'odd', input: {} });
      expect(resultsOf(scene.server.calls[1])[0]).toMatchObject({ is_error: true });
    });
  });

  test.each([
    [
      'names of the prototype',
      '[{"type":"tool_use","id":"a","name":"__proto__","input":{}},{"type":"tool_use","id":"b","name":"constructor","input":{}}]',
      2,
    ],
    [
      'a key of the prototype',
      '[{"type":"tool_use","id":"__proto__","name":"x","input":{"__proto__":{"polluted":1}},"__proto__":{"polluted":1}}]',
      1,
    ],
    [
      'a name that is no text',
      '[{"type":"tool_use","id":"a","name":{"a":1},"input":{}},{"type":"tool_use","id":"b"}]',
      2,
    ],
    ['blocks that are no objects', '[null,1,"text",[],{},{"type":5},{"type":"tool_use","name":"x","input":{}}]', 1],
    [
      'texts that are no text',
      '[{"type":"text"},{"type":"text","text":{"a":1}},{"type":"tool_use","name":"x","input":{}}]',
      1,
    ],
  ])('RB-20 ends no loop: %s', async (_, content, calls) => {
    await onServer({ answer: inTurns(body(content), turn(toolUse('decide'))) }, async ({ model }) => {
      const { loop, asked } = aDesk(1);

      expect(await model.work(loop)).toMatchObject({ turns: 2, end: { kind: 'finished' } });

      expect(asked).toHaveLength(calls + 1);
      expect(asked.every(({ name }) => typeof name === 'string' && name !== '')).toBe(true);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    });
  });

  test.each([
    ['a text', '"hello"'],
    ['an object', '{"0":{"type":"tool_use"}}'],
    ['null', 'null'],
  ])('RB-20 makes no call when the content is no list: %s', async (_, content) => {
    await onServer({ answer: inTurns(body(content), turn(toolUse('decide'))) }, async ({ model }) => {
      expect(await model.work(aDesk(1).loop)).toMatchObject({ turns: 2, end: { kind: 'finished' } });
    });
  });

  test('RB-20 ends the loop when thousands of calls come at once, of which as many are carried out as a turn may make', async () => {
    const answer = inTurns(turn(...Array.from({ length: 20_000 }, () => toolUse('read_file'))));
    await onServer({ answer }, async ({ model, server }) => {
      const { loop, asked } = aDesk(1);

      const { end } = await model.work(loop);

      expect(end).toEqual({ kind: 'bound', detail: 'all 200 calls are used up' });
      expect(asked).toHaveLength(20);
      expect(server.calls).toHaveLength(1);
    });
  });

  test.each([
    ['longer than any answer', `[{"type":"text","text":"${'x'.repeat(4_000_001)}"}]`],
    [
      'nested without end',
      `[{"type":"tool_use","name":"decide","input":{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}}]`,
    ],
    ['larger than any response', `[${' '.repeat(32_000_000)}{"type":"tool_use","name":"decide","input":{}}]`],
  ])('SU-33 is cut off when it is %s', async (_, content) => {
    await onServer({ answer: inTurns(body(content)) }, async ({ model, server }) => {
      const { loop, asked } = aDesk(1);

      const { end, usage } = await model.work(loop);

      expect(end).toMatchObject({ kind: 'unanswered', why: 'truncated' });
      expect(usage.input).toBeNull();
      expect(asked).toEqual([]);
      expect(server.calls).toHaveLength(1);
    });
  });

  test('RB-20 is not sent back where it holds thoughts alone, since the service refuses a turn that ends in them', async () => {
    const thoughts = turn({ type: 'thinking', thinking: 'Hm.', signature: 'c2ln' });
    await onServer(
      { answer: inTurns({ ...thoughts, stopReason: 'end_turn' }, turn(toolUse('decide'))) },
      async (scene) => {
        const { loop } = aDesk(1);

        expect((await scene.model.work(loop)).end).toEqual({ kind: 'finished' });

        const messages = scene.server.calls[1]?.body.messages ?? [];
        expect(messages.map(({ role }) => role)).toEqual(['user']);
        expect(messages[0]?.content.at(-1)).toMatchObject({ type: 'text', text: '1 left' });
      },
    );
  });

  test('RB-20 is read without an error whatever it holds, and every call has an id of its own', () => {
    const block = fc.record(
      {
        type: fc.oneof(fc.constantFrom('tool_use', 'text', 'thinking'), fc.anything()),
        id: fc.oneof(fc.constantFrom('a', 'call_1', 'call_2', '__proto__'), fc.anything()),
        name: fc.anything(),
        input: fc.anything(),
        text: fc.anything(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(fc.array(fc.oneof(block, fc.anything()))), (turns) => {
        const idOf = createCallIds();
        const read = turns.map((content) => readToolTurn(content, idOf));
        const ids = read.flatMap(({ calls }) => calls.map(({ id }) => id));
        expect(new Set(ids).size).toBe(ids.length);
        for (const { blocks, calls } of read)
          expect(blocks.filter(({ type }) => type === 'tool_use').map((one) => (one as { id: string }).id)).toEqual(
            calls.map(({ id }) => id),
          );
      }),
    );
  });
});
