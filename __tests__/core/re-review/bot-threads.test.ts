import { expect, test } from '@jest/globals';
import type { Thread } from '../../../src/core/pull-request.ts';
import { botThreadsOf } from '../../../src/core/re-review/bot-threads.ts';

const SETTINGS = { logins: ['codex[bot]'], minPriority: null };

function titlesOf(body: string): readonly string[] {
  const author = { login: 'codex', type: 'Bot', id: null } as const;
  const thread = { id: 'PRRT_1', path: 'a.ts', line: 1, side: 'RIGHT', resolved: false, comments: [{ author, body }] };
  return botThreadsOf([thread as unknown as Thread], SETTINGS).map(({ title }) => title);
}

test.each([
  [
    "Codex's badge and its tags",
    '**<sub><sub>![P1 Badge](https://example.org/p1)</sub></sub>  Raise again**\n\nMore.',
    'Raise again',
  ],
  ["CodeRabbit's marks", '**`retry` returns `None`.**\n\nMore.', 'retry returns None.'],
  ['a hidden line above', '<!-- id: 1 -->\nRaise again', 'Raise again'],
  ['a comparison', 'With a < b and b > c it ends', 'With a < b and b  c it ends'],
])('RB-40 a thread is named by its first words without %s', (_what, body, title) => {
  expect(titlesOf(body)).toEqual([title]);
});

test('RB-40 a comment that only opens images is named as fast as any', () => {
  const started = performance.now();
  titlesOf('!['.repeat(30_000));
  expect(performance.now() - started).toBeLessThan(500);
});
