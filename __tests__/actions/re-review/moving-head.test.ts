import { expect } from '@jest/globals';
import type { Fault } from '../../../src/embedded/faults.ts';
import { push } from '../../../src/embedded/happenings.ts';
import type { World } from '../../../src/embedded/state.ts';
import { SET_STATUS, type Story, writesOf } from '../story.ts';
import { AVERAGE, blocks, HEAD, LAST, remembered, reviewScene, SOURCE } from './reviewing.ts';

/** A push that leaves every line where it is. */
const pushes = (world: World) => push(world, 7, { files: { [SOURCE]: `${HEAD}// ${world.nextId()}\n` } });

/** A push between the answers and the look at the position that goes with the sources, or alone. */
const during = (graphql: 'Texts' | 'Position', times: readonly number[]): Fault => ({ graphql, times, before: pushes });

const operations = ({ github }: Pick<Story, 'github'>) =>
  github.requests.map(({ operation, method }) => (method === 'GET' ? 'GET' : operation));

reviewScene('SU-20 SU-45 a first review takes six requests', {}, async (story) => {
  story.reviewers.says(AVERAGE, LAST);

  await story.opened();

  expect(operations(story)).toEqual([
    expect.stringMatching(/^PullRequestContext/),
    'GET',
    expect.stringMatching(/^Texts/),
    expect.stringMatching(/^POST .*reviews$/),
    'GET',
    expect.stringMatching(/^POST .*statuses/),
  ]);
});

reviewScene(
  'SU-20 SU-43 a head that moves while the model works is noticed before anything is posted, and reviewed as it is then',
  { faults: [during('Texts', [1])] },
  async (story) => {
    story.reviewers.says(AVERAGE);
    const read = story.pull().head;

    const { outputs } = await story.opened();

    const { head } = story.pull();
    expect(head).not.toBe(read);
    expect(outputs).toMatchObject({ outcome: 'done', verdict: 'No-Go', 'head-sha': head });
    expect(story.model.questions).toHaveLength(2);
    expect(story.pull().threads).toHaveLength(1);
    expect(story.pull().reviews.map(({ commit }) => commit)).toEqual([head]);
    expect(remembered(blocks(story)[0], 'reviewed_head')).toBe(head);
    expect(story.world.repository.statuses.map(({ commit, state }) => [commit, state])).toEqual([[head, 'failure']]);
    // Both questions were paid for (SU-37).
    expect(remembered(blocks(story)[0], 'cost')).toBe(outputs['cost-usd']);
  },
);

reviewScene(
  'SU-20 SU-43 RR-64 a head that moves a second time is no verdict: a status, and nothing else is posted',
  { faults: [during('Texts', [1, 2])] },
  async (story) => {
    story.reviewers.says(AVERAGE);
    const { head: first } = story.pull();

    const { code, outputs, summary } = await story.opened();

    expect([code, outputs['outcome']]).toEqual([0, 'no verdict: the head moved while it was read']);
    expect(story.model.questions).toHaveLength(2);
    expect(Number(outputs['cost-usd'])).toBeGreaterThan(0);
    expect(summary).toContain(`$${outputs['cost-usd']}`);
    expect(writesOf(story.github)).toEqual([SET_STATUS]);
    const [status] = story.world.repository.statuses;
    expect(status).toMatchObject({ state: 'error', description: 'the head moved while it was read' });
    expect([first, story.pull().head]).not.toContain(status?.commit);
  },
);

reviewScene(
  'SU-20 SU-43 without a finding the position is read alone, after the answers',
  { faults: [during('Position', [1])] },
  async (story) => {
    const { outputs } = await story.opened();

    expect(operations(story).map((operation) => operation.split(' ')[0])).toEqual([
      ...['PullRequestContext', 'GET', 'Position'],
      ...['PullRequestContext', 'GET', 'Position'],
      ...['POST', 'POST'],
    ]);
    expect(outputs).toMatchObject({ outcome: 'done', verdict: 'Go', 'head-sha': story.pull().head });
  },
);

reviewScene(
  'SU-43 another base branch is a move too',
  {
    faults: [
      {
        graphql: 'Texts',
        times: [1, 2],
        before: (world) => {
          const pull = world.pulls.get(7);
          if (pull !== undefined) pull.baseRef = pull.baseRef === 'main' ? 'next' : 'main';
        },
      },
    ],
  },
  async (story) => {
    story.world.branches.set('next', story.world.branches.get('main') ?? '');
    story.reviewers.says(AVERAGE);

    const { outputs } = await story.opened();

    expect(outputs['outcome']).toBe('no verdict: the head moved while it was read');
    expect(writesOf(story.github)).toEqual([SET_STATUS]);
  },
);

reviewScene(
  'SU-43 the head of a fork is watched where it is',
  { world: { pull: { fork: 'zoe' } }, faults: [during('Texts', [1])] },
  async (story) => {
    story.reviewers.says(AVERAGE);

    const { outputs } = await story.again();

    expect(outputs).toMatchObject({ outcome: 'done', new: '1', 'head-sha': story.pull().head });
    expect(story.pull().threads).toHaveLength(1);
  },
);

for (const [name, graphql, findings] of [
  ['the sources with the position', 'Texts', [AVERAGE]],
  ['the position alone', 'Position', []],
] as const) {
  const faults: Fault[] = [];
  reviewScene(
    `SU-20 RR-64 where ${name} cannot be read after the answers, the run fails with a status, and tells what it cost`,
    { faults },
    async (story) => {
      story.reviewers.says(...findings);
      faults.push({ graphql, answer: { status: 500, body: { message: 'No.' } } });
      const event = await story.event({ action: 'opened' });

      const { code, outputs } = await story.run({ event, runId: 5 });

      expect([code, outputs['outcome']]).toEqual([1, expect.stringMatching(/^failed: reading .*GitHub answered 500/)]);
      expect(Number(outputs['cost-usd'])).toBeGreaterThan(0);
      expect(writesOf(story.github)).toEqual([SET_STATUS]);
      expect(story.world.repository.statuses.at(-1)).toMatchObject({ state: 'error' });
      faults.length = 0;
      expect((await story.run({ event, runId: 5, attempt: 2 })).outputs['outcome']).toBe('done');
      expect(story.pull().threads).toHaveLength(findings.length);
    },
  );
}

const applying: Fault[] = [];
reviewScene(
  'SU-41 SU-43 a head that moves while a plan is applied is no verdict',
  { faults: applying },
  async (story) => {
    story.reviewers.says(AVERAGE);
    const event = await story.event({ action: 'opened' });
    const planned = await story.run({ event, inputs: { mode: 'plan' } });
    applying.push(during('Texts', [1]));

    const { outputs } = await story.run({ event, inputs: { mode: 'apply', plan: planned.outputs['plan'] ?? '' } });

    expect(outputs['outcome']).toBe('no verdict: the head moved while it was read');
    expect(writesOf(story.github)).toEqual([SET_STATUS]);
  },
);
