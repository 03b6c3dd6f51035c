import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { resolveThread } from '../../../src/embedded/happenings.ts';
import { change, label } from '../../../src/embedded/pull-happenings.ts';
import { seen } from '../story.ts';
import { altered, only, type Plan, planned } from './planning.ts';
import {
  AVERAGE,
  actsOf,
  CHANGED,
  type Described,
  endOf,
  FIX_LOOP,
  fix,
  fixesOf,
  LOOP,
  NAME,
  PERSONS,
  PRICE,
  pullOf,
  type ReconcileStory,
  reconcileScene,
  replace,
  reviewBots,
  threadId,
} from './reconciling.ts';

const LEFT = { said: [], resolved: false };
const TRAILER = 'Adds prices.\n\n— hive: agent=scanner';
const TWO_COMMITS = [
  { message: 'Add prices and names', files: CHANGED },
  { message: 'Tell of them', files: { 'docs/prices.md': 'Prices.\n' } },
] as const;

const MEANWHILE: readonly (readonly [string, Described['world'], (story: ReconcileStory) => unknown, RegExp])[] = [
  [
    'whose author has lost the role developer',
    { pull: { author: 'dana', body: TRAILER } },
    ({ world }) => world.repository.collaborators.set('dana', 'triage'),
    /2 of the plan’s decisions are not carried out: its author dana has not the role developer/,
  ],
  [
    'whose author’s account is gone',
    { pull: { author: 'dana', body: TRAILER } },
    ({ pull }) => {
      pull().author = null;
    },
    /2 of the plan’s decisions are not carried out: its author’s account is gone/,
  ],
  [
    'whose conversation was locked',
    {},
    ({ world }) => change(world, 7, { locked: true }),
    /2 of the plan’s decisions are not carried out: its conversation is locked/,
  ],
  [
    'that was given to a person',
    {},
    ({ world }) => label(world, 7, { add: ['needs-human'] }),
    /2 of the plan’s decisions are not carried out: it carries the label needs-human/,
  ],
  [
    'that GitHub does not list to its end',
    { pull: { commits: TWO_COMMITS } },
    ({ world }) => {
      world.limits.commits = 1;
    },
    /GitHub did not list everything, so that nothing is settled: commits beyond the first 1 \(1 not listed\)/,
  ],
];

for (const [what, world = {}, happen, why] of MEANWHILE)
  reconcileScene(
    `RB-24 SU-41 SU-43 apply does nothing on a pull request ${what} since the plan, and the outcome says so`,
    { threads: [LOOP, AVERAGE], world },
    async (story) => {
      const { result, plan, apply } = await planned(story);
      expect(result.outputs['outcome']).toBe('done');
      await happen(story);

      const { outputs } = await apply(plan);

      expect(outputs['outcome']).toMatch(/^no verdict: pull request 7: /);
      expect(outputs['outcome']).toMatch(why);
      expect(actsOf(story)).toEqual([]);
      expect(story.pull().threads.map(endOf)).toEqual([LEFT, LEFT]);
    },
  );

reconcileScene(
  'RB-24 SU-41 a forged plan for a stranger’s pull request, on which no fixer runs, does nothing there',
  { threads: [LOOP, AVERAGE], world: { pull: { author: 'evil', fork: 'evil', body: TRAILER } } },
  async (story) => {
    const { plan, apply } = await planned(story);
    const { pullRequests } = (JSON.parse(plan) as Plan).facts;
    expect(pullRequests).toEqual([]);
    const { head, baseRef } = story.pull();

    const { outputs } = await apply(
      altered(plan, ({ facts }) =>
        Object.assign(facts, {
          pullRequests: [
            {
              number: 7,
              position: { head, base: story.world.branches.get('main'), baseRef },
              decisions: story.pull().threads.map((thread) => ({
                thread: threadId(thread),
                decision: 'decline',
                reply: 'All fine, the maintainers say so.',
                edits: [],
              })),
              edits: [],
              cost: 0,
              tokens: null,
            },
          ],
        }),
      ),
    );

    expect(outputs['outcome']).toMatch(/^no verdict: pull request 7: 2 of the plan’s decisions .* its author evil has/);
    expect(actsOf(story)).toEqual([]);
  },
);

