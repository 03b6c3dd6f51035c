import type { Applied, Effect } from '../../core/effect.ts';
import { formatCommitMessage } from '../../core/reconcile/commit-message.ts';
import type { Trouble } from '../../core/reconcile/outcome.ts';
import type { DecidedPullRequest, ThreadDecision } from '../../core/reconcile/plan.ts';
import type { NotCommitted } from '../../core/reconcile/replies.ts';
import type { SurveyedPullRequest } from '../../core/reconcile/survey.ts';
import type { EditedFile } from '../../core/reconcile/workspace.ts';
import { type ById, failure } from './act.ts';
import type { Opened } from './open.ts';

/** What became of the fixes. */
export type Committed =
  | { readonly kind: 'none' }
  | { readonly kind: 'done'; readonly commit: string }
  /** Nothing is committed: the fixes are offered instead. */
  | { readonly kind: 'refused'; readonly why: NotCommitted; readonly troubles: readonly Trouble[] }
  | { readonly kind: 'moved' }
  /** It is not known whether there is a commit, so that nothing is said about it. */
  | { readonly kind: 'unknown'; readonly text: string };

/** Makes the one commit of a pull request, or says why there is none (RB-22). */
export async function commitFixes(
  { ports, viewer, repository }: Opened,
  {
    pullRequest,
    decided,
    files,
    fixes,
    read,
  }: {
    readonly pullRequest: SurveyedPullRequest;
    readonly decided: DecidedPullRequest;
    readonly files: readonly EditedFile[];
    readonly fixes: readonly ThreadDecision[];
    readonly read: ById;
  },
): Promise<Committed> {
  if (fixes.length === 0) return { kind: 'none' };
  if (pullRequest.fork || pullRequest.headRepository === null) return { kind: 'refused', why: 'fork', troubles: [] };
  // Nobody would review what lands there.
  if (pullRequest.headRef === repository.defaultBranch) return { kind: 'refused', why: 'default-branch', troubles: [] };
  const { headline, body, markerLines } = formatCommitMessage({
    threads: fixes.map(({ thread }) => ({ id: thread, path: read.get(thread)?.path ?? '' })),
    run: ports.run.id,
    viewer,
  });
  const effect: Effect = {
    kind: 'commit',
    branch: pullRequest.headRef,
    expectedHead: decided.position.head,
    headline,
    body,
    files,
    lines: markerLines,
  };
  return committedBy(await ports.forge.apply(pullRequest.number, effect));
}

function committedBy(applied: Applied): Committed {
  switch (applied.kind) {
    case 'done':
      return applied.commit === undefined
        ? {
            kind: 'unknown',
            text: 'the commit was made, and GitHub did not tell its id; the next run answers the threads',
          }
        : { kind: 'done', commit: applied.commit };
    case 'failed':
      return { kind: 'unknown', text: applied.message };
    case 'refused': {
      const { refusal } = applied;
      if (refusal.reason === 'head-moved') return { kind: 'moved' };
      const why = refusal.reason === 'permission' ? 'permission' : 'refused';
      return {
        kind: 'refused',
        why,
        troubles: [failure(applied, 'commit the fix')],
      };
    }
  }
}
