import type { Effect } from '../core/effect.ts';
import type { Reader } from './github.ts';
import { FULL_PAGE } from './graphql.ts';
import { doneWith, own } from './own-posts.ts';
import { LATEST_REPLIES } from './queries.ts';
import type { LatestRepliesData } from './query-data.ts';
import { findThread, threadHeadsPage } from './threads.ts';
import type { Done, Write } from './writes.ts';

/** A reply below a thread's first comment, looked up by its marker among the thread's newest comments. */
export function replyWrite(reader: Reader, number: number, effect: Extract<Effect, { kind: 'reply' }>): Write {
  return {
    call: {
      what: 'posting the reply',
      route: 'POST /repos/{owner}/{repo}/pulls/{number}/comments/{root}/replies',
      parameters: { number, root: effect.rootId, body: effect.body },
      permission: 'pull-requests: write',
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
