import { expect, test } from '@jest/globals';
import type { Event } from '../../../src/embedded/events.ts';
import type { Fault } from '../../../src/embedded/faults.ts';
import type { Writing } from '../../../src/embedded/state.ts';
import { type Story, type StoryDescription, seen, story } from '../story.ts';
import { THREAD } from './finding.ts';

/** One way through converse that is killed at every write. */
type Course = {
  readonly described: StoryDescription;
  readonly begin: (story: Story) => Promise<Event>;
  /** Its writes, as faults match them. */
  readonly writes: readonly string[];
};

const COURSES: { readonly [name: string]: Course } = {
  'an answered reply': {
    described: THREAD,
    begin: async (given) => (await given.replied('Whom should it greet?')).event,
    writes: ['POST */reactions', 'POST */replies'],
  },
  'an answered question': {
    described: THREAD,
    begin: async (given) => given.said('/revi why?').event,
    writes: ['POST */reactions', 'POST */issues/7/comments'],
  },
  'a reply that is refused in its thread': {
    described: { ...THREAD, faults: [{ match: 'POST */replies', answer: { status: 422, body: { message: 'No.' } } }] },
    begin: async (given) => (await given.replied('Whom should it greet?')).event,
    writes: ['POST */issues/7/comments'],
  },
  'a list of the commands': {
    described: THREAD,
    begin: async (given) => given.said('/revi help').event,
    writes: ['POST */issues/7/comments'],
  },
  'an approval': {
    described: THREAD,
    begin: async (given) => given.said('/revi approve', 'kofi').event,
    writes: ['POST */statuses/*'],
  },
  'a refused approval': {
    described: THREAD,
    begin: async (given) => given.said('/revi approve 0123456', 'kofi').event,
    writes: ['POST */issues/7/comments'],
  },
};

/** What a person sees in the end. */
function endOf({ world, pull, thread }: Story): unknown {
  const plain = (body: string): string => seen(body).replace(/http:\/\/127\.0\.0\.1:\d+|[0-9a-f]{7}/g, '');
  const shown = (comments: readonly Writing[]) =>
    comments.map(({ body, reactions }) => [plain(body), reactions.length]);
  return {
    comments: shown(pull().comments),
    thread: shown(thread().comments),
    statuses: world.repository.statuses.map(({ state, description, context }) => [state, description, context]),
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
      const before = JSON.stringify(endOf(given));
      expect((await given.run({ event })).code).not.toBeNull();
      end = endOf(given);
      expect(JSON.stringify(end)).not.toBe(before);
    });
    return end;
  })();
  undisturbed.set(course, played);
  return played;
}

for (const [name, course] of Object.entries(COURSES))
  for (const match of course.writes)
    for (const moment of ['before', 'after'] as const)
      test.concurrent(`SU-42 CO-14 ${name}, killed ${moment} ${match}, ends as if it had not been`, async () => {
        const expected = await expectedEnd(course);
        const stop = new AbortController();
        const kill: Fault = { match, times: [1], [moment]: () => stop.abort(), reset: moment };
        const faults = [kill, ...(course.described.faults ?? [])];
        await story({ ...course.described, faults }, async (given) => {
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
  'SU-42 CO-14 a reply whose answer %s is looked up before it is tried again',
  async (_, fault) => {
    await story({ ...THREAD, faults: [{ match: 'POST */replies', ...fault, times: [1] }] }, async (given) => {
      const { event } = await given.replied('Whom should it greet?');

      const { outputs } = await given.run({ event });

      expect(outputs['outcome']).toBe('done');
      expect(outputs['reply-url']).toContain(`#discussion_r${given.thread().comments.at(-1)?.id}`);
      expect(given.thread().comments).toHaveLength(3);
    });
  },
  120_000,
);
