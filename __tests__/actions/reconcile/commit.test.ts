import { expect } from '@jest/globals';
import type { Fault } from '../../../src/embedded/faults.ts';
import { push, resolveThread } from '../../../src/embedded/happenings.ts';
import { turnsSpoken } from '../../../src/embedded/model/conversation.ts';
import type { MessagesBody } from '../../../src/embedded/model/request.ts';
import { change, label, land } from '../../../src/embedded/pull-happenings.ts';
import { BOT, botReplies, SETTINGS } from '../story.ts';
import {
  AS_WANTED,
  AVERAGE,
  actsOf,
  commitsOf,
  endOf,
  FIX_LAST,
  FIX_LOOP,
  fix,
  fixesOf,
  JUDGED,
  judging,
  LAST,
  LOOP,
  NAME,
  NAME_HEAD,
  PRICE,
  PRICE_HEAD,
  reconcileScene,
  replace,
  reviewBots,
  shownThreads,
  textAt,
  threadId,
} from './reconciling.ts';

const LEFT = { said: [], resolved: false };
const TWO = { threads: [LOOP, LAST] } as const;

reconcileScene(
  'RB-22 the commit is the bot’s, on the head that was read; its message signs off and names run and threads, and no word of the model’s',
  TWO,
  async (story) => {
    const before = story.pull().head;
    const [first, second] = story.pull().threads.map(threadId);

    await story.reconcile({ runId: 4711 });

    const [made, ...more] = await fixesOf(story);
    expect(more).toEqual([]);
    expect(made).toMatchObject({ oid: story.pull().head, author: BOT });
    expect((await commitsOf(story)).at(-2)?.oid).toBe(before);
    expect(made?.message.split('\n')).toEqual([
      'Fix 2 findings of review bots',
      '',
      'Findings of review bots, fixed as each thread says:',
      '',
      `- ${PRICE}: 1 finding`,
      `- ${NAME}: 1 finding`,
      '',
      'Revi-Run: 4711',
      `Revi-Thread: ${first}`,
      `Revi-Thread: ${second}`,
      'Signed-off-by: github-actions[bot] <41898282+github-actions[bot]@users.noreply.github.com>',
    ]);
  },
);

reconcileScene(
  'RB-22 RB-24 an App signs off in its own name, and its reply needs no note about checks',
  { ...TWO, world: { bot: 'hive[bot]', pull: { author: 'hive[bot]' } } },
  async (story) => {
    await story.reconcile();

    const { id } = story.world.accounts.get('hive[bot]') ?? {};
    const [made] = await fixesOf(story);
    expect(made?.message).toContain(`\nSigned-off-by: hive[bot] <${id}+hive[bot]@users.noreply.github.com>`);
    const reply = story.thread().comments.at(-1)?.body ?? '';
    expect(reply).toMatch(/^Fixed in /);
    expect(reply).not.toContain('Checks do not start');
  },
);

const ELSEWHERE = { files: { 'docs/more.md': 'More.\n' }, message: 'Another file' } as const;
const moving = (...times: readonly number[]): Fault => ({
  graphql: 'createCommitOnBranch',
  times,
  before: (world) => push(world, 7, { ...ELSEWHERE, files: { 'docs/more.md': `More ${world.clock.now()}.\n` } }),
});

reconcileScene(
  'RB-22 a head that moves before the commit starts the work over, once, on the new head',
  { ...TWO, faults: [moving(1)] },
  async (story) => {
    const { outputs } = await story.reconcile();

    expect(outputs['outcome']).toBe('done');
    expect((await commitsOf(story)).map(({ message }) => message.split('\n')[0])).toEqual([
      'Add prices and names',
      'Another file',
      'Fix 2 findings of review bots',
    ]);
    expect(await textAt(story, 'docs/more.md')).toMatch(/^More /);
    expect(story.pull().threads.map((thread) => [endOf(thread).said.length, thread.resolved])).toEqual([
      [1, true],
      [1, true],
    ]);
  },
);

