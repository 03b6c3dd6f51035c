import { describe, expect, test } from '@jest/globals';
import type { Effect } from '../../src/core/effect.ts';
import { refusalSentence } from '../../src/core/refusal-sentence.ts';
import type { ScriptedReply } from '../support/github-server.ts';
import { HEAD, names, variablesOf, withForge } from './forge-under-test.ts';

const CREATE = 'graphql CreateCommit';
const LATEST = 'graphql LatestCommits';
const MADE = 'e'.repeat(40);
const URL = `https://github.com/acme/x/commit/${MADE}`;
const BOT = '41898282+github-actions[bot]@users.noreply.github.com';
const LINES = ['Revi-Run: 17', 'Revi-Thread: PRRT_a'];

const COMMIT: Effect = {
  kind: 'commit',
  branch: 'fix/it',
  expectedHead: HEAD,
  headline: 'Fix a finding',
  body: `Text.\n\n${LINES.join('\n')}`,
  files: [{ path: 'src/für.ts', text: '\ufeffa\r\n🚢' }],
  lines: LINES,
};
const DONE = { kind: 'done', id: null, url: URL, commit: MADE };
const CREATED: ScriptedReply = { json: { data: { createCommitOnBranch: { commit: { oid: MADE, url: URL } } } } };

function refused(message: string, type?: string): ScriptedReply {
  const error = { ...(type === undefined ? {} : { type }), path: ['createCommitOnBranch'], message };
  return { json: { data: { createCommitOnBranch: null }, errors: [error] } };
}

/** As GitHub writes it, with two blanks. */
const STALE = refused(`Expected branch to point to "${HEAD}" but it did not.  Pull and try again.`, 'STALE_DATA');

function latest(...commits: readonly Record<string, unknown>[]): ScriptedReply {
  const target = { history: { nodes: commits } };
  return {
    json: {
      data: {
        viewer: { login: 'github-actions[bot]', databaseId: 41898282 },
        repository: { ref: { target } },
      },
    },
  };
}

function commit(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    oid: MADE,
    url: URL,
    message: `Fix a finding\n\nText.\n\n${LINES.join('\n')}`,
    author: { name: 'github-actions[bot]', email: BOT, user: null },
    parents: { nodes: [{ oid: HEAD }] },
    ...more,
  };
}

const OTHER = commit({ oid: '1'.repeat(40), message: 'Theirs', parents: { nodes: [{ oid: MADE }] } });

describe('RB-22 one commit', () => {
  test('is made on the head that was read, with its files byte for byte', async () => {
    await withForge({ [CREATE]: CREATED }, async ({ forge, requests }) => {
      expect(await forge.apply(9, COMMIT)).toEqual(DONE);

      expect(names(requests)).toEqual([CREATE]);
      expect(variablesOf(requests[0])).toEqual({
        input: {
          branch: { repositoryNameWithOwner: 'acme/x', branchName: 'fix/it' },
          expectedHeadOid: HEAD,
          message: { headline: COMMIT.headline, body: COMMIT.body },
          fileChanges: {
            additions: [{ path: 'src/für.ts', contents: Buffer.from('\ufeffa\r\n🚢').toString('base64') }],
          },
        },
      });
    });
  });

  test('of a text that has no bytes is not asked for', async () => {
    await withForge({}, async ({ forge }) => {
      expect(await forge.apply(9, { ...COMMIT, files: [{ path: 'a', text: 'half \ud83d' }] })).toMatchObject({
        kind: 'refused',
        refusal: { reason: 'other' },
      });
      expect(forge.requests()).toBe(0);
    });
  });

  test.each([
    ['by its type', STALE],
    ['by its words', refused(`Expected branch to point to "${HEAD}" but it did not. Pull and try again.`)],
    ['by what git says', refused(`cannot lock ref 'refs/heads/fix/it': is at ${MADE} but expected ${HEAD}`)],
  ])('is refused where the head has moved, told %s', async (_name, reply) => {
    await withForge({ [CREATE]: reply, [LATEST]: latest(OTHER) }, async ({ forge, requests }) => {
      expect(await forge.apply(9, COMMIT)).toMatchObject({ kind: 'refused', refusal: { reason: 'head-moved' } });

      expect(names(requests)).toEqual([CREATE, LATEST]);
    });
    expect(refusalSentence({ reason: 'head-moved' }, 'commit')).toMatch(/head .*moved/);
  });

  test('SU-48 names the permission that is missing', async () => {
    const reply = refused('Resource not accessible by integration', 'FORBIDDEN');
    await withForge({ [CREATE]: reply }, async ({ forge }) => {
      expect(await forge.apply(9, COMMIT)).toMatchObject({
        kind: 'refused',
        refusal: { reason: 'permission', permission: 'contents: write' },
      });
      expect(forge.requests()).toBe(1);
    });
  });

  test.each([
    ['Changes must be made through a pull request.', 'BRANCH_PROTECTION_RULE_VIOLATION'],
    ['Repository rule violations found\n\nCommits must have verified signatures.', 'UNPROCESSABLE'],
    ["You're not authorized to push to this branch.", 'FORBIDDEN'],
  ])("SU-48 gives GitHub's own words where the branch is protected: %s", async (message, type) => {
    await withForge({ [CREATE]: refused(message, type) }, async ({ forge }) => {
      expect(await forge.apply(9, COMMIT)).toMatchObject({ kind: 'refused', refusal: { reason: 'other', message } });
    });
  });

  test('of a branch that is gone is refused', async () => {
    await withForge({ [CREATE]: refused('Could not resolve to a Ref', 'NOT_FOUND') }, async ({ forge }) => {
      expect(await forge.apply(9, COMMIT)).toMatchObject({ kind: 'refused', refusal: { reason: 'not-found' } });
    });
  });
});

