import { describe, expect, test } from '@jest/globals';
import { HEAD, names, withForge } from './forge-under-test.ts';

const OLD = 'd'.repeat(40);
const COMPARE = `GET /repos/acme/x/compare/${OLD}...${HEAD}?per_page=1&page=1`;

const entry = (more: Record<string, unknown>) => ({
  filename: 'a.ts',
  status: 'modified',
  sha: 'e'.repeat(40),
  additions: 0,
  deletions: 0,
  contents_url: '',
  ...more,
});

describe('RR-40 what changed since the last reviewed head', () => {
  test('is read by one request, with its status and hunks', async () => {
    const files = [
      entry({ additions: 1, deletions: 1, patch: '@@ -1,2 +1,2 @@ head\n one\n-two\n+zwei' }),
      entry({
        filename: 'new.ts',
        previous_filename: 'old.ts',
        status: 'renamed',
        additions: 1,
        patch: '@@ -1 +1,2 @@\n one\n+two',
      }),
      entry({ filename: 'moved.ts', previous_filename: 'was.ts', status: 'renamed' }),
    ];
    await withForge({ [COMPARE]: { json: { status: 'ahead', files } } }, async ({ forge, requests }) => {
      const comparison = await forge.readComparison(OLD, HEAD);

      expect(names(requests)).toEqual([COMPARE]);
      expect(comparison).toMatchObject({
        status: 'ahead',
        files: [
          {
            path: 'a.ts',
            status: 'modified',
            hunks: [{ newStart: 1, newLines: 2, section: 'head', text: ' one\n-two\n+zwei' }],
            unreadable: null,
          },
          { path: 'new.ts', previousPath: 'old.ts', status: 'renamed', hunks: [{ newStart: 1 }] },
          { path: 'moved.ts', previousPath: 'was.ts', hunks: [], unreadable: null },
        ],
      });
    });
  });

  test('says of a file without a whole patch that it is not readable', async () => {
    const files = [
      entry({ filename: 'large.ts', additions: 30_000 }),
      entry({ filename: 'uncounted.ts' }),
      entry({ filename: 'cut.ts', additions: 2, patch: '@@ -0,0 +1,2 @@\n+one' }),
      entry({ filename: 'moved.ts', status: 'renamed', deletions: 9_000 }),
    ];
    await withForge({ [COMPARE]: { json: { status: 'diverged', files } } }, async ({ forge }) => {
      const comparison = await forge.readComparison(OLD, HEAD);

      expect(comparison?.status).toBe('diverged');
      expect(comparison?.files.map(({ path, hunks, unreadable }) => [path, hunks.length, unreadable])).toEqual(
        files.map(({ filename }) => [filename, 0, 'GitHub gives no patch of it']),
      );
    });
  });

  test.each([
    ['a commit is gone', 404, 'Not Found'],
    ['the two have nothing in common', 404, 'No common ancestor'],
    ['GitHub knows no such commit', 422, 'No commit found for SHA'],
    ['GitHub gives it up', 500, 'this diff is taking too long to generate'],
  ])('is null where %s', async (_name, status, message) => {
    await withForge({ [COMPARE]: { status, json: { message } } }, async ({ forge }) => {
      expect(await forge.readComparison(OLD, HEAD)).toBeNull();
    });
  });

  test('SU-48 throws where the token may not read it, naming the permission', async () => {
    const forbidden = { status: 403, json: { message: 'Resource not accessible by integration' } };
    await withForge({ [COMPARE]: forbidden }, async ({ forge }) => {
      await expect(forge.readComparison(OLD, HEAD)).rejects.toThrow('the token needs `contents: read`');
      expect(forge.requests()).toBe(1);
    });
  });

  test('throws where the answer is none', async () => {
    await withForge({ [COMPARE]: { json: { status: 'sideways' } } }, async ({ forge }) => {
      await expect(forge.readComparison(OLD, HEAD)).rejects.toThrow("GitHub's answer is no comparison");
    });
  });
});
