import { mayHoldCommand } from './command-hint.ts';
import {
  type Block,
  isTooDeep,
  LARGEST_BLOCK,
  lineOf,
  linesOf,
  readBlocks,
  sizeOf,
  WINDOW,
} from './markdown-blocks.ts';

/** What a comment asks for (CO-1, CO-2). Arguments are the rest of the command's line, trimmed. */
export type Command =
  | { readonly kind: 'none' }
  /** The comment's only text is a command in backticks or in a fence: it is shown, not given. */
  | { readonly kind: 'hint' }
  /** `review` is `/revi` alone. */
  | { readonly kind: 'command'; readonly verb: 'review' | 'classify' | 'triage' | 'fix' | 'help' }
  | {
      readonly kind: 'approve';
      /** All that follows the verb. */
      readonly rest: string;
      /** Its first word where that is, or shows, 7 to 40 hex digits with a decimal one among them, in lower case (CO-30). */
      readonly sha: string | null;
      /** What follows the SHA, or all of `rest`. */
      readonly reason: string;
    }
  | { readonly kind: 'question'; readonly text: string };

/** The command that a comment's body gives, read as the Markdown that GitHub shows (CO-1). */
export function parseCommand(body: string): Command {
  if (!mayHoldCommand(body)) return { kind: 'none' };
  const lines = linesOf(body);
  if (lines.some(isTooDeep)) return { kind: 'none' };

  const first = firstLineOfText(lines);
  const rest = first === null ? undefined : /^ {0,3}\/revi(?!\S)(.*)$/i.exec(first)?.[1];
  if (rest !== undefined) return parseArguments(rest.trim());
  return showsCommand(lines) ? { kind: 'hint' } : { kind: 'none' };
}

/**
 * The first line that stands in no quotation, fence or HTML comment, or null. Read in windows: a block that another one
 * follows is complete, whatever comes later, so the next window begins with the last block of this one.
 */
function firstLineOfText(lines: readonly string[]): string | null {
  let start = 0;
  let size = WINDOW;
  while (start < lines.length) {
    const window = lines.slice(start, start + size);
    const blocks = readBlocks(window);
    const text = blocks.find((block) => !isPassedOver(block, window));
    const last = blocks.at(-1);
    const atEnd = start + size >= lines.length;
    // HTML may yet turn out to be a comment while its end is missing.
    if (text !== undefined && (atEnd || text !== last || text.type !== 'html')) return firstLine(text, window);
    const next = last === undefined ? size : lineOf(last);
    if (atEnd) return null;
    start += next;
    // A block that fills its window needs a larger one.
    size = next > 0 ? WINDOW : size * 2;
    if (last?.type === 'blockquote' && sizeOf(lines.slice(start, start + size)) > LARGEST_BLOCK) return null;
  }
  return null;
}

/** Quotations (with the lines that lazily continue them), fences and HTML comments do not hide what comes after them. */
function isPassedOver(block: Block, lines: readonly string[]): boolean {
  return block.type === 'blockquote' || isFence(block, lines) || isComment(block);
}

/** A fence, not code by indentation: four blanks before a line are too many for a command, and it is the first line. */
function isFence(block: Block, lines: readonly string[]): boolean {
  return block.type === 'code' && /^ {0,3}(?:```|~~~)/.test(firstLine(block, lines));
}

/** HTML that is nothing but comments; one that is not closed goes to the end. */
function isComment(block: Block): boolean {
  return block.type === 'html' && block.value.replace(/<!--[\s\S]*?(?:-->|$)/g, '').trim() === '';
}

function firstLine(block: Block, lines: readonly string[]): string {
  return lines[lineOf(block)] ?? '';
}

function parseArguments(rest: string): Command {
  const [word = '', ...others] = rest.split(/\s+/);
  const verb = word.toLowerCase();
  if (verb === '') return { kind: 'command', verb: 'review' };
  if (verb === 'approve') return parseApproval(rest.slice(word.length).trim());
  if (others.length === 0 && (verb === 'classify' || verb === 'triage' || verb === 'fix' || verb === 'help')) {
    return { kind: 'command', verb };
  }
  return { kind: 'question', text: rest };
}

function parseApproval(rest: string): Command {
  const word = /^\S*/.exec(rest)?.[0] ?? '';
  const sha = shaIn(word);
  if (sha === null) return { kind: 'approve', rest, sha: null, reason: rest };
  return { kind: 'approve', rest, sha: sha.toLowerCase(), reason: rest.slice(word.length).trim() };
}

const LONGEST_ADDRESS = 400;

/**
 * The SHA that a word is, as people write and paste one: in backticks, before a comma, as a commit's address or a link to
 * it. An approval that overlooked it would be for another commit than the one that was named.
 */
function shaIn(word: string): string | null {
  if (word.length > LONGEST_ADDRESS) return null;
  const linked = /^\[([^\]]*)\]\(.*\)\W*$/.exec(word)?.[1] ?? word;
  const bare = linked.replace(/^[`'"*(<[\p{Cf}]+/u, '').replace(/[`'"*)>\].,;:!\p{Cf}]+$/u, '');
  const named = /^https?:\/\/.*\/commits?\/([0-9a-f]+)(?:[?#].*)?$/i.exec(bare)?.[1] ?? bare;
  return /^[0-9a-f]{7,40}$/i.test(named) && /[0-9]/.test(named) ? named : null;
}

/** Whether a body's only text, HTML comments apart, is one command in one code span or one fence. */
function showsCommand(lines: readonly string[]): boolean {
  if (lines.length > WINDOW) return false;
  const [only, ...others] = readBlocks(lines).filter((block) => !isComment(block));
  if (only === undefined || others.length > 0) return false;
  if (only.type === 'code') return isFence(only, lines) && isCommandLine(only.value.trim());
  if (only.type !== 'paragraph' || only.position?.start.line !== only.position?.end.line) return false;
  const [, ticks = '', content = ''] = /^(`+)(.*?)(?<!`)\1$/.exec(firstLine(only, lines).trim()) ?? [];
  return !content.includes('`') && ticks !== '' && isCommandLine(content.trim());
}

function isCommandLine(text: string): boolean {
  return /^\/revi(?!\S).*$/i.test(text);
}
