import { expect } from '@jest/globals';
import { push } from '../../../src/embedded/happenings.ts';
import {
  botComments,
  COMMENT,
  SET_STATUS,
  type Story,
  type StoryDescription,
  scene,
  seen,
  writesOf,
} from '../story.ts';

const APPROVE: StoryDescription = { action: 'converse' };

const statuses = ({ world }: Story) =>
  world.repository.statuses.map(({ commit, context, state, description }) => [commit, context, state, description]);

scene(
  'CO-30 a maintainer’s approval is a status on the head, linked to the comment, without model or review',
  APPROVE,
  async (story) => {
    const { event, comment } = story.said('/revi approve looks\tgood\nand more below', 'kofi');

    const { outputs } = await story.run({ event });

    const { head } = story.pull();
    expect(statuses(story)).toEqual([[head, 'revi/review', 'success', 'approved by kofi: looks good']]);
    expect(story.world.repository.statuses[0]?.targetUrl).toBe(
      `${story.github.url}/acme/shop/pull/7#issuecomment-${comment.id}`,
    );
    expect(outputs).toMatchObject({ outcome: 'done', route: 'converse', 'head-sha': head });
    expect(story.pull().reviews).toEqual([]);
    expect(botComments(story)).toEqual([]);
    expect(story.model.questions).toEqual([]);
    expect(story.github.requests.length).toBeLessThanOrEqual(5);
  },
);

scene('CO-30 SU-42 a repeated approval sets nothing again', APPROVE, async (story) => {
  const { event } = story.said('/revi approve', 'kofi');
  await story.run({ event });

  const attempt = await story.run({ event, attempt: 2 });
  const said = await story.run({ event: story.said('/revi approve', 'kofi').event });

  for (const { outputs } of [attempt, said])
    expect(outputs['outcome']).toMatch(/^skipped: revi\/review on [0-9a-f]{7} says already: approved by kofi$/);
  expect(writesOf(story.github)).toEqual([SET_STATUS]);
});

scene(
  'CO-30 a SHA must begin the head; of another one the answer says, once, that the head has moved',
  APPROVE,
  async (story) => {
    const old = story.pull().head;
    const named = await story.run({
      event: story.said(`/revi approve ${old.slice(0, 12).toUpperCase()} fine`, 'kofi').event,
    });
    expect(named.outputs['outcome']).toBe('done');
    const head = await push(story.world, 7, { files: { 'hello.txt': 'hi\n' } });
    const { event, comment } = story.said(`/revi approve ${old.slice(0, 7)} fine`, 'kofi');

    const moved = await story.run({ event });
    const again = await story.run({ event, attempt: 2 });

    expect(moved.outputs['outcome']).toMatch(/^skipped: not approved: the head has moved/);
    expect(again.outputs['outcome']).toMatch(/^skipped: the comment was answered already/);
    expect(botComments(story).map(({ body }) => seen(body))).toEqual([
      `**Not approved:** the head has moved: the approval names \`${old.slice(0, 7)}\`, and the head is \`${head.slice(0, 7)}\`.`,
    ]);
    expect(botComments(story)[0]?.body).toContain(`<!-- revi-notice: v1; trigger: ${comment.id} -->`);
    expect(statuses(story)).toEqual([[old, 'revi/review', 'success', 'approved by kofi: fine']]);
  },
);

scene(
  'CO-30 SU-43 a push between reading and writing is not approved with it',
  {
    ...APPROVE,
    faults: [
      { graphql: 'Position', times: [1], before: (world) => push(world, 7, { files: { 'sneaky.txt': 'x\n' } }) },
    ],
  },
  async (story) => {
    const old = story.pull().head;

    const { outputs } = await story.run({ event: story.said('/revi approve', 'kofi').event });

    expect(outputs['outcome']).toMatch(/^skipped: not approved: /);
    expect(statuses(story)).toEqual([]);
    const { head } = story.pull();
    expect(seen(botComments(story)[0]?.body ?? '')).toContain(
      `moved in this instant, from \`${old.slice(0, 7)}\` to \`${head.slice(0, 7)}\``,
    );
  },
);

