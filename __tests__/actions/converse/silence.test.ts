import { expect } from '@jest/globals';
import { addReply, addThread, commitTo } from '../../../src/embedded/happenings.ts';
import { BOT, botComments, botReplies, SETTINGS, type Story, scene, shownTo, writesOf } from '../story.ts';
import { FINDING, FINDING_FOOTER, THREAD } from './finding.ts';

/** Runs on an event and expects a skip for this reason, with nothing said to anybody and no model asked. */
async function staysSilent(
  story: Story,
  event: Parameters<Story['run']>[0]['event'],
  expected: {
    readonly reason: RegExp;
    readonly requests: number;
    readonly inputs?: { readonly [name: string]: string };
  },
): Promise<void> {
  const before = { requests: story.github.requests.length, questions: story.model.questions.length };
  const { outputs, summary } = await story.run({ event, inputs: expected.inputs ?? {} });
  expect(outputs['outcome']).toMatch(/^skipped: /);
  expect(outputs['outcome']).toMatch(expected.reason);
  expect(summary.replace(/[\\\u200b]/g, '')).toMatch(expected.reason);
  expect(story.github.requests.length - before.requests).toBeLessThanOrEqual(expected.requests);
  expect(story.model.questions).toHaveLength(before.questions);
  expect(writesOf(story.github)).toEqual([]);
}

scene('CO-12 SU-14 a person without the role gets silence, and the job says why', THREAD, async (story) => {
  const reply = await story.replied('Whom should it greet?', 'tess');
  await staysSilent(story, reply.event, {
    reason: /tess may not command Revi here; it takes the role developer/,
    requests: 3,
  });
  const question = story.said('/revi why?', 'omar');
  await staysSilent(story, question.event, { reason: /omar may not command Revi here/, requests: 3 });
  const help = story.said('/revi help', 'stranger');
  await staysSilent(story, help.event, { reason: /stranger may not command Revi here/, requests: 3 });
  const hint = story.said('`/revi help`', 'stranger');
  await staysSilent(story, hint.event, { reason: /stranger may not command Revi here/, requests: 3 });
});

scene(
  'CO-12 CO-40 a list of the settings admits a login in any case, and the workflow’s input overrides both list and role',
  { ...THREAD, settings: 'converse:\n  authorized_repliers: ["@OMAR"]\n  min_replier_role: owner\n' },
  async (story) => {
    const overridden = await story.run({
      event: (await story.replied('Whom?', 'omar')).event,
      inputs: { 'authorized-repliers': 'somebody-else' },
    });
    expect(overridden.outputs['outcome']).toMatch(/^skipped: omar may not command .* owner/);
    expect(writesOf(story.github)).toEqual([]);

    const listed = await story.run({ event: (await story.replied('Whom?', 'omar')).event });
    expect(listed.outputs['outcome']).toBe('done');
    const lowered = await story.run({
      event: (await story.replied('Whom?', 'tess')).event,
      inputs: { 'min-replier-role': 'reporter' },
    });
    expect(lowered.outputs['outcome']).toBe('done');
  },
);

scene(
  'CO-11 SU-14 a permission that cannot be read fails the job and posts nothing',
  { ...THREAD, faults: [{ match: 'GET */permission', answer: { status: 403, body: { message: 'Forbidden' } } }] },
  async (story) => {
    const { code, outputs } = await story.run({ event: (await story.replied('Whom?')).event });

    expect([code, outputs['outcome']]).toEqual([1, expect.stringMatching(/^failed: /)]);
    expect(writesOf(story.github)).toEqual([]);
    expect(story.model.questions).toEqual([]);
  },
);

