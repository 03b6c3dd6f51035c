import { describe, expect, test } from '@jest/globals';
import { type Headers, namesPermission, readLimit, readRetryAfter } from '../../src/forge/limits.ts';

const NOW = 1_800_000_000_000;
const SECONDARY = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';

function limitOf(status: number, headers: Headers, message: string) {
  return readLimit({ status, headers, message, now: NOW });
}

describe('SU-46 a limit is told apart from a refusal', () => {
  test.each<[string, number, Headers, string, ReturnType<typeof readLimit>]>([
    [
      'a secondary limit with Retry-After waits as told',
      403,
      { 'retry-after': '2' },
      SECONDARY,
      { kind: 'secondary', status: 403, wait: 2000 },
    ],
    [
      'a secondary limit without headers names no time',
      403,
      {},
      SECONDARY,
      { kind: 'secondary', status: 403, wait: null },
    ],
    ['a 429 is a limit whatever it says', 429, {}, 'Slow down', { kind: 'secondary', status: 429, wait: null }],
    [
      'a spent limit waits until its reset on the clock of GitHub, and a second more',
      403,
      {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '1700000030',
        date: new Date(1_700_000_000_000).toUTCString(),
      },
      'API rate limit exceeded for installation ID 1.',
      { kind: 'primary', status: 403, wait: 31_000 },
    ],
    [
      'the reset header does not count while requests remain',
      403,
      { 'x-ratelimit-remaining': '12', 'x-ratelimit-reset': '1800000030' },
      SECONDARY,
      { kind: 'secondary', status: 403, wait: null },
    ],
    ['a 403 without words is taken for a limit', 403, {}, '', { kind: 'secondary', status: 403, wait: null }],
    [
      'content that came too quickly is a limit',
      422,
      {},
      'Validation Failed: was submitted too quickly',
      { kind: 'secondary', status: 422, wait: null },
    ],
    ['a 403 that names a permission is none', 403, {}, 'Resource not accessible by integration', null],
    [
      'a 403 that names a permission is none even with a Retry-After',
      403,
      { 'retry-after': '60' },
      'Resource not accessible by personal access token',
      null,
    ],
    ['another 403 with words of its own is none', 403, {}, 'Repository was archived so is read-only.', null],
    ['a 404 is none', 404, { 'retry-after': '3' }, 'Not Found', null],
  ])('%s', (_name, status, headers, message, expected) => {
    expect(limitOf(status, headers, message)).toEqual(expected);
  });
});

test('SU-46 reads Retry-After as seconds or as a date, and never as no wait at all', () => {
  expect(readRetryAfter({ 'retry-after': '120' }, NOW)).toBe(120_000);
  expect(readRetryAfter({ 'retry-after': new Date(NOW + 90_000).toUTCString() }, NOW)).toBe(90_000);
  expect(readRetryAfter({ 'retry-after': '0' }, NOW)).toBe(1000);
  expect(readRetryAfter({ 'retry-after': 'soon' }, NOW)).toBeNull();
  expect(readRetryAfter({}, NOW)).toBeNull();
});

test('SU-46 knows the wordings of a missing permission', () => {
  expect(namesPermission('Must have admin rights to Repository.')).toBe(true);
  expect(namesPermission('Your token has not been granted the required scopes to execute this query.')).toBe(true);
  expect(namesPermission('GitHub Actions is not permitted to approve pull requests.')).toBe(false);
});
