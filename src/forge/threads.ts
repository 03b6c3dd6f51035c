import { ForgeError } from '../core/errors.ts';
import type { Thread } from '../core/pull-request.ts';
import type { Reader } from './github.ts';
import type { Page } from './graphql.ts';
import { noPullRequest, tolerates } from './missing.ts';
import { accountOf, postOf } from './nodes.ts';
import { type Connection, followPages, nodesOf, pagesOf } from './pages.ts';
import { THREAD_HEADS_PAGE, THREAD_PAGE } from './queries.ts';
import type { PageData, ThreadCommentNode, ThreadHeadNode, ThreadPageData, ThreadPlaceNode } from './query-data.ts';

/** What a thread's search and reading need beside the reader. */
export type ThreadReading = { readonly what: string; readonly page: Page };

/** A page of the threads' heads; the first one for `after` null. */
export async function threadHeadsPage(
  reader: Reader,
  number: number,
  after: string | null,
  { what, page }: ThreadReading,
): Promise<Connection<ThreadHeadNode>> {
  const data = await reader.graphql.need<PageData<ThreadHeadNode>>({
    what,
    document: THREAD_HEADS_PAGE,
    variables: { owner: reader.owner, name: reader.repo, number, after },
    page,
    tolerates,
  });
  const pullRequest = data.repository?.pullRequest ?? null;
  if (pullRequest === null) throw noPullRequest(reader, number);
  return pullRequest.page;
}

/**
 * The head of the thread that holds `commentId`, searched from the first page of heads on, or null when no thread
 * does. Throws when GitHub does not list the threads to their end, since it may be one of those.
 */
export async function findThread(
  reader: Reader,
  number: number,
  search: ThreadReading & { readonly commentId: number; readonly heads: Connection<ThreadHeadNode> },
): Promise<ThreadHeadNode | null> {
  const { commentId, heads, what } = search;
  const long: ThreadHeadNode[] = [];
  let listed = 0;
  let last = heads;
  for await (const page of pagesOf(heads, (after) => threadHeadsPage(reader, number, after, search))) {
    for (const head of nodesOf(page)) {
      const ids = new Set([...nodesOf(head.oldest), ...nodesOf(head.newest)].map(idOf));
      if (ids.has(commentId)) return head;
      if (head.oldest.totalCount > ids.size) long.push(head);
      listed += 1;
    }
    last = page;
  }
  // In the middle of a long thread: rare enough to be looked for by reading.
  for (const head of long) {
    const { nodes } = await remarksOf(reader, head.id, search);
    if (nodes.some((node) => idOf(node) === commentId)) return head;
  }
  if (last.pageInfo.hasNextPage || last.totalCount > listed) {
    throw new ForgeError(`${what} failed: GitHub listed only ${listed} of ${last.totalCount} review threads`, {
      status: null,
    });
  }
  return null;
}

/** All comments of the thread with node id `thread`; none when it is gone. `missing` as in `followPages`. */
export async function remarksOf(
  reader: Reader,
  thread: string,
  reading: ThreadReading,
  first?: Connection<ThreadCommentNode>,
): Promise<{ nodes: ThreadCommentNode[]; missing: number }> {
  const next = (after: string | null) => remarksPage(reader, thread, after, reading);
  return await followPages(first ?? (await next(null)), next);
}

async function remarksPage(
  reader: Reader,
  thread: string,
  after: string | null,
  { what, page }: ThreadReading,
): Promise<Connection<ThreadCommentNode>> {
  const data = await reader.graphql.need<ThreadPageData>({
    what,
    document: THREAD_PAGE,
    variables: { thread, after },
    page,
  });
  return data.node?.page ?? { totalCount: 0, pageInfo: { hasNextPage: false, endCursor: null }, nodes: [] };
}

/** A thread in our words. What nobody has submitted yet is not said yet (SU-27); a thread without comments is gone. */
export function threadOf(place: ThreadPlaceNode, remarks: readonly ThreadCommentNode[]): Thread | null {
  const said = remarks.filter((remark) => remark.state !== 'PENDING');
  if (said.length === 0) return null;
  return {
    id: place.id,
    path: place.path,
    line: place.line,
    side: place.diffSide,
    resolved: place.isResolved,
    outdated: place.isOutdated,
    comments: said.map(postOf),
    resolvedBy: accountOf(place.resolvedBy),
    viewerCanReply: place.viewerCanReply,
    viewerCanResolve: place.viewerCanResolve,
    viewerCanUnresolve: place.viewerCanUnresolve,
  };
}

function idOf({ fullDatabaseId }: Pick<ThreadCommentNode, 'fullDatabaseId'>): number {
  return Number(fullDatabaseId);
}
