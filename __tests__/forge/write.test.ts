import { describe, expect, test } from '@jest/globals';
import type { Effect } from '../../src/core/effect.ts';
import type { ScriptedReply } from '../support/github-server.ts';
import { HEAD, names, page, threadHead, variablesOf, withForge } from './forge-under-test.ts';

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

const REPLY: Effect = { kind: 'reply', rootId: 21, body: `Yes.\n${MARKER}`, marker: MARKER };
const CREATE: Effect = { kind: 'create-label', name: 'review:p1', color: '0e8a16', description: 'Useful.' };
const ADD: Effect = { kind: 'add-labels', names: ['triaged', 'Review:P1'] };
const REMOVE: Effect = { kind: 'remove-label', name: 'a/b c%20d?e#f ⛴️' };

const POST_REVIEW = 'POST /repos/acme/x/pulls/9/reviews';
const POST_COMMENT = 'POST /repos/acme/x/issues/9/comments';
const DISMISSAL = 'PUT /repos/acme/x/pulls/9/reviews/5/dismissals';
const REQUESTS = 'GET /repos/acme/x/pulls/9/requested_reviewers';
const LATEST = 'graphql LatestPosts';
const POST_REPLY = 'POST /repos/acme/x/pulls/9/comments/21/replies';
const POST_LABEL = 'POST /repos/acme/x/labels';
const GET_LABEL = 'GET /repos/acme/x/labels/review:p1';
const ADD_LABELS = 'POST /repos/acme/x/issues/9/labels';
const GET_LABELS = 'GET /repos/acme/x/issues/9/labels?per_page=100';
const REMOVE_LABEL = 'DELETE /repos/acme/x/issues/9/labels/a/b c%20d?e#f ⛴️';
const HEADS = 'graphql ThreadHeadsPage';
const REPLIES = 'graphql LatestReplies';
const THREADS: ScriptedReply = {
  json: { data: { repository: { pullRequest: { page: page([threadHead('thread', [21])]) } } } },
};
const POSTED: ScriptedReply = { json: { id: 31, html_url: 'https://github.com/r/31' } };
const DONE = { kind: 'done', id: 31, url: 'https://github.com/r/31' };

function replies(...nodes: unknown[]): ScriptedReply {
  return { json: { data: { node: { comments: { nodes } } } } };
}

function labels(...all: string[]): ScriptedReply {
  return { json: all.map((name) => ({ name })) };
}

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
    ['CO-23 a reply in a thread', REPLY, POST_REPLY, { status: 201, ...POSTED }, { body: `Yes.\n${MARKER}` }],
    [
      'CO-24 a reaction to a comment',
      { kind: 'react', on: 'comment', commentId: 12, content: 'eyes' },
      'POST /repos/acme/x/issues/comments/12/reactions',
      { status: 201, ...POSTED },
      { content: 'eyes' },
    ],
    [
      'CO-24 a reaction that is there already, to a comment of a thread',
      { kind: 'react', on: 'thread-comment', commentId: 2_900_000_005, content: 'eyes' },
      'POST /repos/acme/x/pulls/comments/2900000005/reactions',
      { status: 200, ...POSTED },
      { content: 'eyes' },
    ],
    [
      'TR-4 a new label',
      CREATE,
      POST_LABEL,
      { status: 201, ...POSTED },
      { name: 'review:p1', color: '0e8a16', description: 'Useful.' },
    ],
  ])('%s', async (_name, effect, name, reply, body) => {
    await withForge({ [name]: reply }, async ({ forge, requests }) => {
      expect(await forge.apply(9, effect)).toMatchObject({ kind: 'done', id: 31 });

      expect(names(requests)).toEqual([name]);
      expect(requests[0]?.body).toEqual(body);
    });
  });
});

