import { expect, test } from '@jest/globals';
import { push } from '../../src/embedded/happenings.ts';
import { NO_PARTS } from './forge-under-test.ts';
import { joined } from './joined.ts';

const BOT = 'github-actions[bot]';
const WRITER = { contents: 'write', 'pull-requests': 'write' } as const;

test('RR-30 threads are read, resolved and opened again, and the texts below them are read', async () => {
  const thread = { author: BOT, path: 'hello.txt', line: 2 };
  const pull = {
    threads: [
      { ...thread, body: 'One.', replies: [{ author: null, body: 'Gone.' }] },
      { ...thread, body: 'Two.', resolvedBy: 'mia' },
    ],
  };
  await joined({ permissions: WRITER, pull }, async ({ forge, world }) => {
    const read = async () => (await forge.readContext(7, { ...NO_PARTS, threads: true })).threads;
    const head = world.pulls.get(7)?.head ?? '';
    const [open, resolved] = await read();

    expect(open).toMatchObject({ resolved: false, line: 2, comments: [{ body: 'One.' }, { author: null }] });
    expect(resolved).toMatchObject({ resolved: true, resolvedBy: { login: 'mia', type: 'User' } });
    expect(await forge.apply(7, { kind: 'resolve-thread', threadId: open?.id ?? '' })).toMatchObject({ kind: 'done' });
    expect(await forge.apply(7, { kind: 'resolve-thread', threadId: open?.id ?? '' })).toMatchObject({ kind: 'done' });
    await forge.apply(7, { kind: 'unresolve-thread', threadId: resolved?.id ?? '' });
    expect(await read()).toMatchObject([
      { resolved: true, resolvedBy: null, viewerCanUnresolve: true },
      { resolved: false, viewerCanResolve: true },
    ]);
    expect([...(await forge.readTexts(head, ['hello.txt', 'none.txt']))]).toEqual([
      ['hello.txt', 'hello\nworld\n'],
      ['none.txt', null],
    ]);
  });
});

test('RR-53 a refused resolve names contents: write', async () => {
  const pull = { threads: [{ author: BOT, path: 'hello.txt', line: 2, body: 'One.' }] };
  await joined({ pull }, async ({ forge }) => {
    const [thread] = (await forge.readContext(7, { ...NO_PARTS, threads: true })).threads;

    expect(thread?.viewerCanResolve).toBe(false);
    expect(await forge.apply(7, { kind: 'resolve-thread', threadId: thread?.id ?? '' })).toMatchObject({
      refusal: { reason: 'permission', permission: 'contents: write' },
    });
  });
});

test('SU-45 a review without a body is posted, its comments are read back, and it is updated in place', async () => {
  await joined({}, async ({ forge, world }) => {
    const head = world.pulls.get(7)?.head ?? '';
    const comment = { path: 'hello.txt', side: 'RIGHT' as const, startLine: null };
    const comments = [
      { ...comment, line: 1, body: 'One.\n\n<!-- revi-agent-finding: v1; key: a -->' },
      { ...comment, line: 2, body: 'Two.\n\n<!-- revi-agent-finding: v1; key: b -->' },
    ];
    const review = { kind: 'submit-review', event: 'COMMENT', commit: head, body: '', comments, marker: '' } as const;

    const posted = await forge.apply(7, review);

    expect(posted).toMatchObject({ kind: 'done', landed: [0, 1] });
    expect(forge.requests()).toBe(2);
    const bad = [...comments, { ...comment, line: 40, body: 'Three.' }];
    expect(await forge.apply(7, { ...review, comments: bad })).toMatchObject({
      refusal: { reason: 'anchors', entries: [] },
    });
    const reviewId = posted.kind === 'done' ? (posted.id ?? 0) : 0;
    expect(await forge.apply(7, { kind: 'update-review', reviewId, body: 'Run 2.' })).toMatchObject({ kind: 'done' });
    expect(world.pulls.get(7)?.reviews).toMatchObject([{ body: 'Run 2.' }]);
  });
});

test('RR-40 the head is compared with one of a fork that was pushed away', async () => {
  await joined({ pull: { fork: 'zoe' } }, async ({ forge, world }) => {
    const old = world.pulls.get(7)?.head ?? '';
    const next = await push(world, 7, { files: { 'hello.txt': 'hello\nworld\nagain\n' } });
    const forced = await push(world, 7, { files: { 'b.txt': 'b\n' }, onto: world.branches.get('main') ?? '' });

    expect(await forge.readComparison(old, next)).toMatchObject({
      status: 'ahead',
      files: [{ path: 'hello.txt', status: 'modified', additions: 1, hunks: [{ text: ' hello\n world\n+again' }] }],
    });
    expect(await forge.readComparison(old, forced)).toMatchObject({ status: 'diverged', files: [{ path: 'b.txt' }] });
    expect(await forge.readComparison('0'.repeat(40), forced)).toBeNull();
  });
});

test('SU-20 SU-43 texts of a fork’s head are read with the position of now, which a push moves', async () => {
  await joined({ pull: { fork: 'zoe' } }, async ({ forge, world }) => {
    const head = world.pulls.get(7)?.head ?? '';
    const wanted = { commit: head, paths: ['hello.txt', 'none.txt'] };
    const texts = new Map([
      ['hello.txt', 'hello\nworld\n'],
      ['none.txt', null],
    ]);

    expect(await forge.readTextsAndPosition(7, wanted)).toMatchObject({ texts, position: { head, baseRef: 'main' } });
    expect(forge.requests()).toBe(1);
    const next = await push(world, 7, { files: { 'hello.txt': 'hello\n' } });
    expect(await forge.readTextsAndPosition(7, wanted)).toMatchObject({ texts, position: { head: next } });
  });
});

test('SU-20 a hundred threads cost one request', async () => {
  const lines = Array.from({ length: 100 }, (_, line) => `line ${line}\n`);
  const threads = lines.map((_, index) => ({
    author: BOT,
    path: 'long.txt',
    line: index + 1,
    body: `Finding ${index}`,
  }));
  const pull = { commits: [{ files: { 'long.txt': lines.join('') } }], threads };
  await joined({ pull }, async ({ forge }) => {
    const parts = { ...NO_PARTS, threads: true, reviews: true, comments: 'conversation', commits: true } as const;
    const context = await forge.readContext(7, parts);

    expect(context.threads.map(({ line }) => line)).toEqual(threads.map(({ line }) => line));
    expect(context.incomplete).toEqual([]);
    expect(forge.requests()).toBe(1);
  });
});