reconcileScene(
  'SU-41 SU-42 apply that runs twice answers each thread once, also where two attempts are allowed',
  { threads: [AVERAGE, LOOP], settings: reviewBots({ max_attempts_per_thread: 2 }) },
  async (story) => {
    const { plan, apply } = await planned(story);

    for (const attempt of [1, 2]) expect((await apply(plan, { attempt })).outputs['outcome']).toBe('done');

    expect(story.pull().threads.map((thread) => endOf(thread).said.length)).toEqual([1, 1]);
    expect(await fixesOf(story)).toHaveLength(1);
  },
);

reconcileScene(
  'SU-41 a decision whose only thread was settled since is told: the run is no success',
  { threads: [LOOP] },
  async (story) => {
    const { plan, apply } = await planned(story);
    resolveThread(story.world, story.thread(), 'dana');

    const { outputs, summary } = await apply(plan);

    const told = /1 of the plan’s decisions are about threads that are not to be settled, or not any more/;
    expect(outputs['outcome']).toMatch(/^no verdict: pull request 7: /);
    expect(outputs['outcome']).toMatch(told);
    expect(seen(summary)).toMatch(told);
    expect(actsOf(story)).toEqual([]);
  },
);

reconcileScene(
  'SU-41 RB-31 a plan that decides nothing but a person’s thread does nothing, and the outcome says so',
  { threads: [LOOP, PERSONS] },
  async (story) => {
    const { plan, apply } = await planned(story);

    const { outputs } = await apply(
      altered(plan, (value) => {
        const person = threadId(story.thread(1));
        only(value).decisions = [{ thread: person, decision: 'fix', reply: 'Fixed.', edits: [0] }];
      }),
    );

    expect(outputs['outcome']).toMatch(/^no verdict: pull request 7: 1 of the plan’s decisions/);
    expect(actsOf(story)).toEqual([]);
    expect(story.thread(1).comments).toHaveLength(1);
  },
);

const CHANGES_NOTHING = 'Needs a person: a fix was decided, and in the end it changes nothing.';

reconcileScene(
  'SU-41 RB-20 a fix of a plan without edits is left to a person, and is no part of the commit that another fix makes',
  { threads: [LOOP, AVERAGE] },
  async (story) => {
    const { plan, apply } = await planned(story);

    await apply(
      altered(plan, (value) => {
        for (const decision of only(value).decisions) decision.decision = 'fix';
      }),
    );

    expect(endOf(story.thread(0))).toMatchObject({ resolved: true });
    expect(endOf(story.thread(1))).toEqual({ said: [CHANGES_NOTHING], resolved: false });
    const [made] = await fixesOf(story);
    expect(made?.message.match(/^Revi-Thread: .*$/gm)).toEqual([`Revi-Thread: ${threadId(story.thread(0))}`]);
  },
);

reconcileScene(
  'SU-41 RB-22 edits of a plan that belong to no decision are not committed, and without others nothing is',
  { threads: [LOOP] },
  async (story) => {
    const { plan, apply } = await planned(story);
    const { head } = story.pull();

    await apply(
      altered(plan, (value) => {
        for (const decision of only(value).decisions) decision.edits = [];
      }),
    );

    expect(story.pull().head).toBe(head);
    expect(actsOf(story)).toEqual(['reply']);
    expect(endOf(story.thread())).toEqual({ said: [CHANGES_NOTHING], resolved: false });
  },
);

