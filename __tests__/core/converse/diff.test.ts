import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fitDiff } from '../../../src/core/converse/diff.ts';
import { encodedLength } from '../../../src/core/encoded-length.ts';
import { hunkLines } from '../../../src/core/parse-diff.ts';
import { addedFile, aFile, aHunk } from '../changes.ts';

const numbered = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `line ${index + 1}`);
const small = addedFile('a.ts', ['one']);
const large = addedFile('b.ts', numbered(2_000));
const last = addedFile('c.ts', ['two']);

describe('the diff of a question', () => {
  test('CO-20 begins with the file of the thread', () => {
    const given = fitDiff([small, last], { room: 10_000, anchor: { path: 'c.ts', line: 1, side: 'RIGHT' } });

    expect(given.files.map(({ path }) => path)).toEqual(['c.ts', 'a.ts']);
    expect(given.text.indexOf('+two')).toBeLessThan(given.text.indexOf('+one'));
    expect(given.partly).toEqual([]);
  });

  test('CO-20 cuts the first file that does not fit, and still takes smaller ones behind it', () => {
    const given = fitDiff([small, large, last], { room: 3_000, anchor: null });

    expect(given.text).toContain('+line 1\n');
    expect(given.text).not.toContain('+line 1999\n');
    expect(given.partly).toEqual(['b.ts']);
    expect(encodedLength(given.text)).toBeLessThanOrEqual(3_000);
  });

  test('CO-20 cuts a long file of the thread around the line that it hangs on', () => {
    const given = fitDiff([small, large], { room: 3_000, anchor: { path: 'b.ts', line: 1_500, side: 'RIGHT' } });

    expect(given.text).toContain('+line 1500\n');
    expect(given.text).not.toContain('+line 1\n');
  });

  test('CO-20 puts the hunk of the thread before the others where the file is too long', () => {
    const before = aHunk(
      `@@ -0,0 +1,900 @@\n${numbered(900)
        .map((line) => `+${line}`)
        .join('\n')}\n`,
    );
    const own = aHunk('@@ -950 +1850 @@\n-old\n+new\n');
    const file = aFile({ path: 'd.ts', hunks: [before, own] });

    const right = fitDiff([file], { room: 2_000, anchor: { path: 'd.ts', line: 1850, side: 'RIGHT' } });
    const left = fitDiff([file], { room: 2_000, anchor: { path: 'd.ts', line: 950, side: 'LEFT' } });

    for (const given of [right, left]) expect(given.text).toContain('+new\n');
    expect(right.partly).toEqual(['d.ts']);
  });

  test('CO-20 shows nothing without room, and says of what', () => {
    expect(fitDiff([small, last], { room: 0, anchor: null })).toEqual({
      text: '',
      files: [],
      partly: ['a.ts', 'c.ts'],
    });
  });

  test('CO-20 fits its room, and knows exactly the lines that it shows', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 0, max: 4_000 }), fc.nat(4), fc.nat(120), (lengths, room, own, line) => {
        const files = lengths.map((length, index) => addedFile(`f${index}.ts`, numbered(length)));
        const given = fitDiff(files, { room, anchor: { path: `f${own}.ts`, line, side: 'RIGHT' } });

        expect(encodedLength(given.text)).toBeLessThanOrEqual(room);
        const shown = given.text.split('\n').filter((text) => /^\+line/.test(text));
        const known = given.files.flatMap(({ hunks }) => hunks.flatMap((hunk) => [...hunkLines(hunk)]));
        expect(shown).toEqual(known.map(({ text }) => `+${text}`));
        for (const { newLine, text } of known) expect(text).toBe(`line ${newLine}`);
      }),
      { numRuns: 200 },
    );
  });
});
