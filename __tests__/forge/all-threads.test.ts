import { describe, expect, test } from '@jest/globals';
import type { SeenRequest } from '../support/github-server.ts';
import {
  contextData,
  NO_PARTS,
  names,
  page,
  postNode,
  threadNode,
  variablesOf,
  withForge,
} from './forge-under-test.ts';

const CONTEXT = 'graphql PullRequestContext';
const THREADS = 'graphql ReviewThreadsPage';
const THREAD = 'graphql ThreadPage';
const WANTED = { ...NO_PARTS, threads: true };

const remark = (id: number, more: Record<string, unknown> = {}) => postNode(id, { state: 'SUBMITTED', ...more });
const remarks = (from: number, count: number) => Array.from({ length: count }, (_, index) => remark(from + index));
const thread = (id: number, comments: unknown = page([remark(id)])) => ({ ...threadNode(`thread ${id}`), comments });
const threads = (from: number, count: number) => Array.from({ length: count }, (_, index) => thread(from + index));
const context = (reviewThreads: unknown, more: Record<string, unknown> = {}) => ({
  json: { data: contextData({ reviewThreads, ...more }) },
});
const threadsPage = (connection: unknown) => ({
  json: { data: { repository: { pullRequest: { page: connection } } } },
});
const threadPage = (connection: unknown) => ({ json: { data: { node: { page: connection } } } });

