import { expect } from '@jest/globals';
import { addReply, unresolveThread } from '../../../src/embedded/happenings.ts';
import { reviewWith } from '../../../src/embedded/pull-happenings.ts';
import { BOT } from '../story.ts';
import {
  AS_WANTED,
  AVERAGE,
  actsOf,
  CODEX,
  endOf,
  fixesOf,
  LAST,
  LOOP,
  MAY_FIX,
  PERSONS,
  PRICE,
  pullOf,
  reconcileScene,
  reviewBots,
} from './reconciling.ts';

reconcileScene(
  'RB-23 RB-24 RB-32 a reply is one line of words, the note about checks, the trailer and a footer; thread after thread, then resolved',
  { threads: [LOOP, LAST, AVERAGE, PERSONS] },
  async (story) => {
    await story.reconcile({ runId: 4711 });

    expect(actsOf(story)).toEqual(['commit', 'reply', 'resolve', 'reply', 'resolve', 'reply']);
    const [made] = await fixesOf(story);
    const [fixed, , declined] = story.pull().threads.map(({ comments }) => comments.at(-1)?.body.split('\n\n'));
    expect(fixed).toEqual([
      `Fixed in ${made?.oid.slice(0, 7)}: The loop ends before the length.`,
      'Checks do not start for this commit, since the workflow token made it; they do with the token of a GitHub App.',
      '— hive: agent=revi',
      expect.stringMatching(
        new RegExp(
          `^<!-- revi-reconcile: v1; thread: [0-9a-f]{12}; decision: fix; commit: ${made?.oid}; run: 4711; cost: 0\\.\\d+ -->$`,
        ),
      ),
    ]);
    expect(declined).toEqual([
      'Not changed: No prices are refused by the caller.',
      '— hive: agent=revi',
      expect.stringMatching(
        /^<!-- revi-reconcile: v1; thread: [0-9a-f]{12}; decision: decline; run: 4711; cost: 0\.\d+ -->$/,
      ),
    ]);
    expect(story.thread(0).resolvedBy?.login).toBe(BOT);
  },
);

reconcileScene(
  'SU-51 the number of requests is six for a pull request and three for each fixed thread',
  { threads: [LOOP, LAST] },
  async (story) => {
    const { summary } = await story.reconcile();

    expect(story.github.requests).toHaveLength(12);
    expect(summary).toContain('| 12 |');
  },
);

reconcileScene(
  'RB-23 resolve_after_fix false answers and leaves the thread open; the next run does not take it up again',
  { threads: [LOOP], settings: reviewBots({ resolve_after_fix: false }) },
  async (story) => {
    await story.reconcile();
    const again = await story.reconcile();

    expect(endOf(story.thread())).toMatchObject({ resolved: false, said: [expect.stringMatching(/^Fixed in /)] });
    expect(actsOf(story)).toEqual(['commit', 'reply']);
    expect(again.outputs['outcome']).toBe('done');
  },
);

reconcileScene(
  'RB-10 RB-23 a thread that a person opens again stays the person’s, and one run more asks nothing',
  { threads: [LOOP] },
  async (story) => {
    await story.reconcile();
    unresolveThread(story.thread());
    addReply(story.world, 7, story.thread(), { author: 'dana', body: 'Not so fast.' });
    const { length } = story.model.questions;

    await story.reconcile();

    expect(story.thread().resolved).toBe(false);
    expect(actsOf(story)).toEqual(['commit', 'reply', 'resolve']);
    expect(story.model.questions).toHaveLength(length);
  },
);

reconcileScene(
  'RB-10 a finding about the fix is a new thread with an attempt of its own',
  { threads: [LOOP] },
  async (story) => {
    await story.reconcile();
    await reviewWith(story.world, 7, {
      author: CODEX,
      threads: [{ path: PRICE, line: 3, body: 'There is no element at the length, still.' }],
    });

    const { outputs } = await story.reconcile();

    expect(outputs['outcome']).toBe('done');
    expect(endOf(story.thread(0)).said).toHaveLength(1);
    expect(endOf(story.thread(1)).said).toHaveLength(1);
  },
);

reconcileScene(
  'RB-31 a thread that was answered while the model works gets no second reply',
  {
    threads: [AVERAGE, LOOP],
    faults: [
      {
        graphql: 'ThreadsById',
        times: [1],
        before: (world) => {
          const thread = world.pulls.get(7)?.threads[0];
          if (thread !== undefined) addReply(world, 7, thread, { author: BOT, body: 'Not changed: by another run.' });
        },
      },
    ],
  },
  async (story) => {
    const { summary } = await story.reconcile();

    expect(endOf(story.thread(0)).said).toEqual(['Not changed: by another run.']);
    expect(endOf(story.thread(1)).resolved).toBe(true);
    expect(summary).toContain('already has 1 replies');
  },
);

