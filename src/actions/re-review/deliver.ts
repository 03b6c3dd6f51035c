import type { Applied, Effect } from '../../core/effect.ts';
import { believedFooters, believedMetadata, type Trust } from '../../core/footer.ts';
import { ALL_LANDED, type Landed } from '../../core/re-review/counted.ts';
import { decisionId } from '../../core/re-review/decision.ts';
import {
  type Bodies,
  bothLanded,
  draftOutcome,
  metadataEffect,
  reviewDrafts,
  type ThreadStep,
  threadSteps,
} from '../../core/re-review/effects.ts';
import type { ReviewerResult } from '../../core/re-review/summary-comment.ts';
import { refusalSentence } from '../../core/refusal-sentence.ts';
import type { Forge } from '../../ports.ts';
import { type Block, type BlockFacts, blockOf, standingResult } from './blocks.ts';
import type { Studied } from './study.ts';

/** `permission`: the token lacks one, which a read-only token always does. */
export type Failure = { readonly text: string; readonly permission: boolean };

export type Delivered = {
  readonly results: readonly ReviewerResult[];
  readonly blocks: readonly Block[];
  readonly failures: readonly Failure[];
  /** Sentences about what was not done and is no failure (RR-53). */
  readonly remarks: readonly string[];
};

/** Does what the decisions say: all threads first, then each reviewer's comments and its block, which ends its part (RR-70). */
export async function deliver(facts: BlockFacts, bodies: Bodies, forge: Forge): Promise<Delivered> {
  const { judged, studied, snapshot } = facts;
  const { number } = snapshot.context.pullRequest;
  const failures: Failure[] = [];
  const threads = await settleThreads(threadSteps(judged.decided.decisions, bodies), number, forge);
  failures.push(...threads.failures);
  let landed: Landed = { ...ALL_LANDED, unsaid: threads.unsaid };
  const { undone, remarks } = threads;

  const results: ReviewerResult[] = [];
  const blocks: Block[] = [];
  for (const one of studied.reviewers) {
    if (one.state !== 'asked') {
      results.push(standingResult(one));
      continue;
    }
    const posted = await postReviewer(one, { facts, bodies, landed, remarks, undone, forge });
    landed = bothLanded(landed, posted.landed);
    failures.push(...posted.failures);
    blocks.push(posted.block);
    results.push({ ...posted.block.result, reviewUrl: posted.url ?? posted.block.result.reviewUrl });
  }
  return { results, blocks, failures, remarks };
}

/** What became of the threads; `undone` are, by reviewer, the writes that broke and that a later attempt makes up for. */
type Settled = {
  readonly unsaid: ReadonlySet<string>;
  readonly failures: readonly Failure[];
  readonly undone: ReadonlyMap<string, readonly Failure[]>;
  readonly remarks: readonly string[];
};

/** Replies and settles; what GitHub does not let the bot resolve is told, and is no failure (RR-53, RR-57). */
async function settleThreads(steps: readonly ThreadStep[], number: number, forge: Forge): Promise<Settled> {
  const unsaid = new Set<string>();
  const failures: Failure[] = [];
  const undone = new Map<string, readonly Failure[]>();
  const leave = (reviewer: string, failure: Failure): void => {
    undone.set(reviewer, [...(undone.get(reviewer) ?? []), failure]);
  };
  const refused = { resolve: 0, unresolve: 0 };
  for (const { decision, reply, settle, withheld } of steps) {
    if (reply !== null) {
      const said = await forge.apply(number, reply);
      const failure = failureOf(said, `reply in ${decision.thread.url}`);
      if (failure !== null) {
        unsaid.add(decisionId(decision));
        failures.push(failure);
        if (said.kind === 'failed') leave(decision.reviewer, failure);
        continue;
      }
    }
    if (withheld !== null) refused[withheld] += 1;
    if (settle === null) continue;
    const kind = settle.kind === 'resolve-thread' ? 'resolve' : 'unresolve';
    const applied = await forge.apply(number, settle);
    if (applied.kind === 'refused') refused[kind] += 1;
    else if (applied.kind === 'failed') {
      const failure = { text: `could not ${kind} ${decision.thread.url}: ${applied.message}`, permission: false };
      failures.push(failure);
      leave(decision.reviewer, failure);
    }
  }
  const remarks = (['resolve', 'unresolve'] as const).flatMap((kind) =>
    refused[kind] === 0
      ? []
      : [`GitHub does not let this token ${kind} ${threadsOf(refused[kind])}; give the job \`contents: write\`.`],
  );
  return { unsaid, failures, undone, remarks };
}

