import { expect } from '@jest/globals';
import { reviewEvent } from '../../../src/embedded/events.ts';
import type { Fault } from '../../../src/embedded/faults.ts';
import { push } from '../../../src/embedded/happenings.ts';
import { call } from '../../../src/embedded/model/conversation.ts';
import { label, reviewWith } from '../../../src/embedded/pull-happenings.ts';
import { BOT } from '../story.ts';
import { planned } from './planning.ts';
import {
  AVERAGE,
  actsOf,
  CHANGED,
  CODEX,
  fixesOf,
  LOOP,
  reconcileScene,
  reviewBots,
  shownThreads,
} from './reconciling.ts';

/** From this reading of threads by their ids on, the token is worth nothing. */
const lost = (time: number): readonly Fault[] =>
  Array.from({ length: 8 }, (_, at) => ({
    graphql: 'ThreadsById',
    times: [time + at],
    answer: { status: 401, body: { message: 'Bad credentials' } },
  }));

const TOLD = /committed `[0-9a-f]{7}`[\s\S]*\| `src\/price\.ts:3` \| chatgpt-codex-connector \| fixed \|/;

reconcileScene(
  'SU-46 SU-50 SU-51 where a reading in the middle fails for good, the summary names what was done until then',
  { threads: [LOOP, AVERAGE], faults: lost(2) },
  async (story) => {
    const { code, outputs, summary } = await story.reconcile();

    expect(actsOf(story)).toEqual(['commit', 'reply']);
    expect([code, outputs['outcome']]).toEqual([1, expect.stringMatching(/^failed: .*Bad credentials/)]);
    expect(summary).toMatch(TOLD);
  },
);

reconcileScene('SU-41 SU-46 SU-51 so it is in apply', { threads: [LOOP, AVERAGE], faults: lost(2) }, async (story) => {
  const { plan, apply } = await planned(story);
  const { code, outputs, summary } = await apply(plan);

  expect(actsOf(story)).toEqual(['commit', 'reply']);
  expect([code, outputs['outcome']]).toEqual([1, expect.stringMatching(/^failed: .*Bad credentials/)]);
  expect(summary).toMatch(TOLD);
});

reconcileScene(
  'SU-36 SU-37 tokens and costs are told where a start over ends at once',
  {
    threads: [LOOP, AVERAGE],
    faults: [
      {
        graphql: 'ThreadsById',
        times: [1],
        before: async (world) => {
          await push(world, 7, { files: { 'z.txt': '1\n' } });
          label(world, 7, { add: ['hold'] });
        },
      },
    ],
  },
  async (story) => {
    const { outputs } = await story.reconcile();

    expect(outputs['outcome']).toMatch(/^no verdict: .*not to be followed up on/);
    expect(Number(outputs['output-tokens'])).toBeGreaterThan(0);
    expect(Number(outputs['cost-usd'])).toBeGreaterThan(0);
    expect(await fixesOf(story)).toEqual([]);
  },
);

reconcileScene(
  'SU-17 a fork’s read-only event is never red, also where threads wait for another run',
  {
    settings: reviewBots(),
    world: {
      permissions: { contents: 'read', 'pull-requests': 'read' },
      pull: {
        author: BOT,
        fork: 'relay',
        head: 'patch',
        threads: Array.from({ length: 22 }, (_, at) => ({ ...AVERAGE, body: `Divides by zero ${at}.` })),
        commits: [{ message: 'Add prices', files: CHANGED }],
      },
    },
    judged: (body) => ({
      content: shownThreads(body).map(({ thread }) =>
        call('decide', { thread, decision: 'decline', reply: 'The caller refuses.' }),
      ),
    }),
  },
  async (story) => {
    const review = await reviewWith(story.world, 7, { author: CODEX, threads: [] });
    const event = reviewEvent({ world: story.world, urls: story.github.urls }, 7, review);
    const { code, outputs, summary } = await story.run({ event, runId: 98 });

    expect([code, outputs['outcome']]).toEqual([
      0,
      expect.stringMatching(/^skipped: the result stands in the job summary only/),
    ]);
    expect(summary).toContain('declined: The caller refuses.');
    expect(summary).toContain('2 more threads wait');
  },
);
