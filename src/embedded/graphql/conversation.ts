import { associationOf, may, sameAccount } from '../accounts.ts';
import { readCommit } from '../git.ts';
import { nodeId } from '../node-id.ts';
import { currentLine, currentStartLine, isOutdated } from '../pull-request.ts';
import type { PullRequest, Review, ReviewComment, Thread, Writing } from '../state.ts';
import { actorView } from './actor.ts';
import { commitView } from './commit.ts';
import { connection, type PageArguments } from './connection.ts';
import { pullRequestView } from './pull-request.ts';
import { repositoryView } from './repository.ts';
import type { Scope, View } from './scope.ts';

function writingView(scope: Scope, pull: PullRequest, writing: Writing, anchor: string): Record<string, unknown> {
  const { world, caller, urls } = scope;
  const path = `/${world.repository.owner}/${world.repository.name}/pull/${pull.number}#${anchor}`;
  return {
    databaseId: writing.id,
    fullDatabaseId: String(writing.id),
    author: () => actorView(scope, writing.author),
    authorAssociation: associationOf(world, writing.author),
    body: writing.body,
    bodyText: writing.body,
    createdAt: writing.createdAt,
    publishedAt: writing.createdAt,
    updatedAt: writing.updatedAt,
    lastEditedAt: writing.editedAt,
    includesCreatedEdit: writing.editedAt !== null,
    editor: () => actorView(scope, writing.editor),
    isMinimized: writing.minimized !== null,
    minimizedReason: writing.minimized,
    viewerDidAuthor: sameAccount(writing.author, caller.account),
    url: urls.html + path,
    resourcePath: path,
    repository: () => repositoryView(scope),
    pullRequest: () => pullRequestView(scope, pull),
  };
}

async function commitOrNull(scope: Scope, oid: string): Promise<View | null> {
  const commit = await readCommit(scope.world.git, oid);
  return commit === null ? null : commitView(scope, commit);
}

export function reviewView(scope: Scope, pull: PullRequest, review: Review): View {
  return {
    __typename: 'PullRequestReview',
    id: nodeId('PullRequestReview', review.id),
    ...writingView(scope, pull, review, `pullrequestreview-${review.id}`),
    state: review.state,
    submittedAt: review.submittedAt,
    commit: () => commitOrNull(scope, review.commit),
    comments: (page: PageArguments) =>
      connection(
        pull.threads.flatMap((thread) =>
          thread.comments.filter((comment) => comment.reviewId === review.id).map((comment) => ({ thread, comment })),
        ),
        page,
        ({ thread, comment }) => reviewCommentView(scope, pull, thread, comment),
      ),
  };
}

/** Resolving is gated on `contents: write` (not on `pull-requests: write`), or on being the pull request's author. */
export function mayResolve({ world, caller }: Scope, pull: PullRequest): boolean {
  if (caller.kind === 'user' && sameAccount(pull.author, caller.account)) return true;
  return may(world, caller, { level: 'write', keys: ['contents'], role: 'write' });
}

export function threadView(scope: Scope, pull: PullRequest, thread: Thread): View {
  const { world, caller } = scope;
  const { anchor } = thread;
  const resolvable = mayResolve(scope, pull);
  return {
    __typename: 'PullRequestReviewThread',
    id: nodeId('PullRequestReviewThread', thread.id),
    isResolved: thread.resolved,
    // The type has room for a User only; what GitHub shows for an App is not known, so it is nobody here.
    resolvedBy: () => (thread.resolvedBy?.type === 'User' ? actorView(scope, thread.resolvedBy) : null),
    isOutdated: () => isOutdated(world, pull, thread),
    isCollapsed: thread.resolved,
    path: anchor.path,
    line: () => currentLine(world, pull, thread),
    startLine: () => currentStartLine(world, pull, thread),
    originalLine: anchor.line,
    originalStartLine: anchor.startLine,
    diffSide: anchor.side,
    startDiffSide: anchor.startSide,
    subjectType: anchor.line === null ? 'FILE' : 'LINE',
    viewerCanReply: may(world, caller, { level: 'write', keys: ['pull-requests'], role: 'read' }),
    viewerCanResolve: resolvable && !thread.resolved,
    viewerCanUnresolve: resolvable && thread.resolved,
    pullRequest: () => pullRequestView(scope, pull),
    repository: () => repositoryView(scope),
    comments: (page: PageArguments) =>
      connection(thread.comments, page, (comment) => reviewCommentView(scope, pull, thread, comment)),
  };
}

export function reviewCommentView(scope: Scope, pull: PullRequest, thread: Thread, comment: ReviewComment): View {
  const { anchor } = thread;
  const first = thread.comments[0];
  const review = pull.reviews.find((candidate) => candidate.id === comment.reviewId);
  return {
    __typename: 'PullRequestReviewComment',
    id: nodeId('PullRequestReviewComment', comment.id),
    ...writingView(scope, pull, comment, `discussion_r${comment.id}`),
    draftedAt: comment.createdAt,
    state: review?.state === 'PENDING' ? 'PENDING' : 'SUBMITTED',
    path: anchor.path,
    diffHunk: thread.diffHunk,
    line: () => currentLine(scope.world, pull, thread),
    startLine: () => currentStartLine(scope.world, pull, thread),
    originalLine: anchor.line,
    originalStartLine: anchor.startLine,
    subjectType: anchor.line === null ? 'FILE' : 'LINE',
    outdated: () => isOutdated(scope.world, pull, thread),
    originalCommit: () => commitOrNull(scope, anchor.commit),
    commit: () => commitOrNull(scope, pull.head),
    replyTo: () => (first && first.id !== comment.id ? reviewCommentView(scope, pull, thread, first) : null),
    pullRequestReview: () => (review ? reviewView(scope, pull, review) : null),
  };
}

export function issueCommentView(scope: Scope, pull: PullRequest, comment: Writing): View {
  return {
    __typename: 'IssueComment',
    id: nodeId('IssueComment', comment.id),
    ...writingView(scope, pull, comment, `issuecomment-${comment.id}`),
  };
}
