import { type Signing, signFooter } from '../footer.ts';
import { codePoints, cut } from '../length.ts';
import { redact } from '../redact.ts';
import { suggestionBlock } from '../replacement.ts';
import { inline } from '../untrusted.ts';
import { formatAgentFooter } from './agent-footer.ts';
import type { Opening } from './decision.ts';
import type { Finding } from './finding.ts';
import { mentionLine } from './mentions.ts';
import { type Tag, tagWords } from './tag.ts';

/** What every text of a reviewer's run needs. */
export type Speaker = {
  /** Of the settings. */
  readonly label: string;
  /** The reviewer's ordinal. */
  readonly run: number;
  /** Commit that was read, 40 hex digits. */
  readonly head: string;
  readonly signing: Signing;
  /** Everything that must never be posted. */
  readonly secrets: readonly string[];
};

/** Another reviewer that found the same at the same place in this run (RR-58). */
export type Also = { readonly label: string; readonly run: number; readonly finding: Finding };

/** The body of a comment that opens a thread (RR-15, RR-58, RR-66): first line, why, fix or suggestion, notes, footers. */
export function findingBody(
  finding: Finding,
  speaker: Speaker,
  options: {
    readonly opening: Opening;
    readonly also: readonly Also[];
    /** Who is asked to confirm a finding of low confidence here; empty where the review's body asks, or nobody can be. */
    readonly ping: readonly string[];
  },
): string {
  const { secrets } = speaker;
  const lines = [
    openingLine(finding, speaker, options.opening),
    shownLines(finding.why, secrets),
    finding.replacement === null ? shownLine(finding.fix, secrets) : suggestionBlock(finding.replacement),
    trueLineNote(finding),
    options.also.map(({ label, finding: other }) => `Also: ${head(label)} ${bold(other.tag)}`).join('\n'),
    finding.confidence === 'low' ? confirmation(options.ping) : '',
  ];
  const footers = [
    footerOf(finding, speaker, null),
    ...options.also.map(({ run, finding: other }) => footerOf(other, { ...speaker, run }, 'concurrence')),
  ];
  return bodyOf(lines, footers, speaker.signing);
}

function openingLine(finding: Finding, { label, secrets }: Speaker, opening: Opening): string {
  const title = shownTitle(finding.title, secrets);
  switch (opening.kind) {
    case 'fresh':
      return `${head(label)} ${bold(finding.tag)} ${title}`;
    case 'follow-up':
      return `${head(label)} ${bold(finding.tag)} Follow-up to ${opening.link}: ${title}`;
    case 're-introduced':
      return `${head(label)} (This issue was previously resolved${on(opening.commit)} and was re-introduced.) ${bold(finding.tag)} ${title}`;
  }
}

function on(commit: string | null): string {
  return commit === null ? '' : ` on ${sha7(commit)}`;
}

/** RR-12: a comment that stands elsewhere says which line is meant. */
function trueLineNote({ anchor, side, line }: Finding): string {
  if (anchor === null || side === 'LEFT') return '';
  const stands = (anchor.startLine ?? anchor.line) <= line && line <= anchor.line;
  return stands ? '' : `This is about line ${line} of the file, which the diff does not show.`;
}

/** RR-15: a finding of low confidence ends by asking. */
function confirmation(ping: readonly string[]): string {
  const mentioned = mentionLine(ping);
  return mentioned === '' ? 'Low confidence: to be confirmed.' : `Low confidence: please confirm. ${mentioned}`;
}

/** RR-15: the one line of a review's body that asks for all of its findings of low confidence; '' where nobody can be asked. */
export function sharedConfirmation(count: number, ping: readonly string[]): string {
  const mentioned = mentionLine(ping);
  return mentioned === '' ? '' : `${count} findings of low confidence below: please confirm. ${mentioned}`;
}

