import { describe, expect, test } from '@jest/globals';
import { parseCommand } from '../../../src/core/command.ts';
import type { EventComment, EventPullRequest, Trigger } from '../../../src/core/event.ts';
import { decideTriageStart } from '../../../src/core/triage/start.ts';
import { PERSON } from './examples.ts';

const RENOVATE = { login: 'renovate[bot]', type: 'Bot', id: 3 } as const;
const DEPENDABOT = { login: 'dependabot[bot]', type: 'Bot', id: 4 } as const;
const options = { pullRequest: null, runId: '77', command: parseCommand };

const aPullRequest = (over: Partial<EventPullRequest> = {}): EventPullRequest => ({
  number: 31,
  state: 'open',
  draft: false,
  author: PERSON,
  updatedAt: '2026-11-30T10:00:00Z',
  head: 'a'.repeat(40),
  baseRef: 'main',
  base: 'b'.repeat(40),
  fork: false,
  ...over,
});
const pull = (
  action: string,
  over: Partial<EventPullRequest> = {},
  sender: typeof PERSON | typeof DEPENDABOT = PERSON,
) =>
  decideTriageStart(
    { kind: 'pull-request', action, pullRequest: aPullRequest(over), sender, reviewer: null, baseChanged: false },
    options,
  );
const aComment = (over: Partial<EventComment> = {}): EventComment => ({
  id: 9,
  body: '/revi triage',
  author: PERSON,
  createdAt: '2026-11-30T10:00:00Z',
  ...over,
});
const comment = (over: Partial<EventComment> = {}, trigger: Partial<Extract<Trigger, { kind: 'comment' }>> = {}) =>
  decideTriageStart(
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
  decideTriageStart(
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

describe('the pull request’s own events', () => {
  test.each(['opened', 'reopened', 'ready_for_review'])('TR-1 %s starts a triage', (action) => {
    expect(pull(action)).toEqual({
      kind: 'triage',
      number: 31,
      key: 'run:77',
      asked: 'by-event',
      comment: null,
      withoutSecrets: null,
    });
  });

  test.each(['synchronize', 'edited', 'closed', 'labeled', 'review_requested'])('TR-1 %s starts none', (action) => {
    expect(pull(action)).toEqual({ kind: 'skip', reason: `pull_request ${action} starts no triage` });
  });

  test('TR-1 a draft and a bot’s pull request are skipped, with the way to ask', () => {
    expect(pull('opened', { draft: true })).toMatchObject({ kind: 'skip', reason: expect.stringContaining('draft') });
    expect(pull('opened', { author: RENOVATE })).toMatchObject({
      kind: 'skip',
      reason: expect.stringMatching(/bot renovate\[bot\].*\/revi triage/),
    });
  });

  test('SU-13 a person whose name looks like a bot’s is a person', () => {
    expect(pull('opened', { author: { login: 'robot-bot', type: 'User', id: 8 } })).toMatchObject({ kind: 'triage' });
  });

  test('SU-17 a fork’s event and Dependabot’s have no secrets', () => {
    expect(pull('opened', { fork: true })).toMatchObject({ withoutSecrets: 'fork' });
    expect(pull('reopened', {}, DEPENDABOT)).toMatchObject({ withoutSecrets: 'dependabot' });
  });
});

describe('the command', () => {
  test('CO-2 works as a comment and as a reply in a thread, on drafts and bots’ pull requests too', () => {
    expect(comment()).toMatchObject({ kind: 'triage', key: 'ic:9', asked: 'by-command', comment: { author: PERSON } });
    expect(reply({ pullRequest: aPullRequest({ draft: true, author: RENOVATE }) })).toMatchObject({
      kind: 'triage',
      key: 'rc:9',
      asked: 'by-command',
      withoutSecrets: null,
    });
  });

  test('SU-17 a reply in a thread of a fork’s pull request has no secrets, a comment has', () => {
    expect(reply({ pullRequest: aPullRequest({ fork: true }) })).toMatchObject({ withoutSecrets: 'fork' });
    expect(comment()).toMatchObject({ withoutSecrets: null });
  });

  test.each([
    ['another text', comment({ body: 'Please triage.' })],
    ['words behind the verb', comment({ body: '/revi triage please' })],
    ['another action’s command', comment({ body: '/revi classify' })],
    ['a command that is only shown', comment({ body: '`/revi triage`' })],
    ['a bot', comment({ author: RENOVATE })],
    ['an account that is gone', comment({ author: null })],
    ['an edited comment', comment({}, { action: 'edited' })],
    ['a plain issue', comment({}, { onPullRequest: false })],
    ['a closed pull request', comment({}, { state: 'closed' })],
    ['a comment that opens a thread', reply({ inReplyTo: null })],
    ['a reply below a closed pull request', reply({ pullRequest: aPullRequest({ state: 'closed' }) })],
  ])('CO-2 is not heard from %s', (_what, start) => {
    expect(start).toMatchObject({ kind: 'skip', reason: expect.stringMatching(/\S/) });
  });
});

describe('other events', () => {
  test('TR-1 a dispatch names the pull request by input or by its own input', () => {
    const dispatch = (pullRequest: string, given: number | null = null) =>
      decideTriageStart({ kind: 'dispatch', sender: PERSON, pullRequest }, { ...options, pullRequest: given });
    expect(dispatch('#12')).toMatchObject({ kind: 'triage', number: 12, asked: 'by-dispatch', key: 'run:77' });
    expect(dispatch('', 13)).toMatchObject({ kind: 'triage', number: 13 });
    expect(dispatch('')).toMatchObject({ kind: 'bad-input', message: expect.stringContaining('pull-request') });
    expect(dispatch('twelve')).toMatchObject({ kind: 'bad-input', message: expect.stringContaining('twelve') });
  });

  test('SU-16 a followed run is looked up only when a pull_request in a repository that is there started it', () => {
    const run = { action: 'completed', headBranch: 'winter', headSha: 'a'.repeat(40) } as const;
    const headRepository = { owner: 'newcomer', name: 'ferry' };
    const follow = (over: Partial<Extract<Trigger, { kind: 'workflow-run' }>>) =>
      decideTriageStart({ kind: 'workflow-run', startedBy: 'pull_request', headRepository, ...run, ...over }, options);
    expect(follow({})).toEqual({
      kind: 'find',
      run: { headRepository, headBranch: 'winter', headSha: 'a'.repeat(40) },
      key: 'run:77',
    });
    expect(follow({ startedBy: 'push' })).toMatchObject({ kind: 'skip', reason: expect.stringContaining('push') });
    expect(follow({ headRepository: null })).toMatchObject({ kind: 'skip' });
    expect(follow({ headBranch: null })).toMatchObject({ kind: 'skip' });
  });

  test('TR-1 nothing else starts a triage', () => {
    const others: Trigger[] = [
      { kind: 'schedule' },
      { kind: 'review', action: 'submitted', pullRequest: aPullRequest(), author: PERSON },
      { kind: 'other', name: 'pull_request_target', action: 'opened' },
    ];
    for (const trigger of others) expect(decideTriageStart(trigger, options).kind).toBe('skip');
  });
});
