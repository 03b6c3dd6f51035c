import type { ListedThread } from '../../core/reconcile/listing.ts';
import type { Followed } from './open.ts';
import type { finishThreads } from './settle.ts';

/** One pull request's threads, by what is to be done about them. */
export type ToDo = {
  readonly followed: Followed;
  readonly actionable: readonly ListedThread[];
  readonly toAnswer: Parameters<typeof finishThreads>[1]['toAnswer'];
  readonly toResolve: Parameters<typeof finishThreads>[1]['toResolve'];
  /** Whether this run has made its commit here already, in an earlier attempt (ADR 0016). */
  readonly committed: boolean;
};

/** What a request has touched is settled. Nothing else is asked here: see `whyBarred`. */
export function toDo(followed: Followed, touched: ReadonlySet<string>): ToDo {
  const { listing } = followed;
  const threads = listing.threads.filter(({ thread }) => !touched.has(thread.id));
  return {
    followed,
    actionable: threads.filter(({ next }) => next.kind === 'actionable'),
    toAnswer: threads.flatMap(({ thread, next }) => (next.kind === 'finish' ? [{ thread, commit: next.commit }] : [])),
    toResolve: listing.toResolve,
    committed: listing.committedByThisRun,
  };
}
