import { createHash } from 'node:crypto';

/** How the model names a thread: the first 12 hex digits of sha256 of its node id (RB-20). */
export function threadName(nodeId: string): string {
  return createHash('sha256').update(nodeId).digest('hex').slice(0, 12);
}
