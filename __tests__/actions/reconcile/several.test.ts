import { expect } from '@jest/globals';
import { reviewEvent } from '../../../src/embedded/events.ts';
import type { Reply } from '../../../src/embedded/model/reply.ts';
import { land, reviewWith } from '../../../src/embedded/pull-happenings.ts';
import { dispatchEvent } from '../../../src/embedded/workflow-events.ts';
import { BOT } from '../story.ts';
import {
  AVERAGE,
  actsOf,
  CODEX,
  endOf,
  fixesOf,
  JUDGED,
  judging,
  LAST,
  LOOP,
  listOf,
  PRICE,
  PRICE_HEAD,
  pullOf,
  type ReconcileStory,
  reconcileScene,
  reviewBots,
  shownThreads,
  threadId,
} from './reconciling.ts';

const THREE = {
  pulls: [20, 21, 22].map((number) => ({
    ...pullOf({ ...LOOP, body: `${LOOP.body} (${number})` }),
    number,
    head: `branch-${number}`,
  })),
};

const resolvedOf = (story: ReconcileStory, numbers = [20, 21, 22]) =>
  numbers.map((number) => story.pull(number).threads[0]?.resolved);

reconcileScene(
  'RB-10 SU-50 one pull request whose change cannot be read fails by itself, and the others are settled',
  {
    world: THREE,
    faults: [
      {
        match: 'GET *compare*',
        times: [2],
        answer: { status: 403, body: { message: 'Resource not accessible by integration' } },
      },
    ],
  },
  async (story) => {
    const { outputs, summary } = await story.reconcile();

    expect(outputs['outcome']).toMatch(/^failed: pull request 21: /);
    expect(outputs['outcome']).not.toContain('pull request 20');
    expect(resolvedOf(story)).toEqual([true, false, true]);
    expect(summary).toContain('**Not done:**');
  },
);

reconcileScene(
  'SU-50 a key that the service refuses stops all asking, and what needs no model is done all the same',
  { world: THREE, judged: () => ({ status: 401, message: 'invalid x-api-key' }) satisfies Reply },
  async (story) => {
    const message = `Fix a finding\n\nRevi-Run: 77\nRevi-Thread: ${threadId(story.pull(22).threads[0] as never)}`;
    const fixed = { [PRICE]: PRICE_HEAD.replace('at <= prices', 'at < prices') };
    await land(story.world, 22, { author: BOT, message, files: fixed });

    const { outputs } = await story.reconcile();

    expect(outputs['outcome']).toMatch(/^failed: pull request 20: .*key/);
    expect(story.model.questions).toHaveLength(1);
    expect(resolvedOf(story)).toEqual([false, false, true]);
    expect(story.pull(20).threads.map(endOf)).toEqual([{ said: [], resolved: false }]);
  },
);

reconcileScene(
  'SU-50 without a key the lists are written and finished fixes answered; then the run fails and names the input',
  {},
  async (story) => {
    const result = await story.reconcile({ inputs: { 'anthropic-api-key': '' } });

    expect(result.outputs['outcome']).toMatch(/^failed: .*anthropic-api-key/);
    expect(listOf(result).total_threads).toBe(2);
    expect(actsOf(story)).toEqual([]);
  },
);

reconcileScene(
  'RB-20 SU-36 a run whose budget ends between two pull requests settles the first and says why not the second',
  { world: THREE },
  async (story) => {
    const { outputs } = await story.reconcile({ inputs: { 'max-input-tokens': '3500' } });

    expect(outputs['outcome']).toMatch(/^no verdict: pull request 2[12]: .*max-input-tokens/);
    expect(resolvedOf(story)[0]).toBe(true);
    expect(story.pull(22).threads.map(endOf)).toEqual([{ said: [], resolved: false }]);
  },
);

