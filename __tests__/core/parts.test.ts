import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decideReading } from '../../src/core/collapse.ts';
import type { ChangedFile, Hunk } from '../../src/core/diff.ts';
import { parseGitattributes } from '../../src/core/gitattributes.ts';
import { hunkLines, parseDiff } from '../../src/core/parse-diff.ts';
import { type Part, renderFileList, renderUnshown, splitIntoParts } from '../../src/core/parts.ts';
import { cutHunk } from '../../src/core/recut-hunk.ts';
import { renderDiff, renderHunk } from '../../src/core/render-diff.ts';
import { aChange, addedFile, aFile, aHunk, someFile, someHunks } from './changes.ts';

const encoded = (text: string): number => JSON.stringify(text).length - 2;

/** Every changed line with its file, side and number. */
const changedLines = (files: readonly ChangedFile[]): string[] =>
  files.flatMap((file) =>
    file.hunks.flatMap((hunk) =>
      [...hunkLines(hunk)]
        .filter(({ kind }) => kind === 'added' || kind === 'deleted')
        .map(({ text, oldLine, newLine }) => JSON.stringify([file.path, oldLine, newLine, text])),
    ),
  );

const linesOf = (parts: readonly Part[]): string[] =>
  parts.flatMap(({ diff }) => changedLines(parseDiff(diff, { indexed: false })));

const someFiles = fc.uniqueArray(someFile, { selector: ({ path }) => path, maxLength: 8 });

describe('splitIntoParts', () => {
  test('SU-23 gives the whole diff as one part where it fits', () => {
    fc.assert(
      fc.property(someFiles, (files) => {
        const { parts, unread } = splitIntoParts({ files, room: 1_000_000 });

        expect(unread).toEqual([]);
        expect(parts.map(({ diff }) => diff)).toEqual([renderDiff(files)]);
        expect(parts[0]?.paths).toEqual(files.map(({ path }) => path));
      }),
    );
  });

  test('SU-23 fits every part into the room, and shows each changed line exactly once or names its file', () => {
    fc.assert(
      fc.property(someFiles, fc.integer({ min: 0, max: 1500 }), (files, room) => {
        const { parts, unread } = splitIntoParts({ files, room });

        for (const { diff } of parts) expect(encoded(diff)).toBeLessThanOrEqual(room);
        const gone = new Set(unread.map(({ path }) => path));
        const kept = files.filter(({ path }) => !gone.has(path));
        expect(linesOf(parts)).toEqual(changedLines(kept));
        expect(new Set(parts.flatMap(({ paths }) => paths))).toEqual(new Set(kept.map(({ path }) => path)));
        expect(parts.reduce((sum, part) => sum + part.changedLines, 0)).toBe(changedLines(kept).length);
        for (const part of parts)
          expect([...new Set(parseDiff(part.diff, { indexed: false }).map(({ path }) => path))]).toEqual(part.paths);
      }),
      { numRuns: 1000 },
    );
  });

  test('SU-23 leaves out only files with a line or a header that fits no part', () => {
    const files = [addedFile('long.txt', ['short', 'x'.repeat(3000)]), addedFile('fine.txt', ['y'.repeat(300)])];

    const { parts, unread } = splitIntoParts({ files, room: 1000 });

    expect(unread).toEqual([
      expect.objectContaining({
        path: 'long.txt',
        additions: 2,
        reason: 'one of its lines is longer than a question has room for',
      }),
    ]);
    expect(parts.map(({ paths }) => paths)).toEqual([['fine.txt']]);
    expect(parts[0]?.diff).not.toContain('short');
  });

  test('SU-23 always gives a part, so that the rules are asked', () => {
    expect(splitIntoParts({ files: [], room: 100 }).parts).toEqual([{ diff: '', paths: [], changedLines: 0 }]);
  });

  test('SU-23 does not tear a file that fits a part of its own', () => {
    const files = ['a', 'b', 'c'].map((path) =>
      addedFile(
        path,
        Array.from({ length: 10 }, (_, index) => `line ${index}`),
      ),
    );
    const room = Math.floor(encoded(renderDiff(files)) * 0.6);

    expect(splitIntoParts({ files, room }).parts.map(({ paths }) => paths)).toEqual([['a'], ['b'], ['c']]);
  });

  test('SU-23 reads an added file of 5,000 lines whole, in few parts', () => {
    const file = addedFile(
      'big.ts',
      Array.from({ length: 5000 }, (_, index) => `export const P${index} = {cents: ${index}}`),
    );
    const whole = encoded(renderDiff([file]));

    const { parts, unread } = splitIntoParts({
      files: [addedFile('a', ['x']), file, addedFile('z', ['y'])],
      room: Math.ceil(whole / 3),
    });

    expect(unread).toEqual([]);
    expect(parts.length).toBeLessThanOrEqual(5);
    expect(parts[0]?.paths).toEqual(['a', 'big.ts']);
    expect(parts.at(-1)?.paths).toEqual(['big.ts', 'z']);
  });

  test('SU-24 measures hidden characters as they are shown, and escapes as they are encoded', () => {
    const file = addedFile(
      'a',
      Array.from({ length: 200 }, () => '"\u202e\u0001\\'),
    );

    const { parts } = splitIntoParts({ files: [file], room: 500 });

    for (const { diff } of parts) expect(encoded(diff)).toBeLessThanOrEqual(500);
    expect(
      parts
        .map(({ diff }) => diff)
        .join('')
        .match(/<U\+202E>/g),
    ).toHaveLength(200);
  });

  test('SU-23 gives the same parts again', () => {
    const files = [
      addedFile(
        'a',
        Array.from({ length: 300 }, (_, index) => `row ${index}`),
      ),
    ];

    expect(splitIntoParts({ files, room: 900 })).toEqual(splitIntoParts({ files, room: 900 }));
  });

  test('SU-23 splits a type change with a header for each half', () => {
    const file = aFile({
      path: 'x',
      status: 'type-changed',
      oldMode: '100644',
      newMode: '120000',
      hunks: [
        aHunk(`@@ -1,40 +0,0 @@\n${Array.from({ length: 40 }, (_, index) => `-line ${index}`).join('\n')}`),
        aHunk('@@ -0,0 +1 @@\n+t'),
      ],
    });

    const { parts } = splitIntoParts({ files: [file], room: 300 });

    expect(parts.length).toBeGreaterThan(1);
    expect(parts[0]?.diff).toContain('deleted file mode 100644');
    expect(parts.at(-1)?.diff).toContain('new file mode 120000');
    expect(linesOf(parts)).toEqual(changedLines([file]));
  });
});

