import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { changeBase, commitTo, push } from '../../../src/embedded/happenings.ts';
import { workflowRunEvent } from '../../../src/embedded/workflow-events.ts';
import {
  DISMISS,
  dismissalsOf,
  FAILING,
  finishedOf,
  footerOf,
  GREETS,
  lastBody,
  match,
  noMatch,
  POST_REVIEW,
  RULES_PATH,
  rulesText,
  SECRET,
  type Story,
  scene,
  seen,
  statesOf,
  TAMPER,
  UNREQUEST,
  writesOf,
} from './story.ts';

const KEYLESS = { 'anthropic-api-key': '', 'base-url': '' };
const SECRET_KEY = 'correct-horse-battery-staple-42';

type Plan = { [key: string]: unknown };

/** A planning job: the plan's text, and the event that the applying job gets too. */
async function planned(story: Story, inputs: { readonly [name: string]: string } = {}) {
  const event = await story.asked();
  const result = await story.run({ event, runId: 60, inputs: { mode: 'plan', ...inputs } });
  const plan = result.outputs['plan'] ?? '';
  const apply = (text: string, more: { [name: string]: string } = {}, run: { runId?: number; attempt?: number } = {}) =>
    story.run({ event, runId: 60, ...run, inputs: { ...KEYLESS, mode: 'apply', plan: text, ...more } });
  return { event, result, plan, apply };
}

function altered(plan: string, change: (plan: Plan) => void): string {
  const value = JSON.parse(plan) as Plan;
  change(value);
  return JSON.stringify(value);
}

scene('SU-41 a plan touches nothing; apply posts it without a model key, and both tell the same', {}, async (story) => {
  const { result, plan, apply } = await planned(story);
  expect(result.outputs).toMatchObject({ outcome: 'done', verdict: 'approve', 'review-url': '' });
  expect(writesOf(story.github)).toEqual([]);
  expect(seen(result.summary)).toContain('Overall: approve.');
  const asked = story.model.questions.length;

  const applied = await apply(plan);

  expect(applied.outputs).toMatchObject({ outcome: 'done', verdict: 'approve', results: result.outputs['results'] });
  expect(story.model.questions).toHaveLength(asked);
  expect(statesOf(story.pull().reviews)).toEqual(['APPROVED']);
  const [effect] = (JSON.parse(plan) as { effects: { kind: string; event: string; body: string }[] }).effects;
  expect(effect).toMatchObject({ kind: 'submit-review', event: 'APPROVE', body: lastBody(story) });
  expect(writesOf(story.github)).toEqual([POST_REVIEW, UNREQUEST]);
});

scene(
  'CL-12 SU-41 in mode plan nothing is dismissed: the dismissal is the first effect of apply',
  {},
  async (story) => {
    await story.request();
    await push(story.world, 7, { files: { 'hello.txt': 'hi\n' } });
    const { plan, apply } = await planned(story);
    expect(dismissalsOf(story.github)).toEqual([]);
    expect((JSON.parse(plan) as { effects: { kind: string }[] }).effects.map(({ kind }) => kind)[0]).toBe(
      'dismiss-review',
    );

    await apply(plan);

    expect(statesOf(story.pull().reviews)).toEqual(['DISMISSED', 'APPROVED']);
    expect(writesOf(story.github).slice(-3)).toEqual([DISMISS, POST_REVIEW, UNREQUEST]);
  },
);

scene(
  'SU-41 CL-32 SU-43 apply of a plan whose head moved posts no verdict that names both, even for a failing one',
  {
    answers: FAILING,
  },
  async (story) => {
    const { plan, apply } = await planned(story);
    const read = story.pull().head;
    await push(story.world, 7, { files: { 'hello.txt': 'hi\n' } });

    const result = await apply(plan);

    expect(result.outputs['outcome']).toMatch(new RegExp(`^no verdict: the head moved from ${read.slice(0, 7)}`));
    expect(statesOf(story.pull().reviews)).toEqual(['COMMENTED']);
    expect(seen(lastBody(story))).toContain(story.pull().head.slice(0, 7));
  },
);

