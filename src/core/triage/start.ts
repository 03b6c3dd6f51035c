import { type Account, normalLogin } from '../account.ts';
import type { EventComment, Trigger } from '../event.ts';
import type { FollowedHead } from '../followed-run.ts';

/** A pull request that is to be ranked. */
export type TriageRequest = {
  readonly kind: 'triage';
  readonly number: number;
  /** Of this request, for footers: `ic:<comment id>`, `rc:<comment id>` or `run:<run id>`. */
  readonly key: string;
  /** A command or a dispatch ranks drafts, bots' and ranked pull requests too, and replaces older labels (TR-1, TR-4). */
  readonly asked: 'by-event' | 'by-command' | 'by-dispatch';
  /** The command; null where GitHub has checked already who may start this. */
  readonly comment: EventComment | null;
  /** An event of a fork or of Dependabot: no secrets, a read-only token (SU-17). */
  readonly withoutSecrets: 'fork' | 'dependabot' | null;
};

/** What a trigger asks of triage, decided from the payload alone: no request is made for a skip (TR-1). */
export type TriageStart =
  | TriageRequest
  /** Only the open pull requests tell which one the followed run belongs to (SU-16). */
  | { readonly kind: 'find'; readonly run: FollowedHead; readonly key: string }
  | { readonly kind: 'skip'; readonly reason: string }
  | { readonly kind: 'bad-input'; readonly message: string };

export type TriageStartOptions = {
  /** Input `pull-request`. */
  readonly pullRequest: number | null;
  readonly runId: string;
  /** Parses a comment's body (CO-1). */
  readonly command: (body: string) => { readonly kind: string; readonly verb?: string };
};

/** Decides what a trigger starts. */
export function decideTriageStart(trigger: Trigger, options: TriageStartOptions): TriageStart {
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
      return startOfWorkflowRun(trigger, options);
    case 'review':
      return skip('a submitted review starts no triage');
    case 'schedule':
      return skip('a schedule starts no triage');
    case 'other':
      return skip(`event ${trigger.name} starts no triage`);
  }
}

/** Why a pull request that nobody asked about is left alone (TR-1), or null. */
export function unasked(pullRequest: {
  readonly number: number;
  readonly draft: boolean;
  readonly author: Account | null;
}): string | null {
  const { number, draft, author } = pullRequest;
  if (draft) return `pull request ${number} is a draft; it is ranked when it is ready for review, or by /revi triage`;
  if (author?.type === 'Bot')
    return `pull request ${number} was opened by the bot ${author.login}; /revi triage ranks it all the same`;
  return null;
}

function skip(reason: string): TriageStart {
  return { kind: 'skip', reason };
}

function startOfPullRequest(
  { action, pullRequest, sender }: Extract<Trigger, { kind: 'pull-request' }>,
  { runId }: TriageStartOptions,
): TriageStart {
  if (action !== 'opened' && action !== 'reopened' && action !== 'ready_for_review')
    return skip(`pull_request ${action} starts no triage`);
  if (pullRequest.state === 'closed') return skip(`pull request ${pullRequest.number} is closed`);
  const reason = unasked(pullRequest);
  if (reason !== null) return skip(reason);
  return {
    kind: 'triage',
    number: pullRequest.number,
    key: `run:${runId}`,
    asked: 'by-event',
    comment: null,
    withoutSecrets: withoutSecrets(pullRequest, sender),
  };
}

function startOfComment(trigger: Extract<Trigger, { kind: 'comment' }>, options: TriageStartOptions): TriageStart {
  const { comment, number } = trigger;
  if (trigger.action !== 'created')
    return skip(`a comment that was ${trigger.action} is never a command; only a new one is`);
  if (!trigger.onPullRequest) return skip('the comment stands on an issue, not on a pull request');
  const reason = notACommand(comment, options);
  if (reason !== null) return skip(reason);
  if (trigger.state === 'closed') return skip(`pull request ${number} is closed`);
  return { kind: 'triage', number, key: `ic:${comment.id}`, asked: 'by-command', comment, withoutSecrets: null };
}

function startOfThreadComment(
  trigger: Extract<Trigger, { kind: 'thread-comment' }>,
  options: TriageStartOptions,
): TriageStart {
  const { comment, pullRequest } = trigger;
  if (trigger.action !== 'created')
    return skip(`a comment that was ${trigger.action} is never a command; only a new one is`);
  if (trigger.inReplyTo === null) return skip('the comment opens a thread; only a reply in one may hold a command');
  const reason = notACommand(comment, options);
  if (reason !== null) return skip(reason);
  if (pullRequest.state === 'closed') return skip(`pull request ${pullRequest.number} is closed`);
  return {
    kind: 'triage',
    number: pullRequest.number,
    key: `rc:${comment.id}`,
    asked: 'by-command',
    comment,
    withoutSecrets: withoutSecrets(pullRequest, comment.author),
  };
}

/** Why a comment is not `/revi triage` by a person, or null when it is. */
function notACommand({ body, author }: EventComment, options: TriageStartOptions): string | null {
  const command = options.command(body);
  if (command.kind !== 'command') return 'the comment is not /revi triage';
  if (command.verb !== 'triage') return `the command is for another action (${command.verb ?? 'none'})`;
  if (author === null) return 'the account that wrote the command is gone';
  if (author.type === 'Bot') return `${author.login} is a bot, and bots may not command`;
  return null;
}

function startOfDispatch(trigger: Extract<Trigger, { kind: 'dispatch' }>, options: TriageStartOptions): TriageStart {
  const written = trigger.pullRequest.trim();
  const number = options.pullRequest ?? (/^#?[1-9]\d{0,9}$/.test(written) ? Number(written.replace('#', '')) : null);
  if (number === null)
    return {
      kind: 'bad-input',
      message:
        written === ''
          ? 'workflow_dispatch needs input pull-request: the number of the pull request to rank'
          : `input pull-request is "${written}"; expected the number of a pull request, such as 12`,
    };
  const key = `run:${options.runId}`;
  return { kind: 'triage', number, key, asked: 'by-dispatch', comment: null, withoutSecrets: null };
}

function startOfWorkflowRun(
  trigger: Extract<Trigger, { kind: 'workflow-run' }>,
  { runId }: TriageStartOptions,
): TriageStart {
  const { startedBy, headRepository, headBranch, headSha } = trigger;
  if (startedBy !== 'pull_request')
    return skip(`the run that this one follows was started by ${startedBy}, not by pull_request`);
  if (headRepository === null || headBranch === null)
    return skip('the head repository of the run that this one follows is gone');
  return { kind: 'find', run: { headRepository, headBranch, headSha }, key: `run:${runId}` };
}

function withoutSecrets({ fork }: { readonly fork: boolean }, actor: Account | null): TriageRequest['withoutSecrets'] {
  if (fork) return 'fork';
  return actor?.type === 'Bot' && normalLogin(actor.login) === 'dependabot' ? 'dependabot' : null;
}
