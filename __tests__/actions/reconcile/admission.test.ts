import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { reviewEvent } from '../../../src/embedded/events.ts';
import { push } from '../../../src/embedded/happenings.ts';
import { land, reviewWith } from '../../../src/embedded/pull-happenings.ts';
import { sourceOf } from '../root-stage.ts';
import { BOT, seen } from '../story.ts';
import {
  AVERAGE,
  actsOf,
  CODEX,
  LOOP,
  listOf,
  NAME,
  PRICE,
  PRICE_HEAD,
  reconcileScene,
  reviewBots,
  threadId,
} from './reconciling.ts';

reconcileScene(
  'RB-10 SU-44 what GitHub does not list to its end is no success, even where nothing that is listed is left to settle',
  { threads: [LOOP], world: { limits: { commits: 2 } } },
  async (story) => {
    const { world } = story;
    for (const text of ['one\n', 'two\n']) await push(world, 7, { files: { 'docs/more.md': text } });
    const fixed = { [PRICE]: PRICE_HEAD.replace('at <= prices', 'at < prices') };
    // Beyond the listed commits, and its thread is outdated.
    const message = `Fix a finding\n\nRevi-Run: 77\nRevi-Thread: ${threadId(story.thread())}`;
    await land(world, 7, { author: BOT, message, files: fixed });

    const result = await story.reconcile();

    const told =
      /GitHub did not list everything, so that nothing is settled: commits beyond the first 2 \(2 not listed\)/;
    expect(listOf(result).total_threads).toBe(0);
    expect(result.outputs['outcome']).toMatch(/^no verdict: pull request 7: /);
    expect(result.outputs['outcome']).toMatch(told);
    expect(seen(result.summary)).toMatch(told);
    expect(actsOf(story)).toEqual([]);
  },
);

reconcileScene(
  'RB-3 SU-50 logins that name nobody but the posting account are a skip that says so, and requests are denied',
  { settings: reviewBots({ logins: [BOT] }), threads: [{ ...LOOP, author: BOT }] },
  async (story) => {
    const folder = await mkdtemp(join(tmpdir(), 'revi-requests-'));
    try {
      const request = { event: 'comment', repo: 'acme/shop', number: 7, thread_id: threadId(story.thread()) };
      await writeFile(join(folder, 'a.json'), JSON.stringify({ ...request, body: 'Done.' }));

      const result = await story.reconcile({ inputs: { requests: folder } });

      expect(result.outputs['outcome']).toMatch(
        /^skipped: review_bots\.logins in \.hyperhive\/revi\.yml names only github-actions\[bot\], the posting account itself/,
      );
      expect(listOf(result)).toMatchObject({ enabled: false, prs: [] });
      expect(JSON.parse(await readFile(join(folder, 'a.result.json'), 'utf8'))).toMatchObject({ ok: false });
      expect(actsOf(story)).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

reconcileScene(
  'SU-17 a fork’s review event with a key and a read-only token is a skip, and the decisions stand in the summary',
  {
    threads: [LOOP, AVERAGE],
    world: {
      permissions: { contents: 'read', 'pull-requests': 'read' },
      pull: { author: BOT, fork: 'evil' },
    },
  },
  async (story) => {
    const review = await reviewWith(story.world, 7, {
      author: CODEX,
      threads: [{ path: NAME, line: 2, body: 'I do not like names.' }],
    });

    const { outputs, summary } = await story.reconcile({ event: reviewEvent(sourceOf(story), 7, review) });

    expect(outputs['outcome']).toMatch(/^skipped: the result stands in the job summary only, .*pull-requests: write/);
    const shown = seen(summary);
    expect(shown).toMatch(/src\/price\.ts:3.*suggested: The loop ends before the length\./);
    expect(shown).toMatch(/src\/price\.ts:8.*declined: No prices are refused by the caller\./);
    expect(shown).toMatch(/src\/name\.ts:2.*left to a person: Nobody told me\./);
    expect(actsOf(story)).toEqual([]);
  },
);

reconcileScene(
  'SU-17 SU-50 a fork’s review event that fails by anything else is a failure',
  {
    threads: [LOOP],
    world: {
      permissions: { contents: 'read', 'pull-requests': 'read' },
      pull: { author: BOT, fork: 'evil' },
    },
    faults: [{ graphql: 'HeadFiles', answer: { status: 404, body: { message: 'Not Found' } } }],
  },
  async (story) => {
    const [review] = story.pull().reviews;
    if (review === undefined) throw new Error('there is no review');

    const { outputs } = await story.reconcile({ event: reviewEvent(sourceOf(story), 7, review) });

    expect(outputs['outcome']).toMatch(/^failed: pull request 7: /);
  },
);
