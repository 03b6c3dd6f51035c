import { fileURLToPath } from 'node:url';
import { type Event, type PullRequestHappening, pullRequestEvent } from '../../src/embedded/events.ts';
import type { Fault } from '../../src/embedded/faults.ts';
import { type GitHub, startGitHub } from '../../src/embedded/github.ts';
import { startModel } from '../../src/embedded/model/server.ts';
import type { ModelOptions, StandInModel } from '../../src/embedded/model/state.ts';
import { type Issuer, openIssuer } from '../../src/embedded/oidc.ts';
import { type RunnerOptions, type RunResult, runAction } from '../../src/embedded/runner.ts';
import type { PullRequest, World } from '../../src/embedded/state.ts';
import { aWorld, TOKEN, type WorldDescription } from '../../src/embedded/world.ts';

export type StageDescription = {
  readonly world?: WorldDescription;
  readonly model?: ModelOptions;
  readonly faults?: readonly Fault[];
  readonly ghes?: boolean;
  /** Lets the job fetch identity tokens, as `id-token: write` does. */
  readonly identity?: boolean;
};

export type RunDescription = Partial<
  Pick<RunnerOptions, 'inputs' | 'token' | 'runId' | 'attempt' | 'signal' | 'workspace' | 'node' | 'environment'>
> & {
  /** Folder below `actions/`; `.` is the root's action. */
  readonly action?: string;
  readonly event: Event;
};

/** Everything that a built action meets: an embedded GitHub, a model, and a way to run it. */
export type Stage = {
  readonly world: World;
  readonly github: GitHub;
  readonly model: StandInModel;
  /** Runs an action as the Actions runner does; key and address of the model are given unless the inputs say otherwise. */
  run(described: RunDescription): Promise<RunResult>;
  /** A `pull_request` event of the pull request (default 7). */
  event(happening: PullRequestHappening & { sender?: string }, number?: number): Promise<Event>;
  pull(number?: number): PullRequest;
};

/** The key of the stand-in model, to look for where no secret may stand. */
export const MODEL_KEY = 'sk-ant-api03-embedded-stand-in-model-key';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Sets a stage, lets `play` act on it, and clears it whatever happens. */
export async function staged(described: StageDescription, play: (stage: Stage) => Promise<void>): Promise<void> {
  const world = await aWorld(described.world);
  const repository = `${world.repository.owner}/${world.repository.name}`;
  const issuer: Issuer | null = described.identity ? openIssuer(repository) : null;
  const github = await startGitHub(world, {
    faults: described.faults ?? [],
    ghes: described.ghes ?? false,
    ...(issuer ? { issuer } : {}),
  });
  const model = await startModel({ keys: [MODEL_KEY], ...described.model, ...(issuer ? { issuer } : {}) });
  const pull = (number = 7): PullRequest => {
    const found = world.pulls.get(number);
    if (found === undefined) throw new Error(`the world has no pull request ${number}`);
    return found;
  };
  try {
    await play({
      world,
      github,
      model,
      pull,
      event: (happening, number = 7) =>
        pullRequestEvent({ world, urls: github.urls }, number, { sender: 'mia', ...happening }),
      run: ({ action = 'classify', inputs = {}, environment = {}, ...rest }) =>
        runAction({
          token: TOKEN,
          repository: world.repository,
          github,
          ...rest,
          action: action === '.' ? root : `${root}actions/${action}`,
          inputs: { ...(issuer ? {} : { 'anthropic-api-key': MODEL_KEY }), 'base-url': model.url, ...inputs },
          environment: {
            ...(issuer
              ? {
                  ACTIONS_ID_TOKEN_REQUEST_URL: `${github.url}/identity?api-version=2.0`,
                  ACTIONS_ID_TOKEN_REQUEST_TOKEN: issuer.requestToken,
                }
              : {}),
            ...environment,
          },
        }),
    });
  } finally {
    await model.close();
    await github.close();
    await world.close();
  }
}
