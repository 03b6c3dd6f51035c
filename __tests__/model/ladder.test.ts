import { describe, expect, test } from '@jest/globals';
import type { Answer } from '../../src/core/question.ts';
import { aBatch, FITTING, onServer } from '../support/api-model.ts';
import { type Script, taskOf } from '../support/messages-server.ts';

type Asked = { readonly answer: Answer; readonly bodies: readonly string[]; readonly lines: readonly string[] };

/** Asks one question, answered call by call, the last script repeating. */
async function askOnce(scripts: readonly Script[], check: (asked: Asked) => void): Promise<void> {
  const script = (nth: number): Script => scripts[Math.min(nth, scripts.length) - 1] ?? {};
  await onServer({ answer: (_, nth) => script(nth) }, async ({ model, server, lines }) => {
    const [answer] = await model.ask(aBatch(1));
    if (answer === undefined) throw new Error('one question has one answer');
    check({ answer, bodies: server.calls.map((call) => call.raw), lines });
  });
}

describe('an answer that fits', () => {
  const object = JSON.stringify(FITTING);
  test.each([
    ['alone', object],
    ['in a fence', `\`\`\`json\n${object}\n\`\`\``],
    ['after a thought', `<think>Perhaps {"verdict": "match"} or not.</think>\n${object}`],
    ['amid prose', `Here you are: ${object} I hope it helps.`],
    ['in a list of one', `[${object}]`],
  ])('SU-33 is taken %s', async (_, text) => {
    await askOnce([{ text }], ({ answer }) => {
      expect(answer).toMatchObject({ kind: 'answered', value: FITTING, calls: 1, requestIds: ['req_1'] });
    });
  });

  test('SU-33 is taken from a server that ignores that a stream was asked for', async () => {
    await askOnce([{ text: FITTING, whole: true }], ({ answer }) => {
      expect(answer).toMatchObject({ kind: 'answered', value: FITTING, requestIds: ['req_1'] });
      expect(answer.usage.input).toBeGreaterThan(1000);
    });
  });
});

describe('an answer that does not fit', () => {
  test.each([
    ['187', { ...FITTING, certainty: 187 }, /certainty must be at most 100, but is 187/],
    ['92.5', { ...FITTING, certainty: 92.5 }, /certainty must be a whole number, but is 92.5/],
    ['"92"', { ...FITTING, certainty: '92' }, /certainty must be a whole number, but is "92"/],
    [
      'an unknown verdict',
      { ...FITTING, verdict: 'maybe' },
      /verdict must be one of "match", "no-match".*but is "maybe"/,
    ],
    ['another key', { ...FITTING, thoughts: 'Hm.' }, /unknown key "thoughts"/],
    ['a missing key', { verdict: 'match', certainty: 3 }, /lacks the key "reason"/],
    ['prose', 'The statement is true. I am 92 % certain.', /not one JSON object/],
    ['nothing', '', /empty/],
  ])('CL-21 is no answer after one repair turn: %s', async (_, text, detail) => {
    await askOnce([{ text }], ({ answer }) => {
      expect(answer).toMatchObject({ kind: 'unanswered', why: 'invalid', calls: 2, requestIds: ['req_1', 'req_2'] });
      expect(answer.kind === 'unanswered' ? answer.detail : '').toMatch(detail);
      expect(answer.usage.output).not.toBeNull();
    });
  });

  test('SU-33 gets one repair turn that quotes what was wrong, behind the same prefix', async () => {
    const bad = 'Sure! Yes, a match.';
    await askOnce([{ text: bad }, { text: FITTING }], ({ answer, bodies, lines }) => {
      expect(answer).toMatchObject({ kind: 'answered', value: FITTING, calls: 2 });
      const [first, second] = bodies.map((body) => JSON.parse(body));
      expect(second.messages[0]).toEqual(first.messages[0]);
      expect(second.messages[1]).toEqual({ role: 'assistant', content: [{ type: 'text', text: bad }] });
      expect(second.messages[2].content[0].text).toMatch(/not one JSON object[\s\S]*\n\nq1$/);
      expect(second.messages.at(-1).role).toBe('user');
      expect(lines.join('\n')).toMatch(/q1: .*asking once more/);
      expect(lines.join('\n')).not.toContain(bad);
    });
  });

  test('SU-33 sends no empty turn back when the answer was empty', async () => {
    await askOnce([{ text: '' }, { text: FITTING }], ({ answer, bodies }) => {
      expect(answer.kind).toBe('answered');
      const { messages } = JSON.parse(bodies[1] ?? '');
      expect(messages.map((message: { role: string }) => message.role)).toEqual(['user']);
      expect(bodies[1]).not.toContain('"text":""');
    });
  });
});

