import { describe, expect, test } from '@jest/globals';
import { onServer } from '../support/api-model.ts';
import { aDesk, inTurns, resultsOf, toolUse, turn } from '../support/tool-scene.ts';

describe('the conversation', () => {
  test('RB-20 goes out with its tools, system, material, then task, and nothing that switches thinking off', async () => {
    await onServer(
      { answer: inTurns(turn(toolUse('decide'))), model: { model: 'haiku', effort: 'high' } },
      async ({ model, server }) => {
        const { loop } = aDesk(1);

        const end = await model.work(loop);

        expect(end).toMatchObject({ id: 'the fixer', turns: 1, calls: 1, end: { kind: 'finished' } });
        const { body } = server.calls[0] ?? {};
        expect(body).toEqual({
          model: 'claude-haiku-5-5',
          max_tokens: 17_000,
          stream: false,
          tools: loop.tools.map(({ name, description, input }) => ({ name, description, input_schema: input })),
          system: [{ type: 'text', text: loop.system }],
          messages: [
            {
              role: 'user',
              content: [
                { type: 'text', text: loop.material },
                { type: 'text', text: loop.task, cache_control: { type: 'ephemeral' } },
              ],
            },
          ],
          output_config: { effort: 'high' },
        });
      },
    );
  });

  test('RB-20 keeps the turns of the model exactly as they came, thoughts included, and answers every call in order', async () => {
    const said = [
      { type: 'thinking', thinking: 'The amount …', signature: 'c2lnbmF0dXJl' },
      { type: 'redacted_thinking', data: 'b3BhcXVl' },
      { type: 'text', text: 'I look at it.', citations: null },
      { ...toolUse('read_file', { path: 'a.ts' }), caller: { type: 'direct' } },
      toolUse('rewrite', { path: 'b.ts' }),
      toolUse('read_file', { path: 'c.ts' }),
    ];
    await onServer({ answer: inTurns(turn(...said), turn(toolUse('decide'))) }, async ({ model, server }) => {
      const { loop, asked } = aDesk(1);

      const { end } = await model.work(loop);

      expect(end).toEqual({ kind: 'finished' });
      const [first, model1, answers] = server.calls[1]?.body.messages ?? [];
      expect(first?.role).toBe('user');
      expect(model1).toEqual({ role: 'assistant', content: said });
      const [, , , a, b, c] = said as { id?: string }[];
      const lines = expect.stringContaining('1: const amount');
      expect(answers).toEqual({
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: a?.id, content: lines },
          { type: 'tool_result', tool_use_id: b?.id, content: 'there is no tool rewrite', is_error: true },
          { type: 'tool_result', tool_use_id: c?.id, content: lines, cache_control: { type: 'ephemeral' } },
        ],
      });
      expect(asked.map(({ name, input }) => [name, input])).toEqual([
        ['read_file', { path: 'a.ts' }],
        ['rewrite', { path: 'b.ts' }],
        ['read_file', { path: 'c.ts' }],
        ['decide', {}],
      ]);
    });
  });

  test('RB-20 carries the calls of a turn out one after the other', async () => {
    const times: string[] = [];
    const scripts = inTurns(turn(toolUse('a'), toolUse('b')), turn(toolUse('c')));
    await onServer({ answer: scripts }, async ({ model }) => {
      const { loop } = aDesk(1, {
        answer: async ({ name }) => {
          times.push(`${name} begins`);
          await new Promise((resolve) => setTimeout(resolve, 5));
          times.push(`${name} ends`);
          return { text: '', refused: false };
        },
        left: () => (times.length < 6 ? 'more' : null),
      });

      expect((await model.work(loop)).end).toEqual({ kind: 'finished' });
      expect(times).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    });
  });

  test('RB-20 takes the model and the effort of the loop before those of the run', async () => {
    await onServer({ answer: inTurns(turn(toolUse('decide'))) }, async ({ model, server }) => {
      await model.work(aDesk(1, { model: 'opus', effort: 'low' }).loop);

      expect(server.calls[0]?.body).toMatchObject({ model: 'claude-opus-5-5', output_config: { effort: 'low' } });
    });
  });

  test('RB-20 tells a tool that has nothing to say, and half of a letter, in a way that the service takes', async () => {
    const texts = ['', 'half \ud83d'];
    const answer = inTurns(turn(toolUse('a'), toolUse('b')), turn(toolUse('c')));
    await onServer({ answer }, async ({ model, server }) => {
      const { loop } = aDesk(1, {
        answer: () => Promise.resolve({ text: texts.shift() ?? '', refused: true }),
        left: () => (server.calls.length < 2 ? 'more' : null),
      });

      expect((await model.work(loop)).end).toEqual({ kind: 'finished' });
      expect(resultsOf(server.calls[1]).map(({ content }) => content)).toEqual(['(nothing)', 'half \ufffd']);
    });
  });

  test('RB-20 lets a fault of our own tools through', async () => {
    await onServer({ answer: inTurns(turn(toolUse('decide'))) }, async ({ model }) => {
      const { loop } = aDesk(1, { answer: () => Promise.reject(new TypeError('a defect')) });

      await expect(model.work(loop)).rejects.toThrow('a defect');
    });
  });
});

