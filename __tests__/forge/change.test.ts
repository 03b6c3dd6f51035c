import { describe, expect, test } from '@jest/globals';
import { HeadMoved } from '../../src/core/errors.ts';
import type { ScriptedReply } from '../support/github-server.ts';
import { aPullRequest, BASE, brief, HEAD, names, withForge } from './forge-under-test.ts';

const MERGE_BASE = 'd'.repeat(40);
const DIFF = `diff --git a/a.txt b/a.txt
index 1111111..2222222 100644
--- a/a.txt
+++ b/a.txt
@@ -1 +1 @@
-old
+new
`;
const TOO_LARGE: ScriptedReply = {
  status: 406,
  json: { message: 'Sorry, the diff exceeded the maximum number of files (300).' },
};
const COMPARE = `GET /repos/acme/x/compare/${BASE}...${HEAD}`;
const MERGE: ScriptedReply = { json: { merge_base_commit: { sha: MERGE_BASE } } };

/** An entry of the file list, at the pinned head. */
function entry(filename: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    filename,
    status: 'modified',
    sha: `sha-${filename}`,
    additions: 1,
    deletions: 1,
    contents_url: `https://api.github.com/repos/acme/x/contents/${filename}?ref=${HEAD}`,
    patch: '@@ -1 +1 @@\n-old\n+new',
    ...more,
  };
}

function filesPage(number: number): string {
  return `GET /repos/acme/x/pulls/9/files?per_page=100&page=${number}`;
}

const many = (count: number, from = 0) => Array.from({ length: count }, (_, index) => entry(`f${from + index}`));

describe('SU-21 the diff is read by SHA', () => {
  test('in one request, of the diff media type', async () => {
    await withForge({ [COMPARE]: { text: DIFF } }, async ({ forge, requests }) => {
      const change = await forge.readChange(aPullRequest());

      expect(brief(change)).toEqual([{ path: 'a.txt', hunks: 1, unreadable: null }]);
      expect(change.unlisted).toBe(0);
      expect(requests).toHaveLength(1);
      expect(requests[0]?.headers['accept']).toBe('application/vnd.github.diff');
    });
  });

  test('for a fork from its owner', async () => {
    const fork = aPullRequest({ fork: true, headRepository: { owner: 'newcomer', name: 'x' } });
    await withForge({ [`GET /repos/acme/x/compare/${BASE}...newcomer:${HEAD}`]: { text: DIFF } }, async ({ forge }) => {
      expect((await forge.readChange(fork)).files).toHaveLength(1);
    });
  });

  test('for a fork that is gone from this repository', async () => {
    await withForge({ [COMPARE]: { text: DIFF } }, async ({ forge }) => {
      expect((await forge.readChange(aPullRequest({ fork: true, headRepository: null }))).files).toHaveLength(1);
    });
  });

  test('for a fork that the token may not see from this repository as well', async () => {
    const fork = aPullRequest({ fork: true, headRepository: { owner: 'newcomer', name: 'x' } });
    const script = {
      [`GET /repos/acme/x/compare/${BASE}...newcomer:${HEAD}`]: { status: 404, json: { message: 'Not Found' } },
      [COMPARE]: { text: DIFF },
    };
    await withForge(script, async ({ forge }) => {
      expect((await forge.readChange(fork)).files).toHaveLength(1);
    });
  });

  test('again when it breaks off in the middle: half a diff never passes for the whole', async () => {
    await withForge({ [COMPARE]: [{ text: DIFF, cut: true }, { text: DIFF }] }, async ({ forge }) => {
      expect((await forge.readChange(aPullRequest())).files).toHaveLength(1);
      expect(forge.requests()).toBe(2);
    });
  });

  test('and a refusal names the permission', async () => {
    const forbidden = { status: 403, json: { message: 'Resource not accessible by integration' } };
    await withForge({ [COMPARE]: forbidden }, async ({ forge }) => {
      await expect(forge.readChange(aPullRequest())).rejects.toThrow(/`contents: read`/);
    });
  });
});

