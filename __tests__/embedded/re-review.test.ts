import { expect, test } from '@jest/globals';
import { push } from '../../src/embedded/happenings.ts';
import { served } from './client.ts';

const REPO = '/repos/acme/shop';
const REVIEWS = `${REPO}/pulls/7/reviews`;

test('RR-40 any two commits are compared: those of one branch, of a force-push, and of a fork', async () => {
  const commits = [{ files: { 'a.txt': 'one\n' } }, { files: { 'a.txt': 'one\ntwo\n' } }];
  await served({ pull: { fork: 'zoe', commits } }, async ({ world, github, rest }) => {
    const main = world.branches.get('main') ?? '';
    const first = world.pulls.get(7)?.head ?? '';
    const second = await push(world, 7, { files: { 'a.txt': 'one\ntwo\nthree\n' } });
    const forced = await push(world, 7, { files: { 'b.txt': 'other\n' }, onto: main });
    const compare = async (base: string, head: string, query = '') =>
      (await rest(`GET ${REPO}/compare/${base}...${head}${query}`)).body;

    expect(await compare(first, second, '?per_page=1&page=1')).toMatchObject({
      status: 'ahead',
      ahead_by: 1,
      behind_by: 0,
      files: [{ filename: 'a.txt', status: 'modified', patch: expect.stringContaining('+three') }],
    });
    expect(await compare(second, first)).toMatchObject({ status: 'behind', files: [] });
    expect(await compare(first, first)).toMatchObject({ status: 'identical', files: [] });
    expect(await compare(second, forced)).toMatchObject({
      status: 'diverged',
      merge_base_commit: { sha: main },
      files: [{ filename: 'b.txt', status: 'added' }],
    });
    expect(await compare('0'.repeat(40), forced)).toMatchObject({ message: 'Not Found' });
    expect(github.problems).toEqual([]);
  });
});

test('RR-60 a review with comments alone has an empty body, and its comments can be listed', async () => {
  await served({}, async ({ github, rest }) => {
    const comments = [
      { path: 'hello.txt', line: 1, side: 'RIGHT', body: 'One.' },
      { path: 'hello.txt', line: 2, side: 'RIGHT', body: 'Two.' },
    ];
    const { status, body } = await rest(`POST ${REVIEWS}`, { body: { event: 'COMMENT', body: '', comments } });
    const { id } = body as { id: number };

    expect(status).toBe(200);
    expect(body).toMatchObject({ body: '', state: 'COMMENTED' });
    const listed = await rest(`GET ${REVIEWS}/${id}/comments?per_page=100&page=1`);
    expect(listed.body).toMatchObject(comments.map(({ path, body }) => ({ path, body, pull_request_review_id: id })));
    expect((await rest(`POST ${REVIEWS}`, { body: { event: 'COMMENT', body: '' } })).status).toBe(422);
    expect(github.problems).toEqual([]);
  });
});

test('RR-60 bodies of reviews and comments are changed in place, with pull-requests: write alone', async () => {
  const described = {
    pull: {
      reviews: [{ author: 'github-actions[bot]', state: 'DISMISSED', body: 'Run 1.' } as const],
      comments: [{ author: 'github-actions[bot]', body: 'Run 1.' }],
    },
    tokens: {
      ghs_reader: { login: 'github-actions[bot]', permissions: { contents: 'write', 'pull-requests': 'read' } },
    },
  } as const;
  await served(described, async ({ world, github, rest }) => {
    const pull = world.pulls.get(7);
    const review = `PUT ${REVIEWS}/${pull?.reviews[0]?.id}`;
    const comment = `PATCH ${REPO}/issues/comments/${pull?.comments[0]?.id}`;
    const body = { body: 'Run 2.' };

    expect((await rest(review, { body, token: 'ghs_reader' })).status).toBe(403);
    expect((await rest(comment, { body, token: 'ghs_reader' })).status).toBe(403);
    expect((await rest(review, { body })).body).toMatchObject({ body: 'Run 2.', state: 'DISMISSED' });
    expect((await rest(comment, { body })).body).toMatchObject({ body: 'Run 2.' });
    expect((await rest(`PUT ${REVIEWS}/99`, { body })).status).toBe(404);
    expect((await rest(`PATCH ${REPO}/issues/comments/99`, { body })).status).toBe(404);
    expect([pull?.reviews.length, pull?.comments.length]).toEqual([1, 1]);
    expect(github.problems).toEqual([]);
  });
});
