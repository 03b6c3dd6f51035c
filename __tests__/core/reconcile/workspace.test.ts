import { describe, expect, test } from '@jest/globals';
import { scopeOf } from '../../../src/core/reconcile/editable.ts';
import {
  applyEdit,
  currentText,
  type Edit,
  filesOf,
  openWorkspace,
  replayEdits,
} from '../../../src/core/reconcile/workspace.ts';
import { aFile } from '../changes.ts';
import { headOf } from './heads.ts';

const TOKEN = `ghp_${'0123456789abcdefghij'.repeat(2)}`;
const SECRET = 'correct-horse-battery';

function setUp(text: string, more: Readonly<Record<string, string>> = {}) {
  const files = { 'a.ts': text, ...more };
  const scope = scopeOf(
    Object.keys(files).map((path) => aFile({ path })),
    [],
  );
  return { workspace: openWorkspace(headOf(files)), rules: { scope, secrets: [SECRET] }, heads: headOf(files) };
}

function editA(text: string, oldText: string, newText: string): string {
  const { workspace, rules } = setUp(text);
  const result = applyEdit(workspace, { path: 'a.ts', oldText, newText }, rules);
  return result.ok ? (currentText(result.workspace, 'a.ts') ?? 'no text') : `refused: ${result.why}`;
}

describe('applyEdit', () => {
  test.each([
    ['NUL', 'a', 'a\0', /U\+0000/],
    ['an escape', 'a', '\u001b[31m', /U\+001B/],
    ['a bidirectional override', 'a', 'a\u202e', /U\+202E/],
    ['a zero-width space', 'a', 'a\u200bb', /U\+200B/],
    ['tags', 'a', 'a\u{e0041}', /U\+E0041/],
    ['a lone surrogate', 'a', 'a\ud800', /U\+D800/],
    ['half of an emoji taken away', '\ude00', 'x', /U\+D83D/],
    ['a byte-order mark', 'a', '\ufeff\ufeffa', /U\+FEFF/],
    ['what stands for a hidden character', 'a', 'a<U+200B>', /stands for/],
    ['a token', 'a', `t = "${TOKEN}"`, /token/],
    ['a secret of the run', 'a', SECRET, /token/],
    ['a token that hides a zero-width joiner', 'a', `👩\u200d💻 ${TOKEN}`, /token/],
    ['a conflict marker', 'a', '<<<<<<< ours\na', /conflict/],
    ['the end of a conflict', 'a', 'a\n>>>>>>> theirs', /conflict/],
    ['a long text', 'a', 'x'.repeat(100_001), /new_text is longer/],
    ['10 MB', 'a', 'x'.repeat(10_000_000), /new_text is longer/],
    ['a long old text', 'y'.repeat(20_001), 'x', /old_text is longer than 20000 characters/],
  ])('RB-20 RB-21 SU-24 SU-47 refuses an edit that brings in %s', (_name, oldText, newText, why) => {
    expect(editA('a\n😀\n', oldText, newText)).toMatch(why);
  });

  test('SU-47 refuses a token that an edit completes, and a secret in other forms', () => {
    expect(editA('ghp_\n0123456789abcdefghij', 'ghp_\n', 'ghp_')).toMatch(/token/);
    expect(editA(`token = ${TOKEN}\n`, '0123456789abcdefghij0', '9876543210jihgfedcba0')).toMatch(/token/);
    expect(editA('a\n', 'a', Buffer.from(SECRET).toString('base64'))).toMatch(/token/);
  });

  test('SU-24 SU-47 what the file holds may stay, and may go', () => {
    expect(editA('a\u202eb\n', 'a', 'x')).toBe('x\u202eb\n');
    expect(editA('a\u202eb\n', 'a\u202eb', 'ab')).toBe('ab\n');
    expect(editA(`a ${TOKEN}\n`, 'a ', 'b ')).toBe(`b ${TOKEN}\n`);
    expect(editA(`a ${TOKEN}\n`, TOKEN, 'env.TOKEN')).toBe('a env.TOKEN\n');
    expect(editA('<<<<<<< ours\na\n', 'a', 'b')).toBe('<<<<<<< ours\nb\n');
    expect(editA('\ufeffa\n', 'a', 'b')).toBe('\ufeffb\n');
  });

  test('SU-24 ordinary text is taken: emoji, joiners, underlines of headings', () => {
    expect(editA('a\n', 'a', '👩\u200d💻 ❤\ufe0f\nTitle\n=======')).toBe('👩\u200d💻 ❤\ufe0f\nTitle\n=======\n');
  });

  test('RB-21 refuses a file beyond 512 KB, and edits beyond all bounds together', () => {
    expect(editA(`a\n${'x'.repeat(510_000)}`, 'a', 'y'.repeat(20_000))).toMatch(/512 KB/);

    const { workspace, rules } = setUp('a\n', { 'b.ts': 'b\n', 'c.ts': 'c\n' });
    const first = applyEdit(workspace, { path: 'a.ts', oldText: 'a', newText: 'x'.repeat(99_000) }, rules);
    const second = first.ok
      ? applyEdit(first.workspace, { path: 'b.ts', oldText: 'b', newText: 'y'.repeat(99_000) }, rules)
      : first;
    const third = second.ok
      ? applyEdit(second.workspace, { path: 'c.ts', oldText: 'c', newText: 'z'.repeat(5_000) }, rules)
      : second;
    expect(second.ok).toBe(true);
    expect(third).toMatchObject({ ok: false, why: expect.stringContaining('200000 characters in all') });
  });

  test('RB-21 at most 20 files are edited; one whose edits were taken back does not count', () => {
    const names = Array.from({ length: 21 }, (_, index) => `f${index}.ts`);
    let { workspace, rules } = setUp('a\n', Object.fromEntries(names.map((name) => [name, 'a\n'])));
    const edit = (path: string, oldText: string, newText: string): boolean => {
      const result = applyEdit(workspace, { path, oldText, newText }, rules);
      if (result.ok) workspace = result.workspace;
      return result.ok;
    };

    expect(names.map((name) => edit(name, 'a', 'b'))).toEqual(names.map((_, index) => index < 20));
    expect(edit('f3.ts', 'b', 'a')).toBe(true);
    expect(edit('f20.ts', 'a', 'b')).toBe(true);
    expect(filesOf(workspace)).toHaveLength(20);
    expect(filesOf(workspace).map(({ path }) => path)).not.toContain('f3.ts');
  });

  test('RB-20 an edit is a new value, and tells the lines that it put in', () => {
    const { workspace, rules } = setUp('a\nb\nc\n');
    const result = applyEdit(workspace, { path: 'a.ts', oldText: 'b', newText: 'x\ny' }, rules);

    expect(result).toMatchObject({ ok: true, lines: [2, 3] });
    expect(currentText(workspace, 'a.ts')).toBe('a\nb\nc\n');
  });
});

