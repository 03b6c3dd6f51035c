import { rankOf, sameAccount } from './accounts.ts';
import { type NewComment, resolveAnchor } from './anchors.ts';
import { commitIdsOf, filesOf } from './pull-request.ts';
import { forbidden, invalid, notFound, unprocessable } from './refusal.ts';
import {
  type Caller,
  type PullRequest,
  type Review,
  type ReviewComment,
  stamp,
  type Thread,
  type World,
} from './state.ts';
import { checkLength, checkNotBlank, newThread, newWriting } from './writing.ts';

export type ReviewEvent = 'APPROVE' | 'REQUEST_CHANGES' | 'COMMENT';

export type NewReview = {
  /** Absent: the review stays pending. */
  readonly event?: ReviewEvent;
  readonly body: string;
  readonly commit?: string;
  readonly comments: readonly NewComment[];
};

const STATES = { APPROVE: 'APPROVED', REQUEST_CHANGES: 'CHANGES_REQUESTED', COMMENT: 'COMMENTED' } as const;

/** Creates a review with all of its comments, or refuses it as a whole. */
export async function createReview(world: World, caller: Caller, pull: PullRequest, asked: NewReview): Promise<Review> {
  if (pull.reviews.some((review) => review.state === 'PENDING' && sameAccount(review.author, caller.account)))
    throw unprocessable('User can only have one pending review per pull request');
  checkUnlocked(world, caller, pull);
  if (asked.event !== undefined) {
    checkEvent(world, caller, pull, asked.event);
    checkBody(asked.event, asked.body, asked.comments.length);
  }
  checkLength(world, 'PullRequestReview', asked.body);
  const commit = asked.commit ?? pull.head;
  if (!(await commitIdsOf(world, pull)).includes(commit))
    throw unprocessable('The commitOID is not part of the pull request');
  const files = asked.comments.length === 0 ? [] : await filesOf(world, pull, commit);
  const anchors = asked.comments.map((comment) => resolveAnchor(files, commit, comment));
  for (const comment of asked.comments) checkLength(world, 'PullRequestReviewComment', comment.body);

  const at = stamp(world);
  const review: Review = {
    ...newWriting(world, caller.account, asked.body, at),
    state: asked.event === undefined ? 'PENDING' : STATES[asked.event],
    submittedAt: asked.event === undefined ? null : at,
    commit,
  };
  pull.reviews.push(review);
  for (const [index, { anchor, hunk }] of anchors.entries())
    newThread(world, pull, {
      anchor,
      hunk,
      author: caller.account,
      body: asked.comments[index]?.body ?? '',
      review,
      at,
    });
  if (asked.event !== undefined) satisfyRequest(pull, caller);
  pull.updatedAt = at;
  return review;
}

/** Submits the caller's pending review. */
export function submitReview(
  world: World,
  caller: Caller,
  pull: PullRequest,
  review: Review,
  asked: { event: ReviewEvent; body: string | null },
): void {
  if (review.state !== 'PENDING') throw unprocessable('Review has already been submitted.');
  checkUnlocked(world, caller, pull);
  checkEvent(world, caller, pull, asked.event);
  const body = asked.body ?? review.body;
  const comments = pull.threads
    .flatMap((thread) => thread.comments)
    .filter((comment) => comment.reviewId === review.id);
  checkBody(asked.event, body, comments.length);
  checkLength(world, 'PullRequestReview', body);
  review.body = body;
  review.state = STATES[asked.event];
  review.submittedAt = stamp(world);
  review.updatedAt = review.submittedAt;
  pull.updatedAt = review.submittedAt;
  satisfyRequest(pull, caller);
}

/** Takes back an approval or a request for changes; a comment has nothing to take back. */
export function dismissReview(world: World, caller: Caller, pull: PullRequest, review: Review, message: string): void {
  const { dismissals } = world.repository.settings;
  const allowed =
    dismissals === null || dismissals.some((login) => login.toLowerCase() === caller.account.login.toLowerCase());
  if (!allowed && !(caller.kind === 'user' && rankOf(world.repository, caller.account.login) === 5))
    throw forbidden('Branch protections do not permit dismissing this review');
  if (message.trim() === '') throw unprocessable("Message can't be blank");
  if (review.state !== 'APPROVED' && review.state !== 'CHANGES_REQUESTED') {
    const state = review.state === 'COMMENTED' ? 'commented' : review.state.toLowerCase();
    throw unprocessable(`Can not dismiss a ${state} pull request review`);
  }
  review.state = 'DISMISSED';
  review.updatedAt = stamp(world);
  pull.updatedAt = review.updatedAt;
}

