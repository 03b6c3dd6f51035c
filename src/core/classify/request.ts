import { type Account, normalLogin } from '../account.ts';
import type { Trigger } from '../event.ts';
import { encodeValue } from '../footer.ts';
import type { Position, RequestedReviewer } from '../pull-request.ts';

/** One request for a verdict (CL-13). */
export type ClassifyRequest = {
  /** `rr:<login or slug>:<time>`, `ic:<comment id>`, `rc:<comment id>` or `run:<run id>`. */
  readonly key: string;
  /** GitHub's time of the request, ISO 8601 UTC; null for a dispatch, which is always newer than any verdict. */
  readonly at: string | null;
  readonly requester: string;
};

/** Whose own event it is, without secrets and with a read-only token; null: neither a fork's nor Dependabot's (SU-17). */
export type WithoutSecrets = 'fork' | 'dependabot' | null;

/** What a trigger asks of classify, decided from the payload alone: no request is made for a skip (CL-10, CL-11). */
export type Start =
  | {
      readonly kind: 'classify';
      readonly number: number;
      readonly request: ClassifyRequest;
      /** Who must have the role of a developer before anything is done; null where GitHub has checked already. */
      readonly commander: Account | null;
      /** The comment that holds the command, for the check that it is not the bot's own (SU-13). */
      readonly commandBody: string | null;
      /** The pull request's own event by a fork or Dependabot: no secrets, a read-only token (SU-17). */
      readonly withoutSecrets: WithoutSecrets;
      /** As the payload has it, for what has to be said although nothing can be read; null: it does not say. */
      readonly payloadPosition: Position | null;
      /** The request that started the run, as GitHub has it; null for a command or a dispatch. */
      readonly requested: RequestedReviewer | null;
    }
  | { readonly kind: 'retire'; readonly number: number; readonly withoutSecrets: WithoutSecrets }
  | { readonly kind: 'retire-all' }
  | {
      readonly kind: 'retire-head';
      readonly headRepository: { readonly owner: string; readonly name: string };
      readonly headBranch: string;
      readonly headSha: string;
    }
  | { readonly kind: 'skip'; readonly reason: string }
  | { readonly kind: 'bad-input'; readonly message: string };

export type StartOptions = {
  /** Input `reviewer`, normalised. */
  readonly reviewer: string;
  /** Input `pull-request`. */
  readonly pullRequest: number | null;
  readonly runId: string;
  readonly command: (body: string) => { readonly kind: string; readonly verb?: string };
};

/** Decides what a trigger starts. Pure; `command` parses a comment's body (CO-1). */
export function decideStart(trigger: Trigger, options: StartOptions): Start {
  switch (trigger.kind) {
    case 'pull-request':
      return startOfPullRequest(trigger, options);
    case 'comment':
      return startOfComment(trigger, options);
    case 'thread-comment':
      return startOfThreadComment(trigger, options);
    case 'dispatch':
      return startOfDispatch(trigger, options);
    case 'schedule':
      return { kind: 'retire-all' };
    case 'workflow-run':
      return startOfWorkflowRun(trigger);
    case 'review':
      return skip('a submitted review starts no classification');
    case 'other':
      return skip(`event ${trigger.name} starts no classification`);
  }
}

function skip(reason: string): Start {
  return { kind: 'skip', reason };
}

function startOfPullRequest(trigger: Extract<Trigger, { kind: 'pull-request' }>, options: StartOptions): Start {
  const { action, pullRequest, reviewer, sender } = trigger;
  const withoutSecrets: WithoutSecrets = pullRequest.fork ? 'fork' : isDependabot(sender) ? 'dependabot' : null;
  if (action === 'synchronize') return { kind: 'retire', number: pullRequest.number, withoutSecrets };
  if (action === 'edited')
    return trigger.baseChanged
      ? { kind: 'retire', number: pullRequest.number, withoutSecrets }
      : skip('the pull request was edited, but its base branch is the same');
  if (action !== 'review_requested') return skip(`pull_request ${action} starts no classification`);
  if (reviewer === null) return skip('the event names no requested reviewer');
  const name = normalLogin(reviewer.name);
  if (name !== options.reviewer)
    return skip(`the requested reviewer is ${reviewer.name}, not ${options.reviewer} (input reviewer)`);
  return {
    kind: 'classify',
    number: pullRequest.number,
    request: {
      key: encodeValue(`rr:${name}:${pullRequest.updatedAt}`),
      at: pullRequest.updatedAt,
      requester: sender?.login ?? 'ghost',
    },
    commander: null,
    commandBody: null,
    withoutSecrets,
    payloadPosition: { head: pullRequest.head, baseRef: pullRequest.baseRef, base: pullRequest.base },
    requested:
      reviewer.kind === 'team' ? { kind: 'team', slug: reviewer.name } : { kind: 'user', login: reviewer.name },
  };
}

