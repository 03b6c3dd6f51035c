import type { ReReviewInputs } from '../../core/inputs.ts';
import { cut } from '../../core/length.ts';
import type { PullRequestContext, Status } from '../../core/pull-request.ts';
import type { ReviewRequest } from '../../core/re-review/start.ts';
import { plainLine } from '../../core/untrusted.ts';
import type { ActionPorts } from '../ports.ts';
import { type Failure, failureOf } from './deliver.ts';

/** What became of the status: a default one that may not be set is only told (RR-64). */
export type StatusSet = { readonly failure: Failure | null; readonly notice: string | null };

const NOTHING: StatusSet = { failure: null, notice: null };

/** Sets the commit status on the head that was read, unless it stands there so already (RR-64). */
export async function setStatus(
  at: { readonly number: number; readonly head: string; readonly standing: Status | null; readonly url: string | null },
  said: Pick<Status, 'state' | 'description'>,
  inputs: ReReviewInputs,
  ports: ActionPorts,
): Promise<StatusSet> {
  const { statusContext: context } = inputs;
  if (context === '' || inputs.mode === 'plan') return NOTHING;
  const { state } = said;
  const description = cut(plainLine(said.description), 140);
  if (at.standing?.state === state && at.standing.description === description) return NOTHING;
  const applied = await ports.forge.apply(at.number, {
    kind: 'set-status',
    commit: at.head,
    targetUrl: at.url,
    context,
    state,
    description,
  });
  const failure = failureOf(applied, `set the commit status ${context}`);
  if (failure === null) return NOTHING;
  const text = failure.permission
    ? `the commit status ${context} was not set; give the job \`statuses: write\`, or empty input status-context`
    : failure.text;
  return failure.permission && inputs.statusContextIsDefault
    ? { failure: null, notice: text }
    : { failure: { ...failure, text }, notice: null };
}

/** Whether a maintainer approved this head after the command that this run answers (RR-64, CO-30). */
export function approvedSince(start: ReviewRequest, { status, comments, threads }: PullRequestContext): boolean {
  const by = status?.state === 'success' ? /^approved by (\S+?)(?::|$)/.exec(status.description)?.[1] : undefined;
  if (by === undefined || start.comment === null) return false;
  const asked = start.comment.createdAt;
  return [...comments, ...threads.flatMap((thread) => thread.comments)].some(
    ({ author, body, createdAt }) =>
      author?.login.toLowerCase() === by.toLowerCase() && createdAt > asked && /^\s*\/revi\s+approve\b/i.test(body),
  );
}
