import { admissionOf } from '../admission.ts';
import type { ParseDocument, Problem } from '../document.ts';
import type { Trust } from '../footer.ts';
import type { ConverseInputs } from '../inputs.ts';
import { isOwnComment } from '../own-comment.ts';
import type { ContextParts, PullRequestContext } from '../pull-request.ts';
import { type Admission, approvalFloor } from '../roles.ts';
import { readSettings, SETTINGS_FILES, type Settings } from '../settings.ts';
import { countAnswers, findAnswer } from './footers.ts';
import type { ConverseTask } from './start.ts';
import { type ReadThread, readThread } from './thread.ts';

const NOTHING: ContextParts = {
  files: [],
  folders: [],
  commits: false,
  reviews: false,
  reviewRequests: false,
  comments: 'none',
  labels: false,
  linkedIssues: false,
  threads: false,
  threadOf: null,
  statusContext: '',
};

/** What decides whether anybody is listened to: few reads, because most comments end here (CO-11). */
export function openingParts(task: ConverseTask, inputs: ConverseInputs): ContextParts {
  return {
    ...NOTHING,
    files: [...SETTINGS_FILES, '.gitattributes'],
    threadOf: mayBeAnswered(task) ? threadOf(task) : null,
    statusContext: task.kind === 'approve' ? inputs.statusContext : '',
  };
}

/** The last reading before a post: whether the answer stands already, and with a bound what was spent (CO-14, SU-37). */
export function closingParts(task: ConverseTask, inputs: ConverseInputs): ContextParts {
  const bounded = mayBeAnswered(task) && inputs.maxCostUsdPerPullRequest !== null;
  return {
    ...NOTHING,
    comments: bounded ? 'all' : 'conversation',
    reviews: bounded,
    threadOf: mayBeAnswered(task) ? null : threadOf(task),
  };
}

/** Whether the model is asked. */
export function mayBeAnswered(task: ConverseTask): task is Extract<ConverseTask, { kind: 'reply' | 'question' }> {
  return task.kind === 'reply' || task.kind === 'question';
}

function threadOf(task: ConverseTask): number | null {
  return task.place === 'thread' ? task.comment.id : null;
}

/** How far the first reading decides a run. */
export type ConverseOpening =
  /** Nothing is posted. `disbelieved` are posts of the bot whose hidden lines do not count, for the summary (SU-11). */
  | { readonly kind: 'skip'; readonly reason: string; readonly disbelieved: readonly string[] }
  | {
      readonly kind: 'unsettled';
      readonly reason: string;
      readonly problems: readonly Problem[];
    }
  | {
      readonly kind: 'ready';
      readonly settings: Settings;
      readonly admission: Admission;
      /** The thread of a reply or a question; null on the conversation. */
      readonly thread: ReadThread | null;
    };

/** Decides, in the order of CO-11, whether the comment's author is worth a look at their permission. */
export function decideConverseOpening(
  task: ConverseTask,
  read: { readonly context: PullRequestContext; readonly trust: Trust },
  inputs: ConverseInputs,
  parse: ParseDocument,
): ConverseOpening {
  const { context, trust } = read;
  const { pullRequest, repository, files } = context;
  const { number, state, locked } = pullRequest;
  const settled = readSettings(files, parse, repository);
  const path = SETTINGS_FILES.find((file) => files.has(file)) ?? SETTINGS_FILES[0];
  if ('problems' in settled)
    return {
      kind: 'unsettled',
      reason: `the settings do not load (${path})`,
      problems: settled.problems,
    };
  const { settings } = settled;
  if (settings.disabled.includes('converse'))
    return skip(`converse is disabled in ${path} of ${repository.defaultBranch}`);
  if (isOwnComment(task.comment, trust.viewer))
    return skip('the comment carries a footer of Revi and was written by the posting account: it is the bot’s own');
  if (state !== 'open') return skip(`pull request ${number} is ${state === 'merged' ? 'closed (merged)' : 'closed'}`);
  // A commit status needs no conversation.
  if (locked && task.kind !== 'approve')
    return skip(`the conversation of pull request ${number} is locked; unlock it and ask again`);

  const unread = unreadWords(context);
  if (unread !== null) return { kind: 'unsettled', reason: unread, problems: [] };
  const admitted = admissionOf(inputs, settings.converse, repository);
  if ('problem' in admitted) return { kind: 'unsettled', reason: admitted.problem, problems: [] };
  // Nobody approves by being on a list (CO-31).
  const admission =
    task.kind === 'approve' ? { floor: approvalFloor(admitted.admission.floor), listed: [] } : admitted.admission;
  if (!mayBeAnswered(task) || task.place === 'conversation')
    return { kind: 'ready', settings, admission, thread: null };
  const thread = readThread(context.thread, task.comment.id, trust);
  // Without its first comment a thread takes no replies; a question needs none, so it is answered on the conversation.
  const isFirst = context.thread?.comments[0]?.id === task.comment.id;
  if (task.kind === 'question' && isFirst) return { kind: 'ready', settings, admission, thread: null };
  if (thread === null) return skip('the comment, or what it replied to, was deleted meanwhile');
  const { comments } = thread.thread;
  if (task.kind === 'reply' && !thread.ours)
    return skip('no earlier comment of this thread is Revi’s by a footer that counts', thread.disbelieved);
  const answer = findAnswer(comments, task.comment.id, trust);
  if (answer !== null) return skip(`the comment has its answer already: ${answer.url}`);
  const most = inputs.maxRepliesPerThread ?? settings.converse.maxRepliesPerThread;
  if (countAnswers(comments, trust) >= most)
    return skip(`the bot has given ${most} answers in this thread, which is max_replies_per_thread`);
  return { kind: 'ready', settings, admission, thread };
}

/** Why nothing may be posted: whether it stands already cannot be told (SU-20). Null where everything said was read. */
export function unreadWords({ incomplete }: PullRequestContext): string | null {
  const words = incomplete.filter((what) => /comment|thread|review/.test(what));
  return words.length === 0
    ? null
    : `what was said could not be read whole (${words.join(', ')}), so nothing is posted`;
}

function skip(reason: string, disbelieved: readonly string[] = []): ConverseOpening {
  return { kind: 'skip', reason, disbelieved };
}
