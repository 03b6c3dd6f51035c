import { expect, test } from '@jest/globals';
import { pullRequestOfRun } from '../../src/core/followed-run.ts';

const run = { headRepository: { owner: 'newcomer', name: 'ferry' }, headBranch: 'winter', headSha: 'a'.repeat(40) };
const its = { number: 31, head: run.headSha, headRef: 'winter', headRepository: { owner: 'Newcomer', name: 'Ferry' } };

test('SU-16 the pull request of a run is the one whose head is the run’s, repositories without case', () => {
  expect(pullRequestOfRun(run, [{ ...its, number: 30, headRef: 'summer' }, its])).toEqual({ pullRequest: its });
});

test.each([
  ['another commit', { head: 'b'.repeat(40) }],
  ['another branch, also by case', { headRef: 'Winter' }],
  ['another repository', { headRepository: { owner: 'mallory', name: 'ferry' } }],
  ['a repository that is gone', { headRepository: null }],
])('SU-16 %s is another pull request', (_what, over) => {
  expect(pullRequestOfRun(run, [{ ...its, ...over }])).toEqual({ skip: expect.stringMatching(/^no open/) });
});

test('SU-16 two with the same head are told apart by nobody', () => {
  expect(pullRequestOfRun(run, [its, { ...its, number: 32 }])).toEqual({
    skip: expect.stringMatching(/^more than one/),
  });
});
