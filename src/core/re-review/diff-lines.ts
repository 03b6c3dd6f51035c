import type { ChangedFile } from '../diff.ts';
import { hunkLines } from '../parse-diff.ts';
import type { Side } from './finding.ts';

/** One line of a file's diff, on the side on which a finding about it stands. */
export type DiffLine = {
  readonly side: Side;
  /** Its number in the file of its side. */
  readonly line: number;
  /** The number that the model is shown: new-side; of a deleted line that of the line which now stands in its place. */
  readonly shown: number;
  readonly changed: boolean;
  /** As it stands, with the `\r` of a CRLF file. */
  readonly text: string;
  /** Which of the file's hunks holds it. */
  readonly hunk: number;
};

/** The lines of a file's diff on which a finding can stand, each list in the file's order. */
export type DiffLines = {
  /** Added and context lines. */
  readonly fresh: readonly DiffLine[];
  readonly deleted: readonly DiffLine[];
};

/** The lines of a file's hunks with their numbers (RR-10, RR-11). */
export function diffLinesOf(file: ChangedFile): DiffLines {
  const fresh: DiffLine[] = [];
  const deleted: DiffLine[] = [];
  for (const [index, hunk] of file.hunks.entries()) {
    for (const { kind, text, oldLine, newLine, shown } of shownLines(hunk)) {
      if (newLine !== null)
        fresh.push({ side: 'RIGHT', line: newLine, shown, changed: kind === 'added', text, hunk: index });
      else if (oldLine !== null) deleted.push({ side: 'LEFT', line: oldLine, shown, changed: true, text, hunk: index });
    }
  }
  return { fresh, deleted };
}

/**
 * The file with the new-side number before the text of each of its lines (RR-10), as in `+12|return x`. The hunks stay
 * valid, so that they are cut, measured and rendered like any others (SU-23).
 */
export function numberLines(file: ChangedFile): ChangedFile {
  return { ...file, hunks: file.hunks.map((hunk) => ({ ...hunk, text: numberedText(hunk) })) };
}

function numberedText(hunk: ChangedFile['hunks'][number]): string {
  const lines: string[] = [];
  for (const { kind, text, oldLine, newLine, shown } of shownLines(hunk)) {
    // At a file's start a byte-order mark is ordinary text (SU-24); behind a number it would be shown as hidden.
    const plain = oldLine === 1 || newLine === 1 ? text.replace(/^\ufeff/, '') : text;
    const sign = kind === 'added' ? '+' : kind === 'deleted' ? '-' : ' ';
    lines.push(kind === 'no-newline' ? `\\${text}` : `${sign}${shown}|${plain}`);
  }
  return lines.join('\n');
}

function* shownLines(hunk: ChangedFile['hunks'][number]) {
  // A side without lines is numbered by the line before it.
  let next = hunk.newLines === 0 ? hunk.newStart + 1 : hunk.newStart;
  for (const line of hunkLines(hunk)) {
    yield { ...line, shown: next };
    if (line.newLine !== null) next = line.newLine + 1;
  }
}