reconcileScene(
  'RB-23 a reply that GitHub refuses fails the run and stops no other thread; what it was for is not resolved',
  {
    threads: [LOOP, LAST],
    faults: [
      {
        match: 'POST *replies',
        times: [1],
        answer: { status: 403, body: { message: 'Resource not accessible by integration' } },
      },
    ],
  },
  async (story) => {
    const first = await story.reconcile();

    expect(first.outputs['outcome']).toMatch(/^failed: pull request 7: .*pull-requests: write/);
    expect(story.pull().threads.map((thread) => [endOf(thread).said.length, thread.resolved])).toEqual([
      [0, false],
      [1, true],
    ]);

    // The commit names the thread, so that the next run finishes it.
    const second = await story.reconcile();
    expect(second.outputs['outcome']).toBe('done');
    expect(endOf(story.thread())).toMatchObject({ resolved: true, said: [expect.stringMatching(/^Fixed in /)] });
    expect(await fixesOf(story)).toHaveLength(1);
  },
);

reconcileScene(
  'RB-24 with another runtime threads are listed and nothing is asked or fixed, and the run says so',
  {},
  async (story) => {
    const { outputs, annotations, summary } = await story.reconcile({
      inputs: { runtime: 'claude-cli', 'anthropic-api-key': '' },
    });

    expect(outputs['outcome']).toBe('done');
    expect(JSON.parse(outputs['review-threads'] ?? '')).toMatchObject({ total_threads: 2 });
    expect(outputs['fix-first']).toContain('Divides by zero');
    expect(annotations.map(({ name, message }) => [name, message])).toEqual([
      ['notice', expect.stringMatching(/runtime claude-cli lists threads .* runtime api only/)],
    ]);
    expect(summary).toContain('runtime claude-cli has no fixer');
    expect(story.model.questions).toEqual([]);
    expect(actsOf(story)).toEqual([]);
  },
);

const TRAILED = '— hive: agent=otter';

reconcileScene(
  'RB-24 SU-14 by trailer alone an author below developer gets no fixer, one with Write does, whatever the association says',
  {
    world: {
      permissions: MAY_FIX,
      pulls: [
        { ...pullOf(LOOP), number: 20, head: 'a', author: 'tess', body: TRAILED },
        { ...pullOf(LOOP), number: 21, head: 'b', author: 'dana', body: TRAILED },
        { ...pullOf(LOOP), number: 22, head: 'c', author: 'somebody[bot]', body: TRAILED },
        { ...pullOf(LOOP), number: 23, head: 'd', author: 'omar', body: TRAILED },
        { ...pullOf(LOOP), number: 24, head: 'e', author: null, body: TRAILED },
      ],
    },
    settings: reviewBots({ authors: ['omar'] }),
  },
  async (story) => {
    const { outputs, summary } = await story.reconcile();

    expect(outputs['outcome']).toBe('done');
    const ends = [20, 21, 22, 23, 24].map((number) => [number, story.pull(number).threads[0]?.resolved]);
    expect(ends).toEqual([
      [20, false],
      [21, true],
      [22, false],
      [23, true],
      [24, false],
    ]);
    expect(JSON.parse(outputs['review-threads'] ?? '')).toMatchObject({ total_threads: 5 });
    expect(summary).toContain('tess has not the role developer');
    expect(summary).toContain('account is gone');
  },
);

reconcileScene(
  'RB-24 SU-14 a role that cannot be read is a refusal that fails the run, and no fixer runs',
  {
    world: { pull: { author: 'dana', body: TRAILED } },
    faults: [{ match: 'GET */permission', answer: { status: 403, body: { message: 'Must have push access' } } }],
  },
  async (story) => {
    const { outputs } = await story.reconcile();

    expect(outputs['outcome']).toMatch(/^failed: pull request 7: /);
    expect(story.model.questions).toEqual([]);
    expect(actsOf(story)).toEqual([]);
  },
);

reconcileScene(
  'SU-48 a locked conversation is left alone, and the summary says so',
  { world: { pull: { locked: true } }, judged: { 'by zero': AS_WANTED } },
  async (story) => {
    const { outputs, summary } = await story.reconcile();

    expect(outputs['outcome']).toBe('done');
    expect(summary).toContain('locked');
    expect(story.model.questions).toEqual([]);
    expect(actsOf(story)).toEqual([]);
  },
);

reconcileScene(
  'SU-51 the summary holds every thread with what became of it, tokens, cost, turns and requests; nothing in it is alive',
  {
    threads: [{ ...AVERAGE, body: 'Divides by zero. @dana <img src=x> | #12' }],
    world: { pull: { title: 'Tell | @dana <b>prices</b>' } },
    judged: { 'by zero': AS_WANTED },
  },
  async (story) => {
    const { summary } = await story.reconcile();

    expect(summary).toMatch(
      /\| `src\/price\.ts:8` \| coderabbitai \| declined \| No prices are refused by the caller\. \|/,
    );
    expect(summary).toMatch(/\| claude-sonnet-5-5 \| \d+ \| [\d,]+ \| [\d,]+ \| [\d,]+ \| \$0\.\d+ \|/);
    expect(summary).toContain('pull request 7 |');
    expect(summary).not.toMatch(/@dana|<b>/);
  },
);
