import { describe, expect, test } from '@jest/globals';
import type { Effect } from '../../src/core/effect.ts';
import type { ScriptedReply } from '../support/github-server.ts';
import { HEAD, names, withForge } from './forge-under-test.ts';

const MARKER = '<!-- revi-classify: v1; key: rr:x -->';
const REVIEW: Effect = {
  kind: 'submit-review',
  event: 'APPROVE',
  commit: HEAD,
  body: `Fine.\n${MARKER}`,
  comments: [],
  marker: MARKER,
};
const COMMENT: Effect = { kind: 'comment', body: `Hello\n${MARKER}`, marker: MARKER };
const DISMISS: Effect = {
  kind: 'dismiss-review',
  reviewId: 5,
  reviewUrl: 'https://github.com/r/5',
  message: 'an older head',
};
const STATUS: Effect = {
  kind: 'set-status',
  commit: HEAD,
  context: 'revi/classify',
  state: 'success',
  description: 'Overall: approve.',
  targetUrl: null,
};
const UNREQUEST: Effect = { kind: 'remove-review-request', reviewer: { kind: 'user', login: 'Review-Classifier' } };

const POST_REVIEW = 'POST /repos/acme/x/pulls/9/reviews';
const POST_COMMENT = 'POST /repos/acme/x/issues/9/comments';
const DISMISSAL = 'PUT /repos/acme/x/pulls/9/reviews/5/dismissals';
const REQUESTS = 'GET /repos/acme/x/pulls/9/requested_reviewers';
const LATEST = 'graphql LatestPosts';
const POSTED: ScriptedReply = { json: { id: 31, html_url: 'https://github.com/r/31' } };
const DONE = { kind: 'done', id: 31, url: 'https://github.com/r/31' };

type Own = { reviews?: unknown[]; pending?: unknown[]; comments?: unknown[] };

function latest({ reviews = [], pending = [], comments = [] }: Own): ScriptedReply {
  const pullRequest = { reviews: { nodes: reviews }, pending: { nodes: pending }, comments: { nodes: comments } };
  return { json: { data: { repository: { pullRequest } } } };
}

function ownPost(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    fullDatabaseId: '31',
    url: 'https://github.com/r/31',
    body: `Fine.\r\n${MARKER}`,
    state: 'APPROVED',
    viewerDidAuthor: true,
    comments: { totalCount: 0 },
    ...more,
  };
}

describe('SU-27 a review is posted with its event, on the commit that was read', () => {
  test('with its inline comments', async () => {
    const comments = [
      { path: 'a.ts', line: 4, side: 'RIGHT' as const, startLine: null, body: 'One' },
      { path: 'a.ts', line: 9, side: 'LEFT' as const, startLine: 7, body: 'Two' },
    ];
    await withForge({ [POST_REVIEW]: POSTED }, async ({ forge, requests }) => {
      expect(await forge.apply(9, { ...REVIEW, comments })).toEqual(DONE);

      expect(requests[0]?.body).toEqual({
        commit_id: HEAD,
        event: 'APPROVE',
        body: REVIEW.body,
        comments: [
          { path: 'a.ts', line: 4, side: 'RIGHT', body: 'One' },
          { path: 'a.ts', line: 9, side: 'LEFT', start_line: 7, start_side: 'LEFT', body: 'Two' },
        ],
      });
    });
  });

  test('and a pending review in the way is named with its text and its drafts', async () => {
    const refusal = {
      status: 422,
      json: { message: 'Unprocessable Entity', errors: ['User can only have one pending review per pull request'] },
    };
    const draft = ownPost({
      fullDatabaseId: '2900000005',
      body: 'My draft',
      state: 'PENDING',
      comments: { totalCount: 2 },
    });
    await withForge({ [POST_REVIEW]: refusal, [LATEST]: latest({ pending: [draft] }) }, async ({ forge }) => {
      expect(await forge.apply(9, REVIEW)).toMatchObject({
        kind: 'refused',
        refusal: {
          reason: 'pending-review',
          review: { id: 2_900_000_005, body: 'My draft', url: 'https://github.com/r/31', comments: 2 },
        },
      });
    });
  });
});

