import { join } from 'node:path';
import { load } from 'js-yaml';
import { type DemoOptions, HELP, OptionError, parseDemoOptions } from './demo-options.ts';
import { renderResult } from './demo-report.ts';
import { setScene } from './demo-scene.ts';
import { pullRequestEvent } from './events.ts';
import { GitError } from './git.ts';
import { type GitHub, startGitHub } from './github.ts';
import { requestReview } from './happenings.ts';
import { CloneError } from './local-clone.ts';
import { standInJudge } from './model/judge.ts';
import { startModel } from './model/server.ts';
import type { StandInModel } from './model/state.ts';
import { packageRoot } from './package-root.ts';
import { filesOf } from './pull-request.ts';
import { runAction } from './runner.ts';
import { REVIEWER } from './sample.ts';
import { TOKEN } from './world.ts';

/** What the demo is given of the process that it runs in. */
export type DemoSurroundings = {
  readonly environment: { readonly [name: string]: string | undefined };
  readonly print: (text: string) => void;
  /** Ends the demo early, as Ctrl-C does; everything temporary is deleted all the same. */
  readonly signal: AbortSignal;
  readonly width: number;
};

/** Runs the demo and gives the process's exit code: the action's own, or 2 for a wrong command line. */
export async function demo(args: readonly string[], surroundings: DemoSurroundings): Promise<number> {
  const cleanups: (() => Promise<void>)[] = [];
  try {
    const options = parseDemoOptions(args);
    if (!options.help) return await runDemo(options, surroundings, cleanups);
    surroundings.print(HELP);
    return 0;
  } catch (error) {
    if (!(error instanceof OptionError || error instanceof CloneError || error instanceof GitError)) throw error;
    surroundings.print(error.message);
    return 2;
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup();
  }
}

async function runDemo(
  options: DemoOptions,
  around: DemoSurroundings,
  cleanups: (() => Promise<void>)[],
): Promise<number> {
  const { print, signal } = around;
  const { world, pull, rules, rulesFrom } = await setScene(options, cleanups);
  const github = await startGitHub(world, { port: options.port });
  cleanups.push(() => github.close());
  const model = await chooseModel(rules, around.environment);
  if (model.standIn) cleanups.push(() => model.standIn?.close() ?? Promise.resolve());

  const files = await filesOf(world, pull);
  const { owner, name, id } = world.repository;
  print(
    `pull request  ${owner}/${name}#${pull.number} "${pull.title}" by ${pull.author?.login}, ${files.length} files`,
  );
  print(`compared      ${pull.baseRef} ... ${pull.headRef} (${pull.head.slice(0, 7)})`);
  print(`rules         ${rulesFrom}`);
  print(`model         ${model.announced}`);
  print(`GitHub        ${github.apiUrl} (embedded)\n`);

  requestReview(world, pull.number, REVIEWER);
  const event = await pullRequestEvent({ world, urls: github.urls }, pull.number, {
    action: 'review_requested',
    reviewer: REVIEWER,
    sender: 'kofi',
  });
  const result = await runAction({
    action: join(packageRoot(), 'actions', 'classify'),
    event,
    token: TOKEN,
    repository: { owner, name, id },
    github,
    inputs: { ...model.inputs, ...(options.model === null ? {} : { model: options.model }) },
    signal,
    onLine: (line) => {
      // Commands are for the runner; what they say is printed below.
      if (!line.startsWith('::') && !line.startsWith('revi classify finished')) print(`  ${line}`);
    },
  });
  if (signal.aborted) return 130;
  print(renderResult({ pull, result, github, standIn: model.standIn }, around.width));
  if (options.serve) await keepServing(github, around);
  return result.code ?? 1;
}

type Chosen = {
  readonly announced: string;
  readonly inputs: { readonly [name: string]: string };
  readonly standIn: StandInModel | null;
};

async function chooseModel(rules: string, environment: DemoSurroundings['environment']): Promise<Chosen> {
  const { ANTHROPIC_API_KEY: key = '', ANTHROPIC_AUTH_TOKEN: token = '', ANTHROPIC_BASE_URL: base = '' } = environment;
  if (key !== '' || token !== '' || base !== '') {
    // Local servers want a key as little as they check it, but the action asks for one.
    const credential =
      key === '' && token !== '' ? { 'anthropic-auth-token': token } : { 'anthropic-api-key': key || 'none' };
    const inputs = base === '' ? credential : { ...credential, 'base-url': base };
    return { announced: `the real one at ${base || 'https://api.anthropic.com'}`, inputs, standIn: null };
  }
  const standIn = await startModel({
    otherwise: standInJudge(descriptionsOf(rules)),
    latency: { first: 10, total: 30 },
  });
  return {
    announced: 'STAND-IN: it only looks for words. Set ANTHROPIC_API_KEY (or ANTHROPIC_BASE_URL) to ask a real one.',
    inputs: { 'anthropic-api-key': 'stand-in-key', 'base-url': standIn.url },
    standIn,
  };
}

function descriptionsOf(rules: string): string[] {
  try {
    const document = load(rules) as { classifications?: { description?: unknown }[] } | null;
    return (document?.classifications ?? []).map(({ description }) => String(description ?? '').trim()).filter(Boolean);
  } catch {
    // The action says what is wrong with the file; here its rules are only unknown.
    return [];
  }
}

async function keepServing(github: GitHub, { print, signal }: DemoSurroundings): Promise<void> {
  print(`\nThe embedded GitHub stays at ${github.apiUrl} (token ${TOKEN}). Ctrl-C ends it.`);
  if (!signal.aborted) await new Promise((done) => signal.addEventListener('abort', done, { once: true }));
}