reconcileScene(
  'SU-36 a bound in USD for a model without a known price fails before the first call',
  {},
  async (story) => {
    const { outputs } = await story.reconcile({ inputs: { model: 'some-other-model', 'max-cost-usd': '1' } });

    expect(outputs['outcome']).toMatch(/^failed: .*max-input-tokens/);
    expect(story.model.questions).toEqual([]);
    expect(actsOf(story)).toEqual([]);
  },
);

reconcileScene(
  'SU-37 what earlier runs spent stands in the replies and bounds the next one; a maintainer’s command still runs',
  { threads: [LOOP] },
  async (story) => {
    await story.reconcile();
    expect(story.thread().comments.at(-1)?.body).toMatch(/; cost: 0\.\d+ -->$/);
    await reviewWith(story.world, 7, { author: CODEX, threads: [{ path: PRICE, line: 8, body: 'Divides by zero.' }] });
    const bound = { 'max-cost-usd-per-pull-request': '0.00001' };
    const asked = story.model.questions.length;

    const scheduled = await story.reconcile({ inputs: bound });
    expect(scheduled.summary).toContain('max-cost-usd-per-pull-request');
    expect(story.model.questions).toHaveLength(asked);
    expect(story.thread(1).comments).toHaveLength(1);

    const developer = await story.reconcile({ event: story.said('/revi fix').event, inputs: bound });
    expect(developer.outputs['outcome']).toMatch(/^skipped: pull request 7: .*max-cost-usd-per-pull-request/);
    expect(story.model.questions).toHaveLength(asked);

    const maintainer = await story.reconcile({ event: story.said('/revi fix', 'kofi').event, inputs: bound });
    expect(maintainer.outputs['outcome']).toBe('done');
    expect(endOf(story.thread(1)).said).toHaveLength(1);
  },
);

reconcileScene(
  'SU-37 a run’s cost is shared among its replies, whose sum is what the run cost',
  { threads: [LOOP, AVERAGE, LAST] },
  async (story) => {
    const { outputs } = await story.reconcile();

    const costs = story
      .pull()
      .threads.map(({ comments }) => Number(/; cost: ([\d.]+) -->/.exec(comments.at(-1)?.body ?? '')?.[1]));
    expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeCloseTo(Number(outputs['cost-usd']), 6);
  },
);

reconcileScene(
  'SU-17 a review on a fork’s pull request has no secrets: a notice names /revi fix and the schedule, never red',
  { world: { pull: { fork: 'mallory', author: 'hive[bot]' } }, settings: reviewBots({ authors: ['hive[bot]'] }) },
  async (story) => {
    const review = await reviewWith(story.world, 7, {
      author: CODEX,
      threads: [{ path: PRICE, line: 2, body: 'Hm.' }],
    });
    const event = reviewEvent({ world: story.world, urls: story.github.urls }, 7, review);

    const { outputs, annotations } = await story.reconcile({ event, inputs: { 'anthropic-api-key': '' } });

    expect(outputs['outcome']).toMatch(/^skipped: a fork’s own event has no secrets.*\/revi fix.*schedule/);
    expect(annotations.map(({ name }) => name)).toEqual(['notice']);
    expect(story.github.requests).toEqual([]);
  },
);

reconcileScene(
  'SU-17 SU-48 a fork’s event with a key and a read-only token fails by a sentence that names the permission, and posts nothing',
  {
    world: {
      permissions: { contents: 'read', 'pull-requests': 'read' },
      pull: { fork: 'mallory', author: 'hive[bot]' },
    },
    settings: reviewBots({ authors: ['hive[bot]'] }),
    threads: [AVERAGE],
  },
  async (story) => {
    const { outputs, summary } = await story.reconcile();

    expect(outputs['outcome']).toMatch(/pull-requests: write/);
    expect(summary).toContain('pull-requests: write');
    expect(story.thread().comments).toHaveLength(1);
  },
);

