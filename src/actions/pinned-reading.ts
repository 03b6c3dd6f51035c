import type { Change } from '../core/diff.ts';
import { ForgeError, HeadMoved } from '../core/errors.ts';
import { describeMove } from '../core/position.ts';
import type { Position, PullRequest } from '../core/pull-request.ts';
import type { Forge, Narrate } from '../ports.ts';

/** Why a reading is of no use. */
export type Unread = { readonly kind: 'moved' } | { readonly kind: 'unreadable'; readonly reason: string };

/** The change as it was read, or why it was not. */
export type ReadChange = { readonly kind: 'read'; readonly change: Change } | Unread;

/** Reads the change and pins it: head and base ref are read again after the last read (SU-20). */
export async function readPinnedChange(forge: Forge, pullRequest: PullRequest): Promise<ReadChange> {
  return orWhyNot(async () => {
    const change = await forge.readChange(pullRequest);
    return orMoved(pullRequest, await forge.readPosition(pullRequest.number), { kind: 'read', change } as const);
  });
}

/** Reads the change by SHA; for who reads more, and pins all of it with the last of that (SU-20). */
export async function readUnpinnedChange(forge: Forge, pullRequest: PullRequest): Promise<ReadChange> {
  return orWhyNot(async () => ({ kind: 'read', change: await forge.readChange(pullRequest) }) as const);
}

/** What was read at a position, if head and base ref still are as they were then. */
export function orMoved<Reading>(then: Position, now: Position, reading: Reading): Reading | Unread {
  return describeMove(then, now) === null ? reading : { kind: 'moved' };
}

/** What is read, or why it could not be. */
export async function orWhyNot<Reading>(read: () => Promise<Reading>): Promise<Reading | Unread> {
  try {
    return await read();
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
