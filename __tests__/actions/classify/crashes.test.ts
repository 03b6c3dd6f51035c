import { expect, test } from '@jest/globals';
import type { Event } from '../../../src/embedded/events.ts';
import type { Fault } from '../../../src/embedded/faults.ts';
import { addReview } from '../../../src/embedded/happenings.ts';
import type { Script } from '../../../src/embedded/model/reply.ts';
import type { WorldDescription } from '../../../src/embedded/world.ts';
import { match, noMatch, REVIEWER, SECRET, type Story, statesOf, story, TAMPER, writesOf } from './story.ts';

/** One way through classify that is killed at every request. */
type Course = {
  readonly world?: WorldDescription;
  readonly answers?: Script;
  /** What stands on the pull request before. */
  readonly before?: (story: Story) => void;
  /** Its writes in order, refused ones included. */
  readonly writes: readonly string[];
  readonly ends: readonly string[];
};

const STATUSES = { contents: 'read', 'pull-requests': 'write', statuses: 'write' } as const;

/** An earlier review of the bot: by its footer for this head, or for another one. */
function earlier(state: 'APPROVED' | 'CHANGES_REQUESTED', of: 'this head' | 'another head') {
  return ({ world, pull }: Story): void => {
    const head = of === 'this head' ? pull().head : 'e'.repeat(40);
    const verdict = state === 'APPROVED' ? 'approve' : 'request-changes';
    const footer =
      `<!-- revi-classify: v1; head: ${head}; base: ${'b'.repeat(40)}; base-ref: main; rules: -; run: 1; attempt: 1; ` +
      `key: rr:${REVIEWER}:2026-03-01T00:00:00Z; verdict: ${verdict}; outcome: done; trigger: review; requester: mia; ` +
      'started-at: 2026-03-01T00:00:00.000Z; finished-at: 2026-03-01T00:00:01.000Z; cost: 0.001 -->';
    addReview(world, 7, { author: 'github-actions[bot]', state, body: `Earlier.\n\n${footer}` });
  };
}

const COURSES: { readonly [name: string]: Course } = {
  'an approval that replaces a stale one': {
    before: earlier('APPROVED', 'another head'),
    writes: ['dismissals', 'reviews', 'requested_reviewers', 'status'],
    ends: ['DISMISSED', 'APPROVED'],
  },
  'a no verdict that dismisses an approval of this head': {
    before: earlier('APPROVED', 'this head'),
    answers: { [TAMPER]: match(99) },
    writes: ['dismissals', 'reviews', 'requested_reviewers', 'status'],
    ends: ['DISMISSED', 'COMMENTED'],
  },
  'a refused approval that lifts a request for changes': {
    world: { settings: { approve: false } },
    before: earlier('CHANGES_REQUESTED', 'this head'),
    answers: { [SECRET.description]: noMatch(95) },
    writes: ['reviews', 'reviews', 'dismissals', 'requested_reviewers', 'status'],
    ends: ['DISMISSED', 'COMMENTED'],
  },
};

/** Where a run is killed. */
type Point = {
  readonly name: string;
  readonly moment: 'before' | 'after';
  readonly at: Pick<Fault, 'graphql' | 'match' | 'writes' | 'times'>;
};

/** The reads of a verdict, in order; the position is read after the diff, before the approval and after it. */
const READS: readonly Omit<Point, 'moment'>[] = [
  { name: 'the context', at: { graphql: 'PullRequestContext', times: [1] } },
  { name: 'the diff', at: { match: 'GET */compare/*', times: [1] } },
  ...[1, 2, 3].map((time) => ({ name: `position ${time}`, at: { graphql: 'Position', times: [time] } })),
];

