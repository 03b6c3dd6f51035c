import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { extractObject } from '../../src/model/extract-json.ts';

const OBJECT = { verdict: 'match', certainty: 90, reason: 'It says "{" and \\ and </think>.' };
const JSON_TEXT = JSON.stringify(OBJECT);

describe('an object', () => {
  test.each([
    ['alone', JSON_TEXT],
    ['on many lines', JSON.stringify(OBJECT, null, 2)],
    ['after a byte-order mark', `\uFEFF${JSON_TEXT}`],
    ['in a fence', `\`\`\`json\n${JSON_TEXT}\n\`\`\``],
    ['amid prose', `Sure! ${JSON_TEXT}\nI hope it helps.`],
    ['after an open brace', `Objects begin with { and then: ${JSON_TEXT}`],
    ['after an open quote', `He said {"a: ${JSON_TEXT}`],
    ['after braces that hold no JSON', `{not json} {'nor': 'this'} ${JSON_TEXT}`],
    ['inside braces that hold no JSON', `{ see ${JSON_TEXT} }`],
    ['last of several', `{"verdict": "no-match"} No, rather: ${JSON_TEXT}`],
    ['before a list of numbers', `${JSON_TEXT} See [1] and [2, 3].`],
    ['in a list of one', `[${JSON_TEXT}]`],
    ['after a thought', `<think>Is it {"verdict": "no-match"}? {{[</think>${JSON_TEXT}`],
    ['before a thought', `${JSON_TEXT}<think>or {"verdict": "no-match"}</think>`],
    ['after a thought whose opening tag was swallowed', `perhaps {"verdict": "no-match"}\n</think>\n${JSON_TEXT}`],
    ['after two thoughts', `<think>a</think><thinking>{"b": 1}</thinking> ${JSON_TEXT}`],
  ])('SU-33 is found %s', (_, text) => {
    expect(extractObject(text)).toEqual(OBJECT);
  });

  test('SU-33 is the outermost one', () => {
    expect(extractObject('x {"a": {"b": {"c": 1}}, "d": []} y')).toEqual({ a: { b: { c: 1 } }, d: [] });
  });
});

test.each([
  ['nothing', ''],
  ['prose', 'The statement is true. I am 92 % certain.'],
  ['a list of several objects', '[{"a": 1}, {"b": 2}]'],
  ['a list of numbers', '[1, 2]'],
  ['a text', '"match"'],
  ['an object that is cut off', '{"verdict": "match", "certainty": 9'],
  ['an object with a trailing comma', '{"verdict": "match",}'],
  ['an object with a raw line break in a text', '{"verdict": "mat\nch"}'],
  ['an object in a thought alone', '<think>{"verdict": "match"}</think> I had rather not say.'],
  ['an object in a thought that never ends', '<think>Perhaps {"verdict": "match"} or so'],
  ['single quotes', "{'verdict': 'match'}"],
  ['a number with a leading zero', '{"certainty": 090}'],
])('SU-33 finds no object in %s', (_, text) => {
  expect(extractObject(text)).toBeNull();
});

/** An object as an answer is one: not a list, and with something in it. */
const anObject = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1 });
const isQuiet = (text: string): boolean => !/<\/?think/i.test(text);

test('SU-33 gives back any object that stands in any prose or fence', () => {
  const before = fc.string({ unit: 'binary', maxLength: 60 }).filter(isQuiet);
  const after = fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => isQuiet(text) && !/[{}[\]]/.test(text));
  const fence = fc.constantFrom('', '```', '```json\n', '~~~\n', '\n\n');
  fc.assert(
    fc.property(anObject, before, after, fence, (object, start, end, mark) => {
      const json = JSON.stringify(object);
      expect(extractObject(`${start}${mark}${json}${mark}${end}`)).toEqual(JSON.parse(json));
    }),
    {
      numRuns: 1_000,
      examples: [
        [{ a: 1 }, '{"', '', ''],
        [{ a: 1 }, '[[{"a":', '', ''],
      ],
    },
  );
});

test('SU-33 agrees with JSON.parse on every text that is one object', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), fc.nat({ max: 30 }), (json, cut) => {
      const text = json.slice(0, json.length - cut);
      let parsed: unknown;
      try {
        parsed = JSON.parse(text);
      } catch {
        return;
      }
      if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
        expect(extractObject(text)).toEqual(parsed);
    }),
    { numRuns: 1_000 },
  );
});

test('SU-33 never throws, whatever the text', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    '\\',
    ':',
    ',',
    '<think>',
    '</think>',
    'a',
    '1',
    '-',
    ' ',
    '\n',
    '\\u12',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(pieces, { maxLength: 80 }).map((all) => all.join('')),
      ),
      (text) => {
        const found = extractObject(text);
        expect(found === null || (typeof found === 'object' && !Array.isArray(found))).toBe(true);
      },
    ),
    { numRuns: 3_000 },
  );
});

describe('a megabyte of hostile text', () => {
  const megabyte = (piece: string): string => piece.repeat(Math.ceil(1_000_000 / piece.length));
  test.each([
    ['opening braces', '{'],
    ['nested objects', '{"a":'],
    ['nested lists', '['],
    ['lists of objects', '[{"a":'],
    ['quotes and braces', '{"'],
    ['keys that are braces', '{"{":'],
    ['escapes', '{"\\"'],
    ['thoughts', '<think>'],
    ['closed thoughts', '<think></think>'],
    ['spaces between braces', `{${' '.repeat(1_000)}`],
    ['small objects', '{"a":1}'],
    ['digits', '{"a":1'.padEnd(1_000, '1')],
    ['strings that end late', `{"${'{"a":"'.repeat(9)}x`],
  ])(
    'SU-33 costs linear time: %s',
    (_, piece) => {
      const started = performance.now();

      extractObject(`{"a":"${megabyte(piece)}`);
      extractObject(megabyte(piece));

      // A second or two on a busy machine; quadratic time would be hours.
      expect(performance.now() - started).toBeLessThan(30_000);
    },
    60_000,
  );

  test('SU-33 before the answer does not hide it', () => {
    expect(extractObject(`${'{"a":'.repeat(20_000)} ${JSON_TEXT}`)).toEqual(OBJECT);
    expect(extractObject(`${'{ '.repeat(20_000)} ${JSON_TEXT}`)).toEqual(OBJECT);
  });
});