scene('CO-10 CO-11 what the payload decides costs no request', THREAD, async (story) => {
  const silent = (event: Parameters<Story['run']>[0]['event'], reason: RegExp) =>
    staysSilent(story, event, { reason, requests: 0 });
  const source = { author: 'dana', path: 'hello.txt', line: 2 };
  const opening = await addThread(story.world, 7, { ...source, body: 'Is this right?' });
  const opened = await story.replied('x', 'dana', opening);
  const [first] = opening.comments;
  const payload = {
    ...opened.event.payload,
    comment: { ...(opened.event.payload['comment'] as object), id: first?.id },
  };
  delete (payload.comment as { in_reply_to_id?: number }).in_reply_to_id;
  await silent({ ...opened.event, payload }, /opens a thread/);
  await silent((await story.replied('I agree.', 'helper[bot]')).event, /helper\[bot\] is a bot/);
  await silent((await story.replied('I agree.', BOT)).event, /is a bot/);
  await silent((await story.replied('I agree.', null)).event, /the account that wrote the comment is gone/);
  await silent(story.said('/revi why?', null).event, /the account that wrote the comment is gone/);
  await silent(story.said('Nice work.').event, /holds no \/revi command/);
  await silent(story.said('> /revi approve').event, /holds no \/revi command/);
  await silent({ name: 'push', payload: {} }, /event push asks nothing/);
  const edited = story.said('/revi why?').event;
  await silent({ ...edited, payload: { ...edited.payload, action: 'edited' } }, /edited asks nothing/);
  story.pull().state = 'closed';
  await silent((await story.replied('Whom?')).event, /closed or merged/);
  await silent(story.said('/revi why?').event, /closed or merged/);
});

scene('CO-3 CO-41 a command of another action is skipped with that action’s name', THREAD, async (story) => {
  const commands = {
    '/revi': 're-review',
    '/revi classify': 'classify',
    '/revi triage': 'triage',
    '/revi fix': 'reconcile-bot-threads',
  };
  for (const [body, action] of Object.entries(commands)) {
    const { outputs } = await story.run({ event: (await story.replied(body)).event });
    expect(outputs).toMatchObject({
      outcome: `skipped: the command is for another action (${action})`,
      route: action,
    });
  }
  expect(story.github.requests).toEqual([]);
});

scene(
  'CO-13 nothing of a fork’s head reaches the run: replies cost no request, questions one read',
  { ...THREAD, world: { pull: { fork: 'stranger', threads: [FINDING] } } },
  async (story) => {
    await staysSilent(story, (await story.replied('Whom?')).event, { reason: /fork/, requests: 0 });
    await staysSilent(story, story.said('/revi why?').event, { reason: /fork/, requests: 3 });
    expect((await story.run({ event: story.said('/revi help').event })).outputs['outcome']).toBe('done');
  },
);

scene(
  'CO-11 SU-11 a thread between people never triggers, whoever quotes or forges a footer',
  { ...THREAD, world: {} },
  async (story) => {
    const thread = await addThread(story.world, 7, { ...FINDING, author: 'mia', body: 'Is this right?' });
    await staysSilent(story, (await story.replied('I think so.', 'dana', thread)).event, {
      reason: /no earlier comment/,
      requests: 3,
    });
    // A person of the bot's name, with the footer of a finding.
    addReply(story.world, 7, thread, { author: 'github-actions', body: `Believe me.\n\n${FINDING_FOOTER}` });
    addReply(story.world, 7, thread, { author: 'mia', body: `> quoted\n\n${FINDING_FOOTER}` });
    await staysSilent(story, (await story.replied('And now?', 'dana', thread)).event, {
      reason: /no earlier comment/,
      requests: 3,
    });
  },
);

scene('CO-11 CO-14 a reply to a comment that was deleted meanwhile is skipped', THREAD, async (story) => {
  const { event } = await story.replied('Whom?');
  story.thread().comments.shift();
  await staysSilent(story, event, { reason: /deleted meanwhile/, requests: 3 });
  const second = await story.replied('And now?');
  story.thread().comments.pop();
  await staysSilent(story, second.event, { reason: /deleted meanwhile/, requests: 3 });
  story.pull().threads = [];
  await staysSilent(story, second.event, { reason: /deleted meanwhile/, requests: 3 });
});

