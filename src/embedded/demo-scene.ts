import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DemoOptions, OptionError } from './demo-options.ts';
import type { Installation } from './demo-workflow.ts';
import { commitTo } from './happenings.ts';
import { type Clone, openClone, textAt } from './local-clone.ts';
import { packageRoot } from './package-root.ts';
import { MAINTAINER, REVIEWER, RULES_PATH, SAMPLE, SAMPLE_NUMBER } from './sample.ts';
import { type PullRequest, systemClock, type World } from './state.ts';
import { aWorld } from './world.ts';

const EXAMPLE_RULES = 'rules-examples/open-source.yml';

/** The pull request of the demo, with the rules that it is held against and where they come from. */
export type Scene = {
  readonly world: World;
  readonly pull: PullRequest;
  readonly rules: string;
  readonly rulesFrom: string;
};

/** Builds the world that the options ask for; what has to be undone later is added to `cleanups`. */
export async function setScene(
  options: DemoOptions,
  installation: Installation,
  cleanups: (() => Promise<void>)[],
): Promise<Scene> {
  const permissions = installation.permissions === null ? {} : { permissions: installation.permissions };
  const given = options.rules === null ? null : await readRules(options.rules);
  if (options.clone === null) {
    const number = options.number ?? SAMPLE_NUMBER;
    const title = options.title === null ? {} : { title: options.title };
    const world = await aWorld({
      ...SAMPLE,
      ...permissions,
      clock: systemClock,
      pull: { ...SAMPLE.pull, number, ...title },
    });
    cleanups.push(() => world.close());
    return finishScene(
      world,
      number,
      given === null ? null : { text: given, from: `${options.rules}, committed to the default branch` },
    );
  }
  const clone = await openClone(options.clone);
  cleanups.push(() => clone.close());
  const number = options.number ?? SAMPLE_NUMBER;
  const world = await aWorld({
    ...permissions,
    owner: 'local',
    name: clone.name,
    defaultBranch: clone.base.branch,
    collaborators: { contributor: 'write', [MAINTAINER]: 'maintain', [REVIEWER]: 'read' },
    clock: systemClock,
    git: { git: clone.git, branches: { [clone.base.branch]: clone.base.oid, [clone.head.branch]: clone.head.oid } },
    pull: {
      number,
      author: 'contributor',
      title: options.title ?? clone.headCommit.message.split('\n')[0] ?? '',
      base: clone.base.branch,
      head: clone.head.branch,
      headOid: clone.head.oid,
    },
  });
  if (given !== null)
    return finishScene(world, number, {
      text: given,
      from: `${options.rules}, as if it stood on ${clone.base.branch}`,
    });
  if (await hasRules(clone)) return finishScene(world, number, null);
  const example = await readFile(join(packageRoot(), EXAMPLE_RULES), 'utf8');
  const from = `EXAMPLE: the repository has no ${RULES_PATH} on ${clone.base.branch}, so ${EXAMPLE_RULES} is used (--rules takes another)`;
  return finishScene(world, number, { text: example, from });
}

async function readRules(path: string): Promise<string> {
  if (!existsSync(path)) throw new OptionError(`--rules ${path}: there is no such file`);
  return readFile(path, 'utf8');
}

const JSON_RULES = RULES_PATH.replace(/yml$/, 'json');

async function hasRules(clone: Clone): Promise<boolean> {
  const texts = [RULES_PATH, JSON_RULES].map((path) => textAt(clone.git, clone.base.oid, path));
  return (await Promise.all(texts)).some((text) => text !== null);
}

/** Puts other rules onto the default branch. The pull request's own diff starts below that commit, so it stays the same. */
async function finishScene(world: World, number: number, other: { text: string; from: string } | null): Promise<Scene> {
  const pull = world.pulls.get(number);
  if (pull === undefined) throw new Error(`there is no pull request ${number}`);
  const branch = world.repository.defaultBranch;
  const at = (path: string) => textAt(world.git, world.branches.get(branch) ?? '', path);
  if (other === null) {
    const path = (await at(RULES_PATH)) === null ? JSON_RULES : RULES_PATH;
    return { world, pull, rules: (await at(path)) ?? '', rulesFrom: `${path} on ${branch}` };
  }
  const superseded = (await at(JSON_RULES)) === null ? {} : { [JSON_RULES]: null };
  await commitTo(world, branch, { message: 'Rules of the demo', files: { [RULES_PATH]: other.text, ...superseded } });
  return { world, pull, rules: other.text, rulesFrom: other.from };
}
