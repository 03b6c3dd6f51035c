import { expect, test } from '@jest/globals';
import { request } from '@octokit/request';
import { TOKEN } from '../../src/embedded/world.ts';
import { served } from './client.ts';

const inPull = (fields: string) =>
  `{ repository(owner: "acme", name: "shop") { pullRequest(number: 7) { ${fields} } } }`;

test('SU-10 the viewer keeps its [bot], authors lose it and are of type Bot', async () => {
  await served({ pull: { author: 'renovate[bot]' } }, async ({ github, graphql }) => {
    const { body } = await graphql(
      `query { viewer { login databaseId } repository(owner: "acme", name: "shop") { databaseId pullRequest(number: 7) { author { login __typename ... on Bot { databaseId } } } } }`,
    );

    expect(body).toMatchObject({
      data: {
        viewer: { login: 'github-actions[bot]', databaseId: 41898282 },
        repository: { pullRequest: { author: { login: 'renovate', __typename: 'Bot' } } },
      },
    });
    expect(github.problems).toEqual([]);
  });
});

test('SU-20 one request reads a pull request with its commits, reviews, threads, files and settings', async () => {
  const described = {
    files: { 'README.md': '# shop\n', '.hyperhive/revi.yml': 'disabled: []\n', 'logo.png': Buffer.from([0, 1]) },
    teams: ['reviewers'],
    collaborators: { kofi: 'write' },
    labels: [{ name: 'bug', description: 'Broken' }],
    pull: {
      body: 'Says hello.',
      labels: ['bug'],
      requestedReviewers: ['kofi'],
      requestedTeams: ['reviewers'],
      reviews: [{ author: 'kofi', state: 'APPROVED', body: 'Fine.' } as const],
      comments: [{ author: null, body: 'Gone.' }],
      threads: [{ author: 'kofi', body: 'Why?', path: 'hello.txt', line: 2 }],
      closes: [{ number: 3, title: 'Nobody says hello' }],
    },
  };
  await served(described, async ({ world, github, graphql }) => {
    const query = `query Everything($owner: String!, $name: String!, $number: Int!) {
      repository(owner: $owner, name: $name) {
        id databaseId isPrivate nameWithOwner viewerPermission
        defaultBranchRef { name target { oid ... on Commit { file(path: ".hyperhive/revi.yml") { oid object { ... on Blob { text isBinary isTruncated byteSize } } } } } }
        folder: object(expression: "HEAD:.hyperhive") { ... on Tree { entries { name path type mode } } }
        picture: object(expression: "main:logo.png") { ... on Blob { text isBinary } }
        none: object(expression: "main:none") { oid }
        pullRequest(number: $number) {
          number title body state isDraft locked url author { login } isCrossRepository changedFiles additions deletions
          headRefOid headRefName baseRefName baseRefOid headRepository { nameWithOwner owner { login } } headRepositoryOwner { login }
          commits(first: 100) { totalCount nodes { commit { oid message author { name user { login } } } } pageInfo { hasNextPage } }
          reviews(first: 50) { totalCount nodes { fullDatabaseId state body submittedAt commit { oid } author { login } } }
          comments(last: 10) { nodes { body author { login } } }
          reviewThreads(first: 50) { nodes { id isResolved isOutdated path line viewerCanResolve comments(first: 10) { totalCount nodes { body diffHunk } } } }
          reviewRequests(first: 10) { nodes { requestedReviewer { __typename ... on User { login } ... on Team { slug } } } }
          labels(first: 10) { nodes { name description } }
          closingIssuesReferences(first: 10) { nodes { number title } }
          statusCheckRollup { state }
        }
      }
    }`;
    const { body } = await graphql(query, { owner: 'acme', name: 'shop', number: 7 });
    const pull = world.pulls.get(7);

    expect(body).not.toHaveProperty('errors');
    expect(body).toMatchObject({
      data: {
        repository: {
          isPrivate: false,
          defaultBranchRef: { name: 'main', target: { file: { object: { text: 'disabled: []\n', isBinary: false } } } },
          folder: { entries: [{ name: 'revi.yml', path: '.hyperhive/revi.yml', type: 'blob', mode: 0o100644 }] },
          picture: { text: null, isBinary: true },
          none: null,
          pullRequest: {
            title: 'Change 7',
            state: 'OPEN',
            changedFiles: 1,
            additions: 2,
            headRefOid: pull?.head,
            headRepository: { nameWithOwner: 'acme/shop' },
            commits: { totalCount: 1, nodes: [{ commit: { oid: pull?.head, author: { user: { login: 'mia' } } } }] },
            // The thread is a review of its own.
            reviews: {
              totalCount: 2,
              nodes: [{ state: 'APPROVED', commit: { oid: pull?.head } }, { state: 'COMMENTED' }],
            },
            comments: { nodes: [{ body: 'Gone.', author: null }] },
            reviewThreads: {
              nodes: [{ line: 2, isOutdated: false, viewerCanResolve: false, comments: { totalCount: 1 } }],
            },
            reviewRequests: {
              nodes: [{ requestedReviewer: { login: 'kofi' } }, { requestedReviewer: { slug: 'reviewers' } }],
            },
            labels: { nodes: [{ name: 'bug', description: 'Broken' }] },
            closingIssuesReferences: { nodes: [{ number: 3 }] },
            statusCheckRollup: null,
          },
        },
      },
    });
    expect(github.problems).toEqual([]);
  });
});

