import { expect, test } from '@jest/globals';
import { readCommit } from '../../src/embedded/git.ts';
import { type Served, served } from './client.ts';

const WRITER = { contents: 'write', 'pull-requests': 'write' } as const;
const COMMIT = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) {
    commit {
      oid url message parents(first: 5) { nodes { oid } } signature { isValid wasSignedByGitHub }
      author { name email user { login } } committer { name email user { login } }
      hello: file(path: "hello.txt") { mode object { ... on Blob { text } } } other: file(path: "a.sh") { mode }
    }
    ref { name target { oid } }
  }
}`;

type Change = {
  readonly branch?: object;
  readonly expectedHeadOid?: string;
  readonly headline?: string;
  readonly additions?: Record<string, string>;
  readonly deletions?: readonly string[];
};

/** Commits to the head branch of pull request 7, unless the change says otherwise. */
async function commit({ world, graphql }: Served, change: Change = {}, token?: string) {
  const additions = Object.entries(change.additions ?? { 'hello.txt': 'bye\n' });
  const input = {
    branch: change.branch ?? { repositoryNameWithOwner: 'acme/shop', branchName: 'change-7' },
    expectedHeadOid: change.expectedHeadOid ?? world.pulls.get(7)?.head,
    message: { headline: change.headline ?? 'Say bye', body: 'Signed-off-by: a' },
    fileChanges: {
      additions: additions.map(([path, text]) => ({ path, contents: Buffer.from(text).toString('base64') })),
      deletions: (change.deletions ?? []).map((path) => ({ path })),
    },
  };
  return (await graphql(COMMIT, { input }, token)).body;
}

/** The error's type and message. */
function errorOf(body: unknown): string {
  const [error] = (body as { errors?: { type: string; message: string }[] }).errors ?? [];
  return `${error?.type}: ${error?.message}`;
}

test("RB-22 a commit is the token's, is made and signed by GitHub, and moves the pull request with its one parent", async () => {
  const pull = {
    commits: [{ files: { 'hello.txt': 'hello\n', 'a.sh': { mode: '100755', content: 'x\n' } as const } }],
  };
  await served({ permissions: WRITER, pull }, async (at) => {
    const head = at.world.pulls.get(7)?.head;

    const body = await commit(at, { additions: { 'hello.txt': 'bye\n', 'a.sh': 'y\n' }, deletions: ['README.md'] });

    const now = at.world.pulls.get(7)?.head ?? '';
    expect(body).toEqual({
      data: {
        createCommitOnBranch: {
          commit: {
            oid: now,
            url: `${at.github.serverUrl}/acme/shop/commit/${now}`,
            message: 'Say bye\n\nSigned-off-by: a',
            parents: { nodes: [{ oid: head }] },
            signature: { isValid: true, wasSignedByGitHub: true },
            author: {
              name: 'github-actions[bot]',
              email: '41898282+github-actions[bot]@users.noreply.github.com',
              user: null,
            },
            committer: { name: 'GitHub', email: 'noreply@github.com', user: { login: 'web-flow' } },
            hello: { mode: 0o100644, object: { text: 'bye\n' } },
            // The mutation has no place for a mode, so that of the file is lost.
            other: { mode: 0o100644 },
          },
          ref: { name: 'change-7', target: { oid: now } },
        },
      },
    });
    expect(now).not.toBe(head);
    expect(at.world.branches.get('change-7')).toBe(now);
    expect((await readCommit(at.world.git, now))?.parents).toEqual([head]);
    const rest = await at.rest('GET /repos/acme/shop/pulls/7/commits');
    expect((rest.body as unknown[]).at(-1)).toMatchObject({
      sha: now,
      author: { login: 'github-actions[bot]', type: 'Bot' },
      committer: { login: 'web-flow' },
      commit: { verification: { verified: true, reason: 'valid' } },
    });
    expect(at.github.problems).toEqual([]);
  });
});

test('RB-22 another head than the expected one is refused, and nothing moves', async () => {
  await served({ permissions: WRITER }, async (at) => {
    const head = at.world.pulls.get(7)?.head;
    const other = '0'.repeat(40);

    expect(errorOf(await commit(at, { expectedHeadOid: other }))).toBe(
      `STALE_DATA: Expected branch to point to "${other}" but it did not.  Pull and try again.`,
    );
    expect(at.world.pulls.get(7)?.head).toBe(head);
  });
});

test('RB-22 two commits on the same head at once: one lands', async () => {
  await served({ permissions: WRITER }, async (at) => {
    const bodies = await Promise.all([commit(at), commit(at, { headline: 'Other', additions: { 'b.txt': 'b\n' } })]);

    expect(bodies.map(errorOf).filter((error) => error.startsWith('STALE_DATA'))).toHaveLength(1);
  });
});

test.each<[string, Change, string]>([
  ['an unknown branch', { branch: { branchName: 'none' } }, 'NOT_FOUND: Branch not found'],
  [
    'an unknown repository',
    { branch: { repositoryNameWithOwner: 'acme/none', branchName: 'change-7' } },
    "NOT_FOUND: Could not resolve to a Repository with the name 'acme/none'.",
  ],
  [
    'a fork',
    { branch: { repositoryNameWithOwner: 'lena/shop', branchName: 'change-8' } },
    'FORBIDDEN: Resource not accessible by integration',
  ],
  [
    'a workflow',
    { additions: { '.github/workflows/a.yml': 'on: push\n' } },
    'FORBIDDEN: refusing to allow a GitHub App to create or update workflow `.github/workflows/a.yml` without `workflows` permission',
  ],
  [
    'the deletion of a file that is not there',
    { deletions: ['none.txt'] },
    'UNPROCESSABLE: A path was requested for deletion which does not exist',
  ],
  ['a path out of the repository', { additions: { '../a.txt': 'x' } }, 'UNPROCESSABLE: A path was requested'],
  ['a message without words', { headline: ' ' }, 'UNPROCESSABLE: A commit message headline is required'],
])('RB-22 %s is refused', async (_, change, message) => {
  const pulls = [{}, { fork: 'lena' }];
  await served({ permissions: WRITER, pulls }, async (at) => {
    const heads = () => [...at.world.branches.values()];
    const before = heads();

    expect(errorOf(await commit(at, change))).toContain(message);
    expect(heads()).toEqual(before);
  });
});

test('RB-22 the token needs contents: write, workflows need their own, and a reader may not at all', async () => {
  const tokens = {
    app: { login: 'fixer[bot]', permissions: { contents: 'write', workflows: 'write' } },
    person: { login: 'omar' },
  } as const;
  await served({ tokens }, async (at) => {
    const workflow = { additions: { '.github/workflows/a.yml': 'on: push\n' } };

    expect(errorOf(await commit(at))).toBe('FORBIDDEN: Resource not accessible by integration');
    expect(errorOf(await commit(at, {}, 'person'))).toBe(
      'FORBIDDEN: omar does not have the correct permissions to execute `CreateCommitOnBranch`',
    );
    expect(await commit(at, workflow, 'app')).not.toHaveProperty('errors');
  });
});

test('RB-10 a commit makes threads on the lines that it changes outdated, moves others, and leaves approvals to the settings', async () => {
  const text = ['one', 'two', 'three', 'four', 'five', 'six', ''].join('\n');
  const pull = {
    commits: [{ files: { 'hello.txt': text } }],
    reviews: [{ author: 'kofi', state: 'APPROVED' } as const],
    threads: [
      { author: 'mia', body: 'Changed', path: 'hello.txt', line: 2 },
      { author: 'mia', body: 'Moved', path: 'hello.txt', line: 6, startLine: 4 },
      { author: 'mia', body: 'Whole', path: 'hello.txt', line: null },
    ],
  };
  const described = { permissions: WRITER, pull, settings: { dismissStale: true } };
  await served(described, async (at) => {
    await commit(at, { additions: { 'hello.txt': text.replace('two', '2').replace('five', 'five\nand a half') } });

    const { body } = await at.graphql(
      '{ repository(owner: "acme", name: "shop") { pullRequest(number: 7) { reviewThreads(first: 5) { nodes { isOutdated startLine line originalLine subjectType } } } } }',
    );
    expect(body).toMatchObject({
      data: {
        repository: {
          pullRequest: {
            reviewThreads: {
              nodes: [
                { isOutdated: true, startLine: null, line: null, originalLine: 2, subjectType: 'LINE' },
                { isOutdated: false, startLine: 4, line: 7, originalLine: 6, subjectType: 'LINE' },
                { isOutdated: false, startLine: null, line: null, originalLine: null, subjectType: 'FILE' },
              ],
            },
          },
        },
      },
    });
    expect(at.world.pulls.get(7)?.reviews[0]?.state).toBe('DISMISSED');
  });
});
