import type { Access } from '../accounts.ts';
import type { NewComment } from '../anchors.ts';
import { visibleReviews, visibleThreads } from '../pull-request.ts';
import {
  createReview,
  deletePendingReview,
  dismissReview,
  type ReviewEvent,
  reviewOf,
  submitReview,
} from '../reviewing.ts';
import type { PullRequest, Review } from '../state.ts';
import { checkLength, checkNotBlank, editBody } from '../writing.ts';
import { type Answer, type Call, numberParam, type Operations, page, textMember } from './call.ts';
import { pullOfCall } from './pulls.ts';
import { showReview, showReviewComment } from './show-pull.ts';

const READ: Access = { level: 'read', keys: ['pull-requests'], role: 'read' };
const WRITE: Access = { level: 'write', keys: ['pull-requests'], role: 'read' };
const DISMISS: Access = { level: 'write', keys: ['pull-requests'], role: 'write' };

const PULL = '/repos/{owner}/{repo}/pulls/{pull_number}';
const REVIEW = `${PULL}/reviews/{review_id}`;

export const reviewOperations: Operations = {
  [`GET ${PULL}/reviews`]: { access: READ, handle: list },
  [`POST ${PULL}/reviews`]: { access: WRITE, handle: create },
  [`GET ${REVIEW}`]: { access: READ, handle: (call) => answer(call, find(call)) },
  [`PUT ${REVIEW}`]: { access: WRITE, handle: update },
  [`DELETE ${REVIEW}`]: { access: WRITE, handle: remove },
  [`GET ${REVIEW}/comments`]: { access: READ, handle: comments },
  [`POST ${REVIEW}/events`]: { access: WRITE, handle: submit },
  [`PUT ${REVIEW}/dismissals`]: { access: DISMISS, handle: dismiss },
};

type Found = { readonly pull: PullRequest; readonly review: Review };

function find(call: Call): Found {
  const pull = pullOfCall(call);
  return { pull, review: reviewOf(pull, call.caller, numberParam(call, 'review_id')) };
}

function answer({ world, urls }: Call, { pull, review }: Found): Answer {
  return { status: 200, body: showReview(world, urls, pull, review) };
}

function list(call: Call): Answer {
  const { world, urls, caller } = call;
  const pull = pullOfCall(call);
  const path = `/repos/${world.repository.owner}/${world.repository.name}/pulls/${pull.number}/reviews`;
  const { items, headers } = page(call, visibleReviews(pull, caller.account), path);
  return { status: 200, headers, body: items.map((review) => showReview(world, urls, pull, review)) };
}

async function create(call: Call): Promise<Answer> {
  const { world, caller, body } = call;
  const pull = pullOfCall(call);
  const review = await createReview(world, caller, pull, {
    ...(body['event'] === undefined ? {} : { event: body['event'] as ReviewEvent }),
    ...(body['commit_id'] === undefined ? {} : { commit: textMember(call, 'commit_id') }),
    body: textMember(call, 'body'),
    comments: (body['comments'] ?? []) as NewComment[],
  });
  return answer(call, { pull, review });
}

function update(call: Call): Answer {
  const found = find(call);
  const body = textMember(call, 'body');
  checkNotBlank('PullRequestReview', body);
  checkLength(call.world, 'PullRequestReview', body);
  editBody(call.world, call.caller, found.review, body);
  return answer(call, found);
}

function remove(call: Call): Answer {
  const found = find(call);
  deletePendingReview(found.pull, found.review);
  return answer(call, found);
}

async function comments(call: Call): Promise<Answer> {
  const { world, urls, caller } = call;
  const { pull, review } = find(call);
  const all = visibleThreads(pull, caller.account)
    .flatMap((thread) => thread.comments.map((comment) => ({ pull, thread, comment })))
    .filter(({ comment }) => comment.reviewId === review.id);
  const { owner, name } = world.repository;
  const { items, headers } = page(
    call,
    all,
    `/repos/${owner}/${name}/pulls/${pull.number}/reviews/${review.id}/comments`,
  );
  const body = await Promise.all(items.map((item) => showReviewComment(world, urls, item)));
  return { status: 200, headers, body };
}

function submit(call: Call): Answer {
  const found = find(call);
  const body = call.body['body'] === undefined ? null : textMember(call, 'body');
  submitReview(call.world, call.caller, found.pull, found.review, { event: call.body['event'] as ReviewEvent, body });
  return answer(call, found);
}

function dismiss(call: Call): Answer {
  const found = find(call);
  dismissReview(call.world, call.caller, found.pull, found.review, textMember(call, 'message'));
  return answer(call, found);
}
