import { commandOf, type WithoutSecrets, withoutSecrets } from '../asked-by.ts';
import type { EventComment, Trigger } from '../event.ts';

/** A run over the pull requests that are the bot's to follow up on, or over one of them. */
export type ReconcileRequest = {
  readonly kind: 'reconcile';
  /** Null: all that are open (RB-10). */
  readonly number: number | null;
  /** The command; null where GitHub has checked already who may start this. */
  readonly comment: EventComment | null;
  readonly withoutSecrets: WithoutSecrets;
};

/** What a trigger asks of reconcile-bot-threads, decided from the payload alone: no request is made for a skip. */
export type ReconcileStart =
  | ReconcileRequest
  | { readonly kind: 'skip'; readonly reason: string }
  | { readonly kind: 'bad-input'; readonly message: string };

export type ReconcileStartOptions = {
  /** Input `pull-request`; it narrows a schedule, too. */
  readonly pullRequest: number | null;
  /** Parses a comment's body (CO-1). */
  readonly command: (body: string) => { readonly kind: string; readonly verb?: string };
};

/** Decides what a trigger starts. */
export function decideReconcileStart(trigger: Trigger, options: ReconcileStartOptions): ReconcileStart {
  switch (trigger.kind) {
    case 'schedule':
      return reconcile(options.pullRequest);
    case 'dispatch':
      return startOfDispatch(trigger, options);
    case 'review':
      return startOfReview(trigger);
    case 'comment':
    case 'thread-comment':
      return startOfComment(trigger, options);
    case 'pull-request':
      return skip(`pull_request ${trigger.action} starts no reconciliation; a submitted review does`);
    case 'workflow-run':
      return skip('a followed run starts no reconciliation');
    case 'other':
      return skip(`event ${trigger.name} starts no reconciliation`);
  }
}

function reconcile(number: number | null): ReconcileRequest {
  return { kind: 'reconcile', number, comment: null, withoutSecrets: null };
}

function skip(reason: string): ReconcileStart {
  return { kind: 'skip', reason };
}

/** Without a number a dispatch means what a schedule means. */
function startOfDispatch(
  trigger: Extract<Trigger, { kind: 'dispatch' }>,
  { pullRequest }: ReconcileStartOptions,
): ReconcileStart {
  const written = trigger.pullRequest.trim();
  if (pullRequest !== null || written === '') return reconcile(pullRequest);
  if (/^#?[1-9]\d{0,9}$/.test(written)) return reconcile(Number(written.replace('#', '')));
  return {
    kind: 'bad-input',
    message: `input pull-request is "${written}"; expected the number of a pull request, such as 12, or nothing for all`,
  };
}

/** Whoever reviewed: a person's review is as good a moment to look at what the bots have left open. */
function startOfReview({ action, pullRequest, author }: Extract<Trigger, { kind: 'review' }>): ReconcileStart {
  if (action !== 'submitted') return skip(`pull_request_review ${action} starts no reconciliation`);
  if (pullRequest.state === 'closed') return skip(`pull request ${pullRequest.number} is closed`);
  return { ...reconcile(pullRequest.number), withoutSecrets: withoutSecrets(pullRequest, author) };
}

function startOfComment(
  trigger: Extract<Trigger, { kind: 'comment' | 'thread-comment' }>,
  { command: parse }: ReconcileStartOptions,
): ReconcileStart {
  const commanded = commandOf(trigger, { verb: 'fix', shown: '/revi fix', parse });
  if ('skip' in commanded) return skip(commanded.skip);
  const { number, comment, withoutSecrets: without } = commanded;
  return { kind: 'reconcile', number, comment, withoutSecrets: without };
}
