import { describe, expect, test } from '@jest/globals';
import { ACTION_NAMES } from '../../src/core/action-name.ts';
import { parseCommand } from '../../src/core/command.ts';
import type { Trigger } from '../../src/core/event.ts';
import { type RouteOptions, route } from '../../src/core/route.ts';

const person = { login: 'dana', type: 'User', id: 1 } as const;
const bot = { login: 'helper[bot]', type: 'Bot', id: 2 } as const;
const options: RouteOptions = {
  actions: ACTION_NAMES,
  action: 'reconcile-bot-threads',
  reviewOnPush: false,
  command: parseCommand,
};

const pullRequest = (author: typeof person | typeof bot | null) => ({
  number: 1,
  state: 'open' as const,
  draft: false,
  author,
  updatedAt: '2026-11-30T10:00:00Z',
  head: 'a'.repeat(40),
  baseRef: 'main',
  base: 'b'.repeat(40),
  fork: false,
});
const pull = (action: string, author: typeof person | typeof bot | null = person): Trigger => ({
  kind: 'pull-request',
  action,
  pullRequest: pullRequest(author),
  sender: author,
  reviewer: null,
  baseChanged: false,
});
const comment = (body: string, author: typeof person | typeof bot | null = person) => ({
  id: 9,
  body,
  author,
  createdAt: '2026-11-30T10:00:00Z',
});
const said = (body: string, overrides: Partial<Extract<Trigger, { kind: 'comment' }>> = {}): Trigger => ({
  kind: 'comment',
  action: 'created',
  number: 1,
  onPullRequest: true,
  state: 'open',
  comment: comment(body),
  ...overrides,
});
const replied = (body: string, overrides: Partial<Extract<Trigger, { kind: 'thread-comment' }>> = {}): Trigger => ({
  kind: 'thread-comment',
  action: 'created',
  pullRequest: pullRequest(person),
  comment: comment(body),
  inReplyTo: 3,
  ...overrides,
});
const reviewed = (action: string): Trigger => ({
  kind: 'review',
  action,
  pullRequest: pullRequest(person),
  author: bot,
});
const followed: Trigger = {
  kind: 'workflow-run',
  action: 'completed',
  startedBy: 'pull_request',
  headRepository: null,
  headBranch: null,
  headSha: 'b'.repeat(40),
};

describe('the truth table of events', () => {
  test.each<[string, string, Trigger]>([
    ['opened', 'triage, re-review', pull('opened')],
    ['opened by a bot', 'triage, re-review', pull('opened', bot)],
    ['opened by a deleted account', 'triage, re-review', pull('opened', null)],
    ['reopened', 'triage, re-review', pull('reopened')],
    ['ready_for_review', 'triage, re-review', pull('ready_for_review')],
    ['review_requested', 'classify', pull('review_requested')],
    ['synchronize', 'classify', pull('synchronize')],
    ['edited', 'classify', pull('edited')],
    ['a workflow run', 'classify, triage, re-review', followed],
    ['a schedule', 'reconcile-bot-threads', { kind: 'schedule' }],
    ['a dispatch', 'reconcile-bot-threads', { kind: 'dispatch', sender: person, pullRequest: '1' }],
    ['a submitted review', 'reconcile-bot-threads', reviewed('submitted')],
    ['/revi', 're-review', said('/revi')],
    ['/revi classify', 'classify', said('/revi classify')],
    ['/revi triage', 'triage', said('/revi triage')],
    ['/revi fix', 'reconcile-bot-threads', said('/revi fix')],
    ['/revi help', 'converse', said('/revi help')],
    ['/revi approve', 'converse', said('/revi approve 1234567 fine')],
    ['a question', 'converse', said('/revi why is this safe?')],
    ['a verb with words after it', 'converse', said('/revi triage it, please')],
    ['a command that is only shown', 'converse', said('`/revi triage`')],
    ['a reply', 'converse', replied('Is it so?')],
    ['a command in a thread', 'classify', replied('/revi classify')],
    ['a bare command in a thread', 're-review', replied('/revi')],
    ['a question in a thread', 'converse', replied('/revi is it so?')],
  ])('SU-6 %s is for %s', (_name, expected, trigger) => {
    const routed = route(trigger, options);
    expect(routed.kind === 'run' ? routed.actions.join(', ') : routed.reason).toBe(expected);
  });

  test.each<[string, Trigger]>([
    ...[
      'closed',
      'labeled',
      'unlabeled',
      'assigned',
      'converted_to_draft',
      'review_request_removed',
      'locked',
      'auto_merge_enabled',
    ].map((action): [string, Trigger] => [action, pull(action)]),
    ['a comment without a command', said('Looks fine.')],
    ['an edited comment', said('/revi', { action: 'edited' })],
    ['a deleted comment', said('/revi', { action: 'deleted' })],
    ['a comment on an issue', said('/revi', { onPullRequest: false })],
    ['a comment that opens a thread', replied('/revi', { inReplyTo: null })],
    ['an edited reply', replied('x', { action: 'edited' })],
    ['a dismissed review', reviewed('dismissed')],
    ['another event', { kind: 'other', name: 'push', action: '' }],
  ])('SU-6 %s starts nothing, and says why', (_name, trigger) => {
    const routed = route(trigger, options);
    expect(routed).toMatchObject({ kind: 'skip', reason: expect.stringMatching(/\S{3}/) });
  });

  test('SU-6 a push starts a review only when the workflow says so', () => {
    expect(route(pull('synchronize'), { ...options, reviewOnPush: true })).toEqual({
      kind: 'run',
      actions: ['classify', 're-review'],
    });
  });

  test('SU-6 a dispatch and a schedule mean the action that the input names', () => {
    for (const action of ACTION_NAMES) {
      expect(route({ kind: 'schedule' }, { ...options, action })).toEqual({ kind: 'run', actions: [action] });
      expect(route({ kind: 'dispatch', sender: person, pullRequest: '' }, { ...options, action })).toEqual({
        kind: 'run',
        actions: [action],
      });
    }
  });

  test('SU-6 only actions that may run do, and none is a skip that names them', () => {
    expect(route(pull('opened'), { ...options, actions: ['triage'] })).toEqual({ kind: 'run', actions: ['triage'] });
    expect(route(said('/revi classify'), { ...options, actions: ['converse'] })).toMatchObject({
      kind: 'skip',
      reason: expect.stringContaining('classify'),
    });
  });
});
