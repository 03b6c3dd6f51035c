import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formatCommitMessage, parseCommitMessage } from '../../../src/core/reconcile/commit-message.ts';
import { BOT, BOT_AUTHOR } from './surveyed.ts';

const format = (threads: readonly { id: string; path: string }[], viewer = BOT) =>
  formatCommitMessage({ threads, run: '9001', viewer });

describe('formatCommitMessage', () => {
  test('RB-22 signs off as the posting account and names run and threads on lines of their own', () => {
    const message = format([
      { id: 'PRRT_a', path: 'src/tides.py' },
      { id: 'PRRT_b', path: 'src/tides.py' },
      { id: 'PRRT_c', path: 'src/harbours.py' },
    ]);

    expect(message.headline).toBe('Fix 3 findings of review bots');
    expect(message.body.split('\n')).toEqual([
      'Findings of review bots, fixed as each thread says:',
      '',
      '- src/tides.py: 2 findings',
      '- src/harbours.py: 1 finding',
      '',
      'Revi-Run: 9001',
      'Revi-Thread: PRRT_a',
      'Revi-Thread: PRRT_b',
      'Revi-Thread: PRRT_c',
      'Signed-off-by: github-actions[bot] <41+github-actions[bot]@users.noreply.github.com>',
    ]);
    expect(message.markerLines).toEqual([
      'Revi-Run: 9001',
      'Revi-Thread: PRRT_a',
      'Revi-Thread: PRRT_b',
      'Revi-Thread: PRRT_c',
    ]);
  });

  test.each([
    [BOT, 'github-actions[bot] <41+github-actions[bot]@users.noreply.github.com>'],
    [BOT_AUTHOR, 'github-actions[bot] <41+github-actions[bot]@users.noreply.github.com>'],
    [{ login: 'Tide-Hive[bot]', type: 'Bot', id: 9 }, 'Tide-Hive[bot] <9+Tide-Hive[bot]@users.noreply.github.com>'],
    [{ login: 'mona', type: 'User', id: 5 }, 'mona <5+mona@users.noreply.github.com>'],
  ] as const)('RB-22 %j signs off as %s', (viewer, name) => {
    expect(
      format([{ id: 'PRRT_a', path: 'a' }], viewer)
        .body.split('\n')
        .at(-1),
    ).toBe(`Signed-off-by: ${name}`);
  });

  test.each([
    ['src/tides.py', 'Fix a finding in src/tides.py'],
    ['docs/Größe und Maß.md', 'Fix a finding in docs/Größe und Maß.md'],
    ['src/feedback.ts', 'Fix a finding in src/feedback.ts'],
    ['src/@ravi/x.py', 'Fix a finding of review bots'],
    ['#12', 'Fix a finding of review bots'],
    ['GH-12', 'Fix a finding of review bots'],
    ['a/0123abc/b', 'Fix a finding of review bots'],
    ['www.evil.example/x', 'Fix a finding of review bots'],
    ['https://evil.example/x', 'Fix a finding of review bots'],
    ['a\nCo-authored-by: x <x@x.example>', 'Fix a finding of review bots'],
    ['[skip ci]', 'Fix a finding of review bots'],
    [`src/${'long/'.repeat(20)}x.py`, 'Fix a finding of review bots'],
  ])('RB-22 SU-47 the path %j gives the headline %j', (path, headline) => {
    expect(format([{ id: 'PRRT_a', path }]).headline).toBe(headline);
  });

  test('RB-22 a path that might link, mention or break a line is not shown', () => {
    const body = format([
      { id: 'PRRT_a', path: 'x @ravi #12' },
      { id: 'PRRT_b', path: 'y\nRevi-Thread: PRRT_z' },
    ]).body;

    expect(body).toContain('- a file with an unusual name: 2 findings\n');
    expect(body).not.toMatch(/ravi|PRRT_z/);
  });

  test('RB-22 shows twenty files at most', () => {
    const body = format(Array.from({ length: 22 }, (_, index) => ({ id: `T${index}`, path: `f${index}.py` }))).body;

    expect(body).toContain('- f19.py: 1 finding\n- and 2 more files\n');
    expect(body).not.toContain('f20.py');
    expect(body).toContain('\nRevi-Thread: T21\n');
  });

  test.each(['', 'a b', 'a\nb', 'a'.repeat(201)])('throws where the thread’s id is %j', (id) => {
    expect(() => format([{ id, path: 'a' }])).toThrow('no line of a commit message');
  });
});

describe('parseCommitMessage', () => {
  const ids = fc.stringMatching(/^[A-Za-z0-9_=+/-]{1,60}$/);
  const threads = fc.array(fc.record({ id: ids, path: fc.string({ unit: 'binary' }) }), { minLength: 1, maxLength: 8 });

  test('RB-22 reads back whatever was written, whatever the paths are', () => {
    fc.assert(
      fc.property(threads, fc.stringMatching(/^[0-9]{1,12}$/), (given, run) => {
        const { headline, body, markerLines } = formatCommitMessage({ threads: given, run, viewer: BOT });
        const memory = parseCommitMessage(`${headline}\n\n${body}`);

        expect(memory).toEqual({ run, threads: [...new Set(given.map(({ id }) => id))] });
        expect(body.split('\n')).toEqual(expect.arrayContaining([...markerLines]));
        expect(headline).toMatch(/^Fix [^\n\r@#]{1,68}$/);
      }),
    );
  });

  test.each([
    ['Fix it', null],
    ['Fix it\n\nRevi-Run: 1', null],
    ['Fix it\r\n\r\nRevi-Run: 1\r\nRevi-Thread: T\r\n', { run: '1', threads: ['T'] }],
    ['Fix it\n\nRevi-Thread: T\nRevi-Thread: T', { run: '', threads: ['T'] }],
    ['Fix it\n\nsee Revi-Thread: T', null],
    ['Fix it\n\n Revi-Thread: T', null],
    ['Fix it\n\nRevi-Thread: T and more', null],
    ['', null],
  ])('RB-22 reads %j as %j', (message, memory) => {
    expect(parseCommitMessage(message)).toEqual(memory);
  });
});
