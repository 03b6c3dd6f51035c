import { describe, expect, test } from '@jest/globals';
import type { Effect } from '../../src/core/effect.ts';
import type { ScriptedReply } from '../support/github-server.ts';
import { HEAD, names, variablesOf, withForge } from './forge-under-test.ts';

const REVIEWS = 'POST /repos/acme/x/pulls/9/reviews';
const BACK = 'GET /repos/acme/x/pulls/9/reviews/31/comments?per_page=100&page=1';
const REMARKS = 'graphql LatestRemarks';
const POSTED: ScriptedReply = { json: { id: 31, html_url: 'https://github.com/r/31' } };
const footer = (key: string) => `<!-- revi-agent-finding: v1; key: ${key} -->`;
const comment = (key: string, path = 'a.ts') => ({
  path,
  line: 4,
  side: 'RIGHT' as const,
  startLine: null,
  body: `[general] **must fix** Broken\n\n${footer(key)}`,
});
const COMMENTS = [comment('k1'), comment('k2'), comment('k3', 'b.ts')];
const REVIEW: Effect = {
  kind: 'submit-review',
  event: 'COMMENT',
  commit: HEAD,
  body: '',
  comments: COMMENTS,
  marker: footer('k1'),
};
/** As GitHub lists them: line ends may have changed. */
const listed = (...places: number[]): ScriptedReply => ({
  json: places.map((place) => ({
    id: 40 + place,
    path: COMMENTS[place]?.path,
    body: COMMENTS[place]?.body.replaceAll('\n', '\r\n'),
  })),
});

describe('SU-45 after a review with inline comments is posted, its comments are read back', () => {
  test.each([
    ['all of them', [0, 1, 2], [0, 1, 2]],
    ['in another order, without one that GitHub did not take', [2, 0], [0, 2]],
    ['none', [], []],
  ])('%s', async (_name, there, landed) => {
    await withForge({ [REVIEWS]: POSTED, [BACK]: listed(...there) }, async ({ forge, requests }) => {
      expect(await forge.apply(9, REVIEW)).toEqual({ kind: 'done', id: 31, url: 'https://github.com/r/31', landed });

      expect(names(requests)).toEqual([REVIEWS, BACK]);
      expect(requests[0]?.body).toMatchObject({ event: 'COMMENT', body: '', commit_id: HEAD });
    });
  });

  test('and one that stands there twice counts once', async () => {
    await withForge({ [REVIEWS]: POSTED, [BACK]: listed(1, 1) }, async ({ forge }) => {
      expect(await forge.apply(9, REVIEW)).toMatchObject({ landed: [1] });
    });
  });

  test('by path too, and by their text where they have no footer', async () => {
    const bare = { ...comment('x'), body: 'Twice.' };
    const comments = [bare, { ...bare, path: 'b.ts' }, bare];
    const back = {
      json: [
        { path: 'b.ts', body: 'Twice.' },
        { path: 'a.ts', body: 'Twice.\r\n' },
      ],
    };
    await withForge({ [REVIEWS]: POSTED, [BACK]: back }, async ({ forge }) => {
      expect(await forge.apply(9, { ...REVIEW, comments })).toMatchObject({ landed: [0, 1] });
    });
  });

  test('and where they cannot be read the review is posted all the same', async () => {
    const script = { [REVIEWS]: POSTED, [BACK]: { status: 404, json: { message: 'Not Found' } } };
    await withForge(script, async ({ forge }) => {
      expect(await forge.apply(9, REVIEW)).toEqual({ kind: 'done', id: 31, url: 'https://github.com/r/31' });
    });
  });

  test('and one without inline comments costs no further request', async () => {
    await withForge({ [REVIEWS]: POSTED }, async ({ forge, requests }) => {
      await forge.apply(9, { ...REVIEW, body: 'All is well.', comments: [] });

      expect(names(requests)).toEqual([REVIEWS]);
    });
  });
});

