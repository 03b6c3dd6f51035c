import type { ChangedFile } from '../diff.ts';
import { hunkLines } from '../parse-diff.ts';
import { linesOf } from '../symbols/text-lines.ts';

/**
 * The text of a changed file before the change, made from its hunks and its text on the head, so that nothing more has to
 * be read; whether the last line ends is not kept. Null: there was none, or the head's text is not known.
 */
export function baseTextOf(file: ChangedFile, head: string | null): string | null {
  if (file.status === 'added' || (head === null && file.status !== 'deleted')) return null;
  const after = head === null ? [] : linesOf(head);
  const before: string[] = [];
  let at = 0;
  for (const hunk of file.hunks) {
    // A side without lines is numbered by the line before it.
    const start = hunk.newLines === 0 ? hunk.newStart : hunk.newStart - 1;
    before.push(...after.slice(at, start));
    for (const { kind, text } of hunkLines(hunk)) if (kind === 'context' || kind === 'deleted') before.push(text);
    at = start + hunk.newLines;
  }
  return [...before, ...after.slice(at)].join('\n');
}
