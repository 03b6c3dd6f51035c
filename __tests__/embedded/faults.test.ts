import { expect, test } from '@jest/globals';
import type { Fault } from '../../src/embedded/faults.ts';
import { push } from '../../src/embedded/happenings.ts';
import { served } from './client.ts';

const COMMENTS = '/repos/acme/shop/issues/7/comments';
const HELLO = { body: { body: 'Hello.' } };

async function withFault(fault: Fault, check: Parameters<typeof served>[1]): Promise<void> {
  await served({}, check, { faults: [fault] });
}

test('a fault strikes the chosen request only, and its request is not carried out', async () => {
  await withFault({ match: 'POST */comments', times: [2], answer: { status: 502 } }, async ({ world, rest }) => {
    const statuses = [
      await rest(`POST ${COMMENTS}`, HELLO),
      await rest(`POST ${COMMENTS}`, HELLO),
      await rest(`POST ${COMMENTS}`, HELLO),
    ];

    expect(statuses.map(({ status }) => status)).toEqual([201, 502, 201]);
    expect(world.pulls.get(7)?.comments).toHaveLength(2);
  });
});

test('an answer can be lost although the request was carried out', async () => {
  const answer = { status: 502, carriedOut: true } as const;
  await withFault({ writes: true, answer }, async ({ world, rest }) => {
    expect((await rest('GET /repos/acme/shop')).status).toBe(200);
    expect((await rest(`POST ${COMMENTS}`, HELLO)).status).toBe(502);
    expect(world.pulls.get(7)?.comments).toHaveLength(1);
  });
});

test.each([
  ['before', 0],
  ['after', 1],
] as const)('SU-42 a connection breaks %s the effect', async (reset, comments) => {
  await withFault({ match: `POST ${COMMENTS}`, reset }, async ({ world, github, rest }) => {
    await expect(rest(`POST ${COMMENTS}`, HELLO)).rejects.toThrow('fetch failed');

    expect(world.pulls.get(7)?.comments).toHaveLength(comments);
    expect(github.requests.at(-1)?.status).toBe(0);
  });
});

test('SU-43 somebody pushes while a request is on its way', async () => {
  const before: Fault['before'] = (world) => push(world, 7, { files: { 'more.txt': 'x\n' } });
  await withFault({ graphql: 'Position', times: [2], before }, async ({ graphql }) => {
    const query =
      'query Position { repository(owner: "acme", name: "shop") { pullRequest(number: 7) { headRefOid } } }';

    const [first, second, third] = [await graphql(query), await graphql(query), await graphql(query)];

    expect(second.body).not.toEqual(first.body);
    expect(third.body).toEqual(second.body);
  });
});

test('a garbled answer is half of the real one', async () => {
  await withFault({ nth: 1, garbage: true }, async ({ rest }) => {
    await expect(rest('GET /repos/acme/shop')).rejects.toThrow('JSON');
  });
});

test('a refusal carries the headers that it is given', async () => {
  const answer = {
    status: 403,
    body: { message: 'You have exceeded a secondary rate limit.' },
    headers: { 'retry-after': '7' },
  };
  await withFault({ writes: true, times: [1], answer }, async ({ rest }) => {
    const reply = await rest(`POST ${COMMENTS}`, HELLO);

    expect(reply.headers.get('retry-after')).toBe('7');
    expect(reply.body).toEqual({ message: 'You have exceeded a secondary rate limit.' });
  });
});

test('the log names every request by its operation', async () => {
  await served({}, async ({ github, rest, graphql }) => {
    await rest(`POST ${COMMENTS}`, HELLO);
    await graphql('query Who { viewer { login } }');

    expect(github.requests).toEqual([
      {
        method: 'POST',
        path: COMMENTS,
        operation: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
        write: true,
        body: { body: 'Hello.' },
        status: 201,
      },
      expect.objectContaining({ path: '/graphql', operation: 'Who viewer', write: false, status: 200 }),
    ]);
  });
});
