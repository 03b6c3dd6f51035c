import { accountOfLogin } from '../core/account.ts';
import { UserError } from '../core/errors.ts';
import type {
  ContextParts,
  Position,
  Post,
  PullRequestContext,
  RequestedReviewer,
  Status,
} from '../core/pull-request.ts';
import { branchVariables, checkBranch, foldersOf, isMissingFile, readFiles } from './default-branch.ts';
import type { Reader } from './github.ts';
import { FULL_PAGE, type GraphqlError, type Page, queryError, type RefusedQuery } from './graphql.ts';
import { positionOf, postOf, pullRequestOf, requestedReviewerOf, reviewOf } from './nodes.ts';
import { type Connection, followPages } from './pages.ts';
import { type ConnectionName, contextDocument, POSITION, pageDocument, THREAD_PAGE } from './queries.ts';
import type {
  CommitNode,
  ContextData,
  PageData,
  PositionData,
  PostNode,
  PullRequestNode,
  RequestNode,
  ReviewNode,
  ThreadCommentNode,
  ThreadNode,
  ThreadPageData,
} from './query-data.ts';

const WHAT = 'reading the pull request';

/** Everything in `parts` by one GraphQL request, and one more for every further page (SU-20). */
export async function readContext(reader: Reader, number: number, parts: ContextParts): Promise<PullRequestContext> {
  const page = { size: FULL_PAGE };
  const result = await reader.graphql.ask<ContextData>({
    what: WHAT,
    document: contextDocument(parts),
    variables: {
      owner: reader.owner,
      name: reader.repo,
      number,
      ...branchVariables(parts),
      ...(parts.statusContext === '' ? {} : { statusContext: parts.statusContext }),
    },
    page,
    tolerates,
  });
  if (result.kind === 'refused') throw missing(reader, number, WHAT, result);
  const { viewer, repository } = result.data;
  const node = repository?.pullRequest ?? null;
  if (repository === null || node === null) throw noPullRequest(reader, number);
  const { defaultBranchRef: branch } = repository;
  checkBranch(reader, branch, parts, WHAT);

  const lists = await readLists(reader, number, node, page);
  return {
    viewer: accountOfLogin(viewer.login, viewer.databaseId),
    repository: {
      owner: repository.owner.login,
      name: repository.name,
      id: repository.databaseId,
      private: repository.isPrivate,
      defaultBranch: branch?.name ?? '',
    },
    pullRequest: pullRequestOf(node),
    ...lists,
    files: await readFiles(reader, branch, parts.files),
    folders: foldersOf(repository, parts.folders),
    status: statusOf(node),
  };
}

/** Head, base ref and base, by one small request. */
export async function readPosition(reader: Reader, number: number): Promise<Position> {
  const what = 'reading the head again';
  const result = await reader.graphql.ask<PositionData>({
    what,
    document: POSITION,
    variables: { owner: reader.owner, name: reader.repo, number },
  });
  if (result.kind === 'refused') throw missing(reader, number, what, result);
  const node = result.data.repository?.pullRequest ?? null;
  if (node === null) throw noPullRequest(reader, number);
  return positionOf(node);
}

/**
 * What may be missing without harm: a file that is not there, a team that the workflow's token may not see (asked for
 * by REST then), and a status that it may not read (it is set again then).
 */
function tolerates(error: GraphqlError): boolean {
  const names = (error.path ?? []).filter((part) => typeof part === 'string');
  if (isMissingFile(error)) return true;
  return error.type === 'FORBIDDEN' && (names.includes('requestedReviewer') || names.includes('status'));
}

function missing(reader: Reader, number: number, what: string, refused: RefusedQuery): Error {
  if (refused.status !== 404) return queryError({ what }, refused);
  if (refused.path.startsWith('repository.pullRequest')) return noPullRequest(reader, number);
  const name = `${reader.owner}/${reader.repo}`;
  return new UserError(
    `there is no repository ${name}, or the token may not read it (it needs \`contents: read\` and \`pull-requests: read\`), so pull request ${number} cannot be read`,
  );
}

function noPullRequest(reader: Reader, number: number): UserError {
  return new UserError(`there is no pull request ${number} in ${reader.owner}/${reader.repo}`);
}

type Lists = Pick<PullRequestContext, 'commits' | 'reviews' | 'comments' | 'reviewRequests' | 'incomplete'>;

