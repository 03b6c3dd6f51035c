import { describe, expect, test } from '@jest/globals';
import { ForgeError } from '../../src/core/errors.ts';
import type { SeenRequest } from '../support/github-server.ts';
import {
  contextData,
  NO_PARTS,
  names,
  page,
  postNode,
  threadHead,
  threadNode,
  variablesOf,
  withForge,
} from './forge-under-test.ts';

const CONTEXT = 'graphql PullRequestContext';
const HEADS = 'graphql ThreadHeadsPage';
const THREAD = 'graphql ThreadPage';

const remark = (id: number, more: Record<string, unknown> = {}) => postNode(id, { state: 'SUBMITTED', ...more });
const remarks = (from: number, count: number) => Array.from({ length: count }, (_, index) => remark(from + index));
const context = (threadHeads: unknown) => ({ json: { data: contextData({ threadHeads }) } });
const heads = (connection: unknown) => ({
  json: { data: { repository: { pullRequest: { page: connection } } } },
});
const thread = (connection: unknown) => ({ json: { data: { node: { page: connection } } } });
const many = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => threadHead(`thread ${from + index}`, [from + index]));
const documentOf = (request: SeenRequest | undefined) => (request as { body: { query: string } }).body.query;
const wanting = (threadOf: number) => ({ ...NO_PARTS, threadOf });

