import { expect, test } from '@jest/globals';
import { openContract } from '../../src/embedded/contract.ts';
import { reviewCommentEvent, reviewEvent } from '../../src/embedded/events.ts';
import { addReply, addThread } from '../../src/embedded/happenings.ts';
import { openPull } from '../../src/embedded/new-pull.ts';
import { change, label, land, reviewWith } from '../../src/embedded/pull-happenings.ts';
import { served } from './client.ts';

const CODEX = 'chatgpt-codex-connector[bot]';
const COPILOT = 'copilot-pull-request-reviewer[bot]';
const THREADS = `{ repository(owner: "acme", name: "shop") { pullRequest(number: 7) {
  author { __typename login } isDraft labels(first: 10) { nodes { name } }
  reviews(first: 10) { nodes { state body author { login } comments(first: 10) { totalCount } } }
  reviewThreads(first: 10) { nodes { path line startLine subjectType comments(first: 10) { nodes { body author { __typename login } } } } } } } }`;

test('RB-3 two bots and a person open threads on a bot pull request, some on a whole file', async () => {
  await served({ pull: { author: 'hive[bot]', body: '— hive: agent=a' } }, async ({ world, github, graphql, rest }) => {
    const badge = '**![P1 Badge](https://img.shields.io/badge/P1-orange) Say more**';
    const review = await reviewWith(world, 7, {
      author: CODEX,
      body: 'Here are some suggestions.',
      threads: [
        { path: 'hello.txt', line: 2, startLine: 1, body: badge },
        { path: 'hello.txt', line: null, body: 'The whole file.' },
      ],
    });
    const copilot = await addThread(world, 7, { author: COPILOT, path: 'hello.txt', line: 1, body: 'Nit.' });
    await addThread(world, 7, { author: 'kofi', path: 'hello.txt', line: 1, body: 'Why?' });
    addReply(world, 7, copilot, { author: 'mia', body: 'So.' });
    label(world, 7, { add: ['hold', 'bug'] });
    label(world, 7, { add: ['needs-human'], remove: ['hold'] });
    change(world, 7, { draft: true });

    const bot = (login: string, body: string) => ({ body, author: { __typename: 'Bot', login } });
    const person = (login: string, body: string) => ({ body, author: { __typename: 'User', login } });
    expect((await graphql(THREADS)).body).toMatchObject({
      data: {
        repository: {
          pullRequest: {
            author: { __typename: 'Bot', login: 'hive' },
            isDraft: true,
            labels: { nodes: [{ name: 'bug' }, { name: 'needs-human' }] },
            reviews: {
              nodes: [
                {
                  state: 'COMMENTED',
                  body: 'Here are some suggestions.',
                  author: { login: 'chatgpt-codex-connector' },
                  comments: { totalCount: 2 },
                },
                { author: { login: 'copilot-pull-request-reviewer' } },
                { author: { login: 'kofi' } },
                { author: { login: 'mia' } },
              ],
            },
            reviewThreads: {
              nodes: [
                { line: 2, startLine: 1, comments: { nodes: [bot('chatgpt-codex-connector', badge)] } },
                { line: null, startLine: null, subjectType: 'FILE' },
                {
                  line: 1,
                  comments: { nodes: [bot('copilot-pull-request-reviewer', 'Nit.'), person('mia', 'So.')] },
                },
                { comments: { nodes: [person('kofi', 'Why?')] } },
              ],
            },
          },
        },
      },
    });
    const comments = (await rest('GET /repos/acme/shop/pulls/7/comments')).body as { user: { login: string } }[];
    expect(comments.map(({ user }) => user.login)).toEqual([CODEX, CODEX, 'Copilot', 'kofi', 'mia']);
    const events = {
      'pull-request-review-submitted': reviewEvent({ world, urls: github.urls }, 7, review),
      'pull-request-review-comment-created': await reviewCommentEvent({ world, urls: github.urls }, 7, copilot),
    };
    for (const [name, { payload }] of Object.entries(events))
      expect([name, openContract().webhook(name, payload)]).toEqual([name, []]);
    expect(events['pull-request-review-submitted'].payload).toMatchObject({
      action: 'submitted',
      review: { state: 'commented', user: { login: CODEX, type: 'Bot' } },
      sender: { login: CODEX },
    });
    expect(github.problems).toEqual([]);
  });
});

test('RB-10 pull requests are opened, changed and closed while the world is served', async () => {
  await served({}, async ({ world, github, graphql }) => {
    const opened = await openPull(world, { author: 'hive[bot]', labels: ['hold'] });
    await openPull(world, { number: 40 });
    await openPull(world, {});
    change(world, 40, { state: 'closed' });

    const { body } = await graphql(
      '{ repository(owner: "acme", name: "shop") { pullRequests(states: OPEN, first: 10) { nodes { number changedFiles } } pullRequest(number: 40) { closed closedAt } } }',
    );

    expect(opened.number).toBe(8);
    expect(body).toMatchObject({
      data: {
        repository: {
          pullRequests: { nodes: [7, 8, 41].map((number) => ({ number, changedFiles: 1 })) },
          pullRequest: { closed: true, closedAt: expect.stringMatching(/Z$/) },
        },
      },
    });
    expect(github.problems).toEqual([]);
  });
});

test('RB-22 a commit of the bot lands as the API makes it, and never on a fork', async () => {
  await served({ pulls: [{}, { fork: 'lena' }] }, async ({ world, rest }) => {
    const files = { 'hello.txt': 'bye\n' };
    const head = await land(world, 7, { author: 'hive[bot]', message: 'Fix', files });

    expect(((await rest('GET /repos/acme/shop/pulls/7/commits')).body as unknown[]).at(-1)).toMatchObject({
      sha: head,
      author: { login: 'hive[bot]' },
      committer: { login: 'web-flow' },
    });
    await expect(land(world, 8, { author: 'hive[bot]', message: 'Fix', files })).rejects.toThrow('fork');
  });
});
