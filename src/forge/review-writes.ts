import type { Effect, InlineComment } from '../core/effect.ts';
import { parseFooters } from '../core/footer.ts';
import type { Reader } from './github.ts';
import { doneWith, nothing, readOwnPosts, readOwnRemarks, sameBody } from './own-posts.ts';
import type { Done, Write } from './writes.ts';

type Of<Kind extends Effect['kind']> = Extract<Effect, { kind: Kind }>;

const REVIEW = '/repos/{owner}/{repo}/pulls/{number}/reviews/{review}';
const PERMISSION = 'pull-requests: write';

/** A new review. With inline comments, those that GitHub took are read back once it stands (SU-45). */
export function reviewSubmission(reader: Reader, number: number, effect: Of<'submit-review'>): Write {
  const { comments } = effect;
  return {
    call: {
      what: 'posting the review',
      route: 'POST /repos/{owner}/{repo}/pulls/{number}/reviews',
      parameters: {
        number,
        commit_id: effect.commit,
        event: effect.event,
        body: effect.body,
        ...(comments.length === 0 ? {} : { comments: comments.map(inlineComment) }),
      },
      permission: PERMISSION,
    },
    result: { thing: 'the review', deed: 'posted' },
    lookUp: () => standingReview(reader, number, effect),
    mayStand: () => false,
    ...(comments.length === 0 ? {} : { readBack: (done) => withLanded(reader, number, comments, done) }),
  };
}

function inlineComment(comment: InlineComment): Record<string, unknown> {
  const { path, line, side, startLine, body } = comment;
  // GitHub refuses a range of one line, so `start_line` is left out there.
  return { path, body, line, side, ...(startLine === null ? {} : { start_line: startLine, start_side: side }) };
}

/** By the marker in its body; a review without one there (RR-60's empty body) by the footers of its comments. */
async function standingReview(reader: Reader, number: number, effect: Of<'submit-review'>): Promise<Done | null> {
  if (effect.marker !== '' && effect.body.split(/\r?\n/).includes(effect.marker)) {
    const { reviews } = await readOwnPosts(reader, number);
    return doneWith(
      effect.marker,
      reviews.filter((review) => review.state !== 'PENDING'),
    );
  }
  const wanted = new Set(effect.comments.map(traceOf));
  const reviews = await readOwnRemarks(reader, number);
  const standing = reviews.find(
    ({ state, comments }) => state !== 'PENDING' && comments.some((comment) => wanted.has(traceOf(comment))),
  );
  return standing === undefined ? null : { kind: 'done', id: standing.id, url: standing.url };
}

/** The places, in the effect, of the comments that the review has on GitHub. */
async function withLanded(
  reader: Reader,
  number: number,
  comments: readonly InlineComment[],
  done: Done,
): Promise<Done> {
  if (done.id === null) return done;
  const there = new Map<string, number>();
  for (const comment of await readRemarks(reader, number, done.id)) {
    const trace = traceOf(comment);
    there.set(trace, (there.get(trace) ?? 0) + 1);
  }
  const landed: number[] = [];
  for (const [index, comment] of comments.entries()) {
    const trace = traceOf(comment);
    const left = there.get(trace) ?? 0;
    if (left > 0) landed.push(index);
    there.set(trace, left - 1);
  }
  return { ...done, landed };
}

type Remark = { readonly path: string; readonly body: string };

const PER_PAGE = 100;

/** A review holds at most 50 comments of ours (SU-44); the bound only ends a list that never does. */
const MAX_PAGES = 10;

async function readRemarks(reader: Reader, number: number, review: number): Promise<Remark[]> {
  const remarks: Remark[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { body } = await reader.client.need({
      what: "reading the review's comments back",
      route: `GET ${REVIEW}/comments`,
      parameters: { number, review, per_page: PER_PAGE, page },
      permission: 'pull-requests: read',
    });
    const listed = Array.isArray(body) ? (body as Remark[]) : [];
    remarks.push(...listed);
    if (listed.length < PER_PAGE) break;
  }
  return remarks;
}