describe('SU-46 each effect is one request', () => {
  test.each<[string, Effect, string, ScriptedReply, unknown]>([
    ['a comment', COMMENT, POST_COMMENT, POSTED, { body: `Hello\n${MARKER}` }],
    ['a dismissal', DISMISS, DISMISSAL, POSTED, { message: 'an older head', event: 'DISMISS' }],
    [
      'the deletion of a pending review',
      { kind: 'delete-pending-review', reviewId: 5 },
      'DELETE /repos/acme/x/pulls/9/reviews/5',
      POSTED,
      null,
    ],
    [
      'the removal of a request for a user',
      UNREQUEST,
      'DELETE /repos/acme/x/pulls/9/requested_reviewers',
      POSTED,
      { reviewers: ['Review-Classifier'], team_reviewers: [] },
    ],
    [
      'the removal of a request for a team',
      { kind: 'remove-review-request', reviewer: { kind: 'team', slug: 'reviewers' } },
      'DELETE /repos/acme/x/pulls/9/requested_reviewers',
      POSTED,
      { reviewers: [], team_reviewers: ['reviewers'] },
    ],
    [
      'a commit status',
      { ...STATUS, targetUrl: 'https://github.com/r/31' },
      `POST /repos/acme/x/statuses/${HEAD}`,
      { status: 201, json: { id: 31, url: 'https://api.github.com/x' } },
      {
        context: 'revi/classify',
        state: 'success',
        description: 'Overall: approve.',
        target_url: 'https://github.com/r/31',
      },
    ],
  ])('%s', async (_name, effect, name, reply, body) => {
    await withForge({ [name]: reply }, async ({ forge, requests }) => {
      expect(await forge.apply(9, effect)).toMatchObject({ kind: 'done', id: 31 });

      expect(names(requests)).toEqual([name]);
      expect(requests[0]?.body).toEqual(body);
    });
  });
});

