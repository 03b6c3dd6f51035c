import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Hunk } from '../../src/core/diff.ts';
import { parsePatch } from '../../src/core/parse-diff.ts';
import { diffTexts } from '../../src/forge/blob-diff.ts';

/** The text that the hunks make of `text`, by the rules of `patch`; throws where a line does not fit. */
function applyHunks(text: string, hunks: readonly Hunk[]): string {
  const old = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const result: string[] = [];
  let at = 0;
  for (const hunk of hunks) {
    const from = hunk.oldLines === 0 ? hunk.oldStart : hunk.oldStart - 1;
    result.push(...old.slice(at, from));
    at = from;
    const lines = hunk.text.split('\n');
    for (const [index, line] of lines.entries()) {
      if (line.startsWith('\\')) continue;
      const whole = line.slice(1) + (lines[index + 1]?.startsWith('\\') ? '' : '\n');
      if (line.startsWith('+')) {
        result.push(whole);
        continue;
      }
      if (old[at] !== whole) throw new Error(`line ${at + 1} is not ${JSON.stringify(whole)}`);
      if (line.startsWith(' ')) result.push(whole);
      at += 1;
    }
  }
  return [...result, ...old.slice(at)].join('');
}

function format(hunks: readonly Hunk[]): string {
  return hunks
    .map((hunk) => `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@\n${hunk.text}`)
    .join('\n');
}

test('SU-21 writes hunks as git does, with three lines of context', () => {
  const old = 'a\nb\nc\nd\ne\nf\ng\nh\n';
  const { hunks, additions, deletions } = diffTexts(old, old.replace('e\n', 'E\nE2\n'));

  expect(format(hunks)).toBe('@@ -2,7 +2,8 @@\n b\n c\n d\n-e\n+E\n+E2\n f\n g\n h');
  expect({ additions, deletions }).toEqual({ additions: 2, deletions: 1 });
});

test('SU-21 joins changes whose context touches and splits others', () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}\n`);
  const changed = (places: number[]) => lines.map((line, index) => (places.includes(index) ? 'new\n' : line)).join('');

  expect(diffTexts(lines.join(''), changed([5, 12])).hunks).toHaveLength(1);
  expect(diffTexts(lines.join(''), changed([5, 13])).hunks).toHaveLength(2);
});

test.each([
  ['an added file', '', 'a\nb\n', '@@ -0,0 +1,2 @@\n+a\n+b'],
  ['a deleted file', 'a\n', '', '@@ -1,1 +0,0 @@\n-a'],
  ['a lost final newline', 'a\n', 'a', '@@ -1,1 +1,1 @@\n-a\n+a\n\\ No newline at end of file'],
  [
    'an unchanged last line without a newline',
    'x\ny',
    'z\ny',
    '@@ -1,2 +1,2 @@\n-x\n+z\n y\n\\ No newline at end of file',
  ],
  ['CRLF', 'a\r\nb\r\n', 'a\r\nc\r\n', '@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r'],
  ['no change', 'a\n', 'a\n', ''],
])('SU-21 diffs %s', (_name, before, after, expected) => {
  expect(format(diffTexts(before, after).hunks)).toBe(expected);
});

test('SU-21 the hunks turn the old text into the new one, and parse as a patch', () => {
  const line = fc.constantFrom('a', 'b', 'c', '', 'd\r', '-x', '+y', '\\ z', '@@ -1 +1 @@');
  const text = fc
    .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
    .map(([lines, newline]) => lines.join('\n') + (newline && lines.length > 0 ? '\n' : ''));

  fc.assert(
    fc.property(text, text, (before, after) => {
      const { hunks, additions, deletions } = diffTexts(before, after);
      expect(applyHunks(before, hunks)).toBe(after);
      expect(parsePatch(format(hunks))).toEqual(hunks);
      const signs = hunks.flatMap((hunk) => hunk.text.split('\n').map((shown) => shown[0]));
      expect(signs.filter((sign) => sign === '+')).toHaveLength(additions);
      expect(signs.filter((sign) => sign === '-')).toHaveLength(deletions);
    }),
  );
});

test('SU-21 a file that changed all over is deleted and added whole, in bounded time, and still correct', () => {
  const before = Array.from({ length: 20_000 }, (_, index) => `old ${index} ${index % 7}\n`).join('');
  const after = Array.from({ length: 20_000 }, (_, index) => `new ${index} ${index % 5}\n`).join('');

  const { hunks, additions, deletions } = diffTexts(`same\n${before}end\n`, `same\n${after}end\n`);

  expect({ additions, deletions, hunks: hunks.length }).toEqual({ additions: 20_000, deletions: 20_000, hunks: 1 });
  expect(applyHunks(`same\n${before}end\n`, hunks)).toBe(`same\n${after}end\n`);
});
