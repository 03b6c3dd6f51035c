import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseCommand } from '../../../src/core/command.ts';
import {
  noticePost,
  quotingComment,
  type Reply,
  renderReply,
  sayRefused,
  threadReply,
} from '../../../src/core/converse/posts.ts';
import { HELP, HINT, sayNoAnswer } from '../../../src/core/converse/texts.ts';
import { parseFooters } from '../../../src/core/footer.ts';
import { aTask, trusting } from './comments.ts';

const secrets = ['hunter2hunter2'];
const answer = (text: string, over: Partial<Extract<Reply, { kind: 'answer' }>> = {}): Reply => ({
  kind: 'answer',
  text,
  leftOut: 0,
  concedes: false,
  spent: null,
  ...over,
});
const posting = (task: Parameters<typeof quotingComment>[2]['task']) => ({ task, signing: trusting(), secrets });
const asked = (text: string) => aTask('question', { text, place: 'conversation' });
const comment = (text: string, reply = answer('Yes.')): string =>
  quotingComment(renderReply(reply, secrets), reply, posting(asked(text))).body;

describe('an answer as a post', () => {
  test('CO-23 in a thread is the answer and its footer', () => {
    const reply = answer('Yes.', { concedes: true });
    const effect = threadReply(renderReply(reply, secrets), reply, { ...posting(aTask('reply')), rootId: 5 });

    expect(effect).toEqual({
      kind: 'reply',
      rootId: 5,
      body: 'Yes.\n\n<!-- revi-converse: v1; trigger: 900; concedes: true -->',
      marker: '<!-- revi-converse: v1; trigger: 900; concedes: true -->',
    });
  });

  test('CO-23 on the conversation quotes the question, cut to 200 characters and without secrets', () => {
    expect(comment('which countries?')).toMatch(/^> which countries\?\n\nYes\.\n\n<!-- revi-converse/);
    expect(comment('📦'.repeat(400))).toMatch(/^> 📦{199}…\n/u);
    expect(comment('is hunter2hunter2 right?')).toMatch(/^> is \[redacted\] right\?|^> is \\\[redacted\\\] right\?/);
  });

  test('CO-23 a reply that its thread refuses quotes its own first line, and says why it stands here', () => {
    const task = aTask('reply', {
      comment: { ...aTask('reply').comment, body: '> they said\r\n\r\nReally?\r\nMore.' },
    });

    expect(quotingComment('Yes.', answer('Yes.'), posting(task)).body).toMatch(/^> Really\?\n/);
    const said = sayRefused({ reason: 'permission', permission: 'pull-requests: write' }, 'https://x.example/1');
    expect(said).toMatch(/\[its thread\]\(https:\/\/x\.example\/1\).*`pull-requests: write`/);
  });

  test('SU-44 says when sentences were left out', () => {
    expect(renderReply(answer('One.', { leftOut: 3 }), secrets)).toMatch(/^One\.\n\n_The answer was longer/);
  });

  test('CO-23 without an answer says that it could not answer, and why', () => {
    const reply: Reply = { kind: 'no-answer', said: sayNoAnswer('refusal'), spent: null };

    expect(renderReply(reply, secrets)).toMatch(/^I could not answer this: the model declined/);
  });

  test('CO-15 no post is a command, whatever was asked or answered', () => {
    const words = fc.array(
      fc.constantFrom('/revi approve', '\n', ' ', '> ', '`', '```\n', '\u200b', '<!--', '-->', 'Yes.', '/revi', '\t'),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(words, words, (question, text) => {
        const reply = answer(text.join(''));
        const visible = renderReply(reply, secrets);
        const task = aTask('question', { text: question.join('') });
        for (const { body } of [
          threadReply(visible, reply, { ...posting(task), rootId: 5 }),
          quotingComment(visible, reply, posting(task)),
          noticePost(question.join('').includes('/') ? HELP : HINT, { ...posting(task), rootId: null }),
        ]) {
          expect(body).not.toMatch(/^\s*\//);
          expect(['none', 'hint']).toContain(parseCommand(body).kind);
          expect(parseFooters(body).parsed).toHaveLength(1);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('a notice', () => {
  test('CO-2 the help names every command, and is none itself', () => {
    for (const command of ['/revi classify', '/revi triage', '/revi fix', '/revi approve', '/revi help'])
      expect(HELP).toContain(command);
    expect(parseCommand(HELP).kind).toBe('none');
    expect(parseCommand(HINT).kind).toBe('none');
  });

  test('SU-12 carries the trigger in a footer of its own name', () => {
    const task = aTask('help');

    expect(noticePost(HELP, { ...posting(task), rootId: null })).toMatchObject({
      kind: 'comment',
      marker: '<!-- revi-notice: v1; trigger: 900 -->',
    });
    expect(noticePost(HELP, { ...posting(task), rootId: 5 })).toMatchObject({ kind: 'reply', rootId: 5 });
  });
});
