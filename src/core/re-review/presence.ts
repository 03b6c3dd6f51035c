import type { Finding } from './finding.ts';
import type { OwnThread } from './own-thread.ts';
import { isSettled, type Prior, type Priors } from './priors.ts';
import type { Reading } from './reviewer-run.ts';
import { firstStake, sameIssueThreads } from './same-issue.ts';
import type { ThreadIndex } from './thread-index.ts';

export type Now = 'current' | 'gone';

/** Whether each prior is there now, by reviewer and finding-key. */
export type Presence = ReadonlyMap<string, ReadonlyMap<string, Now>>;

/** Where an earlier finding stands, as far as its file can still be read; found by trying its keys. */
export type PriorPlace = {
  /** Of the file as it is named now. */
  readonly path: string;
  readonly symbol: string;
  /** Null where it is none of the reviewer's classes any more. */
  readonly class: string | null;
  /** Whether the anchor's line still stands in its symbol on this head (RR-41). */
  readonly unchanged: boolean;
};

export type PresenceFacts = {
  readonly reviewer: string;
  readonly priors: Priors;
  readonly reading: Reading;
  /** By finding-key. */
  readonly places: ReadonlyMap<string, PriorPlace>;
  readonly index: ThreadIndex;
  /** The head that is read, 40 hex digits. */
  readonly head: string;
};

/** RR-41: an unchanged anchor line needs this much certainty before its finding counts as gone. */
const CERTAIN_OF_UNCHANGED = 80;

/** Whether each of a reviewer's priors is there now (RR-41), by finding-key. */
export function decidePresence(facts: PresenceFacts): ReadonlyMap<string, Now> {
  const found = foundKeys(facts);
  return new Map(
    [...facts.priors.deciding].map(([key, prior]) => [
      key,
      found.has(key) ? 'current' : withoutBeingFound(prior, facts),
    ]),
  );
}

function withoutBeingFound(prior: Prior, { reading, places, head }: PresenceFacts): Now {
  if (isSettled(prior)) return 'gone';
  if (reading.kind === 'finished') return saysFixedHere(prior, head) ? 'gone' : 'current';
  if (reading.kind !== 'read' || !reading.whole) return 'current';
  const answer = reading.answers.get(prior.key);
  if (answer?.state !== 'fixed') return 'current';
  const unchanged = places.get(prior.key)?.unchanged ?? false;
  return unchanged && answer.certainty < CERTAIN_OF_UNCHANGED ? 'current' : 'gone';
}

/** Whether the attempt that finished the reviewer found it gone on this head. */
function saysFixedHere(prior: Prior, head: string): boolean {
  if (prior.kind === 'listed') return false;
  return prior.thread.footers.some(({ replyKind, commit }) => replyKind === 'resolution' && commit === head);
}

/** The keys of a reviewer's findings, and its own keys under which they stand already (RR-54). */
function foundKeys({ reviewer, priors, reading, ...known }: PresenceFacts): ReadonlySet<string> {
  const found = new Set<string>();
  if (reading.kind !== 'read') return found;
  for (const { finding } of reading.candidates) {
    found.add(finding.findingKey);
    if (priors.deciding.has(finding.findingKey)) continue;
    for (const thread of ownSameIssue(finding, known)) {
      for (const stake of known.index.stakesOf(thread)) if (stake.reviewer === reviewer) found.add(stake.findingKey);
    }
  }
  return found;
}

type Known = Pick<PresenceFacts, 'index' | 'places'>;

/** A reviewer's threads, open or settled by a maintainer and no duplicates, that say what its finding says (RR-54). */
export function ownSameIssue(finding: Finding, { index, places }: Known): readonly OwnThread[] {
  return sameIssueThreads(finding, index, (key) => places.get(key)?.class ?? null).filter(
    (thread) =>
      thread.duplicateOf === null &&
      (!thread.resolved || index.resolvers.get(thread.id) === 'maintainer') &&
      index.stakesOf(thread).some(({ reviewer }) => reviewer === finding.reviewer),
  );
}

/** Other reviewers' open threads that say what a finding says, oldest first; duplicates are none (RR-51). */
export function othersSameIssue(finding: Finding, { index, places }: Known): readonly OwnThread[] {
  return sameIssueThreads(finding, index, (key) => places.get(key)?.class ?? null).filter(
    (thread) =>
      !thread.resolved && thread.duplicateOf === null && firstStake(thread, index)?.reviewer !== finding.reviewer,
  );
}

/**
 * Whether a thread is gone for its opener and for everybody who concurred there (RR-56), and not found again by those whose
 * own thread was closed as its duplicate (RR-51). A reviewer that is no longer configured has no say; without anybody who
 * has one, nobody can tell.
 */
export function isGoneForAll(thread: OwnThread, index: ThreadIndex, presence: Presence): boolean {
  const says = (one: OwnThread): readonly (Now | undefined)[] =>
    index.stakesOf(one).map(({ reviewer, findingKey }) => presence.get(reviewer)?.get(findingKey));
  const own = says(thread).filter((now) => now !== undefined);
  const duplicates = (index.duplicates.get(thread.id) ?? []).flatMap(says);
  return own.length > 0 && own.every((now) => now === 'gone') && !duplicates.includes('current');
}
