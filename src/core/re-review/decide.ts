import { decideNew } from './decide-new.ts';
import { decidePrior } from './decide-prior.ts';
import { type Decision, decisionId, isThreadDecision, type NewComment } from './decision.ts';
import { decideDuplicates } from './duplicates.ts';
import { decidePresence, knownKey, type Presence, reopenedThreads, wasResolvedByBot } from './presence.ts';
import { type Priors, priorsOf } from './priors.ts';
import type { Plan, RunFacts, Standing } from './run-facts.ts';

/** Everything that follows from a run, and what it follows from. */
export type RunDecisions = {
  /** One for each finding-key of each reviewer, in the order in which they are carried out. */
  readonly decisions: readonly Decision[];
  readonly standing: Standing;
};

/**
 * Phase C: what follows for every finding-key of every reviewer. Whether a finding is there now is decided for all reviewers
 * first, since a shared thread is everybody's (RR-56). Then come the new findings of all, in the settings' order and each
 * heeding what those before it will do (RR-58), and last the priors: who concurs with a thread in this run has a say in it.
 */
export function decideRun(facts: RunFacts): RunDecisions {
  const { reviewers, index, places } = facts;
  const ordinals = new Map(
    reviewers.map(({ name, run, reading }) => [name, reading.kind === 'finished' ? run - 1 : run]),
  );
  const priors = new Map(reviewers.map(({ name, listed }) => [name, priorsOf(name, index.threads, listed)]));
  const presence: Presence = new Map(
    reviewers.map(({ name: reviewer, reading }) => [
      reviewer,
      decidePresence({ reviewer, priors: priors.get(reviewer) ?? NOTHING, reading, places, index, ordinals }),
    ]),
  );
  const standing: Standing = { ...facts, priors, presence, reopened: reopenedThreads(index, presence) };

  const plan = startPlan(decideDuplicates(standing));
  for (const reviewer of reviewers) {
    if (reviewer.reading.kind !== 'read') continue;
    const own = priors.get(reviewer.name) ?? NOTHING;
    for (const candidate of reviewer.reading.candidates) {
      const key = knownKey(candidate, own);
      const prior = key === null ? undefined : own.deciding.get(key);
      const returned = wasResolvedByBot(prior, index) ? prior : null;
      if (prior !== undefined && returned === null) continue;
      if (plan.has(reviewer.name, key ?? candidate.finding.findingKey)) continue;
      plan.add(decideNew({ reviewer, candidate, returned }, standing, plan));
    }
  }
  for (const reviewer of reviewers) {
    for (const [key, prior] of priors.get(reviewer.name)?.deciding ?? []) {
      if (!plan.has(reviewer.name, key)) plan.add(decidePrior({ reviewer, key, prior }, standing, plan));
    }
  }
  return { decisions: plan.all, standing };
}

const NOTHING: Priors = { deciding: new Map(), all: [] };

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
