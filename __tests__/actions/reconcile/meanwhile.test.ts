import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { Fault } from '../../../src/embedded/faults.ts';
import { type GivenThread, push, resolveThread } from '../../../src/embedded/happenings.ts';
import { call } from '../../../src/embedded/model/conversation.ts';
import { change, label, land } from '../../../src/embedded/pull-happenings.ts';
import type { World } from '../../../src/embedded/state.ts';
import { BOT } from '../story.ts';
import {
  AVERAGE,
  actsOf,
  endOf,
  fixesOf,
  LAST,
  LOOP,
  NAME,
  PRICE,
  PRICE_HEAD,
  type ReconcileStory,
  reconcileScene,
  replace,
  reviewBots,
  shownThreads,
  threadId,
} from './reconciling.ts';

const LEFT = { said: [], resolved: false };

/** What somebody does who wants the bot to stop, and how the run tells it. */
const STOPS: readonly (readonly [what: string, act: (world: World) => unknown, why: RegExp])[] = [
  ['is locked', (world) => change(world, 7, { locked: true }), /its conversation is locked by now/],
  ['gets needs-human', (world) => label(world, 7, { add: ['needs-human'] }), /it carries the label needs-human by now/],
  ['is held', (world) => label(world, 7, { add: ['Hold'] }), /it carries the label Hold by now/],
  ['is closed', (world) => change(world, 7, { state: 'closed' }), /it is closed by now/],
  ['becomes a draft', (world) => change(world, 7, { draft: true }), /it is a draft by now/],
];

/** Commits of an earlier run that nobody has answered for. */
async function fixedBefore({ world, pull }: ReconcileStory): Promise<void> {
  const threads = pull().threads.map((thread) => `Revi-Thread: ${threadId(thread)}`);
  const files = { [PRICE]: PRICE_HEAD.replace('at <= prices', 'at < prices') };
  await land(world, 7, { author: BOT, message: `Fix findings\n\nRevi-Run: 77\n${threads.join('\n')}`, files });
}

const FIXED: readonly GivenThread[] = [LOOP, LAST];
const DECLINED: readonly GivenThread[] = [AVERAGE, { ...AVERAGE, body: 'Again by zero.', line: 7 }];

/** At which reading of threads by their ids it happens, and what has been done until then. */
const MOMENTS: readonly {
  readonly when: string;
  readonly time: number;
  readonly acts: readonly string[];
  readonly threads: readonly GivenThread[];
  /** Whether an earlier run has made the commit. */
  readonly finish?: true;
}[] = [
  { when: 'while the model works', time: 1, acts: [], threads: FIXED },
  { when: 'between a reply and its resolution', time: 2, acts: ['commit', 'reply'], threads: FIXED },
  { when: 'between two declined threads', time: 2, acts: ['reply'], threads: DECLINED },
  {
    when: 'before the last thread is resolved',
    time: 3,
    acts: ['commit', 'reply', 'resolve', 'reply'],
    threads: FIXED,
  },
  { when: 'before a finished thread is answered', time: 1, acts: [], threads: FIXED, finish: true },
  { when: 'before a finished thread is resolved', time: 2, acts: ['reply'], threads: FIXED, finish: true },
];

for (const [what, act, why] of STOPS)
  for (const { when, time, acts, threads, finish } of MOMENTS)
    reconcileScene(
      `RB-1 RB-10 RB-13 SU-43 a pull request that ${what} ${when} is acted on no further, and the outcome is no verdict`,
      { threads, faults: [{ graphql: 'ThreadsById', times: [time], before: act }] },
      async (story) => {
        if (finish === true) await fixedBefore(story);

        const { outputs } = await story.reconcile();

        expect(outputs['outcome']).toMatch(/^no verdict: pull request 7: nothing more was done, because it/);
        expect(outputs['outcome']).toMatch(why);
        expect(actsOf(story)).toEqual(acts);
      },
    );

const moving = (more: Partial<Fault> = {}): Fault => ({
  graphql: 'ThreadsById',
  times: [1],
  before: (world) => push(world, 7, { files: { 'docs/more.md': 'More.\n' } }),
  ...more,
});

for (const [what, act, why] of [
  ['is closed', (world) => change(world, 7, { state: 'closed' }), /by now it is not to be followed up on/],
  ['is held', (world) => label(world, 7, { add: ['hold'] }), /by now it is not to be followed up on/],
  ['gets needs-human', (world) => label(world, 7, { add: ['needs-human'] }), /needs-human/],
  ['is locked', (world) => change(world, 7, { locked: true }), /its conversation is locked/],
] as const satisfies readonly (readonly [string, (world: World) => unknown, RegExp])[])
  reconcileScene(
    `RB-22 SU-43 a head that moves before the commit of a pull request that then ${what} ends without a verdict`,
    { threads: [LOOP, AVERAGE], faults: [moving({ after: act })] },
    async (story) => {
      const { outputs } = await story.reconcile();

      expect(outputs['outcome']).toMatch(/^no verdict: pull request 7: the head moved, and by now /);
      expect(outputs['outcome']).toMatch(why);
      expect(actsOf(story)).toEqual([]);
      expect(story.pull().threads.map(endOf)).toEqual([LEFT, LEFT]);
    },
  );