function commentsOf(count: number): string {
  return count === 1 ? '1 comment is' : `${count} comments are`;
}

function threadsOf(count: number): string {
  return count === 1 ? '1 thread' : `${count} threads`;
}

type Posting = {
  readonly facts: BlockFacts;
  readonly bodies: Bodies;
  readonly landed: Landed;
  readonly remarks: readonly string[];
  readonly undone: Settled['undone'];
  readonly forge: Forge;
};

type Posted = {
  readonly block: Block;
  readonly landed: Landed;
  readonly failures: readonly Failure[];
  readonly url: string | null;
};

/** A reviewer's new comments and its block: one review in its first run, afterwards an edit in place (RR-60, RR-70). */
async function postReviewer(one: Studied, posting: Posting): Promise<Posted> {
  const { facts, bodies, forge } = posting;
  const remarks = [...posting.remarks];
  const { head } = facts.snapshot.context.pullRequest;
  const reviewer = one.reviewer.name;
  const { decisions } = facts.judged.decided;
  const first = one.block === null;
  const failures: Failure[] = [];
  let landed = posting.landed;
  /** The review that carries the block, and what it says. */
  let carrier: { readonly id: number | null; readonly url: string | null; readonly body: string } | null = null;

  // Once as it is, once without what was refused, once without any comment (RR-70).
  for (let tries = 0; tries < 3; tries += 1) {
    const block = first && carrier === null ? blockOf(one, facts, { landed, remarks }) : null;
    const drafts = reviewDrafts(reviewer, decisions, { head, bodies, landed, block });
    let again = false;
    for (const [index, draft] of drafts.entries()) {
      const applied = await submit(draft.effect, facts.snapshot.trust, forge);
      const outcome = draftOutcome(draft, applied, decisions);
      landed = bothLanded(landed, outcome);
      if (applied.kind === 'done' && outcome.moved.size > 0)
        remarks.push(
          `${commentsOf(outcome.moved.size)} missing from the review that was posted, and listed here instead.`,
        );
      if (outcome.retry && tries < 2) {
        again = true;
        break;
      }
      const failure = failureOf(applied, 'post the review');
      if (failure !== null) failures.push(failure);
      if (applied.kind === 'done' && block !== null && index === 0)
        carrier = { id: applied.id, url: applied.url, body: draft.effect.body };
    }
    if (!again) break;
  }

  // The block would say that the reviewer has finished; a later attempt finds what is missing (RR-71).
  const undone = first ? [] : (posting.undone.get(reviewer) ?? []);
  if (failures.length + undone.length > 0) return notPosted(one, { posting, landed, failures, undone });
  const block = blockOf(one, facts, { landed, remarks });
  if (carrier?.body.startsWith(block.body)) return { block, landed, failures, url: carrier.url };
  const at = { reviewId: carrier?.id ?? one.block?.reviewId ?? null, head };
  const written = await writeBlock(block, at, facts.snapshot.trust, forge);
  if (written.failure !== null) failures.push(written.failure);
  return { block, landed, failures, url: written.url ?? carrier?.url ?? one.block?.url ?? null };
}

