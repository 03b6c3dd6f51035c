import { sameAccount } from '../../core/account.ts';
import type { ClassifyFacts } from '../../core/classify/facts.ts';
import { classifyFooterLines, noticeFooterLines } from '../../core/classify/footer-lines.ts';
import { type History, type OwnReview, standingApprovals, standingChanges } from '../../core/classify/history.ts';
import { type Delivery, inlineReason, overallLine, renderReview, reviewEvent } from '../../core/classify/review.ts';
import { afterMove, letsThrough, type Move, noVerdict, type Verdict } from '../../core/classify/verdict.ts';
import { hashReason } from '../../core/classify-footer.ts';
import type { Applied, Effect, Refusal } from '../../core/effect.ts';
import { ForgeError } from '../../core/errors.ts';
import { believedFooters, type Signing, type Trust } from '../../core/footer.ts';
import type { ClassifyInputs } from '../../core/inputs.ts';
import { cut } from '../../core/length.ts';
import type { RunOutcome } from '../../core/outcome.ts';
import { describeMove } from '../../core/position.ts';
import type { Position, PullRequestContext } from '../../core/pull-request.ts';
import { refusalSentence } from '../../core/refusal-sentence.ts';
import { inline, plainLine } from '../../core/untrusted.ts';
import type { ActionPorts } from '../ports.ts';

/** One result on its way to the pull request. */
export type Delivering = {
  readonly context: PullRequestContext;
  readonly trust: Trust;
  readonly history: History;
  readonly inputs: ClassifyInputs;
  readonly ports: ActionPorts;
  readonly facts: ClassifyFacts;
  readonly verdict: Verdict;
  readonly details: readonly string[];
  /** The same request's review without a verdict at this position (CL-13). */
  readonly repeat: OwnReview | null;
  /** Reviews that this run has tried to dismiss already. */
  readonly retired: ReadonlySet<number>;
  /** What already went wrong, such as a refused dismissal: makes the run fail and the status an error. */
  readonly failures: readonly string[];
};

export type Delivered = {
  readonly verdict: Verdict;
  readonly delivery: Delivery;
  readonly outcome: RunOutcome;
  readonly reviewUrl: string | null;
  /** Why nothing could be posted; null when something stands on the pull request. */
  readonly postFailed: string | null;
  /** Nothing could be posted because the token may not write. */
  readonly withoutPermission: boolean;
  /** Lines for the summary about what was and was not done. */
  readonly remarks: readonly string[];
};

/** Posts a result and does what follows from it, each step only where it is still to do (CL-14, CL-30 to CL-37, SU-48). */
export async function deliver(delivering: Delivering): Promise<Delivered> {
  const { context, inputs, ports, facts } = delivering;
  const failures = [...delivering.failures];
  const asVerdict = inputs.post === 'verdict';

  const verdict = await atHeadOfNow(delivering);
  if (verdict.kind === 'no-verdict' && asVerdict)
    failures.push(
      ...(await dismissApprovals(delivering, 'A later run came to no verdict, so this approval no longer stands.')),
    );

  const posted = await postReview(delivering, verdict, failures.length > 0);
  if (posted.failure !== null) failures.push(posted.failure);
  // A failing verdict that did not land as such must not leave an approval standing (CL-31).
  if (verdict.kind === 'request-changes' && posted.event !== 'REQUEST_CHANGES' && asVerdict)
    failures.push(
      ...(await dismissApprovals(
        delivering,
        'A later run found that a rule fails, so this approval no longer stands.',
      )),
    );

  const after = await checkAfterApproval(delivering, posted);
  failures.push(...after.failures);
  const final = after.verdict;

  const passes =
    final.kind === 'approve' ? posted.delivery.kind === 'not-posted' : final.kind === 'no-verdict' && final.passed;
  if (passes && asVerdict)
    for (const entry of standingChanges(delivering.history.own))
      failures.push(...(await dismiss(delivering, entry, PASSED_MESSAGE)));

  if (posted.landed) failures.push(...(await removeRequest(delivering)));
  if (inputs.statusContext !== '' && asVerdict)
    failures.push(
      ...(await setStatus({ context, inputs, ports, commit: facts.position.head }, final, posted.url, failures)),
    );

  return {
    verdict: final,
    delivery: posted.delivery,
    outcome: outcomeOf(final, failures),
    reviewUrl: posted.url,
    postFailed: posted.landed ? null : (posted.failure ?? 'nothing could be posted'),
    withoutPermission: posted.withoutPermission,
    remarks: posted.remarks,
  };
}

/** What lets a pull request through is compared with the head and base branch of now, before anything is posted (SU-43). */
async function atHeadOfNow({ context, ports, facts, verdict }: Delivering): Promise<Verdict> {
  if (!letsThrough(verdict)) return verdict;
  return afterMove(verdict, await describeMoveNow(ports, context.pullRequest.number, facts.position));
}

