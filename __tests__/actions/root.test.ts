import { expect } from '@jest/globals';
import type { Event } from '../../src/embedded/events.ts';
import { addReview, push } from '../../src/embedded/happenings.ts';
import { workflowRunEvent } from '../../src/embedded/workflow-events.ts';
import { ACTIONS, detailsOf, ROOT, sourceOf } from './root-stage.ts';
import { ASKED_TO_RANK, BOT, botComments, COMMENT, REACT, type Story, scene, seen, writesOf } from './story.ts';
import { labelsOf, ranking } from './triage/ranking.ts';

/** An approval of the classifier for an earlier head. */
function approvedEarlier({ world }: Story): void {
  const footer =
    `<!-- revi-classify: v1; head: ${'e'.repeat(40)}; base: ${'b'.repeat(40)}; base-ref: main; rules: -; run: 1; attempt: 1; ` +
    'key: rr:review-classifier:2026-03-01T00:00:00Z; verdict: approve; outcome: done; trigger: review; requester: mia; ' +
    'started-at: 2026-03-01T00:00:00.000Z; finished-at: 2026-03-01T00:00:01.000Z; cost: 0.001 -->';
  addReview(world, 7, { author: BOT, state: 'APPROVED', body: `Earlier.\n\n${footer}` });
}

scene(
  'SU-5 SU-6 the root sets outcome, ran and details, and no output that it does not declare',
  ROOT,
  async (story) => {
    const runs: readonly (readonly [Event, { readonly [name: string]: string }])[] = [
      [story.said('/revi help').event, {}],
      [story.said('/revi fix').event, {}],
      [{ name: 'push', payload: {} }, {}],
      [story.said('/revi help').event, { actions: 'all of them' }],
      [{ name: 'issue_comment', payload: {} }, {}],
    ];
    for (const [event, inputs] of runs) {
      const { outputs } = await story.run({ event, inputs });
      expect(Object.keys(outputs).sort()).toEqual(['details', 'outcome', 'ran']);
    }
  },
);

scene(
  'SU-6 one action that fails stops no other; the outcome is the worst one, and the details are of each',
  {
    ...ROOT,
    faults: [
      {
        match: 'PUT */dismissals',
        answer: { status: 403, body: { message: 'Resource not accessible by integration' } },
      },
    ],
  },
  async (story) => {
    approvedEarlier(story);

    const result = await story.run({ event: workflowRunEvent(sourceOf(story), 7), inputs: { actions: ACTIONS } });

    expect(result.code).toBe(1);
    expect(result.outputs).toMatchObject({
      ran: 'classify,triage',
      outcome: expect.stringMatching(/^failed: classify: /),
    });
    expect(detailsOf(result)).toMatchObject({
      classify: { outcome: expect.stringMatching(/^failed: /) },
      triage: { outcome: 'done', rank: 'review:p1', type: 'feat', 'head-sha': story.pull().head },
    });
    expect(labelsOf(story)).toEqual(['feat', 'review:p1', 'triaged']);
    expect(result.summary).toContain('### triage');
  },
);

scene(
  'SU-6 no verdict is worse than done, and done worse than skipped',
  { ...ROOT, answers: { [ASKED_TO_RANK]: [{ refusal: 'policy' }, ranking()] } },
  async (story) => {
    approvedEarlier(story);
    const event = workflowRunEvent(sourceOf(story), 7);

    const first = await story.run({ event, inputs: { actions: ACTIONS } });
    expect(first.outputs['outcome']).toMatch(/^no verdict: triage: /);
    expect(detailsOf(first)).toMatchObject({
      classify: { outcome: 'done' },
      triage: { outcome: expect.stringMatching(/^no verdict: /) },
    });
    expect(story.pull().reviews.map(({ state }) => state)).toContain('DISMISSED');

    const second = await story.run({ event, inputs: { actions: ACTIONS } });
    expect(second.outputs['outcome']).toBe('done');
    expect(detailsOf(second)).toMatchObject({
      classify: { outcome: expect.stringMatching(/^skipped: /) },
      triage: { outcome: 'done' },
    });
    expect(second.annotations.map(({ name, message }) => [name, message.split(':')[0]])).toContainEqual([
      'notice',
      'classify',
    ]);
  },
);

