import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { replaceOnce } from '../../../src/core/reconcile/replace-text.ts';

function textAfter(text: string, oldText: string, newText: string): string {
  const replaced = replaceOnce(text, oldText, newText);
  return replaced.ok ? replaced.text : `refused: ${replaced.why}`;
}

describe('replaceOnce', () => {
  test.each([
    ['a part of a line', 'a b c\n', 'b', 'x', 'a x c\n'],
    ['dollar signs as they are', 'a\n', 'a', "$&$1$$$`$'", "$&$1$$$`$'\n"],
    ['nothing instead', 'a\nb\n', 'a\n', '', 'b\n'],
    ['all CRLF', 'a\r\nb\r\nc\r\n', 'b\nc', 'x\ny\nc', 'a\r\nx\r\ny\r\nc\r\n'],
    ['a line more in CRLF where no line end is replaced', 'a\r\nb\r\n', 'b', 'b\nc', 'a\r\nb\r\nc\r\n'],
    ['a line more in the last line of CRLF', 'a\r\nb', 'b', 'b\nc', 'a\r\nb\r\nc'],
    ['CRLF that the model writes into a file of LF', 'a\nb\n', 'a\r\nb', 'a\r\nx\r\nb', 'a\nx\nb\n'],
    ['lines that stay in mixed line ends', 'a\r\nb\nc\r\n', 'a\nb\nc', 'a\nx\nc', 'a\r\nx\nc\r\n'],
    ['a line more among mixed ones, as the next', 'a\r\nb\nc\r\n', 'b', 'b\nx', 'a\r\nb\nx\nc\r\n'],
    ['no final line end', 'a\nb', 'b', 'c', 'a\nc'],
    ['a final line end where the edit is there', 'a\nb', 'b', 'c\n', 'a\nc\n'],
    ['the first line behind a byte-order mark', '\ufeffa\nb\n', 'a', 'x', '\ufeffx\nb\n'],
    ['a byte-order mark that the model left out', '\ufeffa\n', '\ufeffa', 'x', '\ufeffx\n'],
    ['one half of a text that begins as it ends', 'abab\n', 'abab', 'ab', 'ab\n'],
    ['a lone carriage return that stays', 'a\rb\n', 'a\rb', 'x\rb', 'x\rb\n'],
    ['the line feed behind one', 'x\na\r\n', 'x\n', 'y\n', 'y\na\r\n'],
  ])('RB-20 RB-21 replaces %s', (_name, text, oldText, newText, expected) => {
    expect(textAfter(text, oldText, newText)).toBe(expected);
  });

  test.each([
    ['an empty old text', 'a\n', '', 'x', /empty/],
    ['an old text of a byte-order mark', '\ufeffa\n', '\ufeff', 'x', /empty/],
    ['the same text', 'a\n', 'a', 'a', /same/],
    ['the same text with other line ends', 'a\r\nb\n', 'a\nb', 'a\r\nb', /same/],
    ['what is not there', 'a\n', 'b', 'x', /occurs 0 times/],
    ['what is there twice', 'a\nb\na\n', 'a', 'x', /occurs 2 times.*line 1, 3\)/],
    ['overlapping occurrences', 'aaa\n', 'aa', 'x', /occurs 2 times/],
    ['what is everywhere', 'a\n'.repeat(500), 'a', 'x', /at least 20 times.*…/],
    ['another case', 'Abc\n', 'abc', 'x', /occurs 0 times/],
    ['a lone carriage return', 'a\n', 'a', 'a\rb', /carriage return/],
    ['one at the end', 'a\n', 'a', 'b\r', /carriage return/],
    ['one that comes to stand before a line feed', 'a\rb\n', 'b', '', /carriage return/],
  ])('RB-20 refuses %s', (_name, text, oldText, newText, why) => {
    expect(textAfter(text, oldText, newText)).toMatch(why);
  });

  test('RB-20 RB-21 whatever the texts: found exactly once, and nothing but the named stretch changes', () => {
    const piece = fc.constantFrom('a', 'b', 'ab', '\n', '\r\n', '$&', ' ', 'ü', '😀');
    const textOf = (most: number) => fc.array(piece, { maxLength: most }).map((pieces) => pieces.join(''));
    let replacedCount = 0;

    fc.assert(
      fc.property(textOf(30), fc.nat(), fc.nat(6), textOf(6), (text, from, length, given) => {
        const shown = text.replaceAll('\r\n', '\n');
        const start = shown.length === 0 ? 0 : from % shown.length;
        const wanted = shown.slice(start, start + length);
        const fresh = given.replaceAll('\r\n', '\n');
        const places = [...shown].length === 0 ? [] : [...shown.matchAll(lookahead(wanted))].map(({ index }) => index);
        const replaced = replaceOnce(text, wanted, given);

        expect(replaced.ok).toBe(wanted !== '' && wanted !== fresh && places.length === 1);
        if (!replaced.ok) return;
        replacedCount += 1;
        expect(replaced.text.replaceAll('\r\n', '\n')).toBe(
          shown.slice(0, start) + fresh + shown.slice(start + wanted.length),
        );
        const { start: first, end, insert } = replaced;
        expect(replaced.text).toBe(text.slice(0, first) + insert + text.slice(end));
        // Only the stretch that was named, line ends of the file's kind at each place.
        expect(text.slice(0, first).replaceAll('\r\n', '\n').length).toBeGreaterThanOrEqual(start);
        expect(text.slice(end).replaceAll('\r\n', '\n').length).toBeGreaterThanOrEqual(
          shown.length - start - wanted.length,
        );
        if (!/(?<!\r)\n/.test(text) && text.includes('\n')) expect(replaced.text).not.toMatch(/(?<!\r)\n/);
        if (!text.includes('\r')) expect(replaced.text).not.toContain('\r');
      }),
      { numRuns: 3_000, seed: 20 },
    );

    expect(replacedCount).toBeGreaterThan(300);
  });

  test('RB-20 whatever a file and an old text look like, the search takes time that grows with their length', () => {
    const half = 9_999;
    const old = `${'a'.repeat(half)}b${'a'.repeat(half)}`;
    const near = (size: number): string => `${'a'.repeat(half)}b`.repeat(size / (half + 1) / 2) + 'a'.repeat(size / 2);
    for (const make of [(size: number) => 'a'.repeat(size), near]) {
      const [single, double] = [make(400_000), make(800_000)];
      for (const wanted of [old, `${old}c`]) {
        expect(fastest(() => replaceOnce(double, wanted, 'x'))).toBeLessThan(
          12 * fastest(() => replaceOnce(single, wanted, 'x')) + 200,
        );
      }
    }
    // A search that begins anew at each place takes minutes for this, and one in proportion less than for a plain text times 60.
    const hostile = 'a'.repeat(500_000);
    const plain = 'let x = 0;\n'.repeat(45_000);
    expect(fastest(() => replaceOnce(hostile, old, 'x'))).toBeLessThan(
      60 * fastest(() => replaceOnce(plain, 'let y = 0;', 'x')) + 400,
    );
  });
});

/** Milliseconds of the fastest of some runs: what disturbs a run makes it longer. */
function fastest(act: () => unknown): number {
  return Math.min(
    ...[1, 2, 3].map(() => {
      const start = performance.now();
      act();
      return performance.now() - start;
    }),
  );
}

/** Every place, overlapping ones too: an oracle of its own. */
function lookahead(wanted: string): RegExp {
  return new RegExp(`(?=${wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')})`, 'g');
}
