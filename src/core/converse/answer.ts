import { codePoints, cut } from '../length.ts';
import type { AnswerSchema } from '../question.ts';
import { redact } from '../redact.ts';
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
    .map(inertParagraph)
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

function inertParagraph(paragraph: string): string {
  let shown = '';
  let at = 0;
  for (const { start, end, content } of codeSpans(paragraph)) {
    shown = join(shown, inertText(paragraph.slice(at, start)));
    shown = join(shown, inertCode(content));
    at = end;
  }
  return join(shown, inertText(paragraph.slice(at))).trim();
}

/** Text between code spans keeps the blanks at its ends; a backtick that opens no span becomes an apostrophe. */
function inertText(text: string): string {
  const shown = inline(text.replaceAll('`', "'"));
  if (shown === '') return text === '' ? '' : ' ';
  return `${/^\s/.test(text) ? ' ' : ''}${shown}${/\s$/.test(text) ? ' ' : ''}`;
}

function inertCode(content: string): string {
  const flat = content.replace(/\s+/g, ' ').trim();
  return flat === '' ? '' : inlineCode(flat);
}

/** Two code spans side by side would be one run of backticks. */
function join(before: string, after: string): string {
  return before.endsWith('`') && after.startsWith('`') ? `${before} ${after}` : before + after;
}
