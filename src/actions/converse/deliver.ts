import {
  noticePost,
  type PostEffect,
  type Posting,
  quotingComment,
  type Reply,
  renderReply,
  sayRefused,
  threadReply,
} from '../../core/converse/posts.ts';
import type { Applied } from '../../core/effect.ts';
import { refusalSentence } from '../../core/refusal-sentence.ts';
import { plainLine } from '../../core/untrusted.ts';
import type { Opened } from './open.ts';

/** What became of a post. */
export type Delivered = {
  readonly url: string | null;
  /** Why nothing stands on the pull request; null when something does. */
  readonly failure: string | null;
  /** Markdown lines for the summary. */
  readonly remarks: readonly string[];
};

/** The effect that an answer is, if GitHub takes it where it was asked for (CO-23). */
export function answerEffect(run: Opened, reply: Reply): PostEffect {
  const posting = postingOf(run);
  const visible = renderReply(reply, posting.secrets);
  return run.thread === null
    ? quotingComment(visible, reply, posting)
    : threadReply(visible, reply, { ...posting, rootId: run.thread.rootId });
}

/** Posts an answer where it was asked for; a thread that refuses it is no reason for silence (CO-23). */
export async function deliverAnswer(run: Opened, reply: Reply): Promise<Delivered> {
  const { task, ports, context } = run;
  const first = await ports.forge.apply(task.number, answerEffect(run, reply));
  const isLost = first.kind !== 'refused' || first.refusal.reason === 'locked';
  if (run.thread === null || isLost) return deliveredBy(first, 'post the answer');
  const posting = postingOf(run);
  const why = sayRefused(first.refusal, `${context.pullRequest.url}#discussion_r${task.comment.id}`);
  const visible = `${renderReply(reply, posting.secrets)}\n\n${why}`;
  const second = await ports.forge.apply(task.number, quotingComment(visible, reply, posting));
  const delivered = deliveredBy(second, 'post the answer');
  return delivered.failure === null
    ? {
        ...delivered,
        remarks: ['The reply was refused in its thread, so the answer is a comment on the conversation.'],
      }
    : delivered;
}

/** Posts help, a hint, or a refusal; in the thread of first comment `rootId` where it is given. */
export async function deliverNotice(run: Opened, visible: string, rootId: number | null): Promise<Delivered> {
  const { task, ports } = run;
  const posting = postingOf(run);
  const first = await ports.forge.apply(task.number, noticePost(visible, { ...posting, rootId }));
  const isLost = first.kind !== 'refused' || first.refusal.reason === 'locked';
  if (rootId === null || isLost) return deliveredBy(first, 'post the comment');
  return deliveredBy(
    await ports.forge.apply(task.number, noticePost(visible, { ...posting, rootId: null })),
    'post the comment',
  );
}

/** An 👀 on the trigger: it helps, and nothing depends on it (CO-24). */
export async function react({ task, ports }: Opened): Promise<void> {
  const applied = await ports.forge.apply(task.number, {
    kind: 'react',
    on: task.place === 'thread' ? 'thread-comment' : 'comment',
    commentId: task.comment.id,
    content: 'eyes',
  });
  if (applied.kind !== 'done') ports.narrate(plainLine(`the reaction was not set: ${applied.message}`));
}

export function postingOf({ task, trust, ports }: Opened): Posting {
  return { task, signing: trust, secrets: ports.secrets };
}

function deliveredBy(applied: Applied, doing: string): Delivered {
  if (applied.kind === 'done') return { url: applied.url, failure: null, remarks: [] };
  const failure = applied.kind === 'refused' ? refusalSentence(applied.refusal, doing) : applied.message;
  return { url: null, failure, remarks: [] };
}
