import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { packageRoot } from './package-root.ts';
import type { Permissions } from './state.ts';

/** What a workflow gives its one step. */
export type Installation = {
  /** null: what a world's token has by itself. */
  readonly permissions: Permissions | null;
  readonly inputs: { readonly [name: string]: string };
};

type Job = {
  readonly permissions: Permissions;
  readonly steps: readonly { readonly uses: string; readonly with?: { readonly [name: string]: unknown } }[];
};

/** The permissions and inputs of the one job of an example, so that the demo is that installation. */
export async function readInstallation(workflow: string | null): Promise<Installation> {
  if (workflow === null) return { permissions: null, inputs: {} };
  const text = await readFile(join(packageRoot(), 'examples', 'workflows', workflow), 'utf8');
  const { jobs } = load(text) as { readonly jobs: { readonly [name: string]: Job } };
  const [job, ...others] = Object.values(jobs);
  const [step, ...more] = job?.steps ?? [];
  if (job === undefined || step === undefined || others.length > 0 || more.length > 0)
    throw new Error(`${workflow} has not one job with one step`);
  const inputs = Object.entries(step.with ?? {}).flatMap(([name, value]) => {
    const given = inputOf(String(value), workflow);
    return given === null ? [] : [[name, given] as const];
  });
  return { permissions: job.permissions, inputs: Object.fromEntries(inputs) };
}

/** null: a secret, which the demo has its own for. */
function inputOf(text: string, workflow: string): string | null {
  const [, expression] = /^\$\{\{\s*(.*?)\s*\}\}$/.exec(text) ?? [];
  if (expression === undefined) return text;
  if (expression.startsWith('secrets.')) return null;
  // The demo runs nothing by hand, and outside of a dispatch a workflow's inputs are empty.
  if (expression.startsWith('inputs.')) return '';
  throw new Error(`${workflow}: the demo does not know \${{ ${expression} }}`);
}
