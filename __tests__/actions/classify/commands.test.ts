import { expect } from '@jest/globals';
import { issueCommentEvent, reviewCommentEvent } from '../../../src/embedded/events.ts';
import { addReply, addThread, say } from '../../../src/embedded/happenings.ts';
import type { RunResult } from '../../../src/embedded/runner.ts';
import { footerOf, lastBody, PASSING, REVIEWER, type Story, scene, statesOf, TAMPER, writesOf } from './story.ts';

/** Somebody writes a comment on the pull request, and the run that it starts. */
async function comment(
  story: Story,
  body: string,
  how: { readonly author?: string | null; readonly action?: string; readonly inputs?: { [name: string]: string } } = {},
): Promise<RunResult> {
  const { author = 'mia', action = 'created', inputs = {} } = how;
  const written = say(story.world, 7, { author, body });
  const event = issueCommentEvent({ world: story.world, urls: story.github.urls }, 7, written, action);
  return story.run({ event, inputs });
}

scene(
  'CL-10 SU-14 a developer commands a run on a fork, and the key is the comment’s',
  {
    world: { pull: { author: 'zoe', fork: 'zoe' } },
  },
  async (story) => {
    const result = await comment(story, '/revi classify');

    expect(result.outputs['outcome']).toBe('done');
    expect(statesOf(story.pull().reviews)).toEqual(['APPROVED']);
    expect(footerOf(lastBody(story))).toMatchObject({
      key: `ic:${story.pull().comments[0]?.id}`,
      requester: 'mia',
    });
  },
);

for (const [login, role, allowed] of [
  ['tess', 'triage', false],
  ['mia', 'write', true],
  ['owen', 'deployer', true],
  ['cara', 'commenter', false],
] as const)
  scene(
    `SU-14 the role ${role} ${allowed ? 'may' : 'may not'} command a run`,
    {
      world: {
        collaborators: { owen: 'deployer', cara: 'commenter' },
        customRoles: { deployer: 'write', commenter: 'read' },
      },
    },
    async (story) => {
      const result = await comment(story, '/revi classify', { author: login });

      if (allowed) expect(result.outputs['outcome']).toBe('done');
      else {
        expect(result.outputs['outcome']).toMatch(new RegExp(`^skipped: ${login} may not command`));
        expect(story.model.questions).toEqual([]);
        expect(writesOf(story.github)).toEqual([]);
      }
    },
  );

scene(
  'SU-14 a check that cannot be made is a refusal: it posts nothing and fails',
  {
    faults: [
      {
        match: 'GET */permission',
        answer: { status: 403, body: { message: 'Resource not accessible by integration' } },
      },
    ],
  },
  async (story) => {
    const result = await comment(story, '/revi classify');

    expect(result.outputs['outcome']).toMatch(/^failed: /);
    expect(writesOf(story.github)).toEqual([]);
    expect(story.model.questions).toEqual([]);
  },
);

scene(
  'SU-13 a bot, a deleted account, an edited comment and other words start nothing and cost no request',
  {},
  async (story) => {
    const outcomes = [
      await comment(story, '/revi classify', { author: 'dependabot[bot]' }),
      await comment(story, '/revi classify', { author: null }),
      await comment(story, '/revi classify', { action: 'edited' }),
      await comment(story, 'Please look at /revi classify'),
      await comment(story, '> /revi classify'),
      await comment(story, '/revi triage'),
      await comment(story, '```\n/revi classify\n```'),
    ].map(({ outputs }) => outputs['outcome']);

    for (const outcome of outcomes) expect(outcome).toMatch(/^skipped: /);
    expect(story.github.requests).toEqual([]);
  },
);

scene(
  'SU-13 where the posting account is a person, only a comment with our footer is the bot’s own',
  {
    world: { bot: 'kofi' },
  },
  async (story) => {
    const own = await comment(story, '/revi classify\n\n<!-- revi-notice: v1; trigger: ic:1 -->', { author: 'kofi' });
    expect(own.outputs['outcome']).toMatch(/^skipped: .*bot’s own/);

    const person = await comment(story, '/revi classify', { author: 'kofi' });

    expect(person.outputs['outcome']).toBe('done');
  },
);

scene('CL-10 CL-13 a reply in a thread may command a run too, with a key of its own', {}, async (story) => {
  const thread = await addThread(story.world, 7, { author: 'mia', body: 'Why?', path: 'hello.txt', line: 1 });
  const reply = addReply(story.world, 7, thread, { author: 'mia', body: '/revi classify' });
  const event = await reviewCommentEvent({ world: story.world, urls: story.github.urls }, 7, thread);

  const result = await story.run({ event });

  expect(result.outputs['outcome']).toBe('done');
  expect(footerOf(lastBody(story))['key']).toBe(`rc:${reply.id}`);
});

scene('CL-13 a command on a head with a younger verdict is skipped, a later one runs afresh', {}, async (story) => {
  const early = say(story.world, 7, { author: 'mia', body: '/revi classify' });
  await comment(story, '/revi classify');
  const event = issueCommentEvent({ world: story.world, urls: story.github.urls }, 7, early);

  const older = await story.run({ event });
  expect(older.outputs['outcome']).toMatch(/^skipped: .*younger.* than the request/);
  const newer = await comment(story, '/revi classify');

  expect(newer.outputs['outcome']).toBe('done');
  expect(statesOf(story.pull().reviews)).toEqual(['APPROVED', 'APPROVED']);
});

scene('CL-14 a command takes a pending request for the reviewer away as well', {}, async (story) => {
  await story.asked();

  await comment(story, '/revi classify');

  expect(story.pull().requestedReviewers.map(({ login }) => login)).not.toContain(REVIEWER);
});

scene(
  'CL-10 a command on a closed pull request is skipped without a request',
  { world: { pull: { state: 'closed' } } },
  async (story) => {
    const result = await comment(story, '/revi classify');

    expect(result.outputs['outcome']).toMatch(/^skipped: pull request 7 is closed/);
    expect(story.github.requests).toEqual([]);
  },
);

scene(
  'SU-37 past the bound of a pull request a run is skipped, and a maintainer’s command still runs',
  {},
  async (story) => {
    const bound = { 'max-cost-usd-per-pull-request': '0.00001' };
    const first = await comment(story, '/revi classify', { inputs: bound });
    expect(first.outputs['outcome']).toBe('done');
    const asked = story.model.questions.length;

    const second = await comment(story, '/revi classify', { inputs: bound });
    expect(second.outputs['outcome']).toMatch(/^skipped: .*spent \$0\.\d+.*max-cost-usd-per-pull-request/);
    expect(story.model.questions).toHaveLength(asked);
    const third = await comment(story, '/revi classify', { author: 'kofi', inputs: bound });

    expect(third.outputs['outcome']).toBe('done');
    expect(Object.keys(PASSING)).toContain(TAMPER);
  },
);
