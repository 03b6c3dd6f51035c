import { expect } from '@jest/globals';
import { type Event, reviewEvent } from '../../../src/embedded/events.ts';
import { addReview } from '../../../src/embedded/happenings.ts';
import { reviewWith } from '../../../src/embedded/pull-happenings.ts';
import { detailsOf, sourceOf } from '../root-stage.ts';
import {
  AVERAGE,
  actsOf,
  CODEX,
  endOf,
  fixesOf,
  LAST,
  LOOP,
  NAME,
  pullOf,
  type ReconcileStory,
  reconcileScene,
} from './reconciling.ts';

const ROOT = { action: '.', threads: [LOOP, AVERAGE] } as const;

const EVENTS: readonly (readonly [string, (story: ReconcileStory) => Event | Promise<Event>])[] = [
  ['a schedule', (story) => story.schedule()],
  ['/revi fix', (story) => story.said('/revi fix').event],
  [
    'a bot’s submitted review',
    (story) =>
      reviewEvent(sourceOf(story), 7, addReview(story.world, 7, { author: CODEX, state: 'COMMENTED', body: 'x' })),
  ],
  [
    'a person’s submitted review',
    (story) =>
      reviewEvent(sourceOf(story), 7, addReview(story.world, 7, { author: 'dana', state: 'APPROVED', body: '' })),
  ],
];

for (const [what, event] of EVENTS)
  reconcileScene(`SU-6 RB-22 RB-23 ${what} settles the threads through the root’s action`, ROOT, async (story) => {
    const result = await story.reconcile({ event: await event(story) });

    expect(result.outputs).toMatchObject({ ran: 'reconcile-bot-threads', outcome: 'done' });
    expect(actsOf(story)).toEqual(['commit', 'reply', 'resolve', 'reply']);
    const { 'reconcile-bot-threads': details } = detailsOf(result);
    expect(details).toMatchObject({
      outcome: 'done',
      'review-threads': expect.stringContaining('"total_threads":2'),
      'fix-first': expect.stringContaining('Divides by zero'),
    });
  });

reconcileScene(
  'SU-6 RB-10 a submitted review means its own pull request, not the others',
  {
    action: '.',
    world: {
      pulls: [
        { ...pullOf(LOOP), number: 7, head: 'a' },
        { ...pullOf(LOOP), number: 8, head: 'b' },
      ],
    },
  },
  async (story) => {
    const review = await reviewWith(story.world, 8, {
      author: CODEX,
      threads: [{ path: NAME, line: 2, body: LAST.body }],
    });

    await story.reconcile({ event: reviewEvent(sourceOf(story), 8, review) });

    expect(story.pull(7).threads.map(endOf)).toEqual([{ said: [], resolved: false }]);
    expect(story.pull(8).threads.map(({ resolved }) => resolved)).toEqual([true, true]);
    expect(await fixesOf(story, 8)).toHaveLength(1);
  },
);

reconcileScene(
  'SU-6 the bot’s own replies, and reviews that only carry them, start nothing further',
  ROOT,
  async (story) => {
    await story.reconcile();
    const { length } = story.github.requests;
    // A reply makes a review of its own, whose event GitHub sends to an App's workflows.
    const own = story.pull().reviews.at(-1);
    if (own === undefined) throw new Error('the bot has no review');

    const { outputs } = await story.reconcile({ event: reviewEvent(sourceOf(story), 7, own) });

    expect(outputs['outcome']).toMatch(/^skipped: /);
    expect(actsOf(story)).toEqual(['commit', 'reply', 'resolve', 'reply']);
    expect(story.github.requests.length - length).toBeLessThan(5);
  },
);

reconcileScene(
  'SU-6 RB-14 RB-30 the inputs requests and agent reach the action through the root',
  { action: '.', threads: [LOOP], world: { pull: { body: '— hive: agent=otter' } } },
  async (story) => {
    for (const [agent, shown] of [
      ['fox', false],
      ['Otter', true],
    ] as const) {
      const result = await story.reconcile({ inputs: { mode: 'plan', agent } });
      const { 'fix-first': prompt = '' } = detailsOf(result)['reconcile-bot-threads'] ?? {};
      expect([agent, prompt !== '']).toEqual([agent, shown]);
    }
    const missing = await story.reconcile({ inputs: { requests: '/nowhere/at/all' } });
    expect(missing.outputs['outcome']).toMatch(/^failed: .*\/nowhere\/at\/all of input requests/);
    // That is told, and keeps nothing else from being done.
    expect(actsOf(story)).toEqual(['commit', 'reply', 'resolve']);
  },
);

reconcileScene(
  'SU-6 RB-24 with actions: reconcile-bot-threads another runtime lists threads; with other actions beside it is an error',
  ROOT,
  async (story) => {
    const inputs = { runtime: 'acp', 'anthropic-api-key': '' } as const;

    const alone = await story.reconcile({ inputs: { ...inputs, actions: 'reconcile-bot-threads' } });
    const beside = await story.reconcile({ inputs: { ...inputs, actions: 'reconcile-bot-threads, triage' } });

    expect(alone.outputs).toMatchObject({ ran: 'reconcile-bot-threads', outcome: 'done' });
    expect(detailsOf(alone)['reconcile-bot-threads']).toMatchObject({
      'review-threads': expect.stringContaining('"total_threads":2'),
    });
    expect(beside.outputs['outcome']).toMatch(/^failed: input runtime is "acp"/);
    expect(actsOf(story)).toEqual([]);
  },
);
