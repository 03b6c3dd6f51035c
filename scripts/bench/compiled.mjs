// The embedded GitHub, the stand-in model and the parsers as JavaScript: compiled once, when this is loaded.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
const compiled = join(root, 'build/bench');

compile();
export const { aWorld, TOKEN } = await load('embedded/world');
export const { startGitHub } = await load('embedded/github');
export const { startModel } = await load('embedded/model/server');
export const { call, turnsSpoken } = await load('embedded/model/conversation');
export const { blocksOf, textOf } = await load('embedded/model/request');
export const { runAction } = await load('embedded/runner');
export const { issueCommentEvent, pullRequestEvent, reviewCommentEvent } = await load('embedded/events');
export const { scheduleEvent } = await load('embedded/workflow-events');
export const { addThread, push, requestReview, say } = await load('embedded/happenings');
export const { symbolsOf } = await load('core/symbols/symbols');

export function removeCompiled() {
  rmSync(compiled, { recursive: true, force: true });
}

function load(name) {
  return import(`${compiled}/src/${name}.js`);
}

function compile() {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(
    process.execPath,
    [compiler, '-p', 'tsconfig.build.json', '--noCheck', '--outDir', compiled],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  if (status !== 0) throw new Error('the sources do not compile');
}
