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

/** Where an action's contract stands; `auto` is the root action. */
export function actionFile(name: string): string {
  return name === 'auto' ? 'action.yml' : `actions/${name}/action.yml`;
}

/** The document with an action's tables. */
export function readmeOf(name: string): string {
  return name === 'auto' ? 'actions/README.md' : `actions/${name}/README.md`;
}

export function readAction(name: string): ActionYml {
  return load(readText(actionFile(name))) as ActionYml;
}

/** The action of this repository that a step uses, or null. */
export function usedAction(step: Step): string | null {
  const match = /^your-org\/revi(?:\/actions\/([\w-]+))?@v1$/.exec(step.uses ?? '');
  return match === null ? null : (match[1] ?? 'auto');
}

/** A table of a Markdown document: the cells of each line below the head that starts with these columns. */
export function readTables(markdown: string, head: readonly string[]): readonly (readonly string[])[] {
  const rows: (readonly string[])[] = [];
  let inside = false;
  for (const line of markdown.split('\n')) {
    const cells = line.startsWith('|')
      ? line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim())
      : null;
    if (cells === null) inside = false;
    else if (head.every((column, index) => cells[index] === column)) inside = true;
    else if (inside && !/^[-: ]*$/.test(cells[0] ?? '')) rows.push(cells);
  }
  return rows;
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
