import { expect } from '@jest/globals';
import type { PullDescription } from '../../../src/embedded/new-pull.ts';
import { BOT, scene } from '../story.ts';
import {
  actsOf,
  CODEX,
  endOf,
  LOOP,
  leave,
  listOf,
  MAY_FIX,
  PERSONS,
  pullOf,
  reconcileScene,
  reviewBots,
  threadId,
} from './reconciling.ts';

const TRAILER = 'A change.\n\n— hive: agent=otter; task=9\n\nSummary by another bot';

/** Pull requests of every kind, each with one finding; the comment says which are the bot's to follow up on. */
const PULLS: readonly (PullDescription & { readonly number: number })[] = (
  [
    // Its own.
    { number: 11 },
    { number: 12, draft: true },
    { number: 13, labels: ['hold'] },
    { number: 14, labels: ['Do-Not-Merge'] },
    { number: 15, labels: ['exempt'] },
    { number: 16, labels: ['blocked'] },
    { number: 17, state: 'closed' },
    // Somebody else's.
    { number: 18, author: 'mia' },
    // Of a configured author.
    { number: 19, author: 'hive[bot]' },
    // By its trailer, and what only looks like one.
    { number: 20, author: 'mia', body: TRAILER },
    { number: 21, author: 'mia', body: '> — hive: agent=otter' },
    { number: 22, author: 'mia', body: '```\n— hive: agent=otter\n```' },
    // A person whose login is the configured bot's without its suffix.
    { number: 23, author: 'hive' },
    { number: 24, labels: ['parked'] },
  ] as const
).map((given) => ({ ...pullOf(LOOP), head: `branch-${given.number}`, ...given }));

reconcileScene(
  'RB-1 its own pull requests, those of authors and those with a trailer are followed up on, and no others',
  {
    world: { pulls: PULLS },
    settings: reviewBots({ authors: ['hive[bot]'] }),
    judged: { 'one element': leave('It is a guess.') },
  },
  async (story) => {
    const result = await story.reconcile();

    expect(result.outputs['outcome']).toBe('done');
    expect(listOf(result).prs.map(({ number, agent }) => [number, agent])).toEqual([
      [11, ''],
      [19, ''],
      [20, 'otter'],
      [24, ''],
    ]);
    const answered = PULLS.filter(({ number }) => (story.pull(number).threads[0]?.comments.length ?? 0) > 1);
    expect(answered.map(({ number }) => number)).toEqual([11, 19, 20, 24]);
  },
);

reconcileScene(
  'RB-1 RB-2 hold labels and the trailer of the settings take the place of the defaults',
  {
    world: {
      pulls: [
        { ...pullOf(LOOP), number: 31, head: 'a', labels: ['hold'] },
        { ...pullOf(LOOP), number: 32, head: 'b', labels: ['parked'] },
        { ...pullOf(LOOP), number: 33, head: 'c', author: 'mia', body: '  made-by: agent=Otter' },
        { ...pullOf(LOOP), number: 34, head: 'd', author: 'mia', body: TRAILER },
      ],
    },
    settings: reviewBots({ hold_labels: ['Parked'], trailer: '  made-by: ' }),
  },
  async (story) => {
    const result = await story.reconcile({ inputs: { mode: 'plan' } });

    expect(listOf(result).prs.map(({ number, agent }) => [number, agent])).toEqual([
      [31, ''],
      [33, 'Otter'],
    ]);
  },
);

for (const [what, settings] of [
  ['no sections at all', '{}'],
  ['no section', 'triage:\n  comment: true\n'],
  ['no logins', 'review_bots:\n  logins: []\n  authors: ["hive[bot]"]\n'],
] as const)
  reconcileScene(
    `RB-2 RB-12 with ${what} the feature is off: the list says so, and nothing is asked or touched`,
    { settings },
    async (story) => {
      const result = await story.reconcile();

      expect(result.outputs['outcome']).toMatch(/^skipped: review_bots\.logins .* names no review bot/);
      expect(listOf(result)).toEqual({ generated_at: expect.any(String), enabled: false, total_threads: 0, prs: [] });
      expect(result.outputs['fix-first']).toBe('');
      expect(story.model.questions).toEqual([]);
      expect(story.github.requests).toHaveLength(1);
      expect(actsOf(story)).toEqual([]);
    },
  );

scene(
  'RB-2 without a settings file the feature is off',
  { action: 'reconcile-bot-threads', world: { permissions: MAY_FIX, pull: pullOf(LOOP) } },
  async (story) => {
    const { outputs } = await story.run({ event: story.said('/revi fix').event });

    expect(outputs['outcome']).toMatch(/^skipped: review_bots\.logins .* names no review bot/);
    expect(JSON.parse(outputs['review-threads'] ?? '')).toMatchObject({ enabled: false, prs: [] });
    expect(actsOf(story)).toEqual([]);
  },
);

