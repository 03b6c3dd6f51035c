import type { Access } from '../accounts.ts';
import type { NewComment } from '../anchors.ts';
import { threadOf, visibleThreads } from '../pull-request.ts';
import { notFound, Refused } from '../refusal.ts';
import { openThread, reply } from '../reviewing.ts';
import type { PullRequest, ReviewComment, Thread } from '../state.ts';
import { checkLength, checkNotBlank, editBody, reviewCommentOf } from '../writing.ts';
import { type Answer, type Call, numberParam, type Operations, page, textMember } from './call.ts';
import { pullOfCall } from './pulls.ts';
import { showReviewComment } from './show-pull.ts';

const READ: Access = { level: 'read', keys: ['pull-requests'], role: 'read' };
const WRITE: Access = { level: 'write', keys: ['pull-requests'], role: 'read' };

const PULL = '/repos/{owner}/{repo}/pulls/{pull_number}';
const COMMENT = '/repos/{owner}/{repo}/pulls/comments/{comment_id}';

export const reviewCommentOperations: Operations = {
  [`GET ${PULL}/comments`]: { access: READ, handle: list },
  [`POST ${PULL}/comments`]: { access: WRITE, handle: create },
  [`POST ${PULL}/comments/{comment_id}/replies`]: { access: WRITE, handle: createReply },
  [`GET ${COMMENT}`]: { access: READ, handle: (call) => answer(call, 200, find(call)) },
  [`PATCH ${COMMENT}`]: { access: WRITE, handle: update },
  [`DELETE ${COMMENT}`]: { access: WRITE, handle: remove },
};

type Found = { readonly pull: PullRequest; readonly thread: Thread; readonly comment: ReviewComment };

function find(call: Call): Found {
  return reviewCommentOf(call.world, numberParam(call, 'comment_id'));
}

async function answer({ world, urls }: Call, status: number, found: Found): Promise<Answer> {
  const body = await showReviewComment(world, urls, found);
  return { status, body, headers: status === 201 ? { location: String(body['url']) } : {} };
}

async function list(call: Call): Promise<Answer> {
  const { world, urls, caller } = call;
  const pull = pullOfCall(call);
  const since = call.query.get('since') ?? '';
  const sign = call.query.get('direction') === 'desc' ? -1 : 1;
  const all = visibleThreads(pull, caller.account)
    .flatMap((thread) => thread.comments.map((comment) => ({ pull, thread, comment })))
    .filter(({ comment }) => comment.updatedAt >= since)
    .sort((a, b) => sign * (a.comment.id - b.comment.id));
  const { owner, name } = world.repository;
  const { items, headers } = page(call, all, `/repos/${owner}/${name}/pulls/${pull.number}/comments`);
  const body = await Promise.all(items.map((item) => showReviewComment(world, urls, item)));
  return { status: 200, headers, body };
}

async function create(call: Call): Promise<Answer> {
  const { world, caller, body } = call;
  const pull = pullOfCall(call);
  if (typeof body['in_reply_to'] === 'number') return replyTo(call, pull, body['in_reply_to']);
  const { commit_id: commit, subject_type: subject, ...comment } = body;
  const thread = await openThread(world, caller, pull, {
    commit: String(commit),
    comment: comment as unknown as NewComment,
    wholeFile: subject === 'file',
  });
  const [first] = thread.comments;
  if (first === undefined) throw new Error('a thread without a comment was made');
  return answer(call, 201, { pull, thread, comment: first });
}

function createReply(call: Call): Promise<Answer> {
  return replyTo(call, pullOfCall(call), numberParam(call, 'comment_id'));
}

async function replyTo(call: Call, pull: PullRequest, commentId: number): Promise<Answer> {
  const thread = threadOf(pull, commentId);
  if (thread === null) throw notFound();
  // Replies to replies are not supported; only the thread's first comment can be named.
  if (thread.comments[0]?.id !== commentId)
    throw new Refused('Validation Failed', {
      status: 422,
      type: 'UNPROCESSABLE',
      errors: [{ resource: 'PullRequestReviewComment', code: 'invalid', field: 'in_reply_to' }],
    });
  const comment = reply(call.world, call.caller, pull, thread, textMember(call, 'body'));
  return answer(call, 201, { pull, thread, comment });
}

function update(call: Call): Promise<Answer> {
  const found = find(call);
  const body = textMember(call, 'body');
  checkNotBlank('PullRequestReviewComment', body);
  checkLength(call.world, 'PullRequestReviewComment', body);
  editBody(call.world, call.caller, found.comment, body);
  return answer(call, 200, found);
}

function remove(call: Call): Answer {
  const { pull, thread, comment } = find(call);
  thread.comments.splice(thread.comments.indexOf(comment), 1);
  if (thread.comments.length === 0) pull.threads.splice(pull.threads.indexOf(thread), 1);
  return { status: 204 };
}
