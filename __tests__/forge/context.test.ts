import { describe, expect, test } from '@jest/globals';
import { ForgeError, UserError } from '../../src/core/errors.ts';
import {
  BASE,
  contextData,
  HEAD,
  NO_PARTS,
  names,
  page,
  postNode,
  threadNode,
  variablesOf,
  withForge,
} from './forge-under-test.ts';

const CONTEXT = 'graphql PullRequestContext';
const reviewNode = (id: number, more: Record<string, unknown> = {}) =>
  postNode(id, { state: 'APPROVED', submittedAt: '2026-11-30T10:00:00Z', commit: { oid: HEAD }, ...more });
const remarkNode = (id: number, state = 'SUBMITTED') => postNode(id, { state });
const issueNode = (number: number, repository = 7) => ({
  number,
  title: `Issue ${number}`,
  body: `Text ${number}`,
  repository: { databaseId: repository },
});
const commitNode = (id: number) => ({ commit: { oid: String(id), message: `Step ${id}\n\nBody ${id}` } });

describe('SU-20 one request tells the whole context', () => {
  test('with everything that is asked for', async () => {
    const data = contextData(
      {
        commits: page([commitNode(1)]),
        reviews: page([reviewNode(2_900_000_005)]),
        comments: page([postNode(11)]),
        reviewThreads: page([{ ...threadNode('thread'), comments: page([remarkNode(21), remarkNode(22, 'PENDING')]) }]),
        reviewRequests: page([
          { requestedReviewer: { __typename: 'User', login: 'review-classifier' } },
          { requestedReviewer: { __typename: 'Team', slug: 'reviewers' } },
          { requestedReviewer: { __typename: 'Bot', login: 'copilot-pull-request-reviewer' } },
        ]),
        labels: page([{ name: 'bug' }]),
        closingIssuesReferences: page([issueNode(12)]),
        lastCommit: {
          nodes: [
            {
              commit: {
                oid: HEAD,
                status: { context: { context: 'revi/classify', state: 'SUCCESS', description: 'Overall: approve.' } },
              },
            },
          ],
        },
      },
      {
        defaultBranchRef: {
          name: 'main',
          target: {
            oid: BASE,
            file0: {
              oid: 'f0',
              mode: 0o100644,
              object: { __typename: 'Blob', text: 'rules', isBinary: false, isTruncated: false },
            },
            file1: null,
            file2: {
              oid: 'f2',
              mode: 0o100644,
              object: { __typename: 'Blob', text: null, isBinary: true, isTruncated: false },
            },
            file3: { oid: 'f3', mode: 0o040000, object: { __typename: 'Tree' } },
          },
        },
        folder0: { __typename: 'Tree', entries: [{ name: '.hyperhive' }, { name: 'README.md' }] },
        folder1: null,
        labels: page([{ name: 'bug' }, { name: 'Triaged' }]),
      },
    );
    await withForge({ [CONTEXT]: { json: { data } } }, async ({ forge, requests }) => {
      const context = await forge.readContext(9, {
        files: ['a.yml', 'b.yml', 'c.png', 'folder'],
        folders: ['', 'gone'],
        commits: true,
        reviews: true,
        reviewRequests: true,
        comments: 'all',
        labels: true,
        linkedIssues: true,
        threads: true,
        threadOf: 21,
        statusContext: 'revi/classify',
      });

      expect(requests).toHaveLength(1);
      expect(variablesOf(requests[0])).toEqual({
        owner: 'acme',
        name: 'x',
        number: 9,
        first: 100,
        path0: 'a.yml',
        path1: 'b.yml',
        path2: 'c.png',
        path3: 'folder',
        folder0: 'HEAD:',
        folder1: 'HEAD:gone',
        statusContext: 'revi/classify',
      });
      expect(context.viewer).toEqual({ login: 'github-actions[bot]', type: 'Bot', id: 41898282 });
      expect(context.repository).toEqual({ owner: 'acme', name: 'x', id: 7, private: false, defaultBranch: 'main' });
      expect(context.pullRequest).toMatchObject({
        number: 9,
        head: HEAD,
        base: BASE,
        baseRef: 'main',
        state: 'open',
        fork: false,
      });
      expect(context.commits).toEqual([{ oid: '1', message: 'Step 1\n\nBody 1' }]);
      expect(context.reviews).toMatchObject([
        {
          id: 2_900_000_005,
          state: 'APPROVED',
          commit: HEAD,
          author: { login: 'github-actions', type: 'Bot', id: 41898282 },
        },
      ]);
      expect(context.comments.map(({ id }) => id)).toEqual([11, 21]);
      expect(context.reviewRequests).toEqual([
        { kind: 'user', login: 'review-classifier' },
        { kind: 'team', slug: 'reviewers' },
        { kind: 'user', login: 'copilot-pull-request-reviewer[bot]' },
      ]);
      expect([...context.files]).toEqual([
        ['a.yml', { path: 'a.yml', oid: 'f0', text: 'rules' }],
        ['c.png', { path: 'c.png', oid: 'f2', text: null }],
      ]);
      expect([...context.folders]).toEqual([['', ['.hyperhive', 'README.md']]]);
      expect(context.status).toEqual({ context: 'revi/classify', state: 'success', description: 'Overall: approve.' });
      expect(context.labels).toEqual(['bug']);
      expect(context.repositoryLabels).toEqual(['bug', 'Triaged']);
      expect(context.linkedIssues).toEqual([{ number: 12, title: 'Issue 12', body: 'Text 12' }]);
      expect(context.threads).toEqual([context.thread]);
      expect(context.thread).toMatchObject({ id: 'thread', path: 'src/a.ts', line: 12, comments: [{ id: 21 }] });
      expect(context.incomplete).toEqual([]);
    });
  });

  test('and asks for no list that is not wanted', async () => {
    await withForge({ [CONTEXT]: { json: { data: contextData() } } }, async ({ forge, requests }) => {
      const context = await forge.readContext(9, NO_PARTS);

      expect(JSON.stringify(requests[0]?.body)).not.toMatch(
        /reviews|commits|comments|reviewRequests|labels|closingIssues|reviewThreads/,
      );
      expect(variablesOf(requests[0])).toEqual({ owner: 'acme', name: 'x', number: 9 });
      expect(context).toMatchObject({
        commits: [],
        reviews: [],
        comments: [],
        reviewRequests: [],
        threads: [],
        thread: null,
        status: null,
      });
      expect(context).toMatchObject({ labels: [], repositoryLabels: [], linkedIssues: [] });
    });
  });
});

