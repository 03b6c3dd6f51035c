import { normalLogin } from '../core/account.ts';
import type { Applied, Effect } from '../core/effect.ts';
import { assertNever } from '../core/errors.ts';
import type { RequestedReviewer } from '../core/pull-request.ts';
import type { Call, Refused } from './client.ts';
import { commitWrite } from './commit-write.ts';
import type { Reader } from './github.ts';
import type { Mutation } from './graphql.ts';
import { labelAddition, labelCreation, labelRemoval } from './label-writes.ts';
import { doneWith, nothing, readOwnPosts } from './own-posts.ts';
import { readRequestedReviewers } from './review-requests.ts';
import { commentUpdate, draftDeletion, reviewDismissal, reviewSubmission, reviewUpdate } from './review-writes.ts';
import { reactionWrite, replyWrite, threadSettlement } from './thread-writes.ts';

export type Done = Extract<Applied, { kind: 'done' }>;

/** How one effect is written, and how its trace is found again (SU-42). */
export type Write = {
  readonly call: Call | Mutation;
  /** What holds when it is done, to end sentences: `the review was posted`. */
  readonly result: { readonly thing: string; readonly deed: string };
  /** The write as it stands on GitHub, or null when it has not happened. */
  lookUp(): Promise<Done | null>;
  /** Whether a refusal may only mean that it has already happened. */
  mayStand(refused: Refused): boolean;
  /** Whether a refusal says for certain that it has already happened. */
  stands?(refused: Refused): boolean;
  /** What is done by the answer's body, where that is no REST resource; null where it does not tell what it made. */
  doneBy?(body: unknown): Done | null;
  /** Reads what it made once it is done: GitHub may have taken less than it was given (SU-45). */
  readBack?(done: Done): Promise<Done>;
  /** Why it cannot be asked for at all. */
  readonly impossible?: string;
};

/** The request and the look-up for `effect` on pull request `number`. */
export function writeOf(reader: Reader, number: number, effect: Effect): Write {
  switch (effect.kind) {
    case 'submit-review':
      return reviewSubmission(reader, number, effect);
    case 'update-review':
      return reviewUpdate(reader, number, effect);
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
    case 'update-comment':
      return commentUpdate(reader, effect);
    case 'reply':
      return replyWrite(reader, number, effect);
    case 'react':
      return reactionWrite(effect);
    case 'resolve-thread':
    case 'unresolve-thread':
      return threadSettlement(reader, effect);
    case 'create-label':
      return labelCreation(reader, effect);
    case 'add-labels':
      return labelAddition(reader, number, effect);
    case 'remove-label':
      return labelRemoval(reader, number, effect);
    case 'commit':
      return commitWrite(reader, effect);
    case 'dismiss-review':
      return reviewDismissal(reader, number, effect);
    case 'delete-pending-review':
      return draftDeletion(reader, number, effect);
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