function isDependabot(account: Account | null): boolean {
  return account?.type === 'Bot' && normalLogin(account.login) === 'dependabot';
}

function startOfComment(trigger: Extract<Trigger, { kind: 'comment' }>, options: StartOptions): Start {
  const { comment } = trigger;
  if (trigger.action !== 'created')
    return skip(`a comment that was ${trigger.action} is never a command; only a new one is`);
  if (!trigger.onPullRequest) return skip('the comment stands on an issue, not on a pull request');
  const refused = notACommand(comment, options);
  if (refused !== null) return refused;
  if (trigger.state === 'closed') return skip(`pull request ${trigger.number} is closed`);
  return {
    kind: 'classify',
    number: trigger.number,
    request: {
      key: `ic:${comment.id}`,
      at: comment.createdAt,
      requester: comment.author?.login ?? 'ghost',
    },
    commander: comment.author,
    commandBody: comment.body,
    withoutSecrets: null,
    payloadPosition: null,
    requested: null,
  };
}

function startOfThreadComment(trigger: Extract<Trigger, { kind: 'thread-comment' }>, options: StartOptions): Start {
  const { comment, pullRequest } = trigger;
  if (trigger.action !== 'created')
    return skip(`a comment that was ${trigger.action} is never a command; only a new one is`);
  if (trigger.inReplyTo === null) return skip('the comment opens a thread; only a reply in one may hold a command');
  const refused = notACommand(comment, options);
  if (refused !== null) return refused;
  if (pullRequest.state === 'closed') return skip(`pull request ${pullRequest.number} is closed`);
  return {
    kind: 'classify',
    number: pullRequest.number,
    request: {
      key: `rc:${comment.id}`,
      at: comment.createdAt,
      requester: comment.author?.login ?? 'ghost',
    },
    commander: comment.author,
    commandBody: comment.body,
    withoutSecrets: pullRequest.fork ? 'fork' : isDependabot(comment.author) ? 'dependabot' : null,
    payloadPosition: { head: pullRequest.head, baseRef: pullRequest.baseRef, base: pullRequest.base },
    requested: null,
  };
}

/** The skip of a comment that is not `/revi classify` by a person, or null when it is. */
function notACommand(
  comment: { readonly body: string; readonly author: Account | null },
  options: StartOptions,
): Start | null {
  const command = options.command(comment.body);
  if (command.kind !== 'command') return skip('the comment is not /revi classify');
  if (command.verb !== 'classify') return skip(`the command is for another action (${command.verb ?? 'none'})`);
  if (comment.author === null) return skip('the account that wrote the command is gone');
  if (comment.author.type === 'Bot') return skip(`${comment.author.login} is a bot, and bots may not command`);
  return null;
}

function startOfDispatch(trigger: Extract<Trigger, { kind: 'dispatch' }>, options: StartOptions): Start {
  const written = trigger.pullRequest.trim();
  const number = options.pullRequest ?? (/^#?[1-9]\d{0,9}$/.test(written) ? Number(written.replace('#', '')) : null);
  if (number === null)
    return {
      kind: 'bad-input',
      message:
        written === ''
          ? 'workflow_dispatch needs input pull-request: the number of the pull request to classify'
          : `input pull-request is "${written}"; expected the number of a pull request, such as 12`,
    };
  return {
    kind: 'classify',
    number,
    request: {
      key: `run:${options.runId}`,
      at: null,
      requester: trigger.sender?.login ?? 'ghost',
    },
    commander: null,
    commandBody: null,
    withoutSecrets: null,
    payloadPosition: null,
    requested: null,
  };
}

function startOfWorkflowRun(trigger: Extract<Trigger, { kind: 'workflow-run' }>): Start {
  if (trigger.startedBy !== 'pull_request')
    return skip(`the run that this one follows was started by ${trigger.startedBy}, not by pull_request`);
  if (trigger.headRepository === null || trigger.headBranch === null)
    return skip('the head repository of the run that this one follows is gone');
  return {
    kind: 'retire-head',
    headRepository: trigger.headRepository,
    headBranch: trigger.headBranch,
    headSha: trigger.headSha,
  };
}