describe('SU-17 a fork is told by its head repository', () => {
  test.each([
    [
      'another repository',
      { isCrossRepository: true, headRepository: { name: 'x', owner: { login: 'newcomer' } } },
      true,
    ],
    ['a repository that is gone', { isCrossRepository: false, headRepository: null }, true],
    ['the same repository', {}, false],
  ])('%s', async (_name, node, fork) => {
    await withForge({ [CONTEXT]: { json: { data: contextData(node) } } }, async ({ forge }) => {
      expect((await forge.readContext(9, NO_PARTS)).pullRequest.fork).toBe(fork);
    });
  });
});

test('SU-10 an account is a Bot by its type alone; every other kind is a User, and a deleted one is nobody', async () => {
  const authors = [
    { __typename: 'Bot', login: 'renovate', databaseId: 5 },
    { __typename: 'Mannequin', login: 'imported' },
    { __typename: 'EnterpriseUserAccount', login: 'emu_acme' },
    null,
  ];
  const data = contextData({ reviews: page(authors.map((author, index) => reviewNode(index, { author }))) });
  await withForge({ [CONTEXT]: { json: { data } } }, async ({ forge }) => {
    const { reviews } = await forge.readContext(9, { ...NO_PARTS, reviews: true });

    expect(reviews.map((review) => review.author)).toEqual([
      { login: 'renovate', type: 'Bot', id: 5 },
      { login: 'imported', type: 'User', id: null },
      { login: 'emu_acme', type: 'User', id: null },
      null,
    ]);
  });
});