scene(
  'SU-41 SU-43 apply of a plan whose base branch changed posts no verdict that names both',
  {
    world: { branches: { next: { 'n.txt': 'n\n' } } },
  },
  async (story) => {
    const { plan, apply } = await planned(story);
    changeBase(story.world, 7, 'next');

    const result = await apply(plan);

    expect(result.outputs['outcome']).toMatch(/^no verdict: the base branch changed from main.* to next/);
    expect(statesOf(story.pull().reviews)).toEqual(['COMMENTED']);
  },
);

scene(
  'SU-41 apply reads the rules again and computes the verdict from the plan’s rows, not from its effects',
  {},
  async (story) => {
    const { plan, apply } = await planned(story);
    type Judged = {
      facts: { judged: { rows: { verdict: string; counted: boolean; failed: boolean; threshold: number }[] } };
    };
    const forged = altered(plan, (value) => {
      const rows = (value as unknown as Judged).facts.judged.rows;
      // The answer says that the rule fails; what follows from it is claimed to be a pass.
      Object.assign(rows[1] ?? {}, { verdict: 'match', counted: false, failed: false, threshold: 100 });
    });

    const result = await apply(forged);

    expect(result.outputs).toMatchObject({ outcome: 'done', verdict: 'request-changes', failed: '1' });
    expect(statesOf(story.pull().reviews)).toEqual(['CHANGES_REQUESTED']);
    expect(seen(lastBody(story))).toContain('| no-secret | negative | match | 95 | 80 | yes ❌ |');
  },
);

scene(
  'SU-41 a plan of another repository, pull request, account, run, event, version or rules is refused before any write',
  {},
  async (story) => {
    const { plan, apply } = await planned(story);
    const elsewhere = { repository: 5, number: 8, run: '61', event: 'push', version: '0.0.0', attempt: 2 };
    const everything = await apply(altered(plan, (value) => Object.assign(value, elsewhere)));
    for (const difference of ['repository 5', 'pull request 8', 'run 61', 'event push', 'version 0.0.0', 'attempt 2'])
      expect(everything.outputs['outcome']).toContain(difference);
    const changes: readonly (readonly [RegExp, Plan])[] = [
      [/pull request 8/, { number: 8 }],
      [/account kofi/, { account: 'kofi' }],
      [/head/, { head: 'f'.repeat(40) }],
      [/rules on the default branch changed/, { 'rules-blob': 'a'.repeat(40) }],
      [/not a plan of classify/, { extra: true }],
    ];
    for (const [what, change] of changes) {
      const { outputs } = await apply(altered(plan, (value) => Object.assign(value, change)));
      expect(outputs['outcome']).toMatch(/^failed: /);
      expect(outputs['outcome']).toMatch(what);
    }

    expect(writesOf(story.github)).toEqual([]);
  },
);

scene(
  'SU-41 a plan that is no JSON, or rows that are not the rules, are refused before any write',
  {},
  async (story) => {
    const { plan, apply } = await planned(story);
    const texts = [
      'approve it',
      '[]',
      altered(plan, (value) =>
        (value as unknown as { facts: { judged: { rows: unknown[] } } }).facts.judged.rows.pop(),
      ),
    ];
    for (const text of texts) expect((await apply(text)).outputs['outcome']).toMatch(/^failed: .*plan/);
    await commitTo(story.world, 'main', { files: { [RULES_PATH]: rulesText([GREETS]) } });

    const changed = await apply(plan);

    expect(changed.outputs['outcome']).toMatch(/^failed: .*rules/);
    expect(writesOf(story.github)).toEqual([]);
  },
);

scene('SU-41 an earlier attempt of the same run is fine, another run is not', {}, async (story) => {
  const { plan, apply } = await planned(story);
  const other = await apply(plan, {}, { runId: 61 });
  expect(other.outputs['outcome']).toMatch(/^failed: the plan is refused: it is for run 60, this run for 61/);

  const later = await apply(plan, {}, { attempt: 3 });

  expect(later.outputs['outcome']).toBe('done');
  expect(statesOf(story.pull().reviews)).toEqual(['APPROVED']);
});