describe('SU-42 a write whose outcome is unknown is looked up before it is tried again', () => {
  test.each<[string, ScriptedReply]>([
    ['the connection closed', { reset: true }],
    ['GitHub answered 502', { status: 502, text: '<html></html>', headers: { 'content-type': 'text/html' } }],
    ['the answer broke off', { ...POSTED, cut: true }],
    ['the answer was a page of HTML', { text: '<html></html>', headers: { 'content-type': 'text/html' } }],
  ])('and found again when %s after it had happened', async (_name, trouble) => {
    const script = { [POST_REVIEW]: trouble, [LATEST]: latest({ reviews: [null, ownPost()] }) };
    await withForge(script, async ({ forge, requests, log }) => {
      expect(await forge.apply(9, REVIEW)).toEqual(DONE);

      expect(names(requests)).toEqual([POST_REVIEW, LATEST]);
      expect(log).toHaveLength(1);
    });
  });

  test('and made once more when it had not happened', async () => {
    const script = { [POST_REVIEW]: [{ reset: true as const }, POSTED], [LATEST]: latest({}) };
    await withForge(script, async ({ forge, requests }) => {
      expect(await forge.apply(9, REVIEW)).toEqual(DONE);

      expect(names(requests)).toEqual([POST_REVIEW, LATEST, POST_REVIEW]);
    });
  });

  test.each([
    ['somebody else repeats the marker', ownPost({ viewerDidAuthor: false })],
    ['the marker stands inside a line', ownPost({ body: `> ${MARKER}` })],
    ['the review is pending', ownPost({ state: 'PENDING' })],
  ])('and not taken for done where %s', async (_name, review) => {
    const script = { [POST_REVIEW]: [{ reset: true as const }, POSTED], [LATEST]: latest({ reviews: [review] }) };
    await withForge(script, async ({ forge, requests }) => {
      await forge.apply(9, REVIEW);

      expect(names(requests)).toEqual([POST_REVIEW, LATEST, POST_REVIEW]);
    });
  });

  test.each<[string, Effect, Record<string, ScriptedReply>]>([
    [
      'a comment by its marker',
      COMMENT,
      { [POST_COMMENT]: { reset: true }, [LATEST]: latest({ comments: [ownPost()] }) },
    ],
    [
      'a dismissal by the state of its review',
      DISMISS,
      {
        [DISMISSAL]: { status: 502, text: '' },
        'GET /repos/acme/x/pulls/9/reviews/5': { json: { state: 'DISMISSED', html_url: 'https://github.com/r/5' } },
      },
    ],
    [
      'a deleted draft by its absence',
      { kind: 'delete-pending-review', reviewId: 5 },
      { 'DELETE /repos/acme/x/pulls/9/reviews/5': { reset: true }, [LATEST]: latest({}) },
    ],
    [
      'a removed request by its absence',
      UNREQUEST,
      {
        'DELETE /repos/acme/x/pulls/9/requested_reviewers': { reset: true },
        [REQUESTS]: { json: { users: [], teams: [] } },
      },
    ],
    [
      'a status by its context and description',
      STATUS,
      {
        [`POST /repos/acme/x/statuses/${HEAD}`]: { reset: true },
        [`GET /repos/acme/x/commits/${HEAD}/statuses?per_page=100`]: {
          json: [
            { id: 2, context: 'ci', state: 'failure', description: null },
            { id: 1, context: 'revi/classify', state: 'success', description: 'Overall: approve.' },
          ],
        },
      },
    ],
  ])('%s', async (_name, effect, script) => {
    await withForge(script, async ({ forge }) => {
      expect((await forge.apply(9, effect)).kind).toBe('done');
      expect(forge.requests()).toBe(2);
    });
  });

  test('a status that a newer one of its context has replaced is set again', async () => {
    const post = `POST /repos/acme/x/statuses/${HEAD}`;
    const script = {
      [post]: [{ reset: true as const }, { status: 201, json: { id: 3 } }],
      [`GET /repos/acme/x/commits/${HEAD}/statuses?per_page=100`]: {
        json: [
          { id: 2, context: 'revi/classify', state: 'error', description: 'x' },
          { id: 1, context: 'revi/classify', state: 'success', description: 'Overall: approve.' },
        ],
      },
    };
    await withForge(script, async ({ forge }) => {
      expect(await forge.apply(9, STATUS)).toMatchObject({ kind: 'done', id: 3 });
    });
  });

  test('and fails, saying that it is not known, when it cannot be looked up', async () => {
    const script = { [POST_REVIEW]: { reset: true as const }, [LATEST]: { status: 503, json: {} } };
    await withForge(script, async ({ forge, requests }) => {
      expect(await forge.apply(9, REVIEW)).toEqual({
        kind: 'failed',
        message: expect.stringMatching(/^it is not known whether the review was posted: .*GitHub answered 503/),
      });
      expect(names(requests).filter((name) => name === POST_REVIEW)).toHaveLength(1);
    });
  });

  test('and is given up after five tries', async () => {
    const script = { [POST_REVIEW]: { status: 503, json: {} }, [LATEST]: latest({}) };
    await withForge(script, async ({ forge, requests }) => {
      expect(await forge.apply(9, REVIEW)).toEqual({
        kind: 'failed',
        message: 'it is not known whether the review was posted: GitHub answered 503 (5 tries)',
      });
      expect(names(requests).filter((name) => name === POST_REVIEW)).toHaveLength(5);
    });
  });
});

describe('SU-46 a limit turns a write away', () => {
  const message = 'You have exceeded a secondary rate limit.';

  test('and it is made once more after the wait, without a look-up', async () => {
    const limited = { status: 403, json: { message }, headers: { 'retry-after': '2' } };
    await withForge({ [POST_REVIEW]: [limited, POSTED] }, async ({ forge, requests, slept, log }) => {
      expect(await forge.apply(9, REVIEW)).toEqual(DONE);

      expect(names(requests)).toEqual([POST_REVIEW, POST_REVIEW]);
      expect(slept()).toBe(2000);
      expect(log).toEqual(["waiting 2 s: GitHub's secondary rate limit (403) while posting the review"]);
    });
  });

  test('and where the wait does not fit it fails at once, saying what was not done', async () => {
    await withForge(
      { [POST_REVIEW]: { status: 403, json: { message } } },
      async ({ forge }) => {
        expect(await forge.apply(9, REVIEW)).toEqual({
          kind: 'failed',
          message: expect.stringMatching(
            /^the review was not posted: GitHub's secondary rate limit \(403\) asks for a wait of 60 s/,
          ),
        });
        expect(forge.requests()).toBe(1);
      },
      { seconds: 20 },
    );
  });
});