describe('SU-20 pages are followed to the end', () => {
  const pageOf = (connection: unknown) => ({ json: { data: { repository: { pullRequest: { page: connection } } } } });

  test('of every list, and of the comments inside a thread', async () => {
    const data = contextData(
      {
        commits: page([commitNode(1)], { next: 'c1', totalCount: 3 }),
        reviews: page([reviewNode(1)], { next: 'r1', totalCount: 2 }),
        comments: page([postNode(11)], { next: 'm1', totalCount: 2 }),
        reviewThreads: page(
          [{ ...threadNode('one'), comments: page([remarkNode(21)], { next: 't1', totalCount: 2 }) }],
          {
            next: 'n1',
            totalCount: 2,
          },
        ),
        reviewRequests: page([{ requestedReviewer: { __typename: 'User', login: 'a' } }], {
          next: 'q1',
          totalCount: 2,
        }),
        labels: page([{ name: 'a' }], { next: 'l1', totalCount: 2 }),
        closingIssuesReferences: page([issueNode(1)], { next: 'i1', totalCount: 2 }),
      },
      { labels: page([{ name: 'a' }, { name: 'b' }], { next: 'k1', totalCount: 3 }) },
    );
    const script = {
      [CONTEXT]: { json: { data } },
      'graphql CommitsPage': [
        pageOf(page([commitNode(2)], { next: 'c2', totalCount: 3 })),
        pageOf(page([commitNode(3)], { totalCount: 3 })),
      ],
      'graphql ReviewsPage': pageOf(page([reviewNode(2)], { totalCount: 2 })),
      'graphql CommentsPage': pageOf(page([postNode(12)], { totalCount: 2 })),
      'graphql ReviewThreadsPage': pageOf(
        page([{ ...threadNode('two'), comments: page([remarkNode(31)]) }], { totalCount: 2 }),
      ),
      'graphql ThreadPage': { json: { data: { node: { page: page([remarkNode(22)], { totalCount: 2 }) } } } },
      'graphql ReviewRequestsPage': pageOf(
        page([{ requestedReviewer: { __typename: 'User', login: 'b' } }], { totalCount: 2 }),
      ),
      'graphql LabelsPage': pageOf(page([{ name: 'b' }], { totalCount: 2 })),
      'graphql ClosingIssuesReferencesPage': pageOf(page([issueNode(2)], { totalCount: 2 })),
      'graphql RepositoryLabelsPage': {
        json: { data: { repository: { page: page([{ name: 'c' }], { totalCount: 3 }) } } },
      },
    };
    await withForge(script, async ({ forge, requests }) => {
      const context = await forge.readContext(9, {
        ...NO_PARTS,
        commits: true,
        reviews: true,
        comments: 'all',
        reviewRequests: true,
        labels: true,
        linkedIssues: true,
      });

      expect(context.commits.map(({ oid }) => oid)).toEqual(['1', '2', '3']);
      expect(context.reviews.map(({ id }) => id)).toEqual([1, 2]);
      expect(context.comments.map(({ id }) => id)).toEqual([11, 12, 21, 22, 31]);
      expect(context.reviewRequests).toEqual([
        { kind: 'user', login: 'a' },
        { kind: 'user', login: 'b' },
      ]);
      expect(context.labels).toEqual(['a', 'b']);
      expect(context.repositoryLabels).toEqual(['a', 'b', 'c']);
      expect(context.linkedIssues.map(({ number }) => number)).toEqual([1, 2]);
      expect(context.incomplete).toEqual([]);
      const commits = requests.filter(({ name }) => name === 'graphql CommitsPage');
      expect(commits.map((request) => variablesOf(request)['after'])).toEqual(['c1', 'c2']);
    });
  });

  test('and what GitHub counts but does not list is said', async () => {
    const data = contextData({
      commits: page(
        Array.from({ length: 2 }, (_, id) => commitNode(id)),
        { totalCount: 260 },
      ),
    });
    await withForge({ [CONTEXT]: { json: { data } } }, async ({ forge }) => {
      const { incomplete } = await forge.readContext(9, { ...NO_PARTS, commits: true });

      expect(incomplete).toEqual(['commits beyond the first 2 (258 not listed)']);
    });
  });

  test('but a cursor that leads back ends the reading, which is said', async () => {
    const data = contextData({ reviews: page([reviewNode(1)], { next: 'same', totalCount: 1 }) });
    const script = {
      [CONTEXT]: { json: { data } },
      'graphql ReviewsPage': pageOf(page([reviewNode(1)], { next: 'same', totalCount: 1 })),
    };
    await withForge(script, async ({ forge }) => {
      const { incomplete } = await forge.readContext(9, { ...NO_PARTS, reviews: true });

      expect(incomplete).toEqual(['reviews beyond the first 2 (1 not listed)']);
      expect(forge.requests()).toBe(2);
    });
  });
});

