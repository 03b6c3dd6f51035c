import type { Decision, PriorReply, Silence } from './decision.ts';
import type { OwnThread } from './own-thread.ts';
import { isGoneForAll, type Now } from './presence.ts';
import { hasReply, isSettled, type Prior } from './priors.ts';
import type { ReviewerRun } from './reviewer-run.ts';
import type { Plan, Standing } from './run-facts.ts';
import { keysOf } from './same-issue.ts';

type Subject = { readonly reviewer: ReviewerRun; readonly key: string; readonly prior: Prior };

/** The rows of Phase C's table for a key that was said before, but for one that is re-introduced. */
export function decidePrior({ reviewer, key, prior }: Subject, standing: Standing, plan: Plan): Decision {
  const of = { reviewer: reviewer.name, key };
  const now: Now = standing.presence.get(reviewer.name)?.get(key) ?? 'current';
  const nothing = (why: Silence): Decision => ({
    ...of,
    kind: 'nothing',
    why,
    thread: prior.kind === 'thread' ? prior.thread : null,
  });

  if (reviewer.reading.kind !== 'read') return nothing('not-read');
  if (prior.kind === 'listed') {
    if (now === 'current') return nothing('listed');
    return isSettled(prior) ? nothing('settled') : { ...of, kind: 'mark-gone' };
  }

  const { thread, stake } = prior;
  const { reading } = reviewer;
  const reply = (kind: PriorReply['kind']): Decision => ({
    ...of,
    kind,
    thread,
    stake,
    finding: reading.candidates.find((candidate) => keysOf(candidate, reviewer.name).includes(key))?.finding ?? null,
    answer: reading.answers.get(key) ?? null,
  });
  const planned = (...kinds: readonly Decision['kind'][]): boolean =>
    plan.inThread(thread.id).some(({ kind }) => kinds.includes(kind));

  if (standing.index.superseded.has(thread.id)) return nothing('superseded');
  if (thread.duplicateOf !== null) {
    if (thread.resolved) return nothing('closed-as-duplicate');
    return planned('retry-resolve')
      ? nothing('done-by-another')
      : { ...of, kind: 'retry-resolve', thread, because: 'duplicate' };
  }
  if (planned('duplicate-close')) return nothing('done-by-another');

  if (now === 'gone') {
    if (thread.resolved) return nothing('settled');
    // Who concurs in this run has a say in it already (RR-56).
    if (!isGoneForAll(thread, standing.index, standing.presence) || planned('concurrence')) return nothing('shared');
    if (lastToAct(thread, standing) !== reviewer.name) return nothing('shared');
    if (planned('retry-resolve', 'resolution')) return nothing('done-by-another');
    return hasReply(thread, 'resolution')
      ? { ...of, kind: 'retry-resolve', thread, because: 'fixed' }
      : reply('resolution');
  }

  if (thread.resolved) {
    switch (standing.index.resolvers.get(thread.id) ?? 'unknown') {
      case 'maintainer':
        return nothing('adjudicated');
      case 'bot':
        // Another finding under this key's newer name was decided in its place (RR-22).
        return nothing('said-before');
      case 'unknown':
        return nothing('unknown-resolver');
      case 'person':
        if (planned('improper-resolution', 'unresolve')) return nothing('done-by-another');
        return hasReply(thread, 'improper-resolution')
          ? { ...of, kind: 'unresolve', thread }
          : reply('improper-resolution');
    }
  }
  if (thread.conceded) return nothing('conceded');
  if (thread.maintainerReplied) return nothing('maintainer-replied');
  if (!thread.personReplied || hasReply(thread, 'disagreement')) return nothing('said-before');
  return planned('disagreement') ? nothing('done-by-another') : reply('disagreement');
}

/** The last reviewer, in the settings' order, that read and whose finding this thread decides: it settles it (RR-56). */
function lastToAct(thread: OwnThread, { reviewers, index, priors }: Standing): string | null {
  const stakes = index.stakesOf(thread);
  const acting = reviewers.filter(({ name, reading }) => {
    if (reading.kind !== 'read') return false;
    return stakes.some(({ reviewer, findingKey }) => {
      const deciding = reviewer === name ? priors.get(name)?.deciding.get(findingKey) : undefined;
      return deciding?.kind === 'thread' && deciding.thread.id === thread.id;
    });
  });
  return acting.at(-1)?.name ?? null;
}
