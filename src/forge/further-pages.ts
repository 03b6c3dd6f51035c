import { askInBatches } from './batches.ts';
import type { Reader } from './github.ts';
import { FULL_PAGE, type GraphqlError } from './graphql.ts';
import { tolerates } from './missing.ts';
import { type Connection, createListing, type Listing } from './pages.ts';
import type { ThreadCommentNode } from './query-data.ts';
import type { FurtherPageNode, FurtherPagesData, SurveyedThreadNode } from './reconcile-data.ts';
import { furtherPagesDocument, type PagedList } from './reconcile-queries.ts';

/** A page that is still to be read, of a list of the pull request with this number or the thread with this id. */
export type FurtherPage = {
  readonly list: PagedList;
  readonly owner: number | string;
  readonly after: string;
  /** Takes the node that holds the page, null where it is gone, and gives the pages that follow. */
  take(node: FurtherPageNode | null): readonly FurtherPage[];
};

/** A thread while its comments are being read; `gone` where it was deleted meanwhile. */
export type ThreadBegun = {
  readonly node: SurveyedThreadNode;
  readonly comments: Listing<ThreadCommentNode>;
  gone: boolean;
};

/**
 * 100 threads come with at least as many comments, and the messages of 100 commits are short: five pages of threads or
 * ten of comments are an answer that GitHub can give in its 10 s, and far from its 500,000 nodes.
 */
const WEIGHTS: Readonly<Record<PagedList, number>> = { reviewThreads: 2, comments: 1, commits: 0.2 };
const AT_ONCE = 10;

/** Reads `pages` and all that follow them, pages of different lists by one request. */
export async function readFurtherPages(
  reader: Reader,
  pages: readonly FurtherPage[],
  asking: { readonly what: string; readonly tries?: number },
): Promise<void> {
  const page = { size: FULL_PAGE };
  await askInBatches(pages, {
    most: AT_ONCE,
    weigh: ({ list }) => WEIGHTS[list],
    async ask(batch, divisible) {
      const data = await reader.graphql.need<FurtherPagesData>({
        ...asking,
        document: furtherPagesDocument(batch.map(({ list }) => list)),
        variables: {
          ...(batch.some(({ list }) => list !== 'comments') ? { owner: reader.owner, name: reader.repo } : {}),
          ...Object.fromEntries(
            batch.flatMap(({ owner, after }, place) => [
              [`owner${place}`, owner],
              [`after${place}`, after],
            ]),
          ),
        },
        page,
        divisible,
        tolerates: (error) => tolerates(error) || isGone(error),
      });
      return batch.flatMap(({ list, take }, place) =>
        take((list === 'comments' ? data : (data.repository ?? {}))[`page${place}`] ?? null),
      );
    },
  });
}

/** Begins a thread with the comments that came with it, and gives the page of those that did not. */
export function beginThread(node: SurveyedThreadNode): { thread: ThreadBegun; next: readonly FurtherPage[] } {
  const thread: ThreadBegun = { node, comments: createListing(), gone: false };
  const take = (page: Connection<ThreadCommentNode> | undefined): readonly FurtherPage[] => {
    if (page === undefined) {
      thread.gone = true;
      return [];
    }
    const after = thread.comments.take(page);
    return after === null ? [] : [{ list: 'comments', owner: node.id, after, take: (found) => take(found?.comments) }];
  };
  return { thread, next: take(node.comments) };
}

/** How many comments GitHub says a thread has and did not list. */
export function missingComments({ gone, comments }: ThreadBegun): number {
  return gone ? 0 : comments.missing();
}

/** Whether an error only says that the pull request or the thread of a page is gone. */
function isGone({ type, path = [] }: GraphqlError): boolean {
  return type === 'NOT_FOUND' && /^page\d+$/.test(String(path.at(-1)));
}