describe('its ends', () => {
  test('RB-20 asks nothing when nothing is left to do', async () => {
    await onServer({ answer: inTurns(turn(toolUse('decide'))) }, async ({ model, server }) => {
      const end = await model.work(aDesk(0).loop);

      expect(end).toEqual({
        id: 'the fixer',
        turns: 0,
        calls: 0,
        usage: { input: 0, cacheWrite: 0, cacheRead: 0, output: 0 },
        cost: 0,
        milliseconds: 0,
        requestIds: [],
        end: { kind: 'finished' },
      });
      expect(server.calls).toEqual([]);
    });
  });

  test('RB-20 ends after the turn in which the last thing was decided, without another request', async () => {
    const answer = inTurns(turn(toolUse('read_file')), turn(toolUse('decide'), toolUse('decide')));
    await onServer({ answer }, async ({ model, server }) => {
      const { turns, calls, requestIds, end } = await model.work(aDesk(2).loop);

      expect({ turns, calls, requestIds, end }).toEqual({
        turns: 2,
        calls: 2,
        requestIds: ['req_1', 'req_2'],
        end: { kind: 'finished' },
      });
      expect(server.calls).toHaveLength(2);
    });
  });

  test.each([
    ['a text', { text: 'I have decided all of it.' }],
    ['nothing at all', { content: [] }],
    ['an empty text', { content: [{ type: 'text', text: ' \n' }] }],
    ['a claim of calls', { content: [{ type: 'text', text: 'Calling.' }], stopReason: 'tool_use' }],
    ['a pause with nothing to go on from', { content: [], stopReason: 'pause_turn' }],
  ])('RB-20 tells a model that makes no call what is left, twice in a row, and then ends: %s', async (_, script) => {
    const answer = inTurns(script, turn(toolUse('read_file')), script, script, script);
    await onServer({ answer }, async ({ model, server }) => {
      const { turns, end } = await model.work(aDesk(3).loop);

      expect(end).toEqual({ kind: 'silent' });
      expect(turns).toBe(5);
      const last = server.calls.map(({ body }) => body.messages.at(-1)?.content.at(-1)?.text);
      expect(last).toEqual(['Decide each thread.', '3 left', undefined, '3 left', '3 left']);
    });
  });

  test('RB-20 is finished when a model ends its turn and nothing is left', async () => {
    const left: (string | null)[] = ['one left', null];
    await onServer({ answer: inTurns({ text: 'Done.' }) }, async ({ model }) => {
      const { loop } = aDesk(1, { left: () => left.shift() ?? null });

      expect(await model.work(loop)).toMatchObject({ turns: 1, end: { kind: 'finished' } });
    });
  });

  test('RB-20 goes on after a pause, from where the model was', async () => {
    const part = { type: 'text', text: 'So far.' };
    const more = { type: 'text', text: 'And on.' };
    const paused = { content: [part], stopReason: 'pause_turn' };
    const scripts = [paused, { ...paused, content: [more] }, turn(toolUse('decide'))];
    let next = 0;
    await onServer({ answer: () => scripts[next++] ?? {} }, async ({ model, server }) => {
      expect((await model.work(aDesk(1).loop)).end).toEqual({ kind: 'finished' });

      expect(server.calls[2]?.body.messages.slice(1)).toEqual([{ role: 'assistant', content: [part, more] }]);
    });
  });

  test.each([
    [
      'refusal',
      { stopReason: 'refusal', stopDetails: { category: 'cyber' } },
      'refusal',
      'the model refused to answer (cyber)',
    ],
    ['max_tokens', { stopReason: 'max_tokens' }, 'truncated', 'the answer was cut off (max_tokens)'],
    [
      'model_context_window_exceeded',
      { stopReason: 'model_context_window_exceeded' },
      'too-long',
      "the prompt and the answer exceed the model's context window",
    ],
  ])('SU-33 carries nothing out of a turn that ends in %s', async (_, stop, why, detail) => {
    const answer = inTurns(turn(toolUse('read_file')), { content: [toolUse('decide')], ...stop });
    await onServer({ answer }, async ({ model }) => {
      const { loop, asked } = aDesk(1);

      const { turns, end, usage } = await model.work(loop);

      expect(end).toEqual({ kind: 'unanswered', why, detail });
      expect(turns).toBe(2);
      expect(usage.output).toBeGreaterThan(0);
      expect(asked.map(({ name }) => name)).toEqual(['read_file']);
    });
  });

  test('RB-20 carries calls out whatever the stop reason is called', async () => {
    await onServer({ answer: inTurns({ content: [toolUse('decide')], stopReason: 'end_turn' }) }, async ({ model }) => {
      expect((await model.work(aDesk(1).loop)).end).toEqual({ kind: 'finished' });
    });
  });
});

