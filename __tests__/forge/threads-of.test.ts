import { describe, expect, test } from '@jest/globals';
import { type Discussion, discussions, FURTHER, THREADS_OF } from './discussions.ts';
import { names, page, postNode, threadNode, variablesOf, withForge } from './forge-under-test.ts';

const numbersFrom = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
const ones = (count: number) => Array.from({ length: count }, () => 1);

function github(pulls: ReadonlyMap<number, Discussion>, people: readonly string[] = []) {
  const reply = discussions(pulls, people);
  return { [THREADS_OF]: reply, [FURTHER]: reply };
}

/** One answer about pull request 9 alone. */
const answer = (threads: unknown, commits: unknown = page([]), errors?: readonly unknown[]) => ({
  json: {
    data: { repository: { pull0: { reviewThreads: threads, commits } } },
    ...(errors === undefined ? {} : { errors }),
  },
});
const remark = (id: number, more: Record<string, unknown> = {}) => postNode(id, { state: 'SUBMITTED', ...more });
const thread = (id: string, comments: unknown, more: Record<string, unknown> = {}) => ({
  ...threadNode(id, more),
  startLine: null,
  ...more,
  comments,
});

describe('RB-10 the threads of several pull requests', () => {
  test('of 30 with 200 threads come by two requests, in the order that was asked for', async () => {
    const numbers = numbersFrom(1, 30).reverse();
    const pulls = new Map(numbers.map((number) => [number, { threads: ones(number <= 20 ? 7 : 6), commits: 4 }]));
    await withForge(github(pulls, ['mia']), async ({ forge }) => {
      const { pullRequests } = await forge.readThreadsOf(numbers, ['mia', 'copilot']);

      expect([...pullRequests.keys()]).toEqual(numbers);
      expect([...pullRequests.values()].flatMap(({ threads }) => threads)).toHaveLength(200);
      expect([...pullRequests.values()].flatMap(({ commits }) => commits)).toHaveLength(120);
      expect(forge.requests()).toBe(2);
    });
  });

  test('cost at most seven requests however the 200 and their comments lie', async () => {
    const spread = new Map<number, Discussion>(
      numbersFrom(1, 30).map((number) => [number, { threads: ones(1), commits: 120 }]),
    );
    const heaped = new Map(spread).set(7, { threads: [...ones(170), 250] });
    await withForge(github(heaped), async ({ forge, requests }) => {
      const { pullRequests } = await forge.readThreadsOf([...heaped.keys()], []);

      expect(pullRequests.get(7)?.threads.map(({ comments }) => comments.length)).toEqual([...ones(170), 250]);
      expect(pullRequests.get(8)?.commits).toHaveLength(120);
      expect([...pullRequests.values()].flatMap(({ incomplete }) => incomplete)).toEqual([]);
      // Two openings; then 29 pages of commits and the threads of number 7 share the rest.
      expect(names(requests).filter((name) => name === THREADS_OF)).toHaveLength(2);
      expect(forge.requests()).toBeLessThanOrEqual(7);
    });
  });

  test('are read to their end at every level, 1,000 threads with long ones among them', async () => {
    const threads = Array.from({ length: 1000 }, (_, place) => (place % 100 === 99 ? 230 : 2));
    await withForge(github(new Map([[9, { threads, commits: 250 }]])), async ({ forge }) => {
      const read = (await forge.readThreadsOf([9], [])).pullRequests.get(9);

      expect(read?.threads.map(({ id }) => id)).toEqual(threads.map((_, place) => `PRRT_9_${place}`));
      expect(read?.threads.map(({ comments }) => comments.length)).toEqual(threads);
      expect(read?.threads[99]?.comments.map(({ body }) => body)).toEqual(
        Array.from({ length: 230 }, (_, place) => `9/99/${place}`),
      );
      expect(read?.commits.map(({ oid }) => oid)).toEqual(Array.from({ length: 250 }, (_, nth) => `9-${nth}`));
      expect(read?.incomplete).toEqual([]);
      // 50 and then 100 at a time is eleven; what is long inside rides along, but for the last ones.
      expect(forge.requests()).toBeLessThanOrEqual(14);
    });
  });

  test('tell everything that a decision needs', async () => {
    const bot = { __typename: 'Bot', login: 'copilot-pull-request-reviewer', databaseId: 175728472 };
    const found = thread('t1', page([remark(21, { author: bot })]), {
      line: 14,
      startLine: 12,
      isOutdated: true,
      isResolved: true,
      resolvedBy: { __typename: 'User', login: 'mia', databaseId: 3 },
    });
    const oneLine = thread('t2', page([remark(22)]), { line: 12, startLine: 12 });
    await withForge({ [THREADS_OF]: answer(page([found, oneLine])) }, async ({ forge }) => {
      const { pullRequests } = await forge.readThreadsOf([9], []);

      expect(pullRequests.get(9)?.threads).toEqual([
        {
          id: 't1',
          path: 'src/a.ts',
          line: 14,
          startLine: 12,
          side: 'RIGHT',
          resolved: true,
          outdated: true,
          resolvedBy: { login: 'mia', type: 'User', id: 3 },
          viewerCanReply: true,
          viewerCanResolve: true,
          viewerCanUnresolve: false,
          comments: [
            {
              id: 21,
              nodeId: 'node-21',
              author: { login: 'copilot-pull-request-reviewer', type: 'Bot', id: 175728472 },
              editor: null,
              body: 'body 21',
              url: 'https://github.com/acme/x/pull/9#21',
              createdAt: '2026-11-30T10:00:00Z',
            },
          ],
        },
        expect.objectContaining({ id: 't2', startLine: null }),
      ]);
    });
  });

  test('SU-27 hold nothing that nobody has submitted', async () => {
    const draft = thread('draft', page([remark(11, { state: 'PENDING' })]));
    const begun = thread('begun', page([remark(21), remark(22, { state: 'PENDING' })]));
    await withForge({ [THREADS_OF]: answer(page([draft, begun])) }, async ({ forge }) => {
      const { pullRequests } = await forge.readThreadsOf([9], []);

      expect(pullRequests.get(9)?.threads.map(({ id, comments }) => [id, comments.length])).toEqual([['begun', 1]]);
      expect(pullRequests.get(9)?.incomplete).toEqual([]);
    });
  });

  test('that GitHub counts and does not list are said', async () => {
    const short = thread('short', page([remark(11)], { totalCount: 3 }));
    const data = answer(page([short], { totalCount: 5 }), page([], { totalCount: 300 }));
    await withForge({ [THREADS_OF]: data }, async ({ forge }) => {
      expect((await forge.readThreadsOf([9], [])).pullRequests.get(9)?.incomplete).toEqual([
        'review threads beyond the first 1 (4 not listed)',
        '2 comments of a review thread',
        'commits beyond the first 0 (300 not listed)',
      ]);
    });
  });

  test('end where a cursor leads back, and that is said', async () => {
    const loop = page([thread('t', page([remark(11)]))], { next: 'same', totalCount: 9 });
    const again = { json: { data: { repository: { page0: { reviewThreads: loop } } } } };
    await withForge({ [THREADS_OF]: answer(loop), [FURTHER]: again }, async ({ forge }) => {
      const { pullRequests } = await forge.readThreadsOf([9], []);

      expect(forge.requests()).toBe(2);
      expect(pullRequests.get(9)?.incomplete).toEqual(['review threads beyond the first 2 (7 not listed)']);
    });
  });

  test('of a number that is gone are missing, the others are there', async () => {
    await withForge(github(new Map([[1, { threads: ones(1) }]])), async ({ forge }) => {
      expect([...(await forge.readThreadsOf([404, 1, 405], [])).pullRequests.keys()]).toEqual([1]);
    });
  });

  test('leave out a thread that is deleted while it is read', async () => {
    const long = thread('long', page([remark(11)], { next: 'c', totalCount: 2 }));
    const gone = {
      json: { data: { page0: null }, errors: [{ type: 'NOT_FOUND', path: ['page0'], message: 'Could not resolve' }] },
    };
    await withForge({ [THREADS_OF]: answer(page([long])), [FURTHER]: gone }, async ({ forge }) => {
      expect((await forge.readThreadsOf([9], [])).pullRequests.get(9)).toEqual({
        threads: [],
        commits: [],
        incomplete: [],
      });
    });
  });

  test('RR-42 are read also where GitHub cannot show who resolved one', async () => {
    const path = ['repository', 'pull0', 'reviewThreads', 'nodes', 0, 'resolvedBy'];
    const errors = [{ type: 'FORBIDDEN', path, message: 'Resource not accessible by integration' }];
    const data = answer(page([thread('t', page([remark(11)]))]), page([]), errors);
    await withForge({ [THREADS_OF]: data }, async ({ forge }) => {
      expect((await forge.readThreadsOf([9], [])).pullRequests.get(9)?.threads).toHaveLength(1);
    });
  });

  test('are never read in part where the token may not see them', async () => {
    const errors = [
      {
        type: 'FORBIDDEN',
        path: ['repository', 'pull0', 'commits'],
        message: 'Resource not accessible by integration',
      },
    ];
    const data = { json: { data: { repository: { pull0: null } }, errors } };
    await withForge({ [THREADS_OF]: data }, async ({ forge }) => {
      await expect(forge.readThreadsOf([9], [])).rejects.toThrow(/contents: read/);
    });
  });

  test('cost no request where nothing is wanted', async () => {
    await withForge({}, async ({ forge }) => {
      expect(await forge.readThreadsOf([], [])).toEqual({ people: [], pullRequests: new Map() });
      expect(forge.requests()).toBe(0);
    });
  });
});

