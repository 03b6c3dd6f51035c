import { codePoints, cut } from '../length.ts';
import type { AnswerSchema } from '../question.ts';
import { blot, redact, type Stretch, secretsIn } from '../redact.ts';
import { inline, inlineCode } from '../untrusted.ts';
import { codeSpans, replaceSpans } from './code-spans.ts';
import { namesUnknownPlace, type Places } from './places.ts';

/** CO-25. */
export const ANSWER_SCHEMA: AnswerSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['answer', 'concedes'],
  properties: {
    answer: { type: 'string', pattern: '\\S' },
    concedes: { type: 'boolean' },
  },
};

/** A value that has passed {@link ANSWER_SCHEMA}. */
export type GivenAnswer = { readonly answer: string; readonly concedes: boolean };

/** An answer as far as it is worth posting: not yet safe to post, see `renderAnswer`. */
export type PreparedAnswer = {
  /** Paragraphs, separated by blank lines; '' when nothing is left. */
  readonly text: string;
  /** Sentences that named a place which was not given. */
  readonly dropped: number;
  /** Sentences beyond the eighth, or beyond the length. */
  readonly leftOut: number;
};

/** CO-22. */
const MOST_SENTENCES = 8;

/** Code points of an answer: eight long sentences. Ours, because a sentence has no bound of its own. */
const LONGEST_ANSWER = 2_400;

/** Far more than is ever posted; what comes behind it is not looked at. */
const LONGEST_READ = 20_000;

/**
 * The sentences of a model's answer that are posted (CO-22): those whose places in code were given, at most eight, in
 * bounded length. Fences, lists and line breaks become plain paragraphs.
 */
export function prepareAnswer(
  answer: string,
  options: { readonly places: Places; readonly secrets: readonly string[] },
): PreparedAnswer {
  // Redacted before it is cut or split, so that no secret can hide half of itself behind an end.
  const clean = redact(answer, options.secrets);
  const read = cut(clean, LONGEST_READ);
  let dropped = 0;
  let leftOut = read === clean ? 0 : 1;
  let sentences = 0;
  let length = 0;
  const paragraphs: string[] = [];
  for (const paragraph of paragraphsOf(read)) {
    const kept: string[] = [];
    for (const sentence of sentencesOf(paragraph)) {
      if (namesUnknownPlace(sentence, options.places)) {
        dropped += 1;
        continue;
      }
      const fitting = sentences === 0 ? cut(sentence, LONGEST_ANSWER) : sentence;
      if (sentences === MOST_SENTENCES || length + codePoints(fitting) > LONGEST_ANSWER) {
        leftOut += 1;
        continue;
      }
      kept.push(fitting);
      sentences += 1;
      length += codePoints(fitting);
      if (fitting !== sentence) leftOut += 1;
    }
    if (kept.length > 0) paragraphs.push(kept.join(' '));
  }
  return { text: paragraphs.join('\n\n'), dropped, leftOut };
}

/** Paragraphs and list items, each as one line; a fence's own lines are gone, its content is text. */
function paragraphsOf(text: string): readonly string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/^[ \t>]*(?:`{3,}|~{3,})[^`\n]*$/gm, '')
    .split(/\n[ \t]*(?:\n[ \t]*)+|\n(?=[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t])/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '');
}

/** Abbreviations whose full stop ends no sentence. */
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|cf|vs|etc|resp|z\.\s?B|d\.\s?h|bzw)\.$/i;

