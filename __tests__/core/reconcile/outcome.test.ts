import { expect, test } from '@jest/globals';
import { outcomeOf, type PullRequestResult, type Trouble } from '../../../src/core/reconcile/outcome.ts';

const result = (number: number, ...troubles: readonly Trouble[]): PullRequestResult => ({
  number,
  title: 'Prices',
  url: 'https://github.example/acme/shop/pull/7',
  commit: null,
  threads: [],
  troubles,
  left: '',
});
const failed = (text: string): Trouble => ({ kind: 'failed', text });
const noVerdict = (text: string): Trouble => ({ kind: 'no verdict', text });

test('SU-50 without trouble a run is done, whatever was left alone', () => {
  expect(outcomeOf([], [])).toEqual({ kind: 'done' });
  expect(outcomeOf([{ ...result(7), left: 'it carries the label needs-human' }], [])).toEqual({ kind: 'done' });
});

test('SU-50 the worst trouble is the outcome, with the numbers of its pull requests; lesser ones are not in it', () => {
  const results = [result(7, noVerdict('the head moved')), result(8, failed('no'), failed('never')), result(9)];

  expect(outcomeOf(results, [])).toEqual({ kind: 'failed', reason: 'pull request 8: no; pull request 8: never' });
  expect(outcomeOf(results.slice(0, 1), [])).toEqual({ kind: 'no verdict', reason: 'pull request 7: the head moved' });
});

test('SU-50 a trouble of no one pull request comes first, and the same one is told once', () => {
  expect(outcomeOf([result(7, failed('x')), result(7, failed('x'))], [failed('no key'), failed('no key')])).toEqual({
    kind: 'failed',
    reason: 'no key; pull request 7: x',
  });
});

test('SU-52 sentences that are joined have one end', () => {
  expect(outcomeOf([result(7, failed('no right.'), failed('no luck.'))], [])).toEqual({
    kind: 'failed',
    reason: 'pull request 7: no right; pull request 7: no luck.',
  });
});
