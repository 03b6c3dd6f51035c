import { readFile } from 'node:fs/promises';
import * as core from '@actions/core';
import { plainReport, skipped } from './actions/report.ts';
import type { ActionName } from './core/action-name.ts';
import { decideStart as decideClassifyStart } from './core/classify/request.ts';
import { combineReports, type Started } from './core/combine.ts';
import type { Command } from './core/command.ts';
import { mayHoldCommand } from './core/command-hint.ts';
import { decideConverseStart } from './core/converse/start.ts';
import { ForgeError, ModelError, UserError } from './core/errors.ts';
import type { Trigger } from './core/event.ts';
import type {
  ClassifyInputs,
  CommonInputs,
  ConverseInputs,
  ReconcileInputs,
  ReReviewInputs,
  TriageInputs,
} from './core/inputs.ts';
import type { Report, RunOutcome } from './core/outcome.ts';
import { parseEvent } from './core/parse-event.ts';
import { decideReReviewStart } from './core/re-review/start.ts';
import { decideReconcileStart } from './core/reconcile/start.ts';
import { route } from './core/route.ts';
import { decideTriageStart } from './core/triage/start.ts';
import { type Environment, readEnvironment } from './runner/environment.ts';
import {
  type Checked,
  type GetInput,
  readClassifyInputs,
  readConverseInputs,
  readReconcileInputs,
  readReReviewInputs,
  readRootInputs,
  readTriageInputs,
} from './runner/inputs.ts';
import { printReport } from './runner/report.ts';
import type { Surroundings } from './surroundings.ts';

/** The actions of this bundle; `auto` is the root's router. */
export type BundledAction = ActionName | 'auto';

/**
 * Runs one action in the Actions runner: the composition root. Sets the exit code and never throws. GitHub's and the
 * model's clients are loaded only when a run needs them, so that a skipped event costs little.
 */
export async function run(action: BundledAction): Promise<void> {
  const secrets: string[] = [];
  const get: GetInput = (name) => core.getInput(name);
  let report: Report;
  try {
    for (const name of SECRET_INPUTS) for (const line of get(name).split(/\r?\n/)) mask(line.trim(), secrets);
    report = await runAction(action, get, secrets);
  } catch (error) {
    report = earlyFailure(action, describeError(error));
  }
  process.exitCode = await printReport(report, {
    commands: core,
    summaryFile: process.env['GITHUB_STEP_SUMMARY'] || null,
    failOnNoVerdict: get('fail-on-no-verdict').trim() === 'true',
    secrets,
  });
}

const SECRET_INPUTS = ['github-token', 'anthropic-api-key', 'anthropic-auth-token', 'marker-secret'] as const;

/** Masks a secret before anything is printed, and remembers it for what is posted (SU-53). */
function mask(secret: string, secrets: string[]): void {
  if (secret === '') return;
  core.setSecret(secret);
  secrets.push(secret);
}

async function runAction(action: BundledAction, get: GetInput, secrets: string[]): Promise<Report> {
  switch (action) {
    case 'classify':
      return withInputs(action, readClassifyInputs(get), (inputs) => runOne(classifyRun(inputs), inputs, secrets));
    case 're-review':
      return withInputs(action, readReReviewInputs(get), (inputs) => runOne(reReviewRun(inputs), inputs, secrets));
    case 'triage':
      return withInputs(action, readTriageInputs(get), (inputs) => runOne(triageRun(inputs), inputs, secrets));
    case 'converse':
      return withInputs(action, readConverseInputs(get), (inputs) => runOne(converseRun(inputs), inputs, secrets));
    case 'reconcile-bot-threads':
      return withInputs(action, readReconcileInputs(get), (inputs) => runOne(reconcileRun(inputs), inputs, secrets));
    case 'auto':
      return withInputs(action, readRootInputs(get), (inputs) => runRouted(inputs, secrets));
  }
}

function withInputs<T>(
  action: BundledAction,
  checked: Checked<T>,
  runWith: (inputs: T) => Promise<Report>,
): Promise<Report> {
  if ('inputs' in checked) return runWith(checked.inputs);
  return Promise.resolve(earlyFailure(action, checked.problems.join('; ')));
}