/** What tells a comment from every other: its footers, which only one has; without any its text. */
function traceOf({ path, body }: Remark): string {
  const { lines } = parseFooters(body);
  return `${path}\n${lines.length > 0 ? lines.join('\n') : body.replaceAll('\r\n', '\n').trim()}`;
}

/** A review's body in place, whatever became of the review since: GitHub tells nobody of it (RR-60). */
export function reviewUpdate(reader: Reader, number: number, effect: Of<'update-review'>): Write {
  const parameters = { number, review: effect.reviewId };
  return {
    call: {
      what: 'updating the review',
      route: `PUT ${REVIEW}`,
      parameters: { ...parameters, body: effect.body },
      permission: PERMISSION,
    },
    result: { thing: 'the review', deed: 'updated' },
    lookUp: () =>
      standingBody(reader, { what: 'looking up the review', route: `GET ${REVIEW}`, parameters, wanted: effect.body }),
    mayStand: () => false,
  };
}

/** A comment of the conversation in place. */
export function commentUpdate(reader: Reader, effect: Of<'update-comment'>): Write {
  const comment = '/repos/{owner}/{repo}/issues/comments/{comment}';
  const parameters = { comment: effect.commentId };
  return {
    call: {
      what: 'updating the comment',
      route: `PATCH ${comment}`,
      parameters: { ...parameters, body: effect.body },
      permission: PERMISSION,
    },
    result: { thing: 'the comment', deed: 'updated' },
    lookUp: () =>
      standingBody(reader, {
        what: 'looking up the comment',
        route: `GET ${comment}`,
        parameters,
        wanted: effect.body,
      }),
    mayStand: () => false,
  };
}

/** The post if its body is the wanted one. Null otherwise: writing the same body once more does no harm. */
async function standingBody(
  reader: Reader,
  post: { what: string; route: string; parameters: Readonly<Record<string, unknown>>; wanted: string },
): Promise<Done | null> {
  const { what, route, parameters, wanted } = post;
  const result = await reader.client.read({ what, route, parameters, permission: 'pull-requests: read' });
  // The update itself will be refused then, with the reason.
  if (result.kind === 'refused') return null;
  const { id, html_url, body } = result.body as { id: number; html_url?: string; body?: string | null };
  return sameBody(body ?? '', wanted) ? { kind: 'done', id, url: html_url ?? null } : null;
}

/** A verdict taken back. */
export function reviewDismissal(reader: Reader, number: number, effect: Of<'dismiss-review'>): Write {
  return {
    call: {
      what: 'dismissing the review',
      route: `PUT ${REVIEW}/dismissals`,
      parameters: { number, review: effect.reviewId, message: effect.message, event: 'DISMISS' },
      permission: PERMISSION,
    },
    result: { thing: `the review ${effect.reviewUrl}`, deed: 'dismissed' },
    lookUp: () => dismissedReview(reader, number, effect.reviewId),
    mayStand: ({ status }) => status === 422,
  };
}

async function dismissedReview(reader: Reader, number: number, review: number): Promise<Done | null> {
  const { body } = await reader.client.need({
    what: 'looking up the review',
    route: `GET ${REVIEW}`,
    parameters: { number, review },
    permission: 'pull-requests: read',
  });
  const { state, html_url } = body as { state?: string; html_url?: string };
  return state === 'DISMISSED' ? { kind: 'done', id: review, url: html_url ?? null } : null;
}

/** A draft of the bot's own, taken out of the way. */
export function draftDeletion(reader: Reader, number: number, effect: Of<'delete-pending-review'>): Write {
  return {
    call: {
      what: 'deleting the pending review',
      route: `DELETE ${REVIEW}`,
      parameters: { number, review: effect.reviewId },
      permission: PERMISSION,
    },
    result: { thing: 'the pending review', deed: 'deleted' },
    lookUp: async () => {
      const { pending } = await readOwnPosts(reader, number);
      return pending.some((review) => Number(review.fullDatabaseId) === effect.reviewId) ? null : nothing;
    },
    mayStand: ({ status }) => status === 404,
  };
}
