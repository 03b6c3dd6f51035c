import { showInvisible } from '../invisible.ts';
import { codePoints, cut } from '../length.ts';

/** Code points of one line that are shown; longer ones are generated, and nobody edits them by hand. */
const LONGEST_LINE = 2_000;

/** The lines of a text without their line ends; a final line end makes no further line, and a byte-order mark is not shown. */
export function linesOf(text: string): readonly string[] {
  const lines = text.replace(/^\ufeff/, '').split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => line.replace(/\r$/, ''));
}

/** Lines with their numbers, each with its line end: `   8  text`. */
export type NumberedLines = {
  readonly text: string;
  /** 1-based number of the last line that had room; `from - 1` where none had. */
  readonly last: number;
};

/**
 * Lines `from` to `to`, hidden characters shown (SU-24), in at most `room` code points. The number ends in two blanks, and
 * everything behind them is the line: nothing in a file can look like a line without a number.
 */
export function numberedLines(
  lines: readonly string[],
  { from, to, room }: { readonly from: number; readonly to: number; readonly room: number },
): NumberedLines {
  let text = '';
  let left = room;
  for (let number = from; number <= to; number += 1) {
    const line = `${String(number).padStart(4)}  ${shownLine(lines[number - 1] ?? '')}\n`;
    left -= codePoints(line);
    if (left < 0) return { text, last: number - 1 };
    text += line;
  }
  return { text, last: to };
}

/** A line as a model may see it; what was cut is said. */
function shownLine(line: string): string {
  const shown = showInvisible(line);
  const short = cut(shown, LONGEST_LINE);
  return short === shown ? shown : `${short} [cut: the line has ${codePoints(line)} characters]`;
}