describe('RR-30 all review threads', () => {
  test('are read by the one context request, each with everything that a decision needs', async () => {
    const mia = { __typename: 'User', login: 'mia', databaseId: 3 };
    const resolved = {
      ...threadNode('resolved', {
        line: null,
        diffSide: 'LEFT',
        isResolved: true,
        isOutdated: true,
        resolvedBy: mia,
        viewerCanReply: false,
        viewerCanResolve: false,
        viewerCanUnresolve: true,
      }),
      comments: page([remark(21), remark(22, { author: null, editor: mia })]),
    };
    await withForge({ [CONTEXT]: context(page([thread(11), resolved])) }, async ({ forge, requests }) => {
      const { threads, thread, comments, incomplete } = await forge.readContext(9, WANTED);

      expect(requests).toHaveLength(1);
      expect(threads).toEqual([
        {
          id: 'thread 11',
          path: 'src/a.ts',
          line: 12,
          side: 'RIGHT',
          resolved: false,
          outdated: false,
          resolvedBy: null,
          viewerCanReply: true,
          viewerCanResolve: true,
          viewerCanUnresolve: false,
          comments: [
            {
              id: 11,
              nodeId: 'node-11',
              author: { login: 'github-actions', type: 'Bot', id: 41898282 },
              editor: null,
              body: 'body 11',
              url: 'https://github.com/acme/x/pull/9#11',
              createdAt: '2026-11-30T10:00:00Z',
            },
          ],
        },
        expect.objectContaining({
          id: 'resolved',
          line: null,
          side: 'LEFT',
          resolved: true,
          outdated: true,
          resolvedBy: { login: 'mia', type: 'User', id: 3 },
          viewerCanReply: false,
          viewerCanResolve: false,
          viewerCanUnresolve: true,
          comments: [
            expect.objectContaining({ id: 21 }),
            expect.objectContaining({ id: 22, author: null, editor: { login: 'mia', type: 'User', id: 3 } }),
          ],
        }),
      ]);
      expect({ thread, comments, incomplete }).toEqual({ thread: null, comments: [], incomplete: [] });
    });
  });

  test('are 1,200 by twelve pages, and a long one is read to its end', async () => {
    const pages = Array.from({ length: 11 }, (_, index) =>
      threadsPage(
        page(threads(10_000 + 100 * (index + 1), 100), {
          totalCount: 1200,
          ...(index < 10 ? { next: `t${index + 2}` } : {}),
        }),
      ),
    );
    const long = thread(9_000, page(remarks(1, 100), { next: 'c1', totalCount: 230 }));
    const script = {
      [CONTEXT]: context(page([long, ...threads(10_001, 99)], { next: 't1', totalCount: 1200 })),
      [THREADS]: pages,
      [THREAD]: [
        threadPage(page(remarks(101, 100), { next: 'c2', totalCount: 230 })),
        threadPage(page(remarks(201, 30), { totalCount: 230 })),
      ],
    };
    await withForge(script, async ({ forge, requests }) => {
      const { threads, incomplete } = await forge.readContext(9, WANTED);

      expect(threads).toHaveLength(1200);
      expect(threads[0]?.comments.map(({ id }) => id)).toEqual(Array.from({ length: 230 }, (_, index) => index + 1));
      expect(incomplete).toEqual([]);
      expect(forge.requests()).toBe(1 + 11 + 2);
      const cursorsOf = (name: string) => requests.filter(named(name)).map((request) => variablesOf(request)['after']);
      expect(cursorsOf(THREADS)).toEqual(Array.from({ length: 11 }, (_, index) => `t${index + 1}`));
      expect(cursorsOf(THREAD)).toEqual(['c1', 'c2']);
    });
  });

  test('SU-20 100 of them cost one request, beside reviews and comments', async () => {
    const data = context(page(threads(1, 100)), { reviews: page([]), comments: page([postNode(7)]) });
    await withForge({ [CONTEXT]: data }, async ({ forge }) => {
      const context = await forge.readContext(9, { ...WANTED, reviews: true, comments: 'conversation' });

      expect(context.threads).toHaveLength(100);
      expect(context.comments.map(({ id }) => id)).toEqual([7]);
      expect(forge.requests()).toBe(1);
    });
  });

  test('SU-20 are asked for in smaller pages where GitHub cannot serve them, at both levels', async () => {
    const script = {
      [CONTEXT]: [
        { status: 502, text: 'Bad Gateway' },
        context(page([thread(1, page(remarks(1, 50), { next: 'c1', totalCount: 60 }))], { next: 't1', totalCount: 2 })),
      ],
      [THREADS]: threadsPage(page([thread(500)], { totalCount: 2 })),
      [THREAD]: threadPage(page(remarks(51, 10), { totalCount: 60 })),
    };
    await withForge(script, async ({ forge, requests }) => {
      const { threads } = await forge.readContext(9, WANTED);

      expect(threads.map(({ comments }) => comments.length)).toEqual([60, 1]);
      expect(requests.map((request) => variablesOf(request)['first'])).toEqual([100, 50, 50, 50]);
    });
  });

  test('SU-27 hold nothing that nobody has submitted', async () => {
    const draft = thread(11, page([remark(11, { state: 'PENDING' })]));
    const begun = thread(21, page([remark(21), remark(22, { state: 'PENDING' })]));
    await withForge({ [CONTEXT]: context(page([draft, begun])) }, async ({ forge }) => {
      const { threads } = await forge.readContext(9, WANTED);

      expect(threads.map(({ comments }) => comments.map(({ id }) => id))).toEqual([[21]]);
    });
  });

  test('RR-42 are read also where GitHub cannot show who resolved one', async () => {
    const path = ['repository', 'pullRequest', 'reviewThreads', 'nodes', 0, 'resolvedBy'];
    const errors = [{ type: 'FORBIDDEN', path, message: 'Resource not accessible by integration' }];
    const data = contextData({ reviewThreads: page([{ ...thread(11), isResolved: true }]) });
    await withForge({ [CONTEXT]: { json: { data, errors } } }, async ({ forge }) => {
      const { threads } = await forge.readContext(9, WANTED);

      expect(threads).toMatchObject([{ resolved: true, resolvedBy: null }]);
    });
  });

  test('that GitHub counts and does not list are said', async () => {
    await withForge({ [CONTEXT]: context(page([thread(11)], { totalCount: 3 })) }, async ({ forge }) => {
      expect((await forge.readContext(9, WANTED)).incomplete).toEqual([
        'review threads beyond the first 1 (2 not listed)',
      ]);
    });
  });

  test('hold the thread of a comment already', async () => {
    await withForge({ [CONTEXT]: context(page([thread(11), thread(21)])) }, async ({ forge, requests }) => {
      const { thread } = await forge.readContext(9, { ...WANTED, threadOf: 21 });

      expect(thread?.id).toBe('thread 21');
      expect(names(requests)).toEqual([CONTEXT]);
    });
  });
});

function named(name: string): (request: SeenRequest) => boolean {
  return (request) => request.name === name;
}
