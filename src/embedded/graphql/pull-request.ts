import { accountOf, associationOf, sameAccount } from '../accounts.ts';
import { readCommit, readCommits } from '../git.ts';
import { nodeId } from '../node-id.ts';
import {
  baseOf,
  commentsOf,
  commitIdsOf,
  filesOf,
  isFork,
  latestOpinions,
  visibleReviews,
  visibleThreads,
} from '../pull-request.ts';
import type { Issue, PullRequest, Review } from '../state.ts';
import { actorView, labelView, teamView } from './actor.ts';
import { commitView, rollupView } from './commit.ts';
import { connection, type PageArguments } from './connection.ts';
import { issueCommentView, reviewView, threadView } from './conversation.ts';
import { refView, repositoryView } from './repository.ts';
import type { Scope, View } from './scope.ts';

export function pullRequestView(scope: Scope, pull: PullRequest): View {
  const { world, urls, caller } = scope;
  const { repository } = world;
  const path = `/${repository.owner}/${repository.name}/pull/${pull.number}`;
  const url = urls.html + path;
  const reviews = (chosen: readonly Review[]) => (page: PageArguments) =>
    connection(chosen, page, (review) => reviewView(scope, pull, review));
  const fork = isFork(world, pull);
  return {
    __typename: 'PullRequest',
    id: nodeId('PullRequest', pull.id),
    databaseId: pull.id,
    fullDatabaseId: String(pull.id),
    number: pull.number,
    title: pull.title,
    body: pull.body,
    bodyText: pull.body,
    state: pull.state.toUpperCase(),
    closed: pull.state !== 'open',
    closedAt: pull.closedAt,
    merged: pull.state === 'merged',
    mergedAt: pull.state === 'merged' ? pull.closedAt : null,
    isDraft: pull.draft,
    locked: pull.locked,
    activeLockReason: null,
    createdAt: pull.createdAt,
    publishedAt: pull.createdAt,
    updatedAt: pull.updatedAt,
    lastEditedAt: pull.editedAt,
    includesCreatedEdit: pull.editedAt !== null,
    editor: () => actorView(scope, pull.editor),
    author: () => actorView(scope, pull.author),
    authorAssociation: associationOf(world, pull.author),
    viewerDidAuthor: sameAccount(pull.author, caller.account),
    url,
    permalink: url,
    resourcePath: path,
    repository: () => repositoryView(scope),
    baseRepository: () => repositoryView(scope),
    baseRefName: pull.baseRef,
    baseRefOid: baseOf(world, pull),
    baseRef: () => refView(scope, pull.baseRef),
    headRefName: pull.headRef,
    headRefOid: pull.head,
    headRef: () => (fork ? null : refView(scope, pull.headRef)),
    headRepository: () => pull.headRepository && repositoryView(scope, fork ? pull.headRepository : null),
    headRepositoryOwner: () => pull.headRepository && actorView(scope, accountOf(world, pull.headRepository.owner)),
    isCrossRepository: fork,
    maintainerCanModify: false,
    mergeable: pull.state === 'open' ? 'MERGEABLE' : 'UNKNOWN',
    reviewDecision: () => decisionOf(scope, pull),
    totalCommentsCount: pull.comments.length + commentsOf(pull).length,
    ...countViews(scope, pull),
    reviews: (asked: PageArguments & { author?: string | null; states?: readonly string[] | null }) =>
      reviews(
        visibleReviews(pull, caller.account)
          .filter((review) => asked.states == null || asked.states.includes(review.state))
          .filter(
            (review) => asked.author == null || review.author?.login.toLowerCase() === asked.author.toLowerCase(),
          ),
      )(asked),
    latestReviews: (page: PageArguments) => reviews(latestReviews(pull))(page),
    latestOpinionatedReviews: (page: PageArguments) => reviews(latestOpinions(pull))(page),
    reviewThreads: (page: PageArguments) =>
      connection(visibleThreads(pull, caller.account), page, (thread) => threadView(scope, pull, thread)),
    comments: (page: PageArguments) =>
      connection(pull.comments, page, (comment) => issueCommentView(scope, pull, comment)),
    reviewRequests: (page: PageArguments) =>
      connection([...pull.requestedReviewers, ...pull.requestedTeams], page, (requested) => ({
        __typename: 'ReviewRequest',
        id: nodeId('ReviewRequest', `${pull.id}:${requested.id}`),
        databaseId: requested.id,
        asCodeOwner: false,
        pullRequest: () => pullRequestView(scope, pull),
        requestedReviewer: 'slug' in requested ? teamView(scope, requested) : actorView(scope, requested),
      })),
    labels: (page: PageArguments) =>
      connection(
        pull.labels.flatMap((name) => repository.labels.find((label) => label.name === name) ?? []),
        page,
        (label) => labelView(scope, label),
      ),
    closingIssuesReferences: (page: PageArguments) =>
      connection(
        pull.closes.flatMap((number) => repository.issues.get(number) ?? []),
        page,
        (issue) => issueView(scope, issue),
      ),
    statusCheckRollup: async () => {
      const commit = await readCommit(world.git, pull.head);
      return commit && rollupView(scope, commit);
    },
  };
}

