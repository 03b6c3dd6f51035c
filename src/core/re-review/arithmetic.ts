import { type Counted, countedAfter, type Landed, newFindings } from './counted.ts';
import type { RunDecisions } from './decide.ts';
import { decisionId } from './decision.ts';
import { compareListed, type ListedFinding } from './listed.ts';
import type { Columns, Counts, SinceLastRun } from './metadata.ts';
import type { ReplyKind } from './own-thread.ts';
import { keysOf } from './same-issue.ts';
import { TAGS, type Tag } from './tag.ts';

/** What a reviewer's block says in numbers after a run (RR-62). */
export type Reckoning = {
  readonly counts: Counts;
  /** What is outstanding of each tag. */
  readonly outstanding: Columns;
  readonly since: SinceLastRun;
  readonly listed: readonly ListedFinding[];
  /** Findings of earlier runs that stand nowhere any more: a person deleted or edited the comment. */
  readonly withdrawn: Columns;
};

/**
 * Reckons a reviewer's columns, what is outstanding, and the counters, from the threads and from what the run decided, as far
 * as it landed. Columns never fall, and nothing is kept that could be recounted, so that a killed run changes no number.
 */
export function reckon(
  reviewer: string,
  decided: RunDecisions,
  { prior, landed }: { readonly prior: Counts | null; readonly landed: Landed },
): Reckoning {
  const counted = countedAfter(reviewer, decided, landed);
  const run = decided.standing.reviewers.find(({ name }) => name === reviewer)?.run ?? 1;
  const found = byTag(counted);
  const columns = mapTags((tag) => Math.max(prior?.columns[tag] ?? 0, found[tag]));
  const outstanding = byTag(counted.filter(({ settled }) => !settled));
  const sum = sumOf(columns);
  const open = sumOf(outstanding);
  const before = prior === null ? 0 : sumOf(prior.columns) - prior.outstanding;
  const replied = (kind: ReplyKind): ReadonlySet<string> => repliesOfRun(kind, { reviewer, run, decided, landed });
  const improper = replied('improper-resolution');
  const escalated = replied('disagreement');
  const fresh = counted.filter((one) => one.run === run);

  return {
    counts: { columns, outstanding: open, outstandingMustFix: outstanding['must-fix'] },
    outstanding,
    since: {
      resolved: Math.max(0, sum - open - before),
      stillOpen: stillOpen(counted, { reviewer, run, decided, told: new Set([...improper, ...escalated]) }),
      newlyAdded: fresh.length,
      incorrectFix: fresh.filter(({ followUp }) => followUp).length,
      improperlyResolved: improper.size,
      disagreements: escalated.size,
    },
    listed: listedAfter(reviewer, run, { decided, landed }),
    withdrawn: mapTags((tag) => columns[tag] - found[tag]),
  };
}

/** RR-63: `Go` exactly when no must-fix is outstanding and the whole change was read. */
export function verdictOf(
  reckoning: Reckoning,
  { read, others }: { readonly read: boolean /** Must-fix of other bots' threads (RB-40). */; readonly others: number },
): 'Go' | 'No-Go' {
  return read && reckoning.counts.outstandingMustFix + others === 0 ? 'Go' : 'No-Go';
}

/** Said before this run and there now, but for what is settled or was answered in this run (RR-62). */
function stillOpen(
  counted: readonly Counted[],
  facts: {
    readonly reviewer: string;
    readonly run: number;
    readonly decided: RunDecisions;
    readonly told: ReadonlySet<string>;
  },
): number {
  const presence = facts.decided.standing.presence.get(facts.reviewer);
  return counted.filter(
    ({ key, run, settled, deciding, duplicate }) =>
      deciding &&
      run !== facts.run &&
      !settled &&
      (duplicate || presence?.get(key) === 'current') &&
      !facts.told.has(key),
  ).length;
}

/** The finding-keys under which the reviewer posted replies of a kind in this run, an attempt that was killed included. */
function repliesOfRun(
  kind: ReplyKind,
  facts: {
    readonly reviewer: string;
    readonly run: number;
    readonly decided: RunDecisions;
    readonly landed: Landed;
  },
): ReadonlySet<string> {
  const { reviewer, run, decided, landed } = facts;
  const said = decided.standing.index.threads
    .flatMap(({ footers }) => footers)
    .filter((footer) => footer.replyKind === kind && footer.reviewer === reviewer && footer.run === run)
    .map(({ findingKey }) => findingKey ?? '');
  const says = decided.decisions
    .filter((decision) => decision.kind === kind && decision.reviewer === reviewer)
    .filter((decision) => !landed.unsaid.has(decisionId(decision)))
    .map(({ key }) => key);
  return new Set([...said, ...says]);
}

/** The block's listed findings after the run: the known ones as they are now, then the new ones, strictest first. */
function listedAfter(
  reviewer: string,
  run: number,
  { decided, landed }: { readonly decided: RunDecisions; readonly landed: Landed },
): readonly ListedFinding[] {
  const { standing, decisions } = decided;
  const self = standing.reviewers.find(({ name }) => name === reviewer);
  const candidates = self?.reading.kind === 'read' ? self.reading.candidates : [];
  const deciding = standing.priors.get(reviewer)?.deciding;
  const known = (self?.listed ?? []).map((listed): ListedFinding => {
    const prior = deciding?.get(listed.findingKey);
    if (prior?.kind !== 'listed' || prior.listed !== listed) return listed;
    const state = standing.presence.get(reviewer)?.get(listed.findingKey) === 'gone' ? 'gone' : 'open';
    const again = candidates.find((candidate) => keysOf(candidate, reviewer).includes(listed.findingKey))?.finding;
    const { line, path } = again ?? listed;
    return { ...listed, state, line, path };
  });
  const isListed = new Set(
    decisions
      .filter((decision) => decision.kind === 'list' || landed.moved.has(decisionId(decision)))
      .map((decision) => decisionId(decision)),
  );
  const fresh = newFindings(reviewer, decisions, landed)
    .filter(({ key }) => isListed.has(decisionId({ reviewer, key })))
    .map(({ finding: { findingKey, tag, line, path, title } }): ListedFinding => {
      return { findingKey, tag, run, state: 'open', line, path, title };
    });
  return [...known, ...fresh.sort(compareListed)];
}

function byTag(counted: readonly { readonly tag: Tag }[]): Columns {
  return mapTags((wanted) => counted.filter(({ tag }) => tag === wanted).length);
}

function mapTags(value: (tag: Tag) => number): Columns {
  return {
    'must-fix': value('must-fix'),
    suggestion: value('suggestion'),
    'could-fix': value('could-fix'),
    'future-work': value('future-work'),
  };
}

/** Over all tags. */
export function sumOf(columns: Columns): number {
  return TAGS.reduce((sum, tag) => sum + columns[tag], 0);
}