describe('TR-4 labels of the pull request', () => {
  test('are added at once', async () => {
    await withForge({ [ADD_LABELS]: labels('bug', 'triaged', 'review:p1') }, async ({ forge, requests }) => {
      expect(await forge.apply(9, ADD)).toEqual({ kind: 'done', id: null, url: null });

      expect(requests[0]?.body).toEqual({ labels: ['triaged', 'Review:P1'] });
    });
  });

  test('are removed by their names, whatever signs those hold', async () => {
    await withForge({ [REMOVE_LABEL]: labels('bug') }, async ({ forge, requests }) => {
      expect(await forge.apply(9, REMOVE)).toEqual({ kind: 'done', id: null, url: null });

      expect(requests.map(({ path }) => path)).toEqual([
        '/repos/acme/x/issues/9/labels/a%2Fb%20c%2520d%3Fe%23f%20%E2%9B%B4%EF%B8%8F',
      ]);
    });
  });

  test.each(['.', '..'])('are never all removed by the name %s, which an address cannot hold', async (name) => {
    await withForge({}, async ({ forge }) => {
      expect(await forge.apply(9, { kind: 'remove-label', name })).toMatchObject({
        kind: 'refused',
        refusal: { reason: 'other' },
        message: expect.stringContaining('GitHub has no address for a label of this name'),
      });
      expect(forge.requests()).toBe(0);
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
      'a new label by its name',
      CREATE,
      { [POST_LABEL]: { reset: true }, [GET_LABEL]: { json: { name: 'Review:p1' } } },
    ],
    [
      'added labels by their names, in any case',
      ADD,
      { [ADD_LABELS]: { status: 502, text: '' }, [GET_LABELS]: labels('bug', 'review:p1', 'Triaged') },
    ],
    ['a removed label by its absence', REMOVE, { [REMOVE_LABEL]: { reset: true }, [GET_LABELS]: labels('bug') }],
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

  test('a reply by its marker in its thread, written by the bot', async () => {
    const copied = ownPost({ fullDatabaseId: '30', viewerDidAuthor: false });
    const script = { [POST_REPLY]: { reset: true as const }, [HEADS]: THREADS, [REPLIES]: replies(copied, ownPost()) };
    await withForge(script, async ({ forge, requests }) => {
      expect(await forge.apply(9, REPLY)).toEqual(DONE);

      expect(names(requests)).toEqual([POST_REPLY, HEADS, REPLIES]);
      expect(variablesOf(requests[2])).toEqual({ thread: 'thread' });
    });
  });

  test.each<[string, Effect, string, Record<string, ScriptedReply>]>([
    ['a reply', REPLY, POST_REPLY, { [HEADS]: THREADS, [REPLIES]: replies(ownPost({ viewerDidAuthor: false })) }],
    ['a new label', CREATE, POST_LABEL, { [GET_LABEL]: { status: 404, json: { message: 'Not Found' } } }],
    ['added labels', ADD, ADD_LABELS, { [GET_LABELS]: labels('triaged') }],
    ['a removed label', REMOVE, REMOVE_LABEL, { [GET_LABELS]: labels('A/B c%20d?e#f ⛴️') }],
    [
      'a reaction, which has no look-up since repeating it does no harm',
      { kind: 'react', on: 'comment', commentId: 12, content: 'eyes' },
      'POST /repos/acme/x/issues/comments/12/reactions',
      {},
    ],
  ])('and made once more when it had not happened: %s', async (_name, effect, write, looked) => {
    const script = { [write]: [{ reset: true as const }, POSTED], ...looked };
    await withForge(script, async ({ forge, requests }) => {
      expect((await forge.apply(9, effect)).kind).toBe('done');

      expect(names(requests)).toEqual([write, ...Object.keys(looked), write]);
    });
  });

  test('a label is not taken for missing when it cannot be looked up', async () => {
    const forbidden = { status: 403, json: { message: 'Resource not accessible by integration' } };
    await withForge({ [POST_LABEL]: { reset: true as const }, [GET_LABEL]: forbidden }, async ({ forge }) => {
      expect(await forge.apply(9, CREATE)).toEqual({
        kind: 'failed',
        message: expect.stringMatching(/^it is not known whether the label review:p1 was created: /),
      });
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

describe('RB-31 what is done in a thread', () => {
  const resolve: Effect = { kind: 'resolve-thread', threadId: 'PRRT_a' };
  const open: ScriptedReply = { json: { data: { node: { isResolved: false } } } };
  test.each<[string, Effect, string, Record<string, ScriptedReply>]>([
    ['a reply', REPLY, POST_REPLY, { [HEADS]: THREADS, [REPLIES]: replies() }],
    ['a resolve', resolve, 'graphql ResolveThread', { 'graphql ThreadState': open }],
  ])('is tried six times with growing waits, well within ten minutes: %s', async (_name, effect, write, lookUp) => {
    await withForge({ [write]: { status: 503, json: {} }, ...lookUp }, async ({ forge, requests, log, slept }) => {
      expect(await forge.apply(9, effect)).toMatchObject({
        kind: 'failed',
        message: expect.stringContaining('GitHub answered 503 (6 tries)'),
      });
      expect(names(requests).filter((name) => name === write)).toHaveLength(6);
      expect(log.map((line) => /waiting ([\d.]+) s/.exec(line)?.[1])).toEqual(['0.5', '1', '2', '4', '8']);
      expect(slept()).toBeLessThan(600_000);
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

  test.each<[string, Effect, string]>([
    ['a reply', REPLY, POST_REPLY],
    ['a new label', CREATE, POST_LABEL],
    ['added labels', ADD, ADD_LABELS],
    ['a removed label', REMOVE, REMOVE_LABEL],
    [
      'a reaction',
      { kind: 'react', on: 'thread-comment', commentId: 12, content: 'eyes' },
      'POST /repos/acme/x/pulls/comments/12/reactions',
    ],
  ])('that names the permission where it is missing: %s', async (_name, effect, write) => {
    const forbidden = {
      status: 403,
      json: { message: 'Resource not accessible by integration' },
      headers: { 'x-accepted-github-permissions': 'issues=write; pull_requests=write' },
    };
    await withForge({ [write]: forbidden }, async ({ forge }) => {
      expect(await forge.apply(9, effect)).toMatchObject({
        kind: 'refused',
        refusal: { reason: 'permission', permission: 'pull-requests: write' },
      });
      expect(forge.requests()).toBe(1);
    });
  });

  test('a reply below a comment that is gone, or in a locked conversation, is told apart', async () => {
    const script = {
      [POST_REPLY]: [
        { status: 404, json: { message: 'Not Found' } },
        { status: 422, json: { message: 'Unable to create comment because issue is locked.' } },
      ],
    };
    await withForge(script, async ({ forge }) => {
      expect(await forge.apply(9, REPLY)).toMatchObject({ refusal: { reason: 'not-found' } });
      expect(await forge.apply(9, REPLY)).toMatchObject({ refusal: { reason: 'locked' } });
    });
  });

  test('TR-4 a label that is there already is done, and one that GitHub reserves is refused with its words', async () => {
    const refusal = (more: object) => ({
      status: 422,
      json: { message: 'Validation Failed', errors: [{ resource: 'Label', field: 'name', ...more }] },
    });
    const script = {
      [POST_LABEL]: [refusal({ code: 'already_exists' }), refusal({ code: 'custom', message: 'is reserved' })],
    };
    await withForge(script, async ({ forge }) => {
      expect(await forge.apply(9, CREATE)).toEqual({ kind: 'done', id: null, url: null });
      expect(await forge.apply(9, CREATE)).toEqual({
        kind: 'refused',
        refusal: { reason: 'other', message: 'Validation Failed: name is reserved' },
        message: 'creating the label review:p1 was refused by GitHub (422): Validation Failed: name is reserved',
      });
      expect(forge.requests()).toBe(2);
    });
  });

  test('TR-4 a label that is not on the pull request is removed already, unless it still is', async () => {
    const script = {
      [REMOVE_LABEL]: { status: 404, json: { message: 'Label does not exist' } },
      [GET_LABELS]: [labels('bug'), labels('bug', 'a/b c%20d?e#f ⛴️')],
    };
    await withForge(script, async ({ forge }) => {
      expect(await forge.apply(9, REMOVE)).toMatchObject({ kind: 'done' });
      expect(await forge.apply(9, REMOVE)).toMatchObject({ kind: 'refused', refusal: { reason: 'not-found' } });
    });
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
