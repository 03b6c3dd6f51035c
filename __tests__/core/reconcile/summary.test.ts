import { expect, test } from '@jest/globals';
import type { PullRequestResult } from '../../../src/core/reconcile/outcome.ts';
import type { ReconcileSummary } from '../../../src/core/reconcile/summary.ts';
import { summaryOf } from './summaries.ts';

const ONE: PullRequestResult = {
  number: 7,
  title: 'Add prices',
  url: 'https://github.com/o/r/pull/7',
  commit: null,
  threads: [],
  troubles: [],
  left: 'its conversation is locked',
};

function paragraphs(given: Partial<ReconcileSummary>): readonly string[] {
  return summaryOf(given).split('\n\n').slice(2);
}

test('SU-51 quiet pull requests are counted, as more only below others', () => {
  expect(paragraphs({ followed: 1 })).toEqual(['1 pull request is followed up on, with nothing to settle.']);
  expect(paragraphs({ followed: 3, results: [ONE] }).at(-1)).toBe(
    '2 more pull requests are followed up on, with nothing to settle.',
  );
});

test('SU-51 a run about one quiet pull request says so once, as its outcome', () => {
  const outcome = { kind: 'skipped', reason: 'pull request 7: nothing is left to settle' } as const;

  expect(paragraphs({ followed: 1, outcome })).toEqual([]);
});

test.each([
  [1, '1 thread is less urgent than `review_bots.min_priority` and stays open.'],
  [2, '2 threads are less urgent than `review_bots.min_priority` and stay open.'],
])('RB-11 %s excluded by priority', (excludedByPriority, text) => {
  expect(paragraphs({ followed: 1, results: [ONE], excludedByPriority }).at(-1)).toBe(text);
});
