import { findingKey, siteKey } from '../finding-key.ts';
import type { Finding } from './finding.ts';
import type { OwnThread } from './own-thread.ts';
import type { Stake } from './priors.ts';
import type { Candidate } from './reviewer-run.ts';
import type { ThreadIndex } from './thread-index.ts';

/** Words of a title, lower case, three letters or digits and longer, each once (RR-54). */
function wordsOf(title: string): ReadonlySet<string> {
  const runs = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(runs.filter((word) => [...word].length >= 3));
}

/** Whether two titles share at least half the words of the one that has fewer; one without words shares nothing (RR-54). */
export function titlesShareHalf(a: string, b: string): boolean {
  const [fewer, more] = [wordsOf(a), wordsOf(b)].sort((one, other) => one.size - other.size);
  if (fewer === undefined || more === undefined || fewer.size === 0) return false;
  const common = [...fewer].filter((word) => more.has(word)).length;
  return 2 * common >= fewer.size;
}

/** All keys that a finding can have as a reviewer's, the present one first. */
export function keysOf({ finding, sites }: Candidate, reviewer: string): readonly string[] {
  return sites.map((site) => findingKey({ reviewer, ...site, class: finding.class }));
}

/** The threads at a finding's site that are about the same issue (RR-54), oldest first. */
export function sameIssueThreads(candidate: Candidate, index: ThreadIndex): readonly OwnThread[] {
  const threads = new Set(candidate.sites.flatMap((site) => index.bySite.get(siteKey(site)) ?? []));
  return [...threads].filter((thread) => {
    const said = firstStake(thread, index);
    if (said === null) return false;
    // A footer tells no class, but its key is the one that this class makes.
    const sameClass = keysOf(candidate, said.reviewer).includes(said.findingKey);
    return sameClass || titlesShareHalf(candidate.finding.title, said.footer.title);
  });
}

/** The class that a key was made with; null where that cannot be told. */
export type ClassOf = (findingKey: string) => string | null;

/** Whether two threads are about the same issue of one site (RR-54). */
export function areDuplicates(a: OwnThread, b: OwnThread, index: ThreadIndex, classOf: ClassOf): boolean {
  const [one, other] = [firstStake(a, index), firstStake(b, index)];
  if (one === null || other === null || one.footer.siteKey === null) return false;
  if (one.footer.siteKey !== other.footer.siteKey) return false;
  const sameClass = classOf(one.findingKey) !== null && classOf(one.findingKey) === classOf(other.findingKey);
  return sameClass || titlesShareHalf(one.footer.title, other.footer.title);
}

/** Whether two findings of a run say the same about one site (RR-54, RR-58). */
export function areSameIssue(a: Finding, b: Finding): boolean {
  return a.siteKey === b.siteKey && (a.class === b.class || titlesShareHalf(a.title, b.title));
}

/** The finding that a thread is about: its opener's, or where that comment is gone the first one that is left. */
export function firstStake(thread: OwnThread, index: ThreadIndex): Stake | null {
  return index.openerOf(thread) ?? index.stakesOf(thread)[0] ?? null;
}
