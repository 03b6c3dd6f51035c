import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ChangedFile } from '../../src/core/diff.ts';
import { parseDiff } from '../../src/core/parse-diff.ts';
import { renderDiff } from '../../src/core/render-diff.ts';
import { git } from './changes.ts';

describe('parseDiff on the output of git', () => {
  const folder = mkdtempSync(join(tmpdir(), 'revi-diff-'));
  const write = (path: string, text: string | Uint8Array): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const numbered = Array.from({ length: 60 }, (_, index) => `line ${index}\n`).join('');

  beforeAll(() => {
    git(folder, 'init', '-q', '.');
    write('docs/Überblick & Plan.md', '# Überblick\n');
    write('docs/say "hello".md', 'hello\n');
    write('tab\there.txt', 'a\n');
    write('x b/x', 'a\n');
    write('日本語/説明.txt', '説明\n');
    write('win.ini', '[main]\r\nname=old\r\n');
    write('one.txt', 'only line\n');
    write('end.txt', 'a\nb');
    write('run.sh', '#!/bin/sh\n');
    write('gone.rs', 'pub fn gone() {}\n');
    write('old name.md', numbered);
    write('moved.md', `${numbered}moved\n`);
    write('link', 'a text\n');
    write('logo.png', Uint8Array.of(0, 1, 2));
    write('headers.sql', '-- a/x\n++ b/x\n');
    git(folder, 'add', '-A');
    git(folder, 'update-index', '--add', '--cacheinfo', `160000,${'a'.repeat(40)},vendor/sub`);
    git(folder, 'commit', '-qm', 'before');

    write('docs/Überblick & Plan.md', '# Überblick\nmehr\n');
    write('docs/say "hello".md', 'hello again\n');
    write('tab\there.txt', 'b\n');
    write('x b/x', 'b\n');
    write('日本語/説明.txt', '新しい説明\n');
    write('win.ini', '[main]\r\nname=new\r\n');
    write('one.txt', 'only line, changed');
    write('end.txt', 'a\nb\n');
    chmodSync(join(folder, 'run.sh'), 0o755);
    git(folder, 'rm', '-q', 'gone.rs', 'headers.sql');
    git(folder, 'mv', 'old name.md', 'new name.md');
    git(folder, 'mv', 'moved.md', 'über.md');
    write('über.md', `${numbered.replace('line 30', 'line thirty')}moved\n`);
    rmSync(join(folder, 'link'));
    symlinkSync('one.txt', join(folder, 'link'));
    write('logo.png', Uint8Array.of(0, 1, 3));
    write('empty.txt', '');
    write('more.sql', '-- a/x\n++ b/x\ndiff --git a/x b/x\n');
    git(folder, 'add', '-A');
    git(folder, 'update-index', '--add', '--cacheinfo', `160000,${'b'.repeat(40)},vendor/sub`);
    git(folder, 'commit', '-qm', 'after');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const diff = (...options: readonly string[]): string => git(folder, ...options, 'diff', '-M', 'HEAD~1', 'HEAD');

  test('SU-21 reads every kind of change with its path', () => {
    const files = new Map(parseDiff(diff()).map((file) => [file.path, file]));

    expect([...files.values()].map((file) => [file.path, file.status, file.additions, file.deletions]).sort()).toEqual(
      [
        ['docs/Überblick & Plan.md', 'modified', 1, 0],
        ['docs/say "hello".md', 'modified', 1, 1],
        ['tab\there.txt', 'modified', 1, 1],
        ['x b/x', 'modified', 1, 1],
        ['日本語/説明.txt', 'modified', 1, 1],
        ['win.ini', 'modified', 1, 1],
        ['one.txt', 'modified', 1, 1],
        ['end.txt', 'modified', 1, 1],
        ['run.sh', 'modified', 0, 0],
        ['gone.rs', 'deleted', 0, 1],
        ['headers.sql', 'deleted', 0, 2],
        ['new name.md', 'renamed', 0, 0],
        ['über.md', 'renamed', 1, 1],
        ['link', 'type-changed', 1, 1],
        ['logo.png', 'modified', 0, 0],
        ['empty.txt', 'added', 0, 0],
        ['more.sql', 'added', 3, 0],
        ['vendor/sub', 'modified', 1, 1],
      ].sort(),
    );
    expect(files.get('run.sh')).toMatchObject({ oldMode: '100644', newMode: '100755' });
    expect(files.get('über.md')).toMatchObject({ previousPath: 'moved.md' });
    expect(files.get('new name.md')).toMatchObject({ previousPath: 'old name.md', hunks: [] });
    expect(files.get('link')).toMatchObject({ oldMode: '100644', newMode: '120000' });
    expect(files.get('logo.png')).toMatchObject({ binary: true });
    expect(files.get('vendor/sub')).toMatchObject({ submodule: true });
    expect(files.get('win.ini')?.hunks[0]?.text).toBe(' [main]\r\n-name=old\r\n+name=new\r');
    expect(files.get('end.txt')?.hunks[0]?.text).toBe(' a\n-b\n\\ No newline at end of file\n+b');
  });

  test.each([
    ['unquoted letters', ['-c', 'core.quotePath=false']],
    ['empty context lines without a blank', ['-c', 'diff.suppressBlankEmpty=true']],
  ])('SU-21 reads the same with %s', (_, options) => {
    expect(parseDiff(diff(...options)).map(({ path }) => path)).toEqual(parseDiff(diff()).map(({ path }) => path));
  });

  test('SU-21 reads a whole binary patch as the same binary', () => {
    const files = parseDiff(git(folder, 'diff', '-M', '--binary', 'HEAD~1', 'HEAD'));

    expect(files.map(({ path, binary }) => [path, binary])).toEqual(
      parseDiff(diff()).map(({ path, binary }) => [path, binary]),
    );
  });

  test('SU-21 gives numbers of hunks and lines that git itself counts', () => {
    const counts = git(folder, 'diff', '-M', '-z', '--numstat', 'HEAD~1', 'HEAD');
    const files = parseDiff(diff());

    const sum = (key: 'additions' | 'deletions') => files.reduce((total, file) => total + file[key], 0);
    const rows = [...counts.matchAll(/(\d+)\t(\d+)\t/g)];
    expect([sum('additions'), sum('deletions')]).toEqual([
      rows.reduce((total, [, added]) => total + Number(added), 0),
      rows.reduce((total, [, , deleted]) => total + Number(deleted), 0),
    ]);
  });

  test('SU-21 renders what git wrote so that it reads the same again', () => {
    const files = parseDiff(diff());

    const withoutKeptModes = (file: ChangedFile): ChangedFile =>
      file.oldMode === file.newMode && file.newMode === '100644' ? { ...file, oldMode: null, newMode: null } : file;
    expect(parseDiff(renderDiff(files), { indexed: false })).toEqual(files.map(withoutKeptModes));
  });
});
