import type { Account } from '../account.ts';
import type { ActionName } from '../action-name.ts';
import type { Command } from '../command.ts';
import type { EventComment, Trigger } from '../event.ts';

/** The comment that started a run, by an account that still exists and is no Bot. */
export type Asked = {
  /** The pull request's. */
  readonly number: number;
  readonly comment: EventComment & { readonly author: Account };
  /** A thread's comment is always a reply in it. */
  readonly place: 'conversation' | 'thread';
};

/** A run that has something to do, as far as the payload tells. */
export type ConverseTask =
  /** A plain reply in a thread, which may be one between people. */
  | ({ readonly kind: 'reply' } & Asked)
  | ({ readonly kind: 'question'; readonly text: string } & Asked)
  /** The comment shows a command in backticks or in a fence instead of giving it. */
  | ({ readonly kind: 'hint' } & Asked)
  | ({ readonly kind: 'help' } & Asked)
  /** `sha` and `reason` as `parseCommand` gives them. */
  | ({ readonly kind: 'approve'; readonly sha: string | null; readonly reason: string } & Asked);

/** What a trigger asks of converse, decided from the payload alone: a skip costs no request (CO-10, CO-11). */
export type ConverseStart =
  | ConverseTask
  /** `route` is the action that the comment is for (CO-41); null where it is for none, or not a comment. */
  | { readonly kind: 'skip'; readonly reason: string; readonly route: ActionName | null };

export type StartOptions = {
  /** Parses a comment's body (CO-1). */
  readonly command: (body: string) => Command;
};

/** Decides what a trigger starts, in the order of CO-11. */
export function decideConverseStart(trigger: Trigger, options: StartOptions): ConverseStart {
  switch (trigger.kind) {
    case 'comment':
      return startOfComment(trigger, options);
    case 'thread-comment':
      return startOfThreadComment(trigger, options);
    case 'pull-request':
      return skip(`pull_request ${trigger.action} asks nothing; converse answers comments`);
    case 'review':
      return skip('a submitted review asks nothing; a reply in a thread of the bot does');
    case 'dispatch':
      return skip('workflow_dispatch asks nothing; converse answers comments');
    case 'schedule':
      return skip('a schedule asks nothing; converse answers comments');
    case 'workflow-run':
      return skip('workflow_run asks nothing; converse answers comments');
    case 'other':
      return skip(`event ${trigger.name} asks nothing; converse answers comments`);
  }
}

function skip(reason: string, route: ActionName | null = null): ConverseStart {
  return { kind: 'skip', reason, route };
}

const OTHERS = {
  review: 're-review',
  classify: 'classify',
  triage: 'triage',
  fix: 'reconcile-bot-threads',
} as const satisfies Record<string, ActionName>;

/** The skip of a comment whose command belongs to another action; null when it is for converse, or is no command. */
function forAnother(command: Command): ConverseStart | null {
  if (command.kind !== 'command' || command.verb === 'help') return null;
  const action = OTHERS[command.verb];
  return skip(`the command is for another action (${action})`, action);
}

function startOfComment(trigger: Extract<Trigger, { kind: 'comment' }>, options: StartOptions): ConverseStart {
  const { number, comment } = trigger;
  if (trigger.action !== 'created') return skip(unlessNew(trigger.action));
  if (!trigger.onPullRequest) return skip('the comment stands on an issue, not on a pull request');
  const command = options.command(comment.body);
  if (command.kind === 'none') return skip('the comment holds no /revi command');
  const another = forAnother(command);
  if (another !== null) return another;
  if (trigger.state === 'closed') return skip(unlessOpen(number), 'converse');
  const { author } = comment;
  if (author === null || author.type === 'Bot') return skip(unlessPerson(author), 'converse');
  return taskOf(command, { number, comment: { ...comment, author }, place: 'conversation' });
}

function startOfThreadComment(
  trigger: Extract<Trigger, { kind: 'thread-comment' }>,
  options: StartOptions,
): ConverseStart {
  const { pullRequest, comment } = trigger;
  if (trigger.action !== 'created') return skip(unlessNew(trigger.action));
  if (trigger.inReplyTo === null) return skip('the comment opens a thread, so it replies to nobody');
  const command = options.command(comment.body);
  const another = forAnother(command);
  if (another !== null) return another;
  if (pullRequest.state === 'closed') return skip(unlessOpen(pullRequest.number), 'converse');
  if (pullRequest.fork) return skip(FORK, 'converse');
  const { author } = comment;
  if (author === null || author.type === 'Bot') return skip(unlessPerson(author), 'converse');
  return taskOf(command, { number: pullRequest.number, comment: { ...comment, author }, place: 'thread' });
}

function taskOf(command: Command, asked: Asked): ConverseTask {
  switch (command.kind) {
    case 'question':
      return { kind: 'question', text: command.text, ...asked };
    case 'approve':
      return { kind: 'approve', sha: command.sha, reason: command.reason, ...asked };
    case 'hint':
      return { kind: 'hint', ...asked };
    case 'command':
      return { kind: 'help', ...asked };
    case 'none':
      return { kind: 'reply', ...asked };
  }
}

function unlessNew(action: string): string {
  return `a comment that was ${action} asks nothing; only a new one does`;
}

function unlessOpen(number: number): string {
  return `pull request ${number} is closed or merged, and only open ones are talked about`;
}

/** CO-13: said of threads from the payload, and of questions after one read. */
export const FORK =
  'the head is in a fork, or its repository is gone; questions about a fork’s code are not answered, so that nothing of it reaches the run';

function unlessPerson(author: Account | null): string {
  return author === null
    ? 'the account that wrote the comment is gone'
    : `${author.login} is a bot, and bots are not answered`;
}