test.each([
  ['502', { status: 502, text: 'Bad Gateway' }],
  ['504', { status: 504, text: '' }],
  [
    'a resource limit',
    {
      json: {
        data: null,
        errors: [{ type: 'RESOURCE_LIMITS_EXCEEDED', message: 'Resource limits for this query exceeded.' }],
      },
    },
  ],
])('SU-20 the page size is halved on %s, down to 10, and kept for further pages', async (_name, trouble) => {
  const data = contextData({ reviews: page([reviewNode(1)], { next: 'r1', totalCount: 2 }) });
  const script = {
    [CONTEXT]: [trouble, trouble, trouble, trouble, { json: { data } }],
    'graphql ReviewsPage': {
      json: { data: { repository: { pullRequest: { page: page([reviewNode(2)], { totalCount: 2 }) } } } },
    },
  };
  await withForge(script, async ({ forge, requests }) => {
    await forge.readContext(9, { ...NO_PARTS, reviews: true });

    expect(requests.map((request) => variablesOf(request)['first'])).toEqual([100, 50, 25, 12, 10, 10]);
  });
});

describe('SU-52 what does not exist is the user’s to mend', () => {
  test('a pull request', async () => {
    const reply = {
      json: {
        data: { ...contextData(), repository: { pullRequest: null } },
        errors: [
          {
            type: 'NOT_FOUND',
            path: ['repository', 'pullRequest'],
            message: 'Could not resolve to a PullRequest with the number of 9999.',
          },
        ],
      },
    };
    await withForge({ [CONTEXT]: reply, 'graphql Position': reply }, async ({ forge }) => {
      const expected = new UserError('there is no pull request 9999 in acme/x');
      await expect(forge.readContext(9999, NO_PARTS)).rejects.toThrow(expected);
      await expect(forge.readPosition(9999)).rejects.toThrow(expected);
    });
  });

  test('a repository, or one that the token may not see', async () => {
    const reply = {
      json: {
        data: { repository: null },
        errors: [{ type: 'NOT_FOUND', path: ['repository'], message: 'Could not resolve to a Repository' }],
      },
    };
    await withForge({ [CONTEXT]: reply }, async ({ forge }) => {
      await expect(forge.readContext(9, NO_PARTS)).rejects.toThrow(
        /there is no repository acme\/x, or the token .*`contents: read`/,
      );
    });
  });
});

describe('SU-48 unreadable contents name the permission', () => {
  test('where GitHub forbids the default branch', async () => {
    const errors = [
      {
        type: 'FORBIDDEN',
        path: ['repository', 'defaultBranchRef', 'target'],
        message: 'Resource not accessible by integration',
      },
    ];
    await withForge({ [CONTEXT]: { json: { data: contextData(), errors } } }, async ({ forge }) => {
      const reading = forge.readContext(9, { ...NO_PARTS, files: ['a.yml'] });

      await expect(reading).rejects.toThrow(/the token needs `contents: read`/);
      await expect(reading).rejects.toBeInstanceOf(ForgeError);
      expect(forge.requests()).toBe(1);
    });
  });

  test('where it only hides it: wanted files never pass for missing ones', async () => {
    await withForge(
      { [CONTEXT]: { json: { data: contextData({}, { defaultBranchRef: null }) } } },
      async ({ forge }) => {
        await expect(forge.readContext(9, { ...NO_PARTS, files: ['a.yml'] })).rejects.toThrow(/`contents: read`/);
      },
    );
  });
});