reconcileScene(
  'RB-22 RB-24 SU-43 a start over asks anew whether the author may have a fixer',
  {
    threads: [LOOP],
    world: { pull: { author: 'dana', body: 'Prices.\n\n— hive: agent=scanner' } },
    faults: [moving({ after: (world) => world.repository.collaborators.set('dana', 'read') })],
  },
  async (story) => {
    const { outputs } = await story.reconcile();

    expect(outputs['outcome']).toMatch(/^no verdict: pull request 7: .*dana has not the role developer/);
    expect(actsOf(story)).toEqual([]);
  },
);

reconcileScene(
  'SU-37 what was spent before a start over stands in the replies, too',
  { threads: [LOOP, AVERAGE], faults: [moving()] },
  async (story) => {
    const { outputs } = await story.reconcile();

    expect(outputs['outcome']).toBe('done');
    const firsts = story.model.questions.filter(({ body }) => body.messages.length === 1);
    expect(firsts).toHaveLength(2);
    const costs = story
      .pull()
      .threads.map(({ comments }) => Number(/; cost: ([\d.]+) -->/.exec(comments.at(-1)?.body ?? '')?.[1]));
    expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeCloseTo(Number(outputs['cost-usd']), 6);
  },
);

reconcileScene(
  'RB-22 RB-32 a start over leaves alone what a request of this run has touched',
  // The first reading is the request's guard.
  {
    threads: [LOOP, AVERAGE],
    settings: reviewBots({ max_attempts_per_thread: 2 }),
    faults: [moving({ times: [2] })],
  },
  async (story) => {
    const folder = await mkdtemp(join(tmpdir(), 'revi-requests-'));
    try {
      const request = { event: 'comment', repo: 'acme/shop', number: 7, thread_id: threadId(story.thread(0)) };
      await writeFile(
        join(folder, 'a.json'),
        JSON.stringify({ ...request, body: 'Our agent takes care of this one.' }),
      );

      const { outputs } = await story.reconcile({ inputs: { requests: folder } });

      expect(outputs['outcome']).toBe('done');
      const firsts = story.model.questions.filter(({ body }) => body.messages.length === 1);
      expect(firsts.map(({ body }) => shownThreads(body).length)).toEqual([1, 1]);
      expect(endOf(story.thread(0)).said).toEqual(['Our agent takes care of this one.']);
      expect(endOf(story.thread(1)).said).toEqual(['Not changed: No prices are refused by the caller.']);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

reconcileScene(
  'RB-20 RB-22 fixes that change nothing without the one that a person settled meanwhile make no commit, and are for a person',
  {
    threads: [LOOP, AVERAGE, LAST],
    faults: [
      {
        graphql: 'ThreadsById',
        times: [1],
        before: (world) => Object.assign(world.pulls.get(7)?.threads[0] ?? {}, { resolved: true }),
      },
    ],
    judged: (body) => {
      const [one, two, three] = shownThreads(body).map(({ thread }) => thread);
      const fixed = (thread: string | undefined) =>
        call('decide', { thread: thread ?? '', decision: 'fix', reply: 'Done.' });
      return {
        content: [
          replace(PRICE, 'at <= prices', 'at < prices'),
          fixed(one),
          replace(PRICE, 'average(prices', 'mean(prices'),
          fixed(two),
          replace(PRICE, 'mean(prices', 'average(prices'),
          replace(NAME, 'names.length]', 'names.length - 1]'),
          replace(NAME, 'names.length - 1]', 'names.length]'),
          fixed(three),
        ],
      };
    },
  },
  async (story) => {
    const { head } = story.pull();

    await story.reconcile();

    expect(story.pull().head).toBe(head);
    expect(await fixesOf(story)).toEqual([]);
    expect(actsOf(story)).toEqual(['reply', 'reply']);
    for (const index of [1, 2])
      expect(endOf(story.thread(index))).toEqual({
        said: ['Needs a person: a fix was decided, and in the end it changes nothing.'],
        resolved: false,
      });
  },
);

reconcileScene(
  'RB-31 a thread that a person resolves while another one’s resolution is tried again for seconds is left alone',
  {
    threads: [LOOP, AVERAGE],
    faults: [
      {
        graphql: 'resolveReviewThread',
        times: [1, 2, 3],
        before: (world) => {
          const thread = world.pulls.get(7)?.threads[1];
          if (thread !== undefined) resolveThread(world, thread, 'dana');
        },
        answer: { status: 502 },
      },
    ],
  },
  async (story) => {
    await story.reconcile();

    expect(story.pull().threads.map(endOf)).toEqual([
      { said: [expect.stringMatching(/^Fixed in /)], resolved: true },
      { said: [], resolved: true },
    ]);
  },
);
