import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseDiff } from '../../src/core/parse-diff.ts';
import { renderDiff } from '../../src/core/render-diff.ts';
import { addedFile, aFile, aHunk, someFile } from './changes.ts';

describe('renderDiff', () => {
  test('SU-21 parses back to the same files', () => {
    fc.assert(
      fc.property(fc.uniqueArray(someFile, { selector: ({ path }) => path, maxLength: 6 }), (files) => {
        expect(parseDiff(renderDiff(files), { indexed: false })).toEqual(files);
      }),
      { numRuns: 500 },
    );
  });

  test('CL-20 names both paths of a rename and quotes only what a line cannot hold', () => {
    const file = aFile({
      path: 'docs/Überblick & Plan.md',
      previousPath: 'docs/say "hi".md',
      status: 'renamed',
      hunks: [aHunk('@@ -1 +1 @@ x()\n-a\n+b')],
    });

    expect(renderDiff([file])).toBe(
      'diff --git "a/docs/say \\"hi\\".md" b/docs/Überblick & Plan.md\n' +
        'rename from "docs/say \\"hi\\".md"\nrename to docs/Überblick & Plan.md\n' +
        '--- "a/docs/say \\"hi\\".md"\n+++ b/docs/Überblick & Plan.md\n@@ -1 +1 @@ x()\n-a\n+b\n',
    );
  });

  test('SU-21 shows modes, links, submodules, deletions, empty files and files of unknown mode', () => {
    const text = renderDiff([
      aFile({ path: 'run.sh', oldMode: '100644', newMode: '100755' }),
      aFile({ path: 'link', oldMode: '120000', newMode: '120000', hunks: [aHunk('@@ -1 +1 @@\n-a\n+b')] }),
      aFile({
        path: 'sub',
        oldMode: '160000',
        newMode: '160000',
        submodule: true,
        hunks: [aHunk('@@ -1 +1 @@\n-Subproject commit a\n+Subproject commit b')],
      }),
      aFile({ path: 'gone', status: 'deleted', oldMode: '100644', hunks: [aHunk('@@ -1 +0,0 @@\n-x')] }),
      aFile({ path: 'empty', status: 'added' }),
    ]);

    expect(text).toContain('diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n');
    expect(text).toContain('old mode 120000\nnew mode 120000\n--- a/link\n+++ b/link\n');
    expect(text).toContain('-Subproject commit a\n+Subproject commit b\n');
    expect(text).toContain('deleted file mode 100644\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n');
    expect(text).toContain('diff --git a/empty b/empty\nnew file\n');
  });

  test('SU-24 shows hidden characters in lines, sections and names', () => {
    const file = aFile({
      path: 'x\u202e.ts',
      hunks: [aHunk('@@ -5,2 +5,2 @@ f\u200b()\n \u202e\n-\ufeffa\n+b\u{e0041}\r')],
    });

    expect(renderDiff([file])).toBe(
      'diff --git a/x<U+202E>.ts b/x<U+202E>.ts\n--- a/x<U+202E>.ts\n+++ b/x<U+202E>.ts\n' +
        '@@ -5,2 +5,2 @@ f<U+200B>()\n <U+202E>\n-<U+FEFF>a\n+b<U+E0041>\r\n',
    );
  });

  test("SU-24 leaves a byte-order mark at a file's start as it is, on either side", () => {
    expect(renderDiff([addedFile('a', ['\ufeff# x', '\ufeffy'])])).toContain('+\ufeff# x\n+<U+FEFF>y\n');
    expect(renderDiff([aFile({ hunks: [aHunk('@@ -1 +1 @@\n-\ufeffa\n+a')] })])).toContain('-\ufeffa\n');
  });
});
