import { expect, test } from '@jest/globals';
import type { Refusal } from '../../src/core/effect.ts';
import { permissionOf, refusalOf } from '../../src/forge/refusal.ts';

function refused(status: number, message: string, more: { headers?: Record<string, string>; errors?: unknown[] } = {}) {
  return { status, message, headers: more.headers ?? {}, errors: more.errors ?? [] };
}

test.each<[string, number, string, Refusal]>([
  [
    'the setting that forbids approvals',
    422,
    'Unprocessable Entity: GitHub Actions is not permitted to approve pull requests.',
    { reason: 'approvals-not-permitted' },
  ],
  [
    'an own pull request, approved',
    422,
    'Unprocessable Entity: Can not approve your own pull request',
    { reason: 'own-pull-request' },
  ],
  [
    'an own pull request, with changes requested',
    422,
    'Unprocessable Entity: Can not request changes on your own pull request',
    { reason: 'own-pull-request' },
  ],
  ['a locked conversation, for a review', 422, 'Unprocessable Entity: lock prevents review', { reason: 'locked' }],
  [
    'a locked conversation, for a comment',
    403,
    'Unable to create comment because issue is locked.',
    { reason: 'locked' },
  ],
  [
    'a pending review in the way',
    422,
    'Unprocessable Entity: User can only have one pending review per pull request',
    { reason: 'pending-review', review: null },
  ],
  [
    'a dismissal that the branch protection forbids',
    403,
    'Branch protections do not permit dismissing this review',
    { reason: 'dismissal-restricted' },
  ],
  [
    'a missing permission',
    403,
    'Resource not accessible by integration',
    { reason: 'permission', permission: 'pull-requests: write' },
  ],
  ['a commit that was pushed away', 422, 'The commit is not part of the pull request', { reason: 'commit-gone' }],
  ['a commit that never was', 422, `No commit found for SHA: ${'a'.repeat(40)}`, { reason: 'commit-gone' }],
  [
    'a commit id that is none',
    422,
    'Variable $commitOID of type GitObjectID was provided invalid value',
    { reason: 'commit-gone' },
  ],
  [
    'an anchor outside the diff, without its place',
    422,
    'Validation Failed: pull_request_review_thread.line must be part of the diff',
    { reason: 'anchors', entries: [] },
  ],
  ['something that is not there', 404, 'Not Found', { reason: 'not-found' }],
  [
    'anything else, in the words of GitHub',
    422,
    'Validation Failed',
    { reason: 'other', message: 'Validation Failed' },
  ],
  ['a refused token', 401, 'Bad credentials', { reason: 'other', message: 'Bad credentials' }],
])('SU-48 recognises %s', (_name, status, message, expected) => {
  expect(refusalOf(refused(status, message), 'pull-requests: write')).toEqual(expected);
});

test('SU-45 names the inline comments that a 422 points at, once and in order', () => {
  const answer = refused(422, 'Unprocessable Entity: comments[12].line Line could not be resolved', {
    errors: [{ field: 'comments[12].line' }, { field: 'comments[3].path' }, { field: 'comments[3].line' }],
  });

  expect(refusalOf(answer, 'pull-requests: write')).toEqual({ reason: 'anchors', entries: [3, 12] });
});

test('SU-48 names the permission that GitHub would accept where that is another one', () => {
  const message = 'Resource not accessible by integration';
  const accepting = (value: string) => refused(403, message, { headers: { 'x-accepted-github-permissions': value } });

  expect(permissionOf(accepting('issues=write; pull_requests=write'), 'pull-requests: write')).toBe(
    'pull-requests: write',
  );
  expect(permissionOf(accepting('statuses=write'), 'pull-requests: write')).toBe('statuses: write');
  expect(permissionOf(accepting('contents=read,workflows=write'), 'statuses: write')).toBe(
    'contents: read and workflows: write',
  );
  expect(permissionOf(refused(403, message), 'contents: read')).toBe('contents: read');
  expect(permissionOf(refused(422, message), 'contents: read')).toBeNull();
});
