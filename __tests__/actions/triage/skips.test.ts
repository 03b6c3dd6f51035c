import { expect } from '@jest/globals';
import { push } from '../../../src/embedded/happenings.ts';
import { workflowRunEvent } from '../../../src/embedded/workflow-events.ts';
import type { WorldDescription } from '../../../src/embedded/world.ts';
import { ASKED_TO_RANK, type Story, type StoryDescription, scene, writesOf } from '../story.ts';
import { labelsOf, opened, RANKED, ranking } from './ranking.ts';

async function leavesAlone(story: Story, run: Parameters<Story['run']>[0], reason: RegExp): Promise<void> {
  const writes = writesOf(story.github).length;
  const { code, outputs, annotations } = await story.run(run);
  expect([code, outputs['outcome']]).toEqual([0, expect.stringMatching(/^skipped: /)]);
  expect(outputs['outcome']).toMatch(reason);
  expect(annotations.map(({ name }) => name)).toEqual(['notice']);
  expect(writesOf(story.github)).toHaveLength(writes);
  expect(story.model.questions).toEqual([]);
}

const withPull = (pull: WorldDescription['pull'] & object): StoryDescription => ({ ...RANKED, world: { pull } });

for (const label of ['triaged', 'TRIAGED', 'Review:P3'])
  scene(
    `TR-1 a pull request with the label ${label} is ranked already`,
    withPull({ labels: [label, 'bug'] }),
    async (story) => {
      await leavesAlone(story, { event: await opened(story) }, new RegExp(`has the label ${label} already`));
    },
  );

scene(
  'TR-1 drafts and bots’ pull requests are skipped without a request, and ranked by command',
  withPull({ draft: true, author: 'helper[bot]' }),
  async (story) => {
    await leavesAlone(story, { event: await opened(story) }, /draft|bot/);
    story.pull().draft = false;
    await leavesAlone(story, { event: await opened(story) }, /helper\[bot\]/);
    expect(story.github.requests).toEqual([]);

    const { outputs } = await story.run({ event: story.said('/revi triage').event });

    expect(outputs['outcome']).toBe('done');
    expect(labelsOf(story)).toEqual(['feat', 'review:p1', 'triaged']);
  },
);

scene('TR-1 CO-3 other events and other commands start no triage, and cost no request', RANKED, async (story) => {
  await leavesAlone(story, { event: await story.event({ action: 'closed' }) }, /closed starts no triage/);
  await leavesAlone(
    story,
    { event: await story.event({ action: 'synchronize', before: 'a'.repeat(40) }) },
    /synchronize starts no triage/,
  );
  await leavesAlone(story, { event: story.said('/revi classify').event }, /another action/);
  await leavesAlone(story, { event: story.said('/revi triage this please').event }, /not \/revi triage/);
  await leavesAlone(story, { event: story.said('/revi triage', 'helper[bot]').event }, /bots may not command/);
  await leavesAlone(story, { event: story.said('/revi triage', null).event }, /gone/);
  expect(story.github.requests).toEqual([]);
});

scene('SU-14 CO-2 /revi triage takes the role of converse, and says nothing to others', RANKED, async (story) => {
  for (const login of ['tess', 'omar', 'stranger'])
    await leavesAlone(
      story,
      { event: story.said('/revi triage', login).event },
      new RegExp(`${login} may not command Revi here`),
    );

  const { outputs } = await story.run({
    event: story.said('/revi triage', 'tess').event,
    inputs: { 'min-replier-role': 'reporter' },
  });

  expect(outputs['outcome']).toBe('done');
});

scene(
  'SU-17 a fork’s own event without a key is a notice that names the ways that work',
  withPull({ fork: 'stranger' }),
  async (story) => {
    const inputs = { 'anthropic-api-key': '' };
    await leavesAlone(story, { event: await opened(story), inputs }, /\/revi triage.*workflow_run/);
    expect(story.github.requests).toEqual([]);
  },
);

