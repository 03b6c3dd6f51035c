import { describe, expect, test } from '@jest/globals';
import type { Account } from '../../../src/core/account.ts';
import { parseCommand } from '../../../src/core/command.ts';
import type { EventComment, EventPullRequest, Trigger } from '../../../src/core/event.ts';
import { decideReconcileStart } from '../../../src/core/reconcile/start.ts';
import { CODEX, DANA } from './surveyed.ts';

const DEPENDABOT = { login: 'dependabot[bot]', type: 'Bot', id: 4 } as const;
const options = { pullRequest: null, command: parseCommand };
const ONE = { kind: 'reconcile', number: 31, comment: null, withoutSecrets: null };

const aPullRequest = (over: Partial<EventPullRequest> = {}): EventPullRequest => ({
  number: 31,
  state: 'open',
  draft: false,
  author: DANA,
  updatedAt: '2026-11-30T10:00:00Z',
  head: 'a'.repeat(40),
  baseRef: 'main',
  base: 'b'.repeat(40),
  fork: false,
  ...over,
});
const review = (over: Partial<EventPullRequest> = {}, author: Account = CODEX) =>
  decideReconcileStart({ kind: 'review', action: 'submitted', pullRequest: aPullRequest(over), author }, options);
const aComment = (over: Partial<EventComment> = {}): EventComment => ({
  id: 9,
  body: '/revi fix',
  author: DANA,
  createdAt: '2026-11-30T10:00:00Z',
  ...over,
});
const comment = (over: Partial<EventComment> = {}, trigger: Partial<Extract<Trigger, { kind: 'comment' }>> = {}) =>
  decideReconcileStart(
    {
      kind: 'comment',
      action: 'created',
      number: 31,
      onPullRequest: true,
      state: 'open',
      comment: aComment(over),
      ...trigger,
    },
    options,
  );
const reply = (trigger: Partial<Extract<Trigger, { kind: 'thread-comment' }>> = {}) =>
  decideReconcileStart(
    {
      kind: 'thread-comment',
      action: 'created',
      pullRequest: aPullRequest(),
      comment: aComment(),
      inReplyTo: 4,
      ...trigger,
    },
    options,
  );

describe('without a person', () => {
  test('RB-10 a schedule means all pull requests, or the one of the input', () => {
    expect(decideReconcileStart({ kind: 'schedule' }, options)).toEqual({ ...ONE, number: null });
    expect(decideReconcileStart({ kind: 'schedule' }, { ...options, pullRequest: 31 })).toEqual(ONE);
  });

  test('RB-10 a submitted review means its pull request, whoever reviewed', () => {
    expect(review()).toEqual(ONE);
    expect(review({}, DANA)).toEqual(ONE);
    expect(review({ draft: true })).toEqual(ONE);
  });

  test('RB-10 a review that is dismissed or edited, or of a closed pull request, starts nothing', () => {
    for (const action of ['edited', 'dismissed'])
      expect(
        decideReconcileStart({ kind: 'review', action, pullRequest: aPullRequest(), author: CODEX }, options),
      ).toEqual({ kind: 'skip', reason: `pull_request_review ${action} starts no reconciliation` });
    expect(review({ state: 'closed' })).toEqual({ kind: 'skip', reason: 'pull request 31 is closed' });
  });

  test('SU-17 a review on a fork’s pull request, or by Dependabot, has no secrets', () => {
    expect(review({ fork: true })).toEqual({ ...ONE, withoutSecrets: 'fork' });
    expect(review({}, DEPENDABOT)).toEqual({ ...ONE, withoutSecrets: 'dependabot' });
  });

  test('RB-10 a dispatch names one by the action’s input or by its own, and without any means all', () => {
    const dispatch = (pullRequest: string, given: number | null = null) =>
      decideReconcileStart({ kind: 'dispatch', sender: DANA, pullRequest }, { ...options, pullRequest: given });
    expect(dispatch(' #31 ')).toEqual(ONE);
    expect(dispatch('7', 31)).toEqual(ONE);
    expect(dispatch(' ')).toEqual({ ...ONE, number: null });
    for (const wrong of ['twelve', '0', '-1', '1.5', '99999999999'])
      expect(dispatch(wrong)).toEqual({ kind: 'bad-input', message: expect.stringContaining(`"${wrong}"`) });
  });
});

describe('the command', () => {
  test('CO-2 RB-10 works as a comment and as a reply in a thread, and keeps who gave it', () => {
    expect(comment()).toEqual({ ...ONE, comment: aComment() });
    expect(reply()).toEqual({ ...ONE, comment: aComment() });
  });

  test('SU-17 a reply in a thread of a fork’s pull request has no secrets, a comment has', () => {
    expect(reply({ pullRequest: aPullRequest({ fork: true }) })).toMatchObject({ withoutSecrets: 'fork' });
    expect(comment()).toMatchObject({ withoutSecrets: null });
  });

  test.each([
    ['another text', comment({ body: 'Please fix.' })],
    ['another action’s command', comment({ body: '/revi triage' })],
    ['a command that is only shown', comment({ body: '`/revi fix`' })],
    ['a bot', comment({ author: CODEX })],
    ['an account that is gone', comment({ author: null })],
    ['an edited comment', comment({}, { action: 'edited' })],
    ['a plain issue', comment({}, { onPullRequest: false })],
    ['a closed pull request', comment({}, { state: 'closed' })],
    ['a comment that opens a thread', reply({ inReplyTo: null })],
  ])('CO-2 is not heard from %s', (_what, start) => {
    expect(start).toMatchObject({ kind: 'skip', reason: expect.stringMatching(/\S/) });
  });
});

test.each<[string, Trigger]>([
  [
    'pull_request opened',
    {
      kind: 'pull-request',
      action: 'opened',
      pullRequest: aPullRequest(),
      sender: DANA,
      reviewer: null,
      baseChanged: false,
    },
  ],
  [
    'followed run',
    {
      kind: 'workflow-run',
      action: 'completed',
      startedBy: 'pull_request',
      headRepository: null,
      headBranch: null,
      headSha: 'a'.repeat(40),
    },
  ],
  ['event push', { kind: 'other', name: 'push', action: '' }],
])('RB-10 %s starts none, and the reason names it', (what, trigger) => {
  expect(decideReconcileStart(trigger, options)).toEqual({ kind: 'skip', reason: expect.stringContaining(what) });
});
