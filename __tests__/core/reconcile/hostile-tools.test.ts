import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ChangedFile } from '../../../src/core/diff.ts';
import { type Glob, parseGlob } from '../../../src/core/glob.ts';
import { createFixer, LONGEST_ANSWER } from '../../../src/core/reconcile/fixer.ts';
import type { HeadFile } from '../../../src/core/reconcile/head-file.ts';
import { threadName } from '../../../src/core/reconcile/thread-name.ts';
import type { ToolCall } from '../../../src/core/reconcile/tool-loop.ts';
import { replayEdits } from '../../../src/core/reconcile/workspace.ts';
import { aFile } from '../changes.ts';
import { headOf, textFile } from './heads.ts';

const SECRET = 'correct-horse-battery';
const TOKEN = `ghp_${'0123456789abcdefghij'.repeat(2)}`;

/** What may be edited: all else that a result holds is a breach. The last one is outside of the pull request, by `allow_paths`. */
const EDITABLE = { lf: 'src/a.ts', crlf: 'src/b.ts', bare: 'src/c.ts', marked: 'src/d.ts', allowed: 'docs/usage.md' };

const HEAD = headOf({
  [EDITABLE.lf]: 'one\ntwo\nthree $& four\naaa\n',
  [EDITABLE.crlf]: 'one\r\ntwo\r\nthree\r\naaa\r\n',
  [EDITABLE.bare]: 'one\ntwo',
  [EDITABLE.marked]: '\ufeffone\ntwo\u202e\n',
  [EDITABLE.allowed]: '# one\n\ntwo\n',
  'src/run.sh': textFile('#!/bin/sh\none\ntwo\n', '100755'),
  'src/link.ts': { kind: 'not-text', mode: '120000', why: 'a symbolic link' },
  'src/data.bin': { kind: 'not-text', mode: '100644', why: 'a binary file' },
  'vendor/zones': { kind: 'not-text', mode: '160000', why: 'a submodule' },
  'src/huge.ts': textFile(`one\ntwo\n${'x'.repeat(600_000)}`),
  '.github/workflows/ci.yml': 'one\ntwo\n',
  '.GitHub/x.yml': 'one\ntwo\n',
  '.hyperhive/revi.yml': 'one\ntwo\n',
  'docs/.github/x.md': 'one\ntwo\n',
  'docs/CODEOWNERS': 'one\ntwo\n',
  'package-lock.json': 'one\ntwo\n',
  'src/outside.ts': 'one\ntwo\n',
  'src/old.ts': 'one\ntwo\n',
  'src/gone.ts': 'one\ntwo\n',
});

/** The pull request itself is hostile: it changes workflows, renames into them, and deletes. */
const FILES: readonly ChangedFile[] = [
  ...[EDITABLE.lf, EDITABLE.crlf, EDITABLE.bare, EDITABLE.marked].map((path) => aFile({ path })),
  ...['src/run.sh', 'src/link.ts', 'src/huge.ts', '.GitHub/x.yml', '.hyperhive/revi.yml', 'package-lock.json'].map(
    (path) => aFile({ path }),
  ),
  aFile({ path: 'src/data.bin', binary: true }),
  aFile({ path: 'vendor/zones', submodule: true }),
  aFile({ path: 'docs/CODEOWNERS', status: 'added' }),
  aFile({ path: '.github/workflows/ci.yml', previousPath: 'src/old.ts', status: 'renamed' }),
  aFile({ path: 'src/gone.ts', status: 'deleted' }),
];

const THREADS = [
  { id: 'PRRT_1', path: EDITABLE.lf },
  { id: 'PRRT_2', path: EDITABLE.crlf },
  { id: 'PRRT_3', path: '.github/workflows/ci.yml' },
];

const HUGE = 'y'.repeat(10_000_000);

const path = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...Object.values(EDITABLE)) },
  { weight: 4, arbitrary: fc.constantFrom(...HEAD.keys()) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '',
      '/',
      '.',
      '..',
      '/src/a.ts',
      './src/a.ts',
      'src//a.ts',
      'SRC/a.ts',
      'src/A.ts',
      'src/a.ts ',
      'src/a.ts.',
      'src/a.ts\0',
      'src\\a.ts',
      'src/../src/a.ts',
      'docs/../.github/workflows/ci.yml',
      'docs/./usage.md',
      'docs/.git/config',
      'docs/.GIT/hooks/x',
      'docs/git~1/config',
      'docs/.github./x.md',
      'docs/.g\u200bithub/x.md',
      'docs/\uff0egithub/x.md',
      'docs/\uff0e\uff0e/x',
      'docs/new.md',
      'docs/yarn.lock',
      'docs/x\u202e.md',
      'docs/\ud800.md',
      '__proto__',
      'constructor',
      'C:\\windows',
      `docs/${'a/'.repeat(2_000)}x`,
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
);