reconcileScene(
  'SU-14 /revi fix below developer is refused in silence on the pull request; a developer’s is carried out there and nowhere else',
  {
    world: {
      pulls: [
        { ...pullOf(LOOP), number: 7, head: 'a' },
        { ...pullOf(LOOP), number: 8, head: 'b' },
      ],
    },
  },
  async (story) => {
    const triager = await story.reconcile({ event: story.said('/revi fix', 'tess').event });
    expect(triager.outputs['outcome']).toMatch(/^skipped: .*tess/);
    expect(actsOf(story)).toEqual([]);
    expect(story.model.questions).toEqual([]);

    const developer = await story.reconcile({ event: story.said('/revi fix').event });
    expect(developer.outputs['outcome']).toBe('done');
    expect(story.pull(7).threads[0]?.resolved).toBe(true);
    expect(story.pull(8).threads[0]?.comments).toHaveLength(1);
  },
);

reconcileScene(
  'SU-50 /revi fix where nothing is left to settle is a skip that says so',
  { threads: [{ ...LOOP, resolved: true }] },
  async (story) => {
    const { outputs } = await story.reconcile({ event: story.said('/revi fix').event });

    expect(outputs['outcome']).toMatch(/^skipped: pull request 7: no thread of a configured review bot is left/);
    expect(story.pull().comments).toHaveLength(1);
  },
);

reconcileScene(
  'RB-10 a dispatch without a number means all, with one that one; a wrong one is a bad input',
  { world: THREE },
  async (story) => {
    const source = { world: story.world, urls: story.github.urls };
    const one = await story.reconcile({ event: dispatchEvent(source, 'kofi', { 'pull-request': '#21' }) });
    expect(one.outputs['outcome']).toBe('done');
    expect(resolvedOf(story)).toEqual([false, true, false]);

    const bad = await story.reconcile({ event: dispatchEvent(source, 'kofi', { 'pull-request': 'twelve' }) });
    expect(bad.outputs['outcome']).toMatch(/^failed: .*twelve/);

    await story.reconcile({ event: dispatchEvent(source, 'kofi', { 'pull-request': '' }) });
    expect(resolvedOf(story)).toEqual([true, true, true]);
  },
);

reconcileScene(
  'SU-56 settings that do not load fail the run with the line, and no thread is touched',
  { settings: 'review_bots:\n  logins: ["a[bot]"]\n  min_prority: P1\n' },
  async (story) => {
    const { outputs, annotations } = await story.reconcile();

    expect(outputs['outcome']).toMatch(/^failed: the settings do not load/);
    expect(annotations[0]).toMatchObject({ name: 'error', properties: { file: '.hyperhive/revi.yml', line: '3' } });
    expect(actsOf(story)).toEqual([]);
  },
);

reconcileScene(
  'SU-11 SU-42 with marker-secret replies are signed and believed again; an unsigned one counts as an attempt all the same',
  { threads: [LOOP] },
  async (story) => {
    const signed = { inputs: { 'marker-secret': 'correct horse battery' } } as const;
    await story.reconcile(signed);
    expect(story.thread().comments.at(-1)?.body).toMatch(/\n<!-- revi-mac: [\w-]+ -->$/);

    await story.reconcile(signed);
    await story.reconcile();

    expect(endOf(story.thread()).said).toHaveLength(1);
    expect(await fixesOf(story)).toHaveLength(1);
  },
);

const many = Array.from({ length: 23 }, (_, at) => ({ ...LOOP, body: `Finding ${at}.` }));

reconcileScene(
  'RB-20 SU-44 more threads than one fixer takes wait for the next run, which takes them up, and both say so',
  { threads: many, judged: judging(JUDGED) },
  async (story) => {
    const first = await story.reconcile();
    expect(shownThreads(story.model.questions[0]?.body as never)).toHaveLength(20);
    expect(first.outputs['outcome']).toMatch(/^(no verdict|done)/);
    expect(first.summary).toMatch(/3 /);
    const second = await story.reconcile();

    expect(second.outputs['outcome']).toBe('done');
    expect(story.pull().threads.map((thread) => endOf(thread).said.length)).toEqual(many.map(() => 1));
  },
);