test('a field or argument that GitHub does not have is refused with its name', async () => {
  await served({}, async ({ github, graphql }) => {
    const { body } = await graphql(inPull('reviewThreads(first: 1) { nodes { outdated } }'));

    expect(JSON.stringify(body)).toContain('outdated');
    expect(body).not.toHaveProperty('data');
    expect(github.problems).toHaveLength(1);
  });
});

test('a field that GitHub has and this server does not model fails by name, never as null', async () => {
  await served({}, async ({ github, graphql }) => {
    const { body } = await graphql(inPull('title milestone { title }'));

    expect(body).toEqual({ errors: [{ message: 'the embedded GitHub does not model PullRequest.milestone' }] });
    expect(github.problems).toEqual(['GraphQL: the embedded GitHub does not model PullRequest.milestone']);
  });
});

test.each([
  [
    'reviews { totalCount }',
    'You must provide a `first` or `last` value to properly paginate the `reviews` connection.',
  ],
  [
    'reviews(first: 101) { totalCount }',
    'Requesting 101 records on the `reviews` connection exceeds the `first` limit of 100 records.',
  ],
  [
    'reviews(first: 1, last: 1) { totalCount }',
    'Passing both `first` and `last` to paginate the `reviews` connection is not supported.',
  ],
  [
    'reviewThreads(first: 100) { nodes { comments(first: 100) { nodes { pullRequest { reviews(first: 100) { nodes { id } } } } } } }',
    'This query requests up to 1,010,100 possible nodes which exceeds the maximum limit of 500,000.',
  ],
])('GitHub refuses before it executes: %s', async (fields, message) => {
  await served({}, async ({ graphql }) => {
    expect((await graphql(inPull(fields))).body).toMatchObject({ errors: [{ message }] });
  });
});

