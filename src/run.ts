import { readFile, writeFile } from 'node:fs/promises';
import * as core from '@actions/core';
import { plainReport, skipped } from './actions/classify/report.ts';
import type { ActionPorts } from './actions/ports.ts';
import { decideStart, type Start } from './core/classify/request.ts';
import { mayHoldCommand } from './core/command-hint.ts';
import { ForgeError, ModelError, UserError } from './core/errors.ts';
import type { Trigger } from './core/event.ts';
import type { ClassifyInputs } from './core/inputs.ts';
import type { Report } from './core/outcome.ts';
import { parseEvent } from './core/parse-event.ts';
import { redact } from './core/redact.ts';
import { plainLine } from './core/untrusted.ts';
import type { Clock } from './ports.ts';
import { type Environment, readEnvironment } from './runner/environment.ts';
import { readClassifyInputs } from './runner/inputs.ts';
import { printReport } from './runner/report.ts';
import { VERSION } from './version.ts';

/** The actions of this bundle. */
export type BundledAction = 'classify';

/**
 * Runs one action in the Actions runner: the composition root, and the only place that knows everybody. Sets the exit
 * code and never throws. GitHub's and the model's clients are loaded only when a run needs them.
 */
export async function run(_action: BundledAction): Promise<void> {
  const secrets: string[] = [];
  let failOnNoVerdict = false;
  let report: Report;
  try {
    const checked = readClassifyInputs((name) => core.getInput(name));
    for (const name of SECRET_INPUTS) for (const line of core.getInput(name).split(/\r?\n/)) mask(line.trim(), secrets);
    if ('problems' in checked) report = plainReport({ kind: 'failed', reason: checked.problems.join('; ') });
    else {
      failOnNoVerdict = checked.inputs.failOnNoVerdict;
      report = await runClassify(checked.inputs, readEnvironment(process.env), secrets);
    }
  } catch (error) {
    report = plainReport({ kind: 'failed', reason: describeError(error) });
  }
  process.exitCode = await printReport(report, {
    commands: core,
    summaryFile: process.env['GITHUB_STEP_SUMMARY'] || null,
    failOnNoVerdict,
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

async function runClassify(inputs: ClassifyInputs, environment: Environment, secrets: string[]): Promise<Report> {
  const trigger = parseEvent(environment.run.event, await readPayload(environment));
  const start = decideStart(trigger, {
    reviewer: inputs.reviewer,
    pullRequest: inputs.pullRequest,
    runId: environment.run.id,
    command: await commandParser(trigger),
  });
  if (start.kind === 'skip') return skipped(start.reason);
  const { classify } = await import('./actions/classify.ts');
  return classify(start satisfies Start, inputs, await classifyPorts(inputs, environment, secrets));
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
async function commandParser(trigger: Trigger): Promise<(body: string) => { kind: string; verb?: string }> {
  const body = trigger.kind === 'comment' || trigger.kind === 'thread-comment' ? trigger.comment.body : '';
  if (!mayHoldCommand(body)) return () => ({ kind: 'none' });
  const { parseCommand } = await import('./core/command.ts');
  return parseCommand;
}

const CLOCK: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      signal?.addEventListener('abort', end, { once: true });
    }),
};

async function classifyPorts(
  inputs: ClassifyInputs,
  environment: Environment,
  secrets: string[],
): Promise<ActionPorts> {
  const [{ createForge }, { parseDocument }] = await Promise.all([
    import('./forge/github.ts'),
    import('./runner/document.ts'),
  ]);
  let runtime: ReturnType<typeof import('./model/api.ts').createApiRuntime> | null = null;
  const startedAt = CLOCK.now();
  const deadline = startedAt + inputs.runTimeoutSeconds * 1000;
  const narrate = (line: string): void => core.info(plainLine(redact(line, secrets)));
  // The job's own identity, and what it is exchanged for, which is as secret as a key (SU-30, SU-53).
  const lending = {
    fetchIdToken: (audience: string) => core.getIDToken(audience),
    mask: (secret: string) => mask(secret, secrets),
  };
  return {
    forge: createForge({
      token: inputs.githubToken,
      apiUrl: environment.apiUrl,
      graphqlUrl: environment.graphqlUrl,
      serverUrl: environment.serverUrl,
      owner: environment.run.repository.owner,
      repo: environment.run.repository.name,
      deadline,
      clock: CLOCK,
      narrate,
    }),
    model: async ({ model, effort }) => {
      const { createApiRuntime } = await import('./model/api.ts');
      runtime ??= createApiRuntime({
        apiKey: inputs.anthropicApiKey ?? undefined,
        authToken: inputs.anthropicAuthToken ?? undefined,
        federation: inputs.federation === null ? undefined : { ...inputs.federation, ...lending },
        baseUrl: inputs.baseUrl ?? undefined,
        maxParallel: inputs.maxParallel,
        questionTimeoutMs: inputs.timeoutSeconds * 1000,
        // What was answered in time is still to be posted, so asking ends a little before the run does.
        runDeadline: deadline - Math.min(30_000, inputs.runTimeoutSeconds * 150),
        contextTokens: inputs.contextTokens,
        maxCostUsd: inputs.maxCostUsd ?? undefined,
        maxInputTokens: inputs.maxInputTokens ?? undefined,
        clock: CLOCK,
        narrate,
      });
      return runtime({ model, effort: effort ?? undefined });
    },
    clock: CLOCK,
    narrate,
    parseDocument,
    readFile: (path) =>
      readFile(path, 'utf8').catch((error: unknown) => {
        throw new UserError(`${path} cannot be read; expected the file that mode plan wrote to plan-file`, {
          cause: error,
        });
      }),
    writeFile: (path, text) =>
      writeFile(path, text).catch((error: unknown) => {
        throw new UserError(`${path} cannot be written; input plan-file must name a file in an existing folder`, {
          cause: error,
        });
      }),
    run: environment.run,
    version: VERSION,
    secrets,
  };
}

/** What a failed run says of an exception (SU-52): users' mistakes and refusals in plain words, anything else is ours. */
function describeError(error: unknown): string {
  if (error instanceof UserError || error instanceof ForgeError || error instanceof ModelError) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && error.stack !== undefined) core.debug(error.stack);
  return `this is a bug in Revi, please open an issue: ${message}`;
}
