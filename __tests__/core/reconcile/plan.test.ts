import { describe, expect, test } from '@jest/globals';
import { formatPlan, parsePlan } from '../../../src/core/plan.ts';
import {
  contradictions,
  type DecidedPullRequest,
  NO_HEAD,
  PLANNED_RECONCILE_SCHEMA,
  type PlannedReconcile,
  type ReconcilePlan,
} from '../../../src/core/reconcile/plan.ts';

const EDIT = { path: 'src/a.ts', oldText: 'one', newText: '' };
const DECIDED: DecidedPullRequest = {
  number: 7,
  position: { head: 'a'.repeat(40), base: 'b'.repeat(40), baseRef: 'main' },
  decisions: [
    { thread: 'PRRT_1', decision: 'fix', reply: 'Done.', edits: [0] },
    { thread: 'PRRT_2', decision: 'needs-person', reply: '', edits: [] },
  ],
  edits: [EDIT],
  cost: 0.002,
  tokens: null,
};

function plan(pullRequests: readonly unknown[]): ReconcilePlan {
  return {
    'revi-plan': 1,
    action: 'reconcile-bot-threads',
    version: '1.0.0',
    trigger: 'review',
    repository: 70,
    number: 0,
    head: NO_HEAD,
    'base-ref': '',
    account: 'github-actions[bot]',
    run: '60',
    attempt: 1,
    event: 'schedule',
    'rules-blob': '',
    facts: { pullRequests: pullRequests as readonly DecidedPullRequest[] },
    effects: [],
  };
}

const read = (given: ReconcilePlan, secrets: readonly string[] = [], mustBeSigned = false) =>
  parsePlan<PlannedReconcile>(formatPlan(given, secrets), {
    action: 'reconcile-bot-threads',
    facts: PLANNED_RECONCILE_SCHEMA,
    source: 'input plan',
    secrets,
    mustBeSigned,
  });

describe('a plan of reconcile-bot-threads', () => {
  test('SU-41 is read as it was written, with and without pull requests, signed and unsigned', () => {
    expect(read(plan([DECIDED])).facts).toEqual({ pullRequests: [DECIDED] });
    expect(read(plan([])).facts).toEqual({ pullRequests: [] });
    expect(read(plan([{ ...DECIDED, cost: null, tokens: 9 }]), ['secret'], true).facts.pullRequests[0]).toMatchObject({
      cost: null,
      tokens: 9,
    });
  });

  test.each<[string, object]>([
    ['a number below 0', { number: -1 }],
    ['a head that is none', { position: { ...DECIDED.position, head: 'main' } }],
    ['more of a position', { position: { ...DECIDED.position, branch: 'main' } }],
    ['another decision', { decisions: [{ ...DECIDED.decisions[0], decision: 'resolve' }] }],
    ['undecided threads', { decisions: [{ ...DECIDED.decisions[0], decision: 'undecided' }] }],
    ['a decision without edits', { decisions: [{ thread: 'PRRT_1', decision: 'fix', reply: '' }] }],
    ['an edit with a mode', { edits: [{ ...EDIT, mode: '100755' }] }],
    ['an edit that is no text', { edits: [{ ...EDIT, newText: null }] }],
    ['a negative cost', { cost: -1 }],
    ['edits that are no places', { decisions: [{ ...DECIDED.decisions[0], edits: [-1] }] }],
    ['something more', { files: [] }],
  ])('SU-41 with %s is refused as no plan', (_what, change) => {
    expect(() => read(plan([{ ...DECIDED, ...change }]))).toThrow(/not a plan of reconcile-bot-threads/);
  });
});

describe('contradictions', () => {
  test('SU-41 a sound plan has none', () => {
    expect(contradictions({ pullRequests: [DECIDED, { ...DECIDED, number: 8 }] }, null)).toEqual([]);
    expect(contradictions({ pullRequests: [DECIDED] }, 7)).toEqual([]);
    expect(contradictions({ pullRequests: [] }, 7)).toEqual([]);
  });

  test('SU-41 two of a pull request or thread, another pull request and edits that are not there are named', () => {
    const [first, second] = DECIDED.decisions;
    if (first === undefined || second === undefined) throw new Error('there are two decisions');
    const found = (over: Partial<DecidedPullRequest>) => contradictions({ pullRequests: [{ ...DECIDED, ...over }] }, 7);

    expect(contradictions({ pullRequests: [DECIDED, DECIDED] }, null)).toEqual(['it names a pull request twice']);
    expect(contradictions({ pullRequests: [DECIDED] }, 8)).toEqual(['it is about another pull request']);
    expect(found({ decisions: [first, { ...second, thread: first.thread }] })).toEqual([
      'it decides a thread of pull request 7 twice',
    ]);
    expect(found({ decisions: [{ ...first, edits: [1] }] })).toEqual([
      'a decision on pull request 7 has edits that it does not hold',
    ]);
  });
});
