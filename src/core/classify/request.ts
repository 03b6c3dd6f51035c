import { type Account, normalLogin } from '../account.ts';
import { commandOf, dispatchedNumber, followedHead, type WithoutSecrets, withoutSecrets } from '../asked-by.ts';
import type { EventPullRequest, Trigger } from '../event.ts';
import type { FollowedHead } from '../followed-run.ts';
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
  | ({ readonly kind: 'retire-head' } & FollowedHead)
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
    case 'thread-comment':
      return startOfComment(trigger, options);
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
  const secrets = withoutSecrets(pullRequest, sender);
  if (action === 'synchronize') return { kind: 'retire', number: pullRequest.number, withoutSecrets: secrets };
  if (action === 'edited')
    return trigger.baseChanged
      ? { kind: 'retire', number: pullRequest.number, withoutSecrets: secrets }
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
    withoutSecrets: secrets,
    payloadPosition: positionOf(pullRequest),
    requested:
      reviewer.kind === 'team' ? { kind: 'team', slug: reviewer.name } : { kind: 'user', login: reviewer.name },
  };
}

function startOfComment(
  trigger: Extract<Trigger, { kind: 'comment' | 'thread-comment' }>,
  { command: parse }: StartOptions,
): Start {
  const commanded = commandOf(trigger, { verb: 'classify', shown: '/revi classify', parse });
  if ('skip' in commanded) return skip(commanded.skip);
  const { number, key, comment, withoutSecrets: secrets } = commanded;
  const { author, body, createdAt } = comment;
  return {
    kind: 'classify',
    number,
    request: { key, at: createdAt, requester: author?.login ?? 'ghost' },
    commander: author,
    commandBody: body,
    withoutSecrets: secrets,
    payloadPosition: trigger.kind === 'thread-comment' ? positionOf(trigger.pullRequest) : null,
    requested: null,
  };
}

function positionOf({ head, baseRef, base }: EventPullRequest): Position {
  return { head, baseRef, base };
}

function startOfDispatch(trigger: Extract<Trigger, { kind: 'dispatch' }>, options: StartOptions): Start {
  const { pullRequest, runId } = options;
  const named = dispatchedNumber(trigger, { pullRequest, purpose: 'classify' });
  if ('message' in named) return { kind: 'bad-input', message: named.message };
  return {
    kind: 'classify',
    number: named.number,
    request: {
      key: `run:${runId}`,
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
  const run = followedHead(trigger);
  return 'skip' in run ? skip(run.skip) : { kind: 'retire-head', ...run };
}