/** An end of a sentence, with quotes and brackets that close behind it. */
const SENTENCE_END = /(?:(?<![.!?…])[.!?…]+["'”’»)\]]*(?=\s)|(?<![。！？])[。！？]+["'”’»）」』]*)/g;

/** Sentences of one line. Nothing inside a code span ends one, nor does what a small letter or a bare number follows. */
function sentencesOf(line: string): readonly string[] {
  const masked = replaceSpans(line, ({ start, end }) => 'x'.repeat(end - start));
  const sentences: string[] = [];
  let start = 0;
  for (const match of masked.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length;
    const next = masked.slice(end).trimStart();
    // A masked code span begins with an x, which is no small letter of the text.
    const isSpan = line.charAt(masked.length - next.length) === '`';
    if (next === '' || (!isSpan && /^\p{Ll}/u.test(next))) continue;
    const sentence = line.slice(start, end).trim();
    if (ABBREVIATION.test(sentence.slice(-8)) || /^\d{1,9}[.)]$/.test(sentence)) continue;
    sentences.push(sentence);
    start = end;
  }
  const last = line.slice(start).trim();
  return last === '' ? sentences : [...sentences, last];
}

/**
 * A prepared answer as Markdown of plain text and code spans that commands, mentions, links and embeds nothing (SU-47).
 * Also of a plan's text, which others may have written: it is cut and redacted once more.
 */
export function renderAnswer(text: string, secrets: readonly string[]): string {
  return cut(redact(text, secrets), LONGEST_ANSWER + 400)
    .split(/\n\s*\n/)
    .map((paragraph) => inertParagraph(paragraph, secrets))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

/** What a reader does not see, or cannot read: hidden characters, the blank of Braille, and what stands for the unshowable. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\u2800\ufffd]/gu;

/** Whether a rendered answer says nothing: no letter, digit or symbol is to be seen in it (CO-22). */
export function saysNothing(rendered: string): boolean {
  return !/[\p{L}\p{N}\p{S}]/u.test(rendered.replace(UNSEEN, ''));
}

/** A part of a paragraph: what stands in a code span, or text between two of them. */
type Piece = { readonly code: boolean; readonly text: string };

/**
 * What joins is looked at joined: a span that cannot stay one is text of its neighbours before anything is redacted or
 * made inert, or its seams would come to life.
 */
function inertParagraph(paragraph: string, secrets: readonly string[]): string {
  let shown = '';
  for (const { code, text } of withoutSecrets(piecesOf(paragraph), secrets))
    shown = join(shown, code ? inlineCode(text) : inertText(text));
  return shown.trim();
}

/** Text and code in turn; of two pieces side by side at least one is code, and none is empty. */
function piecesOf(paragraph: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const add = (piece: Piece): void => {
    if (piece.text === '') return;
    const last = pieces.at(-1);
    if (last === undefined || last.code || piece.code) pieces.push(piece);
    else pieces.splice(-1, 1, { code: false, text: last.text + piece.text });
  };
  let at = 0;
  for (const { start, end, content } of codeSpans(paragraph)) {
    add({ code: false, text: withoutTicks(paragraph.slice(at, start)) });
    const flat = content.replace(/\s+/g, ' ').trim();
    add({ code: inlineCode(flat).startsWith('`'), text: flat });
    at = end;
  }
  add({ code: false, text: withoutTicks(paragraph.slice(at)) });
  return pieces;
}

/** The pieces redacted. Where a secret goes over an edge, a reader would put it together: then all is one text. */
function withoutSecrets(pieces: readonly Piece[], secrets: readonly string[]): readonly Piece[] {
  const edges: number[] = [];
  const found: Stretch[] = [];
  let whole = '';
  for (const { text } of pieces) {
    edges.push(whole.length);
    for (const [start, end] of secretsIn(text, secrets)) found.push([whole.length + start, whole.length + end]);
    whole += text;
  }
  found.push(...secretsIn(whole, secrets));
  if (found.length === 0) return pieces;
  const isSplit = found.some(([start, end]) => edges.some((edge) => start < edge && edge < end));
  if (isSplit) return [{ code: false, text: blot(whole, found) }];
  return pieces.map(({ code, text }) => ({ code, text: redact(text, secrets) }));
}

/** A backtick that opens no span becomes an apostrophe. */
function withoutTicks(text: string): string {
  return text.replaceAll('`', "'");
}

/** Text beside code spans keeps the blanks at its ends. */
function inertText(text: string): string {
  const shown = inline(text);
  if (shown === '') return ' ';
  return `${/^\s/.test(text) ? ' ' : ''}${shown}${/\s$/.test(text) ? ' ' : ''}`;
}

/** Two code spans side by side would be one run of backticks. */
function join(before: string, after: string): string {
  return before.endsWith('`') && after.startsWith('`') ? `${before} ${after}` : before + after;
}
