import { showInvisible } from '../invisible.ts';
import { cutUnits } from '../length.ts';
import { linesOf } from '../symbols/text-lines.ts';

/** Lines before and behind the one that an excerpt is about. */
const AROUND = 4;

/** Characters of a line in an excerpt; a minified one must not fill the question. */
const LONGEST_LINE = 300;

/** The lines around one of a file, numbered like the diff's, hidden characters shown; null where the file has no such line. */
export function excerpt(text: string, line: number): string | null {
  const lines = linesOf(text);
  if (line < 1 || line > lines.length) return null;
  const first = Math.max(1, line - AROUND);
  return lines
    .slice(first - 1, line + AROUND)
    .map((code, index) => `${first + index}|${cutUnits(showInvisible(code.replace(/\r$/, '')), LONGEST_LINE)}`)
    .join('\n');
}
