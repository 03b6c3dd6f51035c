import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';

/** Paths of all files that are, or would be, committed; relative to the root, where jest runs. */
export function trackedFiles(): readonly string[] {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  return [...new Set(list.split('\0'))].filter((path) => path !== '' && existsSync(path)).sort();
}

/** The tracked files below `folder` whose names end in `ending`. */
export function filesBelow(folder: string, ending: string): readonly string[] {
  return trackedFiles().filter((path) => path.startsWith(`${folder}/`) && path.endsWith(ending));
}

export function readText(path: string): string {
  return readFileSync(path, 'utf8');
}

export type ActionYml = {
  readonly runs: { readonly using: string; readonly main: string };
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string }>>;
};

export function readAction(name: string): ActionYml {
  return load(readText(`actions/${name}/action.yml`)) as ActionYml;
}

export type Step = { readonly uses?: string; readonly run?: string; readonly with?: Readonly<Record<string, unknown>> };
export type Job = {
  readonly if?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly concurrency?: { readonly group: string; readonly queue?: string };
  readonly 'timeout-minutes'?: number;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly needs?: string;
  readonly steps: readonly Step[];
};
export type Workflow = {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: unknown;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
};

export function readWorkflow(path: string): Workflow {
  return load(readText(path)) as Workflow;
}
