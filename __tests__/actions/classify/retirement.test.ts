import { expect } from '@jest/globals';
import { addReview, changeBase, commitTo, edit, push } from '../../../src/embedded/happenings.ts';
import { scheduleEvent, workflowRunEvent } from '../../../src/embedded/workflow-events.ts';
import { DISMISS, dismissalsOf, FAILING, footerOf, type Story, scene, seen, statesOf, writesOf } from './story.ts';

const MORE = { files: { 'hello.txt': 'hi\n' } };

async function pushed(story: Story): Promise<Awaited<ReturnType<Story['run']>>> {
  const before = story.pull().head;
  await push(story.world, 7, MORE);
  const retired = await story.run({ event: await story.event({ action: 'synchronize', before }), runId: 5 });
  return retired;
}

scene('CL-11 a push dismisses the approval of the older head, asks no model and needs no key', {}, async (story) => {
  await story.request();
  const asked = story.model.questions.length;
  const before = story.pull().head;
  await push(story.world, 7, MORE);

  const result = await story.run({
    event: await story.event({ action: 'synchronize', before }),
    inputs: { 'anthropic-api-key': '' },
  });

  expect(result.outputs['outcome']).toBe('done');
  expect(statesOf(story.pull().reviews)).toEqual(['DISMISSED']);
  expect(dismissalsOf(story.github)[0]).toMatch(
    new RegExp(`${before.slice(0, 7)}.*${story.pull().head.slice(0, 7)}.*Request a review again`),
  );
  expect(story.model.questions).toHaveLength(asked);
  expect(writesOf(story.github).filter((write) => write === DISMISS)).toHaveLength(1);
});

scene('CL-11 a push leaves a request for changes alone', { answers: FAILING }, async (story) => {
  await story.request();

  const result = await pushed(story);

  expect(result.outputs['outcome']).toMatch(/^skipped: no approval of the bot is for another head or base branch/);
  expect(statesOf(story.pull().reviews)).toEqual(['CHANGES_REQUESTED']);
  expect(dismissalsOf(story.github)).toEqual([]);
});

scene(
  'CL-11 SU-43 an edited base branch dismisses the approval for the old one',
  {
    world: { branches: { next: { 'n.txt': 'n\n' } } },
  },
  async (story) => {
    await story.request();
    const sha = story.world.branches.get('main') ?? '';
    changeBase(story.world, 7, 'next');

    const result = await story.run({ event: await story.event({ action: 'edited', oldBase: { ref: 'main', sha } }) });

    expect(result.outputs['outcome']).toBe('done');
    expect(statesOf(story.pull().reviews)).toEqual(['DISMISSED']);
    expect(seen(dismissalsOf(story.github)[0] ?? '')).toMatch(/`main`.*`next`/);
  },
);

scene('CL-11 SU-43 new commits on the base branch retire nothing', {}, async (story) => {
  await story.request();
  await commitTo(story.world, 'main', { files: { 'other.txt': 'x\n' } });

  const result = await story.run({ event: scheduleEvent({ world: story.world, urls: story.github.urls }) });

  expect(result.outputs['outcome']).toMatch(/^skipped: no approval of the bot is for another head or base branch/);
  expect(statesOf(story.pull().reviews)).toEqual(['APPROVED']);
});