/** A reviewer whose comments or replies could not be posted has found what it found, and is no `Go`. */
function notPosted(
  one: Studied,
  {
    posting,
    landed,
    failures,
    undone,
  }: Pick<Posted, 'landed' | 'failures'> & { readonly posting: Posting; readonly undone: readonly Failure[] },
): Posted {
  const block = blockOf(one, posting.facts, posting);
  const result = {
    ...block.result,
    verdict: 'No-Go' as const,
    failure: [...failures, ...undone].map(({ text }) => text).join('; '),
  };
  return { block: { ...block, result }, landed, failures, url: one.block?.url ?? null };
}

/** Posts a review; a pending one that is empty or the bot's own gives way (SU-27). */
async function submit(effect: Effect, trust: Trust, forge: Forge): Promise<Applied> {
  const { number } = trust;
  const applied = await forge.apply(number, effect);
  if (applied.kind !== 'refused' || applied.refusal.reason !== 'pending-review') return applied;
  const { review } = applied.refusal;
  if (review === null) return applied;
  const post = { author: trust.viewer, editor: null, body: review.body };
  const ours = believedFooters(post, trust).footers.length + believedMetadata(post, trust).footers.length > 0;
  const empty = review.body.trim() === '' && review.comments === 0;
  if (!empty && !ours) return applied;
  const deleted = await forge.apply(number, { kind: 'delete-pending-review', reviewId: review.id });
  return deleted.kind === 'done' ? forge.apply(number, effect) : applied;
}

/** In place; a fresh one only where the old one is gone or may not be edited (RR-60). */
async function writeBlock(
  block: Block,
  at: { readonly reviewId: number | null; readonly head: string },
  trust: Trust,
  forge: Forge,
): Promise<{ readonly failure: Failure | null; readonly url: string | null }> {
  const applied = await submit(metadataEffect(block, at), trust, forge);
  const gone = applied.kind === 'refused' && applied.refusal.reason !== 'locked';
  if (!gone || at.reviewId === null) return { failure: failureOf(applied, 'update the review'), url: urlOf(applied) };
  const fresh = await submit(metadataEffect(block, { ...at, reviewId: null }), trust, forge);
  return { failure: failureOf(fresh, 'post the review'), url: urlOf(fresh) };
}

function urlOf(applied: Applied): string | null {
  return applied.kind === 'done' ? applied.url : null;
}

/** Why an effect was not carried out, in words; null: it was. */
export function failureOf(applied: Applied, doing: string): Failure | null {
  switch (applied.kind) {
    case 'done':
      return null;
    case 'failed':
      return { text: `could not ${doing}: ${applied.message}`, permission: false };
    case 'refused':
      return {
        text: `could not ${doing}: ${refusalSentence(applied.refusal, doing).replace(/\.$/, '')}`,
        permission: applied.refusal.reason === 'permission',
      };
  }
}

/** Everything that a run would do if GitHub refused nothing, for a plan (SU-41). */
export function plannedEffects(facts: BlockFacts, bodies: Bodies): readonly Effect[] {
  const { judged, studied, snapshot } = facts;
  const { head } = snapshot.context.pullRequest;
  const { decisions } = judged.decided;
  const inThreads = threadSteps(decisions, bodies).flatMap(({ reply, settle }) =>
    [reply, settle].filter((effect) => effect !== null),
  );
  const ofReviewers = studied.reviewers
    .filter(({ state }) => state === 'asked')
    .flatMap((one): readonly Effect[] => {
      const block = blockOf(one, facts, { landed: ALL_LANDED, remarks: [] });
      const carried = one.block === null ? block : null;
      const drafts = reviewDrafts(one.reviewer.name, decisions, { head, bodies, block: carried });
      const reviewId = one.block?.reviewId ?? null;
      return [
        ...drafts.map(({ effect }) => effect),
        ...(carried === null ? [metadataEffect(block, { reviewId, head })] : []),
      ];
    });
  return [...inThreads, ...ofReviewers];
}
