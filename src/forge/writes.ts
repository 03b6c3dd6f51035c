import { normalLogin } from '../core/account.ts';
import type { Applied, Effect, InlineComment } from '../core/effect.ts';
import { assertNever } from '../core/errors.ts';
import type { RequestedReviewer } from '../core/pull-request.ts';
import type { Call, Refused } from './client.ts';
import type { Reader } from './github.ts';
import { labelAddition, labelCreation, labelRemoval } from './label-writes.ts';
import { doneWith, readOwnPosts } from './own-posts.ts';
import { readRequestedReviewers } from './review-requests.ts';
import { reactionWrite, replyWrite } from './thread-writes.ts';

export type Done = Extract<Applied, { kind: 'done' }>;

/** How one effect is written, and how its trace is found again (SU-42). */
export type Write = {
  readonly call: Call;
  /** What holds when it is done, to end sentences: `the review was posted`. */
  readonly result: { readonly thing: string; readonly deed: string };
  /** The write as it stands on GitHub, or null when it has not happened. */
  lookUp(): Promise<Done | null>;
  /** Whether a refusal may only mean that it has already happened. */
  mayStand(refused: Refused): boolean;
  /** Whether a refusal says for certain that it has already happened. */
  stands?(refused: Refused): boolean;
  /** Why it cannot be asked for at all. */
  readonly impossible?: string;
};

/** The request and the look-up for `effect` on pull request `number`. */
export function writeOf(reader: Reader, number: number, effect: Effect): Write {
  switch (effect.kind) {
    case 'submit-review':
      return {
        call: {
          what: 'posting the review',
          route: 'POST /repos/{owner}/{repo}/pulls/{number}/reviews',
          parameters: {
            number,
            commit_id: effect.commit,
            event: effect.event,
            body: effect.body,
            ...(effect.comments.length === 0 ? {} : { comments: effect.comments.map(inlineComment) }),
          },
          permission: 'pull-requests: write',
        },
        result: { thing: 'the review', deed: 'posted' },
        lookUp: async () => {
          const { reviews } = await readOwnPosts(reader, number);
          return doneWith(
            effect.marker,
            reviews.filter((review) => review.state !== 'PENDING'),
          );
        },
        mayStand: () => false,
      };
    case 'comment':
      return {
        call: {
          what: 'posting the comment',
          route: 'POST /repos/{owner}/{repo}/issues/{number}/comments',
          parameters: { number, body: effect.body },
          permission: 'pull-requests: write',
        },
        result: { thing: 'the comment', deed: 'posted' },
        lookUp: async () => doneWith(effect.marker, (await readOwnPosts(reader, number)).comments),
        mayStand: () => false,
      };
    case 'reply':
      return replyWrite(reader, number, effect);
    case 'react':
      return reactionWrite(effect);
    case 'create-label':
      return labelCreation(reader, effect);
    case 'add-labels':
      return labelAddition(reader, number, effect);
    case 'remove-label':
      return labelRemoval(reader, number, effect);
    case 'dismiss-review':
      return {
        call: {
          what: 'dismissing the review',
          route: 'PUT /repos/{owner}/{repo}/pulls/{number}/reviews/{review}/dismissals',
          parameters: { number, review: effect.reviewId, message: effect.message, event: 'DISMISS' },
          permission: 'pull-requests: write',
        },
        result: { thing: `the review ${effect.reviewUrl}`, deed: 'dismissed' },
        lookUp: () => dismissedReview(reader, number, effect.reviewId),
        mayStand: ({ status }) => status === 422,
      };
    case 'delete-pending-review':
      return {
        call: {
          what: 'deleting the pending review',
          route: 'DELETE /repos/{owner}/{repo}/pulls/{number}/reviews/{review}',
          parameters: { number, review: effect.reviewId },
          permission: 'pull-requests: write',
        },
        result: { thing: 'the pending review', deed: 'deleted' },
        lookUp: async () => {
          const { pending } = await readOwnPosts(reader, number);
          return pending.some((review) => Number(review.fullDatabaseId) === effect.reviewId) ? null : nothing;
        },
        mayStand: ({ status }) => status === 404,
      };
    case 'remove-review-request':
      return {
        call: {
          what: 'removing the review request',
          route: 'DELETE /repos/{owner}/{repo}/pulls/{number}/requested_reviewers',
          parameters: {
            number,
            reviewers: effect.reviewer.kind === 'user' ? [effect.reviewer.login] : [],
            team_reviewers: effect.reviewer.kind === 'team' ? [effect.reviewer.slug] : [],
          },
          permission: 'pull-requests: write',
        },
        result: { thing: `the review request for ${nameOf(effect.reviewer)}`, deed: 'removed' },
        lookUp: async () => {
          const requested = await readRequestedReviewers(reader, number);
          return requested.some((reviewer) => nameOf(reviewer) === nameOf(effect.reviewer)) ? null : nothing;
        },
        mayStand: ({ status }) => status === 404 || status === 422,
      };
    case 'set-status':
      return {
        call: {
          what: 'setting the commit status',
          route: 'POST /repos/{owner}/{repo}/statuses/{commit}',
          parameters: {
            commit: effect.commit,
            context: effect.context,
            state: effect.state,
            description: effect.description,
            ...(effect.targetUrl === null ? {} : { target_url: effect.targetUrl }),
          },
          permission: 'statuses: write',
        },
        result: { thing: `the commit status ${effect.context}`, deed: 'set' },
        lookUp: () => standingStatus(reader, effect),
        mayStand: () => false,
      };
    default:
      return assertNever(effect);
  }
}

/** Done, with nothing that stands there to show. */
const nothing: Done = { kind: 'done', id: null, url: null };

function inlineComment(comment: InlineComment): Record<string, unknown> {
  const { path, line, side, startLine, body } = comment;
  // GitHub refuses a range of one line, so `start_line` is left out there.
  return { path, body, line, side, ...(startLine === null ? {} : { start_line: startLine, start_side: side }) };
}

async function dismissedReview(reader: Reader, number: number, review: number): Promise<Done | null> {
  const { body } = await reader.client.need({
    what: 'looking up the review',
    route: 'GET /repos/{owner}/{repo}/pulls/{number}/reviews/{review}',
    parameters: { number, review },
    permission: 'pull-requests: read',
  });
  const { state, html_url } = body as { state?: string; html_url?: string };
  return state === 'DISMISSED' ? { kind: 'done', id: review, url: html_url ?? null } : null;
}

async function standingStatus(reader: Reader, effect: Extract<Effect, { kind: 'set-status' }>): Promise<Done | null> {
  const { body } = await reader.client.need({
    what: 'looking up the commit status',
    route: 'GET /repos/{owner}/{repo}/commits/{commit}/statuses',
    parameters: { commit: effect.commit, per_page: 100 },
    permission: 'statuses: read',
  });
  const statuses = body as { id: number; context: string; state: string; description: string | null }[];
  // The newest comes first, and only the newest of a context stands.
  const standing = statuses.find(({ context }) => context === effect.context);
  return standing?.state === effect.state && (standing.description ?? '') === effect.description
    ? { kind: 'done', id: standing.id, url: null }
    : null;
}

function nameOf(reviewer: RequestedReviewer): string {
  return reviewer.kind === 'team' ? `team ${reviewer.slug.toLowerCase()}` : normalLogin(reviewer.login);
}
