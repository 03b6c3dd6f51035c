import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { changedFiles, movedLine } from '../../src/embedded/diff.ts';
import type { FileContent } from '../../src/embedded/git-writing.ts';
import { commitTo, push } from '../../src/embedded/happenings.ts';
import { served } from './client.ts';

const DIFF = 'application/vnd.github.diff';
const OTHER = '1'.repeat(40);

const before: Record<string, FileContent> = {
  'same.txt': 'same\n',
  'moved.txt': Array.from({ length: 30 }, (_, line) => `line ${line}\n`).join(''),
  'pure.txt': 'one\ntwo\nthree\nfour\nfive\n',
  'gone.txt': 'gone\n',
  'crlf.txt': 'a\r\nb\r\n',
  'no-end.txt': 'a\nb',
  'run.sh': '#!/bin/sh\n',
  'picture.bin': Buffer.from([0, 1, 2, 3]),
  'odd "name"\t.txt': 'x\n',
  'grüße.txt': 'hallo\n',
  link: { symlink: 'same.txt' },
  lib: { submodule: '2'.repeat(40) },
  'becomes-link': 'text\n',
};

const after: Record<string, FileContent> = {
  'moved/here.txt': { renameFrom: 'moved.txt', content: `${before['moved.txt']}one more\n` },
  'elsewhere.txt': { renameFrom: 'pure.txt' },
  'gone.txt': null,
  'crlf.txt': 'a\r\nB\r\n',
  'no-end.txt': 'a\nb\nc',
  'run.sh': { mode: '100755', content: '#!/bin/sh\n' },
  'picture.bin': Buffer.from([0, 1, 2, 4]),
  'odd "name"\t.txt': 'y\n',
  'grüße.txt': 'tschüß\n',
  'empty.txt': '',
  link: { symlink: 'gone.txt' },
  lib: { submodule: OTHER },
  'becomes-link': { symlink: 'same.txt' },
  'tricky.txt': 'diff --git a/x b/x\n@@ -1 +1 @@\n',
};

test('SU-21 the diff of two commits is byte for byte that of git, whatever is in it', async () => {
  await served({ files: before, pull: { number: 7, commits: [{ files: after }] } }, async ({ world, github, rest }) => {
    const base = world.branches.get('main') ?? '';
    const head = world.pulls.get(7)?.head ?? '';
    const reply = await rest(`GET /repos/acme/shop/compare/${base}...${head}`, { accept: DIFF });

    const git = spawnSync('git', ['--git-dir', world.git.directory, 'diff', '-M', base, head], { encoding: 'utf8' });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toContain(DIFF);
    expect(reply.text).toBe(git.stdout);
    expect(reply.text).toContain('old mode 100644\nnew mode 100755');
    expect(github.problems).toEqual([]);
  });
});

test('SU-21 the list of files tells status, counts and patch, and no patch where there is none', async () => {
  await served({ files: before, pull: { number: 7, commits: [{ files: after }] } }, async ({ world, rest }) => {
    const { head } = world.pulls.get(7) ?? { head: '' };
    const listed = (await rest('GET /repos/acme/shop/pulls/7/files?per_page=100')).body as Record<string, unknown>[];
    const file = (name: string) => listed.find((candidate) => candidate['filename'] === name);

    expect(listed).toHaveLength(14);
    expect(file('moved/here.txt')).toMatchObject({ status: 'renamed', previous_filename: 'moved.txt', additions: 1 });
    expect(file('elsewhere.txt')).toMatchObject({ status: 'renamed', changes: 0 });
    expect(file('elsewhere.txt')).not.toHaveProperty('patch');
    expect(file('picture.bin')).not.toHaveProperty('patch');
    expect(file('run.sh')).not.toHaveProperty('patch');
    expect(file('gone.txt')).toMatchObject({ status: 'removed', patch: '@@ -1 +0,0 @@\n-gone' });
    expect(file('crlf.txt')?.['patch']).toContain('-b\r\n+B\r');
    expect(file('no-end.txt')?.['patch']).toContain('\\ No newline at end of file');
    expect(file('lib')?.['patch']).toContain(`+Subproject commit ${OTHER}`);
    expect(file('becomes-link')).toMatchObject({ status: 'changed', additions: 1, deletions: 1 });
    expect(file('tricky.txt')).toMatchObject({ status: 'added', additions: 2 });
    expect(file('grüße.txt')?.['contents_url']).toContain(`contents/gr%C3%BC%C3%9Fe.txt?ref=${head}`);
    expect(file('odd "name"\t.txt')).toMatchObject({ status: 'modified' });
  });
});