/** What git tells of a pull request: commits, files and their sums. */
function countViews(scope: Scope, pull: PullRequest) {
  const { world } = scope;
  const files = () => filesOf(world, pull);
  return {
    changedFiles: async () => (await files()).length,
    additions: async () => (await files()).reduce((sum, file) => sum + file.additions, 0),
    deletions: async () => (await files()).reduce((sum, file) => sum + file.deletions, 0),
    files: async (page: PageArguments) =>
      connection(await files(), page, (file) => ({
        __typename: 'PullRequestChangedFile',
        path: file.path,
        additions: file.additions,
        deletions: file.deletions,
        changeType: file.status === 'removed' ? 'DELETED' : file.status.toUpperCase(),
        viewerViewedState: 'UNVIEWED',
      })),
    commits: async (page: PageArguments) => {
      const ids = await commitIdsOf(world, pull);
      // GitHub lists 250 commits of a pull request, and counts all of them.
      const listed = await readCommits(world.git, ids.slice(0, world.limits.commits));
      const shown = connection(listed, page, (commit) => ({
        __typename: 'PullRequestCommit',
        id: nodeId('PullRequestCommit', `${pull.id}:${commit.oid}`),
        commit: commitView(scope, commit),
        pullRequest: () => pullRequestView(scope, pull),
        url: `${scope.urls.html}/${world.repository.owner}/${world.repository.name}/pull/${pull.number}/commits/${commit.oid}`,
      }));
      return { ...shown, totalCount: ids.length };
    },
  };
}

function latestReviews(pull: PullRequest): Review[] {
  const latest = new Map<number, Review>();
  for (const review of pull.reviews)
    if (review.author && review.state !== 'PENDING') latest.set(review.author.id, review);
  return [...latest.values()];
}

/** What branch protection makes of the opinions; null where no rule asks for reviews. */
function decisionOf({ world }: Scope, pull: PullRequest): string | null {
  if (!world.repository.settings.requireReviews) return null;
  const opinions = latestOpinions(pull);
  if (opinions.some(({ state }) => state === 'CHANGES_REQUESTED')) return 'CHANGES_REQUESTED';
  return opinions.some(({ state }) => state === 'APPROVED') ? 'APPROVED' : 'REVIEW_REQUIRED';
}

/** An issue, as far as a pull request that closes it needs one. */
export function issueView(scope: Scope, issue: Issue): View {
  const { owner, name } = scope.world.repository;
  const path = `/${owner}/${name}/issues/${issue.number}`;
  return {
    __typename: 'Issue',
    id: nodeId('Issue', issue.id),
    databaseId: issue.id,
    number: issue.number,
    title: issue.title,
    body: issue.body,
    bodyText: issue.body,
    state: 'OPEN',
    closed: false,
    url: scope.urls.html + path,
    resourcePath: path,
    repository: () => repositoryView(scope),
  };
}
