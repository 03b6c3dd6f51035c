import type { Change } from '../core/diff.ts';
import { ForgeError, HeadMoved } from '../core/errors.ts';
import { describeMove } from '../core/position.ts';
import type { PullRequest } from '../core/pull-request.ts';
import type { Forge, Narrate } from '../ports.ts';

export type PinnedChange =
  | { readonly kind: 'read'; readonly change: Change }
  | { readonly kind: 'moved' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Reads the change and pins it: head and base ref are read again after the last read (SU-20). */
export async function readPinnedChange(forge: Forge, pullRequest: PullRequest): Promise<PinnedChange> {
  try {
    const change = await forge.readChange(pullRequest);
    const moved = describeMove(pullRequest, await forge.readPosition(pullRequest.number));
    return moved === null ? { kind: 'read', change } : { kind: 'moved' };
  } catch (error) {
    if (error instanceof HeadMoved) return { kind: 'moved' };
    if (error instanceof ForgeError) return { kind: 'unreadable', reason: error.message };
    throw error;
  }
}

/** What a reading that moved twice ends with (SU-20). */
export const MOVED = 'the head moved while it was read';

/** Takes the snapshot, and once more where the head moved while it was read (SU-20). The second one is given as it is. */
export async function readAtMostTwice<Reading extends { readonly kind: string }>(
  narrate: Narrate,
  read: () => Promise<Reading>,
): Promise<Reading> {
  const first = await read();
  if (first.kind !== 'moved') return first;
  narrate(`${MOVED}; reading once more`);
  return read();
}