describe('SU-42 a review with an empty body whose outcome is unknown', () => {
  const own = (id: number, more: Record<string, unknown> = {}) => ({
    fullDatabaseId: String(id),
    url: `https://github.com/r/${id}`,
    body: '',
    state: 'COMMENTED',
    viewerDidAuthor: true,
    comments: { nodes: [{ path: 'a.ts', body: COMMENTS[0]?.body }] },
    ...more,
  });
  const remarks = (...nodes: unknown[]): ScriptedReply => ({
    json: { data: { repository: { pullRequest: { reviews: { nodes } } } } },
  });

  test('is found by the footers of its comments, of which those are read back', async () => {
    const other = own(30, { comments: { nodes: [{ path: 'a.ts', body: footer('other') }] } });
    const script = { [REVIEWS]: { reset: true as const }, [REMARKS]: remarks(other, own(31)), [BACK]: listed(0, 1) };
    await withForge(script, async ({ forge, requests }) => {
      expect(await forge.apply(9, REVIEW)).toEqual({
        kind: 'done',
        id: 31,
        url: 'https://github.com/r/31',
        landed: [0, 1],
      });
      expect(names(requests)).toEqual([REVIEWS, REMARKS, BACK]);
    });
  });

  test.each([
    ['another account', { viewerDidAuthor: false }],
    ['a draft', { state: 'PENDING' }],
    ['another file', { comments: { nodes: [{ path: 'z.ts', body: COMMENTS[0]?.body }] } }],
    ['a review without comments', { comments: { nodes: [] } }],
  ])('is not taken for that of %s', async (_name, more) => {
    const script = {
      [REVIEWS]: [{ reset: true as const }, POSTED],
      [REMARKS]: remarks(own(30, more)),
      [BACK]: listed(0, 1, 2),
    };
    await withForge(script, async ({ forge, requests }) => {
      expect(await forge.apply(9, REVIEW)).toMatchObject({ kind: 'done', id: 31, landed: [0, 1, 2] });

      expect(names(requests)).toEqual([REVIEWS, REMARKS, REVIEWS, BACK]);
    });
  });
});

describe('RR-70 a refused place in the diff', () => {
  test.each([
    [
      'is named',
      {
        message: 'Validation Failed',
        errors: [
          { resource: 'PullRequestReview', field: 'comments[2].line', code: 'custom', message: 'is not in the diff' },
          { resource: 'PullRequestReview', field: 'comments[0].start_line', code: 'custom' },
        ],
      },
      [0, 2],
    ],
    ['is not named', { message: 'Unprocessable Entity', errors: ['Line could not be resolved'] }, []],
    ['is of a range', { message: 'Unprocessable Entity', errors: ['Start line could not be resolved'] }, []],
    [
      'is in two hunks',
      {
        message: 'Unprocessable Entity',
        errors: ['Pull request review thread start line must be part of the same hunk as the line.'],
      },
      [],
    ],
  ])('%s', async (_name, json, entries) => {
    await withForge({ [REVIEWS]: { status: 422, json } }, async ({ forge }) => {
      expect(await forge.apply(9, REVIEW)).toMatchObject({
        kind: 'refused',
        refusal: { reason: 'anchors', entries },
      });
    });
  });
});

describe.each<[string, Effect, string, string]>([
  [
    'RR-60 a review',
    { kind: 'update-review', reviewId: 31, body: 'Run 2.' },
    'PUT /repos/acme/x/pulls/9/reviews/31',
    'GET /repos/acme/x/pulls/9/reviews/31',
  ],
  [
    'RR-64 a comment',
    { kind: 'update-comment', commentId: 31, body: 'Run 2.' },
    'PATCH /repos/acme/x/issues/comments/31',
    'GET /repos/acme/x/issues/comments/31',
  ],
])('%s is updated in place', (_name, effect, write, read) => {
  test('by one request', async () => {
    await withForge({ [write]: POSTED }, async ({ forge, requests }) => {
      expect(await forge.apply(9, effect)).toEqual({ kind: 'done', id: 31, url: 'https://github.com/r/31' });

      expect(names(requests)).toEqual([write]);
      expect(requests[0]?.body).toEqual({ body: 'Run 2.' });
    });
  });

  test.each([
    ['stands there', 'Run 2.\r\n', 1],
    ['does not stand there', 'Run 1.', 2],
  ])('SU-42 and looked up when it is not known whether it was: it %s', async (_state, body, writes) => {
    const standing = { json: { id: 31, html_url: 'https://github.com/r/31', body } };
    const script = { [write]: [{ status: 502, text: '' }, POSTED], [read]: standing };
    await withForge(script, async ({ forge, requests }) => {
      expect(await forge.apply(9, effect)).toEqual({ kind: 'done', id: 31, url: 'https://github.com/r/31' });

      expect(names(requests).filter((name) => name === write)).toHaveLength(writes);
      expect(names(requests)).toContain(read);
    });
  });

  test.each([
    [403, 'Resource not accessible by integration', { reason: 'permission', permission: 'pull-requests: write' }],
    [404, 'Not Found', { reason: 'not-found' }],
  ])('or refused with the reason: %i', async (status, message, refusal) => {
    await withForge({ [write]: { status, json: { message } } }, async ({ forge }) => {
      expect(await forge.apply(9, effect)).toMatchObject({ kind: 'refused', refusal });
      expect(forge.requests()).toBe(1);
    });
  });
});

