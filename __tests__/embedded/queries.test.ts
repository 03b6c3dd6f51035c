import { expect, test } from '@jest/globals';
import { push } from '../../src/embedded/happenings.ts';
import { land } from '../../src/embedded/pull-happenings.ts';
import { served } from './client.ts';

const inShop = (fields: string) => `{ repository(owner: "acme", name: "shop") { ${fields} } }`;

test('RB-10 many open pull requests are read at once, filtered by state and label, and some by number', async () => {
  const pulls = [
    { author: 'hive[bot]', title: 'One', body: 'Text\n\n— hive: agent=a', labels: ['bug', 'hold'] },
    { author: null, draft: true, base: 'next' },
    { state: 'closed' as const, labels: ['bug'] },
    { fork: 'lena', locked: true },
  ];
  await served({ pulls, branches: { next: { 'next.txt': 'n\n' } } }, async ({ world, github, graphql }) => {
    const { body } = await graphql(
      inShop(`
        open: pullRequests(states: [OPEN], first: 2) { totalCount pageInfo { hasNextPage endCursor } nodes {
          number title body isDraft headRefName headRefOid baseRefName author { __typename login } labels(first: 10) { nodes { name } } } }
        bugs: pullRequests(labels: ["bug"], first: 10) { nodes { number state } }
        newest: pullRequests(states: OPEN, first: 1, orderBy: { field: CREATED_AT, direction: DESC }) { nodes { number locked isCrossRepository } }
        a: pullRequest(number: 7) { number } b: pullRequest(number: 9) { number } c: pullRequest(number: 99) { number }
      `),
    );

    expect(body).toMatchObject({
      data: {
        repository: {
          open: {
            totalCount: 3,
            pageInfo: { hasNextPage: true },
            nodes: [
              {
                number: 7,
                title: 'One',
                body: 'Text\n\n— hive: agent=a',
                isDraft: false,
                headRefOid: world.pulls.get(7)?.head,
                author: { __typename: 'Bot', login: 'hive' },
                labels: { nodes: [{ name: 'bug' }, { name: 'hold' }] },
              },
              { number: 8, isDraft: true, baseRefName: 'next', author: null },
            ],
          },
          bugs: {
            nodes: [
              { number: 7, state: 'OPEN' },
              { number: 9, state: 'CLOSED' },
            ],
          },
          newest: { nodes: [{ number: 10, locked: true, isCrossRepository: true }] },
          a: { number: 7 },
          b: { number: 9 },
          c: null,
        },
      },
      errors: [
        {
          type: 'NOT_FOUND',
          path: ['repository', 'c'],
          message: 'Could not resolve to a PullRequest with the number of 99.',
        },
      ],
    });
    expect(github.problems).toEqual([]);
  });
});

test('RB-3 a user is found by login in any case, an App or nobody is not', async () => {
  await served({ tokens: { t: { login: 'codex[bot]' } } }, async ({ world, github, graphql }) => {
    const { body } = await graphql(
      '{ known: user(login: "MIA") { login databaseId } app: user(login: "codex") { login } suffixed: user(login: "codex[bot]") { login } none: user(login: "none") { login } }',
    );

    const missing = (name: string, login: string) => ({
      type: 'NOT_FOUND',
      path: [name],
      message: `Could not resolve to a User with the login of '${login}'.`,
    });
    expect(body).toMatchObject({
      data: {
        known: { login: 'mia', databaseId: world.accounts.get('mia')?.id },
        app: null,
        suffixed: null,
        none: null,
      },
      errors: [missing('app', 'codex'), missing('suffixed', 'codex[bot]'), missing('none', 'none')],
    });
    expect(github.problems).toEqual([]);
  });
});

const NODES = `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename ... on PullRequestReviewThread {
  isResolved isOutdated path line startLine comments(first: 10) { totalCount nodes { body author { login __typename } } }
  pullRequest { number state isDraft locked headRefOid baseRefName labels(first: 10) { nodes { name } } repository { name owner { login } } } } } }`;

