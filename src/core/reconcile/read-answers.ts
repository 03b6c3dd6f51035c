import { describeFile } from '../collapse.ts';
import type { ChangedFile } from '../diff.ts';
import { showInvisible } from '../invisible.ts';
import { codePoints, cut } from '../length.ts';
import { visiblePath } from '../quoted-path.ts';
import { named } from './editable.ts';
import type { HeadFile } from './head-file.ts';
import { linesOf, numberedLines } from './numbered-lines.ts';
import type { ToolAnswer } from './tool-loop.ts';

/** Bounds of what a reading tool answers; characters are code points. */
export const READ_LIMITS = {
  lines: 400,
  characters: 40_000,
  files: 300,
  hits: 50,
  /** Of one line that holds what was searched for. */
  hit: 300,
  /** Of the text that is searched for. */
  searched: 200,
} as const;

/** A file's lines for the model, or why there are none. `text` is the current one; null where the head has no text. */
export function readLines(
  path: string,
  file: HeadFile | undefined,
  text: string | null,
  range: { readonly startLine: number | null; readonly endLine: number | null },
): ToolAnswer {
  if (file === undefined) return refusal(`${named(path)} could not be read`);
  if (file.kind === 'missing')
    return refusal(`there is no file ${named(path)} at the head; list_files names the files of the pull request`);
  if (file.kind === 'not-text' || text === null)
    return refusal(`${named(path)} cannot be shown: it is ${file.kind === 'not-text' ? file.why : 'no text'}`);

  const lines = linesOf(text);
  const from = range.startLine ?? 1;
  const wantedEnd = range.endLine ?? lines.length;
  if (lines.length === 0) return { text: `Empty: ${named(path)} has no lines.`, refused: false };
  if (range.endLine !== null && from > range.endLine)
    return refusal(`start_line ${from} lies behind end_line ${range.endLine}`);
  if (from > lines.length) return refusal(`${named(path)} has only ${lines.length} lines, and start_line is ${from}`);

  const to = Math.min(wantedEnd, lines.length, from + READ_LIMITS.lines - 1);
  const shown = numberedLines(lines, { from, to, room: READ_LIMITS.characters });
  const more =
    shown.last < Math.min(wantedEnd, lines.length)
      ? `Cut here: read on with start_line ${shown.last + 1}.\n`
      : shown.last === lines.length && !text.endsWith('\n')
        ? 'The last line has no line end.\n'
        : '';
  return {
    text: `Lines ${from} to ${shown.last} of ${lines.length} of ${named(path)}:\n${shown.text}${more}`,
    refused: false,
  };
}

/** The files of the pull request, each with its status and counts. */
export function listFiles(files: readonly ChangedFile[], unlisted: number): ToolAnswer {
  const { lines, left } = fileLines(files, READ_LIMITS);
  const more = left + unlisted === 0 ? [] : [`And ${left + unlisted} more files.`];
  return {
    text: [`Files of the pull request: ${files.length + unlisted}`, ...lines, ...more].join('\n'),
    refused: false,
  };
}

/** `src/a.ts: modified, +3 −1` for the first files that have room, and how many have none. */
export function fileLines(
  files: readonly ChangedFile[],
  limits: { readonly files: number; readonly characters: number },
): { readonly lines: readonly string[]; readonly left: number } {
  const lines: string[] = [];
  let room = limits.characters;
  for (const file of files.slice(0, limits.files)) {
    const line = `${cut(visiblePath(file.path), 500)}: ${cut(showInvisible(describeFile(file)), 600)}`;
    room -= codePoints(line) + 1;
    if (room < 0) break;
    lines.push(line);
  }
  return { lines, left: files.length - lines.length };
}

/** Why a text is not searched for, in words for the model, or null. */
export function whyNotSearched(wanted: string): string | null {
  if (wanted.trim() === '') return 'text is empty: search for a part of a line';
  if (/[\r\n]/.test(wanted)) return 'text has a line end: search for a part of one line';
  return wanted.length > READ_LIMITS.searched
    ? `text is longer than ${READ_LIMITS.searched} characters: search for a shorter part of a line`
    : null;
}

/** The lines that hold `wanted`, as `path:line: text`. `unread` counts changed files that were not looked into. */
export function searchFiles(
  files: readonly { readonly path: string; readonly text: string }[],
  wanted: string,
  unread: number,
): ToolAnswer {
  const hits: string[] = [];
  let count = 0;
  for (const { path, text } of files) {
    // Nearly all files lack nearly all texts, and need no lines.
    if (!text.includes(wanted)) continue;
    for (const [index, line] of linesOf(text).entries()) {
      const at = line.indexOf(wanted);
      if (at < 0) continue;
      count += 1;
      if (count <= READ_LIMITS.hits) hits.push(`${cut(visiblePath(path), 300)}:${index + 1}: ${around(line, at)}`);
    }
  }
  const what = count === 1 ? '1 line holds the text' : `${count} lines hold the text`;
  const more = count > hits.length ? [`The first ${hits.length} are shown; search for more of the line.`] : [];
  const apart = unread === 0 ? [] : [`Files of the pull request without text, or not searched: ${unread}`];
  return { text: [count === 0 ? what : `${what}:`, ...hits, ...more, ...apart].join('\n'), refused: false };
}

/** A long line is shown around the place. */
function around(line: string, at: number): string {
  if (line.length <= READ_LIMITS.hit) return cut(showInvisible(line), 2 * READ_LIMITS.hit);
  const start = Math.max(0, at - 60);
  // Half of a surrogate pair would look like a hidden character.
  const piece = line.slice(start, start + READ_LIMITS.hit).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  return `${start === 0 ? '' : '…'}${cut(showInvisible(piece), 2 * READ_LIMITS.hit)}…`;
}

/** An answer that says why nothing was done, in words for the model. */
export function refusal(why: string): ToolAnswer {
  return { text: `Refused: ${why}.`, refused: true };
}
