import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { filesBelow, type Job, readAction, readText, readWorkflow, type Step, usedAction } from './repository.ts';

const examples = filesBelow('examples/workflows', '.yml');
const own = filesBelow('.github/workflows', '.yml');
const reconciling = examples.filter((file) => file.startsWith('examples/workflows/reconcile'));
/** Events that only a person with the say or the clock makes. */
const QUIET = ['schedule', 'workflow_dispatch'];
const actions = ['action.yml', ...filesBelow('actions', '/action.yml')];
/** Those whose steps use the root action. */
const suites = examples.filter((file) => file.startsWith('examples/workflows/suite'));

type Finding = { readonly tool: string; readonly file: string; readonly line: number; readonly message: string };

describe('independent validators', () => {
  test("SU-4 GitHub's own parser and actionlint find nothing in the workflows and actions", () => {
    expect(lint([...examples, ...own, ...actions])).toEqual([]);
  });

  test('SU-4 both find what is wrong, and only the key queue is passed over', () => {
    const folder = mkdtempSync(join(tmpdir(), 'revi-lint-'));
    const workflow = join(folder, 'a.yml');
    const action = join(folder, 'action.yml');
    writeFileSync(
      workflow,
      readText('examples/workflows/team.yml')
        .replace('reviewer: classifiers', 'reviewers: classifiers')
        .replace('timeout-minutes', 'timeout-minute')
        .replace('queue: max', 'queue: max\n      quue: max'),
    );
    writeFileSync(action, readText('actions/classify/action.yml').replace('node24', 'node99'));

    const findings = lint([workflow, action]);

    expect(findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ tool: '@actions/languageservice', message: expect.stringContaining("'reviewers'") }),
        expect.objectContaining({
          tool: '@actions/languageservice',
          message: expect.stringContaining('timeout-minute'),
        }),
        expect.objectContaining({ tool: '@actions/languageservice', message: expect.stringContaining('node99') }),
        expect.objectContaining({ tool: 'actionlint', message: expect.stringContaining('timeout-minute') }),
        expect.objectContaining({ tool: 'actionlint', message: expect.stringContaining('quue') }),
      ]),
    );
    expect(findings.filter(({ message }) => message.includes('"queue" for'))).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});