reconcileScene(
  'RB-22 SU-43 a head that moves twice stops: no commit, no reply, and the outcome says that it moved',
  { ...TWO, faults: [moving(1, 2)] },
  async (story) => {
    const { outputs } = await story.reconcile();

    expect(outputs['outcome']).toMatch(/^no verdict: pull request 7: the head moved twice/);
    expect(await fixesOf(story)).toEqual([]);
    // Both were refused.
    expect(actsOf(story)).toEqual(['commit', 'commit']);
    expect(story.pull().threads.map(endOf)).toEqual([LEFT, LEFT]);
  },
);

for (const [what, fault] of [
  ['is lost with the connection', { reset: 'after' }],
  ['is a 502', { answer: { status: 502, carriedOut: true } }],
] as const)
  reconcileScene(
    `RB-22 SU-42 a commit whose answer ${what} is looked for, found by its lines, and not made again`,
    { ...TWO, faults: [{ graphql: 'createCommitOnBranch', times: [1], ...fault }] },
    async (story) => {
      const { outputs } = await story.reconcile();

      expect(outputs['outcome']).toBe('done');
      const [made, ...more] = await fixesOf(story);
      expect(more).toEqual([]);
      expect(story.pull().threads.map(({ resolved }) => resolved)).toEqual([true, true]);
      expect(endOf(story.thread()).said[0]).toContain(`Fixed in ${made?.oid.slice(0, 7)}: `);
    },
  );