test('SU-21 a diff of more than 300 files or 20,000 lines is a 406, and its files come in pages', async () => {
  const many = Object.fromEntries(Array.from({ length: 301 }, (_, index) => [`f${index}.txt`, 'x\n']));
  const pulls = [
    { number: 7, commits: [{ files: many }] },
    { number: 8, commits: [{ files: { 'long.txt': 'x\n'.repeat(20_001) } }] },
  ];
  await served({ pulls }, async ({ world, github, rest }) => {
    const base = world.branches.get('main');
    for (const number of [7, 8]) {
      const head = world.pulls.get(number)?.head;
      const reply = await rest(`GET /repos/acme/shop/compare/${base}...${head}`, { accept: DIFF });
      expect(reply.status).toBe(406);
      expect(reply.body).toMatchObject({ errors: [{ code: 'too_large' }] });
    }
    expect((await rest('GET /repos/acme/shop/pulls/7/files?per_page=100&page=4')).body).toHaveLength(1);
    expect((await rest('GET /repos/acme/shop/pulls/8/files')).body).not.toHaveProperty('0.patch');
    expect((await rest(`GET /repos/acme/shop/compare/${base}...${world.pulls.get(7)?.head}`)).body).toHaveProperty(
      'files.length',
      300,
    );
    expect(github.problems).toEqual([]);
  });
}, 30_000);

test("SU-21 a fork's commit is compared by `owner:sha`", async () => {
  await served({ pull: { number: 7, fork: 'lena' } }, async ({ world, rest }) => {
    const head = world.pulls.get(7)?.head;
    const base = world.branches.get('main');

    const reply = await rest(`GET /repos/acme/shop/compare/acme:${base}...lena:${head}`, { accept: DIFF });

    expect(reply.text).toContain('+hello');
    expect((await rest('GET /repos/acme/shop/pulls/7')).body).toMatchObject({
      head: { label: 'lena:change-7', repo: { full_name: 'lena/shop', fork: true } },
    });
  });
});

test('a comparison starts at the merge base, also after the base branch went on', async () => {
  await served({}, async ({ world, rest }) => {
    await commitTo(world, 'main', { files: { 'elsewhere.txt': 'new\n' } });

    const reply = await rest(`GET /repos/acme/shop/compare/main...${world.pulls.get(7)?.head}`);

    expect(reply.body).toMatchObject({
      status: 'diverged',
      ahead_by: 1,
      behind_by: 1,
      files: [{ filename: 'hello.txt' }],
    });
  });
});

test('contents come from the default branch unless a ref is named, as base64, raw, or not at all', async () => {
  const files = { 'big.txt': 'x'.repeat(1024 * 1024 + 1), 'a/b.txt': 'base\n', link: { symlink: 'a/b.txt' } };
  await served(
    { files, pull: { number: 7, commits: [{ files: { 'a/b.txt': 'head\n' } }] } },
    async ({ world, rest }) => {
      const text = async (path: string) =>
        (await rest(`GET /repos/acme/shop/contents/${path}`, { accept: 'application/vnd.github.raw+json' })).text;

      expect(await text('a/b.txt')).toBe('base\n');
      expect(await text(`a/b.txt?ref=${world.pulls.get(7)?.head}`)).toBe('head\n');
      expect(await text('link')).toBe('base\n');
      expect(await text('a%2Fb.txt')).toBe('base\n');
      expect((await rest('GET /repos/acme/shop/contents/big.txt')).body).toMatchObject({
        content: '',
        encoding: 'none',
      });
      expect(await text('big.txt')).toHaveLength(1024 * 1024 + 1);
      expect((await rest('GET /repos/acme/shop/contents/none.txt')).status).toBe(404);
      const { sha } = (await rest('GET /repos/acme/shop/contents/a/b.txt')).body as { sha: string };
      expect((await rest(`GET /repos/acme/shop/git/blobs/${sha}`)).body).toMatchObject({
        content: 'YmFzZQo=\n',
        size: 5,
      });
      expect((await rest(`GET /repos/acme/shop/git/blobs/${sha}`, { accept: 'application/vnd.github.raw' })).text).toBe(
        'base\n',
      );
    },
  );
});

test('a line is followed through later pushes until it is changed itself', async () => {
  const lines = Array.from({ length: 20 }, (_, line) => `line ${line + 1}\n`);
  await served({ pull: { number: 7, commits: [{ files: { 'a.txt': lines.join('') } }] } }, async ({ world }) => {
    const first = world.pulls.get(7)?.head ?? '';
    const changed = ['new\n', ...lines.slice(0, 9), 'line ten\n', ...lines.slice(10, 15), ...lines.slice(16)];
    const second = await push(world, 7, { files: { 'a.txt': changed.join('') } });
    const [file] = await changedFiles(world.git, first, second);

    const moved = Array.from({ length: 20 }, (_, line) => movedLine(file?.patch ?? '', line + 1));

    const expected = lines.map((line) => (changed.indexOf(line) < 0 ? null : changed.indexOf(line) + 1));
    expect(moved).toEqual(expected);
    expect(moved.filter((line) => line === null)).toHaveLength(2);
  });
});