describe('SU-20 the thread of a comment', () => {
  test.each([
    ['its first comment', 21],
    ['its newest', 22],
  ])('is found by %s and read whole with one further request', async (_name, id) => {
    const script = {
      [CONTEXT]: context(page([threadHead('other', [11]), threadHead('wanted', [21, 22])])),
      [THREAD]: thread(page([remark(21), remark(22, { editor: { __typename: 'User', login: 'mia', databaseId: 3 } })])),
    };
    await withForge(script, async ({ forge, requests }) => {
      const { thread, incomplete } = await forge.readContext(9, wanting(id));

      expect(thread).toMatchObject({
        id: 'wanted',
        path: 'src/a.ts',
        line: 12,
        side: 'RIGHT',
        resolved: false,
        outdated: false,
        comments: [
          { id: 21, editor: null },
          { id: 22, editor: { login: 'mia', type: 'User', id: 3 } },
        ],
      });
      expect(incomplete).toEqual([]);
      expect(names(requests)).toEqual([CONTEXT, THREAD]);
      expect(variablesOf(requests[1])).toEqual({ thread: 'wanted', first: 100, after: null });
    });
  });

  test('is looked for without a single body of the others', async () => {
    await withForge({ [CONTEXT]: context(page([])) }, async ({ forge, requests }) => {
      await forge.readContext(9, wanting(21));

      const [search = ''] = /threadHeads.*/.exec(documentOf(requests[0])) ?? [];
      expect(search).toContain('fullDatabaseId');
      expect(search).not.toMatch(/\bbody\b/);
    });
  });

  test.each([
    ['the oldest', 1, 0],
    ['the newest', 140, 1],
  ])('is found among 140: %s', async (_name, id, furtherPages) => {
    const script = {
      [CONTEXT]: context(page(many(1, 100), { next: 'h1', totalCount: 140 })),
      [HEADS]: heads(page(many(101, 40), { totalCount: 140 })),
      [THREAD]: thread(page([remark(id)])),
    };
    await withForge(script, async ({ forge }) => {
      const { thread } = await forge.readContext(9, wanting(id));

      expect(thread?.id).toBe(`thread ${id}`);
      expect(forge.requests()).toBe(2 + furtherPages);
    });
  });

  test('is read to its end when it is long', async () => {
    const ids = Array.from({ length: 250 }, (_, index) => 1000 + index);
    const script = {
      [CONTEXT]: context(page([threadHead('wanted', ids)])),
      [THREAD]: [
        thread(page(remarks(1000, 100), { next: 't1', totalCount: 250 })),
        thread(page(remarks(1100, 100), { next: 't2', totalCount: 250 })),
        thread(page(remarks(1200, 50), { totalCount: 250 })),
      ],
    };
    await withForge(script, async ({ forge, requests }) => {
      const { thread } = await forge.readContext(9, wanting(1000));

      expect(thread?.comments.map(({ id }) => id)).toEqual(ids);
      expect(requests.map((request) => variablesOf(request)['after'])).toEqual([undefined, null, 't1', 't2']);
    });
  });

  test('is found by a comment in the middle of a long thread too', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => 1000 + index);
    const script = {
      [CONTEXT]: context(page([threadHead('short', [11]), threadHead('long', ids)])),
      [THREAD]: thread(page(remarks(1000, 20))),
    };
    await withForge(script, async ({ forge, requests }) => {
      const { thread } = await forge.readContext(9, wanting(1007));

      expect(thread?.id).toBe('long');
      expect(requests.slice(1).map((request) => variablesOf(request)['thread'])).toEqual(['long', 'long']);
    });
  });

  test('is none when no thread holds the comment', async () => {
    await withForge({ [CONTEXT]: context(page([threadHead('other', [11])])) }, async ({ forge }) => {
      expect((await forge.readContext(9, wanting(21))).thread).toBeNull();
      expect(forge.requests()).toBe(1);
    });
  });

  test('is none when it goes while it is read', async () => {
    const script = {
      [CONTEXT]: context(page([threadHead('wanted', [21])])),
      [THREAD]: { json: { data: { node: null } } },
    };
    await withForge(script, async ({ forge }) => {
      expect((await forge.readContext(9, wanting(21))).thread).toBeNull();
    });
  });

  test('CO-11 fails the reading when it may be among those that GitHub does not list', async () => {
    await withForge({ [CONTEXT]: context(page([threadHead('other', [11])], { totalCount: 3 })) }, async ({ forge }) => {
      const reading = forge.readContext(9, wanting(21));

      await expect(reading).rejects.toThrow('GitHub listed only 1 of 3 review threads');
      await expect(reading).rejects.toBeInstanceOf(ForgeError);
    });
  });

  test('SU-27 does not hold what nobody has submitted', async () => {
    const script = {
      [CONTEXT]: context(page([threadHead('wanted', [21, 22])])),
      [THREAD]: thread(page([remark(21), remark(22, { state: 'PENDING' })])),
    };
    await withForge(script, async ({ forge }) => {
      expect((await forge.readContext(9, wanting(21))).thread?.comments.map(({ id }) => id)).toEqual([21]);
    });
  });

  test('keeps a smaller page after a resource limit', async () => {
    const limit = {
      json: { data: null, errors: [{ type: 'RESOURCE_LIMITS_EXCEEDED', message: 'Resource limits exceeded.' }] },
    };
    const script = {
      [CONTEXT]: context(page([threadHead('wanted', [21])])),
      [THREAD]: [limit, limit, thread(page([remark(21)]))],
    };
    await withForge(script, async ({ forge, requests }) => {
      expect((await forge.readContext(9, wanting(21))).thread?.id).toBe('wanted');
      expect(requests.map((request) => variablesOf(request)['first'])).toEqual([100, 100, 50, 25]);
    });
  });

  test('tells where in the diff it is, also when it is outdated', async () => {
    const place = { line: null, diffSide: 'LEFT', isResolved: true, isOutdated: true };
    const script = {
      [CONTEXT]: context(page([{ ...threadHead('wanted', [21]), ...place }])),
      [THREAD]: thread(page([remark(21)])),
    };
    await withForge(script, async ({ forge }) => {
      const { thread } = await forge.readContext(9, wanting(21));

      expect(thread).toMatchObject({ line: null, side: 'LEFT', resolved: true, outdated: true });
    });
  });
});

describe('SU-37 comments', () => {
  test('of the conversation are read without those of threads', async () => {
    const data = contextData({ comments: page([postNode(11)]) });
    await withForge({ [CONTEXT]: { json: { data } } }, async ({ forge, requests }) => {
      const { comments } = await forge.readContext(9, { ...NO_PARTS, comments: 'conversation' });

      expect(comments.map(({ id }) => id)).toEqual([11]);
      expect(JSON.stringify(requests[0]?.body)).not.toContain('reviewThreads');
    });
  });

  test('with those of all threads hold the wanted thread already', async () => {
    const data = contextData({
      comments: page([postNode(11)]),
      reviewThreads: page([
        { ...threadNode('other'), comments: page([remark(21)]) },
        { ...threadNode('wanted'), comments: page([remark(31), remark(32)]) },
      ]),
    });
    await withForge({ [CONTEXT]: { json: { data } } }, async ({ forge }) => {
      const { comments, thread } = await forge.readContext(9, { ...wanting(32), comments: 'all' });

      expect(comments.map(({ id }) => id)).toEqual([11, 21, 31, 32]);
      expect(thread?.id).toBe('wanted');
      expect(forge.requests()).toBe(1);
    });
  });
});
