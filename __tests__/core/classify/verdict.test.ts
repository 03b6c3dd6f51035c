import { expect, test } from '@jest/globals';
import { NOTHING_WITHHELD } from '../../../src/core/classify/facts.ts';
import type { Row } from '../../../src/core/classify/rows.ts';
import { afterMove, decideVerdict, type Verdict, type Withholding } from '../../../src/core/classify/verdict.ts';
import { describeMove } from '../../../src/core/position.ts';

const options = { whenNothingCounts: 'approve', approvePolicyChanges: false } as const;
const row = (overrides: Partial<Row> = {}): Row => ({
  name: 'r',
  polarity: 'positive',
  threshold: 80,
  verdict: 'match',
  certainty: 90,
  reason: '',
  error: null,
  counted: true,
  failed: false,
  ...overrides,
});
const open = row({ name: 'open', verdict: 'no-answer', certainty: null, counted: false, error: 'timed out' });
const failing = row({ name: 'bad', verdict: 'no-match', failed: true });

test('CL-23 approves when no counted rule fails', () => {
  expect(decideVerdict([row(), row({ counted: false })], 2, NOTHING_WITHHELD, options)).toEqual({ kind: 'approve' });
});

test('CL-23 requests changes when any rule fails', () => {
  expect(decideVerdict([row(), failing], 2, NOTHING_WITHHELD, options)).toEqual({ kind: 'request-changes' });
});

test('CL-23 approves when nothing counted, unless the input says no verdict', () => {
  const rows = [row({ counted: false })];
  expect(decideVerdict(rows, 1, NOTHING_WITHHELD, options).kind).toBe('approve');
  expect(decideVerdict(rows, 1, NOTHING_WITHHELD, { ...options, whenNothingCounts: 'no-verdict' })).toMatchObject({
    kind: 'no-verdict',
    failed: false,
  });
});

test('CL-31 comes to no verdict when one rule has no answer, even where another fails', () => {
  const verdict = decideVerdict([row(), failing, open], 3, NOTHING_WITHHELD, options);
  expect(verdict).toMatchObject({ kind: 'no-verdict', failed: false });
  expect(verdict).toMatchObject({ reason: expect.stringContaining('open') });
});

test('CL-22 fails as a whole when no rule was answered, and shows the error', () => {
  expect(decideVerdict([open], 1, NOTHING_WITHHELD, options)).toMatchObject({
    kind: 'no-verdict',
    failed: true,
    reason: expect.stringContaining('timed out'),
  });
});

test('CL-31 comes to no verdict when the number of answers is not the number of rules', () => {
  expect(decideVerdict([row()], 2, NOTHING_WITHHELD, options)).toMatchObject({ kind: 'no-verdict', failed: true });
});

test.each<[string, Partial<Withholding>, RegExp, boolean]>([
  [
    'CL-26 a policy path',
    { policyPath: '.github/workflows/ci.yml' },
    /^this pull request changes \.github\/workflows\/ci\.yml, so a person must decide$/,
    true,
  ],
  ['CL-24 partial coverage', { wholeCoverage: false, coverage: '40 %' }, /40 %/, false],
  ['SU-20 what could not be read whole', { incomplete: ['commits beyond the first 250'] }, /commits beyond/, false],
  [
    'CL-25 text that addresses a reviewer',
    { tamper: { kind: 'found', reason: 'x' } },
    /addresses an automated reviewer/,
    false,
  ],
  ['CL-25 an unanswered tamper question', { tamper: { kind: 'unanswered', error: 'refused' } }, /refused/, false],
  ['CL-25 hidden characters', { hidden: ['a.ts:5'] }, /a\.ts:5/, false],
])('%s withholds an approval with its reason', (_name, withholding, reason, passed) => {
  const verdict = decideVerdict([row()], 1, { ...NOTHING_WITHHELD, ...withholding }, options);
  expect(verdict).toMatchObject({ kind: 'no-verdict', failed: false, passed, reason: expect.stringMatching(reason) });
});

test('CL-31 a failing rule requests changes although the approval would have been withheld', () => {
  const withholding: Withholding = {
    ...NOTHING_WITHHELD,
    policyPath: 'CODEOWNERS',
    wholeCoverage: false,
    hidden: ['x:1'],
    tamper: { kind: 'found', reason: '' },
  };
  expect(decideVerdict([row(), failing], 2, withholding, options).kind).toBe('request-changes');
});

test('CL-26 a policy change that something else withholds too has not passed', () => {
  const withholding: Withholding = { ...NOTHING_WITHHELD, policyPath: 'CODEOWNERS', hidden: ['x:1'] };
  expect(decideVerdict([row()], 1, withholding, options)).toMatchObject({ passed: false });
});

test('CL-26 approve-policy-changes lets a policy change be approved', () => {
  expect(
    decideVerdict(
      [row()],
      1,
      { ...NOTHING_WITHHELD, policyPath: 'CODEOWNERS' },
      { ...options, approvePolicyChanges: true },
    ).kind,
  ).toBe('approve');
});

const at = (head: string, baseRef = 'main', base = 'b'.repeat(40)) => ({ head: head.repeat(40), baseRef, base });

const moved = (reason: string | null) => (reason === null ? null : { reason, unknown: false });

test('CL-32 an approval becomes no verdict naming both heads when the head moved', () => {
  const verdict = afterMove({ kind: 'approve' }, moved(describeMove(at('a'), at('c'))));
  expect(verdict).toMatchObject({
    kind: 'no-verdict',
    failed: false,
    reason: expect.stringMatching(/aaaaaaa.*ccccccc/),
  });
});

test('CL-32 an approval becomes no verdict naming both base branches when the base branch changed', () => {
  expect(afterMove({ kind: 'approve' }, moved(describeMove(at('a'), at('a', 'stable'))))).toMatchObject({
    reason: expect.stringMatching(/main.*stable/),
  });
});

test('SU-43 a position that cannot be read again is no better than one that moved, and fails the run', () => {
  expect(afterMove({ kind: 'approve' }, { reason: 'unreadable', unknown: true })).toMatchObject({
    kind: 'no-verdict',
    failed: true,
  });
});

test('SU-48 a policy change that passed no longer lifts a request for changes when the head moved', () => {
  const passed: Verdict = { kind: 'no-verdict', reason: 'a person must decide', failed: false, passed: true };
  expect(afterMove(passed, moved('the head moved'))).toMatchObject({
    passed: false,
    reason: 'a person must decide; the head moved',
  });
});

test('CL-32 request changes stays what it is when the head moved', () => {
  expect(afterMove({ kind: 'request-changes' }, moved('the head moved'))).toEqual({ kind: 'request-changes' });
});

test('SU-43 a base branch that only got new commits has not moved', () => {
  expect(describeMove(at('a'), at('a', 'main', 'd'.repeat(40)))).toBeNull();
});
