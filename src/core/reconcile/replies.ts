import type { Account } from '../account.ts';
import { type Signing, signFooter } from '../footer.ts';
import { cut } from '../length.ts';
import { redact } from '../redact.ts';
import { suggestionBlock } from '../replacement.ts';
import type { Spent } from '../spent.ts';
import { inline } from '../untrusted.ts';
import { isWorkflowToken } from './commit-message.ts';
import { formatReplyFooter, type ReplyMemory, requestKey } from './reply-footer.ts';
import { threadName } from './thread-name.ts';

/** Why a change is not committed. */
export type NotCommitted =
  /** The branch is a fork's (RB-22). */
  | 'fork'
  /** The branch is the default one, where nobody would review it (ADR 0016). */
  | 'default-branch'
  /** The token lacks `contents: write`. */
  | 'permission'
  /** GitHub refused it for another reason, such as a rule of the branch. */
  | 'refused';

/** What a reply says (RB-23, RB-32). `said` is a model's words, `body` an outside agent's: untrusted, both may be blank. */
export type ReplyContent =
  /** `commit` has 40 hex digits. */
  | { readonly kind: 'fixed'; readonly commit: string; readonly said: string }
  /** An earlier run made the commit and ended before it could say so. */
  | { readonly kind: 'finished'; readonly commit: string }
  | { readonly kind: 'declined'; readonly said: string }
  | { readonly kind: 'needs-person'; readonly said: string }
  | {
      readonly kind: 'not-committed';
      readonly why: NotCommitted;
      readonly said: string;
      /** New text of the thread's lines as `checkReplacement` passes it; null where the change does not lie in them. */
      readonly suggestion: string | null;
    }
  | { readonly kind: 'requested'; readonly body: string };

/** What every reply of a run needs. */
export type Replying = {
  /** Of the settings. */
  readonly trailer: string;
  /** Id of the run. */
  readonly run: string;
  readonly viewer: Account;
  readonly signing: Signing;
  /** Everything that must never be posted. */
  readonly secrets: readonly string[];
  /** What this reply remembers of what the run spent (SU-37). */
  readonly spent: Spent | null;
};

/** A reply's body, and the hidden line in it that no other post has (SU-42). */
export type ReplyText = { readonly body: string; readonly marker: string };

/** Code points of a model's words, and of an outside agent's. */
const LONGEST_SAID = 500;
const LONGEST_REQUESTED = 2000;

/** The reply in a thread: what is said, the trailer, and a footer that remembers it (RB-23, RB-32). */
export function renderReply(
  { id }: { readonly id: string },
  content: ReplyContent,
  { trailer, run, viewer, signing, secrets, spent }: Replying,
): ReplyText {
  const marker = formatReplyFooter({ thread: threadName(id), run, ...memoryOf(id, content) }, spent);
  const paragraphs = [
    ...saidIn(content, secrets),
    ...checksNote(content, viewer),
    trailerLine(content, trailer),
    signFooter([marker], signing).join('\n'),
  ];
  return { body: paragraphs.join('\n\n'), marker };
}

function memoryOf(id: string, content: ReplyContent): Omit<ReplyMemory, 'thread' | 'run'> {
  switch (content.kind) {
    case 'fixed':
    case 'finished':
      return { decision: 'fix', commit: content.commit, trigger: null };
    case 'declined':
      return { decision: 'decline', commit: null, trigger: null };
    case 'needs-person':
      return { decision: 'needs-person', commit: null, trigger: null };
    case 'not-committed':
      return { decision: content.suggestion === null ? 'needs-person' : 'suggestion', commit: null, trigger: null };
    case 'requested':
      return { decision: 'request', commit: null, trigger: requestKey({ threadId: id, body: content.body }) };
  }
}

function saidIn(content: ReplyContent, secrets: readonly string[]): readonly string[] {
  const shown = (said: string, instead: string): string => shownText(said, LONGEST_SAID, secrets) || instead;
  switch (content.kind) {
    case 'fixed':
      return [`Fixed in ${content.commit.slice(0, 7)}: ${shown(content.said, 'see the commit.')}`];
    case 'finished':
      return [
        `Fixed in ${content.commit.slice(0, 7)}: see the commit. The run that made it ended before it could say more.`,
      ];
    case 'declined':
      return [`Not changed: ${shown(content.said, 'no reason was given.')}`];
    case 'needs-person':
      return [`Needs a person: ${shown(content.said, 'nothing was decided.')}`];
    case 'not-committed': {
      const { why, suggestion } = content;
      const said = shown(content.said, 'no more was said.');
      if (suggestion === null) return [`Needs a person: a fix was found, but ${sayWhyNot(why)}. ${said}`];
      return [`Suggested, because ${sayWhyNot(why)}: ${said}`, suggestionBlock(suggestion)];
    }
    case 'requested':
      return [shownText(content.body, LONGEST_REQUESTED, secrets)];
  }
}

/** One line that only shows the words (SU-47). */
function shownText(text: string, longest: number, secrets: readonly string[]): string {
  return inline(cut(redact(text, secrets).trim(), longest));
}

function sayWhyNot(why: NotCommitted): string {
  switch (why) {
    case 'fork':
      return 'the branch is a fork’s, to which Revi commits nothing';
    case 'default-branch':
      return 'the branch is the repository’s default branch, to which Revi commits nothing';
    case 'permission':
      return 'the token may not commit (the job lacks `contents: write`)';
    case 'refused':
      return 'GitHub refused the commit';
  }
}

/** RB-24 */
function checksNote({ kind }: ReplyContent, viewer: Account): readonly string[] {
  if ((kind !== 'fixed' && kind !== 'finished') || !isWorkflowToken(viewer)) return [];
  return [
    'Checks do not start for this commit, since the workflow token made it; they do with the token of a GitHub App.',
  ];
}

/** RB-32. What an outside agent asked for is not in Revi's name. A setting may hold line breaks; a line may not. */
function trailerLine({ kind }: ReplyContent, trailer: string): string {
  const line = trailer.trim().replace(/\s+/g, ' ');
  return kind === 'requested' ? line : `${line} agent=revi`;
}
