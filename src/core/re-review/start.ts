import type { Account } from '../account.ts';
import { commandOf, dispatchedNumber, followedHead, type WithoutSecrets, withoutSecrets } from '../asked-by.ts';
import type { EventComment, Trigger } from '../event.ts';
import type { FollowedHead } from '../followed-run.ts';

/** A pull request that is to be reviewed. */
export type ReviewRequest = {
  readonly kind: 'review';
  readonly number: number;
  /** Only an opening is skipped where any review of this head and base stands; a followed run, where any stands at all. */
  readonly asked: 'by-opening' | 'by-push' | 'by-run' | 'by-command' | 'by-dispatch';
  /** The command; null where GitHub has checked already who may start this. */
  readonly comment: EventComment | null;
  readonly withoutSecrets: WithoutSecrets;
};

/** What a trigger asks of re-review, decided from the payload alone (RR-1 to RR-3). */
export type ReReviewStart =
  | ReviewRequest
  /** Only the open pull requests tell which one the followed run belongs to (SU-16). */
  | { readonly kind: 'find'; readonly run: FollowedHead }
  | { readonly kind: 'skip'; readonly reason: string }
  | { readonly kind: 'bad-input'; readonly message: string };

export type ReReviewStartOptions = {
  /** Input `pull-request`. */
  readonly pullRequest: number | null;
  readonly reviewOnPush: boolean;
  readonly reviewBotAuthors: boolean;
  /** On the root: a draft or a bot's pull request costs nothing there, so that no status tells of the wait (ADR 0014). */
  readonly routed: boolean;
  /** Parses a comment's body (CO-1). */
  readonly command: (body: string) => { readonly kind: string; readonly verb?: string };
};

/** Decides what a trigger starts. */
export function decideReReviewStart(trigger: Trigger, options: ReReviewStartOptions): ReReviewStart {
  switch (trigger.kind) {
    case 'pull-request':
      return startOfPullRequest(trigger, options);
    case 'comment':
    case 'thread-comment':
      return startOfComment(trigger, options);
    case 'dispatch':
      return startOfDispatch(trigger, options);
    case 'workflow-run':
      return startOfWorkflowRun(trigger);
    case 'review':
      return skip('a submitted review starts no review of ours');
    case 'schedule':
      return skip('a schedule starts no review');
    case 'other':
      return skip(`event ${trigger.name} starts no review`);
  }
}

/** Why a pull request that nobody asked about has to wait (RR-1), or null. */
export function waiting(
  { number, draft, author }: { readonly number: number; readonly draft: boolean; readonly author: Account | null },
  { reviewBotAuthors }: { readonly reviewBotAuthors: boolean },
): string | null {
  if (draft) return `pull request ${number} is a draft; it is reviewed when it is ready for review, or by /revi`;
  if (author?.type === 'Bot' && !reviewBotAuthors)
    return `pull request ${number} was opened by the bot ${author.login}; /revi reviews it, and so does input review-bot-authors`;
  return null;
}

function skip(reason: string): ReReviewStart {
  return { kind: 'skip', reason };
}

function startOfPullRequest(
  { action, pullRequest, sender }: Extract<Trigger, { kind: 'pull-request' }>,
  options: ReReviewStartOptions,
): ReReviewStart {
  const opening = action === 'opened' || action === 'reopened' || action === 'ready_for_review';
  if (action === 'synchronize' && !options.reviewOnPush)
    return skip('a push starts no review; /revi does, and so does input review-on-push');
  if (!opening && action !== 'synchronize') return skip(`pull_request ${action} starts no review`);
  const { number } = pullRequest;
  if (pullRequest.state === 'closed') return skip(`pull request ${number} is closed`);
  const reason = options.routed ? waiting(pullRequest, options) : null;
  if (reason !== null) return skip(reason);
  const asked = opening ? 'by-opening' : 'by-push';
  return { kind: 'review', number, asked, comment: null, withoutSecrets: withoutSecrets(pullRequest, sender) };
}

function startOfComment(
  trigger: Extract<Trigger, { kind: 'comment' | 'thread-comment' }>,
  { command: parse }: ReReviewStartOptions,
): ReReviewStart {
  const commanded = commandOf(trigger, { verb: 'review', shown: 'a bare /revi', parse });
  if ('skip' in commanded) return skip(commanded.skip);
  const { number, comment, withoutSecrets: secrets } = commanded;
  return { kind: 'review', number, asked: 'by-command', comment, withoutSecrets: secrets };
}

function startOfDispatch(
  trigger: Extract<Trigger, { kind: 'dispatch' }>,
  { pullRequest }: ReReviewStartOptions,
): ReReviewStart {
  const named = dispatchedNumber(trigger, { pullRequest, purpose: 'review' });
  if ('message' in named) return { kind: 'bad-input', message: named.message };
  return { kind: 'review', ...named, asked: 'by-dispatch', comment: null, withoutSecrets: null };
}

function startOfWorkflowRun(trigger: Extract<Trigger, { kind: 'workflow-run' }>): ReReviewStart {
  const run = followedHead(trigger);
  return 'skip' in run ? skip(run.skip) : { kind: 'find', run };
}