describe('SU-48 a refusal is a value', () => {
  test('a missing permission is named and never tried again', async () => {
    const forbidden = { status: 403, json: { message: 'Resource not accessible by integration' } };
    await withForge(
      { [POST_REVIEW]: forbidden, [`POST /repos/acme/x/statuses/${HEAD}`]: forbidden },
      async ({ forge }) => {
        expect(await forge.apply(9, REVIEW)).toEqual({
          kind: 'refused',
          refusal: { reason: 'permission', permission: 'pull-requests: write' },
          message: 'posting the review was refused by GitHub (403): Resource not accessible by integration',
        });
        expect(await forge.apply(9, STATUS)).toMatchObject({
          refusal: { reason: 'permission', permission: 'statuses: write' },
        });
        expect(forge.requests()).toBe(2);
      },
    );
  });

  test('a dismissal that the branch protection forbids stays refused', async () => {
    const script = {
      [DISMISSAL]: { status: 422, json: { message: 'Branch protections do not permit dismissing this review' } },
      'GET /repos/acme/x/pulls/9/reviews/5': { json: { state: 'APPROVED' } },
    };
    await withForge(script, async ({ forge }) => {
      expect(await forge.apply(9, DISMISS)).toMatchObject({
        kind: 'refused',
        refusal: { reason: 'dismissal-restricted' },
      });
    });
  });

  test('a refusal of what has already happened is done', async () => {
    const script = {
      [DISMISSAL]: { status: 422, json: { message: 'Can not dismiss a dismissed pull request review' } },
      'GET /repos/acme/x/pulls/9/reviews/5': { json: { state: 'DISMISSED', html_url: 'https://github.com/r/5' } },
      'DELETE /repos/acme/x/pulls/9/requested_reviewers': { status: 422, json: { message: 'Validation Failed' } },
      [REQUESTS]: { json: { users: [{ login: 'somebody' }], teams: [{ slug: 'review-classifier' }] } },
    };
    await withForge(script, async ({ forge }) => {
      expect(await forge.apply(9, DISMISS)).toEqual({ kind: 'done', id: 5, url: 'https://github.com/r/5' });
      expect(await forge.apply(9, UNREQUEST)).toEqual({ kind: 'done', id: null, url: null });
    });
  });

  test('a request that still stands after a refusal was not removed', async () => {
    const script = {
      'DELETE /repos/acme/x/pulls/9/requested_reviewers': { status: 422, json: { message: 'Validation Failed' } },
      [REQUESTS]: { json: { users: [{ login: 'review-classifier' }], teams: [] } },
    };
    await withForge(script, async ({ forge }) => {
      expect(await forge.apply(9, UNREQUEST)).toMatchObject({ kind: 'refused', refusal: { reason: 'other' } });
    });
  });
});

describe('SU-46 writes', () => {
  test('to github.com are at least a second apart, and reads between them are not', async () => {
    const script = { [POST_COMMENT]: POSTED, [DISMISSAL]: POSTED };
    await withForge(
      script,
      async ({ forge, slept }) => {
        await forge.apply(9, COMMENT);
        expect(slept()).toBe(0);
        await forge.apply(9, DISMISS);
        expect(slept()).toBe(1000);
      },
      { serverUrl: 'https://github.com' },
    );
  });

  test('to another server are not paced', async () => {
    await withForge({ [POST_COMMENT]: POSTED }, async ({ forge, slept }) => {
      await forge.apply(9, COMMENT);
      await forge.apply(9, COMMENT);

      expect(slept()).toBe(0);
    });
  });

  test('are made one after another even when they are asked for at once', async () => {
    const script = {
      [POST_COMMENT]: [{ reset: true as const }, POSTED],
      [LATEST]: latest({}),
      [DISMISSAL]: POSTED,
    };
    await withForge(script, async ({ forge, requests }) => {
      await Promise.all([forge.apply(9, COMMENT), forge.apply(9, DISMISS)]);

      expect(names(requests)).toEqual([POST_COMMENT, LATEST, POST_COMMENT, DISMISSAL]);
    });
  });
});