/** Deletes a pending review with its comments. A submitted review can never be deleted. */
export function deletePendingReview(pull: PullRequest, review: Review): void {
  if (review.state !== 'PENDING') throw unprocessable('Can not delete a non-pending pull request review');
  pull.reviews.splice(pull.reviews.indexOf(review), 1);
  for (const thread of pull.threads)
    thread.comments = thread.comments.filter((comment) => comment.reviewId !== review.id);
  pull.threads = pull.threads.filter((thread) => thread.comments.length > 0);
}

/** The review of this id as `caller` may see it, or GitHub's 404. */
export function reviewOf(pull: PullRequest, caller: Caller, id: number): Review {
  const review = pull.reviews.find((candidate) => candidate.id === id);
  if (review === undefined || (review.state === 'PENDING' && !sameAccount(review.author, caller.account)))
    throw notFound();
  return review;
}

/** Answers in a thread. As on GitHub the answer is a review of its own, without a body. */
export function reply(world: World, caller: Caller, pull: PullRequest, thread: Thread, body: string): ReviewComment {
  checkComment(world, caller, pull, body);
  const review = lonelyReview(world, caller, pull, thread.anchor.commit);
  const comment: ReviewComment = { ...newWriting(world, caller.account, body, review.createdAt), reviewId: review.id };
  thread.comments.push(comment);
  return comment;
}

/** Opens a thread outside of a review; on the whole file where `line` is null. */
export async function openThread(
  world: World,
  caller: Caller,
  pull: PullRequest,
  asked: { commit: string; comment: NewComment; wholeFile: boolean },
): Promise<Thread> {
  checkComment(world, caller, pull, asked.comment.body);
  if (!(await commitIdsOf(world, pull)).includes(asked.commit))
    throw invalid(
      'PullRequestReviewComment',
      'pull_request_review_thread.commit_id',
      'commit_id is not part of the pull request',
    );
  const files = await filesOf(world, pull, asked.commit);
  const { path } = asked.comment;
  if (asked.wholeFile && !files.some((file) => file.path === path)) throw unprocessable('Path could not be resolved');
  const { anchor, hunk } = asked.wholeFile
    ? {
        anchor: { path, commit: asked.commit, side: 'RIGHT' as const, line: null, startLine: null, startSide: null },
        hunk: '',
      }
    : resolveAnchor(files, asked.commit, asked.comment);
  const review = lonelyReview(world, caller, pull, asked.commit);
  return newThread(world, pull, {
    anchor,
    hunk,
    author: caller.account,
    body: asked.comment.body,
    review,
    at: review.createdAt,
  });
}

function checkComment(world: World, caller: Caller, pull: PullRequest, body: string): void {
  if (pull.reviews.some((review) => review.state === 'PENDING' && sameAccount(review.author, caller.account)))
    throw invalid('PullRequestReview', 'user_id', 'user_id can only have one pending review per pull request');
  if (pull.locked && !(caller.kind === 'user' && rankOf(world.repository, caller.account.login) >= 3))
    throw forbidden('Unable to create comment because issue is locked.');
  checkNotBlank('PullRequestReviewComment', body);
  checkLength(world, 'PullRequestReviewComment', body);
}

function lonelyReview(world: World, caller: Caller, pull: PullRequest, commit: string): Review {
  const at = stamp(world);
  const review: Review = { ...newWriting(world, caller.account, '', at), state: 'COMMENTED', submittedAt: at, commit };
  pull.reviews.push(review);
  pull.updatedAt = at;
  satisfyRequest(pull, caller);
  return review;
}

function checkUnlocked(world: World, caller: Caller, pull: PullRequest): void {
  if (!pull.locked) return;
  // A token of the workflow is no collaborator, whatever it may write.
  if (caller.kind === 'user' && rankOf(world.repository, caller.account.login) >= 3) return;
  throw unprocessable('lock prevents review');
}

function checkEvent(world: World, caller: Caller, pull: PullRequest, event: ReviewEvent): void {
  const own = sameAccount(pull.author, caller.account);
  if (own && event === 'APPROVE') throw unprocessable('Can not approve your own pull request');
  if (own && event === 'REQUEST_CHANGES') throw unprocessable('Can not request changes on your own pull request');
  const workflow = caller.kind === 'installation' && caller.account.login === 'github-actions[bot]';
  if (event === 'APPROVE' && workflow && !world.repository.settings.approve)
    throw unprocessable('GitHub Actions is not permitted to approve pull requests.');
}

function checkBody(event: ReviewEvent, body: string, comments: number): void {
  if (event !== 'APPROVE' && body.trim() === '' && comments === 0) throw unprocessable("Body can't be blank");
}

/** A review satisfies its own author's request only; a team's stays (GitHub ends it when a member reviews). */
function satisfyRequest(pull: PullRequest, caller: Caller): void {
  pull.requestedReviewers = pull.requestedReviewers.filter((account) => account.id !== caller.account.id);
}
