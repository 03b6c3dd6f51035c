import { describe, expect, test } from '@jest/globals';
import { namesUnknownPlace, placesOf } from '../../../src/core/converse/places.ts';
import { aHunk } from '../changes.ts';

const places = placesOf(
  [
    {
      path: 'src/zones.ts',
      previousPath: 'src/old-zones.ts',
      hunks: [aHunk('@@ -10,2 +12,3 @@\n one\n+two\n three\n')],
    },
    { path: 'docs/a guide.md', previousPath: null, hunks: [aHunk('@@ -0,0 +1 @@\n+hello\n')] },
    { path: 'Makefile', previousPath: null, hunks: [aHunk('@@ -0,0 +1 @@\n+all:\n')] },
  ],
  { path: 'src/labels.ts', line: 7, side: 'RIGHT' },
);

describe('a claim about a place', () => {
  test.each([
    'The fallback in `src/zones.ts:13` is the cause.',
    'See src/zones.ts:12-14.',
    'See `src/zones.ts:13:5`, a column.',
    'See `src/zones.ts#L12-L14`.',
    'See (zones.ts:12), shortened.',
    'See b/src/zones.ts:12, as diffs write it.',
    'It was `src/old-zones.ts:10` before.',
    'The guide `docs/a guide.md:1` says hello.',
    'Makefile:1 builds all.',
    'The thread hangs on `src/labels.ts:7`.',
    '`src/zones.ts`:12 has its number outside.',
    'It listens on http://localhost:8080 and 127.0.0.1:80.',
    'At 12:30 the ratio was 3:2.',
    'It is `items[0:3]` here.',
    'It names no place at all.',
    'See `src/zones.ts:12,14` and src/zones.ts:12-13,14.',
    'See `src/zones.ts:12, 14`.',
    'See src/zones.ts:12, 900 parcels are late.',
    'See *src/zones.ts*:12 and **src/zones.ts:13**.',
    'The image is node.js:18, or ghcr.io/acme/shop:3, the cache redis.io:6379.',
    'It asks host.example.com:8080 and db.internal:5432.',
    'It ran on 10/12:30.',
    'The version is acme/shop:1.25.',
    'It closes acme/shop#12.',
  ])('CO-22 stands: %s', (sentence) => {
    expect(namesUnknownPlace(sentence, places)).toBe(false);
  });

  test.each([
    'The helper in `src/ghost.ts:7` hides it.',
    'The line `src/zones.ts:900` repeats it.',
    'The line src/zones.ts:9 is before the hunk on both sides.',
    'See `src/zones.ts:13-90`.',
    'See `src/zones.ts:14-12`.',
    'See src/zones.ts#L900.',
    '`src/ghost.ts`:7 has its number outside.',
    'One is right, `src/zones.ts:13`, one is not: src/ghost.ts:1.',
    'Makefile:99 builds nothing.',
    'The guide `docs/a guide.md:9` says more.',
    '(../etc/passwd:1)',
    '`Dockerfile:99` builds nothing.',
    'See `.env:3`.',
    'See .gitignore:3.',
    'LICENSE:3 forbids it.',
    'See src/zones.ts:12,99.',
    'See `src/zones.ts:12, 99`.',
    'See `src/zones.ts:12-13,99`.',
    'See src/zones.ts:12..99.',
    'See src/zones.ts:12345678.',
    'See src/zones.ts#99.',
    'See src/zones.ts:\u200b99.',
    '*src/other.ts*:9',
    '_src/other.ts_:9',
    '“src/other.ts”:9',
  ])('CO-22 names what was not given: %s', (sentence) => {
    expect(namesUnknownPlace(sentence, places)).toBe(true);
  });

  test('CO-22 a short name that two files have is no place', () => {
    const file = { previousPath: null, hunks: [aHunk('@@ -0,0 +1 @@\n+x\n')] };
    const two = placesOf(
      [
        { path: 'a/x.ts', ...file },
        { path: 'b/x.ts', ...file },
      ],
      null,
    );

    expect(namesUnknownPlace('See x.ts:1.', two)).toBe(true);
    expect(namesUnknownPlace('See a/x.ts:1.', two)).toBe(false);
  });
});
