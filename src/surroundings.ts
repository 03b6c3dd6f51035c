import { readFile, writeFile } from 'node:fs/promises';
import type { ActionPorts } from './actions/ports.ts';
import { UserError } from './core/errors.ts';
import type { CommonInputs } from './core/inputs.ts';
import { redact } from './core/redact.ts';
import { plainLine } from './core/untrusted.ts';
import { createForge } from './forge/github.ts';
import type { Clock, Model } from './ports.ts';
import { parseDocument } from './runner/document.ts';
import type { Environment } from './runner/environment.ts';
import { openRequestFolder, writeAtomically } from './runner/request-folder.ts';
import { VERSION } from './version.ts';

/** What an action runs in. */
export type Surroundings = { readonly ports: ActionPorts };

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

/** Wires the edges for one run; part of the composition root, in a file of its own because it is loaded late. */
export function surroundingsOf(
  inputs: CommonInputs,
  environment: Environment,
  runner: {
    readonly secrets: readonly string[];
    readonly info: (line: string) => void;
    readonly mask: (secret: string) => void;
    readonly fetchIdToken: (audience: string) => Promise<string>;
  },
): Surroundings {
  const { secrets } = runner;
  const deadline = CLOCK.now() + inputs.runTimeoutSeconds * 1000;
  const narrate = (line: string): void => runner.info(redact(plainLine(redact(line, secrets)), secrets));
  let models: Promise<
    (choice: { model: string; effort?: NonNullable<CommonInputs['effort']> | undefined }) => Model
  > | null = null;
  const makeModels = async () => {
    const { createApiRuntime } = await import('./model/api.ts');
    return createApiRuntime({
      apiKey: inputs.anthropicApiKey ?? undefined,
      authToken: inputs.anthropicAuthToken ?? undefined,
      federation:
        inputs.federation === null
          ? undefined
          : { ...inputs.federation, fetchIdToken: runner.fetchIdToken, mask: runner.mask },
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
  };
  return {
    ports: {
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
        models ??= makeModels();
        return (await models)({ model, effort: effort ?? undefined });
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
      writeAtomically: (path, text) =>
        writeAtomically(path, text).catch((error: unknown) => {
          throw new UserError(`${path} cannot be written`, { cause: error });
        }),
      temporaryFolder: environment.temporaryFolder,
      openRequests: openRequestFolder,
      run: environment.run,
      version: VERSION,
      secrets,
    },
  };
}
