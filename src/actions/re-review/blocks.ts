import { type Reckoning, reckon, verdictOf } from '../../core/re-review/arithmetic.ts';
import { silentFindings } from '../../core/re-review/block-notes.ts';
import { confirmedUrgent, renderBotThreads } from '../../core/re-review/bot-threads.ts';
import type { Landed } from '../../core/re-review/counted.ts';
import type { ReviewNotes } from '../../core/re-review/material.ts';
import { findMetadata, type Metadata, metadataMarker } from '../../core/re-review/metadata.ts';
import { type BlockNotes, renderBlock } from '../../core/re-review/metadata-text.ts';
import type { ReviewerAnswer } from '../../core/re-review/plan.ts';
import type { ReviewerResult } from '../../core/re-review/summary-comment.ts';
import { addSpent, spentOf } from '../../core/spent.ts';
import { inline } from '../../core/untrusted.ts';
import type { ActionPorts } from '../ports.ts';
import type { Judged } from './judge.ts';
import type { ReReviewSnapshot } from './snapshot.ts';
import type { Studied, Study } from './study.ts';

/** One reviewer's block as it stands after the run, as far as it landed (RR-60 to RR-63). */
export type Block = {
  readonly body: string;
  readonly marker: string;
  readonly metadata: Metadata;
  readonly reckoning: Reckoning;
  readonly result: ReviewerResult;
};

/** What every block of a run is made from. */
export type BlockFacts = {
  readonly snapshot: ReReviewSnapshot;
  readonly studied: Study;
  readonly judged: Judged;
  readonly answers: readonly ReviewerAnswer[];
  readonly coverage: { readonly whole: boolean; readonly text: string } | null;
  readonly notes: ReviewNotes | null;
  readonly ports: ActionPorts;
};

/** Makes a reviewer's block; `remarks` are trusted sentences for maintainers, such as a permission that is missing. */
export function blockOf(
  { reviewer, block, scope, asked }: Studied,
  facts: BlockFacts,
  { landed, remarks }: { readonly landed: Landed; readonly remarks: readonly string[] },
): Block {
  const { snapshot, judged, answers, coverage, ports } = facts;
  const { head, base, baseRef } = snapshot.context.pullRequest;
  const self = judged.decided.standing.reviewers.find(({ name }) => name === reviewer.name);
  const reading = self?.reading ?? { kind: 'failed' as const, reason: 'it was not asked' };
  const read = reading.kind === 'read' && reading.whole;
  const reckoning = reckon(reviewer.name, judged.decided, { prior: block?.metadata.counts ?? null, landed });
  const speaks = asked.threads.length > 0 && reading.kind === 'read';
  const { botThreads, changed } = facts.studied;
  const others = speaks ? confirmedUrgent(botThreads, judged.threadAnswers, (path) => changed.has(path)) : 0;
  const verdict = verdictOf(reckoning, { read, others });
  const answer = answers.find((one) => one.reviewer === reviewer.name);
  const failure = reading.kind === 'failed' ? reading.reason : null;
  const metadata: Metadata = {
    reviewer: reviewer.name,
    reviewedHead: failure === null ? head : (block?.metadata.reviewedHead ?? null),
    base,
    counts: reckoning.counts,
    verdict,
    run: self?.run ?? 1,
    since: reckoning.since,
    baseRef,
    workflowRun: ports.run.id,
    spent: addSpent(block?.metadata.spent ?? null, answer === undefined ? null : spentOf(answer)),
    listed: reckoning.listed,
  };
  const dropped = judged.dropped.get(reviewer.name);
  const notAnchored = judged.decided.decisions.flatMap((decision) =>
    decision.kind === 'list' && decision.reviewer === reviewer.name && decision.why === 'not-anchored'
      ? [decision.key]
      : [],
  );
  const text: BlockNotes = {
    label: reviewer.label,
    failure,
    outstanding: reckoning.outstanding,
    coverage: failure === null && coverage !== null ? coverage.text : null,
    notAnchored: new Set(notAnchored),
    invalid: dropped?.invalid ?? 0,
    unverifiable: dropped?.unverifiable ?? 0,
    unverified: dropped?.unverified ?? [],
    ...silentFindings(reviewer.name, judged.decided.decisions),
    disbelieved: [
      ...facts.studied.history.disbelieved,
      ...findMetadata(snapshot.context.reviews, reviewer.name, snapshot.trust).disbelieved,
    ],
    withdrawn: reckoning.withdrawn,
    remarks: [
      ...(block === null || scope.kind === 'since' || block.metadata.reviewedHead === head
        ? []
        : [scopeLine(scope.why)]),
      ...readingNotes(facts.notes),
      ...(speaks ? [renderBotThreads(botThreads, judged.threadAnswers)] : []),
      ...remarks,
    ],
  };
  const body = renderBlock(metadata, text, snapshot.trust);
  return {
    body,
    marker: metadataMarker(reviewer.name),
    metadata,
    reckoning,
    result: {
      name: reviewer.name,
      label: reviewer.label,
      verdict,
      failure,
      outstanding: reckoning.counts.outstanding,
      outstandingMustFix: reckoning.counts.outstandingMustFix,
      added: reckoning.since.newlyAdded,
      resolved: reckoning.since.resolved,
      reviewUrl: block?.url ?? null,
    },
  };
}

/** The result of a reviewer that an earlier attempt of this run finished, or that this change does not concern. */
export function standingResult({ reviewer, block, state }: Studied): ReviewerResult {
  const { name, label } = reviewer;
  const counts = block?.metadata.counts;
  return {
    name,
    label,
    verdict: state === 'not-concerned' ? null : (block?.metadata.verdict ?? null),
    failure: null,
    outstanding: counts?.outstanding ?? 0,
    outstandingMustFix: counts?.outstandingMustFix ?? 0,
    added: state === 'finished' ? (block?.metadata.since.newlyAdded ?? 0) : 0,
    resolved: state === 'finished' ? (block?.metadata.since.resolved ?? 0) : 0,
    reviewUrl: block?.url ?? null,
  };
}

function scopeLine(why: string): string {
  return `New findings were looked for in the whole change, because ${why}.`;
}

/** Lines of a list about the reading: a block is read in ten seconds, and coverage has the numbers. */
const MOST_NAMED = 5;

function rest(items: readonly string[], more: number): number {
  return more + Math.max(0, items.length - MOST_NAMED);
}

function readingNotes(notes: ReviewNotes | null): readonly string[] {
  if (notes === null) return [];
  const list = (heading: string, items: readonly string[], more: number): string =>
    items.length === 0 && more === 0
      ? ''
      : [
          `**${heading}:**`,
          '',
          ...items.slice(0, MOST_NAMED).map((item) => `- ${inline(item)}`),
          ...(rest(items, more) > 0 ? [`- and ${rest(items, more)} more`] : []),
        ].join('\n');
  return [
    list('Not shown to the model', notes.notShown, notes.moreNotShown),
    list('Not read whole', notes.incomplete, 0),
    list('Hidden characters', notes.observations, notes.moreObservations),
  ].filter((text) => text !== '');
}
