import type { RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';

/** A block of Markdown, with the lines on which it stands. */
export type Block = RootContent;

/** The parser's work grows with the square of a text's blocks, so it gets this many lines at once. */
export const WINDOW = 100;

/**
 * A quotation or list with more lines and markers than this hides what follows it: the parser would be busy for seconds.
 * It allows two thousand quoted lines.
 */
export const LARGEST_BLOCK = 4000;

const MANY_CONTAINERS = /^(?:[ \t]*(?:>|(?:[-+*]|[0-9]{1,9}[.)])(?=[ \t]))){20}/;
const RULE = /^[ \t]*([-*_])(?:[ \t]*\1)*[ \t]*$/;

/**
 * Whether a line stands under twenty quotations and lists: the parser's work grows with their depth, and nobody writes
 * there. A rule of many dashes is no list.
 */
export function isTooDeep(line: string): boolean {
  return MANY_CONTAINERS.test(line) && !RULE.test(line);
}

/** How much work some lines are for the parser: their number, and that of their markers. */
export function sizeOf(lines: readonly string[]): number {
  const markers = lines.map((line) => /^[ \t>*+.)0-9-]*/.exec(line)?.[0].match(/[>*+.)-]/g)?.length ?? 0);
  return lines.length + markers.reduce((sum, count) => sum + count, 0);
}

/** The lines of a body. A byte-order mark is no part of the text; the parser drops it too. */
export function linesOf(body: string): readonly string[] {
  return body.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
}

/**
 * The blocks of some lines. Inline markup is left as it stands: only block structure decides where a line stands, and
 * brackets and asterisks would slow the parser down on a hostile text.
 */
export function readBlocks(lines: readonly string[]): readonly Block[] {
  const disable = { null: [...INLINE] };
  return fromMarkdown(lines.join('\n'), { extensions: [{ disable }] }).children;
}

const INLINE = [
  'attention',
  'autolink',
  'characterEscape',
  'characterReference',
  'codeText',
  'definition',
  'hardBreakEscape',
  'htmlText',
  'labelEnd',
  'labelStartImage',
  'labelStartLink',
] as const;

/** Index of the line on which a block starts. */
export function lineOf(block: Block): number {
  return (block.position?.start.line ?? 1) - 1;
}