describe('example workflows', () => {
  test('there is one for every way of setting it up', () => {
    const names = examples.map((file) => file.replace('examples/workflows/', '').replace('.yml', ''));
    expect(names).toEqual([
      'app-token',
      'classify',
      'converse',
      'enterprise-server',
      'everything',
      'fork-command',
      'keyless',
      'machine-user',
      'plan-apply',
      're-review',
      'reconcile-own-agent',
      'reconcile-plan-apply',
      'reconcile',
      'retire',
      'suite-commands',
      'suite-everything',
      'suite',
      'team',
      'then',
      'triage',
      'trial',
    ]);
  });

  test.each(examples)('%s begins by saying what it is for', (file) => {
    expect(readText(file)).toMatch(/^# [A-Z].{40,}/);
  });

  test.each(examples)('SU-4 %s takes all rights from the workflow and gives each job the least', (file) => {
    const { permissions, jobs } = readWorkflow(file);
    expect(permissions).toEqual({});
    for (const job of Object.values(jobs)) {
      const granted = job.permissions ?? {};
      expect(
        Object.keys(granted).filter((name) => !['contents', 'pull-requests', 'statuses', 'id-token'].includes(name)),
      ).toEqual(usesOf(job).length === 0 && startsWorkflow(job) ? ['actions'] : []);
      expect(granted['contents'] === 'write').toBe(usesOf(job).some(needsContents));
      if (!usesOf(job).some(writes)) expect(granted['pull-requests']).not.toBe('write');
      expect(granted['statuses'] !== undefined).toBe(usesOf(job).some(setsStatus));
      expect(granted['id-token'] !== undefined).toBe(
        usesOf(job).some((step) => step.with?.['federation-rule-id'] !== undefined),
      );
    }
  });

  test.each(examples)('%s limits the time of each job beyond that of a run', (file) => {
    for (const job of Object.values(readWorkflow(file).jobs)) {
      const asks = usesOf(job).some((step) => step.with?.['mode'] !== 'apply' && hasKey(step));
      expect(job['timeout-minutes']).toBeGreaterThanOrEqual(asks ? 16 : 1);
    }
  });

  test.each(examples)(
    'CL-15 SU-6 %s groups by pull request, at job level behind the condition, and lets all wait',
    (file) => {
      const workflow = readWorkflow(file);
      expect(workflow.concurrency).toBeUndefined();
      for (const job of Object.values(workflow.jobs).filter((candidate) => usesOf(candidate).length > 0)) {
        if (usesOf(job).every(looksAtAll)) continue;
        expect(job.if).toBeDefined();
        const [name] = usesOf(job).map(usedAction);
        expect(job.concurrency?.group.startsWith(name === 'auto' ? 'revi-${{' : `revi-${name}-`)).toBe(true);
        expect(job.concurrency?.queue).toBe(file.includes('enterprise-server') ? undefined : 'max');
        const places: readonly (readonly [string, string])[] = [
          ['pull_request', 'github.event.pull_request.number'],
          ['issue_comment', 'github.event.issue.number'],
          ['workflow_dispatch', 'inputs.pull-request'],
          ['schedule', 'github.run_id'],
          ...(name === 'classify' ? [] : ([['workflow_run', 'github.event.workflow_run.head_sha']] as const)),
        ];
        const events = Object.keys(workflow.on);
        for (const [event, place] of places)
          expect([event, job.concurrency?.group.includes(place)]).toEqual([
            event,
            events.includes(event) || (event === 'pull_request' && events.includes('pull_request_review_comment')),
          ]);
      }
    },
  );

  test.each(reconciling)(
    'RB-10 %s has one line for the whole repository, because a schedule looks at every pull request',
    (file) => {
      const { on, jobs, concurrency } = readWorkflow(file);
      expect(on['schedule']).toBeDefined();
      expect(concurrency).toBeUndefined();
      const ours = Object.entries(jobs).filter(([, job]) => usesOf(job).some(looksAtAll));
      expect(ours.length).toBeGreaterThan(0);
      for (const [name, job] of ours) {
        // A list that is made twice does no harm; who commits, answers or pays a model waits for the one before.
        const waits = usesOf(job).some((step) => writes(step) || hasKey(step));
        const group = `revi-reconcile-bot-threads${ours.length > 1 && jobs['apply'] !== undefined ? `-${name}` : ''}`;
        expect(job.concurrency).toEqual(waits ? { group, queue: 'max' } : undefined);
        // Comments and reviews are many: what is not meant for it ends before a runner is asked for.
        const chatty = job.needs === undefined && Object.keys(on).some((event) => !QUIET.includes(event));
        expect(job.if?.includes("'issue_comment'") ?? false).toBe(chatty);
      }
    },
  );

  test.each(examples)('SU-5 %s sets only inputs that there are', (file) => {
    const unknown = Object.values(readWorkflow(file).jobs).flatMap((job) =>
      usesOf(job).flatMap((step) => {
        const { inputs } = readAction(usedAction(step) ?? '');
        return Object.keys(step.with ?? {}).filter((name) => inputs[name] === undefined);
      }),
    );
    expect(unknown).toEqual([]);
  });

  test.each([...examples, ...own])(
    '%s pins what it uses, is not started by pull_request_target, and puts no event text into a script',
    (file) => {
      const { on, jobs } = readWorkflow(file);
      expect(Object.keys(on)).not.toContain('pull_request_target');
      const steps = Object.values(jobs).flatMap((job) => job.steps);
      const loose = steps.filter(
        (step) => step.uses !== undefined && usedAction(step) === null && !/^\.\/|@[0-9a-f]{40}$/.test(step.uses),
      );
      expect(loose).toEqual([]);
      expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
      for (const [pin] of readText(file).matchAll(/@[0-9a-f]{40}.*/g)) expect(pin).toMatch(/ # v\d+\.\d+\.\d+$/);
    },
  );

  test('CL-36 what comes after a pass waits for it in the same workflow, and starts re-review by hand', () => {
    const { classify, 'hand-over': next } = readWorkflow('examples/workflows/then.yml').jobs;
    expect(classify?.outputs?.['verdict']).toContain('outputs.verdict');
    expect(next?.needs).toBe('classify');
    expect(next?.if).toBe("needs.classify.outputs.verdict == 'approve'");
    const [, field] = /gh workflow run revi-re-review\.yml .*--field "([\w-]+)=/.exec(next?.steps[0]?.run ?? '') ?? [];
    const { workflow_dispatch: byHand } = readWorkflow('examples/workflows/re-review.yml').on;
    expect(Object.keys((byHand as { inputs: object }).inputs)).toEqual([field]);
    expect(readText('actions/re-review/README.md')).toContain('.github/workflows/revi-re-review.yml');
  });

  test('RR-1 RR-2 RR-3 the one for re-review starts on opening, by command, by hand and after the CI runs of forks alone', () => {
    const { on, jobs } = readWorkflow('examples/workflows/re-review.yml');
    expect(on).toEqual({
      pull_request: { types: ['opened', 'reopened', 'ready_for_review'] },
      workflow_run: { workflows: ['CI'], types: ['completed'] },
      issue_comment: { types: ['created'] },
      workflow_dispatch: expect.anything(),
    });
    const condition = jobs['re-review']?.if ?? '';
    expect(condition).toContain("github.event.workflow_run.event == 'pull_request'");
    expect(condition).toContain('github.event.workflow_run.head_repository.full_name != github.repository');
  });

  test.each([
    ['plan-apply', 'classify', 'read'],
    ['reconcile-plan-apply', 'reconcile', 'write'],
  ])(
    'SU-41 in %s the job with the key cannot write, the job that writes has no key, and the plan is a job output',
    (name, step, contents) => {
      const { jobs } = readWorkflow(`examples/workflows/${name}.yml`);
      const { plan, apply } = jobs;
      expect(Object.keys(jobs)).toEqual(['plan', 'apply']);
      expect(plan?.permissions).toEqual({ contents: 'read', 'pull-requests': 'read' });
      expect(plan?.outputs).toEqual({ plan: `\${{ steps.${step}.outputs.plan }}` });
      expect(plan?.steps.map((each) => [each.with?.['mode'], hasKey(each)])).toEqual([['plan', true]]);
      expect(apply?.needs).toBe('plan');
      expect(apply?.permissions).toEqual({ contents, 'pull-requests': 'write' });
      const given = { mode: 'apply', plan: `\${{ needs.plan.outputs.plan }}` };
      expect(apply?.steps.map((each) => each.with)).toEqual([given]);
    },
  );

  test('RB-10 RB-30 the one for an agent of one’s own lists with read rights, then carries out requests, and has no key', () => {
    const { list, agent, settle, ...others } = readWorkflow('examples/workflows/reconcile-own-agent.yml').jobs;
    expect(others).toEqual({});
    expect(list?.permissions).toEqual({ contents: 'read', 'pull-requests': 'read' });
    expect(list?.steps.map((step) => step.with)).toEqual([{ mode: 'plan', runtime: 'acp' }]);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub's
    expect(list?.outputs).toEqual({ 'fix-first': '${{ steps.threads.outputs.fix-first }}' });
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub's
    expect([agent?.needs, agent?.if]).toEqual(['list', "${{ needs.list.outputs.fix-first != '' }}"]);
    expect(agent?.permissions).toEqual({ contents: 'read' });
    const upload = agent?.steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'));
    expect(settle?.needs).toBe('agent');
    expect(settle?.permissions).toEqual({ contents: 'write', 'pull-requests': 'write' });
    expect(settle?.steps.map((step) => step.with)).toEqual([
      upload?.with,
      { requests: upload?.with?.['path'], runtime: 'acp' },
    ]);
  });

  test('RB-1 the one for reconcile-bot-threads starts by the clock, after bots’ reviews of branches, by command and by hand', () => {
    const { on, jobs } = readWorkflow('examples/workflows/reconcile.yml');
    expect(on).toEqual({
      schedule: [{ cron: expect.stringMatching(/^\d+ \* \* \* \*$/) }],
      pull_request_review: { types: ['submitted'] },
      issue_comment: { types: ['created'] },
      workflow_dispatch: expect.anything(),
    });
    const condition = jobs['reconcile']?.if ?? '';
    expect(condition).toContain("github.event.review.user.type == 'Bot'");
    expect(condition).toContain('github.event.pull_request.head.repo.full_name == github.repository');
  });

  test.each([
    ['actions/classify/README.md', 'classify', ''],
    ['actions/converse/README.md', 'converse', ''],
    ['actions/triage/README.md', 'triage', ''],
    ['actions/re-review/README.md', 're-review', ''],
    ['actions/reconcile-bot-threads/README.md', 'reconcile', ''],
    ['README.md', 'suite', '   '],
  ])('SU-2 %s shows the workflow %s that stands in examples', (readme, name, indent) => {
    const workflow = readText(`examples/workflows/${name}.yml`)
      .trimEnd()
      .replaceAll(/^(?=.)/gm, indent);
    expect(readText(readme)).toContain(workflow);
  });
});

describe('example workflows of the root action', () => {
  test('SU-6 there are three, and the README leads to each', () => {
    expect(suites).toHaveLength(3);
    for (const file of suites) {
      expect(Object.values(readWorkflow(file).jobs).flatMap(usesOf).map(usedAction)).toEqual(['auto']);
      expect(readText('README.md')).toContain(`](${file})`);
      expect(readText('actions/README.md')).toContain(`](../${file})`);
    }
  });

  test('SU-6 the one that is installed lists every event of a pull request, its comments and its threads', () => {
    const { on } = readWorkflow('examples/workflows/suite.yml');
    expect(on).toEqual({
      pull_request: {
        types: ['opened', 'reopened', 'ready_for_review', 'review_requested', 'synchronize', 'edited'],
      },
      issue_comment: { types: ['created'] },
      pull_request_review_comment: { types: ['created'] },
      workflow_dispatch: expect.anything(),
    });
  });

  test('SU-17 the one for commands starts nothing but by a comment, so no run of it lacks its secrets', () => {
    expect(Object.keys(readWorkflow('examples/workflows/suite-commands.yml').on)).toEqual(['issue_comment']);
  });

  test('SU-16 the one for everything follows the CI runs of forks alone, and retires at night', () => {
    const { on, jobs } = readWorkflow('examples/workflows/suite-everything.yml');
    expect(Object.keys(on)).toEqual(expect.arrayContaining(['workflow_run', 'schedule']));
    const condition = jobs['revi']?.if ?? '';
    expect(condition).toContain("github.event.workflow_run.event == 'pull_request'");
    expect(condition).toContain('github.event.workflow_run.head_repository.full_name != github.repository');
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub's
    expect(jobs['revi']?.steps[0]?.with?.['action']).toBe("${{ inputs.action || 'classify' }}");
  });

  test.each(suites)('CL-15 %s ends chatter before it queues, and lets replies wait apart from reviews', (file) => {
    const { on, jobs } = readWorkflow(file);
    for (const job of Object.values(jobs)) {
      expect(job.if).toContain("contains(github.event.comment.body, '/revi')");
      if (on['pull_request_review_comment'] === undefined) continue;
      expect(job.if).toContain('github.event.comment.in_reply_to_id');
      expect(job.if).toContain("github.event.comment.user.type != 'Bot'");
      expect(job.concurrency?.group).toMatch(
        /github\.event_name == 'pull_request_review_comment' && !contains\(github\.event\.comment\.body, '\/revi'\) && '-replies' \|\| ''/,
      );
    }
  });
});

function lint(files: readonly string[]): readonly Finding[] {
  const run = spawnSync(process.execPath, ['scripts/lint-workflows.mjs', '--json', ...files], { encoding: 'utf8' });
  if (run.stdout === '') throw new Error(`lint-workflows.mjs printed nothing: ${run.stderr}`);
  return JSON.parse(run.stdout) as readonly Finding[];
}

function usesOf(job: Job): readonly Step[] {
  return job.steps.filter((step) => usedAction(step) !== null);
}

/** Whether a step may set a commit status: by its inputs, or by the default of its action. */
function setsStatus(step: Step): boolean {
  const { inputs } = readAction(usedAction(step) ?? '');
  return ['status-context', 'classify-status-context'].some(
    (name) => (step.with?.[name] ?? inputs[name]?.default ?? '') !== '',
  );
}

/** Whether a step may resolve threads (RR-53) or commit (RB-22), which takes `contents: write`. */
function needsContents(step: Step): boolean {
  return writes(step) && ['re-review', 'reconcile-bot-threads', 'auto'].includes(usedAction(step) ?? '');
}

/** Only a plan changes nothing (SU-41). */
function writes(step: Step): boolean {
  return step.with?.['mode'] !== 'plan';
}

/** Whether a step may look at all pull requests of the repository in one run. */
function looksAtAll(step: Step): boolean {
  return usedAction(step) === 'reconcile-bot-threads';
}

function startsWorkflow(job: Job): boolean {
  return job.steps.some(({ run }) => run?.startsWith('gh workflow run ') ?? false);
}

function hasKey(step: Step): boolean {
  return step.with?.['anthropic-api-key'] !== undefined || step.with?.['federation-rule-id'] !== undefined;
}
