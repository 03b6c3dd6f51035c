import { rankOf, sameAccount } from './accounts.ts';
import { forbidden, invalid, notFound, unprocessable } from './refusal.ts';
import {
  type Account,
  type Anchor,
  type Caller,
  type PullRequest,
  type Reaction,
  type Review,
  type ReviewComment,
  stamp,
  type Thread,
  type World,
  type Writing,
} from './state.ts';

export function newWriting(world: World, author: Account | null, body: string, at: string): Writing {
  return {
    id: world.nextId(),
    author,
    body,
    createdAt: at,
    updatedAt: at,
    editor: null,
    editedAt: null,
    minimized: null,
    reactions: [],
  };
}

/** Refuses a body that is longer than GitHub takes. */
export function checkLength(world: World, resource: string, body: string): void {
  const limit = world.limits.body;
  if (body.length <= limit) return;
  const sentence = `Body is too long (maximum is ${limit} characters)`;
  if (resource === 'PullRequestReview') throw unprocessable(sentence);
  throw invalid(resource, 'data', sentence, 'unprocessable');
}

export function checkNotBlank(resource: string, body: string): void {
  if (body.trim() === '') throw invalid(resource, 'body', "body can't be blank", 'missing_field');
}

/** Opens a thread with its first comment. */
export function newThread(
  world: World,
  pull: PullRequest,
  made: { anchor: Anchor; hunk: string; author: Account | null; body: string; review: Review; at: string },
): Thread {
  const comment: ReviewComment = { ...newWriting(world, made.author, made.body, made.at), reviewId: made.review.id };
  const thread: Thread = {
    id: world.nextId(),
    anchor: made.anchor,
    diffHunk: made.hunk,
    resolved: false,
    resolvedBy: null,
    comments: [comment],
  };
  pull.threads.push(thread);
  return thread;
}

/** Changes a body; the author may, and everybody with write access. `editor` is who did. */
export function editBody(world: World, caller: Caller, writing: Writing, body: string): void {
  const writer = caller.kind === 'installation' || rankOf(world.repository, caller.account.login) >= 3;
  if (!writer && !sameAccount(writing.author, caller.account))
    throw forbidden('Must be the author or have write access.');
  writing.body = body;
  writing.editor = caller.account;
  writing.editedAt = stamp(world);
  writing.updatedAt = writing.editedAt;
}

/** Adds a comment to the conversation; a locked one takes only those who may write. */
export function addComment(world: World, caller: Caller, pull: PullRequest, body: string): Writing {
  if (pull.locked && !(caller.kind === 'user' && rankOf(world.repository, caller.account.login) >= 3))
    throw forbidden('Unable to create comment because issue is locked.');
  checkNotBlank('IssueComment', body);
  checkLength(world, 'IssueComment', body);
  const comment = newWriting(world, caller.account, body, stamp(world));
  pull.comments.push(comment);
  pull.updatedAt = comment.createdAt;
  return comment;
}

/** The comment of the conversation, with its pull request, or GitHub's 404. */
export function commentOf(world: World, id: number): { pull: PullRequest; comment: Writing } {
  for (const pull of world.pulls.values()) {
    const comment = pull.comments.find((candidate) => candidate.id === id);
    if (comment) return { pull, comment };
  }
  throw notFound();
}

/** The review comment with its thread and pull request, or GitHub's 404. */
export function reviewCommentOf(
  world: World,
  id: number,
): { pull: PullRequest; thread: Thread; comment: ReviewComment } {
  for (const pull of world.pulls.values())
    for (const thread of pull.threads) {
      const comment = thread.comments.find((candidate) => candidate.id === id);
      if (comment) return { pull, thread, comment };
    }
  throw notFound();
}

/** Adds a reaction, or gives the one that the caller had already. */
export function react(
  world: World,
  caller: Caller,
  to: { reactions: Reaction[] },
  content: string,
): { made: boolean; reaction: Reaction } {
  const known = to.reactions.find(
    (reaction) => reaction.content === content && sameAccount(reaction.user, caller.account),
  );
  if (known) return { made: false, reaction: known };
  const reaction = { id: world.nextId(), user: caller.account, content, at: stamp(world) };
  to.reactions.push(reaction);
  return { made: true, reaction };
}

/** Takes the caller's own reaction back. */
export function unreact(caller: Caller, from: { reactions: Reaction[] }, id: number): void {
  const index = from.reactions.findIndex((reaction) => reaction.id === id);
  const reaction = from.reactions[index];
  if (reaction === undefined) throw notFound();
  if (!sameAccount(reaction.user, caller.account)) throw forbidden('Must be the author of the reaction.');
  from.reactions.splice(index, 1);
}
