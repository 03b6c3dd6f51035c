import { describe, expect, test } from '@jest/globals';
import type { Finding } from '../../../src/core/re-review/finding.ts';
import { candidatesOf, inScope, needsComparison, type Scope, scopeSince } from '../../../src/core/re-review/scope.ts';
import { symbolsOf } from '../../../src/core/symbols/symbols.ts';
import { aFile } from '../changes.ts';
import { anItem, aSubject, changedFile, checkItems, rowsOf } from './checking.ts';

const HEAD = 'b'.repeat(40);
const LAST = { reviewedHead: 'a'.repeat(40), baseRef: 'main' };

function since(rows: string, over: { status?: string } = {}): Scope {
  const { file } = changedFile('ferry/boat.py', rowsOf(rows));
  return scopeSince({
    last: LAST,
    head: HEAD,
    baseRef: 'main',
    comparison: { status: over.status ?? 'ahead', files: [file] },
  });
}

function aFinding(over: Partial<Finding> = {}): Finding {
  const line = over.line ?? 1;
  return {
    reviewer: 'general',
    path: 'ferry/boat.py',
    line,
    side: 'RIGHT',
    anchor: { line, startLine: null, side: 'RIGHT' },
    symbol: '<file>',
    class: 'correctness',
    tag: 'could-fix',
    confidence: 'high',
    title: 'A boat leaves twice',
    why: '',
    fix: '',
    replacement: null,
    introduced: true,
    findingKey: '0'.repeat(64),
    siteKey: '1'.repeat(64),
    ...over,
  };
}

const linesIn = (scope: Scope, over: Partial<Finding> = {}): readonly number[] =>
  [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((line) => inScope(aFinding({ line, ...over }), scope, null));

describe('the change since the last run', () => {
  test('RR-40 gives its added and modified lines, without their surroundings', () => {
    expect(linesIn(since(' a\n b\n-c\n+d\n+e\n f\n+g\n h\n'))).toEqual([3, 4, 6]);
  });

  test('RR-40 where lines only went, the lines before and after are in it', () => {
    expect(linesIn(since(' a\n b\n-c\n-c\n d\n e\n-f\n+g\n h\n'))).toEqual([2, 3, 5]);
    expect(linesIn(since('-a\n b\n c\n'))).toEqual([1]);
  });

  test('RR-40 a file without a patch is in it whole, one that did not change is not', () => {
    const scope = scopeSince({
      last: LAST,
      head: HEAD,
      baseRef: 'main',
      comparison: { status: 'ahead', files: [aFile({ path: 'ferry/boat.py', unreadable: 'too large' })] },
    });

    expect(linesIn(scope)).toHaveLength(9);
    expect(linesIn(scope, { path: 'ferry/other.py' })).toEqual([]);
  });

  test('RR-40 must-fix is in scope everywhere', () => {
    expect(linesIn(since('+a\n b\n'), { tag: 'must-fix', path: 'ferry/other.py' })).toHaveLength(9);
  });

  test('RR-40 a range is in scope when one of its lines is', () => {
    const range = { line: 1, anchor: { startLine: 1, line: 4, side: 'RIGHT' } } as const;

    expect(inScope(aFinding(range), since(' a\n b\n c\n+d\n'), null)).toBe(true);
    expect(inScope(aFinding(range), since(' a\n b\n c\n d\n+e\n'), null)).toBe(false);
  });

  test('RR-40 a deleted line is in scope where the file lost lines', () => {
    expect(inScope(aFinding({ side: 'LEFT', line: 77 }), since(' a\n-b\n'), null)).toBe(true);
    expect(inScope(aFinding({ side: 'LEFT', line: 77 }), since(' a\n+b\n'), null)).toBe(false);
  });

  test('RR-40 a symbol that the change newly reaches is in scope, but not by its own lines', async () => {
    const text = 'def leave(boat):\n    boat.horn()\n\n\ndef remind(boat):\n    leave(boat)\n';
    const symbols = await symbolsOf('ferry/boat.py', text);
    const old = aFinding({ line: 2, symbol: 'leave' });

    expect(
      inScope(old, since(' def leave(boat):\n     boat.horn()\n \n \n+def remind(boat):\n+    leave(boat)\n'), symbols),
    ).toBe(true);
    expect(inScope(old, since('-def leave():\n+def leave(boat):\n     boat.horn()\n'), symbols)).toBe(false);
  });

  test('RR-40 candidates carry it, with the sites of their keys', async () => {
    const subject = await aSubject({ 'ferry/boat.py': '+first long line\n+second long line\n' });
    const { located } = checkItems(subject, [
      anItem({ quote: 'first long line' }),
      anItem({ quote: 'second long line' }),
    ]);
    const candidates = candidatesOf(located, since(' first long line\n+second long line\n'), subject.head);

    expect(candidates.map(({ finding, inScope: is }) => [finding.line, is])).toEqual([
      [1, false],
      [2, true],
    ]);
    expect(candidates[0]?.sites).toEqual(located[0]?.sites);
  });
});

describe('no scope', () => {
  const comparison = { status: 'ahead', files: [aFile()] };
  const facts = { last: LAST, head: HEAD, baseRef: 'main', comparison };

  test.each([
    ['there is no earlier review', { ...facts, last: null }],
    ['the head is the reviewed one', { ...facts, head: LAST.reviewedHead }],
    ['the base branch is another one', { ...facts, baseRef: 'next' }],
    ['the old head cannot be compared', { ...facts, comparison: null }],
    ['the history diverged', { ...facts, comparison: { ...comparison, status: 'diverged' } }],
    [
      '300 files are listed',
      { ...facts, comparison: { ...comparison, files: Array.from({ length: 300 }, () => aFile()) } },
    ],
  ])('RR-40 when %s: everything is in it', (_name, given) => {
    const scope = scopeSince(given);

    expect(scope.kind).toBe('whole');
    expect(inScope(aFinding({ path: 'nowhere.py' }), scope, null)).toBe(true);
  });

  test('RR-40 299 files are a scope', () => {
    const files = Array.from({ length: 299 }, () => aFile());

    expect(scopeSince({ ...facts, comparison: { ...comparison, files } }).kind).toBe('since');
  });

  test('RR-40 the comparison is only read where it can tell something', () => {
    expect(needsComparison(facts)).toBe(true);
    expect(needsComparison({ ...facts, last: null })).toBe(false);
    expect(needsComparison({ ...facts, head: LAST.reviewedHead })).toBe(false);
    expect(needsComparison({ ...facts, baseRef: 'next' })).toBe(false);
  });
});