async function readLists(reader: Reader, number: number, node: PullRequestNode, page: Page): Promise<Lists> {
  const incomplete: string[] = [];

  async function whole<Node>(name: ConnectionName, first: Connection<Node> | undefined): Promise<Node[]> {
    if (first === undefined) return [];
    const { nodes, missing } = await followPages(first, async (after) => {
      const data = await reader.graphql.need<PageData<Node>>({
        what: WHAT,
        document: pageDocument(name),
        variables: { owner: reader.owner, name: reader.repo, number, after },
        page,
        tolerates,
      });
      const pullRequest = data.repository?.pullRequest ?? null;
      if (pullRequest === null) throw noPullRequest(reader, number);
      return pullRequest.page;
    });
    if (missing > 0) incomplete.push(`${WORDS[name]} beyond the first ${nodes.length} (${missing} not listed)`);
    return nodes;
  }

  const commits = await whole<CommitNode>('commits', node.commits);
  const reviews = await whole<ReviewNode>('reviews', node.reviews);
  const comments = await whole<PostNode>('comments', node.comments);
  const threads = await whole<ThreadNode>('reviewThreads', node.reviewThreads);
  const remarks: Post[] = [];
  for (const thread of threads) {
    const { nodes, missing } = await followPages(thread.comments, (after) =>
      threadPage(reader, thread.id, after, page),
    );
    if (missing > 0) incomplete.push(`${missing} comments of a review thread`);
    // What nobody has submitted yet is not said yet (SU-27).
    remarks.push(...nodes.filter((remark) => remark.state !== 'PENDING').map(postOf));
  }
  const requests = await whole<RequestNode>('reviewRequests', node.reviewRequests);

  return {
    commits: commits.map(({ commit }) => ({ oid: commit.oid, message: commit.message })),
    reviews: reviews.map(reviewOf),
    comments: [...comments.map(postOf), ...remarks],
    reviewRequests: await requestedReviewers(reader, number, requests),
    incomplete,
  };
}

const WORDS: Readonly<Record<ConnectionName, string>> = {
  commits: 'commits',
  reviews: 'reviews',
  comments: 'comments',
  reviewThreads: 'review threads',
  reviewRequests: 'review requests',
};

async function threadPage(
  reader: Reader,
  thread: string,
  after: string,
  page: Page,
): Promise<Connection<ThreadCommentNode>> {
  const data = await reader.graphql.need<ThreadPageData>({
    what: WHAT,
    document: THREAD_PAGE,
    variables: { thread, after },
    page,
  });
  return data.node?.page ?? { totalCount: 0, pageInfo: { hasNextPage: false, endCursor: null }, nodes: [] };
}

/** The requests as GraphQL shows them, or by REST where it hides one: the workflow's token cannot see teams there. */
async function requestedReviewers(
  reader: Reader,
  number: number,
  requests: readonly RequestNode[],
): Promise<RequestedReviewer[]> {
  const shown = requests.map(requestedReviewerOf).filter((reviewer) => reviewer !== null);
  return shown.length === requests.length ? shown : readRequestedReviewers(reader, number);
}

/** The pending review requests by REST. */
export async function readRequestedReviewers(reader: Reader, number: number): Promise<RequestedReviewer[]> {
  const { body } = await reader.client.need({
    what: 'reading the review requests',
    route: 'GET /repos/{owner}/{repo}/pulls/{number}/requested_reviewers',
    parameters: { number },
    permission: 'pull-requests: read',
  });
  const { users = [], teams = [] } = body as { users?: { login: string }[]; teams?: { slug: string }[] };
  return [
    ...users.map(({ login }) => ({ kind: 'user' as const, login })),
    ...teams.map(({ slug }) => ({ kind: 'team' as const, slug })),
  ];
}

/** The wanted status, if it stands on the head: GraphQL's last commit is not the head while a push is taken in. */
function statusOf(node: PullRequestNode): Status | null {
  const commit = node.lastCommit?.nodes?.[0]?.commit;
  const found = commit?.status?.context ?? null;
  if (found === null || commit?.oid !== node.headRefOid) return null;
  return { context: found.context, state: stateOf(found.state), description: found.description ?? '' };
}

function stateOf(state: string): Status['state'] {
  if (state === 'SUCCESS') return 'success';
  if (state === 'FAILURE') return 'failure';
  return state === 'ERROR' ? 'error' : 'pending';
}
