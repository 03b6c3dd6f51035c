import { expect } from '@jest/globals';
import type { Event } from '../../../src/embedded/events.ts';
import { commitTo, push } from '../../../src/embedded/happenings.ts';
import { ASKED_TO_RANK, botComments, SETTINGS, type Story, scene, writesOf } from '../story.ts';
import { labelsOf, opened, RANKED } from './ranking.ts';

type Plan = { [member: string]: unknown };

/** A planning job: its plan, and how the applying job carries one out, which has no key for the model. */
async function planned(story: Story, event: Event) {
  const result = await story.run({ event, runId: 60, inputs: { mode: 'plan' } });
  const apply = (
    text: string,
    more: { readonly attempt?: number; readonly runId?: number; readonly event?: Event } = {},
  ) =>
    story.run({
      event,
      runId: 60,
      ...more,
      inputs: { 'anthropic-api-key': '', 'base-url': '', mode: 'apply', plan: text },
    });
  return { result, plan: result.outputs['plan'] ?? '', apply };
}

function altered(plan: string, change: (plan: Plan) => void): string {
  const value = JSON.parse(plan) as Plan;
  change(value);
  return JSON.stringify(value);
}

scene(
  'SU-41 TR-4 TR-5 a plan changes nothing; apply sets the labels without a key, and both tell the same',
  { ...RANKED, settings: 'triage:\n  comment: true\n' },
  async (story) => {
    const { result, plan, apply } = await planned(story, await opened(story));
    expect(result.outputs).toMatchObject({ outcome: 'done', rank: 'review:p1', type: 'feat', rationale: 'It greets.' });
    expect(result.summary).toContain('(planned)');
    expect(writesOf(story.github)).toEqual([]);
    expect((JSON.parse(plan) as { effects: { kind: string }[] }).effects.map(({ kind }) => kind)).toEqual([
      'comment',
      'create-label',
      'create-label',
      'create-label',
      'add-labels',
    ]);

    const applied = await apply(plan);
    const again = await apply(plan, { attempt: 2 });

    for (const name of ['outcome', 'rank', 'type', 'areas', 'rationale', 'head-sha'])
      expect([name, applied.outputs[name]]).toEqual([name, result.outputs[name]]);
    expect(again.outputs['outcome']).toMatch(/^skipped: .*label/);
    expect(labelsOf(story)).toEqual(['feat', 'review:p1', 'triaged']);
    expect(botComments(story)).toHaveLength(1);
    expect(story.model.questions).toHaveLength(1);
  },
);

scene('SU-41 the effects are decided again from the ranking, whatever the plan lists', RANKED, async (story) => {
  const { plan, apply } = await planned(story, await opened(story));

  await apply(altered(plan, (value) => Object.assign(value, { effects: [{ kind: 'add-labels', names: ['urgent'] }] })));

  expect(labelsOf(story)).toEqual(['feat', 'review:p1', 'triaged']);
});

scene('SU-41 SU-43 apply of a plan whose head moved touches no label', RANKED, async (story) => {
  const { plan, apply } = await planned(story, await opened(story));
  await push(story.world, 7, { files: { 'hello.txt': 'hi\n' } });

  const { outputs } = await apply(plan);

  expect(outputs['outcome']).toMatch(/^no verdict: .*head/);
  expect(labelsOf(story)).toEqual([]);
});

scene(
  'SU-41 a plan of another run, request, account, shape or settings is refused before any write',
  RANKED,
  async (story) => {
    const { plan, apply } = await planned(story, await opened(story));
    const judgement = (value: Plan) => (value['facts'] as { found: { judgement: Plan } }).found.judgement;
    const changes: readonly (readonly [RegExp, (value: Plan) => void])[] = [
      [/run 61/, (value) => Object.assign(value, { run: '61' })],
      [/account kofi/, (value) => Object.assign(value, { account: 'kofi' })],
      [/pull request 8/, (value) => Object.assign(value, { number: 8 })],
      [/not a plan of triage/, (value) => Object.assign(value, { extra: true })],
      [/rank urgent is not in the settings/, (value) => Object.assign(judgement(value), { rank: 'urgent' })],
      [/type danger is not in the settings/, (value) => Object.assign(judgement(value), { type: 'danger' })],
      [/area money is not in the settings/, (value) => Object.assign(judgement(value), { areas: ['money'] })],
      [/contradicts its facts/, (value) => Object.assign(value, { head: 'f'.repeat(40) })],
      [/another request/, (value) => Object.assign((value['facts'] as { found: Plan }).found, { key: 'ic:5' })],
    ];
    for (const [what, change] of changes) {
      const { outputs } = await apply(altered(plan, change));
      expect(outputs['outcome']).toMatch(/^failed: /);
      expect(outputs['outcome']).toMatch(what);
    }
    await commitTo(story.world, 'main', { files: { [SETTINGS]: 'triage:\n  types: [fix]\n' } });
    expect((await apply(plan)).outputs['outcome']).toMatch(/^failed: .*type feat is not in the settings/);
    expect(writesOf(story.github)).toEqual([]);
  },
);

scene(
  'SU-41 TR-3 a planned no verdict is one in apply, and touches no label',
  { ...RANKED, answers: { [ASKED_TO_RANK]: { refusal: 'policy' } } },
  async (story) => {
    const { result, plan, apply } = await planned(story, await opened(story));

    const { outputs } = await apply(plan);

    expect(outputs['outcome']).toBe(result.outputs['outcome']);
    expect(outputs['outcome']).toMatch(/^no verdict: /);
    expect(writesOf(story.github)).toEqual([]);
  },
);