describe('TR-3 linked issues', () => {
  test('of other repositories are left out: the token may see what readers of this one may not', async () => {
    const data = contextData({ closingIssuesReferences: page([issueNode(1), issueNode(2, 8)]) });
    await withForge({ [CONTEXT]: { json: { data } } }, async ({ forge }) => {
      const { linkedIssues } = await forge.readContext(9, { ...NO_PARTS, linkedIssues: true });

      expect(linkedIssues.map(({ number }) => number)).toEqual([1]);
    });
  });

  test.each([
    ['the list', null, ['linked issues (the token needs `issues: read`)']],
    ['an entry', page([issueNode(1), null]), ['linked issues beyond the first 1 (1 not listed)']],
  ])(
    'that the token may not read cost nothing but themselves, which is said: %s',
    async (_name, hidden, incomplete) => {
      const data = contextData({ closingIssuesReferences: hidden });
      const path = ['repository', 'pullRequest', 'closingIssuesReferences', 'nodes', 1];
      const errors = [{ type: 'FORBIDDEN', path, message: 'Resource not accessible by integration' }];
      await withForge({ [CONTEXT]: { json: { data, errors } } }, async ({ forge }) => {
        const context = await forge.readContext(9, { ...NO_PARTS, linkedIssues: true });

        expect(context.incomplete).toEqual(incomplete);
        expect(forge.requests()).toBe(1);
      });
    },
  );
});

test('CL-14 a requested team that GraphQL hides from the token is read by REST', async () => {
  const data = contextData({ reviewRequests: page([{ requestedReviewer: null }]) });
  const errors = [
    {
      type: 'FORBIDDEN',
      path: ['repository', 'pullRequest', 'reviewRequests', 'nodes', 0, 'requestedReviewer'],
      message: 'Resource not accessible by integration',
    },
  ];
  const script = {
    [CONTEXT]: { json: { data, errors } },
    'GET /repos/acme/x/pulls/9/requested_reviewers': { json: { users: [], teams: [{ slug: 'reviewers' }] } },
  };
  await withForge(script, async ({ forge, requests }) => {
    const { reviewRequests } = await forge.readContext(9, { ...NO_PARTS, reviewRequests: true });

    expect(reviewRequests).toEqual([{ kind: 'team', slug: 'reviewers' }]);
    expect(names(requests)).toHaveLength(2);
  });
});

describe('SU-56 a file of the default branch that GraphQL does not give whole is read by REST, from the same commit', () => {
  const file = (more: Record<string, unknown>, mode = 0o100644) =>
    contextData(
      {},
      {
        defaultBranchRef: {
          name: 'main',
          target: {
            oid: BASE,
            file0: {
              oid: 'f0',
              mode,
              object: { __typename: 'Blob', text: 'cut', isBinary: false, isTruncated: false, ...more },
            },
          },
        },
      },
    );

  test.each([
    ['a long one', file({ isTruncated: true })],
    ['one of unknown kind', file({ text: null, isBinary: null })],
    ['a symbolic link', file({}, 0o120000)],
  ])('%s', async (_name, data) => {
    const script = {
      [CONTEXT]: { json: { data } },
      [`GET /repos/acme/x/contents/dir/a b.yml?ref=${BASE}`]: { text: 'whole\n' },
    };
    await withForge(script, async ({ forge, requests }) => {
      const { files } = await forge.readContext(9, { ...NO_PARTS, files: ['dir/a b.yml'] });

      expect(files.get('dir/a b.yml')?.text).toBe('whole\n');
      expect(requests[1]?.headers['accept']).toBe('application/vnd.github.raw+json');
    });
  });

  test('and one that is too large is no text', async () => {
    const script = {
      [CONTEXT]: { json: { data: file({ isTruncated: true }) } },
      'GET /repos/acme/x/contents/*': { text: new Uint8Array(5_000_001).fill(97) },
    };
    await withForge(script, async ({ forge }) => {
      expect((await forge.readContext(9, { ...NO_PARTS, files: ['big'] })).files.get('big')?.text).toBeNull();
    });
  });
});

test('CL-36 a status that stands on another commit than the head, or that the token may not read, is none', async () => {
  const status = { context: { context: 'c', state: 'SUCCESS', description: null } };
  const other = contextData({ lastCommit: { nodes: [{ commit: { oid: BASE, status } }] } });
  const hidden = contextData({ lastCommit: { nodes: [{ commit: { oid: HEAD, status: null } }] } });
  const errors = [
    {
      type: 'FORBIDDEN',
      path: ['repository', 'pullRequest', 'lastCommit', 'nodes', 0, 'commit', 'status'],
      message: 'Resource not accessible by integration',
    },
  ];
  const script = { [CONTEXT]: [{ json: { data: other } }, { json: { data: hidden, errors } }] };
  await withForge(script, async ({ forge }) => {
    const parts = { ...NO_PARTS, statusContext: 'c' };
    expect((await forge.readContext(9, parts)).status).toBeNull();
    expect((await forge.readContext(9, parts)).status).toBeNull();
  });
});