describe('SU-20 what is more than GitHub serves at once', () => {
  test.each([
    ['502', { status: 502, text: 'Bad Gateway' }],
    ['a resource limit', { json: { data: null, errors: [{ type: 'RESOURCE_LIMITS_EXCEEDED', message: 'Too much' }] } }],
  ])('is asked for in halves after %s', async (_name, trouble) => {
    const pulls = new Map(numbersFrom(1, 10).map((number) => [number, { threads: ones(2) }]));
    const reply = discussions(pulls);
    await withForge({ [THREADS_OF]: [trouble, reply], [FURTHER]: reply }, async ({ forge, requests, slept }) => {
      const { pullRequests } = await forge.readThreadsOf([...pulls.keys()], []);

      expect([...pullRequests.values()].map(({ threads }) => threads.length)).toEqual(numbersFrom(0, 10).map(() => 2));
      const counts = requests.map((request) => Object.keys(variablesOf(request)).filter(isNumber).length);
      expect(counts).toEqual([10, 5, 5]);
      expect(slept()).toBe(0);
    });
  });

  test('and one that is too much alone in smaller pages, down to ten', async () => {
    const reply = discussions(new Map([[9, { threads: ones(30) }]]));
    const script = { [THREADS_OF]: [...ones(3).map(() => ({ status: 504, text: '' })), reply], [FURTHER]: reply };
    await withForge(script, async ({ forge, requests }) => {
      const { pullRequests } = await forge.readThreadsOf([9], []);

      expect(pullRequests.get(9)?.threads).toHaveLength(30);
      expect(requests.map((request) => variablesOf(request)['first'])).toEqual([50, 25, 12, 10, 100]);
    });
  });

  test('also among further pages', async () => {
    const pulls = new Map([1, 2].map((number) => [number, { threads: ones(60) }]));
    const reply = discussions(pulls);
    const script = { [THREADS_OF]: reply, [FURTHER]: [{ status: 502, text: '' }, reply] };
    await withForge(script, async ({ forge, requests }) => {
      const { pullRequests } = await forge.readThreadsOf([1, 2], []);

      expect([...pullRequests.values()].map(({ threads }) => threads.length)).toEqual([60, 60]);
      expect(names(requests)).toEqual([THREADS_OF, FURTHER, FURTHER, FURTHER]);
    });
  });

  test('ends, also where nothing but accounts is asked for', async () => {
    await withForge({ [THREADS_OF]: { status: 502, text: '' } }, async ({ forge }) => {
      await expect(forge.readThreadsOf([], ['a', 'b', 'c'])).rejects.toThrow(/502/);
      // Three at once, then one alone five times.
      expect(forge.requests()).toBe(6);
    });
  });
});

