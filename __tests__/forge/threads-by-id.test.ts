import { describe, expect, test } from '@jest/globals';
import { FURTHER } from './discussions.ts';
import { HEAD, names, page, postNode, threadNode, variablesOf, withForge } from './forge-under-test.ts';

const BY_ID = 'graphql ThreadsById';

const remark = (id: number, more: Record<string, unknown> = {}) => postNode(id, { state: 'SUBMITTED', ...more });
const remarks = (from: number, count: number) => Array.from({ length: count }, (_, index) => remark(from + index));
const thread = (id: string, comments: unknown = page([remark(21)]), pull: Record<string, unknown> = {}) => ({
  __typename: 'PullRequestReviewThread',
  ...threadNode(id),
  startLine: 10,
  comments,
  pullRequest: {
    number: 31,
    state: 'OPEN',
    isDraft: false,
    locked: true,
    headRefOid: HEAD,
    baseRefName: 'main',
    labels: page([{ name: 'needs-human' }]),
    repository: { name: 'x', owner: { login: 'acme' } },
    ...pull,
  },
});
const unknown = (place: number, id: string) => ({
  type: 'NOT_FOUND',
  path: [`thread${place}`],
  message: `Could not resolve to a node with the global id of '${id}'`,
});
const answer = (data: Record<string, unknown>, errors: readonly unknown[] = []) => ({
  json: { data, ...(errors.length > 0 ? { errors } : {}) },
});

describe('RB-31 threads by their ids', () => {
  test('tell where they belong, as it is now', async () => {
    await withForge({ [BY_ID]: answer({ thread0: thread('PRRT_a') }) }, async ({ forge, requests }) => {
      const threads = await forge.readThreadsById(['PRRT_a']);

      expect(threads.get('PRRT_a')).toEqual({
        id: 'PRRT_a',
        path: 'src/a.ts',
        line: 12,
        startLine: 10,
        side: 'RIGHT',
        resolved: false,
        outdated: false,
        resolvedBy: null,
        viewerCanReply: true,
        viewerCanResolve: true,
        viewerCanUnresolve: false,
        comments: [expect.objectContaining({ id: 21, body: 'body 21' })],
        pullRequest: {
          owner: 'acme',
          name: 'x',
          number: 31,
          state: 'open',
          draft: false,
          locked: true,
          labels: ['needs-human'],
          head: HEAD,
          baseRef: 'main',
        },
      });
      expect(variablesOf(requests[0])).toEqual({ thread0: 'PRRT_a' });
    });
  });

  test('are read wherever they are, also in a repository of others and a merged pull request', async () => {
    const elsewhere = thread('PRRT_b', page([remark(1)]), {
      state: 'MERGED',
      isDraft: true,
      repository: { name: 'y', owner: { login: 'other' } },
    });
    await withForge({ [BY_ID]: answer({ thread0: elsewhere }) }, async ({ forge }) => {
      expect((await forge.readThreadsById(['PRRT_b'])).get('PRRT_b')?.pullRequest).toMatchObject({
        owner: 'other',
        name: 'y',
        state: 'merged',
        draft: true,
      });
    });
  });

  test('that name nothing, something else, or what nobody has submitted have no entry, and the others theirs', async () => {
    const data = {
      thread0: null,
      thread1: thread('PRRT_a'),
      thread2: { __typename: 'PullRequest' },
      thread3: thread('draft', page([remark(5, { state: 'PENDING' })])),
    };
    const script = { [BY_ID]: answer(data, [unknown(0, 'PRRT_nowhere')]) };
    await withForge(script, async ({ forge }) => {
      const threads = await forge.readThreadsById(['PRRT_nowhere', 'PRRT_a', 'PR_x', 'draft', 'PRRT_a']);

      expect([...threads.keys()]).toEqual(['PRRT_a']);
      expect(forge.requests()).toBe(1);
    });
  });

  test('that can name nothing are not asked for', async () => {
    await withForge({}, async ({ forge }) => {
      expect((await forge.readThreadsById(['', 'two words', 'x\0y', 'ü', 'a'.repeat(5000)])).size).toBe(0);
      expect(forge.requests()).toBe(0);
    });
  });

  test('have all their comments, so that a late reply counts', async () => {
    const script = {
      [BY_ID]: answer({
        thread0: thread('long', page(remarks(1, 20), { next: 'c1', totalCount: 150 })),
        thread1: thread('also', page(remarks(1001, 20), { next: 'd1', totalCount: 21 })),
      }),
      [FURTHER]: [
        answer({
          page0: { comments: page(remarks(21, 100), { next: 'c2', totalCount: 150 }) },
          page1: { comments: page(remarks(1021, 1), { totalCount: 21 }) },
        }),
        answer({ page0: { comments: page(remarks(121, 30), { totalCount: 150 }) } }),
      ],
    };
    await withForge(script, async ({ forge, requests }) => {
      const threads = await forge.readThreadsById(['long', 'also']);

      expect(threads.get('long')?.comments.map(({ id }) => id)).toEqual(Array.from({ length: 150 }, (_, i) => i + 1));
      expect(threads.get('also')?.comments).toHaveLength(21);
      expect(requests.slice(1).map(variablesOf)).toEqual([
        { first: 100, owner0: 'long', after0: 'c1', owner1: 'also', after1: 'd1' },
        { first: 100, owner0: 'long', after0: 'c2' },
      ]);
    });
  });

  test('are an error where GitHub does not list their comments to the end', async () => {
    await withForge(
      { [BY_ID]: answer({ thread0: thread('a', page([remark(1)], { totalCount: 2 })) }) },
      async ({ forge }) => {
        await expect(forge.readThreadsById(['a'])).rejects.toThrow(/did not list 1 of its comments/);
      },
    );
  });

  test('are 120 by three requests', async () => {
    const ids = Array.from({ length: 120 }, (_, index) => `PRRT_${index}`);
    const reply = (request: Parameters<typeof variablesOf>[0]) =>
      answer(Object.fromEntries(Object.entries(variablesOf(request)).map(([name, id]) => [name, thread(String(id))])));
    await withForge({ [BY_ID]: reply }, async ({ forge, requests }) => {
      expect([...(await forge.readThreadsById(ids)).keys()]).toEqual(ids);

      expect(requests.map((request) => Object.keys(variablesOf(request)).length)).toEqual([50, 50, 20]);
    });
  });

  test('are tried six times with growing waits, well within ten minutes', async () => {
    await withForge({ [BY_ID]: { status: 503, json: {} } }, async ({ forge, requests, log, slept }) => {
      await expect(forge.readThreadsById(['a'])).rejects.toThrow(/503 \(6 tries\)/);

      expect(requests).toHaveLength(6);
      expect(log.map((line) => /waiting ([\d.]+) s/.exec(line)?.[1])).toEqual(['0.5', '1', '2', '4', '8']);
      expect(slept()).toBeLessThan(600_000);
    });
  });

  test('are an error where the token may not read them, never taken for missing', async () => {
    const errors = [{ type: 'FORBIDDEN', path: ['thread0'], message: 'Resource not accessible by integration' }];
    await withForge({ [BY_ID]: answer({ thread0: null }, errors) }, async ({ forge }) => {
      await expect(forge.readThreadsById(['a'])).rejects.toThrow(/pull-requests: read/);
    });
  });

  test('cost no request where none is wanted', async () => {
    await withForge({}, async ({ forge, requests }) => {
      expect((await forge.readThreadsById([])).size).toBe(0);
      expect(names(requests)).toEqual([]);
    });
  });
});
