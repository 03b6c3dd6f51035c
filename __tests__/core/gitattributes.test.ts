import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parseGitattributes } from '../../src/core/gitattributes.ts';
import { git } from './changes.ts';

describe('parseGitattributes', () => {
  test.each([
    ['a.js linguist-generated', true],
    ['a.js linguist-generated=true', true],
    ['a.js linguist-generated=1', true],
    ['a.js linguist-generated=false', false],
    ['a.js -linguist-generated', false],
    ['a.js !linguist-generated', false],
    ['a.js text linguist-generated eol=lf', true],
    ['a.js linguist-generated\r', true],
    ['\ufeffa.js linguist-generated', true],
    ['  a.js\tlinguist-generated', true],
    ['# a.js linguist-generated', false],
    ['[attr]made linguist-generated\na.js made', false],
    ['!a.js linguist-generated', false],
    ['a.js linguist-generated-code', false],
    ['*.js linguist-generated\na.js -linguist-generated', false],
    ['*.js -linguist-generated\na.js linguist-generated', true],
    ['a.js linguist-generated\na.js text', true],
    ['a.js linguist-generated -linguist-generated', false],
    ['', false],
  ])('SU-22 %j marks a.js: %s', (text, generated) => {
    expect(parseGitattributes(text).isGenerated('a.js')).toBe(generated);
  });

  test('SU-22 tells vendored from generated', () => {
    const attributes = parseGitattributes('third_party/** linguist-vendored\ngen/** linguist-generated');

    expect([attributes.isVendored('third_party/a/b.js'), attributes.isGenerated('third_party/a/b.js')]).toEqual([
      true,
      false,
    ]);
    expect([attributes.isVendored('gen/x'), attributes.isGenerated('gen/x')]).toEqual([false, true]);
  });
});

describe('patterns, as git itself matches them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'revi-attributes-'));
  beforeAll(() => {
    git(folder, 'init', '-q', '.');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const paths = [
    ...[
      'a',
      'a.js',
      'A.js',
      'b/a.js',
      'b/c/a.js',
      'b/.x',
      'b',
      'x[1].js',
      'x1.js',
      'b/a b.js',
      'ü.js',
      'b/c/d/e.min.js',
    ],
    ...['src/gen/a.ts', 'gen/a.ts', 'a-b', 'a]b', '"q".js', 'a\\b', 'b/cc/a.js', 'bc/a.js', 'aXb', 'a/b/c', 'abab/ab'],
  ];
  test.each([
    ...[
      'a.js',
      '/a.js',
      '*.js',
      'b/*.js',
      'b/**',
      'b/**/a.js',
      '**/a.js',
      '**/gen/**',
      'b/',
      'b',
      '/b',
      'b**a.js',
      '**',
    ],
    ...[
      'x[1].js',
      'x\\[1\\].js',
      '[a-c]*',
      '[!a]*',
      '[^a]*',
      'a[]-]b',
      '[[:upper:]].js',
      '[[:nonsense:]]*',
      '[a',
      'a\\',
    ],
    ...[
      '"b/a b.js"',
      '"\\303\\274.js"',
      '"\\"q\\".js"',
      'b/?.js',
      'b/?/a.js',
      'b/*/a.js',
      '*/*/*',
      'a?b',
      'a[/]b',
      '**/**/a.js',
    ],
    ...[
      'b/**c/a.js',
      '/**/a.js',
      '/**',
      '*a*b*',
      'abab/*b',
      '\\a.js',
      '[a\\-c]-b',
      '[]a]*',
      'b//a.js',
      '***/a.js',
      'a/**/c',
    ],
  ])('SU-22 %j', (pattern) => {
    const text = `${pattern} linguist-generated\n`;
    writeFileSync(join(folder, '.gitattributes'), text);
    const answer = git(folder, 'check-attr', '-z', 'linguist-generated', '--', ...paths).split('\0');

    const byGit = paths.filter((_, index) => answer[index * 3 + 2] === 'set');
    const attributes = parseGitattributes(text);
    expect(paths.filter((path) => attributes.isGenerated(path))).toEqual(byGit);
  });

  test('SU-22 matches a hostile pattern in no time', () => {
    const attributes = parseGitattributes(
      `${'*a'.repeat(40)}b linguist-generated\n${'**/a/'.repeat(40)}b linguist-vendored`,
    );

    expect(attributes.isGenerated('a'.repeat(4000))).toBe(false);
    expect(attributes.isVendored('a/'.repeat(2000))).toBe(false);
  });
});
