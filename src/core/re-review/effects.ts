import type { Applied, Effect, InlineComment } from '../effect.ts';
import { parseFooters } from '../footer.ts';
import { ALL_LANDED, type Landed } from './counted.ts';
import {
  type AlsoLine,
  type Decision,
  decisionId,
  isReply,
  isThreadDecision,
  type NewComment,
  type ReplyDecision,
  type ThreadDecision,
} from './decision.ts';
import { compareForPosting } from './limits.ts';

/** The whole bodies of what a run posts, footers and signature included. */
export type Bodies = {
  /** `confirm`: whether this comment asks the maintainers to confirm it; where several do, the review's body asks (RR-15). */
  comment(comment: NewComment, options: { readonly also: readonly AlsoLine[]; readonly confirm: boolean }): string;
  reply(reply: ReplyDecision): string;
  /** The line of a review's body that asks for `count` findings of low confidence; '' where nobody can be asked. */
  confirmation(reviewer: string, count: number): string;
};

/** What one decision does in a thread that stands there, in order: without its reply the thread is not settled (RR-57). */
export type ThreadStep = {
  readonly decision: ThreadDecision;
  readonly reply: Extract<Effect, { kind: 'reply' }> | null;
  readonly settle: Extract<Effect, { kind: 'resolve-thread' | 'unresolve-thread' }> | null;
  /** What is not tried because GitHub says beforehand that it will refuse (RR-53). */
  readonly withheld: 'resolve' | 'unresolve' | null;
};

/**
 * What a run does in threads that stand there, in the order of its decisions, but who concurs comes last: its reply would
 * hide a person's from a run that goes on where another was killed (RR-30).
 */
export function threadSteps(decisions: readonly Decision[], bodies: Bodies): readonly ThreadStep[] {
  const inThreads = decisions.filter(isThreadDecision);
  const joins = inThreads.filter(({ kind }) => kind === 'concurrence');
  const others = inThreads.filter(({ kind }) => kind !== 'concurrence');
  return [...others, ...joins].map((decision): ThreadStep => {
    const { id: threadId, viewerCanResolve, viewerCanUnresolve } = decision.thread;
    const step = { decision, reply: isReply(decision) ? replyEffect(decision, bodies) : null };
    const settling = settlingOf(decision);
    if (settling === null) return { ...step, settle: null, withheld: null };
    const may = settling === 'resolve' ? viewerCanResolve : viewerCanUnresolve;
    return may
      ? { ...step, settle: { kind: `${settling}-thread`, threadId }, withheld: null }
      : { ...step, settle: null, withheld: settling };
  });
}

/** What follows the reply, if there is one, in its thread. */
function settlingOf({ kind }: ThreadDecision): 'resolve' | 'unresolve' | null {
  switch (kind) {
    case 'disagreement':
    case 'concurrence':
      return null;
    case 'resolution':
    case 'duplicate-close':
    case 'retry-resolve':
      return 'resolve';
    case 'improper-resolution':
    case 'unresolve':
      return 'unresolve';
  }
}

function replyEffect(decision: ReplyDecision, bodies: Bodies): Extract<Effect, { kind: 'reply' }> {
  const body = bodies.reply(decision);
  return { kind: 'reply', rootId: decision.thread.rootId, body, marker: markerOf(body) };
}

/** A review that is to be submitted, and whose comments stand where. */
export type ReviewDraft = {
  readonly effect: Extract<Effect, { kind: 'submit-review' }>;
  /** The decisions of `effect.comments`, in the same order. */
  readonly comments: readonly NewComment[];
};

/** SU-44. */
const MOST_COMMENTS = 50;

/**
 * The reviews that open a reviewer's comments, those that were moved to the block left out: at most 50 comments each. With
 * `block`, the first one carries it as its body (a first run's, RR-60), also where there is nothing to open.
 */
