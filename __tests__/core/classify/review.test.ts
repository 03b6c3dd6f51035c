import { describe, expect, test } from '@jest/globals';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { type ClassifyFacts, NO_NOTES, NOTHING_WITHHELD } from '../../../src/core/classify/facts.ts';
import { type ReviewText, renderReview, reviewEvent } from '../../../src/core/classify/review.ts';
import type { Row } from '../../../src/core/classify/rows.ts';

const row = (overrides: Partial<Row> = {}): Row => ({
  name: 'datetime',
  polarity: 'positive',
  threshold: 80,
  verdict: 'match',
  certainty: 93,
  reason: 'Every new timestamp names UTC.',
  error: null,
  counted: true,
  failed: false,
  ...overrides,
});

const facts = (overrides: Partial<ClassifyFacts> = {}): ClassifyFacts => ({
  position: { head: 'a'.repeat(40), base: 'b'.repeat(40), baseRef: 'main' },
  fork: false,
  rulesBlob: 'c'.repeat(40),
  rows: [row()],
  withholding: NOTHING_WITHHELD,
  notes: NO_NOTES,
  request: { key: 'ic:1', at: null, requester: 'dana' },
  trigger: 'review',
  startedAt: '2026-11-30T10:00:00.000Z',
  finishedAt: '2026-11-30T10:00:01.000Z',
  cost: 0.001,
  tokens: null,
  ...overrides,
});

const render = (overrides: Partial<ReviewText> = {}): string =>
  renderReview(
    {
      facts: facts(),
      verdict: { kind: 'approve' },
      delivery: { kind: 'verdict' },
      standing: [],
      details: [],
      ...overrides,
    },
    0,
  );

