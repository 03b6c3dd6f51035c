import type { ActionName } from './action-name.ts';
import type { Command } from './command.ts';
import type { Trigger } from './event.ts';

/** Which actions an event is for, in the order in which they run, or why none is (SU-6). */
export type Route =
  | { readonly kind: 'run'; readonly actions: readonly ActionName[] }
  | { readonly kind: 'skip'; readonly reason: string };

export type RouteOptions = {
  /** Which may run (input `actions`). */
  readonly actions: readonly ActionName[];
  /** Which one a dispatch or a schedule means (input `action`). */
  readonly action: ActionName;
  readonly reviewOnPush: boolean;
  readonly command: (body: string) => Command;
};

/** Routes an event. Pure; the actions themselves still skip what is not for them, with the reason (CO-3). */
export function route(trigger: Trigger, options: RouteOptions): Route {
  const wanted = wantedBy(trigger, options);
  if (wanted.kind === 'skip') return wanted;
  const allowed = wanted.actions.filter((name) => options.actions.includes(name));
  if (allowed.length > 0) return { kind: 'run', actions: allowed };
  return skip(`this event is for ${wanted.actions.join(', ')}, and input actions does not name it`);
}

function wantedBy(trigger: Trigger, options: RouteOptions): Route {
  switch (trigger.kind) {
    case 'pull-request':
      return routePullRequest(trigger, options);
    case 'comment':
      return routeComment(trigger, options);
    case 'thread-comment':
      return routeThreadComment(trigger, options);
    case 'review':
      return trigger.action === 'submitted'
        ? run('reconcile-bot-threads')
        : skip(`pull_request_review ${trigger.action} starts nothing`);
    case 'schedule':
    case 'dispatch':
      return run(options.action);
    case 'workflow-run':
      return run('classify', 'triage', 're-review');
    case 'other':
      return skip(`event ${trigger.name} starts nothing`);
  }
}

function run(...actions: ActionName[]): Route {
  return { kind: 'run', actions };
}

function skip(reason: string): Route {
  return { kind: 'skip', reason };
}

function routePullRequest({ action }: Extract<Trigger, { kind: 'pull-request' }>, options: RouteOptions): Route {
  switch (action) {
    case 'opened':
    case 'reopened':
    case 'ready_for_review':
      return run('triage', 're-review');
    case 'review_requested':
    case 'edited':
      return run('classify');
    case 'synchronize':
      return options.reviewOnPush ? run('classify', 're-review') : run('classify');
    default:
      return skip(`pull_request ${action} starts nothing`);
  }
}

function routeComment(trigger: Extract<Trigger, { kind: 'comment' }>, options: RouteOptions): Route {
  if (trigger.action !== 'created')
    return skip(`a comment that was ${trigger.action} is never a command; only a new one is`);
  if (!trigger.onPullRequest) return skip('the comment stands on an issue, not on a pull request');
  const command = options.command(trigger.comment.body);
  return command.kind === 'none' ? skip('the comment is no command') : run(actionOf(command));
}

function routeThreadComment(trigger: Extract<Trigger, { kind: 'thread-comment' }>, options: RouteOptions): Route {
  if (trigger.action !== 'created')
    return skip(`a comment that was ${trigger.action} is never answered; only a new one is`);
  if (trigger.inReplyTo === null) return skip('the comment opens a thread; only a reply in one is answered');
  const command = options.command(trigger.comment.body);
  // In a thread of the bot a reply without a command is a question (CO-10).
  return run(command.kind === 'none' ? 'converse' : actionOf(command));
}

/** The action that a command is for (CO-2). */
export function actionOf(command: Exclude<Command, { kind: 'none' }>): ActionName {
  if (command.kind !== 'command') return 'converse';
  switch (command.verb) {
    case 'review':
      return 're-review';
    case 'classify':
      return 'classify';
    case 'triage':
      return 'triage';
    case 'fix':
      return 'reconcile-bot-threads';
    case 'help':
      return 'converse';
  }
}
