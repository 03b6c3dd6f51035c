import { type Account, normalLogin } from '../account.ts';
import type { EventComment, EventPullRequest, Trigger } from '../event.ts';
import type { FollowedHead } from '../followed-run.ts';

/** A pull request that is to be reviewed. */
export type ReviewRequest = {
  readonly kind: 'review';
  readonly number: number;
  /** Only an opening is skipped where any review of this head and base stands; a followed run, where any stands at all. */
  readonly asked: 'by-opening' | 'by-push' | 'by-run' | 'by-command' | 'by-dispatch';
  /** The command; null where GitHub has checked already who may start this. */
  readonly comment: EventComment | null;
  /** An event of a fork or of Dependabot: no secrets, a read-only token (SU-17). */
  readonly withoutSecrets: 'fork' | 'dependabot' | null;
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
      return startOfComment(trigger, options);
    case 'thread-comment':
      return startOfThreadComment(trigger, options);
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

function startOfComment(trigger: Extract<Trigger, { kind: 'comment' }>, options: ReReviewStartOptions): ReReviewStart {
  const { comment, number } = trigger;
  if (trigger.action !== 'created')
    return skip(`a comment that was ${trigger.action} is never a command; only a new one is`);
  if (!trigger.onPullRequest) return skip('the comment stands on an issue, not on a pull request');
  const reason = notACommand(comment, options);
  if (reason !== null) return skip(reason);
  if (trigger.state === 'closed') return skip(`pull request ${number} is closed`);
  return { kind: 'review', number, asked: 'by-command', comment, withoutSecrets: null };
}

function startOfThreadComment(
  trigger: Extract<Trigger, { kind: 'thread-comment' }>,
  options: ReReviewStartOptions,
): ReReviewStart {
  const { comment, pullRequest } = trigger;
  if (trigger.action !== 'created')
    return skip(`a comment that was ${trigger.action} is never a command; only a new one is`);
  if (trigger.inReplyTo === null) return skip('the comment opens a thread; only a reply in one may hold a command');
  const reason = notACommand(comment, options);
  if (reason !== null) return skip(reason);
  const { number } = pullRequest;
  if (pullRequest.state === 'closed') return skip(`pull request ${number} is closed`);
  const secrets = withoutSecrets(pullRequest, comment.author);
  return { kind: 'review', number, asked: 'by-command', comment, withoutSecrets: secrets };
}

/** Why a comment is not a bare `/revi` by a person, or null when it is. */
function notACommand({ body, author }: EventComment, options: ReReviewStartOptions): string | null {
  const command = options.command(body);
  if (command.kind !== 'command') return 'the comment is not a bare /revi';
  if (command.verb !== 'review') return `the command is for another action (${command.verb ?? 'none'})`;
  if (author === null) return 'the account that wrote the command is gone';
  if (author.type === 'Bot') return `${author.login} is a bot, and bots may not command`;
  return null;
}

function startOfDispatch(
  trigger: Extract<Trigger, { kind: 'dispatch' }>,
  options: ReReviewStartOptions,
): ReReviewStart {
  const written = trigger.pullRequest.trim();
  const number = options.pullRequest ?? (/^#?[1-9]\d{0,9}$/.test(written) ? Number(written.replace('#', '')) : null);
  if (number !== null) return { kind: 'review', number, asked: 'by-dispatch', comment: null, withoutSecrets: null };
  return {
    kind: 'bad-input',
    message:
      written === ''
        ? 'workflow_dispatch needs input pull-request: the number of the pull request to review'
        : `input pull-request is "${written}"; expected the number of a pull request, such as 12`,
  };
}

function startOfWorkflowRun(trigger: Extract<Trigger, { kind: 'workflow-run' }>): ReReviewStart {
  const { startedBy, headRepository, headBranch, headSha } = trigger;
  if (startedBy !== 'pull_request')
    return skip(`the run that this one follows was started by ${startedBy}, not by pull_request`);
  if (headRepository === null || headBranch === null)
    return skip('the head repository of the run that this one follows is gone');
  return { kind: 'find', run: { headRepository, headBranch, headSha } };
}

function withoutSecrets({ fork }: EventPullRequest, actor: Account | null): ReviewRequest['withoutSecrets'] {
  if (fork) return 'fork';
  return actor?.type === 'Bot' && normalLogin(actor.login) === 'dependabot' ? 'dependabot' : null;
}
