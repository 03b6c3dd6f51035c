import type { OwnThread } from './own-thread.ts';
import { isSettled, type Prior, type Priors } from './priors.ts';
import type { Candidate, Reading } from './reviewer-run.ts';
import { firstStake, keysOf, sameIssueThreads } from './same-issue.ts';
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
  /** Every reviewer's ordinal in this run; of one that is finished, its block's. */
  readonly ordinals: ReadonlyMap<string, number>;
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

function withoutBeingFound(prior: Prior, { reading, places, ordinals }: PresenceFacts): Now {
  if (isSettled(prior)) return 'gone';
  if (reading.kind === 'finished') return saysFixedHere(prior, ordinals) ? 'gone' : 'current';
  if (reading.kind !== 'read' || !reading.whole) return 'current';
  const answer = reading.answers.get(prior.key);
  if (answer?.state !== 'fixed') return 'current';
  const unchanged = places.get(prior.key)?.unchanged ?? false;
  return unchanged && answer.certainty < CERTAIN_OF_UNCHANGED ? 'current' : 'gone';
}

/** Whether this run said already that it is gone for everybody, in an attempt that finished the reviewer. */
function saysFixedHere(prior: Prior, ordinals: ReadonlyMap<string, number>): boolean {
  if (prior.kind === 'listed') return false;
  return prior.thread.footers.some(
    ({ replyKind, reviewer, run }) => replyKind === 'resolution' && run !== null && run === ordinals.get(reviewer),
  );
}

/** The keys of a reviewer's findings, and its own keys under which they stand already (RR-54). */
function foundKeys({ reviewer, priors, reading, index }: PresenceFacts): ReadonlySet<string> {
  const found = new Set<string>();
  if (reading.kind !== 'read') return found;
  for (const candidate of reading.candidates) {
    for (const key of keysOf(candidate, reviewer)) found.add(key);
    const known = knownKey(candidate, priors);
    // One that the bot resolved under this key may stand in another thread by now, as a finding without a prior may.
    if (known !== null && !wasResolvedByBot(priors.deciding.get(known), index)) continue;
    for (const thread of ownSameIssue(candidate, index)) {
      for (const stake of index.stakesOf(thread)) if (stake.reviewer === reviewer) found.add(stake.findingKey);
    }
  }
  return found;
}

/** Whether the bot settled a prior, so that its return is a new finding. */
export function wasResolvedByBot(
  prior: Prior | undefined,
  index: ThreadIndex,
): prior is Extract<Prior, { kind: 'thread' }> {
  return (
    prior?.kind === 'thread' &&
    prior.thread.duplicateOf === null &&
    !index.superseded.has(prior.thread.id) &&
    index.resolvers.get(prior.thread.id) === 'bot'
  );
}

/** The key under which a finding's reviewer said it before, the present one first; null: it has no prior. */
export function knownKey(candidate: Candidate, { deciding }: Priors): string | null {
  return keysOf(candidate, candidate.finding.reviewer).find((key) => deciding.has(key)) ?? null;
}

/**
 * Threads of a finding's reviewer, open or settled by a maintainer and no duplicates, that say what it says (RR-54).
 * `reopened` are those that this run opens again.
 */
export function ownSameIssue(
  candidate: Candidate,
  index: ThreadIndex,
  reopened: ReadonlySet<string> = NONE,
): readonly OwnThread[] {
  return sameIssueThreads(candidate, index).filter(
    (thread) =>
      thread.duplicateOf === null &&
      (!thread.resolved || reopened.has(thread.id) || index.resolvers.get(thread.id) === 'maintainer') &&
      index.stakesOf(thread).some(({ reviewer }) => reviewer === candidate.finding.reviewer),
  );
}

const NONE: ReadonlySet<string> = new Set();

/** Other reviewers' threads, open or `reopened` by this run, that say what a finding says; duplicates and superseded ones are none (RR-42, RR-51). */
export function othersSameIssue(
  candidate: Candidate,
  index: ThreadIndex,
  reopened: ReadonlySet<string>,
): readonly OwnThread[] {
  const self = candidate.finding.reviewer;
  return sameIssueThreads(candidate, index).filter(
    (thread) =>
      (!thread.resolved || reopened.has(thread.id)) &&
      thread.duplicateOf === null &&
      !index.superseded.has(thread.id) &&
      firstStake(thread, index)?.reviewer !== self,
  );
}

/** Threads that a person resolved though they are current for a reviewer: the run opens them again (RR-57). */
export function reopenedThreads(index: ThreadIndex, presence: Presence): ReadonlySet<string> {
  const again = index.threads.filter(
    (thread) =>
      index.resolvers.get(thread.id) === 'person' &&
      thread.duplicateOf === null &&
      !index.superseded.has(thread.id) &&
      index.stakesOf(thread).some(({ reviewer, findingKey }) => presence.get(reviewer)?.get(findingKey) === 'current'),
  );
  return new Set(again.map(({ id }) => id));
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
