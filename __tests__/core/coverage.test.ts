import { describe, expect, test } from '@jest/globals';
import type { CollapsedFile, Reading, UnreadFile } from '../../src/core/collapse.ts';
import { measureCoverage } from '../../src/core/coverage.ts';
import { addedFile } from './changes.ts';

const reading = (over: Partial<Reading> = {}): Reading => ({
  shown: [],
  collapsed: [],
  unread: [],
  unlisted: 0,
  ...over,
});
const unread = (path: string, additions: number): UnreadFile => ({
  path,
  reason: 'no',
  additions,
  deletions: 0,
  line: '',
});
const collapsed = (over: Partial<CollapsedFile>): CollapsedFile => ({
  path: 'p',
  reason: 'lockfile',
  additions: 90,
  deletions: 9,
  line: '',
  unread: false,
  ...over,
});
const lines = (count: number) => Array.from({ length: count }, () => 'x');

describe('measureCoverage', () => {
  test('SU-23 is whole where all that counts was shown', () => {
    const coverage = measureCoverage(reading({ shown: [addedFile('a', lines(412))], collapsed: [collapsed({})] }));

    expect(coverage).toMatchObject({ seen: 412, total: 412, whole: true, text: '100 % (412 of 412 changed lines)' });
  });

  test('SU-23 is whole where nothing counts', () => {
    expect(measureCoverage(reading())).toMatchObject({ whole: true, text: '100 % (0 of 0 changed lines)' });
  });

  test('SU-23 counts a minified file as not read', () => {
    const coverage = measureCoverage(
      reading({
        shown: [addedFile('a', lines(10))],
        collapsed: [collapsed({ reason: 'minified', unread: true, path: 'm.min.js', additions: 1, deletions: 0 })],
      }),
    );

    expect(coverage).toMatchObject({
      seen: 10,
      total: 11,
      whole: false,
      text: '90 % (10 of 11 changed lines, 1 file not read)',
    });
    expect(coverage.unread.map(({ path, reason }) => [path, reason])).toEqual([['m.min.js', 'minified']]);
  });

  test('SU-23 never rounds up to 100 %', () => {
    const coverage = measureCoverage(reading({ shown: [addedFile('a', lines(9999))], unread: [unread('b', 1)] }));

    expect(coverage).toMatchObject({ whole: false, text: '99 % (9999 of 10000 changed lines, 1 file not read)' });
  });

  test('SU-23 is partial where a file of unknown or no lines was not read', () => {
    const coverage = measureCoverage(
      reading({ shown: [addedFile('a', lines(5))], unread: [unread('b', 0), unread('c', 1)] }),
    );

    expect(coverage).toMatchObject({
      whole: false,
      text: 'less than 100 % (5 of at least 6 changed lines, 2 files not read)',
    });
  });

  test('SU-23 is partial where GitHub lists less than it counts', () => {
    const coverage = measureCoverage(reading({ shown: [addedFile('a', lines(5))], unlisted: 12 }));

    expect(coverage).toMatchObject({
      whole: false,
      unlisted: 12,
      text: 'less than 100 % (5 of at least 5 changed lines, 12 files not listed by GitHub)',
    });
  });

  test('SU-23 takes dropped files from what was seen', () => {
    const coverage = measureCoverage(reading({ shown: [addedFile('a', lines(5)), addedFile('b', lines(15))] }), [
      unread('b', 15),
    ]);

    expect(coverage).toMatchObject({
      seen: 5,
      total: 20,
      whole: false,
      text: '25 % (5 of 20 changed lines, 1 file not read)',
    });
  });
});
