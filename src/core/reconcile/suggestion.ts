import { checkReplacement } from '../replacement.ts';
import { replaceOnce } from './replace-text.ts';
import type { SurveyedThread } from './survey.ts';
import type { Edit } from './workspace.ts';

/** What a suggestion needs to know of its thread. */
export type SuggestionPlace = Pick<SurveyedThread, 'path' | 'line' | 'startLine' | 'side' | 'outdated'>;

/**
 * The lines that a suggestion offers for those of the thread, in place of a commit (RB-22): its fix's own edits, made on the
 * text at the head; for `suggestionBlock`. Null where they change anything else than these lines, where GitHub takes no
 * suggestion (the left side, an outdated thread, a whole file), or where the lines may not stand in one (SU-47).
 */
export function suggestionFor(
  { path, line, startLine, side, outdated }: SuggestionPlace,
  original: string,
  edits: readonly Edit[],
  secrets: readonly string[],
): string | null {
  if (line === null || side !== 'RIGHT' || outdated || edits.some((edit) => edit.path !== path)) return null;
  let edited = original;
  for (const { oldText, newText } of edits) {
    // Another thread's edits are not there, so an edit that builds on them does not fit.
    const replaced = replaceOnce(edited, oldText, newText);
    if (!replaced.ok) return null;
    edited = replaced.text;
  }

  const first = startLine ?? line;
  const start = startOfLine(original, first);
  const end = startOfLine(original, line + 1);
  if (first > line || start === null || end === null || start === end) return null;
  const before = original.slice(0, start);
  const behind = original.slice(end);
  if (edited.length < before.length + behind.length || !edited.startsWith(before) || !edited.endsWith(behind))
    return null;
  const middle = edited.slice(before.length, edited.length - behind.length);
  // Without its line end the last line would run into the next one.
  if (behind !== '' && !middle.endsWith('\n')) return null;
  const old = original.slice(start, end).replace(/\n$/, '').split('\n');
  return checkReplacement(middle, old, secrets);
}

/** The place where a line begins, in UTF-16 units: the text's end for the one behind the last; null beyond. */
function startOfLine(text: string, line: number): number | null {
  let at = 0;
  for (let number = 1; number < line; number += 1) {
    const feed = text.indexOf('\n', at);
    if (feed < 0) return number === line - 1 && at < text.length ? text.length : null;
    at = feed + 1;
  }
  return at;
}
