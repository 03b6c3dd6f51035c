import { expect, test } from '@jest/globals';
import type { PullRequestResult, ThreadResult } from '../../../src/core/reconcile/outcome.ts';
import type { ReconcileSummary } from '../../../src/core/reconcile/summary.ts';
import { ALIVE, HOSTILE, parse } from '../../support/inert.ts';
import { summaryOf } from './summaries.ts';

const THREAD: ThreadResult = {
  path: 'src/a.ts',
  line: 3,
  author: 'coderabbitai',
  done: 'fixed',
  why: 'Zero is returned.',
  resolved: true,
};
const RESULT: PullRequestResult = {
  number: 7,
  title: 'Add prices',
  url: 'https://github.example/acme/shop/pull/7',
  commit: `abcdef0${'1'.repeat(33)}`,
  threads: [THREAD],
  troubles: [],
  left: '',
};

function summary(results: readonly PullRequestResult[], over: Partial<ReconcileSummary> = {}): string {
  return summaryOf({ results, followed: results.length, ...over }, ['correct-horse-battery']);
}

test('SU-51 every thread stands in its pull request’s table with what became of it', () => {
  const threads: readonly ThreadResult[] = [
    THREAD,
    { ...THREAD, line: null, done: 'declined', resolved: false, why: 'Callers check.' },
    { ...THREAD, done: 'resolved', why: '' },
  ];
  const text = summary([{ ...RESULT, threads }]);

  expect(text).toContain('[#7](https://github.example/acme/shop/pull/7) Add prices');
  expect(text).toContain('`abcdef0`');
  expect(text.split('\n').filter((line) => line.startsWith('| `'))).toEqual([
    '| `src/a.ts:3` | coderabbitai | fixed, resolved | Zero is returned. |',
    '| `src/a.ts` | coderabbitai | declined | Callers check. |',
    '| `src/a.ts:3` | coderabbitai | resolved |  |',
  ]);
});

test('SU-51 what was left, what was not done, requests and the plan’s changes are told', () => {
  const text = summary(
    [
      { ...RESULT, threads: [], left: 'its conversation is locked' },
      { ...RESULT, number: 8, threads: [], troubles: [{ kind: 'failed', text: 'the commit was refused' }] },
    ],
    {
      planned: true,
      changes: '**Planned changes**',
      usage: '| model |',
      left: [{ number: 9, why: 'it is a draft' }],
      requests: {
        carriedOut: 1,
        refused: 2,
        refusals: [{ name: 'a|b.json', as: 'denied', why: 'thread T1 was opened by @ravi' }],
        waiting: 3,
      },
    },
  );

  for (const told of [
    'its conversation is locked',
    '**Not done:** the commit was refused',
    'Pull request 9 is left alone: it is a draft.',
    'Requests: 1 carried out, 2 refused, 3 waiting',
    '| a\\|b.json | denied | thread T1 was opened by @\u200bravi |',
    'nothing was changed',
  ])
    expect(text).toContain(told);
  expect(text.endsWith('**Planned changes**\n\n| model |')).toBe(true);
});

test('SU-51 a run without any pull request says so', () => {
  expect(summary([])).toContain('No open pull request that is followed up on');
});

test('SU-51 SU-44 tables end after 300 rows, and the rest is counted', () => {
  const text = summary([{ ...RESULT, threads: Array.from({ length: 305 }, () => THREAD) }]);

  expect(text.match(/^\| `src/gm)).toHaveLength(300);
  expect(text).toContain('and 5 more threads');
});

test.each(HOSTILE)('SU-47 %j in a title, path, login or reason breaks no table and is not alive', (hostile) => {
  const text = summary([
    {
      ...RESULT,
      title: `T${hostile}`,
      threads: [{ ...THREAD, path: `a${hostile}`, author: `b${hostile}`, why: `c${hostile}` }],
      troubles: [{ kind: 'failed', text: `d${hostile}` }],
      left: `e${hostile} here`,
    },
  ]);
  const { children } = parse(text);

  expect(children.map(({ type }) => type)).toEqual([
    'heading',
    'paragraph',
    'heading',
    'table',
    'paragraph',
    'paragraph',
  ]);
  const [, , , table] = children;
  expect(table?.type === 'table' ? table.children.map((row) => row.children.length) : []).toEqual([4, 4]);
  const texts: string[] = [];
  const walk = (node: (typeof children)[number] | { children?: unknown; value?: unknown; type: string }): void => {
    if (node.type === 'link' || node.type === 'inlineCode') return;
    expect(['html', 'image', 'footnoteReference']).not.toContain(node.type);
    if ('value' in node && typeof node.value === 'string') texts.push(node.value);
    for (const child of ('children' in node ? node.children : []) as never[]) walk(child);
  };
  for (const node of children) walk(node);
  for (const said of texts) for (const alive of ALIVE) expect(said).not.toMatch(alive);
});

test('SU-53 a secret that anybody wrote is told nowhere in it', () => {
  const secret = 'correct-horse-battery';
  const text = summary(
    [{ ...RESULT, title: secret, threads: [{ ...THREAD, why: secret }], troubles: [{ kind: 'failed', text: secret }] }],
    { outcome: { kind: 'failed', reason: secret } },
  );

  expect(text).not.toContain(secret);
});

test('SU-47 a key without its end in a title, path or reason takes nothing but itself', () => {
  const header = `-----BEGIN ${'PRIVATE KEY-----'}`;
  const text = summary(
    [
      { ...RESULT, title: `Mend ${header} parser`, threads: [{ ...THREAD, path: `a/${header}`, why: `x ${header}` }] },
      { ...RESULT, number: 8, title: 'Second' },
    ],
    { changes: '**Planned changes**', usage: '| model |' },
  );

  expect(text).not.toContain('PRIVATE KEY');
  for (const told of [
    'Mend \\[redacted\\]',
    '| coderabbitai | fixed, resolved |',
    '[#8]',
    '**Planned changes**',
    '| model |',
  ])
    expect(text).toContain(told);
});

test('SU-51 all tables together end after 300 rows, the first pull requests first', () => {
  const threads = Array.from({ length: 140 }, () => THREAD);
  const text = summary([7, 8, 9, 10].map((number) => ({ ...RESULT, number, threads })));

  expect(text.match(/^\| `src/gm)).toHaveLength(300);
  const [, , , third = '', fourth = ''] = text.split('#### ');
  expect(third.match(/^\| `src/gm)).toHaveLength(20);
  expect(third).toContain('and 120 more threads');
  expect(fourth).toMatch(/^\[#10\]/);
  expect(fourth).not.toContain('|---|');
  expect(fourth).toContain('140 threads, not shown here');
});

test('SU-50 of many refused requests twenty are told, and the rest as a count', () => {
  const refusals = Array.from({ length: 23 }, (_, at) => ({ name: `${at}.json`, as: 'bad' as const, why: 'no JSON' }));
  const text = summary([], { requests: { carriedOut: 0, refused: 23, refusals, waiting: 0 } });

  expect(text.match(/\| bad \| no JSON \|/g)).toHaveLength(20);
  expect(text).toContain('and 3 more');
});
