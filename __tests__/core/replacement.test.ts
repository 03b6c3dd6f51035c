import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { checkReplacement, suggestionBlock } from '../../src/core/replacement.ts';
import { anItem, aSubject, checkItems, checkOne, type Subject } from './re-review/checking.ts';

const old = ['  const part = cents / 2', '  return part'];

describe('checkReplacement', () => {
  test.each([
    ['other lines', '  return Math.round(cents / 2)', '  return Math.round(cents / 2)'],
    ['a final line end, which is none of the text', '  return 1\n', '  return 1'],
    ['white space at its ends, which is the code', '\treturn 1  ', '\treturn 1  '],
    ['a blank line among others', 'a\n\nb', 'a\n\nb'],
    ['fences and markup', '```\n<b> @kofi -->\n```', '```\n<b> @kofi -->\n```'],
  ])('RR-13 takes %s', (_name, given, kept) => {
    expect(checkReplacement(given, old, [])).toBe(kept);
  });

  test.each([
    ['the same lines', old.join('\n')],
    ['the same lines with another line end behind', `${old.join('\r\n')}\r\n`],
    ['nothing', ''],
    ['a line end alone', '\n'],
    ['a token', `  token = "ghp_${'a'.repeat(36)}"`],
    ['a secret of the run', '  return correct-horse-battery'],
    ['a bidirectional control', '  return part\u202e'],
    ['a zero-width space', '  return\u200bpart'],
    ['a lone carriage return', '  return\rpart'],
    ['what stands for a hidden character', '  return<U+200B>part'],
    ['more than anybody reads', 'x\n'.repeat(20_000)],
  ])('RR-13 SU-47 refuses %s', (_name, given) => {
    expect(checkReplacement(given, old, ['correct-horse-battery'])).toBeNull();
  });

  test('SU-47 an invisible character that the old lines have may stay', () => {
    expect(checkReplacement('b\u200bc', ['a\u200bc'], [])).toBe('b\u200bc');
  });

  test('RR-13 a CRLF file keeps its line ends, and one of both kinds gets no suggestion', () => {
    expect(checkReplacement('a\nb', ['x\r', 'y\r'], [])).toBe('a\r\nb\r');
    expect(checkReplacement('a\r\nb\r\n', ['x\r'], [])).toBe('a\r\nb\r');
    expect(checkReplacement('a\r\nb', ['x'], [])).toBe('a\nb');
    expect(checkReplacement('a\nb', ['x\r', 'y'], [])).toBeNull();
  });
});

describe('suggestionBlock', () => {
  test('RR-13 no fence inside ends it, whatever the text', () => {
    const texts = fc.array(fc.constantFrom('`', '```', '~~~', '\n', 'a', ' ', '````js')).map((parts) => parts.join(''));

    fc.assert(
      fc.property(texts, (text) => {
        const lines = suggestionBlock(text).split('\n');
        const fence = lines.at(-1) ?? '';

        expect(lines[0]).toBe(`${fence}suggestion`);
        expect(lines.slice(1, -1).join('\n')).toBe(text);
        expect(lines.slice(1, -1).some((line) => line.trim().startsWith(fence))).toBe(false);
      }),
    );
  });
});

describe('the replacement of a finding', () => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await aSubject({
      'src/round.ts':
        '+export function half(cents: number): number {\n+  const part = cents / 2\n+  return part\n+}\n \n \n \n \n \n \n \n-export const a = 1\n+export const a = 2\n',
    });
  });
  const one = (over: Readonly<Record<string, unknown>>) =>
    checkOne(subject, { path: 'src/round.ts', tag: 'suggestion', ...over });

  test('RR-13 stands for the anchored lines', () => {
    const found = one({ quote: 'const part = cents / 2', line: 2, end_line: 3, replacement: '  return cents >> 1' });

    expect(found).toMatchObject({
      tag: 'suggestion',
      replacement: '  return cents >> 1',
      anchor: { startLine: 2, line: 3, side: 'RIGHT' },
    });
  });

  test('RR-13 of one line moves with its quote', () => {
    expect(one({ quote: 'return part', line: 1, replacement: '  return 1' })).toMatchObject({
      tag: 'suggestion',
      anchor: { line: 3, startLine: null },
    });
  });

  test.each([
    ['the range left its hunk', { quote: 'return part', line: 3, end_line: 12, replacement: '  return 1' }],
    [
      'the range moved and its quote does not tell where it ends',
      { quote: 'return part', line: 1, end_line: 2, replacement: '  return 1\n}' },
    ],
    [
      'the quote has more lines than the range',
      { quote: 'const part = cents / 2\nreturn part', line: 2, replacement: '  return 1' },
    ],
    [
      'the line is a deleted one',
      { quote: 'export const a = 1', line: 12, side: 'LEFT', replacement: 'export const a = 3' },
    ],
    ['it changes nothing', { quote: 'return part', line: 3, replacement: '  return part' }],
    ['there is none', { quote: 'return part', line: 3 }],
  ])('RR-13 RR-10 is dropped, and a suggestion becomes a could fix, where %s', (_name, over) => {
    expect(one(over)).toMatchObject({ tag: 'could-fix', replacement: null });
  });

  test('RR-13 any tag may have one', () => {
    const { findings } = checkItems(subject, [
      anItem({ path: 'src/round.ts', quote: 'return part', line: 3, tag: 'must-fix', replacement: '  return 1' }),
    ]);

    expect(findings[0]).toMatchObject({ tag: 'must-fix', replacement: '  return 1' });
  });
});