/** A read changes nothing, so it is killed once; a write before and after its effect. */
function pointsOf({ writes }: Course, reads: readonly Omit<Point, 'moment'>[]): readonly Point[] {
  const acts = writes.map((name, index) => ({
    name: `write ${index + 1} (${name})`,
    at: { writes: true as const, times: [index + 1] },
  }));
  return [
    ...reads.map((point) => ({ ...point, moment: 'before' as const })),
    // Before a write GitHub stands as after the one before; the whole sweep is played for the first course.
    ...acts.flatMap((point) => [
      ...(reads.length > 0 ? [{ ...point, moment: 'before' as const }] : []),
      { ...point, moment: 'after' as const },
    ]),
  ];
}

function short(operation: string): string {
  return operation.includes('/statuses/') ? 'status' : (operation.split('/').at(-1) ?? '');
}

/** What a person sees in the end; ids, times and what tells runs apart are left out. */
function endOf({ world, pull }: Story): unknown {
  const { reviews, comments, requestedReviewers } = pull();
  const plain = (body: string): string =>
    body
      .replace(/; (run|attempt|key|started-at|finished-at|cost): [^;]+?(?=;| -->)/g, '')
      .replace(/#pullrequestreview-\d+/g, '')
      .replace(/http:\/\/127\.0\.0\.1:\d+/g, '')
      .replace(/[0-9a-f]{40}/g, '');
  return {
    reviews: reviews.map(({ state, body, commit }) => [state, plain(body), commit === pull().head]),
    comments: comments.map(({ body }) => plain(body)),
    requested: requestedReviewers.map(({ login }) => login),
    statuses: world.repository.statuses.map(({ state, description, context }) => [state, description, context]),
  };
}

const INPUTS = { 'status-context': 'revi/classify' };

async function play(
  course: Course,
  faults: readonly Fault[],
  act: (story: Story, event: Event) => Promise<void>,
  onQuestion?: () => void,
): Promise<void> {
  const { world = {}, answers = {}, before } = course;
  const described = { world: { permissions: STATUSES, ...world }, answers, faults };
  await story({ ...described, ...(onQuestion ? { model: { onQuestion } } : {}) }, async (given) => {
    before?.(given);
    await act(given, await given.asked());
  });
}

/** The end of an undisturbed run; every course is played once for all of its crashes. */
const undisturbed = new Map<Course, Promise<unknown>>();
function expectedEnd(course: Course): Promise<unknown> {
  const known = undisturbed.get(course);
  if (known !== undefined) return known;
  const played = (async () => {
    let end: unknown = null;
    await play(course, [], async (given, event) => {
      const result = await given.run({ event, inputs: INPUTS });
      expect(result.code).not.toBeNull();
      const writes = given.github.requests.filter(({ write }) => write);
      expect(writes.map(({ operation }) => short(operation))).toEqual(course.writes);
      expect(statesOf(given.pull().reviews)).toEqual(course.ends);
      expect(given.pull().requestedReviewers).toEqual([]);
      end = endOf(given);
    });
    return end;
  })();
  undisturbed.set(course, played);
  return played;
}

/** Kills the first attempt, runs a second one, and compares. */
async function crash(course: Course, { at, moment }: Point): Promise<void> {
  const stop = new AbortController();
  const expected = await expectedEnd(course);
  await play(course, [{ ...at, [moment]: () => stop.abort(), reset: moment }], async (given, event) => {
    const killed = await given.run({ event, inputs: INPUTS, signal: stop.signal });
    expect(killed.code).toBeNull();

    const second = await given.run({ event, inputs: INPUTS, attempt: 2 });

    expect(second.code).not.toBeNull();
    expect(endOf(given)).toEqual(expected);
  });
}

for (const [index, [name, course]] of Object.entries(COURSES).entries())
  for (const point of pointsOf(course, index === 0 ? READS : []))
    test.concurrent(
      `SU-42 ${name}, killed ${point.moment} ${point.name}, ends as if it had not been`,
      () => crash(course, point),
      120_000,
    );

const STALE = 'an approval that replaces a stale one';

test.concurrent('SU-42 a run that is killed while its second question is asked ends as if it had not been', async () => {
  const course = COURSES[STALE];
  if (course === undefined) throw new Error('there is no such course');
  const stop = new AbortController();
  let asked = 0;
  const onQuestion = (): void => {
    asked += 1;
    if (asked === 2) stop.abort();
  };
  const expected = await expectedEnd(course);
  await play(
    course,
    [],
    async (given, event) => {
      expect((await given.run({ event, inputs: INPUTS, signal: stop.signal })).code).toBeNull();

      await given.run({ event, inputs: INPUTS, attempt: 2 });

      expect(endOf(given)).toEqual(expected);
    },
    onQuestion,
  );
}, 120_000);

test.concurrent('SU-42 SU-40 after a finished run another attempt changes nothing', async () => {
  const course = COURSES[STALE];
  if (course === undefined) throw new Error('there is no such course');
  const expected = await expectedEnd(course);
  await play(course, [], async (given, event) => {
    await given.run({ event, inputs: INPUTS });
    const writes = writesOf(given.github).length;

    await given.run({ event, inputs: INPUTS, attempt: 2 });

    expect(writesOf(given.github)).toHaveLength(writes);
    expect(endOf(given)).toEqual(expected);
  });
}, 120_000);

test.concurrent('SU-42 a run that is killed three times in a row ends as if it had not been', async () => {
  const course = COURSES[STALE];
  if (course === undefined) throw new Error('there is no such course');
  const stops = [new AbortController(), new AbortController(), new AbortController()];
  const killing = (match: string, stop: AbortController | undefined): Fault => ({
    match,
    times: [1],
    after: () => stop?.abort(),
    reset: 'after',
  });
  const faults = [
    killing('PUT */dismissals', stops[0]),
    killing('POST */reviews', stops[1]),
    killing('DELETE */requested_reviewers', stops[2]),
  ];
  const expected = await expectedEnd(course);
  await play(course, faults, async (given, event) => {
    for (const [index, { signal }] of stops.entries())
      expect((await given.run({ event, inputs: INPUTS, attempt: index + 1, signal })).code).toBeNull();

    await given.run({ event, inputs: INPUTS, attempt: 4 });

    expect(endOf(given)).toEqual(expected);
  });
}, 120_000);

test.concurrent.each([
  ['before', 'POST */reviews'],
  ['after', 'POST */reviews'],
  ['after', 'DELETE */requested_reviewers'],
] as const)(
  'SU-42 SU-41 an apply that is killed %s %s ends as if it had not been',
  async (moment, at) => {
    const stop = new AbortController();
    const faults = [{ match: at, times: [1], [moment]: () => stop.abort(), reset: moment }];
    await play({ writes: [], ends: [] }, faults, async (given, event) => {
      const { outputs } = await given.run({ event, inputs: { ...INPUTS, mode: 'plan' } });
      const inputs = { ...INPUTS, mode: 'apply', plan: outputs['plan'] ?? '' };
      expect((await given.run({ event, inputs, signal: stop.signal })).code).toBeNull();

      await given.run({ event, inputs, attempt: 2 });

      expect(statesOf(given.pull().reviews)).toEqual(['APPROVED']);
      expect(given.pull().requestedReviewers).toEqual([]);
      expect(given.world.repository.statuses.map(({ state }) => state)).toEqual(['success']);
    });
  },
  120_000,
);

test.concurrent.each([
  ['is lost', { answer: { status: 502, carriedOut: true } }],
  ['breaks off', { reset: 'after' }],
] as const)(
  'SU-42 a write whose answer %s is looked up by its footer before it is tried again',
  async (_, fault) => {
    await play({ writes: [], ends: [] }, [{ writes: true, ...fault, times: [1, 2, 3] }], async (given, event) => {
      const result = await given.run({ event, inputs: INPUTS });

      expect(result.outputs['outcome']).toBe('done');
      expect(statesOf(given.pull().reviews)).toEqual(['APPROVED']);
      expect(given.world.repository.statuses.map(({ state }) => state)).toEqual(['success']);
      expect(
        given.github.requests.filter(({ operation }) => operation.startsWith('POST') && operation.endsWith('/reviews')),
      ).toHaveLength(1);
    });
  },
  120_000,
);