export function reviewDrafts(
  reviewer: string,
  decisions: readonly Decision[],
  options: {
    readonly head: string;
    readonly bodies: Bodies;
    readonly landed?: Landed;
    readonly block: { readonly body: string; readonly marker: string } | null;
  },
): readonly ReviewDraft[] {
  const { head, bodies, block, landed = ALL_LANDED } = options;
  const opened = decisions
    .filter((decision) => decision.kind === 'comment')
    .filter((decision) => decision.reviewer === reviewer && !landed.moved.has(decisionId(decision)))
    .sort((a, b) => compareForPosting(a.finding, b.finding));
  const low = opened.filter(({ finding }) => finding.confidence === 'low').length;
  const asks = low > 1 ? bodies.confirmation(reviewer, low) : '';

  const chunks: NewComment[][] = [];
  for (let at = 0; at < opened.length; at += MOST_COMMENTS) chunks.push(opened.slice(at, at + MOST_COMMENTS));
  if (chunks.length === 0 && block !== null) chunks.push([]);
  return chunks.map((comments, index): ReviewDraft => {
    const inline = comments.flatMap((comment) => inlineComment(comment, { decisions, bodies, confirm: low === 1 }));
    const body = [index === 0 ? block?.body : undefined, index === 0 ? asks : ''].filter((text) => text).join('\n\n');
    const marker = index === 0 && block !== null ? block.marker : markerOf(inline[0]?.body ?? '');
    return {
      comments,
      effect: { kind: 'submit-review', event: 'COMMENT', commit: head, body, comments: inline, marker },
    };
  });
}

function inlineComment(
  comment: NewComment,
  options: { readonly decisions: readonly Decision[]; readonly bodies: Bodies; readonly confirm: boolean },
): readonly InlineComment[] {
  const { path, anchor, confidence } = comment.finding;
  if (anchor === null) return [];
  const body = options.bodies.comment(comment, {
    also: alsoLines(comment, options.decisions),
    confirm: options.confirm && confidence === 'low',
  });
  return [{ path, line: anchor.line, side: anchor.side, startLine: anchor.startLine, body }];
}

/** The lines of other reviewers that stand in a comment (RR-58). */
function alsoLines(comment: NewComment, decisions: readonly Decision[]): readonly AlsoLine[] {
  const id = decisionId(comment);
  return decisions.filter((decision) => decision.kind === 'also').filter(({ host }) => decisionId(host) === id);
}

/**
 * What became of a draft's findings, by `decisionId`, their `Also:` lines included. `retry` says that nothing of the draft
 * stands and that it is worth another try without what moved (RR-70): where GitHub names no comment, all of them move.
 */
export function draftOutcome(
  { effect, comments }: ReviewDraft,
  applied: Applied,
  decisions: readonly Decision[],
): Landed & { readonly retry: boolean } {
  const ids = (chosen: readonly NewComment[]): ReadonlySet<string> =>
    new Set(chosen.flatMap((comment) => [comment, ...alsoLines(comment, decisions)].map(decisionId)));
  const none: ReadonlySet<string> = new Set();
  if (applied.kind === 'done') {
    const { landed } = applied;
    const lost = landed === undefined ? [] : comments.filter((_, index) => !landed.includes(index));
    return { unsaid: none, moved: ids(lost), retry: false };
  }
  if (applied.kind === 'refused' && applied.refusal.reason === 'anchors' && effect.comments.length > 0) {
    const { entries } = applied.refusal;
    const named = comments.filter((_, index) => entries.includes(index));
    return { unsaid: none, moved: ids(named.length > 0 ? named : comments), retry: true };
  }
  return { unsaid: ids(comments), moved: none, retry: false };
}

/** What landed in both. */
export function bothLanded(a: Landed, b: Landed): Landed {
  return { unsaid: new Set([...a.unsaid, ...b.unsaid]), moved: new Set([...a.moved, ...b.moved]) };
}

/** The block's effect: in place where there is a review to edit, else a review of its own (RR-60). */
export function metadataEffect(
  block: { readonly body: string; readonly marker: string },
  { reviewId, head }: { readonly reviewId: number | null; readonly head: string },
): Effect {
  if (reviewId !== null) return { kind: 'update-review', reviewId, body: block.body };
  const { body, marker } = block;
  return { kind: 'submit-review', event: 'COMMENT', commit: head, body, comments: [], marker };
}

/** The first hidden line of ours at the end of a body: no other post names the same key, kind, run and commit. */
function markerOf(body: string): string {
  return parseFooters(body).parsed.find(({ name }) => name === 'revi-agent')?.line ?? '';
}