const text = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      'one',
      'two',
      'three',
      'one\n',
      'one\ntwo',
      'one\r\ntwo',
      'n',
      'two\nthree',
      '# one',
      'uno',
      'dos\n',
      'x\ny',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '',
      'aa',
      '\n',
      '\r',
      'one\r',
      '$&',
      "$`$'$1$$",
      'a\0b',
      '\u202e',
      'x\u200by',
      '\ud83d',
      '\ufeffone',
      '<U+202E>',
      '<<<<<<< ours\n',
      TOKEN,
      SECRET,
      '👩\u200d💻',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 10 }) },
  { weight: 1, arbitrary: fc.constantFrom('y'.repeat(99_000), 'z'.repeat(100_001)) },
);

const digits = fc.constantFrom(...THREADS.map(({ id }) => threadName(id)));
const call: fc.Arbitrary<ToolCall> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ path, old_text: text, new_text: text }).map((input) => ({ name: 'replace_text', input })),
  },
  {
    weight: 3,
    arbitrary: fc
      .record(
        {
          thread: fc.oneof(
            { weight: 5, arbitrary: digits },
            fc.constantFrom('PRRT_1', '__proto__', threadName('PRRT_9')),
          ),
          decision: fc.constantFrom('fix', 'fix', 'decline', 'needs-person', 'approve'),
          reply: text,
        },
        { requiredKeys: ['thread', 'decision', 'reply'] },
      )
      .map((input) => ({ name: 'decide', input })),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({ path, start_line: fc.integer(), end_line: fc.integer() }, { requiredKeys: ['path'] })
      .map((input) => ({ name: 'read_file', input })),
  },
  { weight: 2, arbitrary: text.map((wanted) => ({ name: 'search', input: { text: wanted } })) },
  { weight: 1, arbitrary: fc.constant({ name: 'list_files', input: {} }) },
  {
    weight: 2,
    arbitrary: fc.record({
      name: fc.constantFrom(
        'read_file',
        'list_files',
        'search',
        'replace_text',
        'decide',
        'bash',
        'constructor',
        '__proto__',
        '',
      ),
      input: fc.oneof(
        fc.jsonValue({ maxDepth: 2 }),
        fc.constantFrom<unknown>(undefined, null, [], '', 0, HUGE, { path: HUGE }, { text: HUGE }),
        fc.constant(JSON.parse('{"__proto__": {"path": "src/a.ts"}, "path": ["src/a.ts"]}')),
        fc.constant({ path: EDITABLE.lf, old_text: 'one', new_text: HUGE }),
        fc.constant({ path: EDITABLE.lf, old_text: HUGE, new_text: 'one' }),
        fc.constant({ path: EDITABLE.lf, old_text: 'one', new_text: 'uno', mode: '100755' }),
      ),
    }),
  },
);

