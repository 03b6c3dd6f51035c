import { describe, expect, test } from '@jest/globals';
import { parseGlob } from '../../src/core/glob.ts';

describe('parseGlob', () => {
  test.each([
    ['fixtures/**', 'fixtures/a/.b.json', true],
    ['fixtures/**', 'fixtures', false],
    ['fixtures/**', 'src/fixtures/a', false],
    ['**/fixtures/**', 'fixtures/a', true],
    ['**/fixtures/**', 'src/fixtures/a', true],
    ['*.md', 'README.md', true],
    ['*.md', '.hidden.md', true],
    ['*.md', 'docs/README.md', false],
    ['*.md', 'README.MD', false],
    ['**/*.snap', 'a/b/c.snap', true],
    ['.github/*', '.github/x', true],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['{a,b}/*.ts', 'b/x.ts', true],
    ['[ab].ts', 'b.ts', true],
    ['app/(shop)/**', 'app/(shop)/page.tsx', true],
    ['app/(shop)/**', 'app/shop/page.tsx', false],
    ['a|b', 'a|b', true],
    ['a+b/*', 'a+b/c', true],
    ['\\!x', '!x', true],
    ['docs/**', 'docs/line\nend/x', true],
    ['docs/Über*', 'docs/Überblick & Plan.md', true],
  ])('SU-56 %j and %j: %s', (pattern, path, matches) => {
    const glob = parseGlob(pattern);

    expect('error' in glob ? glob.error : glob.matches(path)).toBe(matches);
  });

  test.each([
    ['!src/**', /`!`/],
    ['src/[!a]', /`!`/],
    ['src/!(a)', /`!`/],
    ['', /empty/],
    [' ', /empty/],
    ['/src', /leading/],
    ['vendor/', /vendor\/\*\*/],
    ['src/[a', /cannot be read/],
    ['src/{a', /cannot be read/],
    ['[z-a]', /cannot be read/],
    ['a\\', /single/],
  ])('SU-56 refuses %j', (pattern, error) => {
    expect(parseGlob(pattern)).toEqual({ error: expect.stringMatching(error) });
  });
});