scene(
  'SU-41 SU-11 with a secret a plan carries its signature, and one that was changed afterwards is refused',
  {},
  async (story) => {
    const { plan, apply } = await planned(story, { 'marker-secret': SECRET_KEY });
    expect(JSON.parse(plan)).toHaveProperty('revi-mac', expect.stringMatching(/^[\w-]{43}$/));
    const forged = altered(plan, (value) => Object.assign(value, { trigger: 'review', 'base-ref': 'main ' }));

    const refused = await apply(forged, { 'marker-secret': SECRET_KEY });
    expect(refused.outputs['outcome']).toMatch(/^failed: .*not signed with this run's marker-secret, or was changed/);
    expect(writesOf(story.github)).toEqual([]);
    const applied = await apply(plan, { 'marker-secret': SECRET_KEY });

    expect(applied.outputs['outcome']).toBe('done');
    expect(lastBody(story)).toMatch(/\n<!-- revi-mac: [\w-]{43} -->$/);
  },
);

scene('SU-41 mode plan writes the plan-file, and apply accepts one only with a valid signature', {}, async (story) => {
  const folder = await mkdtemp(join(tmpdir(), 'revi-plan-'));
  const file = (name: string): string => join(folder, name);
  try {
    const event = await story.asked();
    const secret = { 'marker-secret': SECRET_KEY };
    const made = await story.run({
      event,
      runId: 60,
      inputs: { mode: 'plan', 'plan-file': file('p.json'), ...secret },
    });
    const plan = await readFile(file('p.json'), 'utf8');
    expect(made.outputs).toMatchObject({ plan, 'plan-file': file('p.json') });
    await writeFile(
      file('unsigned.json'),
      altered(plan, (value) => delete value['revi-mac']),
    );
    const apply = (name: string, inputs: { readonly [name: string]: string }) =>
      story.run({ event, runId: 60, inputs: { ...KEYLESS, mode: 'apply', 'plan-file': file(name), ...inputs } });

    const outcomes = [
      await apply('p.json', {}),
      await apply('unsigned.json', secret),
      await apply('gone.json', secret),
    ];
    expect(outcomes.map(({ outputs }) => outputs['outcome'])).toEqual([
      expect.stringMatching(/^failed: .*p\.json counts only when it is signed.*marker-secret/),
      expect.stringMatching(/^failed: .*unsigned\.json is not signed/),
      expect.stringMatching(/^failed: .*gone\.json cannot be read/),
    ]);
    expect(writesOf(story.github)).toEqual([]);

    const signed = await apply('p.json', secret);

    expect(signed.outputs['outcome']).toBe('done');
    expect(statesOf(story.pull().reviews)).toEqual(['APPROVED']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

scene(
  'SU-41 in mode plan the posting account is bot-login, and apply is refused under another token',
  {
    world: {
      tokens: {
        ghs_PlanTokenOfTheReadOnlyJob000000000001: {
          login: 'github-actions[bot]',
          permissions: { contents: 'read', 'pull-requests': 'read' },
        },
        ghs_PostTokenOfTheApp00000000000000000001: {
          login: 'revi-app[bot]',
          permissions: { contents: 'read', 'pull-requests': 'write' },
        },
      },
    },
  },
  async (story) => {
    const event = await story.asked();
    const made = await story.run({
      event,
      runId: 60,
      token: 'ghs_PlanTokenOfTheReadOnlyJob000000000001',
      inputs: { mode: 'plan', 'bot-login': 'revi-app[bot]' },
    });
    const plan = made.outputs['plan'] ?? '';
    expect((JSON.parse(plan) as Plan)['account']).toBe('revi-app[bot]');
    const inputs = { ...KEYLESS, mode: 'apply', plan };

    const wrong = await story.run({ event, runId: 60, inputs });
    const right = await story.run({ event, runId: 60, inputs, token: 'ghs_PostTokenOfTheApp00000000000000000001' });

    expect(wrong.outputs['outcome']).toMatch(/^failed: .*account revi-app\[bot\].*bot-login/);
    expect(right.outputs['outcome']).toBe('done');
    expect(story.pull().reviews.map(({ author }) => author?.login)).toEqual(['revi-app[bot]']);
  },
);

scene('SU-41 CL-31 a plan without a verdict is posted as one by apply', { rules: null }, async (story) => {
  const { result, plan, apply } = await planned(story);
  expect(result.outputs['outcome']).toMatch(/^no verdict: there is no rules file/);

  const applied = await apply(plan);

  expect(applied.outputs['outcome']).toBe(result.outputs['outcome']);
  expect(seen(lastBody(story))).toMatch(/^\*\*No verdict:\*\* there is no rules file/);
});

scene(
  'SU-41 CL-25 what withheld an approval in the plan withholds it in apply',
  {
    answers: { [TAMPER]: match(99) },
  },
  async (story) => {
    const { plan, apply } = await planned(story);

    const applied = await apply(plan);

    expect(applied.outputs['outcome']).toMatch(/^no verdict: text in this pull request addresses/);
    expect(statesOf(story.pull().reviews)).toEqual(['COMMENTED']);
  },
);

scene('SU-41 SU-42 apply twice posts once', {}, async (story) => {
  const { plan, apply } = await planned(story);
  await apply(plan);

  const again = await apply(plan, {}, { attempt: 2 });

  expect(again.outputs['outcome']).toMatch(/^skipped: this request has its verdict already/);
  expect(statesOf(story.pull().reviews)).toEqual(['APPROVED']);
});

scene('SU-41 under workflow_run a plan must be signed, and a retirement needs none', {}, async (story) => {
  await story.request();
  await push(story.world, 7, { files: { 'hello.txt': 'hi\n' } });
  const event = workflowRunEvent({ world: story.world, urls: story.github.urls }, 7);

  const result = await story.run({ event, inputs: { mode: 'plan' } });
  expect(result.outputs['outcome']).toBe('done');
  expect(statesOf(story.pull().reviews)).toEqual(['APPROVED']);
  expect(result.summary).toContain('would be dismissed');

  await story.run({ event });
  expect(statesOf(story.pull().reviews)).toEqual(['DISMISSED']);
});

const TRIED = rulesText([{ ...GREETS, name: 'tried out', description: 'It is tried out.' }]);

scene(
  'CL-40 mode plan with inline rules runs them on a merged pull request and posts nothing',
  {
    world: { pull: { state: 'merged' } },
    answers: { 'It is tried out.': noMatch(91, 'Not at all.') },
  },
  async (story) => {
    const event = await story.asked();

    const result = await story.run({ event, runId: 60, inputs: { mode: 'plan', rules: TRIED } });

    expect(result.outputs).toMatchObject({ outcome: 'done', verdict: 'request-changes', counted: '1' });
    expect(JSON.parse(result.outputs['plan'] ?? '')).toMatchObject({ trigger: 'try-out' });
    expect(finishedOf(result)).toMatchObject({ trigger: 'try-out', outcome: 'changes-requested' });
    expect(result.summary).toContain('Try-out');
    expect(writesOf(story.github)).toEqual([]);
  },
);

scene(
  'CL-40 SU-41 a plan of unsaved rules is refused by apply',
  {
    answers: { 'It is tried out.': match(91) },
  },
  async (story) => {
    const { plan, apply } = await planned(story, { rules: TRIED });

    const result = await apply(plan);

    expect(result.outputs['outcome']).toMatch(/^failed: .*unsaved rules \(try-out\)/);
    expect(writesOf(story.github)).toEqual([]);
  },
);

scene('CL-40 SU-5 the input rules is an error in mode run and mode apply', {}, async (story) => {
  const run = await story.request({ inputs: { rules: TRIED } });
  const apply = await story.request({ inputs: { rules: TRIED, mode: 'apply', plan: '{}' } });

  for (const { outputs } of [run, apply])
    expect(outputs['outcome']).toMatch(/^failed: input rules .* only in mode plan/);
  expect(story.github.requests).toEqual([]);
});

scene('CL-40 errors of inline rules name the input, and are no annotations on a file', {}, async (story) => {
  const rules = 'classifications:\n  - {name: x, description: y, polarity: up, threshold: 5}\n';

  const result = await story.request({ inputs: { mode: 'plan', rules } });

  expect(result.outputs['outcome']).toMatch(/^failed: the rules do not load \(input rules\)/);
  expect(result.annotations.every(({ properties }) => !('file' in properties))).toBe(true);
});

scene(
  'SU-41 CL-34 the footer of an applied plan tells the planning run’s cost and request',
  {
    answers: { [SECRET.description]: noMatch(95) },
  },
  async (story) => {
    const { result, plan, apply } = await planned(story);

    await apply(plan, {}, { attempt: 2 });

    const footer = footerOf(lastBody(story));
    expect(Number(footer['cost'])).toBeCloseTo(Number(result.outputs['cost-usd']), 8);
    expect(footer).toMatchObject({
      run: '60',
      verdict: 'approve',
      key: expect.stringMatching(/^rr:review-classifier:/),
    });
  },
);
