import { describe, expect, test } from '@jest/globals';
import { decideReading, describeFile, unshownLines } from '../../src/core/collapse.ts';
import type { ChangedFile } from '../../src/core/diff.ts';
import { parseGitattributes } from '../../src/core/gitattributes.ts';
import { type Glob, parseGlob } from '../../src/core/glob.ts';
import { aChange, addedFile, aFile, aHunk } from './changes.ts';

const globs = (patterns: readonly string[]): Glob[] =>
  patterns.map((pattern) => {
    const glob = parseGlob(pattern);
    if ('error' in glob) throw new Error(glob.error);
    return glob;
  });

const read = (
  files: readonly ChangedFile[],
  settings: { attributes?: string; ignore?: readonly string[]; unlisted?: number } = {},
) =>
  decideReading({
    change: aChange(files, settings.unlisted),
    attributes: parseGitattributes(settings.attributes ?? ''),
    ignore: globs(settings.ignore ?? []),
  });

const hunks = [aHunk('@@ -1,2 +1,2 @@\n x\n-a\n+b')];

describe('decideReading', () => {
  test.each([
    ['package-lock.json', 'lockfile'],
    ['web/app/package-lock.json', 'lockfile'],
    ['Cargo.lock', 'lockfile'],
    ['go.sum', 'lockfile'],
    ['pnpm-lock.yaml', 'lockfile'],
    ['.terraform.lock.hcl', 'lockfile'],
    ['public/app.min.js', 'minified'],
    ['public/app.min.mjs', 'minified'],
    ['public/app.min.css', 'minified'],
    ['public/app.js.map', 'minified'],
    ['gen/client.ts', 'generated'],
    ['third_party/x.js', 'vendored'],
    ['fixtures/x.json', 'ignored'],
  ])('SU-22 collapses %s as %s', (path, reason) => {
    const reading = read([aFile({ path, hunks })], {
      attributes: 'gen/** linguist-generated\nthird_party/** linguist-vendored',
      ignore: ['fixtures/**'],
    });

    expect(reading.shown).toEqual([]);
    expect(reading.collapsed).toEqual([
      {
        path,
        reason,
        additions: 1,
        deletions: 1,
        line: `${path}: ${reason}, +1 −1, not shown`,
        unread: reason === 'minified',
      },
    ]);
  });

  test.each([
    'cargo.lock',
    'my-package-lock.json',
    'package-lock.json.md',
    'go.summary',
    'app.min.ts',
    'min.js',
    'src/map.ts',
  ])('SU-22 shows %s', (path) => {
    expect(read([aFile({ path, hunks })]).shown).toHaveLength(1);
  });

  test('SU-22 collapses binaries and pure renames, and says what they are', () => {
    const reading = read([
      aFile({ path: 'logo.png', binary: true, status: 'added', newMode: '100644' }),
      aFile({ path: 'b.md', previousPath: 'a\nb.md', status: 'renamed' }),
    ]);

    expect(reading.collapsed.map(({ line, unread }) => [line, unread])).toEqual([
      ['logo.png: binary, not shown (added)', false],
      ['b.md: pure rename, not shown (renamed from "a\\nb.md")', false],
    ]);
  });

  test('SU-22 shows mode changes, submodules, empty files, renames with a mode and type changes of binaries', () => {
    const files = [
      aFile({ path: 'run.sh', oldMode: '100644', newMode: '100755' }),
      aFile({ path: 'v', submodule: true, oldMode: '160000', newMode: '160000', hunks }),
      aFile({ path: 'empty', status: 'added', newMode: '100644' }),
      aFile({ path: 'b', previousPath: 'a', status: 'renamed', oldMode: '100644', newMode: '100755' }),
      aFile({
        path: 'l',
        status: 'type-changed',
        oldMode: '100644',
        newMode: '120000',
        binary: true,
        hunks: [aHunk('@@ -0,0 +1 @@\n+t')],
      }),
      aFile({ path: 'x.min.js', oldMode: '100644', newMode: '100755' }),
      aFile({ path: 'copy', previousPath: 'a', status: 'copied' }),
    ];

    expect(read(files).shown).toEqual(files);
  });

  test('SU-23 lets no cover, binary or minified name hide what moved there from a name that counts', () => {
    const moved = (path: string, previousPath: string) => aFile({ path, previousPath, status: 'renamed', hunks });
    const attributes = 'gen/** linguist-generated';

    expect(read([moved('gen/a.ts', 'src/a.ts'), moved('Cargo.lock', 'src/b.rs')], { attributes }).collapsed).toEqual(
      [],
    );
    expect(read([moved('gen/a.ts', 'gen/b.ts')], { attributes }).collapsed[0]?.line).toBe(
      'gen/a.ts: generated, +1 −1, not shown (renamed from gen/b.ts)',
    );
  });

  test('SU-23 counts a minified file that attributes or ignore cover as nothing', () => {
    const file = aFile({ path: 'public/app.min.js', hunks });

    expect(read([file], { attributes: '*.min.js linguist-generated' }).collapsed[0]?.unread).toBe(false);
    expect(read([file], { ignore: ['public/**'] }).collapsed[0]?.unread).toBe(false);
    expect(read([file]).collapsed[0]?.unread).toBe(true);
  });

  test('SU-21 names what could not be read; a lockfile or an ignored file is only that', () => {
    const broken = (path: string) =>
      aFile({ path, additions: 400, deletions: 400, unreadable: 'its blobs could not be read' });
    const reading = read([broken('src/table.rs'), broken('yarn.lock'), broken('fixtures/a'), broken('a.min.js')], {
      ignore: ['fixtures/**'],
      unlisted: 2,
    });

    expect(unshownLines(reading)).toEqual([
      'src/table.rs: not read, its blobs could not be read',
      'yarn.lock: lockfile, +400 −400, not shown',
      'fixtures/a: ignored, +400 −400, not shown',
      'a.min.js: minified, +400 −400, not shown',
    ]);
    expect(reading.unlisted).toBe(2);
    expect(reading.collapsed.map(({ unread }) => unread)).toEqual([false, false, true]);
  });

  test('SU-23 does not take a file for read whose hunks hold less than its counts', () => {
    const reading = read([aFile({ path: 'a.ts', hunks, additions: 5 }), aFile({ path: 'b.ts', additions: 1 })]);

    expect(reading.shown).toEqual([]);
    expect(reading.unread.map(({ path }) => path)).toEqual(['a.ts', 'b.ts']);
  });

  test('SU-22 shows a binary that could not be told from text as unread', () => {
    expect(read([aFile({ path: 'x.bin', unreadable: 'too large' })]).unread).toHaveLength(1);
  });

  test('SU-23 counts a source file that GitHub takes for binary as not read, and an image as nothing', () => {
    const reading = decideReading({
      change: {
        files: [
          aFile({ path: 'src/pay.js', binary: true, hunks: [] }),
          aFile({ path: 'logo.png', binary: true, hunks: [] }),
        ],
        unlisted: 0,
      },
      attributes: parseGitattributes(''),
      ignore: [],
    });
    expect(reading.collapsed.map(({ path, unread }) => [path, unread])).toEqual([
      ['src/pay.js', true],
      ['logo.png', false],
    ]);
  });

  test('SU-23 shows every file in exactly one list', () => {
    const files = [
      addedFile('a', ['x']),
      aFile({ path: 'b.png', binary: true }),
      aFile({ path: 'c', unreadable: 'no' }),
    ];
    const { shown, collapsed, unread } = read(files);

    expect([...shown, ...collapsed, ...unread].map(({ path }) => path)).toEqual(['a', 'b.png', 'c']);
  });

  test('SU-24 shows hidden characters of a name in its line', () => {
    expect(read([aFile({ path: 'x\u202e/yarn.lock', hunks })]).collapsed[0]?.line).toBe(
      'x<U+202E>/yarn.lock: lockfile, +1 −1, not shown',
    );
  });
});

describe('describeFile', () => {
  test('SU-23 tells status, counts, former name and modes', () => {
    expect(describeFile(addedFile('a', ['x', 'y']))).toBe('added, +2 −0');
    expect(describeFile(aFile({ previousPath: 'b', status: 'renamed', hunks }))).toBe('renamed from b, +1 −1');
    expect(describeFile(aFile({ oldMode: '100644', newMode: '100755' }))).toBe('modified, +0 −0, mode 100644 → 100755');
  });
});
