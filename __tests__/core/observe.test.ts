import { describe, expect, test } from '@jest/globals';
import { formatObservation, observeChange } from '../../src/core/observe.ts';
import { addedFile, aFile, aHunk } from './changes.ts';

const observe = (change: Partial<Parameters<typeof observeChange>[0]>) =>
  observeChange({ files: [], commits: [], title: 'A title', ...change });

const texts = (change: Partial<Parameters<typeof observeChange>[0]>) =>
  observe(change).all.listed.map(formatObservation);

describe('observeChange', () => {
  test('SU-24 names path, line, code point and character, once per line', () => {
    const file = addedFile('internal/access.go', [
      'package x',
      'if level != "user\u202e \u2066// admins\u2069" {',
      'zero\u200bwidth',
    ]);

    expect(texts({ files: [file] })).toEqual([
      'internal/access.go:2 U+202E RIGHT-TO-LEFT OVERRIDE',
      'internal/access.go:3 U+200B ZERO WIDTH SPACE',
    ]);
  });

  test('SU-24 looks at added lines only, and numbers them on the head side', () => {
    const file = aFile({
      path: 'n.md',
      hunks: [aHunk('@@ -4,2 +9,3 @@\n stays \u2066\n-gone \u202e\n+new\n+mark\u200e')],
    });

    expect(texts({ files: [file] })).toEqual(['n.md:11 U+200E LEFT-TO-RIGHT MARK']);
  });

  test('CL-25 withholds for tags and bidirectional controls, wherever on the line, not for marks or others', () => {
    const file = addedFile('a.md', ['\u200bx\u{e0041}', 'x\u200f\u061c', 'x\u200b']);

    const { all, withholding } = observe({ files: [file] });

    expect(all.listed).toHaveLength(3);
    expect(withholding.listed.map(formatObservation)).toEqual(['a.md:1 U+E0041 TAG LATIN CAPITAL LETTER A']);
  });

  test('CL-25 looks into the title, commit messages and new names', () => {
    const { withholding } = observe({
      title: 'a\u202eb',
      commits: [{ oid: '0123456789'.repeat(4), message: 'fine\r\n\r\nnot\u2067 fine' }],
      files: [aFile({ path: 'x\u202ey.md', status: 'added' }), aFile({ path: 'old\u202e.md' })],
    });

    expect(withholding.listed.map(formatObservation)).toEqual([
      'title U+202E RIGHT-TO-LEFT OVERRIDE',
      'commit 0123456:3 U+2067 RIGHT-TO-LEFT ISOLATE',
      'x<U+202E>y.md (its name) U+202E RIGHT-TO-LEFT OVERRIDE',
    ]);
  });

  test('SU-24 lists twenty and counts the rest, of all and of those that withhold', () => {
    const file = addedFile('a.md', [
      ...Array.from({ length: 25 }, () => 'x\u200b'),
      ...Array.from({ length: 22 }, () => '\u202e'),
    ]);

    const { all, withholding } = observe({ files: [file] });

    expect([all.listed.length, all.more]).toEqual([20, 27]);
    expect([withholding.listed.length, withholding.more]).toEqual([20, 2]);
    expect(withholding.listed[0]?.place).toBe('a.md:26');
  });

  test("SU-24 takes emoji, needed joiners, CRLF and a byte-order mark at a file's start for ordinary", () => {
    const lines = ['\ufeff# Hello\r', '👩\u200d👧 ❤\ufe0f 🇪🇺\r', 'می\u200cخواهم\r'];

    expect(texts({ files: [addedFile('a.md', lines)], title: 'greet 👩\u200d👦' })).toEqual([]);
    expect(texts({ files: [addedFile('a.md', ['x', '\ufeffy'])] })).toEqual([
      'a.md:2 U+FEFF ZERO WIDTH NO-BREAK SPACE',
    ]);
  });
});