scene(
  'CO-31 below maintainer an approval is silent, whatever list or lower floor the settings have',
  { ...APPROVE, settings: 'converse:\n  authorized_repliers: [dana, tess, omar]\n  min_replier_role: reporter\n' },
  async (story) => {
    for (const login of ['dana', 'tess', 'omar', 'stranger']) {
      const { outputs } = await story.run({ event: story.said('/revi approve', login).event });
      expect(outputs['outcome']).toMatch(
        new RegExp(`^skipped: ${login} may not command Revi here; it takes the role maintainer`),
      );
    }
    expect(writesOf(story.github)).toEqual([]);
    const { outputs } = await story.run({ event: story.said('/revi approve', 'kofi').event });
    expect(outputs['outcome']).toBe('done');
  },
);

scene(
  'CO-31 the settings can raise the floor',
  { ...APPROVE, settings: 'converse:\n  min_replier_role: owner\n' },
  async (story) => {
    const maintainer = await story.run({ event: story.said('/revi approve', 'kofi').event });
    const owner = await story.run({ event: story.said('/revi approve', 'acme').event });

    expect(maintainer.outputs['outcome']).toMatch(/^skipped: kofi may not command .* owner/);
    expect(owner.outputs['outcome']).toBe('done');
    expect(statuses(story)).toEqual([[story.pull().head, 'revi/review', 'success', 'approved by acme']]);
  },
);

scene(
  'CO-31 nobody approves their own pull request; the refusal is answered once',
  { ...APPROVE, world: { pull: { author: 'kofi' } } },
  async (story) => {
    const { event } = story.said('/revi approve', 'kofi');

    const first = await story.run({ event });
    await story.run({ event, attempt: 2 });

    expect(first.outputs['outcome']).toMatch(/^skipped: not approved: kofi is the author/);
    expect(botComments(story).map(({ body }) => seen(body))).toEqual([
      '**Not approved:** the author of a pull request cannot approve their own.',
    ]);
    expect(writesOf(story.github)).toEqual([COMMENT]);
  },
);

scene(
  'CO-31 an unreadable permission is silent on the pull request and fails the job',
  { ...APPROVE, faults: [{ match: 'GET */permission', answer: { status: 403, body: { message: 'Forbidden' } } }] },
  async (story) => {
    const { code, outputs } = await story.run({ event: story.said('/revi approve', 'kofi').event });

    expect([code, outputs['outcome']]).toEqual([1, expect.stringMatching(/^failed: /)]);
    expect(writesOf(story.github)).toEqual([]);
  },
);

scene(
  'CO-31 SU-48 a token without statuses: write is told on the pull request, with the permission’s name',
  { ...APPROVE, world: { permissions: { contents: 'read', 'pull-requests': 'write' } } },
  async (story) => {
    const { code, outputs } = await story.run({ event: story.said('/revi approve', 'kofi').event });

    expect([code, outputs['outcome']]).toEqual([1, expect.stringMatching(/^failed: not approved: .*statuses: write/)]);
    expect(seen(botComments(story)[0]?.body ?? '')).toMatch(
      /^\*\*Not approved:\*\* the token may not set the commit status; give the job `statuses: write`\.$/,
    );
  },
);

scene(
  'CO-30 CO-31 a status context of one’s own is used, and an empty one turns approvals off',
  APPROVE,
  async (story) => {
    await story.run({ event: story.said('/revi approve', 'kofi').event, inputs: { 'status-context': 'team/lead' } });
    expect(statuses(story).map(([, context]) => context)).toEqual(['team/lead']);

    const off = await story.run({ event: story.said('/revi approve', 'kofi').event, inputs: { 'status-context': '' } });

    expect(off.outputs['outcome']).toMatch(/^skipped: not approved: approvals are turned off/);
    expect(statuses(story)).toHaveLength(1);
    expect(seen(botComments(story)[0]?.body ?? '')).toContain('status-context');
  },
);

scene(
  'CO-30 SU-47 a reason of emoji, markup and 1,000 characters is one line of at most 140',
  APPROVE,
  async (story) => {
    const reason = `@everyone \u202e<b>**🦜** ${'🦜'.repeat(1_000)}`;

    await story.run({ event: story.said(`/revi approve ${reason}`, 'kofi').event });

    const description = String(statuses(story)[0]?.[3]);
    expect(description).toMatch(/^approved by kofi: @everyone <b>\*\*🦜\*\* 🦜+…?$/u);
    expect([...description].length).toBeLessThanOrEqual(140);
  },
);