/** Lines of a text with their own line ends. */
function rows(of: string): readonly string[] {
  return of.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function textOf(file: HeadFile | undefined): string {
  return file?.kind === 'text' ? file.text : '';
}

describe('hostile calls', () => {
  test('RB-20 RB-21 SU-24 SU-47 whatever a model calls, only open files change, and only where it named them', () => {
    const seen = { calls: 0, refused: 0, edits: 0, files: new Set<string>(), decisions: new Set<string>() };
    const allowed = ['docs/**', '.github/**', '.hyperhive/**'].map(parseGlob) as readonly Glob[];

    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 80, size: 'max' }), (calls) => {
        const fixer = createFixer({
          threads: THREADS,
          files: FILES,
          unlisted: 0,
          allowed,
          secrets: [SECRET],
          canEdit: true,
        });
        for (const one of calls) {
          const needed = fixer.needs(one);
          for (const wanted of needed) expect(wanted).not.toMatch(/^\/|\\|\.\.|\0|(^|\/)\.git(\/|$)/i);
          fixer.load(new Map(needed.map((wanted) => [wanted, HEAD.get(wanted) ?? { kind: 'missing' }])));
          const answer = fixer.answer(one);
          seen.calls += 1;
          if (answer.refused) seen.refused += 1;
          expect(answer.text.length).toBeLessThanOrEqual(2 * LONGEST_ANSWER);
          expect(answer.text).not.toMatch(/[\0\u200b\u202e\p{Cs}]/u);
        }

        const { threads, files, edits } = fixer.result();
        for (const file of files) {
          const before = textOf(HEAD.get(file.path));
          expect(Object.values(EDITABLE)).toContain(file.path);
          expect(file.text).not.toBe(before);
          expect(file.text.startsWith('\ufeff')).toBe(before.startsWith('\ufeff'));
          expect(file.text.replace(/^\ufeff/, '')).not.toMatch(/[\0\ufeff\u200b\p{Cs}]/u);
          expect(file.text.match(/\u202e/g)?.length ?? 0).toBeLessThanOrEqual(before.match(/\u202e/g)?.length ?? 0);
          expect(file.text).not.toContain(SECRET);
          expect(file.text).not.toContain(TOKEN);
          // Line ends are the file's own.
          const ends = new Set(rows(before).map((row) => /\r?\n$/.exec(row)?.[0]));
          ends.add(undefined);
          for (const row of rows(file.text)) expect(ends).toContain(/\r?\n$/.exec(row)?.[0]);
          expect(file.text.replaceAll('\r\n', '')).not.toContain('\r');
          // Made again by hand from the edits of that file, in texts without carriage returns.
          let shown = before.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
          for (const { path: edited, oldText, newText } of edits) {
            if (edited !== file.path) continue;
            const pieces = shown.split(plain(oldText));
            expect(pieces).toHaveLength(2);
            shown = pieces.join(plain(newText));
          }
          expect(file.text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')).toBe(shown);
          seen.files.add(file.path);
        }
        expect(new Set(edits.map((edit) => edit.path))).toEqual(new Set(files.map((file) => file.path)));
        expect(threads.map(({ threadId }) => threadId)).toEqual(THREADS.map(({ id }) => id));
        for (const { decision, edits: own, reply } of threads) {
          seen.decisions.add(decision);
          expect(own.length > 0).toBe(decision === 'fix');
          for (const edit of own) expect(edits).toContainEqual(edit);
          expect([...reply].length).toBeLessThanOrEqual(500);
          expect(reply).not.toContain('\n');
          expect(reply).not.toContain(SECRET);
        }
        if (threads.every(({ decision }) => decision !== 'fix')) expect(files).toEqual([]);
        expect(fixer.left() === null).toBe(threads.every(({ decision }) => decision !== 'undecided'));

        const scope = { changed: new Set(FILES.map((file) => file.path)), allowed };
        expect(replayEdits(edits, HEAD, { scope, secrets: [SECRET] })).toEqual({ ok: true, files });
        seen.edits += edits.length;
      }),
      { numRuns: 150, seed: 21 },
    );

    // The calls reached what they were to reach.
    expect(seen.calls).toBeGreaterThan(3_000);
    expect(seen.refused).toBeGreaterThan(1_500);
    expect(seen.edits).toBeGreaterThan(100);
    expect([...seen.files].sort()).toEqual(Object.values(EDITABLE).sort());
    expect([...seen.decisions].sort()).toEqual(['decline', 'fix', 'needs-person', 'undecided']);
  });

  test('RB-20 RB-21 hundreds of calls in a row end in the same bounds', () => {
    const fixer = createFixer({ threads: THREADS, files: FILES, unlisted: 0, allowed: [], secrets: [], canEdit: true });
    fixer.load(HEAD);
    const made = Array.from({ length: 600 }, (_, index) => {
      const [oldText, newText] = index % 2 === 0 ? ['one', 'one+'.repeat(500)] : ['one+'.repeat(500), 'one'];
      return !fixer.answer({
        name: 'replace_text',
        input: { path: EDITABLE.lf, old_text: oldText, new_text: newText },
      }).refused;
    });

    const last = made.lastIndexOf(true);
    expect(last).toBeGreaterThan(50);
    expect(last).toBeLessThan(110);
    expect(made.slice(0, last + 1)).not.toContain(false);
    expect(
      fixer.answer({ name: 'decide', input: { thread: threadName('PRRT_1'), decision: 'fix', reply: 'Done.' } }),
    ).toEqual(expect.objectContaining({ refused: last % 2 === 1 }));
  });
});

function plain(given: string): string {
  return given.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
}
