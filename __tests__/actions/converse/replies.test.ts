import { expect } from '@jest/globals';
import { push } from '../../../src/embedded/happenings.ts';
import {
  ASKED_TO_ANSWER,
  BOT,
  botComments,
  botReplies,
  COMMENT,
  REACT,
  REACT_IN_THREAD,
  REPLY,
  scene,
  seen,
  shownTo,
  writesOf,
} from '../story.ts';
import { ANSWER, answer, FINDING, FINDING_FOOTER, THREAD } from './finding.ts';

scene(
  'CO-10 CO-23 CO-24 CO-41 a reply in a thread of the bot is answered in that thread, and marked',
  THREAD,
  async (story) => {
    const { event, comment } = await story.replied('Whom should it greet?');

    const { outputs } = await story.run({ event });

    const [reply] = botReplies(story.thread());
    expect(seen(reply?.body ?? '')).toBe(ANSWER);
    expect(reply?.body).toMatch(new RegExp(`\\n<!-- revi-converse: v1; trigger: ${comment.id}; cost: [0-9.]+ -->$`));
    expect(outputs).toMatchObject({ outcome: 'done', route: 'converse', 'head-sha': story.pull().head });
    expect(outputs['reply-url']).toBe(`${story.github.url}/acme/shop/pull/7#discussion_r${reply?.id}`);
    expect(comment.reactions.map(({ content, user }) => [content, user.login])).toEqual([['eyes', BOT]]);
    expect([...writesOf(story.github)].sort()).toEqual([REPLY, REACT_IN_THREAD].sort());
    expect(story.github.requests.length).toBeLessThanOrEqual(7);
  },
);

scene('CO-14 SU-42 another attempt and another run for the same comment answer nothing', THREAD, async (story) => {
  const { event } = await story.replied('Whom should it greet?');
  await story.run({ event });
  const writes = writesOf(story.github).length;
  const [reply] = botReplies(story.thread());

  const attempt = await story.run({ event, attempt: 2 });
  const run = await story.run({ event, runId: 9_000_000_077 });

  for (const { outputs } of [attempt, run]) {
    expect(outputs['outcome']).toMatch(/^skipped: the comment has its answer already/);
    expect(outputs['outcome']).toContain(`discussion_r${reply?.id}`);
  }
  expect(writesOf(story.github)).toHaveLength(writes);
  expect(story.model.questions).toHaveLength(1);
});

scene(
  'CO-14 CO-20 a second question in a thread sees the first answer as the bot’s and gets its own',
  THREAD,
  async (story) => {
    await story.run({ event: (await story.replied('Whom should it greet?')).event });
    const { event, comment } = await story.replied('And at which line?', 'kofi');

    const { outputs } = await story.run({ event });

    expect(outputs['outcome']).toBe('done');
    const replies = botReplies(story.thread());
    expect(replies).toHaveLength(2);
    expect(replies[1]?.body).toContain(`trigger: ${comment.id}`);
    const shown = shownTo(story.model.questions[1]);
    expect(shown['question']).toBe('And at which line?');
    expect(shown['asked_by']).toBe('kofi');
    expect(shown['finding']).toBe('Nobody is greeted by name.');
    const discussion = String(shown['discussion']);
    expect(discussion.match(/github-actions\[bot\] \(you, the bot\) \(/g)).toHaveLength(2);
    expect(discussion).toMatch(/\ndana \([^)]+\):\nWhom should it greet\?/);
    expect(discussion).not.toContain('revi-converse');
  },
);

scene(
  'CO-22 CO-25 a conceded finding is remembered by the reply, and nothing is conceded where there is none',
  { ...THREAD, answers: { [ASKED_TO_ANSWER]: answer('You are right.', { concedes: true }) } },
  async (story) => {
    await story.run({ event: (await story.replied('It greets the world on purpose.')).event });
    await story.run({ event: story.said('/revi is the greeting meant?').event });

    expect(botReplies(story.thread())[0]?.body).toContain('; concedes: true');
    expect(botComments(story)[0]?.body).not.toContain('concedes');
  },
);

scene(
  'CO-10 CO-23 CO-24 SU-47 a question on the conversation is answered below its quoted first line',
  THREAD,
  async (story) => {
    const first = `/revi why @acme/everybody and <b>not</b> [me](https://evil.example)? ${'really '.repeat(60)}`;
    const { event, comment } = story.said(`${first}\n\nThe second line.`);

    const { outputs } = await story.run({ event });

    const [posted] = botComments(story);
    const [quotation = '', blank, answered] = (posted?.body ?? '').split('\n');
    expect(quotation).toMatch(/^> why @\u200bacme/);
    expect(quotation).not.toMatch(/@acme|<b>|(?<!\\)\]\(https/);
    expect([...seen(quotation).slice(2)].length).toBeLessThanOrEqual(200);
    expect([blank, answered]).toEqual(['', ANSWER]);
    expect(shownTo(story.model.questions[0])['question']).toBe(comment.body);
    expect(outputs).toMatchObject({ outcome: 'done', route: 'converse' });
    expect(comment.reactions.map(({ content }) => content)).toEqual(['eyes']);
    expect([...writesOf(story.github)].sort()).toEqual([COMMENT, REACT].sort());
  },
);