/** After an approval, in whatever form, both are read once more; one that moved takes the approval back (CL-32). */
async function checkAfterApproval(
  { context, ports, facts, inputs }: Delivering,
  posted: Posted,
): Promise<{ readonly verdict: Verdict; readonly failures: readonly string[] }> {
  if (posted.verdict.kind !== 'approve' || !posted.landed || inputs.post === 'comment')
    return { verdict: posted.verdict, failures: [] };
  const number = context.pullRequest.number;
  const moved = await describeMoveNow(ports, number, facts.position);
  if (moved === null) return { verdict: posted.verdict, failures: [] };
  const verdict = afterMove(posted.verdict, moved);
  if (posted.event !== 'APPROVE' || posted.id === null) return { verdict, failures: [] };
  const applied = await ports.forge.apply(number, {
    kind: 'dismiss-review',
    reviewId: posted.id,
    reviewUrl: posted.url ?? '',
    message: `${plainLine(capital(moved.reason))}. This was seen right after the approval.`,
  });
  return { verdict, failures: refused(applied, 'dismiss the approval', 'pull-requests: write') };
}

/** How the position moved, or that it could not be read, which is no better; null when it stands. */
async function describeMoveNow(ports: ActionPorts, number: number, read: Position): Promise<Move | null> {
  try {
    const reason = describeMove(read, await ports.forge.readPosition(number));
    return reason === null ? null : { reason, unknown: false };
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    return { reason: `the head could not be read again: ${error.message}`, unknown: true };
  }
}

/** Dismisses the bot's standing approvals, but for those that this run has dismissed already (CL-31). */
async function dismissApprovals(delivering: Delivering, message: string): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const entry of standingApprovals(delivering.history.own)) {
    if (delivering.retired.has(entry.review.id)) continue;
    failures.push(...(await dismiss(delivering, entry, message)));
  }
  return failures;
}

function outcomeOf(verdict: Verdict, failures: readonly string[]): RunOutcome {
  if (verdict.kind === 'no-verdict') {
    if (failures.length > 0) return { kind: 'failed', reason: [verdict.reason, ...failures].join('; ') };
    return { kind: verdict.failed ? 'failed' : 'no verdict', reason: verdict.reason };
  }
  return failures.length > 0 ? { kind: 'failed', reason: failures.join('; ') } : { kind: 'done' };
}

type Posted = {
  readonly verdict: Verdict;
  readonly delivery: Delivery;
  readonly event: 'APPROVE' | 'REQUEST_CHANGES' | 'COMMENT';
  readonly landed: boolean;
  readonly id: number | null;
  readonly url: string | null;
  readonly failure: string | null;
  readonly withoutPermission: boolean;
  readonly remarks: readonly string[];
};

/** Posts the review; a refused verdict becomes a comment that says why (SU-48). */
async function postReview(delivering: Delivering, verdict: Verdict, alreadyFailed: boolean): Promise<Posted> {
  const { inputs, repeat } = delivering;
  const delivery: Delivery = inputs.post === 'comment' ? { kind: 'comment-only' } : { kind: 'verdict' };
  if (repeat !== null && verdict.kind === 'no-verdict' && repeat.footer.reason === hashReason(verdict.reason))
    return {
      verdict,
      delivery,
      event: 'COMMENT',
      landed: true,
      id: repeat.review.id,
      url: repeat.review.url,
      failure: null,
      withoutPermission: false,
      remarks: ['An earlier attempt of this request has posted the same already.'],
    };
  const first = await submit(delivering, verdict, delivery, alreadyFailed);
  if (first.kind === 'done') return landed(verdict, delivery, first, null);
  if (first.kind === 'failed') return lost(verdict, delivery, first);
  const { refusal } = first;
  if (refusal.reason === 'commit-gone') return postHeadMoved(delivering);
  const sentence = refusalSentence(refusal, 'post the review');
  const canComment = verdict.kind !== 'no-verdict' && delivery.kind === 'verdict';
  if (!canComment || refusal.reason === 'locked' || refusal.reason === 'pending-review')
    return lost(verdict, delivery, first);
  const instead: Delivery = { kind: 'not-posted', reason: refusal.reason === 'other' ? inline(sentence) : sentence };
  const failure = failureOf(refusal, verdict, sentence, inputs);
  const second = await submit(delivering, verdict, instead, failure !== null || alreadyFailed);
  return second.kind === 'done' ? landed(verdict, instead, second, failure) : lost(verdict, instead, second);
}

