import type { ContextParts, LinkedIssue, PullRequestContext, Thread } from '../core/pull-request.ts';
import type { Reader } from './github.ts';
import type { Page } from './graphql.ts';
import { noPullRequest, tolerates } from './missing.ts';
import { postOf, reviewOf } from './nodes.ts';
import { type Connection, followPages } from './pages.ts';
import { type ConnectionName, pageDocument, REPOSITORY_LABELS_PAGE } from './queries.ts';
import type {
  CommitNode,
  ContextData,
  IssueNode,
  LabelNode,
  PageData,
  PostNode,
  PullRequestNode,
  RepositoryPageData,
  RequestNode,
  ReviewNode,
  ThreadNode,
} from './query-data.ts';
import { requestedReviewers } from './review-requests.ts';
import { findThread, remarksOf, threadOf } from './threads.ts';

type Lists = Pick<
  PullRequestContext,
  | 'commits'
  | 'reviews'
  | 'comments'
  | 'reviewRequests'
  | 'labels'
  | 'repositoryLabels'
  | 'linkedIssues'
  | 'threads'
  | 'thread'
  | 'incomplete'
>;

/** What the context request has brought, to be read on from. */
export type Begun = {
  readonly what: string;
  readonly repository: NonNullable<ContextData['repository']>;
  readonly pullRequest: PullRequestNode;
  readonly parts: Pick<ContextParts, 'comments' | 'threads' | 'threadOf'>;
  readonly page: Page;
};

const WORDS: Readonly<Record<ConnectionName, string>> = {
  commits: 'commits',
  reviews: 'reviews',
  comments: 'comments',
  reviewThreads: 'review threads',
  reviewRequests: 'review requests',
  labels: 'labels',
  closingIssuesReferences: 'linked issues',
};

/** The lists of a context, read to their ends (SU-20); a list that was not asked for is empty. */
export async function readLists(reader: Reader, begun: Begun): Promise<Lists> {
  const { what, repository, pullRequest: node, page } = begun;
  const { number } = node;
  const incomplete: string[] = [];

  async function whole<Node>(name: ConnectionName, first: Connection<Node> | undefined): Promise<Node[]> {
    if (first === undefined) return [];
    const { nodes, missing } = await followPages(first, async (after) => {
      const data = await reader.graphql.need<PageData<Node>>({
        what,
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

  async function remarks(thread: string, first?: ThreadNode['comments']) {
    const { nodes, missing } = await remarksOf(reader, thread, begun, first);
    if (missing > 0) incomplete.push(`${missing} comments of a review thread`);
    return nodes;
  }

  /** The thread that is wanted: among those that were read whole, or found and read by itself. */
  async function wantedThread(threads: readonly Thread[]): Promise<Thread | null> {
    const { threadOf: commentId } = begun.parts;
    if (commentId === null) return null;
    const heads = node.threadHeads;
    if (heads === undefined) {
      return threads.find(({ comments }) => comments.some(({ id }) => id === commentId)) ?? null;
    }
    const head = await findThread(reader, number, { ...begun, commentId, heads });
    return head === null ? null : threadOf(head, await remarks(head.id));
  }

  async function linkedIssues(): Promise<LinkedIssue[]> {
    if (node.closingIssuesReferences === null) incomplete.push('linked issues (the token needs `issues: read`)');
    const issues = await whole<IssueNode>('closingIssuesReferences', node.closingIssuesReferences ?? undefined);
    return (
      issues
        // The token may read private repositories whose text must not get into what is posted here.
        .filter((issue) => issue.repository.databaseId === repository.databaseId)
        .map((issue) => ({ number: issue.number, title: issue.title, body: issue.body }))
    );
  }

  const commits = await whole<CommitNode>('commits', node.commits);
  const reviews = await whole<ReviewNode>('reviews', node.reviews);
  const comments = await whole<PostNode>('comments', node.comments);
  const threads: Thread[] = [];
  for (const thread of await whole<ThreadNode>('reviewThreads', node.reviewThreads)) {
    const said = threadOf(thread, await remarks(thread.id, thread.comments));
    if (said !== null) threads.push(said);
  }
  const requests = await whole<RequestNode>('reviewRequests', node.reviewRequests);

  return {
    commits: commits.map(({ commit }) => ({ oid: commit.oid, message: commit.message })),
    reviews: reviews.map(reviewOf),
    comments: [
      ...comments.map(postOf),
      ...(begun.parts.comments === 'all' ? threads.flatMap((thread) => thread.comments) : []),
    ],
    reviewRequests: await requestedReviewers(reader, number, requests),
    labels: (await whole<LabelNode>('labels', node.labels ?? undefined)).map(({ name }) => name),
    repositoryLabels: await repositoryLabels(reader, begun, incomplete),
    linkedIssues: await linkedIssues(),
    threads: begun.parts.threads ? threads : [],
    thread: await wantedThread(threads),
    incomplete,
  };
}

async function repositoryLabels(reader: Reader, begun: Begun, incomplete: string[]): Promise<string[]> {
  const { what, page } = begun;
  const first = begun.repository.labels ?? null;
  if (first === null) return [];
  const { nodes, missing } = await followPages(first, async (after) => {
    const data = await reader.graphql.need<RepositoryPageData<LabelNode>>({
      what,
      document: REPOSITORY_LABELS_PAGE,
      variables: { owner: reader.owner, name: reader.repo, after },
      page,
    });
    if (data.repository === null) throw noPullRequest(reader, begun.pullRequest.number);
    return data.repository.page;
  });
  if (missing > 0) incomplete.push(`labels of the repository beyond the first ${nodes.length} (${missing} not listed)`);
  return nodes.map(({ name }) => name);
}
