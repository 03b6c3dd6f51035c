import type { DuplicateClose } from './decision.ts';
import type { OwnThread } from './own-thread.ts';
import { isGoneForAll } from './presence.ts';
import type { Standing } from './run-facts.ts';
import { areDuplicates, firstStake } from './same-issue.ts';
import { compareTags } from './tag.ts';

/**
 * RR-54: of open threads that are about the same issue of one site, all but the earliest are closed with a link to it. In
 * doubt both stay: where one is gone, a maintainer spoke, or its reviewer did not read in this run. One that the run opens
 * again stays too, and others are its duplicates.
 */
export function decideDuplicates(standing: Standing): readonly DuplicateClose[] {
  const { index, places, presence, reopened, reviewers } = standing;
  const reading = new Set(reviewers.filter(({ reading }) => reading.kind === 'read').map(({ name }) => name));
  const isOpen = (thread: OwnThread): boolean => {
    const stake = firstStake(thread, index);
    return (
      stake !== null &&
      reading.has(stake.reviewer) &&
      (!thread.resolved || reopened.has(thread.id)) &&
      thread.duplicateOf === null &&
      !index.superseded.has(thread.id) &&
      !isGoneForAll(thread, index, presence)
    );
  };
  const tagOf = (thread: OwnThread) => firstStake(thread, index)?.footer.tag ?? 'future-work';

  const decisions: DuplicateClose[] = [];
  for (const threads of index.bySite.values()) {
    if (threads.length < 2) continue;
    const open = threads.filter(isOpen).sort((a, b) => byTime(a, b) || compareTags(tagOf(a), tagOf(b)));
    const kept: OwnThread[] = [];
    for (const thread of open) {
      const canonical = kept.find((other) =>
        areDuplicates(other, thread, index, (key) => places.get(key)?.class ?? null),
      );
      const stake = firstStake(thread, index);
      if (canonical === undefined || stake === null || thread.maintainerReplied || thread.resolved) {
        kept.push(thread);
        continue;
      }
      const { reviewer, findingKey: key } = stake;
      decisions.push({ reviewer, key, kind: 'duplicate-close', thread, stake, canonical });
    }
  }
  return decisions;
}

function byTime(a: OwnThread, b: OwnThread): number {
  return a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0;
}