/** Own pull request: done. Approvals off: done where a commit status carries the verdict. Else the run fails (SU-48). */
function failureOf(refusal: Refusal, verdict: Verdict, sentence: string, inputs: ClassifyInputs): string | null {
  if (refusal.reason === 'own-pull-request') return null;
  if (refusal.reason === 'approvals-not-permitted' && inputs.statusContext !== '') return null;
  return `the ${verdict.kind === 'approve' ? 'approval' : 'request for changes'} was not posted: ${sentence}`;
}

function landed(
  verdict: Verdict,
  delivery: Delivery,
  applied: Extract<Applied, { kind: 'done' }>,
  failure: string | null,
): Posted {
  return {
    verdict,
    delivery,
    event: reviewEvent(verdict, delivery),
    landed: true,
    id: applied.id,
    url: applied.url,
    failure,
    withoutPermission: false,
    remarks: [],
  };
}

/** Nothing landed; the reason is GitHub's refusal in our words, or what the network did. */
function lost(verdict: Verdict, delivery: Delivery, applied: Exclude<Applied, { kind: 'done' }>): Posted {
  const why = applied.kind === 'refused' ? refusalSentence(applied.refusal, 'post the review') : applied.message;
  return {
    verdict,
    delivery,
    event: 'COMMENT',
    landed: false,
    id: null,
    url: null,
    failure: `the review was not posted: ${why}`,
    withoutPermission: applied.kind === 'refused' && applied.refusal.reason === 'permission',
    remarks: [],
  };
}

/** Submits once; an empty or own pending review in the way is deleted and the post tried once more (SU-27). */
async function submit(delivering: Delivering, verdict: Verdict, delivery: Delivery, failed: boolean): Promise<Applied> {
  const { context, trust, ports } = delivering;
  const effect = reviewEffect(partsOf(delivering), verdict, delivery, failed);
  const number = context.pullRequest.number;
  const applied = await ports.forge.apply(number, effect);
  if (applied.kind !== 'refused' || applied.refusal.reason !== 'pending-review') return applied;
  const { review } = applied.refusal;
  if (review === null) return applied;
  const ours = believedFooters({ author: trust.viewer, editor: null, body: review.body }, trust).footers.length > 0;
  const empty = review.body.trim() === '' && review.comments === 0;
  if (!empty && !ours) return applied;
  const deleted = await ports.forge.apply(number, { kind: 'delete-pending-review', reviewId: review.id });
  return deleted.kind === 'done' ? ports.forge.apply(number, effect) : applied;
}

/** What a review's effect is made from. */
export type ReviewParts = {
  readonly facts: ClassifyFacts;
  readonly details: readonly string[];
  /** The bot's standing requests for changes, newest first. */
  readonly standing: readonly OwnReview[];
  readonly signing: Signing;
  readonly ports: Pick<ActionPorts, 'run'>;
};

export function partsOf({
  facts,
  details,
  history,
  trust,
  ports,
}: Pick<Delivering, 'facts' | 'details' | 'history' | 'trust' | 'ports'>): ReviewParts {
  return { facts, details, standing: standingChanges(history.own), signing: trust, ports };
}

/** The review as an effect; also what a plan shows. */
export function reviewEffect(
  { facts, details, standing, signing, ports }: ReviewParts,
  verdict: Verdict,
  delivery: Delivery,
  failed: boolean,
): Extract<Effect, { kind: 'submit-review' }> {
  const lines = classifyFooterLines(facts, verdict, {
    run: ports.run,
    signing,
    failed: failed || (verdict.kind === 'no-verdict' && verdict.failed),
  });
  const footer = lines.join('\n');
  const named = verdict.kind === 'no-verdict' && !verdict.passed ? standing.slice(0, 1) : [];
  const visible = renderReview(
    {
      facts,
      verdict,
      delivery,
      standing: named.map((entry) => ({ head: entry.footer.head, url: entry.review.url })),
      details,
    },
    footer.length + 2,
  );
  return {
    kind: 'submit-review',
    event: reviewEvent(verdict, delivery),
    commit: facts.position.head,
    body: `${visible}\n\n${footer}`,
    comments: [],
    marker: lines[0] ?? '',
  };
}

/** The commit that was read is gone: a plain comment says so, and nothing is posted on another commit (SU-43). */
async function postHeadMoved(delivering: Delivering): Promise<Posted> {
  const { context, facts, ports, trust } = delivering;
  const number = context.pullRequest.number;
  const moved = await describeMoveNow(ports, number, facts.position);
  const reason =
    moved === null || moved.unknown
      ? `the head moved: GitHub no longer knows ${facts.position.head.slice(0, 7)}`
      : moved.reason;
  const verdict = noVerdict(reason.startsWith('the head moved') ? reason : `the head moved: ${reason}`, {
    failed: false,
  });
  const lines = noticeFooterLines(facts.request.key, trust);
  const applied = await ports.forge.apply(number, {
    kind: 'comment',
    body: `**No verdict:** ${inlineReason(reason)}.\n\n${lines.join('\n')}`,
    marker: lines[0] ?? '',
  });
  const delivery: Delivery = { kind: 'verdict' };
  return applied.kind === 'done' ? landed(verdict, delivery, applied, null) : lost(verdict, delivery, applied);
}

