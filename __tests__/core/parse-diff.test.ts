import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { countChanges, DiffError, hunkLines, parseDiff, parsePatch } from '../../src/core/parse-diff.ts';
import { aHunk } from './changes.ts';

const one = (text: string) => {
  const files = parseDiff(text);
  expect(files).toHaveLength(1);
  return files[0];
};

describe('parseDiff', () => {
  test('SU-21 reads an empty diff as no files', () => {
    expect(parseDiff('')).toEqual([]);
  });

  test('SU-21 reads a change with its numbers, section and mode', () => {
    const file = one(
      'diff --git a/a.c b/a.c\nindex 1111111..2222222 100755\n--- a/a.c\n+++ b/a.c\n@@ -3,2 +3,3 @@ int main(void)\n x\n-y\n+z\n+w\n',
    );

    expect(file).toEqual({
      path: 'a.c',
      previousPath: null,
      status: 'modified',
      oldMode: '100755',
      newMode: '100755',
      binary: false,
      submodule: false,
      additions: 2,
      deletions: 1,
      unreadable: null,
      hunks: [
        { oldStart: 3, oldLines: 2, newStart: 3, newLines: 3, section: 'int main(void)', text: ' x\n-y\n+z\n+w' },
      ],
    });
  });

  test.each([
    [
      'a name with blanks, which ends in a tab',
      'diff --git a/a b b/a b\n--- a/a b\t\n+++ b/a b\t\n@@ -1 +1 @@\n-x\n+y\n',
      'a b',
    ],
    ['a name that holds " b/"', 'diff --git a/x b/x b/x b/x\nold mode 100644\nnew mode 100755\n', 'x b/x'],
    [
      'octal bytes',
      'diff --git "a/\\303\\234ber.md" "b/\\303\\234ber.md"\nnew file mode 100644\nindex 0000000..e69de29\n',
      'Über.md',
    ],
    [
      'quotes, tabs and backslashes',
      'diff --git "a/\\"q\\"\\t\\\\" "b/\\"q\\"\\t\\\\"\nnew file mode 100644\nindex 0000000..e69de29\n',
      '"q"\t\\',
    ],
    [
      'letters as they are beside escapes',
      'diff --git "a/日\\n" "b/日\\n"\nnew file mode 100644\nindex 0000000..e69de29\n',
      '日\n',
    ],
    [
      'bytes that are no UTF-8',
      'diff --git "a/\\377" "b/\\377"\nnew file mode 100644\nindex 0000000..e69de29\n',
      '\ufffd',
    ],
    [
      'a byte-order mark in a name',
      'diff --git "a/\\357\\273\\277x" "b/\\357\\273\\277x"\nnew file mode 100644\nindex 0000000..e69de29\n',
      '\ufeffx',
    ],
  ])('SU-21 reads %s', (_, text, path) => {
    expect(one(text)?.path).toBe(path);
  });

  test('SU-21 reads a pure rename, one with a change and a mode, and a copy', () => {
    const files = parseDiff(
      'diff --git a/a b/b\nsimilarity index 100%\nrename from a\nrename to b\n' +
        'diff --git "a/\\303\\244" b/d\nold mode 100644\nnew mode 100755\nsimilarity index 50%\nrename from "\\303\\244"\nrename to d\nindex 1..2\n--- "a/\\303\\244"\n+++ b/d\n@@ -1 +1 @@\n-x\n+y\n' +
        'diff --git a/e b/f\nsimilarity index 100%\ncopy from e\ncopy to f\n',
    );

    expect(files.map(({ path, previousPath, status, newMode }) => [path, previousPath, status, newMode])).toEqual([
      ['b', 'a', 'renamed', null],
      ['d', 'ä', 'renamed', '100755'],
      ['f', 'e', 'copied', null],
    ]);
  });

  test('SU-21 reads binaries, whether they differ or come as a patch', () => {
    const files = parseDiff(
      'diff --git a/a.png b/a.png\nnew file mode 100644\nindex 0000000..1111111\nBinary files /dev/null and b/a.png differ\n' +
        'diff --git a/b.png b/b.png\nindex 1..2 100644\nGIT binary patch\nliteral 4\nLc${NkU|;|M00aO5\n\nliteral 0\nHcmV?d00001\n\n' +
        'diff --git a/c.txt b/c.txt\ndeleted file mode 100644\nindex 1..0\n--- a/c.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n',
    );

    expect(files.map(({ path, status, binary }) => [path, status, binary])).toEqual([
      ['a.png', 'added', true],
      ['b.png', 'modified', true],
      ['c.txt', 'deleted', false],
    ]);
  });

  test('SU-21 reads a submodule', () => {
    const file = one(
      'diff --git a/v/s b/v/s\nindex 1111111..2222222 160000\n--- a/v/s\n+++ b/v/s\n@@ -1 +1 @@\n-Subproject commit 1111\n+Subproject commit 2222\n',
    );

    expect(file).toMatchObject({ submodule: true, additions: 1, deletions: 1, status: 'modified' });
  });

  test('SU-21 joins the deletion and the addition of a type change', () => {
    const file = one(
      'diff --git a/x b/x\ndeleted file mode 100644\nindex 1..0\n--- a/x\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n' +
        'diff --git a/x b/x\nnew file mode 120000\nindex 0..2\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+t\n\\ No newline at end of file\n',
    );

    expect(file).toMatchObject({
      status: 'type-changed',
      oldMode: '100644',
      newMode: '120000',
      additions: 1,
      deletions: 2,
    });
    expect(file?.hunks).toHaveLength(2);
  });

  test('SU-21 takes lines that look like headers as lines', () => {
    const body = '--- a/x\n+++ b/x\n+diff --git a/evil b/evil\n-@@ -1 +1 @@\n \\ No newline\n';
    const file = one(`diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n${body}`);

    expect(file).toMatchObject({ path: 'x', additions: 2, deletions: 2 });
    expect(file?.hunks[0]?.text).toBe(body.trimEnd());
  });

  test('SU-21 keeps carriage returns and U+2028 inside lines', () => {
    const file = one('diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n-a\r\n+b\rc\r\n+d\u2028e\n');

    expect(file?.hunks[0]?.text).toBe('-a\r\n+b\rc\r\n+d\u2028e');
    expect(file).toMatchObject({ additions: 2, deletions: 1 });
  });

  test.each([
    ['hello', 1],
    ['diff --git a/x b/x\nnonsense\n', 2],
    ['diff --git a/x b/y\n', 1],
    ['diff --git a/ b/\n', 1],
    ['diff --git a/x b/x\nold mode 1\n', 2],
    ['diff --git "a/x b/x\n', 1],
    ['diff --git a/x b/x\n--- "a/x\n', 2],
    ['diff --git a/x b/x\n@@ -1 +1 @\n', 2],
    ['diff --git a/x b/x\n@@ -1,0 +1,0 @@\n', 2],
    ['diff --git a/x b/x\n@@ -1 +1 @@\n-a\n', 4],
    ['diff --git a/x b/x\n@@ -1 +1 @@\n-a\n-b\n+c\n', 4],
    ['diff --git a/x b/x\n@@ -1 +1 @@\n\\ No newline at end of file\n-a\n+b\n', 3],
    ['diff --git a/x b/x\n@@ -1 +1 @@\n-a\n+b\n+c\n', 5],
    ['diff --git a/x b/x\n@@ -1,999999999999999 +1 @@\n-a\n', 4],
    ['diff --cc x\n', 1],
  ])('SU-21 refuses %j and names line %i', (text, line) => {
    expect(() => parseDiff(text)).toThrow(DiffError);
    expect(() => parseDiff(text)).toThrow(new RegExp(`^The diff cannot be read at line ${line}: expected .*\\.$`));
  });

  test('SU-21 never fails in another way than by its own error', () => {
    const real =
      'diff --git a/a b/a\nindex 1..2 100644\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@ s\n x\n-y\n+z\n\\ No newline at end of file\n' +
      'diff --git "a/\\303" b/c\nsimilarity index 9%\nrename from "\\303"\nrename to c\n' +
      'diff --git a/p b/p\nnew file mode 100644\nGIT binary patch\nliteral 0\nHcmV?d00001\n';
    const mutated = fc
      .array(
        fc.record({
          at: fc.nat(real.length),
          gone: fc.nat(9),
          text: fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('\n', '"', '\\', '@@ ', '-', '+')),
        }),
        { maxLength: 4 },
      )
      .map((edits) =>
        edits.reduce((text, { at, gone, text: put }) => text.slice(0, at) + put + text.slice(at + gone), real),
      );
    fc.assert(
      fc.property(fc.oneof(mutated, fc.string(), fc.string({ unit: 'binary' })), (text) => {
        for (const parse of [parseDiff, parsePatch]) {
          try {
            parse(text);
          } catch (error) {
            expect(error).toBeInstanceOf(DiffError);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('SU-21 takes time in proportion to the text, also for 20 MB', () => {
    const lines = '+export const X = {id: 1, label: "price number one"}\n'.repeat(400_000);
    const text = `diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1,400000 @@\n${lines}`;

    const before = process.memoryUsage().heapUsed;
    expect(one(text)).toMatchObject({ additions: 400_000, deletions: 0 });
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(60_000_000);
  });
});

describe('hunks', () => {
  test('SU-21 reads a patch of the file list, with and without a final newline', () => {
    const patch = '@@ -1 +1 @@\n-a\n+b\n@@ -9,0 +10,2 @@ f()\n+c\n+d';

    expect(parsePatch(patch)).toEqual(parsePatch(`${patch}\n`));
    expect(
      parsePatch(patch).map(({ oldStart, oldLines, newStart, newLines }) => [oldStart, oldLines, newStart, newLines]),
    ).toEqual([
      [1, 1, 1, 1],
      [9, 0, 10, 2],
    ]);
    expect(parsePatch('')).toEqual([]);
    expect(() => parsePatch('-a\n+b')).toThrow('The patch cannot be read at line 1');
  });

  test('SU-21 numbers the lines of both sides', () => {
    const hunk = aHunk('@@ -7,3 +9,3 @@\n a\n-b\n\\ No newline at end of file\n+c\n\n');

    expect([...hunkLines(hunk)]).toEqual([
      { kind: 'context', text: 'a', oldLine: 7, newLine: 9 },
      { kind: 'deleted', text: 'b', oldLine: 8, newLine: null },
      { kind: 'no-newline', text: ' No newline at end of file', oldLine: null, newLine: null },
      { kind: 'added', text: 'c', oldLine: null, newLine: 10 },
      { kind: 'context', text: '', oldLine: 9, newLine: 11 },
    ]);
    expect(countChanges([hunk, hunk])).toEqual({ additions: 2, deletions: 2 });
  });
});

test.each([
  ['a new file', 'diff --git a/hello.txt b/hello.txt\nnew file mode 100644\n'],
  ['a changed file', 'diff --git a/a.ts b/a.ts\nindex 1234567..89abcde 100644\n'],
  [
    'a changed file with its names',
    'diff --git a/a.ts b/a.ts\nindex 1234567..89abcde 100644\n--- a/a.ts\n+++ b/a.ts\n',
  ],
  ['a file of which only the first line is there', 'diff --git a/a.ts b/a.ts\n'],
  ['a deleted file', 'diff --git a/a.ts b/a.ts\ndeleted file mode 100644\nindex 1234567..0000000\n'],
])('SU-21 a diff that breaks off behind the head of %s is not read as whole', (_, text) => {
  expect(() => parseDiff(text)).toThrow(DiffError);
});

test.each([
  ['an empty file', 'diff --git a/e b/e\nnew file mode 100644\nindex 0000000..e69de29\n'],
  ['an empty file that is deleted', 'diff --git a/e b/e\ndeleted file mode 100644\nindex e69de29..0000000\n'],
  ['a mode', 'diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n'],
  ['a name', 'diff --git a/a b/b\nsimilarity index 100%\nrename from a\nrename to b\n'],
  ['bytes', 'diff --git a/x.png b/x.png\nindex 1234567..89abcde 100644\nBinary files a/x.png and b/x.png differ\n'],
])('SU-21 a change of %s has no hunk and is whole', (_, text) => {
  expect(parseDiff(text)).toHaveLength(1);
});
