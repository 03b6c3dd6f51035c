import type { RunDecisions } from './decide.ts';
import { type Decision, decisionId, isThreadDecision, type Opening, type ThreadDecision } from './decision.ts';
import type { Finding } from './finding.ts';
import type { OwnThread } from './own-thread.ts';
import { isGoneForAll } from './presence.ts';
import { hasReply, isSettled, type Prior, type Priors, runOf, tagOf } from './priors.ts';
import type { Tag } from './tag.ts';

/** What became of a run's writes, by `decisionId`; all of them stand where both are empty, as before anything is written. */
export type Landed = {
  /** Replies and comments that GitHub did not take, and `Also:` lines in such comments: nobody said them. */
  readonly unsaid: ReadonlySet<string>;
  /** Comments that stand in the block instead: refused anchors, and those that GitHub swallowed (RR-70, SU-45). */
  readonly moved: ReadonlySet<string>;
};

/** As before anything is written: all will land. */
export const ALL_LANDED: Landed = { unsaid: new Set(), moved: new Set() };

/** One finding in a reviewer's columns, as it stands after the run (RR-62). */
export type Counted = {
  readonly key: string;
  readonly tag: Tag;
  /** The ordinal under which it was said; null is an earlier run's. */
  readonly run: number | null;
  /** Whether it is in R. */
  readonly settled: boolean;
  readonly followUp: boolean;
  /** Whether it is the one that decides for its key. */
  readonly deciding: boolean;
  /** Whether its thread is closed as a duplicate, so that another one says whether it is still there (RR-51). */
  readonly duplicate: boolean;
};

/** Every finding that a reviewer's columns count after the run: threads, concurrences, what is listed, and what is new. */
export function countedAfter(reviewer: string, decided: RunDecisions, landed: Landed): readonly Counted[] {
  const { standing, decisions } = decided;
  const { all, deciding } = standing.priors.get(reviewer) ?? NO_PRIORS;
  const run = standing.reviewers.find(({ name }) => name === reviewer)?.run ?? null;
  const settle = settlementAfter(decided, landed);
  const closed = new Set(
    decisions.flatMap((one) => (one.kind === 'duplicate-close' && counts(one, landed) ? [one.thread.id] : [])),
  );
  const gone = (prior: Prior): boolean => standing.presence.get(reviewer)?.get(prior.key) === 'gone';
  return [
    ...all.map((prior): Counted => {
      const decides = deciding.get(prior.key) === prior;
      const settledListing = decides ? gone(prior) : isSettled(prior);
      return {
        key: prior.key,
        tag: tagOf(prior),
        run: runOf(prior),
        settled: prior.kind === 'thread' ? settle(prior.thread) : settledListing,
        followUp: prior.kind === 'thread' && prior.stake.footer.followUp,
        deciding: decides,
        duplicate: prior.kind === 'thread' && (prior.thread.duplicateOf !== null || closed.has(prior.thread.id)),
      };
    }),
    ...newFindings(reviewer, decisions, landed).map(
      ({ key, finding, opening }): Counted => ({
        key,
        tag: finding.tag,
        run,
        settled: false,
        followUp: opening?.kind === 'follow-up',
        deciding: true,
        duplicate: false,
      }),
    ),
  ];
}

const NO_PRIORS: Priors = { deciding: new Map(), all: [] };

/** A finding that a run adds; `opening` is null for a concurrence. */
export type NewFinding = { readonly key: string; readonly finding: Finding; readonly opening: Opening | null };

/** What a reviewer adds to its columns, as far as it landed: in a comment, a thread or the block. */
export function newFindings(
  reviewer: string,
  decisions: readonly Decision[],
  { unsaid }: Landed,
): readonly NewFinding[] {
  return decisions.flatMap((decision): readonly NewFinding[] => {
    if (decision.reviewer !== reviewer || unsaid.has(decisionId(decision))) return [];
    switch (decision.kind) {
      case 'comment':
      case 'list':
        return [{ key: decision.key, finding: decision.finding, opening: decision.opening }];
      case 'concurrence':
      case 'also':
        return [{ key: decision.key, finding: decision.finding, opening: null }];
      default:
        return [];
    }
  });
}

/**
 * Whether a thread is in R after the run, each once (RR-62): resolved, or gone with a `Fixed in` reply; never one that the
 * run opens again, also where GitHub refuses; a duplicate exactly when the thread that it stands for is.
 */
export function settlementAfter(decided: RunDecisions, landed: Landed): (thread: OwnThread) => boolean {
  const { index, presence } = decided.standing;
  const byThread = new Map<string, ThreadDecision[]>();
  for (const decision of decided.decisions) {
    if (!isThreadDecision(decision) || !counts(decision, landed)) continue;
    const others = byThread.get(decision.thread.id);
    if (others === undefined) byThread.set(decision.thread.id, [decision]);
    else others.push(decision);
  }

  const isSettled = (thread: OwnThread): boolean => {
    const here = byThread.get(thread.id) ?? [];
    const closing = here.find((decision) => decision.kind === 'duplicate-close');
    const canonical = closing === undefined ? index.canonical.get(thread.id) : closing.canonical;
    if (canonical !== undefined && canonical !== null) return isSettled(canonical);
    if (here.some(({ kind }) => kind === 'improper-resolution' || kind === 'unresolve')) return false;
    if (thread.resolved) return true;
    if (here.some(({ kind }) => kind === 'concurrence')) return false;
    const saysFixed = hasReply(thread, 'resolution') || here.some(({ kind }) => kind === 'resolution');
    return saysFixed && isGoneForAll(thread, index, presence);
  };
  return isSettled;
}

/** An improper resolution is one even if nobody could be told; everything else needs its reply. */
function counts(decision: Decision, { unsaid }: Landed): boolean {
  return decision.kind === 'improper-resolution' || !unsaid.has(decisionId(decision));
}