scene('SU-6 SU-20 the actions of one event read the pull requests once', ROOT, async (story) => {
  const { outputs } = await story.run({ event: workflowRunEvent(sourceOf(story), 7), inputs: { actions: ACTIONS } });

  expect(outputs['ran']).toBe('classify,triage');
  const reads = story.github.requests.filter(({ write }) => !write).map(({ operation }) => operation);
  expect(reads.filter((operation) => operation.includes('OpenPullRequests'))).toHaveLength(1);
});

scene(
  'SU-6 SU-56 settings that do not load fail every action of the event, each with the error’s line',
  { ...ROOT, settings: 'triage:\n  coment: true\n' },
  async (story) => {
    approvedEarlier(story);

    const result = await story.run({ event: workflowRunEvent(sourceOf(story), 7), inputs: { actions: ACTIONS } });

    expect(result.outputs['outcome']).toMatch(/^failed: .*triage: the settings do not load/);
    expect(result.annotations).toContainEqual(
      expect.objectContaining({
        name: 'error',
        properties: expect.objectContaining({ file: '.hyperhive/revi.yml', line: '2' }),
      }),
    );
    expect(labelsOf(story)).toEqual([]);
    expect(story.model.questions).toEqual([]);
  },
);

scene(
  'SU-6 status-context is converse’s; classify sets a status only with classify-status-context',
  ROOT,
  async (story) => {
    const contexts = () => story.world.repository.statuses.map(({ context }) => context);
    const classify = async (inputs: { readonly [name: string]: string }) =>
      story.run({ event: story.said('/revi classify').event, inputs });
    await classify({ 'status-context': 'team/review' });
    expect(contexts()).toEqual([]);

    await story.run({ event: story.said('/revi approve', 'kofi').event, inputs: { 'status-context': 'team/review' } });
    expect(contexts()).toEqual(['team/review']);

    await push(story.world, 7, { files: { 'hello.txt': 'hi\n' } });
    const { outputs } = await classify({ 'classify-status-context': 'team/classify' });
    expect(outputs['outcome']).toBe('done');
    expect(contexts()).toEqual(['team/review', 'team/classify']);
  },
);

scene('SU-14 CO-12 the router gives nobody more than the actions do', ROOT, async (story) => {
  for (const body of ['/revi triage', '/revi classify', '/revi why?', '/revi help', '/revi approve']) {
    const before = story.github.requests.length;
    const { outputs } = await story.run({ event: story.said(body, 'omar').event });
    expect([body, outputs['outcome']]).toEqual([body, expect.stringMatching(/^skipped: .*omar/)]);
    expect(story.github.requests.length - before).toBeLessThanOrEqual(3);
  }
  expect(writesOf(story.github)).toEqual([]);
});

scene(
  'SU-17 a fork’s opened pull request without a key is one notice and no request',
  { ...ROOT, world: { pull: { fork: 'stranger' } } },
  async (story) => {
    const { code, outputs } = await story.run({
      event: await story.event({ action: 'opened', sender: 'stranger' }),
      inputs: { actions: 'triage', 'anthropic-api-key': '' },
    });

    expect([code, outputs['outcome']]).toEqual([
      0,
      expect.stringMatching(/^skipped: triage: a fork’s own event has no secrets/),
    ]);
    expect(story.github.requests).toEqual([]);
  },
);

scene(
  'SU-54 the settings turn an action off in the router too',
  { ...ROOT, settings: 'disabled: [triage, converse]\n' },
  async (story) => {
    for (const body of ['/revi triage', '/revi why?', '/revi help']) {
      const { outputs } = await story.run({ event: story.said(body).event });
      expect([body, outputs['outcome']]).toEqual([
        body,
        expect.stringMatching(/^skipped: .* is disabled in \.hyperhive\/revi\.yml of main/),
      ]);
    }
    expect(writesOf(story.github)).toEqual([]);
  },
);

scene(
  'CO-14 SU-42 a question through the router is answered once, however often its run is repeated',
  ROOT,
  async (story) => {
    const { event } = story.said('/revi why?');
    await story.run({ event });

    const again = await story.run({ event, attempt: 2 });

    expect(again.outputs).toMatchObject({
      ran: 'converse',
      outcome: expect.stringMatching(/^skipped: converse: the comment has its answer already/),
    });
    expect(botComments(story).map(({ body }) => seen(body))).toEqual(['> why?\n\nIt greets at `hello.txt:1`.']);
    expect([...writesOf(story.github)].sort()).toEqual([COMMENT, REACT].sort());
  },
);