describe('RB-22 a commit whose outcome is unknown', () => {
  test.each<[string, ScriptedReply]>([
    ['the connection closed', { reset: true }],
    ['GitHub answered 502', { status: 502, text: '' }],
    ['the answer does not tell it', { json: { data: { createCommitOnBranch: { commit: null } } } }],
  ])('is found by its lines where %s', async (_name, trouble) => {
    await withForge({ [CREATE]: trouble, [LATEST]: latest(OTHER, commit()) }, async ({ forge, requests }) => {
      expect(await forge.apply(9, COMMIT)).toEqual(DONE);

      expect(names(requests)).toEqual([CREATE, LATEST]);
      expect(variablesOf(requests[1])).toEqual({ owner: 'acme', name: 'x', branch: 'refs/heads/fix/it' });
    });
  });

  test('is made once more where it is not there', async () => {
    const script = { [CREATE]: [{ reset: true as const }, CREATED], [LATEST]: latest(OTHER) };
    await withForge(script, async ({ forge, requests }) => {
      expect(await forge.apply(9, COMMIT)).toEqual(DONE);

      expect(names(requests)).toEqual([CREATE, LATEST, CREATE]);
    });
  });

  test('is found also where it shows only once the next try is refused for the moved head', async () => {
    const script = { [CREATE]: [{ reset: true as const }, STALE], [LATEST]: [latest(OTHER), latest(commit())] };
    await withForge(script, async ({ forge, requests }) => {
      expect(await forge.apply(9, COMMIT)).toEqual(DONE);

      expect(names(requests)).toEqual([CREATE, LATEST, CREATE, LATEST]);
    });
  });

  test('is found where an earlier run has made it, by a user of the same account', async () => {
    const user = { login: 'revi-machine', databaseId: 12 };
    const found = latest(commit({ author: { name: 'Revi', email: 'revi@example.com', user } }));
    const { data } = found.json as { data: Record<string, unknown> };
    const script = { [CREATE]: STALE, [LATEST]: { json: { data: { ...data, viewer: user } } } };
    await withForge(script, async ({ forge }) => {
      expect(await forge.apply(9, COMMIT)).toEqual(DONE);
    });
  });

  test.each<[string, Record<string, unknown>]>([
    ['somebody else wrote it', { author: { name: 'x', email: 'm@x.y', user: { login: 'mia', databaseId: 3 } } }],
    ['nobody is known to have written it', { author: { name: 'github-actions[bot]', email: 'x@y.z', user: null } }],
    ['it lacks a line', { message: `Fix\n\n${LINES[0]}` }],
    ['a line stands inside another', { message: `Fix\n\n${LINES[0]}\n> ${LINES[1]}` }],
    ['it stands on another commit', { parents: { nodes: [{ oid: '2'.repeat(40) }] } }],
  ])('is not taken for made where %s', async (_name, more) => {
    await withForge({ [CREATE]: STALE, [LATEST]: latest(commit(more)) }, async ({ forge }) => {
      expect(await forge.apply(9, COMMIT)).toMatchObject({ kind: 'refused', refusal: { reason: 'head-moved' } });
    });
  });

  test('is not taken for made where the branch is gone', async () => {
    const gone = { json: { data: { viewer: { login: 'x', databaseId: 1 }, repository: { ref: null } } } };
    await withForge({ [CREATE]: STALE, [LATEST]: gone }, async ({ forge }) => {
      expect(await forge.apply(9, COMMIT)).toMatchObject({ refusal: { reason: 'head-moved' } });
    });
  });

  test('stays unknown where it cannot be looked up', async () => {
    const script = { [CREATE]: { reset: true as const }, [LATEST]: { status: 503, json: {} } };
    await withForge(script, async ({ forge }) => {
      expect(await forge.apply(9, COMMIT)).toMatchObject({
        kind: 'failed',
        message: expect.stringMatching(/^it is not known whether the commit was made: /),
      });
    });
  });
});
