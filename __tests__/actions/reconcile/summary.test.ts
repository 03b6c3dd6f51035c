import { expect } from '@jest/globals';
import { seen } from '../story.ts';
import { AVERAGE, LAST, LOOP, reconcileScene } from './reconciling.ts';

reconcileScene(
  'SU-51 the summary names each thread by the line that it was on before the commit took it away',
  { threads: [AVERAGE, LOOP, LAST] },
  async (story) => {
    const { summary } = await story.reconcile();

    expect(
      [...seen(summary).matchAll(/^\| `(src\S+)` \| \S+ \| ([^|]+) \|/gm)].map(([, place, what]) => [place, what]),
    ).toEqual([
      ['src/price.ts:8', 'declined'],
      ['src/price.ts:3', 'fixed, resolved'],
      ['src/name.ts:2', 'fixed, resolved'],
    ]);
  },
);
