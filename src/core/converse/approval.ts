import { sameAccount } from '../account.ts';
import type { Effect } from '../effect.ts';
import { cut } from '../length.ts';
import { describeMove } from '../position.ts';
import type { Position, PullRequest, Status } from '../pull-request.ts';
import { redact } from '../redact.ts';
import { inlineCode, plainLine } from '../untrusted.ts';
import type { ConverseTask } from './start.ts';

export type ApprovalTask = Extract<ConverseTask, { kind: 'approve' }>;

/** What becomes of an approval by a person of sufficient role. */
export type Approval =
  | { readonly kind: 'approve'; readonly effect: Extract<Effect, { kind: 'set-status' }> }
  /** The very status stands on the head. */
  | { readonly kind: 'stands'; readonly reason: string }
  /** Answered on the pull request (CO-31). */
  | { readonly kind: 'refuse'; readonly sentence: Sentence };

/** One sentence without its full stop, as Markdown for a post and as plain text for the job. */
export type Sentence = { readonly markdown: string; readonly plain: string };

/** Decides an approval from the first reading (CO-30, CO-31). */
export function decideApproval(
  task: ApprovalTask,
  read: {
    readonly pullRequest: PullRequest;
    readonly status: Status | null;
    /** Input `status-context`. */
    readonly statusContext: string;
    readonly secrets: readonly string[];
  },
): Approval {
  const { pullRequest, status, statusContext } = read;
  const { author } = task.comment;
  const { head } = pullRequest;
  if (statusContext === '')
    return refuse(
      'approvals are turned off: input `status-context` of the workflow is empty',
      'approvals are turned off, because input status-context is empty',
    );
  if (sameAccount(author, pullRequest.author))
    return refuse(
      'the author of a pull request cannot approve their own',
      `${author.login} is the author of pull request ${pullRequest.number}, and nobody can approve their own`,
    );
  if (task.sha !== null && !head.startsWith(task.sha))
    return refuse(
      `the head has moved: the approval names ${inlineCode(task.sha.slice(0, 12))}, and the head is ${inlineCode(head.slice(0, 7))}`,
      `the head has moved: the approval names ${task.sha}, and the head is ${head}`,
    );
  const effect = statusEffect(task, read);
  if (status?.state === 'success' && status.description === effect.description)
    return { kind: 'stands', reason: `${statusContext} on ${head.slice(0, 7)} says already: ${effect.description}` };
  return { kind: 'approve', effect };
}

/** The refusal of an approval whose head or base branch moved since it was read (SU-43), or null. */
export function refuseMoved(read: Position, now: Position): Sentence | null {
  const moved = describeMove(read, now);
  if (moved === null) return null;
  return read.head === now.head
    ? { markdown: 'the base branch was changed in this instant', plain: moved }
    : {
        markdown: `the head has moved in this instant, from ${inlineCode(read.head.slice(0, 7))} to ${inlineCode(now.head.slice(0, 7))}`,
        plain: moved,
      };
}

function refuse(markdown: string, plain: string): Approval {
  return { kind: 'refuse', sentence: { markdown, plain } };
}

function statusEffect(
  task: ApprovalTask,
  read: {
    readonly pullRequest: PullRequest;
    readonly statusContext: string;
    readonly secrets: readonly string[];
  },
): Extract<Effect, { kind: 'set-status' }> {
  const { comment, place } = task;
  // Redacted before it is cut, so that no secret can hide half of itself behind the cut; and as the line that is shown.
  const reason = redact(plainLine(redact(task.reason, read.secrets)), read.secrets);
  const words = `approved by ${comment.author.login}${reason === '' ? '' : `: ${reason}`}`;
  return {
    kind: 'set-status',
    commit: read.pullRequest.head,
    context: read.statusContext,
    state: 'success',
    description: cut(words, 140),
    targetUrl: `${read.pullRequest.url}#${place === 'thread' ? 'discussion_r' : 'issuecomment-'}${comment.id}`,
  };
}
