import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { filesBelow, type Job, readAction, readText, readWorkflow, type Step } from './repository.ts';

const examples = filesBelow('examples/workflows', '.yml');
const own = filesBelow('.github/workflows', '.yml');
const actions = filesBelow('actions', '/action.yml');
const CLASSIFY = 'your-org/revi/actions/classify@v1';

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
      'enterprise-server',
      'everything',
      'fork-command',
      'keyless',
      'machine-user',
      'plan-apply',
      'retire',
      'team',
      'then',
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
      ).toEqual([]);
      expect(granted['contents'] ?? 'read').toBe('read');
      expect(granted['statuses'] !== undefined).toBe(
        usesOf(job).some((step) => step.with?.['status-context'] !== undefined),
      );
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
    'CL-15 %s groups by pull request, at job level behind the condition, and lets all wait',
    (file) => {
      const workflow = readWorkflow(file);
      expect(workflow.concurrency).toBeUndefined();
      for (const job of Object.values(workflow.jobs).filter((candidate) => usesOf(candidate).length > 0)) {
        expect(job.if).toBeDefined();
        expect(job.concurrency?.group).toMatch(/^revi-classify-/);
        expect(job.concurrency?.queue).toBe(file.includes('enterprise-server') ? undefined : 'max');
        const places: readonly (readonly [string, string])[] = [
          ['pull_request', 'github.event.pull_request.number'],
          ['issue_comment', 'github.event.issue.number'],
          ['workflow_dispatch', 'inputs.pull-request'],
          ['schedule', 'github.run_id'],
        ];
        for (const [event, place] of places)
          expect([event, job.concurrency?.group.includes(place)]).toEqual([
            event,
            Object.keys(workflow.on).includes(event),
          ]);
      }
    },
  );

  test.each(examples)('SU-5 %s sets only inputs that there are', (file) => {
    const inputs = Object.keys(readAction('classify').inputs);
    const set = Object.values(readWorkflow(file).jobs).flatMap((job) =>
      usesOf(job).flatMap((step) => Object.keys(step.with ?? {})),
    );
    expect(set.filter((name) => !inputs.includes(name))).toEqual([]);
  });

  test.each([...examples, ...own])(
    '%s pins what it uses, is not started by pull_request_target, and puts no event text into a script',
    (file) => {
      const { on, jobs } = readWorkflow(file);
      expect(Object.keys(on)).not.toContain('pull_request_target');
      const steps = Object.values(jobs).flatMap((job) => job.steps);
      const loose = steps.filter(
        ({ uses }) => uses !== undefined && uses !== CLASSIFY && !/^\.\/|@[0-9a-f]{40}$/.test(uses),
      );
      expect(loose).toEqual([]);
      expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
      for (const [pin] of readText(file).matchAll(/@[0-9a-f]{40}.*/g)) expect(pin).toMatch(/ # v\d+\.\d+\.\d+$/);
    },
  );

  test('CL-36 what comes after a pass waits for it in the same workflow', () => {
    const { classify, 'hand-over': next } = readWorkflow('examples/workflows/then.yml').jobs;
    expect(classify?.outputs?.['verdict']).toContain('outputs.verdict');
    expect(next?.needs).toBe('classify');
    expect(next?.if).toBe("needs.classify.outputs.verdict == 'approve'");
  });

  test('SU-41 the job with the key cannot write, the job that writes has no key, and the plan is a job output', () => {
    const { plan, apply } = readWorkflow('examples/workflows/plan-apply.yml').jobs;
    expect(plan?.permissions).toEqual({ contents: 'read', 'pull-requests': 'read' });
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub's
    expect(plan?.outputs).toEqual({ plan: '${{ steps.classify.outputs.plan }}' });
    expect(plan?.steps.filter(hasKey)).toHaveLength(1);
    expect(apply?.needs).toBe('plan');
    expect(apply?.permissions).toEqual({ contents: 'read', 'pull-requests': 'write' });
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub's
    expect(apply?.steps.map((step) => step.with)).toEqual([{ mode: 'apply', plan: '${{ needs.plan.outputs.plan }}' }]);
  });

  test('SU-2 the READMEs show the workflow that stands in examples', () => {
    const workflow = readText('examples/workflows/classify.yml').trimEnd();
    expect(readText('actions/classify/README.md')).toContain(workflow);
    expect(readText('README.md').replaceAll(/^ {3}/gm, '')).toContain(workflow);
  });
});

function lint(files: readonly string[]): readonly Finding[] {
  const run = spawnSync(process.execPath, ['scripts/lint-workflows.mjs', '--json', ...files], { encoding: 'utf8' });
  if (run.stdout === '') throw new Error(`lint-workflows.mjs printed nothing: ${run.stderr}`);
  return JSON.parse(run.stdout) as readonly Finding[];
}

function usesOf(job: Job): readonly Step[] {
  return job.steps.filter((step) => step.uses === CLASSIFY);
}

function hasKey(step: Step): boolean {
  return step.with?.['anthropic-api-key'] !== undefined || step.with?.['federation-rule-id'] !== undefined;
}