test('SU-20 connections are followed to their end by cursor, forwards and backwards', async () => {
  const comments = Array.from({ length: 25 }, (_, index) => ({ author: 'mia', body: `${index}` }));
  await served({ pull: { comments } }, async ({ graphql }) => {
    type Page = {
      data: {
        repository: {
          pullRequest: {
            comments: { nodes: { body: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
          };
        };
      };
    };
    const bodies: string[] = [];
    let after: string | null = null;
    do {
      const reply = await graphql(
        `query ($after: String) { repository(owner: "acme", name: "shop") { pullRequest(number: 7) { comments(first: 10, after: $after) { nodes { body } pageInfo { hasNextPage endCursor } } } } }`,
        { after },
      );
      const page = (reply.body as Page).data.repository.pullRequest.comments;
      bodies.push(...page.nodes.map((node) => node.body));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);

    expect(bodies).toEqual(comments.map((comment) => comment.body));
    const last = await graphql(inPull('comments(last: 2) { nodes { body } pageInfo { hasPreviousPage hasNextPage } }'));
    expect(JSON.stringify(last.body)).toContain(
      '"nodes":[{"body":"23"},{"body":"24"}],"pageInfo":{"hasPreviousPage":true,"hasNextPage":false}',
    );
  });
});

const RESOLVE =
  'mutation ($id: ID!) { resolveReviewThread(input: { threadId: $id }) { thread { isResolved viewerCanUnresolve } } }';
const THREADS = inPull('reviewThreads(first: 5) { nodes { id } }');

test('resolving needs contents: write, whatever the token may do to pull requests', async () => {
  const pull = { threads: [{ author: 'kofi', body: 'Why?', path: 'hello.txt', line: 1 }] };
  const id = (body: unknown) => (/PRRT_[\w-]+/.exec(JSON.stringify(body)) ?? [])[0];
  await served({ pull }, async ({ world, graphql }) => {
    const reply = await graphql(RESOLVE, { id: id((await graphql(THREADS)).body) });

    expect(reply.body).toMatchObject({
      data: { resolveReviewThread: null },
      errors: [{ type: 'FORBIDDEN', message: 'Resource not accessible by integration' }],
    });
    expect(world.pulls.get(7)?.threads[0]?.resolved).toBe(false);
  });
  await served({ pull, permissions: { contents: 'write', 'pull-requests': 'write' } }, async ({ graphql }) => {
    const thread = id((await graphql(THREADS)).body);
    const resolved = { data: { resolveReviewThread: { thread: { isResolved: true, viewerCanUnresolve: true } } } };

    expect((await graphql(RESOLVE, { id: thread })).body).toEqual(resolved);
    expect((await graphql(RESOLVE, { id: thread })).body).toEqual(resolved);
    expect((await graphql(RESOLVE, { id: 'PRRT_kwAA' })).body).toMatchObject({ errors: [{ type: 'NOT_FOUND' }] });
  });
});

test('RR-42 a person who resolved a thread is shown, an App is not, and nobody once it is open again', async () => {
  const pull = { threads: [{ author: 'kofi', body: 'Why?', path: 'hello.txt', line: 1, resolvedBy: 'mia' }] };
  const permissions = { contents: 'write', 'pull-requests': 'write' } as const;
  const state = inPull(
    'reviewThreads(first: 9) { nodes { id isResolved resolvedBy { __typename login databaseId } viewerCanReply viewerCanResolve viewerCanUnresolve } }',
  );
  await served({ pull, permissions }, async ({ world, github, graphql }) => {
    const read = async () => {
      const { body } = await graphql(state);
      const [node] = (body as { data: { repository: { pullRequest: { reviewThreads: { nodes: unknown[] } } } } }).data
        .repository.pullRequest.reviewThreads.nodes;
      return node as { id: string };
    };
    const { id } = await read();
    const settle = (mutation: string) =>
      graphql(`mutation ($id: ID!) { ${mutation}(input: { threadId: $id }) { thread { isResolved } } }`, { id });

    expect(await read()).toMatchObject({
      isResolved: true,
      resolvedBy: { __typename: 'User', login: 'mia', databaseId: world.accounts.get('mia')?.id },
      viewerCanReply: true,
      viewerCanResolve: false,
      viewerCanUnresolve: true,
    });
    await settle('unresolveReviewThread');
    expect(await read()).toMatchObject({ isResolved: false, resolvedBy: null, viewerCanResolve: true });
    await settle('resolveReviewThread');
    expect(await read()).toMatchObject({ isResolved: true, resolvedBy: null, viewerCanUnresolve: true });
    expect(github.problems).toEqual([]);
  });
});

test('a thread is answered, a comment is added and a review is hidden', async () => {
  const pull = {
    reviews: [{ author: 'kofi', state: 'COMMENTED', body: 'Old.' } as const],
    threads: [{ author: 'kofi', body: 'Why?', path: 'hello.txt', line: 1 }],
  };
  await served({ pull }, async ({ world, github, graphql }) => {
    const { body } = await graphql(
      inPull('id reviews(first: 1) { nodes { id } } reviewThreads(first: 1) { nodes { id } }'),
    );
    const { id, reviews, reviewThreads } = (
      body as {
        data: {
          repository: {
            pullRequest: {
              id: string;
              reviews: { nodes: { id: string }[] };
              reviewThreads: { nodes: { id: string }[] };
            };
          };
        };
      }
    ).data.repository.pullRequest;

    const reply = await graphql(
      `mutation ($pull: ID!, $review: ID!, $thread: ID!) {
        addPullRequestReviewThreadReply(input: { pullRequestReviewThreadId: $thread, body: "So." }) { comment { body replyTo { body } } }
        addComment(input: { subjectId: $pull, body: "Done." }) { commentEdge { node { body author { login } } } }
        minimizeComment(input: { subjectId: $review, classifier: OUTDATED }) { minimizedComment { isMinimized minimizedReason } }
      }`,
      { pull: id, review: reviews.nodes[0]?.id, thread: reviewThreads.nodes[0]?.id },
    );

    expect(reply.body).toEqual({
      data: {
        addPullRequestReviewThreadReply: { comment: { body: 'So.', replyTo: { body: 'Why?' } } },
        addComment: { commentEdge: { node: { body: 'Done.', author: { login: 'github-actions' } } } },
        minimizeComment: { minimizedComment: { isMinimized: true, minimizedReason: 'outdated' } },
      },
    });
    expect(world.pulls.get(7)?.comments).toHaveLength(1);
    expect(github.problems).toEqual([]);
  });
});

test('a private repository refuses the parts that the token may not read, by path', async () => {
  await served({ private: true, permissions: { 'pull-requests': 'write' } }, async ({ graphql }) => {
    const { body } = await graphql(
      '{ repository(owner: "acme", name: "shop") { object(expression: "HEAD:README.md") { oid } pullRequest(number: 7) { title } } }',
    );

    expect(body).toMatchObject({
      data: { repository: { object: null, pullRequest: { title: 'Change 7' } } },
      errors: [
        { type: 'FORBIDDEN', path: ['repository', 'object'], message: 'Resource not accessible by integration' },
      ],
    });
  });
});

test('an exhausted allowance of points is answered with 200 and no data', async () => {
  await served({ rate: { graphql: 1 } }, async ({ graphql }) => {
    await graphql('{ viewer { login } }');

    const reply = await graphql('{ viewer { login } }');

    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ errors: [{ type: 'RATE_LIMITED' }] });
    expect(reply.headers.get('x-ratelimit-remaining')).toBe('0');
  });
});

test("Octokit's own client is served, and throws GitHub's words", async () => {
  await served({}, async ({ github }) => {
    const client = request.defaults({ baseUrl: github.apiUrl, headers: { authorization: `token ${TOKEN}` } });
    const pull = { owner: 'acme', repo: 'shop', pull_number: 7 };

    const { data } = await client('POST /graphql', { query: '{ viewer { login } }' });
    const refused = client('POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews', {
      ...pull,
      event: 'COMMENT',
      body: '',
    });

    expect(data).toEqual({ data: { viewer: { login: 'github-actions[bot]' } } });
    await expect(refused).rejects.toThrow(`Unprocessable Entity: "Body can't be blank"`);
  });
});