describe('RB-3 accounts of people', () => {
  test('are told apart from those that are none, as they were written', async () => {
    await withForge(github(new Map([[1, { threads: [] }]]), ['Mia']), async ({ forge, requests }) => {
      const { people } = await forge.readThreadsOf([1], [' Mia', 'copilot[bot]', 'nobody', '', ' Mia']);

      expect(people).toEqual([' Mia']);
      expect(forge.requests()).toBe(1);
      expect(variablesOf(requests[0])).toMatchObject({ login0: 'Mia', login1: 'copilot[bot]', login2: 'nobody' });
    });
  });

  test('are asked for without a pull request too', async () => {
    await withForge(github(new Map(), ['mia']), async ({ forge }) => {
      expect((await forge.readThreadsOf([], ['mia'])).people).toEqual(['mia']);
    });
  });

  test('are only those of type User', async () => {
    const data = { json: { data: { login0: { __typename: 'Organization', login: 'acme' } } } };
    await withForge({ [THREADS_OF]: data }, async ({ forge }) => {
      expect((await forge.readThreadsOf([], ['acme'])).people).toEqual([]);
    });
  });
});

describe('RB-10 the author of a commit', () => {
  const user = { login: 'mia', databaseId: 3 };
  const bot = '41898282+github-actions[bot]@users.noreply.github.com';
  test.each<[string, unknown, unknown]>([
    ['a person', { email: 'mia@example.com', user }, { login: 'mia', type: 'User', id: 3 }],
    ['a bot, by its address', { email: bot, user: null }, { login: 'github-actions[bot]', type: 'Bot', id: 41898282 }],
    [
      'a bot that GitHub names, with its end',
      { email: 'x@y.z', user: { login: 'renovate[bot]', databaseId: 29139614 } },
      { login: 'renovate[bot]', type: 'Bot', id: 29139614 },
    ],
    [
      'a bot that GitHub names without its end',
      { email: bot, user: { login: 'github-actions', databaseId: 41898282 } },
      { login: 'github-actions[bot]', type: 'Bot', id: 41898282 },
    ],
    ["a person who writes a bot's address", { email: bot, user }, { login: 'mia', type: 'User', id: 3 }],
    [
      'a person of an old address',
      { email: 'mia@users.noreply.github.com', user: null },
      { login: 'mia', type: 'User', id: null },
    ],
    ['nobody that is known', { email: 'x+y@example.com', user: null }, null],
    ['nobody at another host', { email: '1+mia@users.noreply.github.com.evil@x', user: null }, null],
    ['without an address', { email: null, user: null }, null],
    ['without an author', null, null],
  ])('is %s', async (_name, author, account) => {
    const actor = author === null ? null : { name: 'Any', ...(author as object) };
    const data = answer(page([]), page([{ commit: { oid: 'a', message: 'Fix\n\nLine', author: actor } }]));
    await withForge({ [THREADS_OF]: data }, async ({ forge }) => {
      expect((await forge.readThreadsOf([9], [])).pullRequests.get(9)?.commits).toEqual([
        { oid: 'a', message: 'Fix\n\nLine', author: account },
      ]);
    });
  });
});

function isNumber(name: string): boolean {
  return /^number\d+$/.test(name);
}
