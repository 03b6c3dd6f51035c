import type { Problem } from './document.ts';
import type { Effect } from './effect.ts';
import { believedFooters, formatFooter, type Signing, signFooter, type Trust } from './footer.ts';
import { cut } from './length.ts';
import type { ContextParts, Post } from './pull-request.ts';
import { redact } from './redact.ts';
import { inline, inlineCode } from './untrusted.ts';

/** A command of a person that was understood, and of which nothing is done. */
export type UndoneCommand = {
  /** The pull request's. */
  readonly number: number;
  readonly commentId: number;
  readonly place: 'conversation' | 'thread';
};

const NAME = 'revi-notice';

/** What tells whether a command was answered already, and may be. */
export const NOTICE_PARTS: ContextParts = {
  files: [],
  folders: [],
  commits: false,
  reviews: false,
  reviewRequests: false,
  comments: 'conversation',
  labels: false,
  linkedIssues: false,
  threads: false,
  threadOf: null,
  statusContext: '',
};

/** Code points of an error that are said below a command; the job has all of it. */
const LONGEST_ERROR = 300;

/** Why settings stop a command, as inert Markdown without a full stop: the first error with its place (SU-50, SU-56). */
export function firstProblem(problems: readonly Problem[], secrets: readonly string[]): string {
  const [first, ...others] = problems;
  if (first === undefined) return 'the settings do not load';
  const line = first.line === null ? '' : `, line ${first.line}`;
  const message = inline(cut(redact(first.message, secrets), LONGEST_ERROR));
  const more = others.length === 0 ? '' : ` (${others.length} more in the job’s summary)`;
  return `the settings do not load: ${inlineCode(first.file)}${line}: ${message}${more}`;
}

/** One line on the conversation that says why a command does nothing. `why` is inert Markdown without a full stop. */
export function commandNotice(
  { commentId, place }: UndoneCommand,
  why: string,
  { pullRequestUrl, signing }: { readonly pullRequestUrl: string; readonly signing: Signing },
): Extract<Effect, { kind: 'comment' }> {
  const anchor = place === 'thread' ? 'discussion_r' : 'issuecomment-';
  const marker = formatFooter(NAME, 'v1', [['trigger', String(commentId)]]);
  const said = `[This command](${pullRequestUrl}#${anchor}${commentId}) was not carried out: ${why}.`;
  return { kind: 'comment', body: [said, '', ...signFooter([marker], signing)].join('\n'), marker };
}

/** The notice that a command has already, by a footer that is believed (SU-42). */
export function findNotice(posts: readonly Post[], { commentId }: UndoneCommand, trust: Trust): Post | null {
  const wanted = String(commentId);
  return (
    posts.find((post) =>
      believedFooters(post, trust).footers.some(
        ({ name, values }) => name === NAME && values.get('trigger') === wanted,
      ),
    ) ?? null
  );
}