scene(
  'CL-11 a schedule retires the stale approvals of every open pull request',
  {
    world: {
      pulls: [
        {},
        { commits: [{ files: { 'two.txt': 'two\n' } }] },
        { commits: [{ files: { 'three.txt': 'three\n' } }], state: 'closed' },
      ],
    },
  },
  async (story) => {
    await story.request();
    const body = story.pull().reviews[0]?.body ?? '';
    // The same bot approved the others, each for a commit that is not its head.
    for (const number of [8, 9])
      addReview(story.world, number, { author: 'github-actions[bot]', state: 'APPROVED', body });
    await push(story.world, 7, MORE);

    const result = await story.run({ event: scheduleEvent({ world: story.world, urls: story.github.urls }) });

    expect(result.outputs['outcome']).toBe('done');
    expect([7, 8, 9].map((number) => statesOf(story.pull(number).reviews))).toEqual([
      ['DISMISSED'],
      ['DISMISSED'],
      ['APPROVED'],
    ]);
    expect(result.summary).toMatch(/#7[\s\S]*#8/);
  },
);

scene(
  'CL-11 SU-16 workflow_run retires on the one pull request whose head is that of the run',
  {
    world: { pull: { author: 'zoe', fork: 'zoe' } },
  },
  async (story) => {
    await story.request();
    await push(story.world, 7, MORE);
    const source = { world: story.world, urls: story.github.urls };

    const result = await story.run({ event: workflowRunEvent(source, 7) });

    expect(result.outputs['outcome']).toBe('done');
    expect(statesOf(story.pull().reviews)).toEqual(['DISMISSED']);
  },
);

scene('SU-16 a workflow_run of another event, another head or no head repository is skipped', {}, async (story) => {
  await story.request();
  const old = story.pull().head;
  await push(story.world, 7, MORE);
  const source = { world: story.world, urls: story.github.urls };
  const events = [
    workflowRunEvent(source, 7, { event: 'push' }),
    workflowRunEvent(source, 7, { event: 'pull_request_target' }),
    workflowRunEvent(source, 7, { headSha: old }),
  ];
  for (const event of events) expect((await story.run({ event })).outputs['outcome']).toMatch(/^skipped: /);
  story.pull().headRepository = null;

  const gone = await story.run({ event: workflowRunEvent(source, 7) });

  expect(gone.outputs['outcome']).toMatch(/^skipped: the head repository .* is gone/);
  expect(statesOf(story.pull().reviews)).toEqual(['APPROVED']);
});

scene(
  'SU-16 several pull requests of one head are skipped',
  {
    world: { pulls: [{}, { head: 'change-7', commits: [] }] },
  },
  async (story) => {
    await story.request();
    await push(story.world, 7, MORE);

    const result = await story.run({ event: workflowRunEvent({ world: story.world, urls: story.github.urls }, 7) });

    expect(result.outputs['outcome']).toMatch(/^skipped: more than one open pull request/);
    expect(statesOf(story.pull().reviews)).toEqual(['APPROVED']);
  },
);

scene(
  'SU-11 SU-10 a person’s approval with the bot’s footer is nobody’s memory, whatever the person is called',
  {
    world: { collaborators: { 'github-actions': 'admin' } },
  },
  async (story) => {
    await story.request();
    const body = story.pull().reviews[0]?.body ?? '';
    addReview(story.world, 7, { author: 'github-actions', state: 'APPROVED', body });
    addReview(story.world, 7, { author: 'kofi', state: 'APPROVED', body });

    await pushed(story);

    expect(statesOf(story.pull().reviews)).toEqual(['DISMISSED', 'APPROVED', 'APPROVED']);
  },
);

scene(
  'SU-11 a review of the bot that somebody else edited does not count, and the summary names it and who it was',
  {},
  async (story) => {
    await story.request();
    const [review] = story.pull().reviews;
    if (review === undefined) throw new Error('there is no review');
    const { key = '' } = footerOf(review.body);
    // Somebody wants the bot to believe that the next request has its verdict.
    edit(story.world, review, {
      editor: 'kofi',
      body: review.body.replace(key, 'rr:review-classifier:2026-03-02T09:00:30Z'),
    });

    const result = await story.request();

    expect(result.outputs['outcome']).toBe('done');
    expect(statesOf(story.pull().reviews)).toEqual(['APPROVED', 'APPROVED']);
    expect(result.summary).toMatch(/Footers that do not count[\s\S]*edited by kofi/);
    expect(seen(result.summary)).toContain(`#pullrequestreview-${review.id}: edited by kofi`);
  },
);

const FIRST = 'first-marker-secret-000000000001';
const SECOND = 'second-marker-secret-00000000002';

scene(
  'SU-11 with a secret a footer is signed and believed; an unsigned one is ignored, and memory starts afresh',
  {},
  async (story) => {
    await story.request();
    const unsigned = await story.request({ inputs: { 'marker-secret': FIRST } });
    expect(unsigned.summary).toMatch(/starts afresh/);
    expect(unsigned.summary).toMatch(/unsigned/);
    expect(story.pull().reviews[1]?.body).toMatch(/-->\n<!-- revi-mac: [\w-]{43} -->$/);
    await push(story.world, 7, MORE);
    const event = await story.event({ action: 'synchronize', before: story.pull().head });

    const result = await story.run({ event, inputs: { 'marker-secret': FIRST } });

    expect(result.outputs['outcome']).toBe('done');
    expect(statesOf(story.pull().reviews)).toEqual(['APPROVED', 'DISMISSED']);
  },
);

scene(
  'SU-11 of two secrets the first signs and both verify; a wrong signature counts for nothing',
  {},
  async (story) => {
    await story.request({ inputs: { 'marker-secret': FIRST } });
    const [review] = story.pull().reviews;
    if (review === undefined) throw new Error('there is no review');
    const forged = review.body.replace(/verdict: approve/, 'verdict: request-changes');
    addReview(story.world, 7, { author: 'github-actions[bot]', state: 'APPROVED', body: forged });
    await push(story.world, 7, MORE);
    const event = await story.event({ action: 'synchronize', before: story.pull().head });

    const result = await story.run({ event, inputs: { 'marker-secret': `${SECOND}\n${FIRST}` } });

    expect(statesOf(story.pull().reviews)).toEqual(['DISMISSED', 'APPROVED']);
    expect(result.summary).toMatch(/wrongly signed/);
  },
);

scene(
  'SU-11 a signed footer of another pull request is not believed',
  {
    world: { pulls: [{}, { commits: [{ files: { 'two.txt': 'two\n' } }] }] },
  },
  async (story) => {
    await story.request({ inputs: { 'marker-secret': FIRST } });
    const body = story.pull().reviews[0]?.body ?? '';
    addReview(story.world, 8, { author: 'github-actions[bot]', state: 'APPROVED', body });

    const event = scheduleEvent({ world: story.world, urls: story.github.urls });
    const result = await story.run({ event, inputs: { 'marker-secret': FIRST } });

    expect(statesOf(story.pull(8).reviews)).toEqual(['APPROVED']);
    expect(result.summary).toMatch(/#8: not believed.*wrongly signed/);
  },
);

scene(
  'SU-48 CL-11 a retirement that the branch protection refuses fails the run and names the setting',
  {
    world: { settings: { dismissals: [] } },
  },
  async (story) => {
    await story.request();

    const result = await pushed(story);

    expect(result.outputs['outcome']).toMatch(/^failed: could not dismiss .*Restrict who can dismiss/);
    expect(statesOf(story.pull().reviews)).toEqual(['APPROVED']);
  },
);

scene(
  'SU-12 SU-27 a pending review and a footer in the middle of a body are not the bot’s memory',
  {},
  async (story) => {
    await story.request();
    const body = story.pull().reviews[0]?.body ?? '';
    addReview(story.world, 7, { author: 'github-actions[bot]', state: 'APPROVED', body: `${body}\n\nAnd some words.` });
    addReview(story.world, 7, { author: 'github-actions[bot]', state: 'PENDING', body });

    await pushed(story);

    expect(statesOf(story.pull().reviews)).toEqual(['DISMISSED', 'APPROVED', 'PENDING']);
  },
);

scene('CL-11 SU-42 a retirement twice does nothing the second time', {}, async (story) => {
  await story.request();
  await pushed(story);
  const event = await story.event({ action: 'synchronize', before: story.pull().head });

  const again = await story.run({ event });

  expect(again.outputs['outcome']).toMatch(/^skipped: no approval of the bot is for another head or base branch/);
  expect(writesOf(story.github).filter((write) => write === DISMISS)).toHaveLength(1);
});