describe('cutHunk', () => {
  const pieces = (hunk: Hunk, room: number): Hunk[] => {
    const cutter = cutHunk(hunk);
    const cut: Hunk[] = [];
    while (!cutter.done()) {
      const piece = cutter.take(Math.max(room, cutter.needs));
      if (piece === null) throw new Error('a piece did not fit');
      cut.push(piece);
    }
    return cut;
  };

  /** Applies hunks to the lines of a file, strictly by their numbers, as a tool that trusts no context would. */
  const apply = (before: readonly string[], hunks: readonly Hunk[]): string[] => {
    const after: string[] = [];
    let at = 0;
    for (const hunk of hunks) {
      const start = hunk.oldLines === 0 ? hunk.oldStart : hunk.oldStart - 1;
      while (at < start) after.push(before[at++] ?? 'missing');
      expect(after.length).toBe(hunk.newLines === 0 ? hunk.newStart : hunk.newStart - 1);
      for (const { kind, text } of hunkLines(hunk)) {
        if (kind === 'added') after.push(text);
        if (kind === 'context' || kind === 'deleted') expect(before[at++]).toBe(text);
        if (kind === 'context') after.push(text);
      }
    }
    return [...after, ...before.slice(at)];
  };

  /** A file that the hunks fit. */
  const baseOf = (hunks: readonly Hunk[]): string[] => {
    const before: string[] = [];
    for (const hunk of hunks) {
      const start = hunk.oldLines === 0 ? hunk.oldStart : hunk.oldStart - 1;
      while (before.length < start) before.push(`untouched ${before.length}`);
      for (const { kind, text } of hunkLines(hunk)) if (kind === 'context' || kind === 'deleted') before.push(text);
    }
    return before;
  };

  test('SU-23 cuts into valid hunks that apply to the same result', () => {
    fc.assert(
      fc.property(someHunks, fc.integer({ min: 1, max: 300 }), (hunks, room) => {
        const cut = hunks.flatMap((hunk) => pieces(hunk, room));

        const before = baseOf(hunks);
        expect(apply(before, cut)).toEqual(apply(before, hunks));
        expect(cut.map(({ text }) => text).join('\n')).toBe(hunks.map(({ text }) => text).join('\n'));
        // Its own parser takes every piece by the counts of its header.
        const head = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n';
        if (cut.length > 0) expect(parseDiff(head + cut.map(renderHunk).join(''))[0]?.hunks).toEqual(cut);
      }),
      { numRuns: 500 },
    );
  });

  test('SU-23 keeps the marker for a missing final newline with its line', () => {
    const lines = Array.from({ length: 20 }, (_, index) => `-old ${index}`);
    const hunk = aHunk(
      `@@ -1,20 +1 @@\n${lines.join('\n')}\n\\ No newline at end of file\n+new\n\\ No newline at end of file`,
    );

    for (const piece of pieces(hunk, 1)) expect(piece.text.startsWith('\\')).toBe(false);
    expect(pieces(hunk, 1).length).toBeGreaterThan(5);
    expect(pieces(hunk, 1).at(-1)?.text).toMatch(/\+new\n\\ No newline at end of file$/);
  });

  test('SU-23 prefers a cut before a line that begins a paragraph', () => {
    const body = Array.from({ length: 40 }, (_, index) =>
      index % 4 === 0 ? '' : index % 4 === 1 ? `function f${index}() {` : index % 4 === 2 ? '  return 1' : '}',
    );
    const cut = pieces(addedFile('a', body).hunks[0] as Hunk, 350);

    expect(cut.length).toBeGreaterThan(1);
    for (const piece of cut.slice(1)) expect(piece.text).toMatch(/^\+function /);
  });

  test('SU-23 does not cut between what was deleted and what took its place, if it can', () => {
    const body = Array.from({ length: 60 }, (_, index) => `-old${index}\n+new${index}`).join('\n');
    const cut = pieces(aHunk(`@@ -1,60 +1,60 @@\n${body}`), 300);

    expect(cut.length).toBeGreaterThan(1);
    for (const piece of cut) expect(piece.text.startsWith('-')).toBe(true);
  });
});