reconcileScene(
  'SU-54 RB-2 an action that the settings disable reads no thread and asks nothing',
  { settings: `disabled: [reconcile-bot-threads]\nreview_bots:\n  logins: ["${CODEX}"]\n` },
  async (story) => {
    const { outputs } = await story.reconcile();

    expect(outputs['outcome']).toMatch(/^skipped: reconcile-bot-threads is disabled in \.hyperhive\/revi\.yml/);
    expect(story.github.requests).toHaveLength(1);
    expect(story.model.questions).toEqual([]);
  },
);

reconcileScene(
  'RB-3 a person among the logins is an error that names the person, and nothing is touched, not even a request',
  { settings: reviewBots({ logins: [CODEX, 'dana'] }), threads: [LOOP, PERSONS] },
  async (story) => {
    const result = await story.reconcile();

    expect(result.outputs['outcome']).toMatch(/^failed: review_bots\.logins names dana.*dana\[bot\]/);
    expect(story.model.questions).toEqual([]);
    expect(actsOf(story)).toEqual([]);
  },
);

reconcileScene(
  'RB-3 SU-10 logins match without case, blanks and [bot], Copilot by both its names, and only accounts of type Bot',
  {
    settings: reviewBots({ logins: ['  ChatGPT-Codex-Connector[Bot] ', 'copilot', 'rabbit[bot]'] }),
    threads: [
      LOOP,
      { ...LOOP, author: 'Copilot[bot]', body: 'First name.' },
      { ...LOOP, author: 'copilot-pull-request-reviewer[bot]', body: 'Second name.' },
      { ...LOOP, author: 'rabbit', body: 'A person with the name of a bot.' },
      { ...LOOP, author: 'stranger[bot]', body: 'A bot that nobody named.' },
      // Whoever replies, the first comment counts.
      { ...PERSONS, replies: [{ author: CODEX, body: 'It is.' }] },
      { ...LOOP, body: 'Answered.', replies: [{ author: 'dana', body: 'True.' }] },
    ],
    judged: {},
  },
  async (story) => {
    const result = await story.reconcile();

    expect(listOf(result).prs[0]?.threads.map(({ body }) => body)).toEqual([
      LOOP.body,
      'First name.',
      'Second name.',
      'Answered.',
    ]);
    expect(story.pull().threads.map((thread) => endOf(thread).said.length)).toEqual([1, 1, 1, 0, 0, 0, 1]);
  },
);

reconcileScene(
  "RB-3 the bot's own login among the logins takes its threads for no other bot's",
  {
    settings: reviewBots({ logins: [CODEX, BOT] }),
    threads: [LOOP, { ...LOOP, author: BOT, body: 'A finding of its own.' }],
  },
  async (story) => {
    const result = await story.reconcile();

    expect(result.outputs['outcome']).toBe('done');
    expect(listOf(result).prs[0]?.threads.map(({ body }) => body)).toEqual([LOOP.body]);
    expect(story.thread(1).comments).toHaveLength(1);
    expect(story.thread(1).resolved).toBe(false);
  },
);

reconcileScene(
  'RB-10 the input pull-request narrows a schedule to one, also to one that is left alone, which is said',
  {
    world: {
      pulls: [
        { ...pullOf(LOOP), number: 41, head: 'a' },
        { ...pullOf(LOOP), number: 42, head: 'b' },
        { ...pullOf(LOOP), number: 43, head: 'c', author: 'mia' },
      ],
      permissions: MAY_FIX,
    },
  },
  async (story) => {
    const one = await story.reconcile({ inputs: { 'pull-request': '42' } });
    expect(one.outputs).toMatchObject({ outcome: 'done', 'head-sha': expect.stringMatching(/^[0-9a-f]{40}$/) });
    expect(listOf(one).prs.map(({ number }) => number)).toEqual([42]);
    expect(story.pull(41).threads.map(endOf)).toEqual([{ said: [], resolved: false }]);
    expect(story.pull(42).threads.map((thread) => thread.resolved)).toEqual([true]);

    const left = await story.reconcile({ inputs: { 'pull-request': '43' } });
    expect(left.outputs['outcome']).toMatch(/^skipped: pull request 43: its author is neither the bot nor/);
    expect(listOf(left).prs).toEqual([]);
    expect(story.pull(43).threads[0]?.comments).toHaveLength(1);
  },
);

reconcileScene('RB-12 thread_id is GitHub’s, and the login stands as GraphQL gives it', {}, async (story) => {
  const [pr] = listOf(await story.reconcile({ inputs: { mode: 'plan' } })).prs;

  expect(pr?.threads.map(({ thread_id, author }) => [thread_id, author])).toEqual([
    [threadId(story.thread(0)), 'chatgpt-codex-connector'],
    [threadId(story.thread(1)), 'coderabbitai'],
  ]);
});
