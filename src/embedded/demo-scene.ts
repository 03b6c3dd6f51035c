import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DemoOptions, OptionError } from './demo-options.ts';
import type { Script } from './demo-script.ts';
import type { Installation } from './demo-workflow.ts';
import { commitTo } from './happenings.ts';
import { type Clone, openClone, textAt } from './local-clone.ts';
import { packageRoot } from './package-root.ts';
import { MAINTAINER, REVIEWER, RULES_PATH, SAMPLE, SAMPLE_NUMBER, SETTINGS_PATH } from './sample.ts';
import { type PullRequest, systemClock, type World } from './state.ts';
import { aWorld } from './world.ts';

const EXAMPLE_RULES = 'rules-examples/open-source.yml';

/** The pull request of the demo, with the rules that it is held against and where they come from. */
export type Scene = {
  readonly world: World;
  readonly pull: PullRequest;
  readonly rules: string;
  readonly rulesFrom: string;
  readonly settingsFrom: string;
};

/** Builds the world that the options ask for; what has to be undone later is added to `cleanups`. */
export async function setScene(
  options: DemoOptions,
  script: Script,
  installation: Installation,
  cleanups: (() => Promise<void>)[],
): Promise<Scene> {
  const permissions = installation.permissions === null ? {} : { permissions: installation.permissions };
  const given = options.rules === null ? null : await readGiven('--rules', options.rules);
  const settings = options.settings === null ? null : await readGiven('--settings', options.settings);
  if (options.clone === null) {
    const number = options.number ?? SAMPLE_NUMBER;
    const title = options.title === null ? {} : { title: options.title };
    const world = await aWorld({
      ...SAMPLE,
      ...permissions,
      clock: systemClock,
      pull: { ...SAMPLE.pull, ...script.pull, number, ...title },
    });
    cleanups.push(() => world.close());
    return finishScene(
      world,
      number,
      given === null ? null : { text: given, from: `${options.rules}, committed to the default branch` },
      settings === null ? null : { text: settings, from: `${options.settings}, committed to the default branch` },
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
  const onBase = `as if it stood on ${clone.base.branch}`;
  const other = settings === null ? null : { text: settings, from: `${options.settings}, ${onBase}` };
  if (given !== null) return finishScene(world, number, { text: given, from: `${options.rules}, ${onBase}` }, other);
  if (await hasRules(clone)) return finishScene(world, number, null, other);
  const example = await readFile(join(packageRoot(), EXAMPLE_RULES), 'utf8');
  const from = `EXAMPLE: the repository has no ${RULES_PATH} on ${clone.base.branch}, so ${EXAMPLE_RULES} is used (--rules takes another)`;
  return finishScene(world, number, { text: example, from }, other);
}

async function readGiven(option: string, path: string): Promise<string> {
  if (!existsSync(path)) throw new OptionError(`${option} ${path}: there is no such file`);
  if (statSync(path).isDirectory()) throw new OptionError(`${option} ${path}: this is a folder, not a file`);
  return readFile(path, 'utf8');
}

async function hasRules(clone: Clone): Promise<boolean> {
  const texts = [RULES_PATH, jsonOf(RULES_PATH)].map((path) => textAt(clone.git, clone.base.oid, path));
  return (await Promise.all(texts)).some((text) => text !== null);
}

type Given = { readonly text: string; readonly from: string };

/** Puts other rules and settings onto the default branch. The pull request's own diff starts below that commit, so it stays the same. */
async function finishScene(world: World, number: number, rules: Given | null, settings: Given | null): Promise<Scene> {
  const pull = world.pulls.get(number);
  if (pull === undefined) throw new Error(`there is no pull request ${number}`);
  const branch = world.repository.defaultBranch;
  const put = async (message: string, path: string, { text }: Given) => {
    const json = jsonOf(path);
    const superseded = (await textOn(world, json)) === null ? {} : { [json]: null };
    await commitTo(world, branch, { message, files: { [path]: text, ...superseded } });
  };
  if (rules !== null) await put('Rules of the demo', RULES_PATH, rules);
  if (settings !== null) await put('Settings of the demo', SETTINGS_PATH, settings);
  const read = async (path: string): Promise<Given | null> => {
    for (const name of [path, jsonOf(path)]) {
      const text = await textOn(world, name);
      if (text !== null) return { text, from: `${name} on ${branch}` };
    }
    return null;
  };
  const found = await read(RULES_PATH);
  return {
    world,
    pull,
    rules: found?.text ?? '',
    rulesFrom: rules?.from ?? found?.from ?? 'none',
    settingsFrom: settings?.from ?? (await read(SETTINGS_PATH))?.from ?? 'none: everything is as it is by default',
  };
}

function jsonOf(path: string): string {
  return path.replace(/yml$/, 'json');
}

/** The text of a file on the default branch, or null. */
function textOn(world: World, path: string): Promise<string | null> {
  return textAt(world.git, world.branches.get(world.repository.defaultBranch) ?? '', path);
}
