import { NO_SYMBOL } from '../symbols/symbol-table.ts';
import type { Decision, NewComment, Opening } from './decision.ts';
import type { Finding } from './finding.ts';
import { othersSameIssue, ownSameIssue } from './presence.ts';
import { hasReply, type Prior, type Priors, runOf } from './priors.ts';
import type { Candidate, ReviewerRun } from './reviewer-run.ts';
import type { Plan, Standing } from './run-facts.ts';
import { areSameIssue, firstStake } from './same-issue.ts';
import { compareTags } from './tag.ts';

type Subject = {
  readonly reviewer: ReviewerRun;
  readonly candidate: Candidate;
  /** Its own prior, which the bot resolved and which is back; null: none. */
  readonly returned: Extract<Prior, { kind: 'thread' }> | null;
};

/** RR-10: of one reviewer's comments of a run, at most so many are `could fix`. */
const MOST_COULD_FIX = 5;

/**
 * The rows of Phase C's table for a finding without a prior, and for one that was re-introduced. Whatever a new comment would
 * say first, no second thread is opened on an issue that has one at its site (RR-54, RR-56, RR-58).
 */
export function decideNew({ reviewer, candidate, returned }: Subject, standing: Standing, plan: Plan): Decision {
  const { finding } = candidate;
  const of = { reviewer: reviewer.name, key: returned?.key ?? finding.findingKey };
  const priors = standing.priors.get(reviewer.name) ?? { deciding: new Map<string, Prior>(), all: [] };

  const own = ownSameIssue(candidate, standing.index, standing.reopened).find(
    (thread) => returned === null || !thread.resolved || standing.reopened.has(thread.id),
  );
  if (own !== undefined) return { ...of, kind: 'nothing', why: 'same-issue', thread: own };
  if (saysItAlready(finding, plan)) return { ...of, kind: 'nothing', why: 'same-issue', thread: null };

  if (returned === null && compareTags(finding.tag, reviewer.minimumTag) > 0) {
    return { ...of, kind: 'nothing', why: 'below-minimum-tag', thread: null };
  }

  const link = returned === null ? followedLink(finding, priors, standing) : null;
  if (returned === null && link === null && !candidate.inScope) {
    return { ...of, kind: 'nothing', why: 'out-of-scope', thread: null };
  }

  const [target] = othersSameIssue(candidate, standing.index, standing.reopened);
  if (target !== undefined) {
    const theirs = firstStake(target, standing.index)?.footer.tag ?? null;
    const stricter = theirs !== null && compareTags(finding.tag, theirs) < 0;
    return { ...of, kind: 'concurrence', thread: target, finding, stricter };
  }
  const host = plan.comments().find((comment) => areSameIssue(comment.finding, finding));
  if (host !== undefined) return { ...of, kind: 'also', finding, host };
  if (returned !== null) return post({ kind: 're-introduced', commit: resolvedOn(returned) });
  return post(link === null ? { kind: 'fresh' } : { kind: 'follow-up', link });

  function post(opening: Opening): Decision {
    if (finding.anchor === null) return { ...of, kind: 'list', finding, opening, why: 'not-anchored' };
    const full = isFull(finding, reviewer, { priors, planned: plan.comments() });
    return full
      ? { ...of, kind: 'list', finding, opening, why: 'over-limit' }
      : { ...of, kind: 'comment', finding, opening };
  }

  function isFull(
    { tag }: Finding,
    { name, run }: ReviewerRun,
    { priors, planned }: { readonly priors: Priors; readonly planned: readonly NewComment[] },
  ): boolean {
    // What an attempt that was killed has posted under this ordinal takes its places.
    const posted = priors.all.filter(
      (prior) => prior.kind === 'thread' && prior.stake.role === 'opener' && runOf(prior) === run,
    );
    const tags = [
      ...posted.map((prior) => (prior.kind === 'thread' ? prior.stake.footer.tag : null)),
      ...planned.filter((comment) => comment.reviewer === name).map((comment) => comment.finding.tag),
    ];
    const couldFix = tags.filter((one) => one === 'could-fix').length;
    return tags.length >= standing.maxFindings || (tag === 'could-fix' && couldFix >= MOST_COULD_FIX);
  }
}

/** Whether a comment or a listing of the same reviewer, planned in this run, says what a finding says. */
function saysItAlready(finding: Finding, plan: Plan): boolean {
  return plan.all.some(
    (decision) =>
      (decision.kind === 'comment' || decision.kind === 'list') &&
      decision.reviewer === finding.reviewer &&
      areSameIssue(decision.finding, finding),
  );
}

/**
 * The comment that a finding follows up: an own prior in the same symbol, of another class, that is gone now. One that was
 * a person settled while its line stands unchanged was not fixed, so that nothing follows from it.
 */
function followedLink(finding: Finding, { deciding }: Priors, { presence, places }: Standing): string | null {
  if (finding.symbol === NO_SYMBOL) return null;
  const gone = [...deciding].filter(([key, prior]) => {
    const place = places.get(key);
    if (prior.kind !== 'thread' || prior.thread.duplicateOf !== null || place === undefined) return false;
    if (presence.get(finding.reviewer)?.get(key) !== 'gone') return false;
    if (prior.thread.resolved && place.unchanged && !hasReply(prior.thread, 'resolution')) return false;
    return place.path === finding.path && place.symbol === finding.symbol && place.class !== finding.class;
  });
  const prior = gone.at(-1)?.[1];
  return prior?.kind === 'thread' ? prior.stake.footer.commentUrl : null;
}

/** Where the bot resolved a thread, by its reply there. */
function resolvedOn({ thread }: Extract<Prior, { kind: 'thread' }>): string | null {
  return thread.footers.findLast(({ replyKind }) => replyKind === 'resolution')?.commit ?? null;
}
