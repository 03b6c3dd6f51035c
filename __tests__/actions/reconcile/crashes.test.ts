import { expect, test } from '@jest/globals';
import type { Fault } from '../../../src/embedded/faults.ts';
import { land, reviewWith } from '../../../src/embedded/pull-happenings.ts';
import { BOT } from '../story.ts';
import {
  AVERAGE,
  CODEX,
  type Described,
  endOf,
  fixesOf,
  LAST,
  LOOP,
  NAME,
  PERSONS,
  PRICE,
  PRICE_HEAD,
  type ReconcileStory,
  reconcileStory,
  reviewBots,
  textAt,
  threadId,
} from './reconciling.ts';

/** One way through the action that is killed at every request. */
type Course = {
  readonly described: Described;
  readonly begin?: (story: ReconcileStory) => Promise<unknown>;
  /** Requests of an undisturbed run: `w` for one that changes something, `r` for any other. */
  readonly requests: string;
};

const COURSES: { readonly [name: string]: Course } = {
  'two fixes, a decline and a person’s thread': {
    described: { threads: [LOOP, AVERAGE, LAST, PERSONS] },
    // Survey, threads, change, files, guard, commit; reply, guard, resolve; reply, guard; reply, guard, resolve.
    requests: 'rrrrrwwrwwrwrw',
  },
  'a commit of an earlier run that nobody answered for': {
    described: { threads: [LOOP] },
    begin: (story) =>
      land(story.world, 7, {
        author: BOT,
        message: `Fix a finding\n\nRevi-Run: 77\nRevi-Thread: ${threadId(story.thread())}`,
        files: { [PRICE]: PRICE_HEAD.replace('at <= prices', 'at < prices') },
      }),
    requests: 'rrrwrw',
  },
  'a fix that stays unresolved': {
    described: { threads: [LOOP], settings: reviewBots({ resolve_after_fix: false }) },
    requests: 'rrrrrww',
  },
};

/** What a person sees in the end; of a fix only that it is told, since the words are lost with the run that had them. */
async function stateOf(story: ReconcileStory): Promise<unknown> {
  const fixes = await fixesOf(story);
  return {
    commits: fixes.map(({ author, message }) => [author, message.replace(/^Revi-Run: .*$/m, 'Revi-Run: …')]),
    files: [await textAt(story, PRICE), await textAt(story, NAME)],
    threads: story.pull().threads.map((thread) => {
      const { said, resolved } = endOf(thread);
      return {
        said: said.map((line) => line.replace(/^(Fixed in )[0-9a-f]{7}: .*$/, '$1…')),
        // A reply names the commit that there is.
        named: said.map((line) => fixes.some(({ oid }) => line.startsWith(`Fixed in ${oid.slice(0, 7)}: `))),
        footers: thread.comments.flatMap(({ body }) => body.match(/<!-- revi-reconcile: /g) ?? []).length,
        resolved,
      };
    }),
    comments: story.pull().comments.length,
  };
}

/** The end of an undisturbed run; every course is played once for all of its crashes. */
const undisturbed = new Map<Course, Promise<unknown>>();
function expectedState(course: Course): Promise<unknown> {
  const known = undisturbed.get(course);
  if (known !== undefined) return known;
  const played = (async () => {
    let state: unknown = null;
    await reconcileStory(course.described, async (story) => {
      await course.begin?.(story);
      expect((await story.reconcile()).outputs['outcome']).toBe('done');
      expect(story.github.requests.map(({ write }) => (write ? 'w' : 'r')).join('')).toBe(course.requests);
      state = await stateOf(story);
    });
    return state;
  })();
  undisturbed.set(course, played);
  return played;
}

// Whether a reading was answered makes no difference to what stands on GitHub.
for (const [name, course] of Object.entries(COURSES))
  for (const [index, kind] of [...course.requests].entries())
    for (const moment of kind === 'w' ? (['before', 'after'] as const) : (['before'] as const))
      test.concurrent(`SU-42 RB-10 RB-22 ${name}, killed ${moment} request ${index + 1} (${kind === 'w' ? 'a write' : 'a reading'}), ends as if it had not been`, async () => {
        const expected = await expectedState(course);
        const stop = new AbortController();
        const kill: Fault = { nth: index + 1, [moment]: () => stop.abort(), reset: moment };
        await reconcileStory({ ...course.described, faults: [kill] }, async (story) => {
          await course.begin?.(story);
          expect((await story.reconcile({ runId: 31, signal: stop.signal })).code).toBeNull();

          const { outputs } = await story.reconcile({ runId: 31, attempt: 2 });

          expect(outputs['outcome']).toBe('done');
          expect(await stateOf(story)).toEqual(expected);
        });
      }, 120_000);

test.concurrent.each([
  ['is lost', { answer: { status: 502, carriedOut: true } }],
  ['breaks off', { reset: 'after' }],
  ['is half a text', { garbage: true }],
] as const)(
  'SU-42 RB-22 RB-32 where every write’s answer %s, there is one commit, one reply for each thread, and each is resolved once',
  async (_, fault) => {
    const course = COURSES['two fixes, a decline and a person’s thread'];
    if (course === undefined) throw new Error('there is no such course');
    // The first try of each write: they are the first, third, fifth … where each is tried again at most once.
    const faults: Fault[] = [
      { graphql: 'createCommitOnBranch', times: [1], ...fault },
      { match: 'POST *replies', times: [1, 2, 3], ...fault },
      { graphql: 'resolveReviewThread', times: [1, 3], ...fault },
    ];
    await reconcileStory({ ...course.described, faults }, async (story) => {
      const { outputs } = await story.reconcile();

      expect(outputs['outcome']).toBe('done');
      expect(await stateOf(story)).toEqual(await expectedState(course));
    });
  },
  120_000,
);

test.concurrent('SU-42 RB-22 another run after a kill finishes the commit, and takes the rest up again in one more', async () => {
  const stop = new AbortController();
  const kill: Fault = { graphql: 'createCommitOnBranch', times: [1], after: () => stop.abort(), reset: 'after' };
  await reconcileStory({ threads: [LOOP, AVERAGE, LAST], faults: [kill] }, async (story) => {
    await story.reconcile({ signal: stop.signal });

    const { outputs } = await story.reconcile();

    expect(outputs['outcome']).toBe('done');
    expect(await fixesOf(story)).toHaveLength(1);
    expect(story.pull().threads.map((thread) => [endOf(thread).said.length, thread.resolved])).toEqual([
      [1, true],
      [1, false],
      [1, true],
    ]);
  });
}, 120_000);

test.concurrent('RB-22 SU-42 a later attempt makes no second commit, also for a finding that came meanwhile', async () => {
  const stop = new AbortController();
  const kill: Fault = { graphql: 'createCommitOnBranch', times: [1], after: () => stop.abort(), reset: 'after' };
  await reconcileStory({ threads: [LOOP], faults: [kill] }, async (story) => {
    await story.reconcile({ runId: 31, signal: stop.signal });
    await reviewWith(story.world, 7, { author: CODEX, threads: [{ path: NAME, line: 2, body: LAST.body }] });

    await story.reconcile({ runId: 31, attempt: 2 });

    expect(await fixesOf(story)).toHaveLength(1);
    expect(endOf(story.thread(0)).resolved).toBe(true);
    expect(endOf(story.thread(1))).toEqual({ said: [expect.stringMatching(/^Needs a person: /)], resolved: false });
  });
}, 120_000);
