import { fenced } from './fence.ts';
import { findInvisible } from './invisible.ts';
import { redact } from './redact.ts';

/** UTF-16 units of a replacement: more is no suggestion that a person reads, and would crowd a body (SU-44). */
const LONGEST = 20_000;

/**
 * The lines that may stand in a suggestion block for `old` (RR-13, SU-47), joined by `\n` and, in a CRLF file, each with its
 * `\r`, like the lines of the diff in `old`; null where they must not. A final line end of the model's is none of the text.
 */
export function checkReplacement(
  replacement: string,
  old: readonly string[],
  secrets: readonly string[],
): string | null {
  const lines = replacement.replace(/\r?\n$/, '').split(/\r?\n/);
  const text = lines.join('\n');
  // An empty text is how models say that there is none.
  if (text === '' || text.length > LONGEST) return null;

  const windows = old.filter((line) => line.endsWith('\r')).length;
  if (windows !== 0 && windows !== old.length) return null;
  const before = old.map((line) => line.replace(/\r$/, '')).join('\n');
  if (text === before) return null;

  if (redact(text, secrets) !== text) return null;
  const known = new Set(findInvisible(before).map(({ codePoint }) => codePoint));
  if (findInvisible(text).some(({ codePoint }) => !known.has(codePoint))) return null;
  // What the model was shown for a hidden character is not the character.
  if (SHOWN_CHARACTER.test(text) && !SHOWN_CHARACTER.test(before)) return null;

  return lines.map((line) => (windows === 0 ? line : `${line}\r`)).join('\n');
}

const SHOWN_CHARACTER = /<U\+[0-9A-F]{4,6}>/;

/** A suggestion block, byte-exact, with a fence that is longer than any run of backticks inside (RR-13). */
export function suggestionBlock(replacement: string): string {
  return fenced('suggestion', replacement);
}
