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
  /** Its requests in order, those that write marked by `!`; compared with what an undisturbed run makes. */
  readonly requests: readonly string[];
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
    requests: [
      'context',
      'diff',
      'position',
      'dismissals!',
      'position',
      'reviews!',
      'position',
      'requested_reviewers!',
      'status!',
    ],
    ends: ['DISMISSED', 'APPROVED'],
  },
  'a request for changes after a stale approval': {
    before: earlier('APPROVED', 'another head'),
    answers: { [SECRET.description]: match(97) },
    requests: ['context', 'diff', 'position', 'dismissals!', 'reviews!', 'requested_reviewers!', 'status!'],
    ends: ['DISMISSED', 'CHANGES_REQUESTED'],
  },
  'a no verdict that dismisses an approval of this head': {
    before: earlier('APPROVED', 'this head'),
    answers: { [TAMPER]: match(99) },
    requests: ['context', 'diff', 'position', 'dismissals!', 'reviews!', 'requested_reviewers!', 'status!'],
    ends: ['DISMISSED', 'COMMENTED'],
  },
  'a refused approval that lifts a request for changes': {
    world: { settings: { approve: false } },
    before: earlier('CHANGES_REQUESTED', 'this head'),
    answers: { [SECRET.description]: noMatch(95) },
    requests: [
      'context',
      'diff',
      'position',
      'position',
      'reviews!',
      'reviews!',
      'dismissals!',
      'requested_reviewers!',
      'status!',
    ],
    ends: ['DISMISSED', 'COMMENTED'],
  },
};

function short({ operation, write }: { operation: string; write: boolean }): string {
  if (operation.startsWith('PullRequestContext')) return 'context';
  if (operation.startsWith('Position')) return 'position';
  if (operation.includes('/compare/')) return 'diff';
  if (operation.includes('/statuses/')) return 'status!';
  return `${operation.split('/').at(-1)}${write ? '!' : ''}`;
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
      expect(given.github.requests.map(short)).toEqual(course.requests);
      expect(statesOf(given.pull().reviews)).toEqual(course.ends);
      expect(given.pull().requestedReviewers).toEqual([]);
      end = endOf(given);
    });
    return end;
  })();
  undisturbed.set(course, played);
  return played;
}

/** Kills the first attempt by `faults` or at a question, runs a second one, and compares. */
async function crash(
  course: Course,
  at: { readonly nth?: number; readonly moment?: 'before' | 'after'; readonly question?: number },
): Promise<void> {
  const stop = new AbortController();
  const { nth, moment = 'before', question } = at;
  const faults: readonly Fault[] = nth === undefined ? [] : [{ nth, [moment]: () => stop.abort(), reset: moment }];
  let asked = 0;
  const onQuestion = (): void => {
    asked += 1;
    if (asked === question) stop.abort();
  };
  const expected = await expectedEnd(course);
  await play(
    course,
    faults,
    async (given, event) => {
      const killed = await given.run({ event, inputs: INPUTS, signal: stop.signal });
      expect(killed.code).toBeNull();

      const second = await given.run({ event, inputs: INPUTS, attempt: 2 });

      expect(second.code).not.toBeNull();
      expect(endOf(given)).toEqual(expected);

      // And a third attempt finds nothing left to do.
      if (nth === course.requests.length) {
        const before = writesOf(given.github).length;
        await given.run({ event, inputs: INPUTS, attempt: 3 });
        expect(endOf(given)).toEqual(expected);
        expect(writesOf(given.github).length).toBe(before);
      }
    },
    onQuestion,
  );
}

for (const [name, course] of Object.entries(COURSES)) {
  // A read changes nothing, and before a write GitHub stands as after the one before: so the other courses are killed
  // after each write only, the first one everywhere.
  const first = course === Object.values(COURSES)[0];
  for (const [index, request] of course.requests.entries()) {
    const write = request.endsWith('!');
    if (!write && !first) continue;
    const moments = [...(first ? (['before'] as const) : []), ...(write ? (['after'] as const) : [])];
    for (const moment of moments)
      test.concurrent(
        `SU-42 ${name}, killed ${moment} request ${index + 1} (${request}), ends as if it had not been`,
        () => crash(course, { nth: index + 1, moment }),
        120_000,
      );
  }
}

const [FIRST_COURSE] = Object.values(COURSES);
test.concurrent.each([1, 2, 3])(
  'SU-42 a run that is killed at question %d ends as if it had not been',
  async (question) => {
    if (FIRST_COURSE === undefined) throw new Error('there is no course');
    await crash(FIRST_COURSE, { question });
  },
  120_000,
);

test.concurrent('SU-42 a run that is killed three times in a row ends as if it had not been', async () => {
  const course = COURSES['an approval that replaces a stale one'];
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
    await play({ requests: [], ends: [] }, faults, async (given, event) => {
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
    await play({ requests: [], ends: [] }, [{ writes: true, ...fault, times: [1, 2, 3] }], async (given, event) => {
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
