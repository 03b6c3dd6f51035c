import { describe, expect, test } from '@jest/globals';
import type { ScriptedReply, SeenRequest } from '../support/github-server.ts';
import { BASE, HEAD, names, PULL_REQUEST_NODE, variablesOf, withForge } from './forge-under-test.ts';

const TEXTS = 'graphql Texts';
const POSITION = 'graphql Position';
const blob = (text: string | null, more: Record<string, unknown> = {}) => ({
  __typename: 'Blob',
  text,
  isBinary: false,
  isTruncated: false,
  ...more,
});
const objects = (repository: Record<string, unknown>) => ({ json: { data: { repository } } });
const paths = (count: number) => Array.from({ length: count }, (_, index) => `src/${index}.ts`);

/** Answers every path with its own name. */
const echo = (request: SeenRequest) =>
  objects(Object.fromEntries(filesOf(request).map((path, place) => [`file${place}`, blob(path)])));

function filesOf(request: SeenRequest): string[] {
  const entries = Object.entries(variablesOf(request)).filter(([name]) => name.startsWith('file'));
  return entries.map(([, expression]) => String(expression).replace(`${HEAD}:`, ''));
}

describe('RR-41 texts of files at a commit', () => {
  test('are read by one request, whatever signs their paths hold', async () => {
    const hostile = 'a b/") { x } #.ts';
    const script = {
      [TEXTS]: objects({
        file0: blob('one\r\n'),
        file1: blob('two'),
        file2: null,
        file3: { __typename: 'Tree' },
        file4: blob(null, { isBinary: true }),
        file5: blob(''),
      }),
    };
    await withForge(script, async ({ forge, requests }) => {
      const wanted = ['a.ts', hostile, 'gone.ts', 'src', 'logo.png', 'empty.ts', 'a.ts'];
      const texts = await forge.readTexts(HEAD, wanted);

      expect([...texts]).toEqual([
        ['a.ts', 'one\r\n'],
        [hostile, 'two'],
        ['gone.ts', null],
        ['src', null],
        ['logo.png', null],
        ['empty.ts', ''],
      ]);
      expect(names(requests)).toEqual([TEXTS]);
      expect(variablesOf(requests[0])).toMatchObject({ owner: 'acme', name: 'x', file1: `${HEAD}:${hostile}` });
      expect(requests[0]?.body).toMatchObject({ query: expect.not.stringContaining(hostile) });
    });
  });

  test('are none without a request where none is wanted', async () => {
    await withForge({}, async ({ forge }) => {
      expect((await forge.readTexts(HEAD, [])).size).toBe(0);
      expect(forge.requests()).toBe(0);
    });
  });

  test('are read 50 at once', async () => {
    await withForge({ [TEXTS]: echo }, async ({ forge, requests }) => {
      const texts = await forge.readTexts(HEAD, paths(120));

      expect([...texts]).toEqual(paths(120).map((path) => [path, path]));
      expect(requests.map((request) => filesOf(request).length)).toEqual([50, 50, 20]);
    });
  });

  test.each([
    ['502', { status: 502, text: '' }],
    [
      'a resource limit',
      { json: { data: null, errors: [{ type: 'RESOURCE_LIMITS_EXCEEDED', message: 'Too much.' }] } },
    ],
  ])('are asked for in halves on %s', async (_name, trouble) => {
    const served = (request: SeenRequest) => (filesOf(request).length > 3 ? trouble : echo(request));
    await withForge({ [TEXTS]: served }, async ({ forge, requests }) => {
      const texts = await forge.readTexts(HEAD, paths(10));

      expect([...texts.keys()]).toEqual(paths(10));
      expect(requests.map((request) => filesOf(request).length)).toEqual([10, 5, 3, 2, 5, 3, 2]);
    });
  });

  test('SU-34 are tried again where GitHub cannot serve even one', async () => {
    await withForge({ [TEXTS]: [{ status: 502, text: '' }, objects({ file0: blob('x') })] }, async ({ forge }) => {
      expect((await forge.readTexts(HEAD, ['a.ts'])).get('a.ts')).toBe('x');
    });
    await withForge({ [TEXTS]: { status: 502, text: '' } }, async ({ forge }) => {
      await expect(forge.readTexts(HEAD, ['a.ts', 'b.ts'])).rejects.toThrow(
        'reading files failed: GitHub answered 502',
      );
    });
  });

  test.each([
    ['a text that GraphQL cuts', blob('cut', { isTruncated: true }), { text: 'whole\n' }, 'whole\n'],
    ['one of unknown kind', blob(null, { isBinary: null }), { text: 'text' }, 'text'],
    ['a binary', blob(null, { isBinary: null }), { text: new Uint8Array([1, 0, 2]) }, null],
    ['one over 1 MB', blob('cut', { isTruncated: true }), { text: new Uint8Array(1_000_001).fill(97) }, null],
  ])('are read by REST where they are not whole: %s', async (_name, cut, whole, text) => {
    const RAW = `GET /repos/acme/x/contents/src/a b.ts?ref=${HEAD}`;
    const script = { [TEXTS]: objects({ file0: cut, file1: blob('short') }), [RAW]: whole };
    await withForge(script, async ({ forge, requests }) => {
      const texts = await forge.readTexts(HEAD, ['src/a b.ts', 'b.ts']);

      expect([...texts.values()]).toEqual([text, 'short']);
      expect(names(requests)).toEqual([TEXTS, RAW]);
    });
  });

  test('SU-48 throw where the token may not read contents, naming the permission', async () => {
    const errors = [
      { type: 'FORBIDDEN', path: ['repository', 'file0'], message: 'Resource not accessible by integration' },
    ];
    await withForge({ [TEXTS]: { json: { data: { repository: { file0: null } }, errors } } }, async ({ forge }) => {
      await expect(forge.readTexts(HEAD, ['a.ts'])).rejects.toThrow('the token needs `contents: read`');
    });
  });

  test('are null where GitHub says that there is no such file', async () => {
    const errors = [{ type: 'NOT_FOUND', path: ['repository', 'file0'], message: 'Could not resolve.' }];
    await withForge({ [TEXTS]: { json: { data: { repository: { file0: null } }, errors } } }, async ({ forge }) => {
      expect([...(await forge.readTexts(HEAD, ['a.ts']))]).toEqual([['a.ts', null]]);
    });
  });
});

