import type { Effect, Refusal } from '../effect.ts';
import type { Signing } from '../footer.ts';
import { cut } from '../length.ts';
import { redact } from '../redact.ts';
import { refusalSentence } from '../refusal-sentence.ts';
import type { Spent } from '../spent.ts';
import { inline } from '../untrusted.ts';
import { renderAnswer } from './answer.ts';
import { answerFooterLines, noticeFooterLines } from './footers.ts';
import type { ConverseTask } from './start.ts';
import { SHORTENED } from './texts.ts';

/** What a question is answered with; plain data, so that a plan can carry it (SU-41). */
export type Reply =
  | {
      readonly kind: 'answer';
      /** As `prepareAnswer` gives it: not safe to post before it is rendered. */
      readonly text: string;
      /** Sentences that were left out for their number or length. */
      readonly leftOut: number;
      readonly concedes: boolean;
      readonly spent: Spent | null;
    }
  | {
      readonly kind: 'no-answer';
      /** The reason for the person who asked, without a full stop. */
      readonly said: string;
      readonly spent: Spent | null;
    };

/** A post below a thread's first comment, or on the conversation. */
export type PostEffect = Extract<Effect, { kind: 'reply' | 'comment' }>;

/** What an answer shows (CO-22, CO-23, SU-47). */
export function renderReply(reply: Reply, secrets: readonly string[]): string {
  if (reply.kind === 'no-answer')
    return `I could not answer this: ${inline(redact(reply.said, secrets))}. Ask again in a new comment.`;
  const text = renderAnswer(reply.text, secrets);
  return reply.leftOut === 0 ? text : `${text}\n\n${SHORTENED}`;
}

export type Posting = {
  readonly task: ConverseTask;
  readonly signing: Signing;
  /** Everything that must never be posted. */
  readonly secrets: readonly string[];
};

/** An answer in the thread of first comment `rootId`. */
export function threadReply(
  visible: string,
  reply: Reply,
  { rootId, task, signing }: Posting & { readonly rootId: number },
): PostEffect {
  const lines = footerOf(reply, task, signing);
  return { kind: 'reply', rootId, body: bodyOf(visible, lines), marker: lines[0] ?? '' };
}

/** An answer on the conversation, below a quotation of the question's first line (CO-23). */
export function quotingComment(visible: string, reply: Reply, posting: Posting): PostEffect {
  const lines = footerOf(reply, posting.task, posting.signing);
  const body = bodyOf(`${quotation(posting)}\n\n${visible}`, lines);
  return { kind: 'comment', body, marker: lines[0] ?? '' };
}

/** What a comment says that stands for a reply which GitHub refused (CO-23). */
export function sayRefused(refusal: Refusal, commentUrl: string): string {
  const sentence = refusalSentence(refusal, 'post the reply');
  const shown = refusal.reason === 'other' ? inline(sentence) : sentence;
  return `(Posted here because GitHub refused the reply in [its thread](${commentUrl}): ${shown})`;
}

/** Help, a hint, or a refusal; in the thread of first comment `rootId` where there is one. */
export function noticePost(
  visible: string,
  { rootId, task, signing }: Posting & { readonly rootId: number | null },
): PostEffect {
  const lines = noticeFooterLines(task.comment.id, signing);
  const body = bodyOf(visible, lines);
  const marker = lines[0] ?? '';
  return rootId === null ? { kind: 'comment', body, marker } : { kind: 'reply', rootId, body, marker };
}

function footerOf(reply: Reply, task: ConverseTask, signing: Signing): readonly string[] {
  const concedes = reply.kind === 'answer' && reply.concedes;
  return answerFooterLines({ trigger: task.comment.id, concedes, spent: reply.spent }, signing);
}

/** The last of CO-15's guards: whatever went wrong before, no body begins with a command. */
function bodyOf(visible: string, lines: readonly string[]): string {
  const inert = /^\s*\//.test(visible) ? `\u200b${visible.trimStart()}` : visible;
  return `${inert}\n\n${lines.join('\n')}`;
}

/** Code points of a question that are quoted (CO-23). */
const LONGEST_QUOTATION = 200;

function quotation({ task, secrets }: Posting): string {
  const line = task.kind === 'question' ? task.text : firstOwnLine(task.comment.body);
  return `> ${inline(cut(redact(line, secrets).trim(), LONGEST_QUOTATION))}`;
}

/** The first line with something on it that is not itself a quotation. */
function firstOwnLine(body: string): string {
  const lines = body.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  return lines.find((line) => !/^\s*>/.test(line)) ?? lines[0] ?? '…';
}
