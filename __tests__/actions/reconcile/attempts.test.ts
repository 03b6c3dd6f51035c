import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { addReply } from '../../../src/embedded/happenings.ts';
import { planned } from './planning.ts';
import {
  AVERAGE,
  actsOf,
  endOf,
  fixesOf,
  LOOP,
  type ReconcileStory,
  reconcileScene,
  reviewBots,
  threadId,
} from './reconciling.ts';

/** A folder in which an agent asks for a reply in the first thread. */
async function withRequest(story: ReconcileStory, play: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'revi-attempts-'));
  const [thread] = story.pull().threads;
  if (thread === undefined) throw new Error('the story has no thread');
  const request = { event: 'comment', repo: 'acme/shop', number: 7, thread_id: threadId(thread), body: 'Ours.' };
  try {
    await writeFile(join(folder, 'a.json'), JSON.stringify(request));
    await play(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

reconcileScene(
  'SU-42 what a request said in an earlier attempt of the run keeps its thread out of the fixer, as it would have then',
  {
    settings: reviewBots({ max_attempts_per_thread: 2 }),
    threads: [LOOP, AVERAGE],
    faults: [{ graphql: 'HeadFiles', times: [1], answer: { status: 401, body: { message: 'Bad credentials' } } }],
  },
  async (story) => {
    await withRequest(story, async (requests) => {
      const first = await story.reconcile({ runId: 31, inputs: { requests } });
      expect([first.code, actsOf(story)]).toEqual([1, ['reply']]);

      await story.reconcile({ runId: 31, attempt: 2, inputs: { requests } });
    });

    expect(await fixesOf(story)).toEqual([]);
    expect(story.pull().threads.map(endOf)).toEqual([
      { said: ['Ours.'], resolved: false },
      { said: [expect.stringMatching(/^Not changed: /)], resolved: false },
    ]);
  },
);

reconcileScene(
  'SU-41 SU-42 a planned decision that a request made needless is no lost one in a second attempt',
  { threads: [LOOP, AVERAGE] },
  async (story) => {
    const { plan, apply } = await planned(story);
    await withRequest(story, async (folder) => {
      const how = { inputs: { mode: 'apply', plan, requests: folder, 'anthropic-api-key': '', 'base-url': '' } };
      const first = await story.reconcile({ runId: 60, ...how });
      const second = await story.reconcile({ runId: 60, attempt: 2, ...how });

      expect([first.outputs['outcome'], second.outputs['outcome']]).toEqual(['done', 'done']);
    });
    expect(await apply(plan)).toMatchObject({ outputs: { outcome: 'done' } });
    expect(actsOf(story)).toEqual(['reply', 'reply']);
  },
);

for (const [words, resolved] of [
  ['Not fixed, keep it open.', false],
  [null, true],
] as const)
  reconcileScene(
    `RB-23 SU-42 an attempt of the same run ${resolved ? 'resolves what it fixed' : 'leaves open what somebody has spoken about since'}`,
    { threads: [LOOP] },
    async (story) => {
      await story.reconcile({ runId: 31 });
      const thread = story.thread(0);
      expect(thread.resolved).toBe(true);
      thread.resolved = false;
      thread.resolvedBy = null;
      if (words !== null) addReply(story.world, 7, thread, { author: 'dana', body: words });

      const { outputs } = await story.reconcile({ runId: 31, attempt: 2 });

      expect(thread.resolved).toBe(resolved);
      expect(outputs['outcome']).toBe('done');
      expect(await fixesOf(story)).toHaveLength(1);
    },
  );