describe('SU-21 the paged file list is read', () => {
  test.each<[string, ScriptedReply]>([
    ['GitHub answers 406', TOO_LARGE],
    [
      'GitHub takes too long to make it',
      { status: 422, json: { message: 'this diff is taking too long to generate' } },
    ],
    ['GitHub cannot make it', { status: 502, text: '' }],
    ['the diff lists fewer files than the pull request has', { text: '' }],
    ['the diff does not parse', { text: 'nonsense' }],
  ])('when %s', async (_name, reply) => {
    await withForge({ [COMPARE]: reply, [filesPage(1)]: { json: [entry('a.txt')] } }, async ({ forge }) => {
      expect(brief(await forge.readChange(aPullRequest()))).toEqual([{ path: 'a.txt', hunks: 1, unreadable: null }]);
    });
  });

  test('without asking for a diff of more than 300 files, to its last page', async () => {
    const script = {
      [filesPage(1)]: { json: many(100) },
      [filesPage(2)]: { json: many(100, 100) },
      [filesPage(3)]: { json: many(100, 200) },
      [filesPage(4)]: { json: many(1, 300) },
    };
    await withForge(script, async ({ forge, requests }) => {
      const change = await forge.readChange(aPullRequest({ changedFiles: 301 }));

      expect(change.files).toHaveLength(301);
      expect(change.unlisted).toBe(0);
      expect(names(requests)).toEqual([filesPage(1), filesPage(2), filesPage(3), filesPage(4)]);
    });
  });

  test('whatever its Link header claims, and a short page in the middle loses nothing', async () => {
    const lies = { link: `<http://127.0.0.1/repos/acme/x/pulls/9/files?page=1>; rel="next"` };
    const script = {
      [filesPage(1)]: { json: many(100), headers: {} },
      [filesPage(2)]: { json: many(40, 100), headers: lies },
      [filesPage(3)]: { json: many(161, 140), headers: lies },
    };
    await withForge(script, async ({ forge }) => {
      const change = await forge.readChange(aPullRequest({ changedFiles: 301 }));

      expect(change.files).toHaveLength(301);
      expect(forge.requests()).toBe(3);
    });
  });

  test('to the page that repeats another, and what is missing counts as not listed', async () => {
    await withForge({ 'GET /repos/acme/x/pulls/9/files?*': { json: many(100) } }, async ({ forge }) => {
      const change = await forge.readChange(aPullRequest({ changedFiles: 500 }));

      expect(change.files).toHaveLength(100);
      expect(change.unlisted).toBe(400);
      expect(forge.requests()).toBe(2);
    });
  });

  test('to 3,000 files, and the rest counts as not listed', async () => {
    const reply = ({ path }: { path: string }) => {
      const number = Number(new URLSearchParams(path.split('?')[1]).get('page'));
      return { json: many(100, (number - 1) * 100) };
    };
    await withForge({ 'GET /repos/acme/x/pulls/9/files?*': reply }, async ({ forge }) => {
      const change = await forge.readChange(aPullRequest({ changedFiles: 3200 }));

      expect(change.files).toHaveLength(3000);
      expect(change.unlisted).toBe(200);
      expect(forge.requests()).toBe(30);
    });
  });

  test('and a list of another head is refused', async () => {
    const moved = entry('a.txt', { contents_url: `https://api.github.com/repos/acme/x/contents/a.txt?ref=${BASE}` });
    await withForge({ [COMPARE]: TOO_LARGE, [filesPage(1)]: { json: [moved] } }, async ({ forge }) => {
      await expect(forge.readChange(aPullRequest())).rejects.toBeInstanceOf(HeadMoved);
    });
  });

  test('with renames, removals and submodules in its own words', async () => {
    const old = '1'.repeat(40);
    const list = [
      entry('new.txt', { status: 'renamed', previous_filename: 'old.txt' }),
      entry('gone.txt', {
        status: 'removed',
        additions: 0,
        contents_url: `https://api.github.com/repos/acme/x/contents/gone.txt?ref=${BASE}`,
        patch: '@@ -1 +0,0 @@\n-old',
      }),
      entry('vendor', { patch: `@@ -1 +1 @@\n-Subproject commit ${old}\n+Subproject commit ${HEAD}` }),
      entry('notes.txt', { additions: 2, deletions: 0, patch: `@@ -1 +1,3 @@\n x\n+Subproject commit ${old}\n+y` }),
    ];
    const script = { [COMPARE]: TOO_LARGE, [filesPage(1)]: { json: list } };
    await withForge(script, async ({ forge }) => {
      const { files } = await forge.readChange(aPullRequest({ changedFiles: 4 }));

      expect(files).toMatchObject([
        { path: 'new.txt', previousPath: 'old.txt', status: 'renamed', submodule: false },
        { path: 'gone.txt', previousPath: null, status: 'deleted', deletions: 1 },
        { path: 'vendor', status: 'modified', submodule: true },
        { path: 'notes.txt', status: 'modified', submodule: false },
      ]);
    });
  });
});

