import { expect, test } from '@jest/globals';
import { combineReports } from '../../src/core/combine.ts';
import type { Report, RunOutcome } from '../../src/core/outcome.ts';

const report = (outcome: RunOutcome, outputs: Record<string, string> = {}): Report => ({
  outcome,
  outputs,
  annotations: [],
  summary: 's',
  log: ['line'],
});
const done: RunOutcome = { kind: 'done' };
const failed: RunOutcome = { kind: 'failed', reason: 'no key' };
const open: RunOutcome = { kind: 'no verdict', reason: 'no answer' };
const skip: RunOutcome = { kind: 'skipped', reason: 'draft' };

test.each<[string, RunOutcome[], string]>([
  ['failed before all', [done, open, failed, skip], 'failed'],
  ['no verdict before done', [done, open, skip], 'no verdict'],
  ['done before skipped', [skip, done], 'done'],
  ['skipped when all were', [skip, skip], 'skipped'],
])('SU-6 the outcome is the worst: %s', (_name, outcomes, worst) => {
  const started = outcomes.map((outcome, index) => ({
    action: (['classify', 'triage', 'converse', 're-review'] as const)[index] ?? 'triage',
    report: report(outcome),
  }));
  expect(combineReports(started, []).outcome.kind).toBe(worst);
});

test('SU-6 ran names the started actions in order, and details has the outputs of each', () => {
  const { outputs } = combineReports(
    [
      { action: 'classify', report: report(failed) },
      { action: 'triage', report: report(done, { rank: 'review:p1' }) },
    ],
    [],
  );
  expect(outputs['ran']).toBe('classify,triage');
  expect(JSON.parse(outputs['details'] ?? '')).toEqual({
    classify: { outcome: 'failed: no key' },
    triage: { outcome: 'done', rank: 'review:p1' },
  });
});

test('SU-50 nothing is silent: what the combined outcome does not say is an annotation', () => {
  const combined = combineReports(
    [
      { action: 'classify', report: report(failed) },
      { action: 'triage', report: report(open) },
    ],
    [{ action: 're-review', reason: 're-review is not part of this version yet' }],
  );
  expect(combined.outcome).toEqual({ kind: 'failed', reason: 'classify: no key' });
  expect(combined.annotations).toEqual([
    { level: 'warning', message: 'triage: no verdict: no answer' },
    { level: 'notice', message: expect.stringContaining('re-review') },
  ]);
});

test('SU-50 when nothing was started the outcome is a skip with every reason', () => {
  const combined = combineReports([], [{ action: 'triage', reason: 'draft' }]);
  expect(combined.outcome).toEqual({ kind: 'skipped', reason: 'triage: draft' });
  expect(combined.outputs['ran']).toBe('');
});