scene(
  'SU-17 a fork’s own event with a key but a read-only token leaves its result in the summary',
  { ...RANKED, world: { pull: { fork: 'stranger' }, permissions: { contents: 'read', 'pull-requests': 'read' } } },
  async (story) => {
    const { code, outputs, summary } = await story.run({ event: await opened(story) });

    expect([code, outputs['outcome']]).toEqual([
      0,
      expect.stringMatching(/^skipped: the result stands in the job summary only/),
    ]);
    expect(outputs).toMatchObject({ rank: 'review:p1', type: 'feat' });
    expect(summary).toContain('It greets.');
    expect(writesOf(story.github)).toEqual([]);
  },
);

scene(
  'SU-16 TR-1 a fork’s pull request is ranked by workflow_run, found by its head alone',
  withPull({ fork: 'stranger' }),
  async (story) => {
    const source = { world: story.world, urls: story.github.urls };
    await leavesAlone(story, { event: workflowRunEvent(source, 7, { event: 'push' }) }, /started by push/);
    await leavesAlone(story, { event: workflowRunEvent(source, 7, { headSha: 'f'.repeat(40) }) }, /./);

    const { outputs } = await story.run({ event: workflowRunEvent(source, 7) });

    expect(outputs['outcome']).toBe('done');
    expect(labelsOf(story)).toEqual(['feat', 'review:p1', 'triaged']);
  },
);

scene(
  'SU-54 a disabled triage reads no change and asks no model',
  { ...RANKED, settings: 'disabled: [triage]\n' },
  async (story) => {
    await leavesAlone(story, { event: await opened(story) }, /triage is disabled/);
    await leavesAlone(story, { event: story.said('/revi triage').event }, /triage is disabled/);
  },
);

const FAILURES: StoryDescription['answers'][] = [
  { [ASKED_TO_RANK]: { refusal: 'policy' } },
  { [ASKED_TO_RANK]: { status: 400, message: 'Something is wrong.' } },
  { [ASKED_TO_RANK]: { text: '{"rationale": "x", "rank": "review:p9", "type": "feat", "areas": []}' } },
  { [ASKED_TO_RANK]: { truncated: '{"rationale": "x' } },
];

for (const [index, answers = {}] of FAILURES.entries())
  scene(
    `TR-3 without an answer (${index + 1}) no label is touched, and the outcome says so`,
    { ...RANKED, answers },
    async (story) => {
      const { code, outputs } = await story.run({ event: await opened(story) });

      expect([code, outputs['outcome']]).toEqual([0, expect.stringMatching(/^no verdict: /)]);
      expect(outputs).toMatchObject({ rank: '', type: '', areas: '', rationale: '' });
      expect(writesOf(story.github)).toEqual([]);
      expect(labelsOf(story)).toEqual([]);
    },
  );

scene(
  'TR-3 an answer with an unknown rank gets one repair turn',
  {
    ...RANKED,
    answers: {
      [ASKED_TO_RANK]: [{ text: '{"rationale": "x", "rank": "p1", "type": "feat", "areas": []}' }, ranking()],
    },
    model: { otherwise: ranking() },
  },
  async (story) => {
    const { outputs } = await story.run({ event: await opened(story) });

    expect(outputs).toMatchObject({ outcome: 'done', rank: 'review:p1' });
    expect(story.model.questions).toHaveLength(2);
  },
);

scene(
  'SU-20 a head that moves once while it is read is ranked as it is then',
  {
    ...RANKED,
    faults: [
      { match: 'GET */compare/*', times: [1], before: (world) => push(world, 7, { files: { 'moved.txt': 'x\n' } }) },
    ],
  },
  async (story) => {
    const { outputs } = await story.run({ event: await opened(story) });

    expect(outputs).toMatchObject({ outcome: 'done', 'head-sha': story.pull().head });
    expect(JSON.stringify(story.model.questions[0]?.body)).toContain('moved.txt');
  },
);

scene(
  'SU-20 TR-3 a head that moves twice while it is read gets no labels',
  {
    ...RANKED,
    faults: [
      {
        match: 'GET */compare/*',
        before: (world) => push(world, 7, { files: { 'moved.txt': `${world.clock.now()}\n` } }),
      },
    ],
  },
  async (story) => {
    const { code, outputs } = await story.run({ event: await opened(story) });

    expect([code, outputs['outcome']]).toEqual([0, expect.stringMatching(/^no verdict: /)]);
    expect(labelsOf(story)).toEqual([]);
    expect(story.model.questions).toEqual([]);
  },
);