describe('its bounds', () => {
  test('RB-20 makes no more than so many turns', async () => {
    await onServer({ answer: (call) => inTurns(turn(toolUse('read_file')))(call, 1) }, async ({ model, server }) => {
      const { turns, end } = await model.work(aDesk(1, { bounds: { turns: 3 } }).loop);

      expect(end).toEqual({ kind: 'bound', detail: 'all 3 turns are used up' });
      expect([turns, server.calls.length]).toEqual([3, 3]);
    });
  });

  test('RB-20 carries out no more than so many calls, refused ones counted', async () => {
    const answer = inTurns(
      turn(toolUse('read_file'), toolUse('no_such')),
      turn(toolUse('read_file'), toolUse('read_file')),
    );
    await onServer({ answer }, async ({ model, server }) => {
      const { loop, asked } = aDesk(1, { bounds: { calls: 3 } });

      const { end } = await model.work(loop);

      expect(end).toEqual({ kind: 'bound', detail: 'all 3 calls are used up' });
      expect(asked.map(({ name }) => name)).toEqual(['read_file', 'no_such', 'read_file']);
      expect(server.calls).toHaveLength(2);
    });
  });

  test('RB-20 lets the last call that is allowed finish the work', async () => {
    await onServer({ answer: inTurns(turn(toolUse('decide'), toolUse('decide'))) }, async ({ model }) => {
      expect((await model.work(aDesk(1, { bounds: { calls: 1 } }).loop)).end).toEqual({ kind: 'finished' });
    });
  });

  test('RB-20 refuses the calls of one turn that are too many, and lets the model go on', async () => {
    const answer = inTurns(turn(...Array.from({ length: 4 }, () => toolUse('read_file'))), turn(toolUse('decide')));
    await onServer({ answer }, async ({ model, server }) => {
      const { loop, asked } = aDesk(1, { bounds: { callsPerTurn: 2 } });

      expect((await model.work(loop)).end).toEqual({ kind: 'finished' });

      expect(asked).toHaveLength(3);
      expect(resultsOf(server.calls[1]).map((block) => block['is_error'] ?? false)).toEqual([false, false, true, true]);
      expect(resultsOf(server.calls[1])[3]?.['content']).toMatch(/^refused: One turn may make 2 calls/);
    });
  });

  test('RB-20 refuses an input of more than 200,000 bytes, whatever the tool would say', async () => {
    const answer = inTurns(
      turn(toolUse('read_file', { path: 'ä'.repeat(99_990) }), toolUse('read_file', { path: 'ä'.repeat(100_000) })),
      turn(toolUse('decide')),
    );
    await onServer({ answer, model: { contextTokens: 1_000_000 } }, async ({ model, server }) => {
      const { loop, asked } = aDesk(1);

      expect((await model.work(loop)).end).toEqual({ kind: 'finished' });

      expect(asked.map(({ name }) => name)).toEqual(['read_file', 'decide']);
      expect(resultsOf(server.calls[1])[1]).toMatchObject({
        is_error: true,
        content: 'refused: The input has 200011 bytes; 200000 are allowed.',
      });
    });
  });

  test('SU-23 makes no request whose prompt would be longer than context-tokens', async () => {
    const answer = (call: Parameters<ReturnType<typeof inTurns>>[0]) => inTurns(turn(toolUse('read_file')))(call, 1);
    await onServer({ answer, model: { contextTokens: 4_500 } }, async ({ model, server }) => {
      const { end } = await model.work(aDesk(1).loop);

      expect(end.kind === 'bound' && end.detail).toMatch(
        /^context-tokens is 4500, and the next prompt needs about \d{4}$/,
      );
      const prompts = server.calls.map(({ usage }) => (usage ? usage.input + usage.write + usage.read : 0));
      expect(Math.max(...prompts)).toBeGreaterThan(3_500);
      expect(Math.max(...prompts)).toBeLessThanOrEqual(4_500);
    });
  });

  test('SU-23 makes no request at all when the first prompt would be', async () => {
    await onServer({ answer: inTurns({}), model: { contextTokens: 2_000 } }, async ({ model, server }) => {
      expect((await model.work(aDesk(1).loop)).end.kind).toBe('bound');
      expect(server.calls).toEqual([]);
    });
  });
});