/** One event as an action meets it, before anything was requested. */
type Met = {
  readonly trigger: Trigger;
  readonly environment: Environment;
  readonly command: (body: string) => Command;
};

/** An action bound to its inputs: what its start decides from the payload alone, and how it then runs. */
type BoundAction = {
  readonly name: ActionName;
  start(
    met: Met,
  ):
    | { readonly kind: 'skip'; readonly report: Report; readonly reason: string }
    | { readonly kind: 'start'; readonly run: (surroundings: Surroundings) => Promise<Report> };
};

function classifyRun(inputs: ClassifyInputs): BoundAction {
  return {
    name: 'classify',
    start({ trigger, environment, command }) {
      const { reviewer, pullRequest } = inputs;
      const start = decideClassifyStart(trigger, { reviewer, pullRequest, runId: environment.run.id, command });
      if (start.kind === 'skip')
        return { kind: 'skip', reason: start.reason, report: skipped('classify', start.reason) };
      return {
        kind: 'start',
        run: async ({ ports }) => (await import('./actions/classify.ts')).classify(start, inputs, ports),
      };
    },
  };
}

function reReviewRun(inputs: ReReviewInputs, { routed = false } = {}): BoundAction {
  return {
    name: 're-review',
    start({ trigger, command }) {
      const { reviewOnPush, reviewBotAuthors, pullRequest } = inputs;
      const options = { reviewOnPush, reviewBotAuthors, pullRequest, routed, command };
      const start = decideReReviewStart(trigger, options);
      if (start.kind === 'skip')
        return { kind: 'skip', reason: start.reason, report: skipped('re-review', start.reason) };
      return {
        kind: 'start',
        run: async ({ ports }) => (await import('./actions/re-review.ts')).reReview(start, inputs, ports),
      };
    },
  };
}

function triageRun(inputs: TriageInputs): BoundAction {
  return {
    name: 'triage',
    start({ trigger, environment, command }) {
      const { pullRequest } = inputs;
      const start = decideTriageStart(trigger, { pullRequest, runId: environment.run.id, command });
      if (start.kind === 'skip') return { kind: 'skip', reason: start.reason, report: skipped('triage', start.reason) };
      return {
        kind: 'start',
        run: async ({ ports }) => (await import('./actions/triage.ts')).triage(start, inputs, ports),
      };
    },
  };
}

function converseRun(inputs: ConverseInputs): BoundAction {
  return {
    name: 'converse',
    start({ trigger, command }) {
      const start = decideConverseStart(trigger, { command });
      if (start.kind === 'skip')
        return {
          kind: 'skip',
          reason: start.reason,
          report: skipped('converse', start.reason, { route: start.route ?? '' }),
        };
      return {
        kind: 'start',
        run: async ({ ports }) => (await import('./actions/converse.ts')).converse(start, inputs, ports),
      };
    },
  };
}

function reconcileRun(inputs: ReconcileInputs): BoundAction {
  return {
    name: 'reconcile-bot-threads',
    start({ trigger, command }) {
      const start = decideReconcileStart(trigger, { pullRequest: inputs.pullRequest, command });
      if (start.kind === 'skip')
        return { kind: 'skip', reason: start.reason, report: skipped('reconcile-bot-threads', start.reason) };
      return {
        kind: 'start',
        run: async ({ ports }) => (await import('./actions/reconcile.ts')).reconcile(start, inputs, ports),
      };
    },
  };
}

async function runOne(action: BoundAction, inputs: CommonInputs, secrets: string[]): Promise<Report> {
  const met = await meetEvent();
  const started = action.start(met);
  if (started.kind === 'skip') return started.report;
  return started.run(await surround(inputs, met.environment, secrets));
}

type Rooted = Extract<ReturnType<typeof readRootInputs>, { inputs: unknown }>['inputs'];

