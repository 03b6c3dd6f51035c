import { expect, test } from '@jest/globals';
import type { Event } from '../../../src/embedded/events.ts';
import type { Fault } from '../../../src/embedded/faults.ts';
import {
  ADD_LABELS,
  botComments,
  COMMENT,
  CREATE_LABEL,
  REMOVE_LABEL,
  type Story,
  type StoryDescription,
  seen,
  story,
  writesOf,
} from '../story.ts';
import { labelsOf, opened, RANKED } from './ranking.ts';

/** One way through triage that is killed at every write. */
type Course = {
  readonly described: StoryDescription;
  readonly begin: (story: Story) => Promise<Event>;
  readonly writes: readonly string[];
};

const COMMENTED = 'triage:\n  comment: true\n';

const COURSES: { readonly [name: string]: Course } = {
  'a first triage': {
    described: { ...RANKED, settings: COMMENTED },
    begin: opened,
    writes: [COMMENT, CREATE_LABEL, CREATE_LABEL, CREATE_LABEL, ADD_LABELS],
  },
  'a re-triage by command': {
    described: { ...RANKED, settings: COMMENTED, world: { pull: { labels: ['triaged', 'review:p3', 'fix', 'bug'] } } },
    begin: async (given) => given.said('/revi triage').event,
    writes: [COMMENT, CREATE_LABEL, CREATE_LABEL, ADD_LABELS, REMOVE_LABEL, REMOVE_LABEL],
  },
};

/** What a person sees in the end. */
function endOf(given: Story): unknown {
  const { labels } = given.world.repository;
  return {
    labels: labelsOf(given),
    repository: labels.map(({ name, color, description }) => [name, color, description]),
    comments: botComments(given).map(({ body }) => seen(body)),
  };
}

/** The end of an undisturbed run; every course is played once for all of its crashes. */
const undisturbed = new Map<Course, Promise<unknown>>();
function expectedEnd(course: Course): Promise<unknown> {
  const known = undisturbed.get(course);
  if (known !== undefined) return known;
  const played = (async () => {
    let end: unknown = null;
    await story(course.described, async (given) => {
      const event = await course.begin(given);
      expect((await given.run({ event })).outputs['outcome']).toBe('done');
      expect(writesOf(given.github)).toEqual(course.writes);
      end = endOf(given);
    });
    return end;
  })();
  undisturbed.set(course, played);
  return played;
}

for (const [name, course] of Object.entries(COURSES))
  for (const [index, write] of course.writes.entries())
    for (const moment of ['before', 'after'] as const)
      test.concurrent(`SU-42 TR-4 ${name}, killed ${moment} write ${index + 1} (${write}), ends as if it had not been`, async () => {
        const expected = await expectedEnd(course);
        const stop = new AbortController();
        const kill: Fault = { writes: true, times: [index + 1], [moment]: () => stop.abort(), reset: moment };
        await story({ ...course.described, faults: [kill] }, async (given) => {
          const event = await course.begin(given);
          expect((await given.run({ event, signal: stop.signal })).code).toBeNull();

          await given.run({ event, attempt: 2 });

          expect(endOf(given)).toEqual(expected);
        });
      }, 120_000);

test.concurrent.each([
  ['is lost', { answer: { status: 502, carriedOut: true } }],
  ['breaks off', { reset: 'after' }],
] as const)(
  'SU-42 TR-4 each write whose answer %s leaves the same labels',
  async (_, fault) => {
    for (const times of [[1], [3], [5]]) {
      const course = COURSES['a first triage'];
      if (course === undefined) throw new Error('there is no such course');
      await story({ ...course.described, faults: [{ writes: true, ...fault, times }] }, async (given) => {
        const { outputs } = await given.run({ event: await course.begin(given) });

        expect(outputs['outcome']).toBe('done');
        expect(endOf(given)).toEqual(await expectedEnd(course));
      });
    }
  },
  120_000,
);