test('RB-31 threads are read by id with where they stand, an unknown id is null with an error at its own place', async () => {
  const threads = [{ author: 'codex[bot]', body: 'Why?', path: 'hello.txt', line: 2, startLine: 1 }];
  await served({ pulls: [{}, { labels: ['hold'], threads }] }, async ({ world, github, graphql }) => {
    const listed = await graphql(inShop('pullRequest(number: 8) { reviewThreads(first: 5) { nodes { id } } }'));
    const [id] = /PRRT_[\w-]+/.exec(JSON.stringify(listed.body)) ?? [];

    const { body } = await graphql(NODES, { ids: ['PRRT_kwAA', id, 'what'] });

    expect(body).toEqual({
      data: {
        nodes: [
          null,
          {
            __typename: 'PullRequestReviewThread',
            isResolved: false,
            isOutdated: false,
            path: 'hello.txt',
            line: 2,
            startLine: 1,
            comments: { totalCount: 1, nodes: [{ body: 'Why?', author: { login: 'codex', __typename: 'Bot' } }] },
            pullRequest: {
              number: 8,
              state: 'OPEN',
              isDraft: false,
              locked: false,
              headRefOid: world.pulls.get(8)?.head,
              baseRefName: 'main',
              labels: { nodes: [{ name: 'hold' }] },
              repository: { name: 'shop', owner: { login: 'acme' } },
            },
          },
          null,
        ],
      },
      errors: [
        expect.objectContaining({
          type: 'NOT_FOUND',
          path: ['nodes', 0],
          message: "Could not resolve to a node with the global id of 'PRRT_kwAA'",
        }),
        expect.objectContaining({ type: 'NOT_FOUND', path: ['nodes', 2] }),
      ],
    });
    expect(github.problems).toEqual([]);
  });
});

test('RB-31 more than a hundred ids are refused, and the ids of a request count towards its cost', async () => {
  await served({}, async ({ graphql }) => {
    const ids = Array.from({ length: 101 }, (_, index) => `PRRT_kw${index}`);

    expect((await graphql(NODES, { ids })).body).toMatchObject({
      errors: [{ type: 'ARGUMENT_LIMIT', message: 'You may not provide more than 100 node ids; you provided 101.' }],
    });
    const { body } = await graphql(NODES.replace('nodes(ids', 'rateLimit { cost nodeCount } nodes(ids'), {
      ids: ids.slice(0, 50),
    });
    // Fifty threads, each with ten comments and ten labels.
    expect(body).toMatchObject({ data: { rateLimit: { cost: 1, nodeCount: 50 + 50 * 10 + 50 * 10 } } });
  });
});

test("RB-31 somebody else's pending thread is no node", async () => {
  const reviews = [{ author: 'kofi', state: 'PENDING' as const }];
  await served(
    { pull: { reviews, threads: [{ author: 'kofi', body: 'Why?', path: 'hello.txt', line: 1 }] } },
    async ({ world, graphql }) => {
      const pull = world.pulls.get(7);
      const [review, lonely] = pull?.reviews ?? [];
      if (!review || !lonely) throw new Error('the world has no reviews');
      const find = async () => (await graphql(NODES, { ids: [id] })).body;
      const listed = await graphql(inShop('pullRequest(number: 7) { reviewThreads(first: 5) { nodes { id } } }'));
      const [id] = /PRRT_[\w-]+/.exec(JSON.stringify(listed.body)) ?? [];

      expect(await find()).not.toHaveProperty('errors');
      lonely.state = 'PENDING';
      expect(await find()).toMatchObject({ data: { nodes: [null] }, errors: [{ type: 'NOT_FOUND' }] });
    },
  );
});