/** The root: picks the actions for the event and runs them one after the other on one snapshot (SU-6). */
async function runRouted(inputs: Rooted, secrets: string[]): Promise<Report> {
  const met = await meetEvent();
  const { actions, action, reviewOnPush } = inputs;
  const routed = route(met.trigger, { actions, action, reviewOnPush, command: met.command });
  if (routed.kind === 'skip') return nothingRan({ kind: 'skipped', reason: routed.reason });

  const bound: Record<ActionName, BoundAction> = {
    classify: classifyRun(inputs.classify),
    're-review': reReviewRun(inputs.reReview, { routed: true }),
    triage: triageRun(inputs.triage),
    converse: converseRun(inputs.converse),
    'reconcile-bot-threads': reconcileRun(inputs.reconcile),
  };
  const skips: { action: ActionName; reason: string }[] = [];
  const starting: { action: ActionName; run: (surroundings: Surroundings) => Promise<Report> }[] = [];
  for (const name of routed.actions) {
    const started = bound[name].start(met);
    if (started.kind === 'skip') skips.push({ action: name, reason: started.reason });
    else starting.push({ action: name, run: started.run });
  }
  if (starting.length === 0) return combineReports([], skips);

  const { shareSnapshot } = await import('./actions/shared-snapshot.ts');
  const surroundings = await surround(inputs.converse, met.environment, secrets);
  const view = shareSnapshot(surroundings.ports.forge, []);
  const reports: Started[] = [];
  for (const { action: name, run } of starting) {
    const report = await run({ ...surroundings, ports: { ...surroundings.ports, forge: view() } }).catch(
      (error: unknown) =>
        // One that fails stops no other (SU-6).
        plainReport(name, { kind: 'failed', reason: describeError(error) }),
    );
    reports.push({ action: name, report });
  }
  return combineReports(reports, skips);
}

/** A failure before any action began; the root has outputs of its own. */
function earlyFailure(action: BundledAction, reason: string): Report {
  const outcome = { kind: 'failed', reason } as const;
  return action === 'auto' ? nothingRan(outcome) : plainReport(action, outcome);
}

/** The root's report where no action was started: its own outputs and none of an action's (SU-6). */
function nothingRan(outcome: RunOutcome): Report {
  return { ...plainReport('Revi', outcome), outputs: { ran: '', details: '{}' } };
}

async function meetEvent(): Promise<Met> {
  const environment = readEnvironment(process.env);
  const trigger = parseEvent(environment.run.event, await readPayload(environment));
  return { trigger, environment, command: await commandParser(trigger) };
}

async function readPayload(environment: Environment): Promise<unknown> {
  if (environment.eventPath === null)
    throw new UserError('GITHUB_EVENT_PATH is not set; Revi runs in GitHub Actions, which sets it');
  const text = await readFile(environment.eventPath, 'utf8').catch((error: unknown) => {
    throw new UserError(`the event's payload ${environment.eventPath} cannot be read`, { cause: error });
  });
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new UserError(`the event's payload is not JSON (${environment.run.event})`, { cause: error });
  }
}

/** The Markdown parser is loaded only for a comment that may hold a command. */
async function commandParser(trigger: Trigger): Promise<(body: string) => Command> {
  const body = trigger.kind === 'comment' || trigger.kind === 'thread-comment' ? trigger.comment.body : '';
  if (!mayHoldCommand(body)) return () => ({ kind: 'none' });
  const { parseCommand } = await import('./core/command.ts');
  return parseCommand;
}

async function surround(inputs: CommonInputs, environment: Environment, secrets: string[]): Promise<Surroundings> {
  const { surroundingsOf } = await import('./surroundings.ts');
  return surroundingsOf(inputs, environment, {
    secrets,
    info: (line) => core.info(line),
    mask: (secret) => mask(secret, secrets),
    // Only a job with `id-token: write` has one (SU-30).
    fetchIdToken: (audience) => core.getIDToken(audience),
  });
}

/** What a failed run says of an exception (SU-52): users' mistakes and refusals in plain words, anything else is ours. */
function describeError(error: unknown): string {
  if (error instanceof UserError || error instanceof ForgeError || error instanceof ModelError) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && error.stack !== undefined) core.debug(error.stack);
  return `this is a bug in Revi, please open an issue: ${message}`;
}
