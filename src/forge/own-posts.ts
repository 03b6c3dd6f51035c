import { ForgeError } from '../core/errors.ts';
import type { Reader } from './github.ts';
import { nodesOf } from './pages.ts';
import { LATEST_POSTS, LATEST_REMARKS } from './queries.ts';
import type { LatestPostsData, LatestRemarksData, OwnPostNode, OwnReviewNode } from './query-data.ts';
import type { Done } from './writes.ts';

/** The newest reviews and comments of the token's own account; pending reviews once more by themselves. */
export async function readOwnPosts(
  reader: Reader,
  number: number,
): Promise<{ reviews: OwnReviewNode[]; pending: OwnReviewNode[]; comments: OwnPostNode[] }> {
  const data = await reader.graphql.need<LatestPostsData>({
    what: "looking up the bot's own posts",
    document: LATEST_POSTS,
    variables: { owner: reader.owner, name: reader.repo, number },
  });
  const pullRequest = data.repository?.pullRequest ?? null;
  if (pullRequest === null) throw new ForgeError(`pull request ${number} is gone`, { status: 404 });
  const { reviews, pending, comments } = pullRequest;
  return { reviews: own(reviews.nodes), pending: own(pending.nodes), comments: own(comments.nodes) };
}

/** The newest reviews of the token's own account with their inline comments. */
export async function readOwnRemarks(
  reader: Reader,
  number: number,
): Promise<
  { id: number; url: string; state: OwnReviewNode['state']; comments: readonly { path: string; body: string }[] }[]
> {
  const data = await reader.graphql.need<LatestRemarksData>({
    what: "looking up the bot's own reviews",
    document: LATEST_REMARKS,
    variables: { owner: reader.owner, name: reader.repo, number },
  });
  const pullRequest = data.repository?.pullRequest ?? null;
  if (pullRequest === null) throw new ForgeError(`pull request ${number} is gone`, { status: 404 });
  return own(pullRequest.reviews.nodes).map(({ fullDatabaseId, url, state, comments }) => ({
    id: Number(fullDatabaseId),
    url,
    state,
    comments: nodesOf(comments),
  }));
}

/** The viewer's own pending review with its text, which keeps GitHub from taking another one (SU-27). */
export async function readPendingReview(
  reader: Reader,
  number: number,
): Promise<{ id: number; body: string; url: string; comments: number } | null> {
  const [review] = (await readOwnPosts(reader, number)).pending;
  if (review === undefined) return null;
  const { fullDatabaseId, body, url, comments } = review;
  return { id: Number(fullDatabaseId), body, url, comments: comments.totalCount };
}

/** Those that the token's own account wrote. */
export function own<Node extends OwnPostNode>(nodes: readonly (Node | null)[] | null): Node[] {
  return (nodes ?? []).filter((node) => node !== null).filter((node) => node.viewerDidAuthor);
}

/** Done, with nothing that stands there to show. */
export const nothing: Done = { kind: 'done', id: null, url: null };

/** Whether two bodies are one as GitHub keeps them: line ends and white space at the end do not count. */
export function sameBody(a: string, b: string): boolean {
  const kept = (body: string) => body.replaceAll('\r\n', '\n').trimEnd();
  return kept(a) === kept(b);
}

/** The post that holds `marker`, as what has been done. A marker is a whole line; GitHub may have turned line ends into CRLF. */
export function doneWith(marker: string, posts: readonly OwnPostNode[]): Done | null {
  const post = posts.find(({ body }) => body.split(/\r?\n/).includes(marker));
  return post === undefined ? null : { kind: 'done', id: Number(post.fullDatabaseId), url: post.url };
}
