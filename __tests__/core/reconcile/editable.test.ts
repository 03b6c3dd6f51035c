import { describe, expect, test } from '@jest/globals';
import { type Glob, parseGlob } from '../../../src/core/glob.ts';
import { scopeOf, whyNotEditable, whyNotInScope, whyNotPath } from '../../../src/core/reconcile/editable.ts';
import type { HeadFile } from '../../../src/core/reconcile/head-file.ts';
import { aFile } from '../changes.ts';
import { textFile } from './heads.ts';

const everything = ['**'].map(parseGlob) as readonly Glob[];
const open = scopeOf([], everything);

describe('whyNotPath', () => {
  test.each(['src/tides.py', 'a', '.env', 'docs/a b/ü.md', 'src/.gitignore', 'x.git/a', '...a/b', "it's", 'a:b'])(
    'RB-21 takes %s',
    (path) => {
      expect(whyNotPath(path)).toBeNull();
    },
  );

  test.each([
    ['empty', '', /empty/],
    ['absolute', '/etc/passwd', /relative/],
    ['upwards', 'src/../.github/workflows/ci.yml', /"\.\."/],
    ['its own folder', './src/tides.py', /"\."/],
    ['upwards in full-width dots', 'src/\uff0e\uff0e/.github/x', /"\.\."/],
    ['an empty part', 'src//tides.py', /empty part/],
    ['a folder', 'src/', /empty part/],
    ['a backslash', 'src\\tides.py', /backslash/],
    ['NUL', 'src/tides.py\0.txt', /control/],
    ['a line end', 'src/a\nb', /control/],
    ['an invisible character', 'src/ti\u200bdes.py', /invisible/],
    ['a lone surrogate', 'src/\ud800', /invisible/],
    ['too long', 'a/'.repeat(600), /longer/],
    ['a trailing dot', '.github./workflows/ci.yml', /dot or a blank/],
    ['a trailing blank', 'src /a', /dot or a blank/],
    ['git itself', '.git/config', /\.git/],
    ['git itself in another case', 'vendor/.GiT/hooks/pre-commit', /\.git/],
    ['git itself by its short name', 'GIT~1/config', /\.git/],
    ['git itself as a stream', '.git::$INDEX_ALLOCATION/config', /\.git/],
  ])('RB-21 refuses %s', (_name, path, why) => {
    expect(whyNotPath(path)).toMatch(why);
  });
});

describe('whyNotInScope', () => {
  test.each([
    ['.github/workflows/ci.yml', /github/],
    ['.GitHub/workflows/ci.yml', /github/],
    ['sub/.github/x.yml', /github/],
    ['.g\u0131thub/x.yml', /github/],
    ['.git\u0127ub', null],
    ['\uff0egithub/x.yml', /github/],
    ['\uff0e\uff27\uff29\uff34\uff28\uff35\uff22\uff0fx.yml', /github/],
    ['.hyperhive/revi.yml', /hyperhive/],
    ['.HYPERHIVE/revi.yml', /hyperhive/],
    ['package-lock.json', /lockfile/],
    ['web/Package-Lock.JSON', /lockfile/],
    ['Cargo.lock', /lockfile/],
    ['docs/CODEOWNERS', /codeowners/],
    ['.gitmodules', /gitmodules/],
    ['.githubber/x', null],
    ['docs/github.md', null],
  ])('RB-21 allow_paths does not open %s', (path, why) => {
    if (why === null) expect(whyNotInScope(path, open)).toBeNull();
    else expect(whyNotInScope(path, open)).toMatch(why);
  });

  test('RB-21 takes files of the pull request by their new paths, not deleted ones, and what allow_paths names', () => {
    const scope = scopeOf(
      [
        aFile({ path: 'src/a.ts' }),
        aFile({ path: 'src/new.ts', previousPath: 'src/old.ts', status: 'renamed' }),
        aFile({ path: 'src/gone.ts', status: 'deleted' }),
      ],
      ['docs/**'].map(parseGlob) as readonly Glob[],
    );
    const refused = ['src/a.ts', 'src/new.ts', 'docs/x.md', 'src/old.ts', 'src/gone.ts', 'src/A.ts'].filter(
      (path) => whyNotInScope(path, scope) !== null,
    );

    expect(refused).toEqual(['src/old.ts', 'src/gone.ts', 'src/A.ts']);
    expect(whyNotInScope('src/old.ts', scope)).toMatch(/not part of this pull request/);
  });
});

describe('whyNotEditable', () => {
  const cases: readonly (readonly [string, HeadFile | undefined, RegExp])[] = [
    ['an executable', textFile('#!/bin/sh\n', '100755'), /mode 100755/],
    ['a symbolic link', { kind: 'not-text', mode: '120000', why: 'a symbolic link' }, /symbolic link/],
    ['a submodule', { kind: 'not-text', mode: '160000', why: 'a submodule' }, /submodule/],
    ['a binary', { kind: 'not-text', mode: '100644', why: 'a binary file' }, /binary/],
    ['a file that is not there', { kind: 'missing' }, /no such file/],
    ['a file that was not read', undefined, /could not be read/],
    ['a very large file', textFile('ä'.repeat(300_000)), /larger than 512 KB/],
  ];

  test.each(cases)('RB-21 refuses %s', (_name, file, why) => {
    expect(whyNotEditable('src/a', open, file)).toMatch(why);
  });

  test('RB-21 takes an ordinary text, also an empty one', () => {
    expect(whyNotEditable('src/a', open, textFile('x\n'))).toBeNull();
    expect(whyNotEditable('src/a', open, textFile(''))).toBeNull();
  });

  test('RB-21 the path is judged before the file, and its name is shown without hidden characters', () => {
    expect(whyNotEditable('.github/x', open, textFile('#', '100755'))).toMatch(/github/);
    expect(whyNotEditable('a\u202eb', open, undefined)).toContain('`a<U+202E>b`');
  });
});