/** Dismisses one of the bot's reviews; an empty list, or why it still stands (SU-48). */
export async function dismiss(
  delivering: Pick<Delivering, 'context' | 'ports'>,
  entry: OwnReview,
  message: string,
): Promise<readonly string[]> {
  const applied = await delivering.ports.forge.apply(delivering.context.pullRequest.number, {
    kind: 'dismiss-review',
    reviewId: entry.review.id,
    reviewUrl: entry.review.url,
    message,
  });
  return refused(applied, `dismiss the review ${entry.review.url}`, 'pull-requests: write');
}

function refused(applied: Applied, doing: string, permission: string): readonly string[] {
  if (applied.kind === 'done') return [];
  if (applied.kind === 'failed') return [`could not ${doing}: ${applied.message}`];
  if (applied.refusal.reason === 'permission')
    return [refusalSentence({ reason: 'permission', permission: applied.refusal.permission || permission }, doing)];
  return [`could not ${doing}: ${refusalSentence(applied.refusal, doing)}`];
}

/** What an answered request may have left undone when its run was killed: each step only where it is still to do (SU-42). */
export async function finishLeftovers(
  { footer, review }: OwnReview,
  run: Pick<Delivering, 'inputs' | 'ports'> & { readonly snapshot: Pick<Delivering, 'context' | 'history' | 'trust'> },
): Promise<readonly string[]> {
  const { inputs, ports, snapshot } = run;
  const { context, history, trust } = snapshot;
  const failures: string[] = [];
  if (inputs.post === 'verdict' && footer.verdict === 'approve' && review.state === 'COMMENTED')
    for (const entry of standingChanges(history.own))
      failures.push(...(await dismiss({ context, ports }, entry, PASSED_MESSAGE)));
  failures.push(...(await removeRequest({ context, trust, inputs, ports })));
  if (inputs.statusContext !== '' && inputs.post === 'verdict' && footer.verdict !== 'no-verdict') {
    const verdict: Verdict = { kind: footer.verdict };
    const before = footer.outcome === 'failed' ? ['an earlier attempt of this request failed'] : failures;
    failures.push(...(await setStatus({ context, inputs, ports, commit: footer.head }, verdict, review.url, before)));
  }
  return failures;
}

const PASSED_MESSAGE = 'A later run found that the rules pass, so this request for changes no longer stands.';

/** A request that the posting account cannot satisfy would stay pending, and the next one would not fire (CL-14). */
async function removeRequest({
  context,
  trust,
  inputs,
  ports,
}: Pick<Delivering, 'context' | 'trust' | 'inputs' | 'ports'>): Promise<readonly string[]> {
  const pending = context.reviewRequests.find((request) =>
    request.kind === 'team'
      ? request.slug.toLowerCase() === inputs.reviewer
      : request.login.toLowerCase() === inputs.reviewer &&
        !sameAccount({ login: request.login, type: 'User', id: null }, trust.viewer),
  );
  if (pending === undefined) return [];
  const applied = await ports.forge.apply(context.pullRequest.number, {
    kind: 'remove-review-request',
    reviewer: pending,
  });
  return refused(applied, 'remove the review request', 'pull-requests: write');
}

/** The handoff to a later reviewer: a status on the commit that was read, following what was decided (CL-36). */
async function setStatus(
  { context, inputs, ports, commit }: Pick<Delivering, 'context' | 'inputs' | 'ports'> & { readonly commit: string },
  verdict: Verdict,
  url: string | null,
  failures: readonly string[],
): Promise<readonly string[]> {
  const state =
    failures.length > 0 || verdict.kind === 'no-verdict' ? 'error' : verdict.kind === 'approve' ? 'success' : 'failure';
  const reason = failures[0] ?? (verdict.kind === 'no-verdict' ? verdict.reason : (overallLine(verdict) ?? ''));
  const description = cut(plainLine(reason), 140);
  const there = context.status;
  if (
    there !== null &&
    context.pullRequest.head === commit &&
    there.state === state &&
    there.description === description
  )
    return [];
  const applied = await ports.forge.apply(context.pullRequest.number, {
    kind: 'set-status',
    commit,
    targetUrl: url,
    context: inputs.statusContext,
    state,
    description,
  });
  return refused(applied, 'set the commit status', 'statuses: write');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
