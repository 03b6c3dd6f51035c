import { expect, test } from '@jest/globals';
import { limitPosted } from '../../../src/core/re-review/limits.ts';
import type { Tag } from '../../../src/core/re-review/tag.ts';

type Placed = Parameters<typeof limitPosted>[0][number];

function at(path: string, line: number, tag: Tag, anchored: 'anchored' | 'nowhere' = 'anchored'): Placed {
  return { path, line, tag, anchor: anchored === 'anchored' ? { line, startLine: null, side: 'RIGHT' } : null };
}

const places = (findings: readonly Placed[]): readonly string[] => findings.map(({ path, line }) => `${path}:${line}`);

test('RR-10 strictest first, then by path and line, within max-findings; the rest is listed', () => {
  const { posted, listed } = limitPosted(
    [
      at('b', 1, 'could-fix'),
      at('a', 12, 'could-fix'),
      at('a', 3, 'could-fix'),
      at('z', 1, 'must-fix'),
      at('y', 1, 'future-work'),
    ],
    3,
  );

  expect(places(posted)).toEqual(['z:1', 'a:3', 'a:12']);
  expect(places(listed)).toEqual(['b:1', 'y:1']);
});

test('RR-10 at most five could fix are posted; suggestions and future work are not counted among them', () => {
  const could = [1, 2, 3, 4, 5, 6, 7].map((line) => at('a', line, 'could-fix'));
  const { posted, listed } = limitPosted([...could, at('b', 1, 'suggestion'), at('c', 1, 'future-work')], 25);

  expect(places(posted)).toEqual(['b:1', 'a:1', 'a:2', 'a:3', 'a:4', 'a:5', 'c:1']);
  expect(places(listed)).toEqual(['a:6', 'a:7']);
});

test('RR-65 what has no line to stand on is listed and takes nobody’s place', () => {
  const { posted, listed } = limitPosted([at('a', 1, 'must-fix', 'nowhere'), at('b', 1, 'must-fix')], 1);

  expect([places(posted), places(listed)]).toEqual([['b:1'], ['a:1']]);
});
