import type { Account } from '../account.ts';
import { commandOf, dispatchedNumber, followedHead, type WithoutSecrets, withoutSecrets } from '../asked-by.ts';
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
  readonly withoutSecrets: WithoutSecrets;
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
    case 'thread-comment':
      return startOfComment(trigger, options);
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

function startOfComment(
  trigger: Extract<Trigger, { kind: 'comment' | 'thread-comment' }>,
  { command: parse }: TriageStartOptions,
): TriageStart {
  const commanded = commandOf(trigger, { verb: 'triage', shown: '/revi triage', parse });
  return 'skip' in commanded ? skip(commanded.skip) : { kind: 'triage', asked: 'by-command', ...commanded };
}

function startOfDispatch(
  trigger: Extract<Trigger, { kind: 'dispatch' }>,
  { pullRequest, runId }: TriageStartOptions,
): TriageStart {
  const named = dispatchedNumber(trigger, { pullRequest, purpose: 'rank' });
  if ('message' in named) return { kind: 'bad-input', message: named.message };
  return { kind: 'triage', ...named, key: `run:${runId}`, asked: 'by-dispatch', comment: null, withoutSecrets: null };
}

function startOfWorkflowRun(
  trigger: Extract<Trigger, { kind: 'workflow-run' }>,
  { runId }: TriageStartOptions,
): TriageStart {
  const run = followedHead(trigger);
  return 'skip' in run ? skip(run.skip) : { kind: 'find', run, key: `run:${runId}` };
}