reconcileScene(
  'RB-22 a commit that stays unknown is failed and said nothing about; the next run finds and finishes it',
  {
    ...TWO,
    faults: [
      { graphql: 'createCommitOnBranch', reset: 'after', times: [1] },
      { graphql: 'LatestCommits', answer: { status: 502 }, times: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
      { graphql: 'createCommitOnBranch', reset: 'before', times: [2, 3, 4, 5, 6, 7, 8, 9, 10] },
    ],
  },
  async (story) => {
    const first = await story.reconcile({ inputs: { 'run-timeout-seconds': '30' } });
    expect(first.outputs['outcome']).toMatch(/^failed: /);
    expect(story.pull().threads.map((thread) => endOf(thread).said)).toEqual([[], []]);

    const second = await story.reconcile();
    expect(second.outputs['outcome']).toBe('done');
    expect(await fixesOf(story)).toHaveLength(1);
    expect(story.pull().threads.map((thread) => [endOf(thread).said.length, thread.resolved])).toEqual([
      [1, true],
      [1, true],
    ]);
  },
);

for (const [what, permissions, faults, why] of [
  ['without contents: write', { contents: 'read', 'pull-requests': 'write' }, [], /contents: write/],
  [
    'on a protected branch',
    undefined,
    [
      {
        graphql: 'createCommitOnBranch',
        answer: {
          status: 200,
          body: {
            data: { createCommitOnBranch: null },
            errors: [
              {
                type: 'UNPROCESSABLE',
                path: ['createCommitOnBranch'],
                message: 'Repository rule violations found\n\nChanges must be made through a pull request.',
              },
            ],
          },
        },
      },
    ],
    /refused/,
  ],
] as const)
  reconcileScene(
    `RB-22 SU-48 ${what} no thread claims a fix: the run fails and says why, and nothing is resolved`,
    { threads: [LOOP, AVERAGE], faults, world: permissions === undefined ? {} : { permissions } },
    async (story) => {
      const { outputs } = await story.reconcile();

      expect(outputs['outcome']).toMatch(/^failed: pull request 7: /);
      expect(outputs['outcome']).toMatch(why);
      expect(await fixesOf(story)).toEqual([]);
      const [loop, average] = story.pull().threads.map(endOf);
      expect(loop).toMatchObject({ resolved: false, said: [expect.not.stringContaining('Fixed')] });
      expect(average).toEqual({ resolved: false, said: ['Not changed: No prices are refused by the caller.'] });
    },
  );

reconcileScene(
  'RB-22 RB-23 a fork gets the change as a suggestion where it lies in the thread’s lines; no commit is tried, the threads stay open',
  { threads: [LOOP, { ...LAST, line: 1 }], world: { pull: { fork: 'mallory', author: BOT } } },
  async (story) => {
    const { outputs } = await story.reconcile();

    expect(outputs['outcome']).toBe('done');
    expect(actsOf(story)).toEqual(['reply', 'reply']);
    const [loop, last] = story.pull().threads.map((thread) => botReplies(thread)[0]?.body ?? '');
    expect(loop).toMatch(/^Suggested, because the branch is a fork’s/);
    expect(loop).toContain('```suggestion\n  for (let at = 0; at < prices.length; at += 1) sum += prices[at];\n```');
    expect(last).toMatch(/^Needs a person: a fix was found, but the branch is a fork’s/);
    expect(last).not.toContain('```');
    expect(story.pull().threads.map(({ resolved }) => resolved)).toEqual([false, false]);
    expect(story.github.requests.filter(({ operation }) => operation.includes('createCommit'))).toEqual([]);
  },
);

reconcileScene(
  'RB-22 nothing is committed to the default branch, even where it is a pull request’s head',
  {
    threads: [LOOP],
    world: {
      branches: { release: { 'README.md': '# old\n' } },
      // The head is where the settings are read from, too.
      pull: {
        base: 'release',
        head: 'main',
        commits: [{ files: { [PRICE]: PRICE_HEAD, [NAME]: NAME_HEAD, [SETTINGS]: reviewBots() } }],
      },
    },
  },
  async (story) => {
    const before = story.world.branches.get('main');

    await story.reconcile();

    expect(story.world.branches.get('main')).toBe(before);
    expect(endOf(story.thread())).toEqual({
      said: [expect.stringMatching(/^Suggested, because the branch is the repository’s default branch/)],
      resolved: false,
    });
    expect(actsOf(story)).toEqual(['reply']);
  },
);

reconcileScene(
  'RB-10 RB-22 a thread that a commit of ours names and that has no reply is finished, although outdated, without a model',
  { threads: [LOOP] },
  async (story) => {
    const fixed = PRICE_HEAD.replace('at <= prices', 'at < prices');
    const message = `Fix a finding\n\nRevi-Run: 77\nRevi-Thread: ${threadId(story.thread())}`;
    const oid = await land(story.world, 7, { author: BOT, message, files: { [PRICE]: fixed } });

    const { outputs } = await story.reconcile({ inputs: { 'anthropic-api-key': '' } });

    expect(outputs['outcome']).toBe('done');
    expect(endOf(story.thread())).toEqual({
      said: [expect.stringContaining(`Fixed in ${oid.slice(0, 7)}: `)],
      resolved: true,
    });
    expect(story.model.questions).toEqual([]);
    expect(actsOf(story)).toEqual(['reply', 'resolve']);
  },
);

reconcileScene(
  'RB-22 a commit is ours by its author alone: a person’s copy of the message claims nothing',
  { threads: [LOOP] },
  async (story) => {
    const fixed = PRICE_HEAD.replace('at <= prices', 'at < prices');
    const message = `Fix a finding\n\nRevi-Run: 77\nRevi-Thread: ${threadId(story.thread())}`;
    await push(story.world, 7, { author: 'mia', message, files: { [PRICE]: fixed } });

    await story.reconcile({ runId: 77 });

    // It is outdated, so that it is not even listed.
    expect(endOf(story.thread())).toEqual({ said: [], resolved: false });
    expect(actsOf(story)).toEqual([]);
  },
);

reconcileScene(
  'RB-23 RB-31 a thread that a person resolves while the model works is neither committed for nor answered',
  {
    ...TWO,
    faults: [{ graphql: 'ThreadsById', times: [1], before: (world) => resolve(world, 0) }],
  },
  async (story) => {
    const { outputs } = await story.reconcile();

    expect(outputs['outcome']).toBe('done');
    expect(endOf(story.thread(0))).toEqual({ said: [], resolved: true });
    expect(story.thread(0).resolvedBy?.login).toBe('dana');
    expect(endOf(story.thread(1))).toMatchObject({ resolved: true, said: [expect.stringMatching(/^Fixed in /)] });
    expect(await textAt(story, PRICE)).toBe(PRICE_HEAD);
    const [made] = await fixesOf(story);
    expect(made?.message).not.toContain(threadId(story.thread(0)));
  },
);

function resolve(world: Parameters<typeof resolveThread>[0], index: number): void {
  const thread = world.pulls.get(7)?.threads[index];
  if (thread !== undefined) resolveThread(world, thread, 'dana');
}

for (const [what, stop, why] of [
  ['a hold label', { graphql: 'ThreadsById', before: (world) => label(world, 7, { add: ['hold'] }) }, /label hold/],
  [
    'needs-human',
    { graphql: 'ThreadsById', before: (world) => label(world, 7, { add: ['needs-human'] }) },
    /label needs-human/,
  ],
  ['a draft', { graphql: 'ThreadsById', before: (world) => change(world, 7, { draft: true }) }, /draft/],
  ['a close', { graphql: 'ThreadsById', before: (world) => change(world, 7, { state: 'closed' }) }, /closed/],
] as const satisfies readonly (readonly [string, Fault, RegExp])[])
  reconcileScene(
    `RB-1 SU-43 ${what} put on while the model works stops everything: no commit, no reply`,
    { ...TWO, faults: [{ ...stop, times: [1] }] },
    async (story) => {
      const { outputs } = await story.reconcile();

      expect(outputs['outcome']).toMatch(/^no verdict: pull request 7: nothing (more )?was done, because/);
      expect(outputs['outcome']).toMatch(why);
      expect(actsOf(story)).toEqual([]);
      expect(await fixesOf(story)).toEqual([]);
    },
  );

reconcileScene(
  'RB-1 SU-43 a hold label put on between two threads stops the rest, which the next run finishes once the label is gone',
  { ...TWO, faults: [{ graphql: 'ThreadsById', times: [2], before: (world) => label(world, 7, { add: ['hold'] }) }] },
  async (story) => {
    const first = await story.reconcile();

    expect(first.outputs['outcome']).toMatch(
      /^no verdict: pull request 7: nothing more was done, because .*label hold/,
    );
    expect(actsOf(story)).toEqual(['commit', 'reply']);
    expect(story.pull().threads.map((thread) => thread.comments.length)).toEqual([2, 1]);

    label(story.world, 7, { remove: ['hold'] });
    const second = await story.reconcile();
    expect(second.outputs['outcome']).toBe('done');
    expect(endOf(story.thread(1))).toMatchObject({ resolved: true, said: [expect.stringMatching(/^Fixed in /)] });
    expect(story.pull().threads.map((thread) => thread.comments.length)).toEqual([2, 2]);
    expect(await fixesOf(story)).toHaveLength(1);
  },
);

reconcileScene(
  'RB-22 after a moved head the model judges the new code, and what it then declines is not committed',
  {
    threads: [LOOP],
    faults: [moving(1)],
    judged: (() => {
      let conversations = 0;
      return (body: MessagesBody) => {
        if (turnsSpoken(body) === 0) conversations += 1;
        const [thread] = shownThreads(body);
        return { content: (conversations === 1 ? FIX_LOOP : AS_WANTED)(thread?.thread ?? '') };
      };
    })(),
  },
  async (story) => {
    const { outputs } = await story.reconcile();

    expect(outputs['outcome']).toBe('done');
    expect(await fixesOf(story)).toEqual([]);
    expect(endOf(story.thread())).toEqual({
      said: ['Not changed: No prices are refused by the caller.'],
      resolved: false,
    });
  },
);

reconcileScene(
  'RB-22 two fixes of one file and one of another make one commit whose files hold all of them',
  {
    threads: [LOOP, AVERAGE, LAST],
    judged: judging({
      ...JUDGED,
      'by zero': fix(
        'Zero without prices.',
        replace(PRICE, 'return total(prices) /', 'return prices.length && total(prices) /'),
      ),
      'element at the length': FIX_LAST,
    }),
  },
  async (story) => {
    await story.reconcile();

    expect(await fixesOf(story)).toHaveLength(1);
    expect(await textAt(story, PRICE)).toBe(
      PRICE_HEAD.replace('at <= prices', 'at < prices').replace(
        'return total(prices) /',
        'return prices.length && total(prices) /',
      ),
    );
    expect(await textAt(story, NAME)).toBe(NAME_HEAD.replace('names.length]', 'names.length - 1]'));
    expect(actsOf(story)).toEqual(['commit', 'reply', 'resolve', 'reply', 'resolve', 'reply', 'resolve']);
  },
);
