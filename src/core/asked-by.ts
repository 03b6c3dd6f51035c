import { type Account, normalLogin } from './account.ts';
import type { EventComment, Trigger } from './event.ts';
import type { FollowedHead } from './followed-run.ts';

/** An event of a fork or of Dependabot: no secrets, a read-only token (SU-17). */
export type WithoutSecrets = 'fork' | 'dependabot' | null;

/** Whether an event of `actor` on the pull request comes without secrets. */
export function withoutSecrets({ fork }: { readonly fork: boolean }, actor: Account | null): WithoutSecrets {
  if (fork) return 'fork';
  return actor?.type === 'Bot' && normalLogin(actor.login) === 'dependabot' ? 'dependabot' : null;
}

/** A command that an action answers to. */
export type OwnCommand = {
  readonly verb: string;
  /** As people write it: `/revi triage`. */
  readonly shown: string;
  /** Parses a comment's body (CO-1). */
  readonly parse: (body: string) => { readonly kind: string; readonly verb?: string };
};

/** A command by a person on an open pull request, as far as the payload tells. */
export type Commanded = {
  readonly number: number;
  /** Of this request, for footers: `ic:<comment id>` or `rc:<comment id>`. */
  readonly key: string;
  readonly comment: EventComment;
  readonly withoutSecrets: WithoutSecrets;
};

type CommentTrigger = Extract<Trigger, { kind: 'comment' | 'thread-comment' }>;

/** The command that a comment gives the action, or why it gives none (CO-1, CO-2, SU-13). */
export function commandOf(trigger: CommentTrigger, own: OwnCommand): Commanded | { readonly skip: string } {
  const { comment } = trigger;
  if (trigger.action !== 'created')
    return { skip: `a comment that was ${trigger.action} is never a command; only a new one is` };
  const inThread = trigger.kind === 'thread-comment';
  if (!inThread && !trigger.onPullRequest) return { skip: 'the comment stands on an issue, not on a pull request' };
  if (inThread && trigger.inReplyTo === null)
    return { skip: 'the comment opens a thread; only a reply in one may hold a command' };
  const reason = notOwn(comment, own);
  if (reason !== null) return { skip: reason };
  const number = inThread ? trigger.pullRequest.number : trigger.number;
  const state = inThread ? trigger.pullRequest.state : trigger.state;
  if (state === 'closed') return { skip: `pull request ${number} is closed` };
  return {
    number,
    key: `${inThread ? 'rc' : 'ic'}:${comment.id}`,
    comment,
    withoutSecrets: inThread ? withoutSecrets(trigger.pullRequest, comment.author) : null,
  };
}

/** Why a comment is not the command by a person, or null when it is. */
function notOwn({ body, author }: EventComment, { verb, shown, parse }: OwnCommand): string | null {
  const command = parse(body);
  if (command.kind !== 'command') return `the comment is not ${shown}`;
  if (command.verb !== verb) return `the command is for another action (${command.verb ?? 'none'})`;
  if (author === null) return 'the account that wrote the command is gone';
  if (author.type === 'Bot') return `${author.login} is a bot, and bots may not command`;
  return null;
}

/** The number that a dispatch names, by the action's input or by its own; or what is wrong with it. `purpose` is a verb. */
export function dispatchedNumber(
  trigger: Extract<Trigger, { kind: 'dispatch' }>,
  { pullRequest, purpose }: { readonly pullRequest: number | null; readonly purpose: string },
): { readonly number: number } | { readonly message: string } {
  const written = trigger.pullRequest.trim();
  if (pullRequest !== null) return { number: pullRequest };
  if (/^#?[1-9]\d{0,9}$/.test(written)) return { number: Number(written.replace('#', '')) };
  return {
    message:
      written === ''
        ? `workflow_dispatch needs input pull-request: the number of the pull request to ${purpose}`
        : `input pull-request is "${written}"; expected the number of a pull request, such as 12`,
  };
}

/** The head of the run that a `workflow_run` follows, or why it follows none that counts (SU-16). */
export function followedHead({
  startedBy,
  headRepository,
  headBranch,
  headSha,
}: Extract<Trigger, { kind: 'workflow-run' }>): FollowedHead | { readonly skip: string } {
  if (startedBy !== 'pull_request')
    return { skip: `the run that this one follows was started by ${startedBy}, not by pull_request` };
  if (headRepository === null || headBranch === null)
    return { skip: 'the head repository of the run that this one follows is gone' };
  return { headRepository, headBranch, headSha };
}
