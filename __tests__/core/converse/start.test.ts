import { describe, expect, test } from '@jest/globals';
import { parseCommand } from '../../../src/core/command.ts';
import { decideConverseStart } from '../../../src/core/converse/start.ts';
import type { EventComment, EventPullRequest, Trigger } from '../../../src/core/event.ts';
import { BOT, LENA } from './comments.ts';

const options = { command: parseCommand };

function aComment(over: Partial<EventComment> = {}): EventComment {
  return { id: 9, body: 'Is it possible?', author: LENA, createdAt: '2030-01-31T10:00:00Z', ...over };
}

function onConversation(body: string, over: Partial<Extract<Trigger, { kind: 'comment' }>> = {}): Trigger {
  const comment = aComment({ body });
  return { kind: 'comment', action: 'created', number: 58, onPullRequest: true, state: 'open', comment, ...over };
}

function aPull(over: Partial<EventPullRequest> = {}): EventPullRequest {
  return {
    number: 58,
    state: 'open',
    draft: false,
    author: LENA,
    updatedAt: '2030-01-31T10:00:00Z',
    head: 'a'.repeat(40),
    baseRef: 'main',
    base: 'b'.repeat(40),
    fork: false,
    ...over,
  };
}

function inThread(body: string, over: Partial<Extract<Trigger, { kind: 'thread-comment' }>> = {}): Trigger {
  const comment = aComment({ body });
  return { kind: 'thread-comment', action: 'created', pullRequest: aPull(), comment, inReplyTo: 5, ...over };
}

describe('what converse starts', () => {
  test('CO-10 a reply in a thread, whoever opened it', () => {
    expect(decideConverseStart(inThread('Is it possible?'), options)).toEqual({
      kind: 'reply',
      number: 58,
      comment: aComment(),
      place: 'thread',
    });
  });

  test.each([
    ['/revi why is it so?', { kind: 'question', text: 'why is it so?' }],
    ['/revi help', { kind: 'help' }],
    ['`/revi triage`', { kind: 'hint' }],
    ['/revi approve abc1234 as agreed', { kind: 'approve', sha: 'abc1234', reason: 'as agreed' }],
  ])('CO-2 %s is for converse, on the conversation and in a thread', (body, wanted) => {
    expect(decideConverseStart(onConversation(body), options)).toMatchObject({ ...wanted, place: 'conversation' });
    expect(decideConverseStart(inThread(body), options)).toMatchObject({ ...wanted, place: 'thread' });
  });

  test.each([
    ['/revi', 're-review'],
    ['/revi classify', 'classify'],
    ['/revi triage', 'triage'],
    ['/revi fix', 'reconcile-bot-threads'],
  ])('CO-41 %s is for %s, and the skip says so', (body, route) => {
    expect(decideConverseStart(onConversation(body), options)).toMatchObject({ kind: 'skip', route });
    expect(decideConverseStart(inThread(body), options)).toMatchObject({ kind: 'skip', route });
  });
});

describe('what the payload alone decides', () => {
  test.each<[string, Trigger, RegExp]>([
    ['an edit', onConversation('/revi why?', { action: 'edited' }), /edited/],
    ['a plain issue', onConversation('/revi why?', { onPullRequest: false }), /issue/],
    ['a comment without a command', onConversation('Nice work.'), /no \/revi command/],
    ['a closed pull request', onConversation('/revi why?', { state: 'closed' }), /closed/],
    ['a bot', onConversation('', { comment: aComment({ body: '/revi why?', author: BOT }) }), /bot/],
    ['a commenter who is gone', onConversation('', { comment: aComment({ body: '/revi x', author: null }) }), /gone/],
    ['a comment that opens a thread', inThread('/revi approve', { inReplyTo: null }), /opens a thread/],
    ['a deleted reply', inThread('Never mind.', { action: 'deleted' }), /deleted/],
    ['a reply on a closed pull request', inThread('Why?', { pullRequest: aPull({ state: 'closed' }) }), /closed/],
    ['a reply on a fork', inThread('Why?', { pullRequest: aPull({ fork: true }) }), /fork/],
    ['an approval in a thread of a fork', inThread('/revi approve', { pullRequest: aPull({ fork: true }) }), /fork/],
    ['a reply of a bot', inThread('', { comment: aComment({ author: BOT }) }), /bot/],
    ['a schedule', { kind: 'schedule' }, /schedule/],
    ['a dispatch', { kind: 'dispatch', sender: LENA, pullRequest: '58' }, /workflow_dispatch/],
    ['another event', { kind: 'other', name: 'push', action: '' }, /push/],
  ])('CO-11 skips %s and says why', (_name, trigger, reason) => {
    const start = decideConverseStart(trigger, options);

    expect(start.kind).toBe('skip');
    expect(start.kind === 'skip' && start.reason).toMatch(reason);
  });
});
