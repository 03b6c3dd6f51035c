import { demand } from '../accounts.ts';
import { parseNodeId } from '../node-id.ts';
import { forbidden, Refused } from '../refusal.ts';
import { reply } from '../reviewing.ts';
import type { PullRequest, Thread } from '../state.ts';
import { addComment } from '../writing.ts';
import { type CommitInput, commitOnBranch } from './commit-on-branch.ts';
import { issueCommentView, mayResolve, reviewCommentView, reviewView, threadView } from './conversation.ts';
import { pullRequestView } from './pull-request.ts';
import type { Scope } from './scope.ts';

type Input<Members> = { readonly input: Members & { readonly clientMutationId?: string | null } };

/** The mutations that are modelled; each refuses what GitHub refuses. */
export function mutations(scope: Scope) {
  return {
    addPullRequestReviewThreadReply: ({ input }: Input<{ pullRequestReviewThreadId: string; body: string }>) => {
      demand(scope.world, scope.caller, { level: 'write', keys: ['pull-requests'], role: 'read' });
      const { pull, thread } = findThread(scope, input.pullRequestReviewThreadId);
      const comment = reply(scope.world, scope.caller, pull, thread, input.body);
      return payload(input, { comment: reviewCommentView(scope, pull, thread, comment) });
    },
    resolveReviewThread: ({ input }: Input<{ threadId: string }>) => settle(scope, input, 'resolved'),
    unresolveReviewThread: ({ input }: Input<{ threadId: string }>) => settle(scope, input, 'open'),
    addComment: ({ input }: Input<{ subjectId: string; body: string }>) => {
      demand(scope.world, scope.caller, { level: 'write', keys: ['issues', 'pull-requests'], role: 'read' });
      const pull = [...scope.world.pulls.values()].find((candidate) =>
        names(input.subjectId, 'PullRequest', candidate.id),
      );
      if (pull === undefined) throw noNode(input.subjectId);
      const comment = addComment(scope.world, scope.caller, pull, input.body);
      const node = issueCommentView(scope, pull, comment);
      return payload(input, { commentEdge: { cursor: '', node }, subject: pullRequestView(scope, pull) });
    },
    minimizeComment: ({ input }: Input<{ subjectId: string; classifier: string }>) => minimize(scope, input),
    createCommitOnBranch: async ({ input }: Input<CommitInput>) => payload(input, await commitOnBranch(scope, input)),
  };
}

function payload(input: object, members: Record<string, unknown>) {
  return { clientMutationId: 'clientMutationId' in input ? input.clientMutationId : null, ...members };
}

function names(id: string, type: string, key: number): boolean {
  const node = parseNodeId(id);
  return node?.type === type && node.key === String(key);
}

export function noNode(id: string): Refused {
  return new Refused(`Could not resolve to a node with the global id of '${id}'`, { status: 404, type: 'NOT_FOUND' });
}

/** The thread that a node id names, in whichever pull request it stands. */
export function findThread(scope: Scope, id: string): { pull: PullRequest; thread: Thread } {
  for (const pull of scope.world.pulls.values()) {
    const thread = pull.threads.find((candidate) => names(id, 'PullRequestReviewThread', candidate.id));
    if (thread) return { pull, thread };
  }
  throw noNode(id);
}

function settle(scope: Scope, input: { threadId: string }, to: 'resolved' | 'open') {
  const { pull, thread } = findThread(scope, input.threadId);
  if (!mayResolve(scope, pull)) throw forbidden();
  // Resolving a resolved thread succeeds and changes nothing, its resolver included.
  if (to === 'resolved' && !thread.resolved) thread.resolvedBy = scope.caller.account;
  if (to === 'open') thread.resolvedBy = null;
  thread.resolved = to === 'resolved';
  return payload(input, { thread: threadView(scope, pull, thread) });
}

function minimize(scope: Scope, input: { subjectId: string; classifier: string }) {
  demand(scope.world, scope.caller, { level: 'write', keys: ['issues', 'pull-requests'], role: 'write' });
  const reason = input.classifier.toLowerCase().replace('_', '-');
  for (const pull of scope.world.pulls.values()) {
    const review = pull.reviews.find(({ id }) => names(input.subjectId, 'PullRequestReview', id));
    const comment = pull.comments.find(({ id }) => names(input.subjectId, 'IssueComment', id));
    if (review) {
      review.minimized = reason;
      return payload(input, { minimizedComment: reviewView(scope, pull, review) });
    }
    if (comment) {
      comment.minimized = reason;
      return payload(input, { minimizedComment: issueCommentView(scope, pull, comment) });
    }
    for (const thread of pull.threads)
      for (const remark of thread.comments)
        if (names(input.subjectId, 'PullRequestReviewComment', remark.id)) {
          remark.minimized = reason;
          return payload(input, { minimizedComment: reviewCommentView(scope, pull, thread, remark) });
        }
  }
  throw noNode(input.subjectId);
}
