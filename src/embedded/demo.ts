import { chooseModel } from './demo-model.ts';
import { type DemoOptions, HELP, OptionError, parseDemoOptions } from './demo-options.ts';
import { play } from './demo-play.ts';
import { renderResult } from './demo-report.ts';
import { setScene } from './demo-scene.ts';
import type { Script } from './demo-script.ts';
import { SCRIPTS } from './demo-scripts.ts';
import { readInstallation } from './demo-workflow.ts';
import { GitError } from './git.ts';
import { type GitHub, startGitHub } from './github.ts';
import { CloneError } from './local-clone.ts';
import { filesOf } from './pull-request.ts';
import { TOKEN } from './world.ts';

/** What the demo is given of the process that it runs in. */
export type DemoSurroundings = {
  readonly environment: { readonly [name: string]: string | undefined };
  readonly print: (text: string) => void;
  /** Ends the demo early, as Ctrl-C does; everything temporary is deleted all the same. */
  readonly signal: AbortSignal;
  readonly width: number;
};

/** Runs the demo and gives the process's exit code: the action's own (the highest of several runs), or 2 for a wrong command line. */
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
  const script: Script = SCRIPTS[options.action];
  const installation = await readInstallation(script.workflow);
  const { world, pull, rules, rulesFrom, settingsFrom } = await setScene(options, script, installation, cleanups);
  const github = await startGitHub(world, { port: options.port });
  cleanups.push(() => github.close());
  const model = await chooseModel(rules, around.environment);
  if (model.standIn) cleanups.push(() => model.standIn?.close() ?? Promise.resolve());

  const files = await filesOf(world, pull);
  const { owner, name } = world.repository;
  print(
    `pull request  ${owner}/${name}#${pull.number} "${pull.title}" by ${pull.author?.login}, ${files.length} files`,
  );
  print(`compared      ${pull.baseRef} ... ${pull.headRef} (${pull.head.slice(0, 7)})`);
  if (script.workflow !== null) print(`installed as  examples/workflows/${script.workflow}`);
  if (script.withoutRules === undefined) print(`rules         ${rulesFrom}`);
  print(`settings      ${settingsFrom}`);
  print(`model         ${model.announced}`);
  print(`GitHub        ${github.apiUrl} (embedded)\n`);

  const start = pull.head;
  const runs = await play(
    { script, world, pull, github, start },
    {
      inputs: { ...installation.inputs, ...model.inputs, ...(options.model === null ? {} : { model: options.model }) },
      signal,
      print,
      width: around.width,
    },
  );
  if (signal.aborted) return 130;
  if (script.pageAfterRuns === 'besides') print('The whole conversation in the end, and what it took:');
  if (script.pageAfterRuns === 'instead') print('What it took:');
  const shown = script.pageAfterRuns === 'instead' ? null : start;
  const { standIn, worked } = model;
  print(await renderResult({ world, pull, start: shown, runs, github, standIn, worked }, around.width));
  if (options.serve) await keepServing(github, around);
  return Math.max(...runs.map(({ result }) => result.code ?? 1));
}

async function keepServing(github: GitHub, { print, signal }: DemoSurroundings): Promise<void> {
  print(`\nThe embedded GitHub stays at ${github.apiUrl} (token ${TOKEN}). Ctrl-C ends it.`);
  if (!signal.aborted) await new Promise((done) => signal.addEventListener('abort', done, { once: true }));
}
