import type { Effect } from '../core/effect.ts';
import type { Reader } from './github.ts';
import { FULL_PAGE, queryError } from './graphql.ts';
import { doneWith, nothing, own } from './own-posts.ts';
import { LATEST_REPLIES, RESOLVE_THREAD, THREAD_STATE, UNRESOLVE_THREAD } from './queries.ts';
import type { LatestRepliesData, ThreadStateData } from './query-data.ts';
import { findThread, threadHeadsPage } from './threads.ts';
import type { Done, Write } from './writes.ts';

/** Tries at a broken answer (RB-31). */
const TRIES = 6;

/** A reply below a thread's first comment, looked up by its marker among the thread's newest comments. */
export function replyWrite(reader: Reader, number: number, effect: Extract<Effect, { kind: 'reply' }>): Write {
  return {
    call: {
      what: 'posting the reply',
      route: 'POST /repos/{owner}/{repo}/pulls/{number}/comments/{root}/replies',
      parameters: { number, root: effect.rootId, body: effect.body },
      permission: 'pull-requests: write',
      tries: TRIES,
    },
    result: { thing: 'the reply', deed: 'posted' },
    lookUp: () => standingReply(reader, number, effect),
    mayStand: () => false,
  };
}

async function standingReply(
  reader: Reader,
  number: number,
  { rootId, marker }: Extract<Effect, { kind: 'reply' }>,
): Promise<Done | null> {
  const what = 'looking up the reply';
  const reading = { what, page: { size: FULL_PAGE } };
  const heads = await threadHeadsPage(reader, number, null, reading);
  const thread = await findThread(reader, number, { ...reading, commentId: rootId, heads });
  if (thread === null) return null;
  const { node } = await reader.graphql.need<LatestRepliesData>({
    what,
    document: LATEST_REPLIES,
    variables: { thread: thread.id },
  });
  return doneWith(marker, own(node?.comments?.nodes ?? null));
}

/**
 * A thread resolved or opened again, which REST cannot do. GitHub wants `contents: write` for it, not
 * `pull-requests: write` (facts, section 0). A thread that is so already is done.
 */
export function threadSettlement(
  reader: Reader,
  { kind, threadId }: Extract<Effect, { kind: 'resolve-thread' | 'unresolve-thread' }>,
): Write {
  const resolves = kind === 'resolve-thread';
  return {
    call: {
      what: resolves ? 'resolving the review thread' : 'opening the review thread again',
      document: resolves ? RESOLVE_THREAD : UNRESOLVE_THREAD,
      variables: { thread: threadId },
      permission: 'contents: write',
      tries: TRIES,
    },
    result: { thing: 'the review thread', deed: resolves ? 'resolved' : 'opened again' },
    lookUp: async () => ((await isResolved(reader, threadId)) === resolves ? nothing : null),
    mayStand: () => true,
  };
}

/** Whether the thread is resolved; null when it is gone. */
async function isResolved(reader: Reader, thread: string): Promise<boolean | null> {
  const query = { what: 'looking up the review thread', document: THREAD_STATE, variables: { thread } };
  const result = await reader.graphql.ask<ThreadStateData>(query);
  if (result.kind === 'data') return result.data.node?.isResolved ?? null;
  if (result.status === 404) return null;
  throw queryError(query, result);
}

/** A reaction to a comment of the conversation or of a thread. */
export function reactionWrite({ on, commentId, content }: Extract<Effect, { kind: 'react' }>): Write {
  const comments = on === 'comment' ? 'issues/comments' : 'pulls/comments';
  return {
    call: {
      what: 'setting the reaction',
      route: `POST /repos/{owner}/{repo}/${comments}/{comment}/reactions`,
      parameters: { comment: commentId, content },
      permission: 'pull-requests: write',
    },
    result: { thing: 'the reaction', deed: 'set' },
    // An account has at most one reaction of a kind on a comment, so that repeating it does no harm.
    lookUp: async () => null,
    mayStand: () => false,
  };
}
