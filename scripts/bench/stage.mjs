import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aWorld, root, runAction, startGitHub, startModel, TOKEN } from './compiled.mjs';

const probe = new URL('../usage-probe.mjs', import.meta.url).href;

/** Runs an action once, on what `happen` gives for a world of its own; see `inWorld`. */
export function runOnce({ happen, expected, inputs, ...rest }) {
  return inWorld(rest, (run) => run({ happen, expected, inputs }));
}

/**
 * Lets `play` run an action as often as it likes in one world, each time on what `happen` gives. A run gives its result, its
 * requests and questions, and the child's CPU and memory. `model` is how the stand-in answers. An outcome that is not `expected` is an error.
 */
export async function inWorld({ action, world: described, latency, github: githubLatency = 0, model: answers }, play) {
  const world = await aWorld(described);
  const github = await startGitHub(world, githubLatency === 0 ? {} : { faults: [{ delay: githubLatency }] });
  const model = await startModel({ ...answers, ...(latency === undefined ? {} : { latency }) });
  const folder = mkdtempSync(join(tmpdir(), 'revi-bench-'));
  const usageFile = join(folder, 'usage.json');
  let runs = 0;
  const run = async ({ happen, expected = /^done/, inputs = {} }) => {
    const before = github.requests.length;
    const asked = model.questions.length;
    const event = await happen({ world, urls: github.urls });
    const { owner, name, id } = world.repository;
    runs += 1;
    const result = await runAction({
      action: join(root, 'actions', action),
      event,
      token: TOKEN,
      repository: { owner, name, id },
      github,
      runId: 9_000_000_000 + runs,
      inputs: { 'anthropic-api-key': 'bench-key', 'base-url': model.url, ...inputs },
      environment: { NODE_OPTIONS: `--import ${probe}`, REVI_USAGE_FILE: usageFile },
    });
    if (!expected.test(result.outputs.outcome ?? '') || github.problems.length > 0)
      throw new Error(
        `${action} did not end as ${expected}: ${result.outputs.outcome}\n${github.problems.join('\n')}\n${result.log}`,
      );
    const usage = JSON.parse(readFileSync(usageFile, 'utf8'));
    return { result, requests: github.requests.slice(before), questions: model.questions.slice(asked), usage };
  };
  try {
    await warm(github);
    return await play(run, world);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await github.close();
    await model.close();
    await world.close();
  }
}

/** The embedded GitHub reads its schema for the first GraphQL request: its own time, not the action's. */
async function warm({ graphqlUrl }) {
  const headers = { authorization: `bearer ${TOKEN}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ query: '{ viewer { login } }' });
  const { status } = await fetch(graphqlUrl, { method: 'POST', headers, body });
  if (status !== 200) throw new Error(`the embedded GitHub answers ${status}`);
}
