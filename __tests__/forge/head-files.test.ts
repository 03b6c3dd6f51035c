import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { SeenRequest } from '../support/github-server.ts';
import { HEAD, names, variablesOf, withForge } from './forge-under-test.ts';

const FILES = 'graphql HeadFiles';
const LIMIT = 512 * 1024;

const gitId = (bytes: Buffer) => createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
const blob = (bytes: Buffer, more: Record<string, unknown> = {}, mode = 0o100644) => ({
  mode,
  oid: gitId(bytes),
  object: {
    __typename: 'Blob',
    byteSize: bytes.length,
    isBinary: false,
    isTruncated: false,
    text: bytes.toString('utf8'),
    ...more,
  },
});
const text = (value: string, mode?: number) => blob(Buffer.from(value), {}, mode);
const answer = (files: readonly unknown[], errors: readonly unknown[] = []) => ({
  json: {
    data: {
      repository: {
        object: {
          __typename: 'Commit',
          ...Object.fromEntries(files.map((file, place) => [`file${place}`, file])),
        },
      },
    },
    ...(errors.length > 0 ? { errors } : {}),
  },
});

/** The one file that GitHub shows like this. */
async function headFile(node: unknown): Promise<unknown> {
  let found: unknown;
  await withForge({ [FILES]: answer([node]) }, async ({ forge }) => {
    found = (await forge.readHeadFiles(HEAD, ['a'])).get('a');
  });
  return found;
}

describe('RB-21 files at the head', () => {
  test.each([
    ['with a mark of the byte order', '\ufeffa\n'],
    ['with line ends of Windows and none at the end', 'a\r\nb\rc'],
    ['with other alphabets and signs beyond UTF-16', 'für 日本 🚢\n'],
    ['that are empty', ''],
  ])('come byte for byte %s', async (_name, value) => {
    expect(await headFile(text(value))).toEqual({ kind: 'text', mode: '100644', text: value });
  });

  test.each<[string, unknown, unknown]>([
    ['an executable', text('#!/bin/sh\n', 0o100755), { kind: 'text', mode: '100755', text: '#!/bin/sh\n' }],
    ['a symbolic link', text('../secret', 0o120000), { kind: 'not-text', mode: '120000', why: 'a symbolic link' }],
    [
      'a submodule',
      { mode: 0o160000, oid: 'd'.repeat(40), object: null },
      { kind: 'not-text', mode: '160000', why: 'a submodule' },
    ],
    [
      'a folder',
      { mode: 0o040000, oid: 'd'.repeat(40), object: { __typename: 'Tree' } },
      { kind: 'not-text', mode: '040000', why: 'a folder' },
    ],
    [
      'a binary',
      blob(Buffer.from([0, 1]), { isBinary: true, text: null }),
      { kind: 'not-text', mode: '100644', why: 'a binary file' },
    ],
    [
      'a text of another encoding, which GraphQL has mended',
      blob(Buffer.from([0x66, 0xfc, 0x72])),
      { kind: 'not-text', mode: '100644', why: 'not UTF-8 text' },
    ],
    [
      'a text that GraphQL has cut',
      blob(Buffer.from('a'), { isTruncated: true }),
      { kind: 'not-text', mode: '100644', why: 'larger than 512 KB' },
    ],
    [
      'a text of a byte too many',
      blob(Buffer.alloc(LIMIT + 1, 'a')),
      { kind: 'not-text', mode: '100644', why: 'larger than 512 KB' },
    ],
    [
      'a pointer of Git LFS',
      text('version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n'),
      { kind: 'not-text', mode: '100644', why: 'a Git LFS pointer' },
    ],
    [
      'a text that tells of Git LFS',
      text('# version https://git-lfs.github.com/spec/v1\n'),
      { kind: 'text', mode: '100644', text: '# version https://git-lfs.github.com/spec/v1\n' },
    ],
    ['nothing', null, { kind: 'missing' }],
  ])('are told apart: %s', async (_name, node, file) => {
    expect(await headFile(node)).toEqual(file);
  });

  test('of 512 KB are still read', async () => {
    expect(await headFile(blob(Buffer.alloc(LIMIT, 'a')))).toMatchObject({ kind: 'text' });
  });

  test('that are not there are missing, the others are there', async () => {
    const errors = [
      { type: 'NOT_FOUND', path: ['repository', 'object', 'file0'], message: 'The path "gone" does not exist' },
    ];
    await withForge({ [FILES]: answer([null, text('b')], errors) }, async ({ forge, requests }) => {
      expect([...(await forge.readHeadFiles(HEAD, ['gone', 'b', 'gone']))]).toEqual([
        ['gone', { kind: 'missing' }],
        ['b', { kind: 'text', mode: '100644', text: 'b' }],
      ]);
      expect(variablesOf(requests[0])).toEqual({ owner: 'acme', name: 'x', commit: HEAD, path0: 'gone', path1: 'b' });
    });
  });

  test('that can be no files are missing without being asked for', async () => {
    const wrong = ['', '/etc/passwd', '../x', 'a/../b', './a', 'a//b', 'a/', 'a\0b', '\ud800', 'ü'.repeat(2049)];
    await withForge({ [FILES]: answer([text('x')]) }, async ({ forge, requests }) => {
      const files = await forge.readHeadFiles(HEAD, [...wrong, '..a/.b', 'ü'.repeat(2048)]);

      expect(wrong.map((path) => files.get(path))).toEqual(wrong.map(() => ({ kind: 'missing' })));
      expect(files.get('..a/.b')).toMatchObject({ kind: 'text' });
      expect(variablesOf(requests[0])).toMatchObject({ path0: '..a/.b', path1: 'ü'.repeat(2048) });
    });
    await withForge({}, async ({ forge }) => {
      expect((await forge.readHeadFiles(HEAD, wrong)).size).toBe(wrong.length);
      expect(forge.requests()).toBe(0);
    });
  });

  test('are 60 by two requests, and half as many where that is too much', async () => {
    const paths = Array.from({ length: 60 }, (_, index) => `f${index}`);
    const reply = (request: SeenRequest) => answer(pathsOf(request).map((path) => text(path)));
    await withForge({ [FILES]: [{ status: 502, text: '' }, reply] }, async ({ forge, requests }) => {
      const files = await forge.readHeadFiles(HEAD, paths);

      expect([...files.values()].map((file) => (file.kind === 'text' ? file.text : file))).toEqual(paths);
      expect(requests.map((request) => pathsOf(request).length)).toEqual([50, 25, 25, 10]);
    });
    await withForge({ [FILES]: reply }, async ({ forge }) => {
      await forge.readHeadFiles(HEAD, paths);

      expect(forge.requests()).toBe(2);
    });
  });

  test('are an error where GitHub does not know the commit', async () => {
    await withForge({ [FILES]: { json: { data: { repository: { object: null } } } } }, async ({ forge, requests }) => {
      await expect(forge.readHeadFiles(HEAD, ['a'])).rejects.toThrow(`GitHub does not show commit ${HEAD}`);
      expect(names(requests)).toEqual([FILES]);
    });
  });
});

function pathsOf(request: SeenRequest): string[] {
  return Object.entries(variablesOf(request)).flatMap(([name, value]) =>
    /^path\d+$/.test(name) ? [String(value)] : [],
  );
}
