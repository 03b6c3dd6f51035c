import { findInvisible, formatCodePoint, mayHoldInvisible } from '../invisible.ts';
import { secretsIn } from '../redact.ts';
import type { Replacement } from './replace-text.ts';

/** UTF-16 units on both sides of an edit that are looked through with it: what it may complete to a token. */
const NEIGHBOURHOOD = 2_000;

/** What an edit may not bring into a file that it did not hold before: in words for the model, or null (SU-24, SU-47). */
export function whyNotBrought(before: string, edit: Replacement, secrets: readonly string[]): string | null {
  const hidden = broughtHidden(before, edit.text);
  if (hidden !== null)
    return `new_text brings in the invisible or control character ${formatCodePoint(hidden.codePoint)} (${hidden.name}), which old_text lacks`;
  // What the model was shown for a hidden character is not the character.
  if (count(SHOWN_CHARACTER, edit.text) > count(SHOWN_CHARACTER, before))
    return 'new_text brings in "<U+XXXX>", which stands for a hidden character and is not the character; choose a text without it';
  if (count(CONFLICT, edit.text) > count(CONFLICT, before)) return 'new_text brings in a merge conflict marker';
  if (bringsSecret(before, edit, secrets)) return 'new_text brings in what looks like a token, a key or another secret';
  return null;
}

/** Whole texts are compared: an edit can also make visible what was part of a letter or an emoji before. */
function broughtHidden(before: string, after: string) {
  if (!mayHoldInvisible(after)) return null;
  // No edit gives a file a byte-order mark.
  const fileStart = before.startsWith('\ufeff');
  const left = new Map<number, number>();
  for (const { codePoint } of findInvisible(before, { fileStart })) left.set(codePoint, (left.get(codePoint) ?? 0) + 1);
  for (const found of findInvisible(after, { fileStart })) {
    const known = left.get(found.codePoint) ?? 0;
    if (known === 0) return found;
    left.set(found.codePoint, known - 1);
  }
  return null;
}

const SHOWN_CHARACTER = /<U\+[0-9A-F]{4,6}>/g;

/** `=======` alone underlines headings. */
const CONFLICT = /^(?:<{7}|>{7}|\|{7})(?=\s|$)/gm;

function count(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}

function bringsSecret(before: string, { text, start, end, insert }: Replacement, secrets: readonly string[]): boolean {
  const from = Math.max(0, start - NEIGHBOURHOOD);
  const old = before.slice(from, end + NEIGHBOURHOOD);
  const fresh = text.slice(from, start + insert.length + NEIGHBOURHOOD);
  const found = secretsIn(fresh, secrets);
  if (found.length === 0) return false;
  const known = new Set(secretsIn(old, secrets).map(([a, b]) => old.slice(a, b)));
  return found.some(([a, b]) => !known.has(fresh.slice(a, b)));
}