describe('SU-20 SU-43 texts, and the position after the last of them,', () => {
  const moved = 'd'.repeat(40);
  const position = { head: HEAD, baseRef: 'main', base: BASE };
  /** As {@link echo}, with a head that moves with every request. */
  const moving = () => {
    let asked = 0;
    return (request: SeenRequest) => {
      asked += 1;
      const answer = echo(request);
      if (!('number' in variablesOf(request))) return answer;
      return objects({
        ...answer.json.data.repository,
        pullRequest: { ...PULL_REQUEST_NODE, headRefOid: `head ${asked}` },
      });
    };
  };
  const alone: ScriptedReply = { json: { data: { repository: { pullRequest: PULL_REQUEST_NODE } } } };

  test('are read by one request', async () => {
    const script = {
      [TEXTS]: objects({ pullRequest: { ...PULL_REQUEST_NODE, headRefOid: moved }, file0: blob('one'), file1: null }),
    };
    await withForge(script, async ({ forge, requests }) => {
      const read = await forge.readTextsAndPosition(9, { commit: HEAD, paths: ['a.ts', 'gone.ts', 'a.ts'] });

      expect([...read.texts]).toEqual([
        ['a.ts', 'one'],
        ['gone.ts', null],
      ]);
      expect(read.position).toEqual({ ...position, head: moved });
      expect(names(requests)).toEqual([TEXTS]);
      expect(variablesOf(requests[0])).toMatchObject({ number: 9, file0: `${HEAD}:a.ts` });
    });
  });

  test('are the position alone where no text is wanted', async () => {
    await withForge({ [POSITION]: alone }, async ({ forge, requests }) => {
      expect(await forge.readTextsAndPosition(9, { commit: HEAD, paths: [] })).toEqual({ texts: new Map(), position });
      expect(names(requests)).toEqual([POSITION]);
    });
  });

  test('are the position with the last of several batches', async () => {
    await withForge({ [TEXTS]: moving() }, async ({ forge, requests }) => {
      const read = await forge.readTextsAndPosition(9, { commit: HEAD, paths: paths(120) });

      expect([...read.texts]).toEqual(paths(120).map((path) => [path, path]));
      expect(read.position.head).toBe('head 3');
      expect(requests.map((request) => 'number' in variablesOf(request))).toEqual([false, false, true]);
    });
  });

  test('are the position with the last half of a batch that GitHub cannot serve', async () => {
    const answer = moving();
    const served = (request: SeenRequest) =>
      filesOf(request).length > 5 ? { status: 502, text: '' } : answer(request);
    await withForge({ [TEXTS]: served }, async ({ forge, requests }) => {
      const read = await forge.readTextsAndPosition(9, { commit: HEAD, paths: paths(10) });

      expect([...read.texts.keys()]).toEqual(paths(10));
      expect(read.position.head).toBe('head 2');
      expect(requests.map((request) => 'number' in variablesOf(request))).toEqual([true, false, true]);
    });
  });

  test('are the position after a text that only REST gives whole', async () => {
    const RAW = `GET /repos/acme/x/contents/a.ts?ref=${HEAD}`;
    const script = {
      [TEXTS]: objects({
        pullRequest: { ...PULL_REQUEST_NODE, headRefOid: moved },
        file0: blob('cut', { isTruncated: true }),
      }),
      [RAW]: { text: 'whole' },
      [POSITION]: alone,
    };
    await withForge(script, async ({ forge, requests }) => {
      const read = await forge.readTextsAndPosition(9, { commit: HEAD, paths: ['a.ts'] });

      expect(read).toEqual({ texts: new Map([['a.ts', 'whole']]), position });
      expect(names(requests)).toEqual([TEXTS, RAW, POSITION]);
    });
  });

  test.each([
    ['a text that may not be read', 'FORBIDDEN', ['repository', 'file0'], 'reading files failed: .*`contents: read`'],
    [
      'a position that may not be read',
      'FORBIDDEN',
      ['repository', 'pullRequest'],
      'reading the head again failed: .*`pull-requests: read`',
    ],
    ['a pull request that is not there', 'NOT_FOUND', ['repository', 'pullRequest'], 'there is no pull request 9'],
  ])('throw for %s', async (_name, type, path, words) => {
    const errors = [{ type, path, message: 'Resource not accessible by integration' }];
    const data = { repository: { pullRequest: null, file0: null } };
    await withForge({ [TEXTS]: { json: { data, errors } } }, async ({ forge }) => {
      await expect(forge.readTextsAndPosition(9, { commit: HEAD, paths: ['a.ts'] })).rejects.toThrow(new RegExp(words));
    });
  });

  test('are both there where a file is missing', async () => {
    const errors = [{ type: 'NOT_FOUND', path: ['repository', 'file0'], message: 'Could not resolve.' }];
    const data = { repository: { pullRequest: PULL_REQUEST_NODE, file0: null, file1: blob('two') } };
    await withForge({ [TEXTS]: { json: { data, errors } } }, async ({ forge }) => {
      const read = await forge.readTextsAndPosition(9, { commit: HEAD, paths: ['a.ts', 'b.ts'] });

      expect(read).toEqual({
        texts: new Map([
          ['a.ts', null],
          ['b.ts', 'two'],
        ]),
        position,
      });
    });
  });
});