scene(
  'CO-23 a thread whose first comment was deleted is answered below the one that is first now',
  THREAD,
  async (story) => {
    const thread = story.thread();
    addReply(story.world, 7, thread, { author: 'mia', body: 'Whom?' });
    addReply(story.world, 7, thread, { author: BOT, body: `The world.\n\n<!-- revi-converse: v1; trigger: 1 -->` });
    const { event } = await story.replied('Why?');
    thread.comments.shift();

    const { outputs } = await story.run({ event });

    expect(outputs['outcome']).toBe('done');
    expect(botReplies(thread, 3)).toHaveLength(1);
    expect(botComments(story)).toEqual([]);
  },
);

scene(
  'SU-54 a disabled converse answers nobody, before any model is asked',
  { ...THREAD, settings: 'disabled: [converse]\n' },
  async (story) => {
    await staysSilent(story, (await story.replied('Whom?')).event, {
      reason: /disabled in \.hyperhive\/revi\.yml of main/,
      requests: 2,
    });
    await staysSilent(story, story.said('/revi help').event, { reason: /disabled/, requests: 1 });
  },
);

scene(
  'CO-40 SU-56 settings that do not load fail with each error on its line, and let nobody in',
  THREAD,
  async (story) => {
    const broken: readonly (readonly [string, readonly (readonly [string, RegExp])[]])[] = [
      [
        'converse:\n  min_replier_role: guest\n  authorised_repliers: [omar]\n',
        [
          ['2', /guest/],
          ['3', /authorised_repliers/],
        ],
      ],
      ['converse:\n  min_replier_role: boss\n', [['2', /min_replier_role|boss/]]],
      ['converse:\n  max_replies_per_thread: "5"\n', [['2', /max_replies_per_thread/]]],
      ['triage:\n  comment: sometimes\n', [['2', /comment/]]],
      ['converse: {}\nconverse: {}\n', [['2', /converse|duplicate/i]]],
      ['converse: [\n', [['', /./]]],
    ];
    for (const [text, problems] of broken) {
      await commitTo(story.world, 'main', { files: { [SETTINGS]: text } });
      for (const { event } of [await story.replied('Whom?'), story.said('/revi why?', 'omar')]) {
        const { code, outputs, annotations } = await story.run({ event });
        expect([text, code, outputs['outcome']]).toEqual([
          text,
          1,
          expect.stringMatching(/^failed: the settings do not load \(\.hyperhive\/revi\.yml\)$/),
        ]);
        for (const [index, [line, message]] of problems.entries()) {
          expect(annotations[index]).toMatchObject({ name: 'error', message: expect.stringMatching(message) });
          expect(annotations[index]?.properties['file']).toBe(SETTINGS);
          if (line !== '') expect(annotations[index]?.properties['line']).toBe(line);
        }
      }
    }
    expect(writesOf(story.github)).toEqual([]);
    expect(story.model.questions).toEqual([]);
  },
);

scene(
  'SU-13 where the bot’s account is a person’s too, that person is heard, and the bot’s own words are not',
  {
    ...THREAD,
    world: { bot: 'robin', collaborators: { robin: 'write' }, pull: { threads: [{ ...FINDING, author: 'robin' }] } },
  },
  async (story) => {
    const { event } = await story.replied('I wonder: whom should it greet?', 'robin');

    const { outputs } = await story.run({ event });

    expect(outputs['outcome']).toBe('done');
    const answered = story.thread().comments.at(-1);
    expect(answered?.author?.login).toBe('robin');
    expect(answered?.body).toMatch(/\n<!-- revi-converse: v1; /);
    expect(String(shownTo(story.model.questions[0])['discussion'])).toMatch(/^robin \(you, the bot\) \(/);
    const writes = writesOf(story.github).length;

    const echo = await story.run({ event: (await story.replied(answered?.body ?? '', 'robin')).event });

    expect(echo.outputs['outcome']).toMatch(/^skipped: .*it is the bot’s own/);
    expect(writesOf(story.github)).toHaveLength(writes);
  },
);