describe('SU-21 a changed text file without a patch is diffed from its two blobs', () => {
  const without = (more: Record<string, unknown> = {}) => entry('src/t.rs', { patch: undefined, ...more });
  const contents = `GET /repos/acme/x/contents/src/t.rs?ref=${MERGE_BASE}`;
  const scripted = (list: unknown[], more: Record<string, ScriptedReply | ScriptedReply[]>) => ({
    [`${COMPARE}?per_page=1&page=2`]: MERGE,
    [COMPARE]: TOO_LARGE,
    [filesPage(1)]: { json: list },
    ...more,
  });

  test('at the head and at the merge base', async () => {
    const script = scripted([without()], {
      'GET /repos/acme/x/git/blobs/sha-src/t.rs': { text: 'a\nnew\n' },
      [contents]: { text: 'a\nold\n' },
    });
    await withForge(script, async ({ forge }) => {
      const [file] = (await forge.readChange(aPullRequest())).files;

      expect(file).toMatchObject({ additions: 1, deletions: 1, binary: false, unreadable: null });
      expect(file?.hunks).toEqual([
        { oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, section: '', text: ' a\n-old\n+new' },
      ]);
    });
  });

  test('also when the patch that GitHub sends does not hold the changes that it counts', async () => {
    const script = scripted([without({ additions: 2, patch: '@@ -1 +1 @@\n-old\n+new' })], {
      'GET /repos/acme/x/git/blobs/*': { text: 'new\nnewer\n' },
      [contents]: { text: 'old\n' },
    });
    await withForge(script, async ({ forge }) => {
      expect((await forge.readChange(aPullRequest())).files[0]?.hunks[0]?.text).toBe('-old\n+new\n+newer');
    });
  });

  test('an added one from one blob alone', async () => {
    const script = scripted([without({ status: 'added', deletions: 0 })], {
      'GET /repos/acme/x/git/blobs/*': { text: 'new\n' },
    });
    await withForge(script, async ({ forge }) => {
      expect((await forge.readChange(aPullRequest())).files[0]?.hunks[0]?.text).toBe('+new');
      expect(forge.requests()).toBe(3);
    });
  });

  test('a removed and a renamed one from where they were', async () => {
    const list = [
      without({ status: 'removed', additions: 0 }),
      entry('b.rs', { status: 'renamed', previous_filename: 'a.rs', patch: undefined }),
    ];
    const script = scripted(list, {
      [contents]: { text: 'old\n' },
      [`GET /repos/acme/x/contents/a.rs?ref=${MERGE_BASE}`]: { text: 'x\n' },
      'GET /repos/acme/x/git/blobs/sha-b.rs': { text: 'y\n' },
    });
    await withForge(script, async ({ forge, requests }) => {
      const { files } = await forge.readChange(aPullRequest({ changedFiles: 2 }));

      expect(files.map((file) => file.hunks[0]?.text)).toEqual(['-old', '-x\n+y']);
      expect(names(requests).filter((name) => name.includes('per_page=1&'))).toHaveLength(1);
    });
  });

  test('and one that holds a NUL byte is binary', async () => {
    const script = scripted([without()], {
      'GET /repos/acme/x/git/blobs/*': { text: new Uint8Array([97, 0, 10]) },
      [contents]: { text: 'old\n' },
    });
    await withForge(script, async ({ forge }) => {
      expect((await forge.readChange(aPullRequest())).files[0]).toMatchObject({
        binary: true,
        hunks: [],
        unreadable: null,
      });
    });
  });

  test('and what cannot be read says why after three tries, and costs the others nothing', async () => {
    const script = scripted([without(), entry('a.txt')], {
      'GET /repos/acme/x/git/blobs/*': { status: 502, json: { message: 'Bad Gateway' } },
    });
    await withForge(script, async ({ forge, requests }) => {
      const change = await forge.readChange(aPullRequest({ changedFiles: 2 }));

      expect(brief(change)).toEqual([
        {
          path: 'src/t.rs',
          hunks: 0,
          unreadable: 'reading the file at the head failed: GitHub answered 502 (3 tries)',
        },
        { path: 'a.txt', hunks: 1, unreadable: null },
      ]);
      expect(names(requests).filter((name) => name.includes('/git/blobs/'))).toHaveLength(3);
    });
  });

  test('and when many cannot be read the later ones get a single try', async () => {
    const list = Array.from({ length: 20 }, (_, index) => entry(`f${index}`, { patch: undefined }));
    const script = scripted(list, { 'GET /repos/acme/x/git/blobs/*': { status: 502, json: {} } });
    await withForge(script, async ({ forge, requests }) => {
      const change = await forge.readChange(aPullRequest({ changedFiles: 20 }));

      expect(change.files.filter((file) => file.unreadable === null)).toEqual([]);
      const tries = names(requests).filter((name) => name.includes('/git/blobs/')).length;
      expect(tries).toBeGreaterThanOrEqual(20 + 2 * 5);
      expect(tries).toBeLessThanOrEqual(20 + 2 * 8);
    });
  });

  test('and a file of more than 5 MB is not read', async () => {
    const script = scripted([without({ status: 'added' })], {
      'GET /repos/acme/x/git/blobs/*': { text: new Uint8Array(5_000_001).fill(97) },
    });
    await withForge(script, async ({ forge }) => {
      expect((await forge.readChange(aPullRequest())).files[0]?.unreadable).toMatch(/more than 5000000 bytes/);
    });
  });
});