/** A text in a thread that stands already (RR-66); its keys are those of the thread's finding, or of the one that concurs. */
export type ThreadReply =
  | { readonly kind: 'resolution' }
  /** `why` is the finding's of this run, or empty; untrusted. */
  | { readonly kind: 'improper-resolution'; readonly why: string; readonly ping: readonly string[] }
  | { readonly kind: 'disagreement'; readonly why: string; readonly ping: readonly string[] }
  /** `here` is the tag where it is stricter than the thread's. */
  | { readonly kind: 'concurrence'; readonly title: string; readonly tag: Tag; readonly stricter: boolean }
  | { readonly kind: 'duplicate-close'; readonly link: string };

/** The body of a reply (RR-66): its first line, at most three lines of text, a ping, and the footer. */
export function replyBody(
  reply: ThreadReply,
  speaker: Speaker,
  keys: { readonly reviewer: string; readonly findingKey: string | null; readonly siteKey: string | null },
): string {
  const tag = reply.kind === 'concurrence' ? reply.tag : null;
  const footer = formatAgentFooter({ ...keys, replyKind: reply.kind, tag, run: speaker.run, commit: speaker.head });
  return bodyOf(replyLines(reply, speaker), [footer], speaker.signing);
}

function replyLines(reply: ThreadReply, { label, head: commit, secrets }: Speaker): readonly string[] {
  switch (reply.kind) {
    case 'resolution':
      return [`${head(label)} Fixed in ${sha7(commit)}.`];
    case 'improper-resolution':
      return [
        `${head(label)} **Improperly resolved.** Still there in ${sha7(commit)}.`,
        shownLines(reply.why, secrets),
        mentionLine(reply.ping),
      ];
    case 'disagreement':
      return [
        `${head(label)} **Disagreement, for a maintainer to decide.** Checked again in ${sha7(commit)}.`,
        shownLines(reply.why, secrets),
        mentionLine(reply.ping),
      ];
    case 'concurrence': {
      const here = reply.stricter ? ` Here: ${tagWords(reply.tag)}.` : '';
      return [`${head(label)} **Concur.** ${shownTitle(reply.title, secrets)}${here}`];
    }
    case 'duplicate-close':
      return [`[Revi] **Duplicate** of ${reply.link}.`];
  }
}

function footerOf(finding: Finding, { run, head: commit }: Speaker, replyKind: 'concurrence' | null): string {
  const { reviewer, findingKey, siteKey, tag } = finding;
  return formatAgentFooter({ reviewer, findingKey, siteKey, replyKind, tag, run, commit });
}

/** Paragraphs, then the hidden lines; every part is bounded, so that together they fit a body (SU-44). */
function bodyOf(paragraphs: readonly string[], footers: readonly string[], signing: Signing): string {
  const visible = paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
  return `${visible}\n\n${signFooter(footers, signing).join('\n')}`;
}

function head(label: string): string {
  return `[${inline(label)}]`;
}

function bold(tag: Tag): string {
  return `**${tagWords(tag)}**`;
}

/** Seven digits of a commit, as texts show it. */
function sha7(commit: string): string {
  return commit.slice(0, 7);
}

/** Longest pieces of a text that is shown, in code points: five-fold by escaping, they and a suggestion fit a body (SU-44). */
const LONGEST = { title: 200, line: 600 } as const;

/** RR-15, RR-66. */
const MOST_LINES = 3;

function shownTitle(title: string, secrets: readonly string[]): string {
  return inline(cut(redact(title, secrets).trim(), LONGEST.title));
}

function shownLine(text: string, secrets: readonly string[]): string {
  return inline(cut(redact(text, secrets).replace(/\s+/g, ' ').trim(), LONGEST.line));
}

/** At most three lines, each inert by itself, because each begins a line of Markdown; more is cut with `…`. */
function shownLines(text: string, secrets: readonly string[]): string {
  const lines = redact(text, secrets)
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
  const kept = lines.slice(0, MOST_LINES).map((line) => cut(line, LONGEST.line));
  const last = kept.at(-1);
  if (lines.length > MOST_LINES && last !== undefined && !last.endsWith('…'))
    kept[kept.length - 1] = codePoints(last) < LONGEST.line - 1 ? `${last} …` : `${cut(last, LONGEST.line - 2)} …`;
  return kept
    .map(inline)
    .filter((line) => line !== '')
    .join('\n');
}
