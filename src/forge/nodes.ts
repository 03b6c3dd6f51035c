import type { Account } from '../core/account.ts';
import type {
  Position,
  Post,
  PullRequest,
  PullRequestContext,
  RequestedReviewer,
  Review,
} from '../core/pull-request.ts';
import type {
  ActorNode,
  ContextData,
  PositionNode,
  PostNode,
  PullRequestNode,
  RequestNode,
  ReviewNode,
} from './query-data.ts';

/** An actor of GraphQL; everything that is no Bot (Mannequin, Organization, EnterpriseUserAccount) counts as a User. */
export function accountOf(actor: ActorNode | null): Account | null {
  if (actor === null) return null;
  return { login: actor.login, type: actor.__typename === 'Bot' ? 'Bot' : 'User', id: actor.databaseId ?? null };
}

/** A body with its author and last editor. */
export function postOf(node: PostNode): Post {
  return {
    id: Number(node.fullDatabaseId),
    nodeId: node.id,
    author: accountOf(node.author),
    editor: accountOf(node.editor),
    body: node.body,
    url: node.url,
    createdAt: node.createdAt,
  };
}

/** A review in our words; pending ones keep their state, for SU-27. */
export function reviewOf(node: ReviewNode): Review {
  return {
    ...postOf(node),
    state: node.state,
    submittedAt: node.submittedAt,
    updatedAt: node.updatedAt,
    commit: node.commit?.oid ?? null,
  };
}

/** `base` is the branch as it stands; where the branch is gone, the commit that GitHub keeps with the pull request. */
export function positionOf(node: PositionNode): Position {
  return { head: node.headRefOid, baseRef: node.baseRefName, base: node.baseRef?.target?.oid ?? node.baseRefOid };
}

/** A head repository other than the base, or gone, is a fork (SU-17). */
export function headOf(node: Pick<PullRequestNode, 'headRefName' | 'headRepository' | 'isCrossRepository'>): {
  headRef: string;
  headRepository: { owner: string; name: string } | null;
  fork: boolean;
} {
  const repository = node.headRepository;
  return {
    headRef: node.headRefName,
    headRepository: repository === null ? null : { owner: repository.owner.login, name: repository.name },
    fork: node.isCrossRepository || repository === null,
  };
}

export function stateOf({ state }: Pick<PullRequestNode, 'state'>): PullRequest['state'] {
  return state === 'OPEN' ? 'open' : state === 'MERGED' ? 'merged' : 'closed';
}

/** The pull request itself, without its lists. */
export function pullRequestOf(node: PullRequestNode): PullRequest {
  return {
    ...positionOf(node),
    ...headOf(node),
    number: node.number,
    title: node.title,
    body: node.body,
    state: stateOf(node),
    draft: node.isDraft,
    locked: node.locked,
    url: node.url,
    author: accountOf(node.author),
    changedFiles: node.changedFiles,
    additions: node.additions,
    deletions: node.deletions,
  };
}

/** A requested reviewer, or null where GraphQL does not show it to this token. A bot's login gets the `[bot]` of REST. */
export function requestedReviewerOf(node: RequestNode): RequestedReviewer | null {
  const reviewer = node.requestedReviewer;
  if (reviewer === null) return null;
  if (reviewer.slug !== undefined) return { kind: 'team', slug: reviewer.slug };
  if (reviewer.login === undefined) return null;
  return { kind: 'user', login: reviewer.__typename === 'Bot' ? `${reviewer.login}[bot]` : reviewer.login };
}

type RepositoryFacts = Pick<
  NonNullable<ContextData['repository']>,
  'owner' | 'name' | 'databaseId' | 'isPrivate' | 'defaultBranchRef'
>;

/** The repository of a reading; '' for a default branch that is not shown. */
export function repositoryOf({
  owner,
  name,
  databaseId,
  isPrivate,
  defaultBranchRef,
}: RepositoryFacts): PullRequestContext['repository'] {
  return {
    owner: owner.login,
    name,
    id: databaseId,
    private: isPrivate,
    defaultBranch: defaultBranchRef?.name ?? '',
  };
}