describe('SU-23 a file for which GitHub counts nothing is looked at before it passes for unchanged', () => {
  const uncounted = (filename: string, more: Record<string, unknown> = {}) =>
    entry(filename, { additions: 0, deletions: 0, patch: undefined, ...more });
  const blob = (oid: string, isBinary: boolean) => ({ __typename: 'Blob', oid, isBinary });

  test('binaries, mode changes, pure renames and empty files are told apart from text too large to count', async () => {
    const list = [
      uncounted('logo.png'),
      uncounted('run.sh'),
      uncounted('moved.txt', { status: 'renamed', previous_filename: 'was.txt' }),
      uncounted('empty.txt', { status: 'added', sha: 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391' }),
      uncounted('huge.txt'),
    ];
    const repository = {
      head0: blob('1', true),
      base0: blob('2', true),
      head1: blob('3', false),
      base1: blob('3', false),
      head2: blob('4', false),
      base2: blob('4', false),
      head3: blob('5', false),
      base3: blob('6', false),
    };
    const script = {
      [`${COMPARE}?per_page=1&page=2`]: MERGE,
      [COMPARE]: TOO_LARGE,
      [filesPage(1)]: { json: list },
      'graphql BlobFacts': { json: { data: { repository } } },
      'GET /repos/acme/x/git/blobs/sha-huge.txt': { text: 'new\n' },
      [`GET /repos/acme/x/contents/huge.txt?ref=${MERGE_BASE}`]: { text: 'old\n' },
    };
    await withForge(script, async ({ forge, requests }) => {
      const { files } = await forge.readChange(aPullRequest({ changedFiles: 5 }));

      expect(files.map(({ path, binary, additions, unreadable }) => [path, binary, additions, unreadable])).toEqual([
        ['logo.png', true, 0, null],
        ['run.sh', false, 0, null],
        ['moved.txt', false, 0, null],
        ['empty.txt', false, 0, null],
        ['huge.txt', false, 1, null],
      ]);
      const facts = requests.find(({ name }) => name === 'graphql BlobFacts')?.body as { variables: object };
      expect(facts.variables).toMatchObject({ head2: 'sha-moved.txt', base2: `${MERGE_BASE}:was.txt` });
    });
  });

  test('and is unreadable where GitHub does not say what it is', async () => {
    const script = {
      [`${COMPARE}?per_page=1&page=2`]: MERGE,
      [COMPARE]: TOO_LARGE,
      [filesPage(1)]: { json: [uncounted('odd.bin')] },
      'graphql BlobFacts': { status: 503, json: {} },
    };
    await withForge(script, async ({ forge }) => {
      expect((await forge.readChange(aPullRequest())).files[0]?.unreadable).toMatch(/GitHub answered 503/);
    });
  });
});