describe('replayEdits', () => {
  const edits: readonly Edit[] = [
    { path: 'b.ts', oldText: 'b', newText: 'B' },
    { path: 'a.ts', oldText: 'a', newText: 'x' },
    { path: 'a.ts', oldText: 'x', newText: 'A' },
    { path: 'c.ts', oldText: 'c', newText: 'C' },
    { path: 'c.ts', oldText: 'C', newText: 'c' },
  ];
  const { heads, rules } = setUp('a\r\n', { 'b.ts': 'b', 'c.ts': 'c\n' });

  test('SU-41 the same edits on the same head are the same files', () => {
    expect(replayEdits(edits, heads, rules)).toEqual({
      ok: true,
      files: [
        { path: 'a.ts', text: 'A\r\n' },
        { path: 'b.ts', text: 'B' },
      ],
    });
  });

  test.each([
    ['of another head', edits, headOf({ 'a.ts': 'a\na\n', 'b.ts': 'b', 'c.ts': 'c' }), /occurs 2 times/],
    ['of a workflow', [{ path: '.github/x.yml', oldText: 'a', newText: 'b' }], heads, /github/],
    ['that bring in a token', [{ path: 'a.ts', oldText: 'a', newText: TOKEN }], heads, /token/],
    ['of a file that was not read', [{ path: 'b.ts', oldText: 'b', newText: 'B' }], headOf({}), /could not be read/],
  ])('SU-41 refuses edits %s', (_name, given, files, why) => {
    expect(replayEdits(given, files, rules)).toMatchObject({ ok: false, why: expect.stringMatching(why) });
  });
});
