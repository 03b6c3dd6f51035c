import { decideNew } from './decide-new.ts';
import { decidePrior } from './decide-prior.ts';
import { type Decision, decisionId, isThreadDecision, type NewComment } from './decision.ts';
import { decideDuplicates } from './duplicates.ts';
import { decidePresence, knownKey, othersSameIssue, ownSameIssue, type Presence, reopenedThreads } from './presence.ts';
import { type Prior, type Priors, priorsOf } from './priors.ts';
import type { ReviewerRun } from './reviewer-run.ts';
import type { Plan, RunFacts, Standing } from './run-facts.ts';

/** Everything that follows from a run, and what it follows from. */
export type RunDecisions = {
  /** One for each finding-key of each reviewer, in the order in which they are carried out. */
  readonly decisions: readonly Decision[];
  readonly standing: Standing;
};

/**
 * Phase C: what follows for every finding-key of every reviewer. Whether a finding is there now is decided for all reviewers
 * first, since a shared thread is everybody's (RR-56); then the rows are tried in the settings' order, each reviewer heeding
 * what those before it will do (RR-58).
 */
export function decideRun(facts: RunFacts): RunDecisions {
  const { reviewers, index, places, head } = facts;
  const priors = new Map(reviewers.map(({ name, listed }) => [name, priorsOf(name, index.threads, listed)]));
  const presence: Presence = new Map(
    reviewers.map(({ name: reviewer, reading }) => [
      reviewer,
      decidePresence({ reviewer, priors: priors.get(reviewer) ?? NOTHING, reading, places, index, head }),
    ]),
  );
  const reopened = reopenedThreads(index, presence);
  const claimed = claimedThreads(facts, { priors, reopened });
  const standing: Standing = { ...facts, priors, presence, reopened, claimed };

  const plan = startPlan(decideDuplicates(standing));
  for (const reviewer of reviewers) {
    const own = priors.get(reviewer.name) ?? NOTHING;
    const returned = new Map<string, Extract<Prior, { kind: 'thread' }>>();
    for (const [key, prior] of own.deciding) {
      if (plan.has(reviewer.name, key)) continue;
      const decision = decidePrior({ reviewer, key, prior }, standing, plan);
      if (decision !== null) plan.add(decision);
      else if (prior.kind === 'thread') returned.set(key, prior);
    }
    for (const candidate of candidatesOf(reviewer)) {
      const key = knownKey(candidate, own);
      if (plan.has(reviewer.name, key ?? candidate.finding.findingKey)) continue;
      const back = key === null ? undefined : returned.get(key);
      plan.add(decideNew({ reviewer, candidate, returned: back ?? null }, standing, plan));
    }
  }
  return { decisions: plan.all, standing };
}

const NOTHING: Priors = { deciding: new Map(), all: [] };

function candidatesOf({ reading }: ReviewerRun) {
  return reading.kind === 'read' ? reading.candidates : [];
}

/** Open threads of others that a reviewer without a say there finds again: it concurs, or would if it were in scope. */
function claimedThreads(
  facts: RunFacts,
  { priors, reopened }: Pick<Standing, 'priors' | 'reopened'>,
): ReadonlySet<string> {
  const claimed = new Set<string>();
  for (const reviewer of facts.reviewers) {
    const own = priors.get(reviewer.name) ?? NOTHING;
    for (const candidate of candidatesOf(reviewer)) {
      const key = knownKey(candidate, own);
      const prior = key === null ? undefined : own.deciding.get(key);
      if (prior !== undefined && (prior.kind === 'listed' || !prior.thread.resolved)) continue;
      if (prior === undefined && ownSameIssue(candidate, facts.index).length > 0) continue;
      const [target] = othersSameIssue(candidate, facts.index, reopened);
      if (target !== undefined) claimed.add(target.id);
    }
  }
  return claimed;
}

/** A plan that begins with `decisions`. */
function startPlan(decisions: readonly Decision[]): Plan & { add(decision: Decision): void } {
  const all: Decision[] = [];
  const comments: NewComment[] = [];
  const known = new Set<string>();
  const byThread = new Map<string, Decision[]>();
  const add = (decision: Decision): void => {
    all.push(decision);
    known.add(decisionId(decision));
    if (decision.kind === 'comment') comments.push(decision);
    if (!isThreadDecision(decision)) return;
    const others = byThread.get(decision.thread.id);
    if (others === undefined) byThread.set(decision.thread.id, [decision]);
    else others.push(decision);
  };
  for (const decision of decisions) add(decision);
  return {
    all,
    add,
    inThread: (threadId) => byThread.get(threadId) ?? [],
    comments: () => comments,
    has: (reviewer, key) => known.has(decisionId({ reviewer, key })),
  };
}