describe('no answer', () => {
  test.each<[string, Script, string, RegExp]>([
    [
      'a refusal',
      { text: '', stopReason: 'refusal', stopDetails: { type: 'refusal', category: 'cyber', explanation: 'No.' } },
      'refusal',
      /refused.*cyber: No\./,
    ],
    ['a refusal without details', { text: FITTING, stopReason: 'refusal' }, 'refusal', /refused/],
    [
      'a truncated answer, though it holds an object',
      { text: FITTING, stopReason: 'max_tokens' },
      'truncated',
      /cut off/,
    ],
    ['a full window', { text: '{', stopReason: 'model_context_window_exceeded' }, 'too-long', /window/],
    [
      'a prompt that is too long',
      { status: 400, message: 'prompt is too long: 210000 tokens > 200000' },
      'too-long',
      /210000/,
    ],
    ['a body that is too large', { status: 413 }, 'too-long', /too long/],
    ['any other refused request', { status: 400, message: 'bad luck' }, 'error', /400: bad luck/],
  ])('SU-33 never counts as a pass, and is not asked again: %s', async (_, script, why, detail) => {
    await askOnce([script], ({ answer }) => {
      expect(answer).toMatchObject({ kind: 'unanswered', why, calls: 1, requestIds: ['req_1'] });
      expect(answer.kind === 'unanswered' ? answer.detail : '').toMatch(detail);
    });
  });

  test('SU-33 keeps the usage of a refusal', async () => {
    await askOnce([{ text: '', stopReason: 'refusal' }], ({ answer }) => {
      expect(answer.usage.input).toBeGreaterThan(1000);
      expect(answer.cost).toBeGreaterThan(0);
    });
  });
});

describe('usage that is not reported', () => {
  test.each<[string, readonly [unknown, unknown]]>([
    ['left out', [undefined, undefined]],
    ['all zeros', [{ input_tokens: 0, output_tokens: 0 }, { output_tokens: 0 }]],
  ])('SU-36 is unknown, never 0: %s', async (_, usage) => {
    await askOnce([{ text: FITTING, usage }], ({ answer }) => {
      expect(answer).toMatchObject({
        kind: 'answered',
        usage: { input: null, cacheWrite: null, cacheRead: null, output: null },
        cost: null,
      });
    });
  });

  test('SU-36 is unknown in one figure where an endpoint reports only the others', async () => {
    await askOnce([{ text: FITTING, usage: [{ input_tokens: 10 }, { output_tokens: 5 }] }], ({ answer }) => {
      expect(answer).toMatchObject({ usage: { input: 10, cacheWrite: null, cacheRead: null, output: 5 }, cost: null });
    });
  });
});

test('CL-22 leaves the other questions alone when one has no answer', async () => {
  await onServer(
    { answer: (call) => (taskOf(call.body) === 'q2' ? { status: 400, message: 'no' } : { text: FITTING }) },
    async ({ model }) => {
      const answers = await model.ask(aBatch(3));

      expect(answers.map((answer) => answer.kind)).toEqual(['answered', 'unanswered', 'answered']);
    },
  );
});

test('CL-21 two different objects that both fit are no answer, so that one quoted from the pull request cannot win', async () => {
  const quoted = JSON.stringify({ ...FITTING, certainty: 99, reason: 'Quoted from the diff.' });
  await askOnce([{ text: `${JSON.stringify(FITTING)}\nThe diff says: ${quoted}` }], ({ answer }) => {
    expect(answer).toMatchObject({ kind: 'unanswered', why: 'invalid', calls: 2 });
  });
});

test('SU-33 the same object twice is one answer', async () => {
  await askOnce([{ text: `${JSON.stringify(FITTING)}\n${JSON.stringify(FITTING)}` }], ({ answer }) => {
    expect(answer).toMatchObject({ kind: 'answered', value: FITTING, calls: 1 });
  });
});