test('RB-21 files at a commit tell their mode, and links, modules and binaries what they are', async () => {
  const submodule = '1'.repeat(40);
  const files = {
    'plain.txt': 'a\r\n',
    'run.sh': { mode: '100755' as const, content: '#!/bin/sh\n' },
    link: { symlink: 'plain.txt' },
    module: { submodule },
    'logo.png': Buffer.from([1, 0, 2]),
  };
  await served({ pull: { commits: [{ files }] } }, async ({ world, github, graphql }) => {
    const blob = 'mode type oid object { ... on Blob { byteSize isBinary isTruncated text } }';
    const { body } = await graphql(
      inShop(`object(expression: "${world.pulls.get(7)?.head}") { ... on Commit {
        plain: file(path: "plain.txt") { ${blob} } run: file(path: "run.sh") { ${blob} } link: file(path: "link") { ${blob} }
        module: file(path: "module") { ${blob} } logo: file(path: "logo.png") { ${blob} } none: file(path: "none/a") { ${blob} } } }`),
    );

    const text = { isBinary: false, isTruncated: false };
    expect(body).toMatchObject({
      data: {
        repository: {
          object: {
            plain: { mode: 33188, type: 'blob', object: { ...text, byteSize: 3, text: 'a\r\n' } },
            run: { mode: 33261, object: { ...text, text: '#!/bin/sh\n' } },
            link: { mode: 40960, type: 'blob', object: { ...text, text: 'plain.txt' } },
            module: { mode: 57344, type: 'commit', oid: submodule, object: null },
            logo: { mode: 33188, object: { isBinary: true, byteSize: 3, text: null } },
            none: null,
          },
        },
      },
    });
    expect(github.problems).toEqual([]);
  });
});

test('RB-22 commits of a pull request and of a branch are paged with their authors', async () => {
  await served({ pull: { author: 'hive[bot]' } }, async ({ world, github, graphql }) => {
    const second = await push(world, 7, { files: { 'a.txt': 'a\n' }, author: 'mia', message: 'Second' });
    const third = await land(world, 7, { author: 'hive[bot]', message: 'Third', files: { 'a.txt': 'b\n' } });
    const author = 'author { name email user { login databaseId } }';
    const page = (after: string | null) =>
      graphql(
        `query ($after: String) ${inShop(`pullRequest(number: 7) { commits(first: 2, after: $after) { totalCount nodes { commit { oid message ${author} } } pageInfo { hasNextPage endCursor } } }`)}`,
        { after },
      );
    type Page = {
      data: { repository: { pullRequest: { commits: { nodes: unknown[]; pageInfo: { endCursor: string } } } } };
    };
    const first = ((await page(null)).body as Page).data.repository.pullRequest.commits;
    const rest = ((await page(first.pageInfo.endCursor)).body as Page).data.repository.pullRequest.commits;

    const bot = { name: 'hive[bot]', email: expect.stringMatching(/^\d+\+hive\[bot\]@users\.noreply\.github\.com$/) };
    const mia = { name: 'mia', user: { login: 'mia', databaseId: world.accounts.get('mia')?.id } };
    expect(first).toMatchObject({
      totalCount: 3,
      pageInfo: { hasNextPage: true },
      nodes: [
        { commit: { author: { ...bot, user: null } } },
        { commit: { oid: second, message: 'Second', author: mia } },
      ],
    });
    expect(rest).toMatchObject({
      pageInfo: { hasNextPage: false },
      nodes: [{ commit: { oid: third, message: 'Third', author: { ...bot, user: null } } }],
    });
    const { body } = await graphql(
      inShop(`ref(qualifiedName: "refs/heads/change-7") { target { ... on Commit {
        history(first: 2) { totalCount nodes { oid message ${author} } pageInfo { hasNextPage } }
        mine: history(first: 9, author: { emails: ["${world.accounts.get('mia')?.id}+mia@users.noreply.github.com"] }) { nodes { oid } }
        of: history(first: 9, path: "a.txt") { edges { node { oid } } } } } }`),
    );
    expect(body).toMatchObject({
      data: {
        repository: {
          ref: {
            target: {
              history: {
                totalCount: 4,
                nodes: [{ oid: third, author: bot }, { oid: second }],
                pageInfo: { hasNextPage: true },
              },
              mine: { nodes: [{ oid: second }] },
              of: { edges: [{ node: { oid: third } }, { node: { oid: second } }] },
            },
          },
        },
      },
    });
    expect(github.problems).toEqual([]);
  });
});
