import { hunkLines } from '../parse-diff.ts';
import { codeSpans, replaceSpans } from './code-spans.ts';
import type { Anchor, GivenFile } from './diff.ts';

/** The places in code that the model was given: a claim may name no other (CO-22). */
export type Places = {
  /** Lines by path, of both sides. */
  readonly lines: ReadonlyMap<string, ReadonlySet<number>>;
};

/** Every line of what was given, on either side, and the line that the thread hangs on. */
export function placesOf(files: readonly GivenFile[], anchor: Anchor | null): Places {
  const lines = new Map<string, Set<number>>();
  const add = (path: string, line: number | null): void => {
    const known = lines.get(path) ?? new Set<number>();
    if (line !== null) known.add(line);
    lines.set(path, known);
  };
  for (const { path, previousPath, hunks } of files) {
    add(path, null);
    for (const hunk of hunks)
      for (const { oldLine, newLine } of hunkLines(hunk)) {
        add(path, newLine);
        add(previousPath ?? path, oldLine);
      }
  }
  if (anchor !== null) add(anchor.path, anchor.line);
  return { lines };
}

/** Whether a sentence names a `path:line` that was not given. One that names no place claims nothing of the kind. */
export function namesUnknownPlace(sentence: string, places: Places): boolean {
  for (const { content } of codeSpans(sentence)) {
    const place = WHOLE_PLACE.exec(content.trim());
    if (place !== null && isUnknown({ path: place[1] ?? '', from: place[2], to: place[3] }, places)) return true;
  }
  // A span that is one place as a whole may have blanks in its path, so it is not looked at again.
  const rest = replaceSpans(sentence, ({ content }) => (WHOLE_PLACE.test(content.trim()) ? ' ' : ` ${content}`));
  for (const match of rest.matchAll(LINE_NUMBER)) {
    const path = wordBefore(rest, match.index);
    if (isUnknown({ path, from: match[1], to: match[2] }, places)) return true;
  }
  return false;
}

/** `src/a b.ts:3`, `src/a.ts:3-5`, `src/a.ts:3:14`, `src/a.ts#L3-L5`; paths are at most 400 characters. */
const WHOLE_PLACE = /^([^\n]{1,400}?)(?::L?|#L)(\d{1,7})(?:\s?[-–—]\s?L?(\d{1,7})|:\d{1,7})?$/;

const LINE_NUMBER = /(?::L?|#L)(\d{1,7})(?:\s?[-–—]\s?L?(\d{1,7}))?(?!\w)/g;

const NO_PATH = /[\s`'"()[\]{}<>,;|*!?]/;
const LONGEST_PATH = 400;

/** The path that ends at `end`. */
function wordBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && end - start < LONGEST_PATH && !NO_PATH.test(text.charAt(start - 1))) start -= 1;
  return text.slice(start, end);
}

function isUnknown(
  place: { readonly path: string; readonly from: string | undefined; readonly to: string | undefined },
  { lines }: Places,
): boolean {
  const known = linesOf(place.path, lines);
  if (known === null) return looksLikePath(place.path);
  const from = Number(place.from);
  const to = place.to === undefined ? from : Number(place.to);
  return !known.has(from) || !known.has(to) || to < from;
}

/** Models shorten paths, and write them as diffs do: `zones.ts` and `b/src/zones.ts` for `src/zones.ts`. */
function linesOf(path: string, lines: Places['lines']): ReadonlySet<number> | null {
  const exact = lines.get(path) ?? lines.get(path.replace(/^(?:\.\/|\/|[ab]\/)/, ''));
  if (exact !== undefined) return exact;
  const ending = `/${path}`;
  const found = path === '' ? [] : [...lines.keys()].filter((known) => known.endsWith(ending));
  return found.length === 1 && found[0] !== undefined ? (lines.get(found[0]) ?? null) : null;
}

/** Not an address (`http://…:8080`, `127.0.0.1:80`), nor a ratio or a time. */
function looksLikePath(word: string): boolean {
  if (word.includes('://') || word.startsWith('//')) return false;
  return word.includes('/') || /[^.]\.[A-Za-z][A-Za-z0-9]{0,9}$/.test(word);
}