describe.each([
  ['resolve-thread' as const, 'graphql ResolveThread', true, 'the review thread was resolved'],
  ['unresolve-thread' as const, 'graphql UnresolveThread', false, 'the review thread was opened again'],
])('RR-53 %s', (kind, write, resolved, done) => {
  const effect: Effect = { kind, threadId: 'PRRT_1' };
  const STATE = 'graphql ThreadState';
  const state = (isResolved: boolean): ScriptedReply => ({ json: { data: { node: { isResolved } } } });
  const settled: ScriptedReply = { json: { data: { settled: { thread: { isResolved: resolved } } } } };
  const refused = (type: string, message: string): ScriptedReply => ({
    json: { data: { settled: null }, errors: [{ type, path: ['settled'], message }] },
  });

  test('is one mutation, which does no harm where it is so already', async () => {
    await withForge({ [write]: settled }, async ({ forge, requests }) => {
      expect(await forge.apply(9, effect)).toEqual({ kind: 'done', id: null, url: null });

      expect(names(requests)).toEqual([write]);
      expect(variablesOf(requests[0])).toEqual({ thread: 'PRRT_1' });
    });
  });

  test.each([
    'Resource not accessible by integration',
    'bot-user does not have the correct permissions to execute `ResolveReviewThread`',
  ])('names the permission where it is missing: %s', async (message) => {
    await withForge({ [write]: refused('FORBIDDEN', message), [STATE]: state(!resolved) }, async ({ forge }) => {
      expect(await forge.apply(9, effect)).toMatchObject({
        kind: 'refused',
        refusal: { reason: 'permission', permission: 'contents: write' },
        message: expect.stringContaining(message),
      });
    });
  });

  test('is done where it is refused and has happened', async () => {
    await withForge({ [write]: refused('FORBIDDEN', 'No.'), [STATE]: state(resolved) }, async ({ forge }) => {
      expect(await forge.apply(9, effect)).toEqual({ kind: 'done', id: null, url: null });
    });
  });

  test('is refused where the thread is gone', async () => {
    const gone = refused('NOT_FOUND', 'Could not resolve to a node');
    await withForge({ [write]: gone, [STATE]: gone }, async ({ forge }) => {
      expect(await forge.apply(9, effect)).toMatchObject({ kind: 'refused', refusal: { reason: 'not-found' } });
    });
  });

  test.each([
    ['the connection closed', { reset: true as const }],
    ['GitHub answered 502', { status: 502, text: '' }],
    ['GitHub says that something went wrong', refused('', 'Something went wrong while executing your query.')],
  ])('SU-42 is looked up where its outcome is unknown: %s', async (_name, trouble) => {
    await withForge({ [write]: [trouble, settled], [STATE]: state(resolved) }, async ({ forge, requests }) => {
      expect(await forge.apply(9, effect)).toMatchObject({ kind: 'done' });

      expect(names(requests)).toEqual([write, STATE]);
    });
    await withForge({ [write]: [trouble, settled], [STATE]: state(!resolved) }, async ({ forge, requests }) => {
      expect(await forge.apply(9, effect)).toMatchObject({ kind: 'done' });

      expect(names(requests)).toEqual([write, STATE, write]);
    });
  });

  test('SU-42 is not known where it cannot be looked up', async () => {
    const script = {
      [write]: { reset: true as const },
      [STATE]: { status: 401, json: { message: 'Bad credentials' } },
    };
    await withForge(script, async ({ forge }) => {
      expect(await forge.apply(9, effect)).toEqual({
        kind: 'failed',
        message: expect.stringContaining(`it is not known whether ${done}`),
      });
    });
  });

  test('SU-46 waits out a limit, which GraphQL reports with status 200', async () => {
    const limit: ScriptedReply = {
      json: { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] },
      headers: { 'retry-after': '2' },
    };
    await withForge({ [write]: [limit, settled] }, async ({ forge, requests, slept }) => {
      expect(await forge.apply(9, effect)).toMatchObject({ kind: 'done' });

      expect(names(requests)).toEqual([write, write]);
      expect(slept()).toBe(2000);
    });
  });
});
