import { expect, test } from '@jest/globals';
import type { Effect } from '../../src/core/effect.ts';
import { push } from '../../src/embedded/happenings.ts';
import { joined } from './joined.ts';

const BOT = 'github-actions[bot]';
const CODEX = 'chatgpt-codex-connector[bot]';
const WRITER = { contents: 'write', 'pull-requests': 'write' } as const;
const LINES = ['Revi-Run: 17', 'Revi-Thread: PRRT_a'];
const remark = { author: CODEX, path: 'hello.txt', line: 2, body: 'One.' };

function aCommit(head: string): Extract<Effect, { kind: 'commit' }> {
  return {
    kind: 'commit',
    branch: 'change-7',
    expectedHead: head,
    headline: 'Fix it',
    body: LINES.join('\n'),
    files: [{ path: 'hello.txt', text: '\ufeffhello\r\nworld' }],
    lines: LINES,
  };
}

test('RB-10 the survey and the threads of all pull requests are read', async () => {
  const replies = Array.from({ length: 24 }, (_, index) => ({ author: 'mia', body: `Reply ${index}.` }));
  const pulls = [
    {
      labels: ['hold'],
      threads: [
        { ...remark, replies },
        { ...remark, body: 'Two.' },
      ],
    },
    { draft: true },
  ];
  await joined({ pulls, permissions: { ...WRITER, contents: 'read' } }, async ({ forge }) => {
    const { pullRequests, viewer, repository } = await forge.readSurvey({ files: ['README.md'], number: null });
    const numbers = pullRequests.map(({ number }) => number);
    const one = await forge.readSurvey({ files: [], number: numbers[1] ?? 0 });
    const threads = await forge.readThreadsOf([...numbers, 404], ['mia', CODEX, 'nobody-at-all']);

    expect(viewer).toMatchObject({ login: BOT, type: 'Bot' });
    expect(repository).toMatchObject({ owner: 'acme', name: 'shop', defaultBranch: 'main' });
    expect(pullRequests).toMatchObject([{ labels: ['hold'] }, { labels: [], draft: true }]);
    expect(one.pullRequests).toEqual(pullRequests.slice(1));
    expect(threads.people).toEqual(['mia']);
    expect([...threads.pullRequests.keys()]).toEqual(numbers);
    expect(threads.pullRequests.get(numbers[0] ?? 0)).toMatchObject({
      threads: [{ comments: { length: 25 }, startLine: null }, { comments: [{ body: 'Two.' }] }],
      commits: [{ message: 'Greet', author: { login: 'mia', type: 'User' } }],
      incomplete: [],
    });
    // The survey twice, the threads with the accounts, and the five comments that did not come with their thread.
    expect(forge.requests()).toBe(4);
    await expect(forge.readSurvey({ files: [], number: 404 })).rejects.toThrow('there is no pull request 404');
  });
});

test('RB-31 threads are read by their ids, and ids that name none have no entry', async () => {
  await joined({ pull: { labels: ['hold'], threads: [remark] } }, async ({ forge, world }) => {
    const pull = world.pulls.get(7);
    const [thread] = (await forge.readThreadsOf([7], [])).pullRequests.get(7)?.threads ?? [];
    const threads = await forge.readThreadsById([thread?.id ?? '', 'PRRT_nowhere', 'no id']);

    expect([...threads]).toEqual([
      [
        thread?.id,
        {
          ...thread,
          pullRequest: {
            owner: 'acme',
            name: 'shop',
            number: 7,
            state: 'open',
            draft: false,
            locked: false,
            labels: ['hold'],
            head: pull?.head,
            baseRef: 'main',
          },
        },
      ],
    ]);
  });
});

test('RB-21 RB-22 a file is read byte for byte, changed by one commit of ours, and read again', async () => {
  const files = { 'hello.txt': '\ufeffhello\r\n', 'link.txt': { symlink: 'hello.txt' } } as const;
  await joined({ permissions: WRITER, pull: { commits: [{ files }] } }, async ({ forge, world }) => {
    const head = world.pulls.get(7)?.head ?? '';
    expect([...(await forge.readHeadFiles(head, ['hello.txt', 'link.txt', 'gone', '../x']))]).toEqual([
      ['hello.txt', { kind: 'text', mode: '100644', text: '\ufeffhello\r\n' }],
      ['link.txt', { kind: 'not-text', mode: '120000', why: 'a symbolic link' }],
      ['gone', { kind: 'missing' }],
      ['../x', { kind: 'missing' }],
    ]);

    const made = await forge.apply(7, aCommit(head));

    const now = world.pulls.get(7)?.head ?? '';
    expect(made).toMatchObject({ kind: 'done', commit: now });
    expect(now).not.toBe(head);
    expect((await forge.readHeadFiles(now, ['hello.txt'])).get('hello.txt')).toMatchObject({
      text: '\ufeffhello\r\nworld',
    });
    expect((await forge.readThreadsOf([7], [])).pullRequests.get(7)?.commits.at(-1)).toEqual({
      oid: now,
      message: `Fix it\n\n${LINES.join('\n')}`,
      author: { login: BOT, type: 'Bot', id: 41898282 },
    });
    // The same commit again is the one that stands; another one is refused for the moved head.
    expect(await forge.apply(7, aCommit(head))).toMatchObject({ kind: 'done', commit: now });
    expect(await forge.apply(7, { ...aCommit(head), lines: ['Revi-Run: 18'] })).toMatchObject({
      refusal: { reason: 'head-moved' },
    });
  });
});

test('RB-22 a commit whose answer was lost is found, also below a later one', async () => {
  const later = { message: 'Later', files: { 'b.txt': 'b\n' } };
  const lost = { graphql: 'createCommitOnBranch', times: [1], reset: 'after' } as const;
  const check = async ({ forge, world }: Parameters<Parameters<typeof joined>[1]>[0]) => {
    const made = await forge.apply(7, aCommit(world.pulls.get(7)?.head ?? ''));

    expect(made).toMatchObject({ kind: 'done', commit: expect.stringMatching(/^[0-9a-f]{40}$/) });
    const { commits } = (await forge.readThreadsOf([7], [])).pullRequests.get(7) ?? {};
    expect(commits?.map(({ message }) => message.split('\n')[0])).toEqual(['Greet', 'Fix it', 'Later']);
    expect(commits?.at(1)?.oid).toBe(made.kind === 'done' ? made.commit : '');
  };
  await joined({ permissions: WRITER, pull: {} }, check, {
    faults: [{ ...lost, after: (world) => push(world, 7, later) }],
  });
});

test('RB-22 a commit that the token may not make names contents: write', async () => {
  await joined({ permissions: { contents: 'read', 'pull-requests': 'write' } }, async ({ forge, world }) => {
    expect(await forge.apply(7, aCommit(world.pulls.get(7)?.head ?? ''))).toMatchObject({
      refusal: { reason: 'permission', permission: 'contents: write' },
    });
  });
});
