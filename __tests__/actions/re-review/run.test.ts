import { expect } from '@jest/globals';
import { addReply, push, resolveThread } from '../../../src/embedded/happenings.ts';
import { ALL_PERMISSIONS, writesOf } from '../story.ts';
import {
  AVERAGE,
  AVERAGE_FIXED,
  blocks,
  counted,
  firstLines,
  LAST,
  MAY_RESOLVE,
  remembered,
  reviewScene,
  SOURCE,
} from './reviewing.ts';

reviewScene(
  'RR-70 RR-72 SU-41 a plan changes nothing, and its application posts what the run would have posted',
  {},
  async (story) => {
    story.reviewers.says(AVERAGE, LAST);
    const event = await story.event({ action: 'opened' });
    const planned = await story.run({ event, inputs: { mode: 'plan' } });
    expect(planned.outputs['outcome']).toBe('done');
    expect(writesOf(story.github)).toEqual([]);
    const questions = story.model.questions.length;

    const plan = planned.outputs['plan'] ?? '';
    const { outputs } = await story.run({ event, inputs: { mode: 'apply', plan, 'anthropic-api-key': '' } });

    expect(outputs).toMatchObject({ outcome: 'done', verdict: 'No-Go', new: '2', outstanding: '2' });
    expect(story.model.questions).toHaveLength(questions);
    expect(story.pull().threads).toHaveLength(2);
    expect(counted(blocks(story)[0], 'counts')).toMatchObject({ must_fix: 1, could_fix: 1 });
  },
);

reviewScene('RR-70 SU-41 a plan of an older head is not applied', {}, async (story) => {
  story.reviewers.says(AVERAGE);
  const event = await story.event({ action: 'opened' });
  const planned = await story.run({ event, inputs: { mode: 'plan' } });
  await push(story.world, 7, { files: { [SOURCE]: AVERAGE_FIXED } });

  const { outputs } = await story.run({ event, inputs: { mode: 'apply', plan: planned.outputs['plan'] ?? '' } });

  expect(outputs['outcome']).toMatch(/^no verdict: /);
  expect(writesOf(story.github)).toEqual([]);
});

reviewScene(
  'RR-53 without contents: write a thread is answered and counted, stays open, and the permission is named',
  { world: { permissions: ALL_PERMISSIONS } },
  async (story) => {
    story.reviewers.says(AVERAGE);
    await story.opened();
    await push(story.world, 7, { files: { [SOURCE]: AVERAGE_FIXED } });
    story.reviewers.says();
    story.reviewers.priors.set(String(AVERAGE['title']), { state: 'fixed' });

    const first = await story.again();
    const second = await story.again();

    expect(first.outputs).toMatchObject({ outcome: 'done', resolved: '1', outstanding: '0', verdict: 'Go' });
    expect(second.outputs).toMatchObject({ outcome: 'done', resolved: '0', outstanding: '0' });
    expect(story.thread().resolved).toBe(false);
    expect(story.thread().comments).toHaveLength(2);
    expect(first.summary).toContain('contents: write');
    expect(blocks(story)[0]?.body).toContain('contents: write');
  },
);

reviewScene(
  'RR-53 RR-57 a thread that may not be opened again is answered once and still counts as outstanding',
  { world: { permissions: ALL_PERMISSIONS } },
  async (story) => {
    story.reviewers.says(AVERAGE);
    await story.opened();
    resolveThread(story.world, story.thread(), 'mia');

    await story.again();
    const { outputs, summary } = await story.again();

    expect(story.thread().comments).toHaveLength(2);
    expect(outputs).toMatchObject({ verdict: 'No-Go', outstanding: '1' });
    expect(summary).toContain('contents: write');
  },
);

reviewScene(
  'RR-64 without statuses: write the default context is a notice, and one that was asked for is a failure',
  { world: { permissions: { contents: 'write', 'pull-requests': 'write' } } },
  async (story) => {
    const event = await story.event({ action: 'opened' });
    const plain = await story.run({ event, runId: 1 });
    expect(plain.outputs['outcome']).toBe('done');
    expect(plain.annotations.at(-1)).toMatchObject({
      name: 'notice',
      message: expect.stringContaining('statuses: write'),
    });

    const asked = await story.run({
      event: story.said('/revi').event,
      runId: 2,
      inputs: { 'status-context': 'review/gate' },
    });
    expect([asked.code, asked.outputs['outcome']]).toEqual([1, expect.stringMatching(/^failed: .*review\/gate/)]);
  },
);

reviewScene(
  'RR-1 RR-2 RR-3 RR-64 drafts and pushes wait, a stranger’s command is silent, an empty context sets no status',
  { world: { permissions: MAY_RESOLVE, pull: { draft: true } } },
  async (story) => {
    const draft = await story.opened();
    expect(draft.outputs['outcome']).toMatch(/^skipped: /);
    expect(story.world.repository.statuses.at(-1)).toMatchObject({ state: 'pending', context: 'revi/review' });
    story.pull().draft = false;
    const pushed = await story.run({ event: await story.event({ action: 'synchronize', before: story.pull().head }) });
    expect(pushed.outputs['outcome']).toMatch(/^skipped: /);
    const stranger = await story.again('omar');
    expect(stranger.outputs['outcome']).toMatch(/^skipped: /);
    expect(story.model.questions).toEqual([]);
    const statuses = story.world.repository.statuses.length;

    await story.run({ event: story.said('/revi').event, inputs: { 'status-context': '' } });
    expect(blocks(story)).toHaveLength(1);
    expect(story.world.repository.statuses).toHaveLength(statuses);
  },
);

reviewScene(
  'RR-61 SU-37 the bound for the costs of a pull request counts what the memory says, and ends before the model',
  {},
  async (story) => {
    story.reviewers.says(AVERAGE);
    await story.opened();
    const cost = Number(remembered(blocks(story)[0], 'cost'));
    expect(cost).toBeGreaterThan(0);
    const questions = story.model.questions.length;

    const { outputs } = await story.run({
      event: story.said('/revi').event,
      runId: 2,
      inputs: { 'max-cost-usd-per-pull-request': String(cost / 2) },
    });

    expect(outputs['outcome']).toMatch(/^skipped: /);
    expect(story.model.questions).toHaveLength(questions);
  },
);

reviewScene(
  'RR-30 RR-32 a deleted account’s reply is a person’s, and the maintainers of the settings are pinged',
  { settings: 'maintainers: [kofi]\n' },
  async (story) => {
    story.reviewers.says(AVERAGE);
    await story.opened();
    addReply(story.world, 7, story.thread(), { author: null, body: 'I do not believe it.' });

    await story.again();

    expect(story.thread().comments[2]?.body).toMatch(/^cc @kofi$/m);
    expect(firstLines(story.thread())[2]).toMatch(/^\[Review\] \*\*Disagreement/);
  },
);
