import {
  type Block,
  isTooDeep,
  LARGEST_BLOCK,
  lineOf,
  linesOf,
  readBlocks,
  sizeOf,
  WINDOW,
} from '../markdown-blocks.ts';
import { beginsWith, mayHoldTrailer, type Trailer } from './trailer-hint.ts';

/**
 * The last line of a body that begins with the trailer and stands in no quotation, code or HTML comment, read as the
 * Markdown that GitHub shows (RB-1); null for none. What follows a block that is too large to read counts as no text.
 */
export function findTrailer(body: string, trailer: string): Trailer | null {
  if (!mayHoldTrailer(body, trailer)) return null;
  const lines = linesOf(body);
  if (lines.some(isTooDeep)) return null;

  const last = shownLines(lines).findLast((line) => beginsWith(line, trailer));
  return last === undefined ? null : { agent: agentOf(last.trimStart().slice(trailer.length)) };
}

/** RB-11: neither the case of the key nor white space around the value matters. */
function agentOf(values: string): string {
  const word = /(?<![^\s,;])agent\s*=\s*([\p{L}\p{N}](?:[\p{L}\p{N}._/-]{0,98}[\p{L}\p{N}])?)/iu;
  return word.exec(values)?.[1] ?? '';
}

/** Lines of text, as they stand, that a reader sees as neither quoted nor code. */
function shownLines(lines: readonly string[]): readonly string[] {
  const shown: string[] = [];
  const open = new Map<string, number>();
  for (const { text, html } of texts(lines)) {
    let start = 0;
    const spans = hiddenSpans(text, html);
    for (const line of text.split('\n')) {
      const at = start + line.length - line.trimStart().length;
      if (open.size === 0 && !spans.some(([from, to]) => from < at && at < to)) shown.push(line);
      for (const { 1: slash, 2: name = '', index } of line.matchAll(QUOTING)) {
        const place = start + index;
        if (spans.some(([from, to]) => from <= place && place < to)) continue;
        count(open, name.toLowerCase(), slash === '' ? 1 : -1);
      }
      start += line.length + 1;
    }
  }
  return shown;
}

/** Tags that quote, or show code, over blank lines too. */
const QUOTING = /<(\/?)(blockquote|pre|code|q|samp|kbd|tt)(?:\s[^<>]*)?>/gi;

/** One more tag open or closed; an end without a beginning ends nothing, and no other tag. */
function count(open: Map<string, number>, name: string, by: 1 | -1): void {
  const left = (open.get(name) ?? 0) + by;
  if (left > 0) open.set(name, left);
  else open.delete(name);
}

/** The lines of a block without blocks of its own. */
type Text = { readonly text: string; readonly html: boolean };

/** The texts outside of quotations and code, in order. */
function* texts(lines: readonly string[]): Generator<Text> {
  let start = 0;
  let size = WINDOW;
  while (start < lines.length) {
    const window = lines.slice(start, start + size);
    const blocks = readBlocks(window);
    const last = blocks.at(-1);
    const atEnd = start + size >= lines.length;
    // A block that another one follows is complete, whatever comes later; the last one is read again with what follows.
    for (const block of atEnd ? blocks : blocks.slice(0, -1)) yield* textsOf(block, window);
    if (atEnd) return;
    const next = last === undefined ? size : lineOf(last);
    start += next;
    size = next > 0 ? WINDOW : size * 2;
    if (next === 0 && last?.type !== 'code' && last?.type !== 'html' && sizeOf(window) > LARGEST_BLOCK) return;
  }
}

function* textsOf(block: Block, lines: readonly string[]): Generator<Text> {
  if (block.type === 'blockquote' || block.type === 'code') return;
  if (block.type === 'list' || block.type === 'listItem') {
    for (const child of block.children) yield* textsOf(child, lines);
    return;
  }
  yield { text: lines.slice(lineOf(block), block.position?.end.line).join('\n'), html: block.type === 'html' };
}

type Span = readonly [start: number, end: number];

/**
 * Code spans and HTML comments of a text, whichever begins first; a comment that is not closed is one in HTML alone. By
 * hand: a parser goes over a hostile text's backticks again and again.
 */
function hiddenSpans(text: string, html: boolean): readonly Span[] {
  /** By length, the places of runs of backticks, last one first. */
  const runs = new Map<number, number[]>();
  for (const { 0: ticks, index } of [...text.matchAll(/`+/g)].reverse()) {
    const same = runs.get(ticks.length);
    if (same === undefined) runs.set(ticks.length, [index]);
    else same.push(index);
  }
  const lastEnd = text.lastIndexOf('-->');
  const spans: Span[] = [];
  // Neither backticks nor backslashes mean anything in HTML.
  const opening = html ? /<!--/g : /\\[\s\S]|`+|<!--/g;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const [mark] = found;
    let end: number | null;
    if (mark !== '<!--') end = endOfCode(runs, mark, opening.lastIndex);
    else if (lastEnd >= opening.lastIndex) end = text.indexOf('-->', opening.lastIndex) + 3;
    else end = html ? text.length : null;
    if (end === null) continue;
    spans.push([found.index, end]);
    opening.lastIndex = end;
  }
  return spans;
}

function endOfCode(runs: ReadonlyMap<number, number[]>, ticks: string, after: number): number | null {
  const same = ticks.startsWith('`') ? (runs.get(ticks.length) ?? []) : [];
  while (same.length > 0 && (same.at(-1) ?? 0) < after) same.pop();
  const closing = same.at(-1);
  return closing === undefined ? null : closing + ticks.length;
}
