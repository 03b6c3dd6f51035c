import { describe, expect, test } from '@jest/globals';
import { decideStart } from '../../../src/core/classify/request.ts';
import { parseCommand } from '../../../src/core/command.ts';
import type { EventComment, EventPullRequest, Trigger } from '../../../src/core/event.ts';

const person = { login: 'dana', type: 'User', id: 1 } as const;
const options = { reviewer: 'review-classifier', pullRequest: null, runId: '77', command: parseCommand };
const pullRequest = (overrides: Partial<EventPullRequest> = {}): EventPullRequest => ({
  number: 41,
  state: 'open',
  draft: false,
  author: person,
  updatedAt: '2026-11-30T10:00:00Z',
  head: 'a'.repeat(40),
  baseRef: 'main',
  base: 'b'.repeat(40),
  fork: false,
  ...overrides,
});
const pull = (action: string, overrides: Partial<Extract<Trigger, { kind: 'pull-request' }>> = {}): Trigger => ({
  kind: 'pull-request',
  action,
  pullRequest: pullRequest(),
  sender: person,
  reviewer: null,
  baseChanged: false,
  ...overrides,
});
const comment = (overrides: Partial<EventComment> = {}): EventComment => ({
  id: 9,
  body: '/revi classify',
  author: person,
  createdAt: '2026-11-30T10:00:00Z',
  ...overrides,
});
const issueComment = (
  body: Partial<EventComment> = {},
  overrides: Partial<Extract<Trigger, { kind: 'comment' }>> = {},
): Trigger => ({
  kind: 'comment',
  action: 'created',
  number: 41,
  onPullRequest: true,
  state: 'open',
  comment: comment(body),
  ...overrides,
});
const requested = { kind: 'user', name: 'Review-Classifier' } as const;

describe('what starts a classification', () => {
  test('CL-10 a request of the reviewer, in any case', () => {
    expect(decideStart(pull('review_requested', { reviewer: requested }), options)).toMatchObject({
      kind: 'classify',
      number: 41,
      request: { key: 'rr:review-classifier:2026-11-30T10:00:00Z', at: '2026-11-30T10:00:00Z', requester: 'dana' },
      withoutSecrets: null,
    });
  });

  test('CL-10 a requested team of that slug', () => {
    const trigger = pull('review_requested', { reviewer: { kind: 'team', name: 'classifiers' } });
    expect(decideStart(trigger, { ...options, reviewer: 'classifiers' }).kind).toBe('classify');
  });

  test('CL-13 a command’s key is its comment, a dispatch’s its run', () => {
    expect(decideStart(issueComment(), options)).toMatchObject({ request: { key: 'ic:9' } });
    const reply: Trigger = {
      kind: 'thread-comment',
      action: 'created',
      pullRequest: pullRequest(),
      comment: comment(),
      inReplyTo: 3,
    };
    expect(decideStart(reply, options)).toMatchObject({ request: { key: 'rc:9' } });
    expect(decideStart({ kind: 'dispatch', sender: person, pullRequest: '41' }, options)).toMatchObject({
      request: { key: 'run:77', at: null },
    });
  });

  test('SU-17 a fork’s and Dependabot’s own events have no secrets, a command on a fork has', () => {
    const fork = pull('review_requested', { reviewer: requested, pullRequest: pullRequest({ fork: true }) });
    expect(decideStart(fork, options)).toMatchObject({ withoutSecrets: 'fork' });
    const dependabot = pull('review_requested', {
      reviewer: requested,
      sender: { login: 'dependabot[bot]', type: 'Bot', id: 5 },
    });
    expect(decideStart(dependabot, options)).toMatchObject({ withoutSecrets: 'dependabot' });
    expect(decideStart(issueComment(), options)).toMatchObject({ withoutSecrets: null });
  });
});

describe('what only retires', () => {
  test('CL-11 a push, another base branch, a schedule, and a run that a pull request’s event started', () => {
    expect(decideStart(pull('synchronize'), options)).toEqual({ kind: 'retire', number: 41, withoutSecrets: null });
    expect(decideStart(pull('edited', { baseChanged: true }), options)).toEqual({
      kind: 'retire',
      number: 41,
      withoutSecrets: null,
    });
    expect(decideStart({ kind: 'schedule' }, options)).toEqual({ kind: 'retire-all' });
    const run: Trigger = {
      kind: 'workflow-run',
      action: 'completed',
      startedBy: 'pull_request',
      headRepository: { owner: 'o', name: 'r' },
      headBranch: 'b',
      headSha: 'c'.repeat(40),
    };
    expect(decideStart(run, options)).toMatchObject({ kind: 'retire-head', headBranch: 'b' });
    expect(decideStart({ ...run, startedBy: 'push' }, options).kind).toBe('skip');
    expect(decideStart({ ...run, headRepository: null }, options).kind).toBe('skip');
  });
});

test('SU-17 a push to a fork retires with a token that may only read', () => {
  expect(decideStart(pull('synchronize', { pullRequest: pullRequest({ fork: true }) }), options)).toMatchObject({
    kind: 'retire',
    withoutSecrets: 'fork',
  });
});

describe('what does nothing', () => {
  test.each<[string, Trigger]>([
    ['another reviewer', pull('review_requested', { reviewer: { kind: 'user', name: 'ravi' } })],
    ['a removed request', pull('review_request_removed', { reviewer: requested })],
    ['an edited title', pull('edited')],
    ['a label', pull('labeled')],
    ['a comment on an issue', issueComment({}, { onPullRequest: false })],
    ['an edited comment', issueComment({}, { action: 'edited' })],
    ['words after the verb', issueComment({ body: '/revi classify please' })],
    ['another command', issueComment({ body: '/revi triage' })],
    ['a command in a fence', issueComment({ body: '```\n/revi classify\n```' })],
    ['a bot’s command', issueComment({ author: { login: 'deploy[bot]', type: 'Bot', id: 4 } })],
    ['a deleted account’s command', issueComment({ author: null })],
    ['a command on a closed pull request', issueComment({}, { state: 'closed' })],
    [
      'a command that opens a thread',
      { kind: 'thread-comment', action: 'created', pullRequest: pullRequest(), comment: comment(), inReplyTo: null },
    ],
    ['a submitted review', { kind: 'review', action: 'submitted', pullRequest: pullRequest(), author: person }],
    ['another event', { kind: 'other', name: 'push', action: '' }],
  ])('CL-10 %s is a skip with its reason', (_name, trigger) => {
    const start = decideStart(trigger, options);
    expect(start.kind).toBe('skip');
    expect(start.kind === 'skip' && start.reason.length).toBeGreaterThan(10);
  });

  test('CL-10 a dispatch without a number, or with nonsense, says what is missing', () => {
    expect(decideStart({ kind: 'dispatch', sender: person, pullRequest: '' }, options)).toMatchObject({
      kind: 'bad-input',
      message: expect.stringContaining('pull-request'),
    });
    expect(decideStart({ kind: 'dispatch', sender: person, pullRequest: 'seven' }, options)).toMatchObject({
      message: expect.stringContaining('seven'),
    });
  });
});
