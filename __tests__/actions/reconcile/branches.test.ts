import { expect } from '@jest/globals';
import { addThread } from '../../../src/embedded/happenings.ts';
import { call } from '../../../src/embedded/model/conversation.ts';
import { openPull } from '../../../src/embedded/new-pull.ts';
import { BOT } from '../story.ts';
import {
  CHANGED,
  endOf,
  LAST,
  LOOP,
  NAME,
  PRICE,
  pullOf,
  reconcileScene,
  replace,
  shownThreads,
  textAt,
} from './reconciling.ts';

reconcileScene(
  'RB-22 two pull requests with one head branch are both fixed in one run',
  { world: { branches: { release: {} }, pulls: [{ ...pullOf(LOOP), number: 7, head: 'agent' }] } },
  async (story) => {
    await openPull(story.world, {
      number: 8,
      author: BOT,
      head: 'agent',
      base: 'release',
      headOid: story.pull(7).head,
    });
    await addThread(story.world, 8, LAST);

    const { outputs } = await story.reconcile();

    expect(outputs['outcome']).toBe('done');
    expect(await textAt(story, PRICE)).toContain('at < prices');
    expect(await textAt(story, NAME)).toContain('names.length - 1]');
    expect([7, 8].flatMap((number) => story.pull(number).threads.map(endOf))).toEqual([
      { said: [expect.stringMatching(/^Fixed in /)], resolved: true },
      { said: [expect.stringMatching(/^Fixed in /)], resolved: true },
    ]);
  },
);

for (const role of ['triage', 'write'] as const)
  reconcileScene(
    `RB-14 RB-24 a fork’s pull request by trailer is ${role === 'write' ? '' : 'not '}in fix-first where its author has the role ${role}`,
    {
      world: {
        collaborators: { mia: role },
        pull: { ...pullOf(LOOP), author: 'mia', body: '— hive: agent=scanner', fork: 'mia', head: 'patch' },
      },
    },
    async (story) => {
      const { outputs } = await story.reconcile({ inputs: { mode: 'plan' } });

      expect(outputs['fix-first'] !== '').toBe(role === 'write');
      expect(JSON.parse(outputs['review-threads'] ?? '')).toMatchObject({ prs: [{ number: 7, agent: 'scanner' }] });
    },
  );

reconcileScene(
  'RB-21 SU-20 a thread’s own file can be edited where GitHub does not list it, and no other one',
  {
    world: {
      pull: {
        ...pullOf(LOOP),
        commits: [
          {
            message: 'Add prices and much more',
            files: {
              ...CHANGED,
              ...Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`gen/f${at}.txt`, `x${at}\n`])),
            },
          },
        ],
      },
    },
    judged: (body) => ({
      content: [
        replace(NAME, 'names.length]', 'names.length - 1]'),
        replace(PRICE, 'at <= prices', 'at < prices'),
        call('decide', { thread: shownThreads(body)[0]?.thread, decision: 'fix', reply: 'It ends before.' }),
      ],
    }),
  },
  async (story) => {
    const { outputs } = await story.reconcile();

    expect(outputs['outcome']).toBe('done');
    expect(await textAt(story, PRICE)).toContain('at < prices');
    expect(await textAt(story, NAME)).toBe(CHANGED[NAME]);
  },
);
