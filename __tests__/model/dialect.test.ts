import { describe, expect, test } from '@jest/globals';
import { type Extra, refusedExtras } from '../../src/model/dialect.ts';
import { aBatch, FITTING, onServer } from '../support/api-model.ts';
import type { CallBody, ReceivedCall, Script } from '../support/messages-server.ts';

const REFUSALS: readonly [string, string, (call: ReceivedCall) => boolean][] = [
  [
    'output_config.format',
    'output_config.format: Extra inputs are not permitted',
    ({ body }) => body.output_config?.format !== undefined,
  ],
  [
    'output_config.effort',
    'This model does not support the effort parameter.',
    ({ body }) => body.output_config?.effort !== undefined,
  ],
  ['thinking', 'thinking.type: unexpected value "disabled"', ({ body }) => body.thinking !== undefined],
  ['cache_control', 'messages.0.content.0.cache_control: extra field', ({ raw }) => raw.includes('cache_control')],
  ['stream', 'stream: streaming is not supported', ({ body }) => body.stream === true],
  [
    'anthropic-version',
    'anthropic-version: "2026-10-21" is not a valid version',
    ({ headers }) => headers['anthropic-version'] !== '2023-06-01',
  ],
];

describe('a request that is refused for an extra', () => {
  test.each(REFUSALS)(
    'SU-33 is sent again without it, from then on and told once: %s',
    async (name, message, isSent) => {
      const answer = (call: ReceivedCall): Script => (isSent(call) ? { status: 400, message } : { text: FITTING });
      await onServer({ answer, model: { effort: 'low' } }, async ({ model, server, lines }) => {
        const answers = await model.ask(aBatch(3));
        const before = server.calls.length;
        const more = await model.ask(aBatch(2));

        expect([...answers, ...more].map((one) => one.kind)).toEqual(Array(5).fill('answered'));
        expect(server.calls.slice(before).some(isSent)).toBe(false);
        expect(lines.filter((line) => line.includes(name))).toHaveLength(1);
        expect(answers.reduce((sum, one) => sum + one.calls, 0)).toBe(server.calls.length - 2);
      });
    },
  );

  test('SU-33 is sent again until nothing is left that the server does not know', async () => {
    const answer = (call: ReceivedCall): Script => {
      const refusal = REFUSALS.find(([, , isSent]) => isSent(call));
      return refusal === undefined ? { text: FITTING } : { status: 400, message: refusal[1] };
    };
    await onServer({ answer, model: { effort: 'low' } }, async ({ model, server }) => {
      const answers = await model.ask(aBatch(2));

      expect(answers.map((one) => one.kind)).toEqual(['answered', 'answered']);
      expect(server.calls).toHaveLength(REFUSALS.length + 2);
    });
  });

  test('SU-33 reads the errors of servers that answer 422 in their own form', async () => {
    const body = JSON.stringify({
      detail: [{ loc: ['body', 'output_config'], msg: 'Extra inputs are not permitted' }],
    });
    const answer = ({ body: sent }: { body: CallBody }): Script =>
      sent.output_config ? { status: 422, body } : { text: FITTING };
    await onServer({ answer }, async ({ model }) => {
      const [one] = await model.ask(aBatch(1));

      expect(one).toMatchObject({ kind: 'answered', calls: 2 });
    });
  });

  test('SU-33 ends when it speaks of nothing that was sent', async () => {
    const answer = (): Script => ({ status: 400, message: 'effort and thinking are nonsense' });
    await onServer({ answer, model: { model: 'claude-haiku-4-5' } }, async ({ model }) => {
      const [one] = await model.ask(aBatch(1));

      expect(one).toMatchObject({ kind: 'unanswered', why: 'error', calls: 1 });
    });
  });
});

test.each<[string, readonly Extra[]]>([
  ['output_config.format.schema: unsupported keyword', ['format']],
  ['output_config: Extra inputs are not permitted', ['format', 'effort']],
  ['effort is not supported', ['effort']],
  ['the weather is bad', []],
])('SU-33 finds what "%s" refuses', (message, extras) => {
  expect(refusedExtras(message, new Set(['format', 'effort', 'thinking']))).toEqual(extras);
});

describe('what is sent', () => {
  test.each<[string, string | undefined, unknown, unknown]>([
    ['haiku', undefined, { type: 'disabled' }, undefined],
    ['haiku', 'high', { type: 'disabled' }, 'high'],
    ['haiku', 'xhigh', undefined, 'xhigh'],
    ['sonnet', undefined, undefined, undefined],
    ['opus', 'max', undefined, 'max'],
    ['qwen3-coder:30b', undefined, undefined, undefined],
  ])('SU-31 follows the model and effort: %s %s', async (name, effort, thinking, sent) => {
    const model = { model: name, effort: effort as 'high' | undefined };
    await onServer({ answer: () => ({ text: FITTING }), model }, async (scene) => {
      await scene.model.ask(aBatch(1));

      const body = scene.server.calls[0]?.body;
      expect(body?.thinking).toEqual(thinking);
      expect(body?.output_config?.effort).toBe(sent);
      expect(body?.output_config?.format?.schema['additionalProperties']).toBe(false);
      expect(body?.stream).toBe(true);
      if (thinking === undefined) expect(body?.max_tokens).toBeGreaterThan(3_000);
      else expect(body?.max_tokens).toBe(300);
    });
  });

  test('SU-31 follows the model and effort of one batch where they differ', async () => {
    await onServer({ answer: () => ({ text: FITTING }) }, async ({ model, server }) => {
      await model.ask(aBatch(1), { model: 'opus', effort: 'low' });

      expect(server.calls[0]?.body).toMatchObject({ model: 'claude-opus-5-5', output_config: { effort: 'low' } });
    });
  });

  test('SU-32 has nothing that differs from call to call but the task', async () => {
    await onServer({ answer: () => ({ text: FITTING }) }, async ({ model, server }) => {
      await model.ask(aBatch(4));

      const bodies = server.calls.map(({ raw }) => raw.replace(/q\d/, 'q'));
      expect(new Set(bodies).size).toBe(1);
    });
  });
});
