import type { Hunk } from './diff.ts';
import { type Cursor, endOfLine, takeLine, unreadable } from './diff-cursor.ts';

/** Lines added and deleted so far. */
export type Tally = { additions: number; deletions: number };

const PLUS = 43;
const MINUS = 45;
const SPACE = 32;
const NEWLINE = 10;
const BACKSLASH = 92;

/**
 * Takes one hunk from its `@@` line on, strictly by its counts: a changed line that looks like a header is a line. What
 * it adds and deletes is added to `tally`. Throws a `DiffError`.
 */
export function takeHunk(cursor: Cursor, tally: Tally): Hunk {
  const begin = cursor.at;
  const head = takeLine(cursor);
  const match = /^@@ -(\d{1,15})(?:,(\d{1,15}))? \+(\d{1,15})(?:,(\d{1,15}))? @@(?= |$)/.exec(head);
  if (match === null) throw unreadable(cursor, begin, 'a hunk header such as "@@ -1,2 +1,2 @@"');
  const [ranges = '', oldStart, oldLines = '1', newStart, newLines = '1'] = match;
  const counts = { oldLines: Number(oldLines), newLines: Number(newLines) };
  if (counts.oldLines + counts.newLines === 0) throw unreadable(cursor, begin, 'a hunk with at least one line');
  return {
    oldStart: Number(oldStart),
    newStart: Number(newStart),
    ...counts,
    section: head.slice(ranges.length + 1),
    text: takeBody(cursor, counts, tally),
  };
}

function takeBody(cursor: Cursor, counts: { oldLines: number; newLines: number }, tally: Tally): string {
  const { text } = cursor;
  const begin = cursor.at;
  let old = counts.oldLines;
  let fresh = counts.newLines;
  let at = begin;
  let end = begin;
  // A marker for a missing final newline belongs to the line above it, so it is also taken behind the last one.
  while (old > 0 || fresh > 0 || (at < text.length && text.charCodeAt(at) === BACKSLASH)) {
    if (at >= text.length) throw unreadable(cursor, at, `${old} old and ${fresh} new lines more of the hunk`);
    switch (text.charCodeAt(at)) {
      case PLUS:
        fresh--;
        tally.additions++;
        break;
      case MINUS:
        old--;
        tally.deletions++;
        break;
      case SPACE:
      // An empty context line, as `diff.suppressBlankEmpty` writes it.
      case NEWLINE:
        old--;
        fresh--;
        break;
      case BACKSLASH:
        if (at === begin) throw unreadable(cursor, at, 'a line before the marker for a missing final newline');
        break;
      default:
        throw unreadable(cursor, at, 'a line of the hunk, which begins with a blank, "+", "-" or "\\"');
    }
    if (old < 0 || fresh < 0) throw unreadable(cursor, at, "no more lines than the hunk's header counts");
    end = endOfLine(text, at);
    at = end + 1;
  }
  cursor.at = Math.min(at, text.length);
  return text.slice(begin, end);
}
