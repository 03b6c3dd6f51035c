import { expect } from '@jest/globals';
import { addThread } from '../../../src/embedded/happenings.ts';
import { ASKED_TO_ANSWER, botComments, botReplies, COMMENT, REPLY, scene, seen, writesOf } from '../story.ts';
import { ANSWER, answer, FINDING, THREAD } from './finding.ts';

scene('CO-2 CO-14 /revi help is answered with the list of commands, once, without a model', THREAD, async (story) => {
  const { event, comment } = story.said('/Revi   HELP');

  const first = await story.run({ event, inputs: { 'anthropic-api-key': '' } });
  const again = await story.run({ event, runId: 9_000_000_078 });

  const [posted] = botComments(story);
  for (const command of [
    '/revi',
    '/revi classify',
    '/revi triage',
    '/revi fix',
    '/revi approve [sha] [reason]',
    '/revi help',
  ])
    expect(posted?.body).toContain(`\`${command}\``);
  expect(posted?.body).toContain(`<!-- revi-notice: v1; trigger: ${comment.id} -->`);
  expect(first.outputs).toMatchObject({
    outcome: 'done',
    route: 'converse',
    'reply-url': expect.stringMatching(/#issuecomment-/),
  });
  expect(again.outputs['outcome']).toMatch(/^skipped: the comment was answered already/);
  expect(writesOf(story.github)).toEqual([COMMENT]);
  expect(story.model.questions).toEqual([]);
});

scene('CO-1 CO-14 a command that is only shown gets one hint for each comment', THREAD, async (story) => {
  const shown = ['`/revi approve`', '```\n/revi triage\n```', '~~~md\n/revi\n~~~'];
  for (const body of shown) {
    const { event, comment } = story.said(body);
    const { outputs } = await story.run({ event });
    expect([body, outputs['outcome']]).toEqual([body, 'done']);
    const again = await story.run({ event, attempt: 2 });
    expect(again.outputs['outcome']).toMatch(/^skipped: the comment was answered already/);
    const hints = botComments(story).filter((posted) => posted.body.includes(`trigger: ${comment.id} `));
    expect(hints.map((hint) => seen(hint.body))).toEqual([expect.stringMatching(/^That command was shown, not given/)]);
  }
  expect(botComments(story)).toHaveLength(shown.length);
  expect(story.world.repository.statuses).toEqual([]);
});

scene('CO-1 quotations, HTML comments and words around a command give none', THREAD, async (story) => {
  const bodies = [
    '> /revi help',
    '<!-- /revi help -->',
    'please /revi help',
    'Use `/revi help` for help.',
    '/reviewers',
    '    /revi help me',
  ];
  for (const body of bodies) {
    const { outputs } = await story.run({ event: story.said(body).event });
    expect([body, outputs['outcome']]).toEqual([
      body,
      expect.stringMatching(/^skipped: the comment holds no \/revi command/),
    ]);
  }
  expect(story.github.requests).toEqual([]);
});

scene(
  'CO-2 help and hints stand in the bot’s own thread, and never make a thread between people the bot’s',
  THREAD,
  async (story) => {
    await story.run({ event: (await story.replied('/revi help')).event });
    expect(botReplies(story.thread())).toHaveLength(1);

    const people = await addThread(story.world, 7, { ...FINDING, author: 'mia', body: 'Is this right?' });
    await story.run({ event: (await story.replied('/revi help', 'dana', people)).event });

    expect(botReplies(people)).toEqual([]);
    expect(botComments(story)).toHaveLength(1);
    expect(writesOf(story.github)).toEqual([REPLY, COMMENT]);
  },
);

scene('CO-2 CO-11 a question by command is answered in a thread between people too', THREAD, async (story) => {
  const people = await addThread(story.world, 7, { ...FINDING, author: 'mia', body: 'Is this right?' });

  const { outputs } = await story.run({ event: (await story.replied('/revi is it?', 'dana', people)).event });

  expect(outputs['outcome']).toBe('done');
  expect(botReplies(people).map(({ body }) => seen(body))).toEqual([ANSWER]);
});

scene(
  'SU-55 CO-40 model and language of an answer come from the settings and the inputs',
  { ...THREAD, settings: 'converse:\n  model: opus\n', answers: { [ASKED_TO_ANSWER]: answer('Es grüßt die Welt.') } },
  async (story) => {
    await story.run({ event: (await story.replied('Wen?')).event, inputs: { language: 'German' } });
    await story.run({ event: (await story.replied('Und jetzt?')).event, inputs: { model: 'haiku' } });

    const [first, second] = story.model.questions.map(({ body }) => body);
    expect(first?.model).toContain('opus');
    expect(second?.model).toContain('haiku');
    expect(JSON.stringify(first?.system)).toContain('Write the answer in German');
    expect(JSON.stringify(second?.system)).not.toContain('German');
    expect(seen(botReplies(story.thread())[0]?.body ?? '')).toBe('Es grüßt die Welt.');
  },
);

scene('CO-23 SU-52 without a model key a person who may ask is told so', THREAD, async (story) => {
  const { code, outputs } = await story.run({
    event: (await story.replied('Whom?')).event,
    inputs: { 'anthropic-api-key': '' },
  });

  expect([code, outputs['outcome']]).toEqual([1, expect.stringMatching(/^failed: .*anthropic-api-key/)]);
  expect(seen(botReplies(story.thread())[0]?.body ?? '')).toMatch(/^I could not answer this: /);
});

scene(
  'SU-14 CO-12 an input that would let everybody command a public repository lets nobody, and says so',
  THREAD,
  async (story) => {
    const inputs = { 'min-replier-role': 'guest' };
    for (const { event } of [story.said('/revi why?', 'omar'), await story.replied('Why?', 'omar')]) {
      const { code, outputs } = await story.run({ event, inputs });
      expect([code, outputs['outcome']]).toEqual([1, expect.stringMatching(/^failed: input min-replier-role: guest/)]);
    }
    expect(writesOf(story.github)).toEqual([]);

    await story.run({ event: story.said('/revi approve', 'kofi').event, inputs });
    expect(botComments(story)).toEqual([]);
    expect(story.world.repository.statuses).toEqual([]);
    expect(story.model.questions).toEqual([]);
  },
);

scene('CO-11 a question whose thread lost its first comment is answered on the conversation', THREAD, async (story) => {
  const { event } = await story.replied('/revi whom?');
  story.thread().comments.shift();

  const { outputs } = await story.run({ event });
  const again = await story.run({ event, attempt: 2 });

  expect(outputs['outcome']).toBe('done');
  expect(botComments(story).map(({ body }) => seen(body))).toEqual([`> whom?\n\n${ANSWER}`]);
  expect(again.outputs['outcome']).toMatch(/^skipped: the comment has its answer already/);
});
