import { expect } from '@jest/globals';
import type { Fault } from '../../../src/embedded/faults.ts';
import { addReply, edit, push, unresolveThread } from '../../../src/embedded/happenings.ts';
import { BOT, seen } from '../story.ts';
import {
  AVERAGE,
  actsOf,
  type Described,
  endOf,
  fixesOf,
  LOOP,
  PRICE,
  type ReconcileStory,
  reconcileScene,
  reviewBots,
  textAt,
  threadId,
} from './reconciling.ts';

const TWICE = reviewBots({ max_attempts_per_thread: 2 });
const TRAILER = 'Adds prices.\n\n— hive: agent=scanner';
const SECRET = { 'marker-secret': 'correct horse battery' } as const;

for (const moment of ['before', 'after'] as const) {
  const stop = new AbortController();
  const kill: Fault = { match: 'POST */replies', times: [2], [moment]: () => stop.abort(), reset: moment };
  reconcileScene(
    `SU-42 a run that is killed ${moment} its second reply answers no thread twice in its next attempt, also where two are allowed`,
    { threads: [AVERAGE, { ...AVERAGE, body: 'Again by zero.', line: 7 }], settings: TWICE, faults: [kill] },
    async (story) => {
      expect((await story.reconcile({ runId: 31, signal: stop.signal })).code).toBeNull();

      const { outputs } = await story.reconcile({ runId: 31, attempt: 2 });

      expect(outputs['outcome']).toBe('done');
      expect(story.pull().threads.map((thread) => endOf(thread).said.length)).toEqual([1, 1]);
    },
  );
}

/** A commit with the bot's name in it that claims all threads. */
function forge({ world, pull }: ReconcileStory): Promise<string> {
  const threads = pull().threads.map((thread) => `Revi-Thread: ${threadId(thread)}`);
  return push(world, 7, {
    author: BOT,
    message: `Fix findings\n\nRevi-Run: 77\n${threads.join('\n')}`,
    files: { 'docs/more.md': 'More.\n' },
  });
}

const FORGERS: readonly (readonly [string, Described])[] = [
  [
    'on a fork’s branch of an author in the settings',
    {
      settings: reviewBots({ authors: ['evil'] }),
      world: { pull: { author: 'evil', fork: 'evil' } },
    },
  ],
  ['on a fork’s branch by a stranger', { world: { pull: { author: 'evil', fork: 'evil', body: TRAILER } } }],
  ['on a branch here by an author below developer', { world: { pull: { author: 'tess', body: TRAILER } } }],
];

for (const [where, described] of FORGERS)
  reconcileScene(
    `RB-10 RB-22 RB-24 a commit that claims the bot for its author ${where} finishes nothing`,
    { ...described, threads: [LOOP, AVERAGE] },
    async (story) => {
      await forge(story);

      const { outputs } = await story.reconcile({ inputs: { runtime: 'acp' } });

      expect(outputs['outcome']).toBe('done');
      expect(actsOf(story)).toEqual([]);
    },
  );

/** “Update with rebase”: the fix with the same author and message under another id. */
async function rebase(story: ReconcileStory): Promise<void> {
  const { world } = story;
  const [made] = await fixesOf(story);
  const text = await textAt(story, PRICE);
  const onto = (await world.git.run(['rev-parse', `${story.pull().head}~1`])).toString().trim();
  await push(world, 7, {
    onto,
    author: BOT,
    message: made?.message ?? '',
    files: { [PRICE]: text, 'docs/x.md': 'x\n' },
  });
}

for (const [how, inputs] of [
  ['', {}],
  [' and with marker-secret newly on', SECRET],
] as const) {
  reconcileScene(
    `RB-10 RB-22 after a rebase${how} a thread that a person opened again stays open, and nothing is said twice`,
    { threads: [LOOP], settings: reviewBots({ max_attempts_per_thread: 3 }) },
    async (story) => {
      await story.reconcile();
      unresolveThread(story.thread());
      addReply(story.world, 7, story.thread(), { author: 'dana', body: 'No, this is not fixed. Keep it open.' });
      await rebase(story);

      const { outputs } = await story.reconcile({ inputs });

      expect(outputs['outcome']).toBe('done');
      expect(endOf(story.thread())).toEqual({ said: [expect.stringMatching(/^Fixed in /)], resolved: false });
    },
  );

  reconcileScene(
    `RB-10 RB-23 after a rebase${how} a fix that stays unresolved is told once`,
    { threads: [LOOP], settings: reviewBots({ max_attempts_per_thread: 2, resolve_after_fix: false }) },
    async (story) => {
      await story.reconcile();
      await rebase(story);

      await story.reconcile({ inputs });

      expect(endOf(story.thread())).toEqual({ said: [expect.stringMatching(/^Fixed in /)], resolved: false });
    },
  );
}

reconcileScene(
  'SU-11 RB-10 with marker-secret newly on, a fix that was told unsigned is not told again',
  { threads: [LOOP], settings: reviewBots({ max_attempts_per_thread: 2, resolve_after_fix: false }) },
  async (story) => {
    await story.reconcile();

    await story.reconcile({ inputs: SECRET });

    expect(endOf(story.thread()).said).toHaveLength(1);
  },
);

reconcileScene(
  'SU-11 a reply of the bot that somebody edited, and one unsigned after marker-secret, are named in the summary',
  { threads: [AVERAGE, LOOP] },
  async (story) => {
    const first = await story.reconcile();
    expect(seen(first.summary)).not.toContain('do not count');
    const [, reply] = story.thread(0).comments;
    if (reply === undefined) throw new Error('the bot has not replied');
    edit(story.world, reply, { editor: 'dana', body: reply.body.replace('Not changed', 'Fixed') });

    const edited = seen((await story.reconcile()).summary);
    const unsigned = seen((await story.reconcile({ inputs: SECRET })).summary);

    const line = (summary: string) => summary.match(/The hidden lines of .* do not count: .*/g) ?? [];
    expect(line(edited)).toEqual([
      expect.stringMatching(new RegExp(`discussion_r${reply.id}\\).*: edited by dana\\.$`)),
    ]);
    expect(line(unsigned)).toEqual([
      expect.stringMatching(/edited by dana\.$/),
      expect.stringMatching(new RegExp(`discussion_r${story.thread(1).comments[1]?.id}\\).*: unsigned\\.$`)),
    ]);
  },
);
