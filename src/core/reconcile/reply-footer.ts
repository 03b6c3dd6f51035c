import { createHash } from 'node:crypto';
import { type Account, sameAccount } from '../account.ts';
import { believedFooters, formatFooter, type HiddenLine, parseFooters, type Trust } from '../footer.ts';
import type { Post } from '../pull-request.ts';
import { formatSpent, type Spent } from '../spent.ts';
import { threadName } from './thread-name.ts';

const NAME = 'revi-reconcile';

/** What a reply in a bot's thread remembers (RB-10, SU-12). */
export type ReplyMemory = {
  /** Twelve hex digits, as `threadName` gives them. */
  readonly thread: string;
  /** `request`: the words of an outside agent (RB-32). */
  readonly decision: 'fix' | 'decline' | 'needs-person' | 'suggestion' | 'request';
  /** Of a fix: the commit that made it, 40 hex digits. */
  readonly commit: string | null;
  /** Id of the run. */
  readonly run: string;
  /** Of a guarded request: its key, as `requestKey` gives it. */
  readonly trigger: string | null;
};

/** The hidden line of a reply, unsigned: `<!-- revi-reconcile: v1; thread: …; decision: …; … -->`. */
export function formatReplyFooter(memory: ReplyMemory, spent: Spent | null): string {
  const { thread, decision, commit, run, trigger } = memory;
  return formatFooter(NAME, 'v1', [
    ['thread', thread],
    ['decision', decision],
    ...(commit === null ? [] : ([['commit', commit]] as const)),
    ['run', run],
    ...(trigger === null ? [] : ([['trigger', trigger]] as const)),
    ...(spent === null ? [] : [formatSpent(spent)]),
  ]);
}

/** What a hidden line says; null for one of another name, or one that no version writes. */
export function parseReplyFooter({ name, values }: HiddenLine): ReplyMemory | null {
  const decision = DECISIONS.find((known) => known === values.get('decision'));
  const thread = values.get('thread') ?? '';
  const commit = values.get('commit') ?? null;
  const run = values.get('run') ?? '';
  if (name !== NAME || decision === undefined || !/^[0-9a-f]{12}$/.test(thread) || run === '') return null;
  if (commit !== null && !/^[0-9a-f]{40}$/.test(commit)) return null;
  return { thread, decision, commit, run, trigger: values.get('trigger') ?? null };
}

const DECISIONS = ['fix', 'decline', 'needs-person', 'suggestion', 'request'] as const;

/** By what a guarded request is known again: the same words in the same thread are the same request (RB-32). */
export function requestKey({ threadId, body }: { readonly threadId: string; readonly body: string }): string {
  return createHash('sha256')
    .update(JSON.stringify([threadId, body.trim()]))
    .digest('hex')
    .slice(0, 32);
}

/** A believed reply of ours in a thread, with what it remembers. */
export type OwnReply = { readonly post: Post; readonly memory: ReplyMemory };

/** Every reply in a thread that is ours by a footer which is believed and names this thread, oldest first (SU-11). */
export function ownReplies(
  thread: { readonly id: string; readonly comments: readonly Post[] },
  trust: Trust,
): readonly OwnReply[] {
  const name = threadName(thread.id);
  return thread.comments.slice(1).flatMap((post) =>
    believedFooters(post, trust).footers.flatMap((line): readonly OwnReply[] => {
      const memory = parseReplyFooter(line);
      return memory?.thread === name ? [{ post, memory }] : [];
    }),
  );
}

/** What the bot's own replies say, signed or not, and whoever edited them: enough to say nothing twice, and for nothing else. */
export function writtenReplies(
  thread: { readonly comments: readonly Post[] },
  viewer: Account,
): readonly ReplyMemory[] {
  return thread.comments
    .slice(1)
    .filter(({ author }) => sameAccount(author, viewer))
    .flatMap(({ body }) => parseFooters(body).parsed.flatMap((line) => parseReplyFooter(line) ?? []));
}

/** By what a reply of ours is looked for. */
export type Wanted =
  /** Anything that this run has said, for an outside agent too. */
  | { readonly kind: 'run'; readonly run: string }
  /** The reply that an outside agent asked for; `key` is `requestKey`'s. */
  | { readonly kind: 'request'; readonly key: string };

/** The reply of ours that is looked for, or null: a run that was killed after it finds it again (SU-42). */
export function findOwnReply(
  thread: { readonly id: string; readonly comments: readonly Post[] },
  wanted: Wanted,
  trust: Trust,
): OwnReply | null {
  return ownReplies(thread, trust).find(({ memory }) => isWanted(memory, wanted)) ?? null;
}

function isWanted({ decision, run, trigger }: ReplyMemory, wanted: Wanted): boolean {
  switch (wanted.kind) {
    case 'run':
      return run === wanted.run;
    case 'request':
      return decision === 'request' && trigger === wanted.key;
  }
}
