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
  // What nobody sees parts no path from its line.
  const seen = sentence.replace(/\p{Cf}/gu, '');
  for (const { content } of codeSpans(seen)) {
    const place = WHOLE_PLACE.exec(content.trim());
    if (place !== null && isUnknown(placeOf(place[1] ?? '', place), places)) return true;
  }
  // A span that is one place as a whole may have blanks in its path, so it is not looked at again.
  const rest = replaceSpans(seen, ({ content }) => (WHOLE_PLACE.test(content.trim()) ? ' ' : ` ${content}`)).replace(
    CLOSING,
    '',
  );
  for (const match of rest.matchAll(LINE_NUMBERS))
    if (isUnknown(placeOf(wordBefore(rest, match.index), match), places)) return true;
  return false;
}

/** `src/a b.ts:3`, `src/a.ts:3-5, 9`, `src/a.ts:3:14`, `src/a.ts#L3-L5`; paths are at most 400 characters. */
const WHOLE_PLACE =
  /^(?<path>[^\n]{1,400}?)(?<mark>:L?|#L?)(?<lines>\d+(?:\s?(?:[-–—]|\.{2,3})\s?L?\d+)?(?:,\s?L?\d+(?:[-–—]L?\d+)?)*)(?::\d+)?$/;

/** In running text a blank ends a list of lines, and a point before a digit makes a version of the number. */
const LINE_NUMBERS =
  /(?<mark>:L?|#L?)(?<lines>\d+(?:\s?(?:[-–—]|\.{2,3})\s?L?\d+)?(?:,L?\d+(?:[-–—]L?\d+)?)*)(?!\w|\.\d)/g;

/** What closes emphasis or a quotation around a path whose line stands outside. */
const CLOSING = /[*~”’»]{1,8}(?=(?::L?|#L)\d)/g;

type NamedPlace = {
  readonly path: string;
  /** `3-5,9` */
  readonly lines: string;
  /** `a#3` may be an issue of a repository as well. */
  readonly isReference: boolean;
};

function placeOf(path: string, { groups }: RegExpExecArray | RegExpMatchArray): NamedPlace {
  const { mark = '', lines = '' } = groups ?? {};
  return { path: path.trim().replace(/^(_+)(.+)\1$/, '$2'), lines, isReference: mark === '#' };
}

const NO_PATH = /[\s`'"()[\]{}<>,;|*!?“”‘’]/;
const LONGEST_PATH = 400;

/** The path that ends at `end`. */
function wordBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && end - start < LONGEST_PATH && !NO_PATH.test(text.charAt(start - 1))) start -= 1;
  return text.slice(start, end);
}

function isUnknown({ path, lines, isReference }: NamedPlace, places: Places): boolean {
  const known = linesOf(path, places.lines);
  if (known === null) return !isReference && looksLikePath(path);
  return lines.split(',').some((range) => {
    const numbers = range.match(/\d+/g)?.map(Number) ?? [];
    const [from = 0, to = from] = numbers;
    return !known.has(from) || !known.has(to) || to < from;
  });
}

/** Models shorten paths, and write them as diffs do: `zones.ts` and `b/src/zones.ts` for `src/zones.ts`. */
function linesOf(path: string, lines: Places['lines']): ReadonlySet<number> | null {
  const exact = lines.get(path) ?? lines.get(path.replace(/^(?:\.\/|\/|[ab]\/)/, ''));
  if (exact !== undefined) return exact;
  const ending = `/${path}`;
  const found = path === '' ? [] : [...lines.keys()].filter((known) => known.endsWith(ending));
  return found.length === 1 && found[0] !== undefined ? (lines.get(found[0]) ?? null) : null;
}

/** Endings of hosts that are no endings of source files. */
const HOST = /^(?:[a-z0-9_-]+\.)+(?:com|org|net|io|dev|app|ai|co|eu|cloud|local|internal|example|invalid)$/i;

/** Files without an ending, and those that are all ending: `Makefile`, `LICENSE`, `.env`. */
const BARE_NAME =
  /^(?:(?:Make|Docker|Container|Jenkins|Gem|Rake|Proc|Vagrant|Brew|Pip|Pod|Caddy|Just)file|makefile|justfile|LICEN[CS]E|COPYING|NOTICE|README|CHANGELOG|CODEOWNERS|\.[A-Za-z][\w.-]*)$/;

/** Products whose names end like files. */
const PRODUCT = /^(?:node|next|nuxt|vue|three)\.js$/i;

/** Not an address (`http://…:8080`, `redis.io:6379`, `127.0.0.1:80`, an image at a host), nor a ratio, a date or a time. */
function looksLikePath(word: string): boolean {
  if (word.includes('://') || word.startsWith('//') || /^[\d/.-]*$/.test(word)) return false;
  if (HOST.test(word.split('/')[0] ?? '') || PRODUCT.test(word)) return false;
  return word.includes('/') || BARE_NAME.test(word) || /[^.]\.[A-Za-z][A-Za-z0-9]{0,9}$/.test(word);
}
