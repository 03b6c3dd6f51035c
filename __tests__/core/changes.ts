import { spawnSync } from 'node:child_process';
import { devNull } from 'node:os';
import fc from 'fast-check';
import type { Change, ChangedFile, Hunk } from '../../src/core/diff.ts';
import { countChanges, parsePatch } from '../../src/core/parse-diff.ts';

/** A changed file with good defaults; counts follow from the hunks unless they are given. */
export function aFile(over: Partial<ChangedFile> = {}): ChangedFile {
  const hunks = over.hunks ?? [];
  return {
    path: 'src/a.ts',
    previousPath: null,
    status: 'modified',
    oldMode: null,
    newMode: null,
    binary: false,
    submodule: false,
    ...countChanges(hunks),
    hunks,
    unreadable: null,
    ...over,
  };
}

/** The one hunk of a patch. */
export function aHunk(patch: string): Hunk {
  const [hunk] = parsePatch(patch);
  if (hunk === undefined) throw new Error('no hunk');
  return hunk;
}

/** A new file of these lines. */
export function addedFile(path: string, lines: readonly string[]): ChangedFile {
  const text = lines.map((line) => `+${line}`).join('\n');
  const hunk: Hunk = { oldStart: 0, oldLines: 0, newStart: 1, newLines: lines.length, section: '', text };
  return aFile({ path, status: 'added', newMode: '100644', hunks: [hunk] });
}

export function aChange(files: readonly ChangedFile[], unlisted = 0): Change {
  return { files, unlisted };
}

/** Runs git in a folder, away from the user's settings. */
export function git(folder: string, ...args: readonly string[]): string {
  const run = spawnSync(
    'git',
    ['-c', 'user.name=Ines', '-c', 'user.email=ines@example.com', '-c', 'core.autocrlf=false', ...args],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_SYSTEM: devNull, LC_ALL: 'C' },
    },
  );
  if (run.status !== 0) throw new Error(`git ${args.join(' ')}: ${run.stderr}`);
  return run.stdout;
}

const plainLine = fc.oneof(
  fc.constantFrom(
    '',
    '}',
    'const a = 1;',
    '  indented',
    '-- a/x',
    '++ b/x',
    'diff --git a/x b/x',
    '@@ -1 +1 @@',
    '\\ x',
    'ü日',
  ),
  fc.string({ maxLength: 12 }).map((text) => text.replace(/\p{Cc}|\u00ad/gu, '.')),
);

type Row = { readonly sign: ' ' | '+' | '-'; readonly line: string };

const row: fc.Arbitrary<Row> = fc.record({ sign: fc.constantFrom(' ', '+', '-'), line: plainLine });

/** Hunks of one file, in order and with numbers that fit each other. */
export const someHunks: fc.Arbitrary<readonly Hunk[]> = fc
  .array(
    fc.record({
      gap: fc.nat(5),
      rows: fc.array(row, { minLength: 1, maxLength: 30 }),
      section: fc.constantFrom('', 'fn x()'),
    }),
    { maxLength: 4 },
  )
  .map((plans) => {
    let old = 1;
    let fresh = 1;
    return plans.map(({ gap, rows, section }) => {
      old += gap + 1;
      fresh += gap + 1;
      const oldLines = rows.filter(({ sign }) => sign !== '+').length;
      const newLines = rows.filter(({ sign }) => sign !== '-').length;
      const hunk: Hunk = {
        oldStart: oldLines === 0 ? old - 1 : old,
        oldLines,
        newStart: newLines === 0 ? fresh - 1 : fresh,
        newLines,
        section,
        text: rows.map(({ sign, line }) => sign + line).join('\n'),
      };
      old += oldLines;
      fresh += newLines;
      return hunk;
    });
  });

const segment = fc.oneof(
  fc.constantFrom('src', 'a b', 'say "hi"', 'tab\there', 'ü', '説明', 'back\\slash', ' b', '.x', 'line\nend'),
  fc.stringMatching(/^[a-z]{1,8}$/),
);

export const somePath: fc.Arbitrary<string> = fc
  .array(segment, { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('/'));

/** Files as `parseDiff` would give them, without hidden characters. */
export const someFile: fc.Arbitrary<ChangedFile> = fc.oneof(
  fc.record({ path: somePath, hunks: someHunks }).map(({ path, hunks }) => aFile({ path, hunks })),
  fc
    .record({ path: somePath, previousPath: somePath, hunks: someHunks })
    .filter(({ path, previousPath }) => path !== previousPath)
    .map((file) => aFile({ ...file, status: 'renamed' })),
  fc
    .record({
      path: somePath,
      lines: fc.array(plainLine, { maxLength: 40 }),
      mode: fc.constantFrom('100644', '100755', '120000'),
    })
    .map(({ path, lines, mode }) =>
      lines.length === 0
        ? aFile({ path, status: 'added', newMode: mode })
        : aFile({ ...addedFile(path, lines), newMode: mode }),
    ),
  somePath.map((path) => aFile({ path, oldMode: '100644', newMode: '100755' })),
  somePath.map((path) => aFile({ path, status: 'deleted', oldMode: '100644', binary: true })),
  somePath.map((path) =>
    aFile({
      path,
      status: 'type-changed',
      oldMode: '100644',
      newMode: '120000',
      hunks: [aHunk('@@ -1,2 +0,0 @@\n-one\n-two'), aHunk('@@ -0,0 +1 @@\n+target\n\\ No newline at end of file')],
    }),
  ),
);
