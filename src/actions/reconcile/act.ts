import type { Applied } from '../../core/effect.ts';
import { ForgeError } from '../../core/errors.ts';
import { checkThread } from '../../core/reconcile/guard.ts';
import type { Trouble } from '../../core/reconcile/outcome.ts';
import { whyStopped } from '../../core/reconcile/stop.ts';
import type { ThreadById } from '../../core/reconcile/survey.ts';
import { refusalSentence } from '../../core/refusal-sentence.ts';
import type { Opened } from './open.ts';

/** Threads as they were just read, by node id. */
export type ById = ReadonlyMap<string, ThreadById>;

/** Why an act is denied, or null (RB-31). */
export function guard(
  { viewer, settings, ports }: Opened,
  number: number,
  read: ById,
  id: string,
  act: 'reply' | 'resolve',
): string | null {
  const wanted = { id, repository: ports.run.repository, number, act };
  const decision = checkThread(read.get(id), wanted, settings, viewer);
  return decision.kind === 'allowed' ? null : decision.error;
}

/** Why nothing more is to be done on the pull request of a thread that was just read, or null. */
export function stopAt(run: Opened, read: ById, id: string): string | null {
  const thread = read.get(id);
  return thread === undefined ? null : whyStopped(thread.pullRequest, run.settings);
}

export function stopped(why: string): Trouble {
  return { kind: 'no verdict', text: `nothing more was done, because ${why}` };
}

/** A reading in the middle of the work: where it fails, what was done so far is still told (SU-46). */
export async function readAgain({ ports }: Opened, ids: readonly string[]): Promise<ById | Trouble> {
  try {
    return await ports.forge.readThreadsById(ids);
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    return { kind: 'failed', text: error.message };
  }
}

/** A write that did not land, as a trouble. */
export function failure(applied: Exclude<Applied, { kind: 'done' }>, doing: string): Trouble {
  const text = saying(applied, doing);
  const permission = applied.kind === 'refused' && applied.refusal.reason === 'permission';
  return permission ? { kind: 'failed', text, permission: true } : { kind: 'failed', text };
}

function saying(applied: Exclude<Applied, { kind: 'done' }>, doing: string): string {
  return applied.kind === 'refused' ? refusalSentence(applied.refusal, doing) : applied.message;
}
