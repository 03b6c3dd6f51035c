import { demand, may } from '../accounts.ts';
import { entryAt, readCommit } from '../git.ts';
import { type Files, writeCommit } from '../git-writing.ts';
import { moveBranch, personOf } from '../happenings.ts';
import { parseNodeId } from '../node-id.ts';
import { forbidden, Refused } from '../refusal.ts';
import { reply } from '../reviewing.ts';
import type { PullRequest, Thread } from '../state.ts';
import { addComment } from '../writing.ts';
import { commitView } from './commit.ts';
import { issueCommentView, mayResolve, reviewCommentView, reviewView, threadView } from './conversation.ts';
import { pullRequestView } from './pull-request.ts';
import { refView } from './repository.ts';
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
    createCommitOnBranch: ({ input }: Input<CommitInput>) => commitOnBranch(scope, input),
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

type CommitInput = {
  readonly branch: {
    readonly repositoryNameWithOwner?: string | null;
    readonly branchName?: string | null;
    readonly id?: string | null;
  };
  readonly expectedHeadOid: string;
  readonly message: { readonly headline: string; readonly body?: string | null };
  readonly fileChanges?: {
    readonly additions?: readonly { readonly path: string; readonly contents: string }[] | null;
    readonly deletions?: readonly { readonly path: string }[] | null;
  } | null;
};

/** One commit on top of the expected head; its author is the token's account, its files are plain (mode 100644). */
async function commitOnBranch(scope: Scope, input: CommitInput) {
  const { world, caller } = scope;
  const { repositoryNameWithOwner: repository, branchName, id } = input.branch;
  const named = id == null ? branchName : parseNodeId(id)?.key;
  const ours = `${world.repository.owner}/${world.repository.name}`;
  if (repository != null && repository.toLowerCase() !== ours.toLowerCase())
    throw new Refused(`Could not resolve to a Repository with the name '${repository}'.`, {
      status: 404,
      type: 'NOT_FOUND',
    });
  if (!may(world, caller, { level: 'write', keys: ['contents'], role: 'write' })) throw forbidden();
  const branch = (named ?? '').replace(/^refs\/heads\//, '');
  const head = world.branches.get(branch);
  if (head === undefined || branch.includes(':'))
    throw new Refused('No branch exists with the name provided.', { status: 422, type: 'BAD_USER_INPUT' });
  if (head !== input.expectedHeadOid)
    throw new Refused(`Expected branch to point to "${input.expectedHeadOid}" but it did not. Pull and try again.`, {
      status: 409,
      type: 'STALE_DATA',
    });
  const files: Record<string, Files[string]> = {};
  for (const { path } of input.fileChanges?.deletions ?? []) {
    if ((await entryAt(world.git, head, path)) === null)
      throw new Refused(`A path was requested for deletion which does not exist as of commit oid \`${head}\``, {
        status: 422,
        type: 'BAD_USER_INPUT',
      });
    files[path] = null;
  }
  for (const { path, contents } of input.fileChanges?.additions ?? []) files[path] = Buffer.from(contents, 'base64');
  for (const path of Object.keys(files))
    if (path.startsWith('.github/workflows/') && caller.kind === 'installation')
      throw forbidden(
        `refusing to allow a GitHub App to create or update workflow \`${path}\` without \`workflows\` permission`,
      );
  const { headline, body } = input.message;
  const oid = await writeCommit(world.git, {
    ref: `refs/heads/${branch}`,
    parent: head,
    message: body ? `${headline}\n\n${body}` : headline,
    files,
    author: personOf(caller.account),
    at: world.clock.tick(),
  });
  moveBranch(world, branch, oid);
  const commit = await readCommit(world.git, oid);
  return payload(input, { commit: commit && commitView(scope, commit), ref: refView(scope, branch) });
}