test('SU-43 the base is the branch as it stands, and the remembered commit where the branch is gone', async () => {
  const position = (more: object) => ({
    json: {
      data: { repository: { pullRequest: { headRefOid: HEAD, baseRefName: 'main', baseRefOid: 'old', ...more } } },
    },
  });
  const script = {
    'graphql Position': [position({ baseRef: { target: { oid: 'new' } } }), position({ baseRef: null })],
  };
  await withForge(script, async ({ forge }) => {
    expect((await forge.readPosition(9)).base).toBe('new');
    expect((await forge.readPosition(9)).base).toBe('old');
    expect(forge.requests()).toBe(2);
  });
});

describe('CL-11 the open pull requests', () => {
  const node = (number: number, reviews: unknown) => ({
    number,
    headRefOid: HEAD,
    baseRefName: 'main',
    baseRefOid: BASE,
    baseRef: { target: { oid: BASE } },
    headRefName: `branch-${number}`,
    headRepository: { name: 'x', owner: { login: 'acme' } },
    isCrossRepository: false,
    reviews,
  });
  const open = (pullRequests: unknown, more: object = {}) => ({
    json: {
      data: {
        viewer: { login: 'github-actions[bot]', databaseId: 1 },
        repository: {
          isPrivate: true,
          defaultBranchRef: { name: 'main', target: { oid: BASE, ...more } },
          pullRequests,
        },
      },
    },
  });

  test('are read to their end, each with all of its approvals', async () => {
    const blob = {
      oid: 'f',
      mode: 0o100644,
      object: { __typename: 'Blob', text: 'x: 1', isBinary: false, isTruncated: false },
    };
    const script = {
      'graphql OpenPullRequests': [
        open(page([node(1, page([reviewNode(5)], { next: 'a1', totalCount: 2 }))], { next: 'p1', totalCount: 2 }), {
          file0: blob,
        }),
        open(page([node(2, page([]))], { totalCount: 2 })),
      ],
      'graphql ApprovalsPage': {
        json: { data: { repository: { pullRequest: { page: page([reviewNode(6)], { totalCount: 2 }) } } } },
      },
    };
    await withForge(script, async ({ forge, requests }) => {
      const {
        viewer,
        private: isPrivate,
        files,
        pullRequests,
      } = await forge.readOpenPullRequests({
        files: ['revi.yml'],
        headRef: null,
      });

      expect(viewer).toEqual({ login: 'github-actions[bot]', type: 'Bot', id: 1 });
      expect(isPrivate).toBe(true);
      expect(files.get('revi.yml')?.text).toBe('x: 1');
      expect(pullRequests.map(({ number, approvals }) => [number, approvals.map(({ id }) => id)])).toEqual([
        [1, [5, 6]],
        [2, []],
      ]);
      expect(variablesOf(requests[1])).toMatchObject({ after: 'p1' });
      expect(variablesOf(requests[2])).toMatchObject({ number: 1, after: 'a1' });
    });
  });

  test('SU-16 of one head branch are asked for by its name, on every page', async () => {
    const script = {
      'graphql OpenPullRequests': [
        open(page([node(1, page([]))], { next: 'p1', totalCount: 2 })),
        open(page([node(2, page([]))], { totalCount: 2 })),
      ],
    };
    await withForge(script, async ({ forge, requests }) => {
      const { pullRequests } = await forge.readOpenPullRequests({ files: [], headRef: 'branch-1' });

      expect(pullRequests.map(({ number }) => number)).toEqual([1, 2]);
      expect(requests.map((request) => variablesOf(request)['headRef'])).toEqual(['branch-1', 'branch-1']);
      expect(JSON.stringify(requests[1]?.body)).toContain('headRefName: $headRef');
    });
  });

  test('throw where GitHub does not list them whole', async () => {
    await withForge(
      { 'graphql OpenPullRequests': open(page([node(1, page([]))], { totalCount: 3 })) },
      async ({ forge }) => {
        await expect(forge.readOpenPullRequests({ files: [], headRef: null })).rejects.toThrow(
          /did not list 2 of them/,
        );
      },
    );
  });
});