scene(
  'CO-23 a reply that GitHub refuses in its thread stands on the conversation, and says so',
  { ...THREAD, faults: [{ match: 'POST */replies', answer: { status: 422, body: { message: 'Validation Failed' } } }] },
  async (story) => {
    const { event, comment } = await story.replied('Whom should it greet?');

    const { outputs, summary } = await story.run({ event });

    const [posted] = botComments(story);
    expect(outputs).toMatchObject({
      outcome: 'done',
      'reply-url': expect.stringContaining(`#issuecomment-${posted?.id}`),
    });
    expect(seen(posted?.body ?? '')).toContain(
      `> Whom should it greet?\n\n${ANSWER}\n\n(Posted here because GitHub refused`,
    );
    expect(posted?.body).toContain(`#discussion_r${comment.id}`);
    expect(posted?.body).toContain(`trigger: ${comment.id}`);
    expect(summary).toContain('refused in its thread');

    const again = await story.run({ event, attempt: 2 });
    expect(again.outputs['outcome']).toMatch(/^skipped: the comment has its answer already/);
    expect(botComments(story)).toHaveLength(1);
  },
);

scene(
  'CO-23 SU-50 a model that fails is told in one short reply and fails the job',
  { ...THREAD, answers: { [ASKED_TO_ANSWER]: { refusal: 'policy' } } },
  async (story) => {
    const { event, comment } = await story.replied('Whom should it greet?');

    const { code, outputs } = await story.run({ event });

    const [reply] = botReplies(story.thread());
    expect(seen(reply?.body ?? '')).toMatch(
      /^I could not answer this: the model declined to answer it \(a refusal\)\. Ask again/,
    );
    expect(reply?.body).toContain(`trigger: ${comment.id}`);
    expect([code, outputs['outcome']]).toEqual([1, expect.stringMatching(/^failed: no answer \(refusal\)/)]);
  },
);

scene(
  'CO-14 CO-40 after max_replies_per_thread answers the bot is silent in that thread',
  {
    ...THREAD,
    settings: 'converse:\n  max_replies_per_thread: 1\n',
    world: { pull: { threads: [FINDING, { ...FINDING, body: `Another one.\n\n${FINDING_FOOTER}`, line: 2 }] } },
  },
  async (story) => {
    await story.run({ event: (await story.replied('Whom should it greet?')).event });
    const writes = writesOf(story.github).length;

    const second = await story.run({ event: (await story.replied('And now?')).event });
    expect(second.outputs['outcome']).toMatch(/^skipped: the bot has given 1 answers .*max_replies_per_thread/);
    expect(writesOf(story.github)).toHaveLength(writes);

    const other = await story.run({ event: (await story.replied('And here?', 'dana', story.thread(1))).event });
    expect(other.outputs['outcome']).toBe('done');
  },
);

scene(
  'CO-20 SU-20 a reply below a line that is gone from the diff is answered from its discussion',
  { ...THREAD, answers: { [ASKED_TO_ANSWER]: answer('Nobody; `bye.txt:1` says goodbye.') } },
  async (story) => {
    await push(story.world, 7, { files: { 'hello.txt': null, 'bye.txt': 'bye\n' } });

    const { outputs } = await story.run({ event: (await story.replied('Whom did it greet?')).event });

    expect(outputs).toMatchObject({ outcome: 'done', 'head-sha': story.pull().head });
    expect(shownTo(story.model.questions[0])['diff']).toContain('bye.txt');
    expect(botReplies(story.thread())).toHaveLength(1);
  },
);

scene(
  'SU-20 a head that moves once while it is read is answered as it is then',
  {
    ...THREAD,
    faults: [
      { match: 'GET */compare/*', times: [1], before: (world) => push(world, 7, { files: { 'moved.txt': 'x\n' } }) },
    ],
  },
  async (story) => {
    const { outputs } = await story.run({ event: (await story.replied('Whom?')).event });

    expect(outputs).toMatchObject({ outcome: 'done', 'head-sha': story.pull().head });
    expect(shownTo(story.model.questions[0])['diff']).toContain('moved.txt');
  },
);

scene(
  'SU-20 CO-23 a head that keeps moving is no verdict, and the person who asked is told',
  {
    ...THREAD,
    faults: [
      {
        match: 'GET */compare/*',
        before: (world) => push(world, 7, { files: { 'moved.txt': `${world.clock.now()}\n` } }),
      },
    ],
  },
  async (story) => {
    const { code, outputs } = await story.run({ event: (await story.replied('Whom?')).event });

    expect([code, outputs['outcome']]).toEqual([0, expect.stringMatching(/^no verdict: /)]);
    expect(story.model.questions).toEqual([]);
    expect(seen(botReplies(story.thread())[0]?.body ?? '')).toMatch(/^I could not answer this: /);
  },
);

scene(
  'CO-10 a conversation that is locked, or a pull request that is closed meanwhile, gets no answer',
  THREAD,
  async (story) => {
    const { event } = await story.replied('Whom?');
    story.pull().locked = true;
    expect((await story.run({ event })).outputs['outcome']).toMatch(/^skipped: .*locked/);
    story.pull().locked = false;
    story.pull().state = 'merged';
    expect((await story.run({ event })).outputs['outcome']).toMatch(/^skipped: .*closed \(merged\)/);
    expect(writesOf(story.github)).toEqual([]);
  },
);
