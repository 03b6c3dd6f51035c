import type { Position } from './pull-request.ts';

/** In words how a position moved, naming both heads or base branches; null when it did not. */
export function describeMove(read: Position, now: Position): string | null {
  if (read.head !== now.head)
    return `the head moved from ${read.head.slice(0, 7)}, which was read, to ${now.head.slice(0, 7)}`;
  if (read.baseRef !== now.baseRef)
    return `the base branch changed from ${read.baseRef}, which was read, to ${now.baseRef}`;
  return null;
}