describe('renderFileList', () => {
  const read = (files: readonly ChangedFile[], unlisted = 0) =>
    decideReading({ change: aChange(files, unlisted), attributes: parseGitattributes(''), ignore: [] });

  test('SU-23 lists every file with its counts, then what is not shown', () => {
    const reading = read(
      [
        addedFile('src/a.ts', ['x', 'y']),
        aFile({ path: 'yarn.lock', hunks: [aHunk('@@ -1 +1 @@\n-a\n+b')] }),
        aFile({ path: 'c', unreadable: 'too large' }),
      ],
      3,
    );

    expect(renderFileList({ reading })).toBe(
      'src/a.ts: added, +2 −0\nc: not read, too large\nyarn.lock: lockfile, +1 −1, not shown\n3 more files are changed, which GitHub does not list\n',
    );
    expect(renderUnshown({ reading: read([addedFile('a', ['x'])]) })).toBe('');
  });

  test('SU-23 names dropped files as not read', () => {
    const reading = read([addedFile('a', ['x']), addedFile('b', ['y'])]);
    const dropped = splitIntoParts({ files: reading.shown.slice(1), room: 1 }).unread;

    expect(renderFileList({ reading, dropped })).toBe(
      'a: added, +1 −0\nb: not read, one of its lines is longer than a question has room for\n',
    );
  });

  test('SU-23 stays in its room for 3,000 files, and counts the rest', () => {
    const files = Array.from({ length: 3000 }, (_, index) =>
      index % 2 === 0
        ? addedFile(`packages/some/long/folder/file-${index}.ts`, ['x'])
        : aFile({ path: `img/${index}.png`, binary: true }),
    );

    const list = renderFileList({ reading: read(files) });

    expect(encoded(list)).toBeLessThanOrEqual(20_000);
    expect(list).toContain('file-0.ts: added, +1 −0');
    expect(list).toContain('img/1.png: binary, not shown');
    const counted = [...list.matchAll(/^and (\d+) more files$/gm)].map(([, count]) => Number(count));
    const named = list.split('\n').filter((line) => line !== '' && !line.startsWith('and '));
    expect(named.length + counted.reduce((sum, count) => sum + count, 0)).toBe(3000);
  });
});
