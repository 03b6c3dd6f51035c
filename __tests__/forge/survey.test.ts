import { describe, expect, test } from '@jest/globals';
import { UserError } from '../../src/core/errors.ts';
import type { SeenRequest } from '../support/github-server.ts';
import { BASE, HEAD, names, PULL_REQUEST_NODE, page, variablesOf, withForge } from './forge-under-test.ts';

const SURVEY = 'graphql Survey';
const ALL = { files: [], number: null };

const pull = (number: number, labels: readonly string[] = [], more: Record<string, unknown> = {}) => ({
  ...PULL_REQUEST_NODE,
  number,
  labels: page(labels.map((name) => ({ name }))),
  ...more,
});
const pulls = (from: number, count: number) => Array.from({ length: count }, (_, index) => pull(from + index));
const answer = (repository: Record<string, unknown>, errors?: readonly unknown[]) => ({
  json: {
    data: {
      viewer: { login: 'github-actions[bot]', databaseId: 41898282 },
      repository: {
        name: 'x',
        owner: { login: 'acme' },
        databaseId: 7,
        isPrivate: true,
        defaultBranchRef: { name: 'main', target: { __typename: 'Commit', oid: BASE } },
        ...repository,
      },
    },
    ...(errors === undefined ? {} : { errors }),
  },
});

describe('RB-10 the open pull requests', () => {
  test('come with their labels, the viewer and the wanted files by one request', async () => {
    const file = {
      oid: 'f'.repeat(40),
      mode: 0o100644,
      object: { __typename: 'Blob', text: 'review_bots:', isBinary: false, isTruncated: false },
    };
    const target = { __typename: 'Commit', oid: BASE, file0: file, file1: null };
    const repository = {
      defaultBranchRef: { name: 'main', target },
      pullRequests: page([pull(31, ['bug', 'needs-human']), pull(32, [], { isDraft: true, author: null })]),
    };
    await withForge({ [SURVEY]: answer(repository) }, async ({ forge, requests }) => {
      const survey = await forge.readSurvey({ files: ['.hyperhive/revi.yml', 'gone'], number: null });

      expect(survey).toEqual({
        viewer: { login: 'github-actions[bot]', type: 'Bot', id: 41898282 },
        repository: { owner: 'acme', name: 'x', id: 7, private: true, defaultBranch: 'main' },
        files: new Map([
          ['.hyperhive/revi.yml', { path: '.hyperhive/revi.yml', text: 'review_bots:', oid: 'f'.repeat(40) }],
        ]),
        pullRequests: [
          {
            number: 31,
            title: 'Add it',
            body: 'Text',
            state: 'open',
            draft: false,
            locked: false,
            url: 'https://github.com/acme/x/pull/9',
            author: { login: 'mia', type: 'User', id: 3 },
            head: HEAD,
            baseRef: 'main',
            base: BASE,
            headRef: 'feature',
            headRepository: { owner: 'acme', name: 'x' },
            fork: false,
            changedFiles: 1,
            additions: 1,
            deletions: 1,
            labels: ['bug', 'needs-human'],
          },
          expect.objectContaining({ number: 32, draft: true, author: null, labels: [] }),
        ],
      });
      expect(names(requests)).toEqual([SURVEY]);
      expect(variablesOf(requests[0])).toMatchObject({ first: 100, after: null, path0: '.hyperhive/revi.yml' });
    });
  });

  test('are 250 by three pages, and files are asked for once', async () => {
    const script = {
      [SURVEY]: [
        answer({ pullRequests: page(pulls(1, 100), { next: 'a', totalCount: 250 }) }),
        answer({ pullRequests: page(pulls(101, 100), { next: 'b', totalCount: 250 }) }),
        answer({ pullRequests: page(pulls(201, 50), { totalCount: 250 }) }),
      ],
    };
    await withForge(script, async ({ forge, requests }) => {
      const { pullRequests } = await forge.readSurvey({ files: ['x'], number: null });

      expect(pullRequests.map(({ number }) => number)).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
      expect(requests.map((request) => variablesOf(request)['after'])).toEqual([null, 'a', 'b']);
      expect(requests.map((request) => 'path0' in variablesOf(request))).toEqual([true, false, false]);
    });
  });

  test('SU-20 are asked for in smaller pages where GitHub cannot serve them', async () => {
    const script = { [SURVEY]: [{ status: 502, text: '' }, answer({ pullRequests: page(pulls(1, 3)) })] };
    await withForge(script, async ({ forge, requests }) => {
      expect((await forge.readSurvey(ALL)).pullRequests).toHaveLength(3);

      expect(requests.map((request) => variablesOf(request)['first'])).toEqual([100, 50]);
    });
  });

  test.each([
    ['pull requests', { pullRequests: page(pulls(1, 2), { totalCount: 5 }) }, /did not list 3 of them/],
    [
      'labels, one of which may say hands off',
      { pullRequests: page([pull(31, [], { labels: page([{ name: 'bug' }], { totalCount: 2 }) })]) },
      /only 1 of 2 labels of pull request 31/,
    ],
  ])('that GitHub does not list whole are an error: %s', async (_name, repository, message) => {
    await withForge({ [SURVEY]: answer(repository) }, async ({ forge }) => {
      await expect(forge.readSurvey(ALL)).rejects.toThrow(message);
    });
  });

  test('with wanted files need the default branch to be readable', async () => {
    await withForge({ [SURVEY]: answer({ defaultBranchRef: null, pullRequests: page([]) }) }, async ({ forge }) => {
      await expect(forge.readSurvey({ files: ['x'], number: null })).rejects.toThrow(/contents: read/);
    });
  });
});

describe('RB-10 the one pull request that is named', () => {
  test('is read whatever its state', async () => {
    const seen: SeenRequest[] = [];
    const reply = (request: SeenRequest) => {
      seen.push(request);
      return answer({ pullRequest: pull(31, ['hold'], { state: 'MERGED' }) });
    };
    await withForge({ [SURVEY]: reply }, async ({ forge }) => {
      const { pullRequests } = await forge.readSurvey({ files: [], number: 31 });

      expect(pullRequests).toMatchObject([{ number: 31, state: 'merged', labels: ['hold'] }]);
      expect(variablesOf(seen[0])).toEqual({ owner: 'acme', name: 'x', number: 31 });
    });
  });

  test("is the user's to mend where there is none", async () => {
    const errors = [
      { type: 'NOT_FOUND', path: ['repository', 'pullRequest'], message: 'Could not resolve to a PullRequest' },
    ];
    await withForge({ [SURVEY]: answer({ pullRequest: null }, errors) }, async ({ forge }) => {
      const reading = forge.readSurvey({ files: [], number: 4 });

      await expect(reading).rejects.toThrow(UserError);
      await expect(reading).rejects.toThrow('there is no pull request 4 in acme/x');
    });
  });
});
