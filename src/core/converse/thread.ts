import { sameAccount } from '../account.ts';
import { believedFooters, parseFooters, type Trust } from '../footer.ts';
import type { Post, Thread } from '../pull-request.ts';
import type { Entry } from './transcript.ts';

/** The finding that a thread is about, as its comment shows it. */
export type ThreadFinding = { readonly text: string };

/** What a thread tells of a run's question. */
export type ReadThread = {
  readonly thread: Thread;
  /** Id of the first comment: GitHub takes replies nowhere else. */
  readonly rootId: number;
  /** Whether a comment before the question carries a footer of ours that is believed (CO-11). */
  readonly ours: boolean;
  /** Null where the thread is not about a finding of ours: nothing can be conceded there (CO-25). */
  readonly finding: ThreadFinding | null;
  /** What was said before the question, oldest first. */
  readonly before: readonly Entry[];
  /** Comments of the bot whose hidden lines do not count, in words, for the summary (SU-11). */
  readonly disbelieved: readonly string[];
};

/** Reads the thread of a trigger; what was said later is another run's question. Null when the trigger is gone. */
export function readThread(thread: Thread | null, trigger: number, trust: Trust): ReadThread | null {
  if (thread === null) return null;
  const at = thread.comments.findIndex(({ id }) => id === trigger);
  const [root] = thread.comments;
  if (at < 1 || root === undefined) return null;
  const before = thread.comments.slice(0, at);
  let ours = false;
  const findings: { text: string; isReply: boolean }[] = [];
  const disbelieved: string[] = [];
  for (const comment of before) {
    const { footers, problem } = believedFooters(comment, trust);
    if (problem !== null) disbelieved.push(`${comment.url}: ${problem}`);
    if (footers.length > 0) ours = true;
    const found = footers.find(({ name, values }) => name === 'revi-agent' && values.has('finding-key'));
    if (found !== undefined)
      findings.push({ text: visibleBody(comment.body), isReply: found.values.has('reply-kind') });
  }
  return {
    thread,
    rootId: root.id,
    ours,
    // The reviewer's later replies name the finding too.
    finding: findings.find(({ isReply }) => !isReply) ?? findings[0] ?? null,
    before: before.map((comment) => entryOf(comment, trust)),
    disbelieved,
  };
}

/** One comment as the transcript shows it; the bot's own are known by their author, never by what they say (CO-20). */
function entryOf(comment: Post, trust: Trust): Entry {
  const { author, editor } = comment;
  const editedBy = editor !== null && !sameAccount(editor, author) ? editor.login : null;
  const bot = editedBy === null && isTheBots(comment, trust);
  return {
    login: author === null ? 'ghost' : author.login,
    isApp: author?.type === 'Bot',
    isBot: bot,
    editedBy,
    time: comment.createdAt,
    body: bot ? visibleBody(comment.body) : comment.body,
  };
}

/** A posting account of type User is a person too: the bot is then only what carries a footer of ours (SU-13). */
function isTheBots(comment: Post, trust: Trust): boolean {
  if (!sameAccount(comment.author, trust.viewer)) return false;
  return trust.viewer.type === 'Bot' || believedFooters(comment, trust).footers.length > 0;
}

/** A body without the hidden lines at its end. */
function visibleBody(body: string): string {
  const hidden = new Set(parseFooters(body).lines);
  const lines = body.split('\n').map((line) => line.trimEnd());
  const last = lines.findLastIndex((line) => line !== '' && !hidden.has(line));
  return lines.slice(0, last + 1).join('\n');
}