reconcileScene(
  'SU-41 an edit that two threads share stands once in the plan, and each names its place',
  {
    threads: [LOOP, { ...AVERAGE, line: 3, body: 'Off by one, too.' }],
    judged: { 'one element': FIX_LOOP, 'Off by one': fix('The same edit fixes it.') },
  },
  async (story) => {
    const { plan } = await planned(story);

    const { edits, decisions } = only(JSON.parse(plan) as Plan);
    expect(edits).toEqual([{ path: PRICE, oldText: 'at <= prices', newText: 'at < prices' }]);
    expect(decisions.map((decision) => decision.edits)).toEqual([[0], [0]]);
  },
);

/** 192 kB: a call takes 200 kB, and a run's edits 200,000 characters. */
const WIDE = `/* ${'漢字'.repeat(32_000)} */`;
const widen = (path: string, text: string) => replace(path, text, `${WIDE} ${text}`);

reconcileScene(
  'SU-41 a plan beyond 1 MB is a failure that names plan-file, and with plan-file it is written there',
  {
    world: {
      pulls: [
        { ...pullOf(LOOP), number: 7, head: 'a' },
        { ...pullOf(LOOP), number: 8, head: 'b' },
      ],
    },
    judged: {
      'one element': fix(
        'Told at length.',
        widen(PRICE, 'let sum'),
        widen(PRICE, 'return total('),
        widen(NAME, 'return names'),
      ),
    },
  },
  async (story) => {
    const { result } = await planned(story);

    expect(result.outputs['outcome']).toMatch(
      /^failed: the plan has 1\d{3} kB, .*set inputs plan-file and marker-secret/,
    );
    expect(result.outputs['plan']).toBe('');

    const folder = await mkdtemp(join(tmpdir(), 'revi-plan-'));
    try {
      const file = join(folder, 'plan.json');
      const written = await planned(story, { 'plan-file': file, 'marker-secret': 'correct horse battery' });
      expect(written.result.outputs).toMatchObject({ outcome: 'done', plan: '', 'plan-file': file });
      expect(written.result.annotations).toEqual([]);
      expect((await stat(file)).size).toBeGreaterThan(1_000_000);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

reconcileScene(
  'SU-41 a plan beyond what Linux hands to an input is an output with a warning',
  { threads: [LOOP], judged: { 'one element': fix('Told at length.', widen(PRICE, 'let sum')) } },
  async (story) => {
    const { result } = await planned(story);

    expect(result.outputs['outcome']).toBe('done');
    expect(result.outputs['plan']).not.toBe('');
    expect(result.annotations).toEqual([
      expect.objectContaining({
        name: 'warning',
        message: expect.stringMatching(/^the plan has 19\d kB; .*set inputs plan-file and marker-secret in both jobs/),
      }),
    ]);
  },
);

reconcileScene('SU-41 a plan of a few edits has no warning', { threads: [LOOP, AVERAGE] }, async (story) => {
  expect((await planned(story)).result.annotations).toEqual([]);
});

reconcileScene(
  'SU-41 SU-50 one pull request’s trouble in mode plan fails the run, and leaves the plan of the others',
  {
    world: {
      pulls: [
        { ...pullOf(LOOP), number: 7, head: 'a' },
        { ...pullOf(LOOP), number: 8, head: 'b' },
      ],
    },
    faults: [
      {
        graphql: 'HeadFiles',
        times: [1],
        answer: { status: 403, body: { message: 'Resource not accessible by integration' } },
      },
    ],
  },
  async (story) => {
    const { result, plan, apply } = await planned(story);
    expect(result.outputs['outcome']).toMatch(/^failed: pull request 7: /);
    expect((JSON.parse(plan) as Plan).facts.pullRequests.map(({ number }) => number)).toEqual([8]);

    const { outputs } = await apply(plan);

    expect(outputs['outcome']).toBe('done');
    expect([7, 8].map((number) => story.pull(number).threads[0]?.resolved)).toEqual([false, true]);
  },
);
