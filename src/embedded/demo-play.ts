import { join } from 'node:path';
import { type PageSection, pageOf, renderNews } from './demo-page.ts';
import type { Happened, Script } from './demo-script.ts';
import type { GitHub } from './github.ts';
import { packageRoot } from './package-root.ts';
import { type RunResult, runAction } from './runner.ts';
import { MAINTAINER } from './sample.ts';
import type { PullRequest, World } from './state.ts';
import { TOKEN } from './world.ts';

/** One run of the action, and what it was for. */
export type Played = {
  readonly told: string;
  readonly result: RunResult;
  /** Requests to GitHub. */
  readonly requests: number;
};

export type Staging = {
  readonly script: Script;
  /** The pull request's head before anything happened. */
  readonly start: string;
  readonly world: World;
  readonly pull: PullRequest;
  readonly github: GitHub;
};

export type Playing = {
  /** Of the action. */
  readonly inputs: { readonly [name: string]: string };
  readonly signal: AbortSignal;
  readonly print: (text: string) => void;
  readonly width: number;
};

const FIRST_RUN = 9_000_000_001;

/** Lets everything of a script happen, one after the other on the same world, and runs the action for each event. */
export async function play(staging: Staging, playing: Playing): Promise<readonly Played[]> {
  const { script, world, pull, github, start } = staging;
  const author = pull.author?.login ?? 'ghost';
  const stage = { world, urls: github.urls, number: pull.number, author, maintainer: MAINTAINER };
  const runs: Played[] = [];
  let seen: readonly PageSection[] = [];
  for (const happening of script.happenings) {
    if (playing.signal.aborted) break;
    const happened = await happening(stage);
    const several = script.happenings.length > 1;
    if (several) playing.print(`> ${happened.told}`);
    const played = await playOne(staging, { ...playing, runId: FIRST_RUN + runs.length }, happened);
    if (played !== null) runs.push(played);
    if (several)
      playing.print(
        played === null ? '  no job is started for it\n' : `  => ${showOutcome(played)}, ${played.requests} requests\n`,
      );
    if (played === null || script.pageAfterRuns === undefined || playing.signal.aborted) continue;
    const page = await pageOf(world, pull, { since: start, width: playing.width });
    playing.print(`The page after run ${runs.length}${seen.length === 0 ? '' : ', as far as it changed'}:`);
    playing.print(`${renderNews(seen, page, playing.width)}\n`);
    seen = page;
  }
  return runs;
}

async function playOne(
  { script, world, github }: Staging,
  { inputs, signal, print, runId }: Playing & { readonly runId: number },
  { told, event }: Happened,
): Promise<Played | null> {
  if (event === null) return null;
  const { owner, name, id } = world.repository;
  const before = github.requests.length;
  const result = await runAction({
    action: join(packageRoot(), script.action),
    event,
    token: TOKEN,
    repository: { owner, name, id },
    github,
    runId,
    inputs,
    signal,
    onLine: (line) => {
      // Commands are for the runner; what they say is printed elsewhere.
      if (!line.startsWith('::') && !/^revi \S+ finished/.test(line)) print(`  ${line}`);
    },
  });
  return { told, result, requests: github.requests.length - before };
}

/** `done (ran triage)`; an action alone does not say what ran. */
export function showOutcome({ result }: Played): string {
  const { outcome = '(none)', ran = '' } = result.outputs;
  return `${outcome}${ran === '' ? '' : ` (ran ${ran})`}`;
}