/** The cells of the body's only table, as a reader sees them. */
function tableOf(body: string): string[][] {
  const tree = fromMarkdown(body, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const table = tree.children.find((node) => node.type === 'table');
  const text = (node: { value?: string; children?: unknown[] }): string =>
    node.value ?? (node.children ?? []).map((child) => text(child as { value?: string })).join('');
  return (table?.type === 'table' ? table.children : []).map((line) => line.children.map((cell) => text(cell)));
}

test('CL-30 the body is the table, a blank line, then the overall line', () => {
  const body = render();
  expect(tableOf(body)).toEqual([
    ['classification', 'polarity', 'verdict', 'certainty', 'threshold', 'counted', 'reason'],
    ['datetime', 'positive', 'match', '93', '80', 'yes ✅', 'Every new timestamp names UTC.'],
  ]);
  expect(body.endsWith('\n\nOverall: approve.')).toBe(true);
});

test.each<[string, Partial<Row>, Record<number, string>]>([
  ['a failing rule', { verdict: 'no-match', failed: true }, { 2: 'no match', 5: 'yes ❌' }],
  [
    'a rule below its threshold',
    { certainty: 41, counted: false, reason: 'Perhaps.' },
    { 5: 'no', 6: 'Below threshold. Perhaps.' },
  ],
  [
    'a not applicable row with a low certainty',
    { verdict: 'not-applicable', certainty: 10, counted: false, reason: 'No dates.' },
    { 2: 'not applicable', 5: 'no', 6: 'No dates.' },
  ],
  [
    'a row without an answer',
    { verdict: 'no-answer', certainty: null, counted: false, reason: '', error: 'it timed out' },
    { 2: 'no answer', 3: '', 5: 'no', 6: 'it timed out' },
  ],
])('CL-30 shows %s', (_name, overrides, cells) => {
  const [, shown = []] = tableOf(render({ facts: facts({ rows: [row(overrides)] }) }));
  for (const [index, text] of Object.entries(cells)) expect(shown[Number(index)]).toBe(text);
});

test('CL-31 no verdict begins with its reason and has no overall line', () => {
  const body = render({
    verdict: { kind: 'no-verdict', reason: 'no answer for datetime', failed: false, passed: false },
  });
  expect(body.startsWith('**No verdict:** no answer for datetime.\n\n|')).toBe(true);
  expect(body).not.toContain('Overall:');
});

test('CL-31 names the commit of a request for changes that still stands', () => {
  const body = render({
    verdict: { kind: 'no-verdict', reason: 'x', failed: false, passed: false },
    standing: [{ head: 'd'.repeat(40), url: 'https://github.com/o/r/pull/1#pullrequestreview-2' }],
  });
  expect(body).toContain('still stands. It is for `ddddddd`');
});

test('SU-48 a refused approval begins with why it was not posted and keeps its overall line', () => {
  const body = render({ delivery: { kind: 'not-posted', reason: 'turn it on.' } });
  expect(body.startsWith('**Approval not posted:** turn it on.')).toBe(true);
  expect(body).toContain('Overall: approve.');
  expect(reviewEvent({ kind: 'approve' }, { kind: 'not-posted', reason: '' })).toBe('COMMENT');
});

test('CL-37 post comment ends in what it would do, without an overall line', () => {
  expect(render({ delivery: { kind: 'comment-only' } }).endsWith('\n\nWould approve.')).toBe(true);
  const body = render({ delivery: { kind: 'comment-only' }, verdict: { kind: 'request-changes' } });
  expect(body.endsWith('\n\nWould request changes.')).toBe(true);
  expect(body).not.toContain('Overall');
});

test('CL-11 an approval of a fork names its commit and the setting that retires it', () => {
  const body = render({ facts: facts({ fork: true }) });
  expect(body).toContain('`aaaaaaa`');
  expect(body).toContain('Dismiss stale pull request approvals');
});

test('CL-30 hidden characters, unread files and the tamper notice are lists below the overall line, in this order', () => {
  const body = render({
    verdict: { kind: 'request-changes' },
    facts: facts({
      notes: {
        observations: ['a.ts:5 U+202E RIGHT-TO-LEFT OVERRIDE'],
        moreObservations: 2,
        notShown: [{ path: 'package-lock.json', note: 'lockfile, +1 −1, not shown' }],
        moreNotShown: 3,
        parts: 4,
      },
      withholding: { ...NOTHING_WITHHELD, tamper: { kind: 'found', reason: 'The title says so.' } },
    }),
  });
  const order = [
    'Overall: request changes.',
    '4 parts',
    'Hidden characters',
    'and 2 more',
    'package-lock',
    'and 3 more',
    'The title says so',
  ];
  expect(order.map((text) => body.indexOf(text))).toEqual(
    [...order.map((text) => body.indexOf(text))].sort((a, b) => a - b),
  );
  expect(order.every((text) => body.includes(text))).toBe(true);
});

describe('SU-44 the worst rows', () => {
  const worst = '|@#<>&*_~[]`\\$!://www.'.repeat(23).slice(0, 500);
  const rows = Array.from({ length: 10 }, (_, i) => row({ name: `${'|@#<>&*_'.repeat(9)}${i}`, reason: worst }));

  test('SU-44 ten rows with the longest hostile names and reasons stay below GitHub’s limit with all rows', () => {
    const body = render({ facts: facts({ rows }) });
    expect(body.length).toBeLessThan(65_000);
    expect(tableOf(body)).toHaveLength(11);
  });

  test('SU-44 twenty paths of thousands of hostile characters do not cost the review', () => {
    const notShown = Array.from({ length: 20 }, (_, i) => ({
      path: `${'\u202e`|<'.repeat(900)}${i}`,
      note: 'binary, not shown',
    }));
    const observations = Array.from(
      { length: 20 },
      (_, i) => `${'|@#<'.repeat(900)}:${i} U+202E RIGHT-TO-LEFT OVERRIDE`,
    );
    const notes = { ...NO_NOTES, notShown, observations };
    const body = render({ facts: facts({ rows, notes }), verdict: { kind: 'request-changes' } });
    expect(body.length).toBeLessThan(65_000);
    expect(tableOf(body)).toHaveLength(11);
    expect(body).toContain('Overall: request changes.');
    expect(body).toContain('RIGHT-TO-LEFT OVERRIDE');
  });

  test('SU-44 what does not fit is shed and said', () => {
    const details = Array.from({ length: 60 }, (_, i) => `.hyperhive/revi.yml:${i}: ${worst}`);
    const body = render({
      facts: facts({ rows }),
      verdict: { kind: 'no-verdict', reason: 'x', failed: true, passed: false },
      details,
    });
    expect(body.length).toBeLessThan(65_000);
    expect(body).toMatch(/shortened|and \d+ more/);
  });
});
