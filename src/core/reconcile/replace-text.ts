/** A text with the one stretch that an edit replaces; `start`, `end` and `insert` leave out what both texts begin and end with. */
export type Replacement = {
  readonly text: string;
  /** UTF-16 units in the old text. */
  readonly start: number;
  readonly end: number;
  readonly insert: string;
};

export type Replaced = ({ readonly ok: true } & Replacement) | { readonly ok: false; readonly why: string };

/** So many places are counted; more are `at least` so many. */
const COUNTED = 20;
/** So many of them are named by their lines. */
const LISTED = 5;

/**
 * Replaces the one occurrence of `oldText` (RB-20), byte for byte; `why` is for the model. The model sees lines without
 * their carriage returns, so a line end of `oldText` is found whether it is LF or CRLF in the file, and those of `newText`
 * become what stands at that place. Line ends of lines that stay, and a byte-order mark, are not touched.
 */
export function replaceOnce(text: string, oldText: string, newText: string): Replaced {
  const mark = text.startsWith('\ufeff') ? 1 : 0;
  const shown = shownText(text.slice(mark));
  const wanted = withoutMark(oldText).replaceAll('\r\n', '\n');
  const given = withoutMark(newText).replaceAll('\r\n', '\n');
  if (wanted === '') return refuse('old_text is empty: it must name the text to replace, and files are not created');
  if (wanted === given) return refuse('new_text is the same as old_text');
  if (given.includes('\r') && (!wanted.includes('\r') || /\r(?:\n|$)/.test(given)))
    return refuse(
      'new_text has a carriage return that ends no line; write line ends as \\n, and the file keeps its own',
    );

  const places = placesOf(shown.text, wanted);
  const [at] = places;
  if (at === undefined)
    return refuse(
      'old_text occurs 0 times in the file, and must occur exactly once. Copy it from read_file without the line numbers; ' +
        '<U+XXXX> there stands for a hidden character, so choose a text without one',
    );
  if (places.length > 1) {
    const count = places.length < COUNTED ? String(places.length) : `at least ${COUNTED}`;
    const lines = places.slice(0, LISTED).map((place) => lineAt(shown.text, place));
    return refuse(
      `old_text occurs ${count} times in the file (at line ${lines.join(', ')}${places.length > LISTED ? ', …' : ''}), and must occur ` +
        'exactly once. Add lines before or behind it to both texts',
    );
  }

  const before = commonStart(wanted, given);
  const after = commonEnd(wanted.slice(before), given.slice(before));
  const place = (index: number): number => mark + shown.original(index);
  const start = place(at + before);
  const end = place(at + wanted.length - after);
  const around = { start: place(at), end: place(at + wanted.length) };
  const middle = given.slice(before, given.length - after);
  const insert = middle.replaceAll('\n', lineEndAt(text, { start, end }, around));
  if (text[start - 1] === '\r' && (insert[0] ?? text[end]) === '\n')
    return refuse('new_text would turn a carriage return of the file into a line end; choose a longer old_text');
  return { ok: true, text: text.slice(0, start) + insert + text.slice(end), start, end, insert };
}

function refuse(why: string): Replaced {
  return { ok: false, why };
}

function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** `text` as the model sees it, with the way back from its places to those of `text`. */
function shownText(text: string): { readonly text: string; readonly original: (index: number) => number } {
  if (!text.includes('\r\n')) return { text, original: (index) => index };
  /** For each CRLF, the place of its line feed in the shown text: ascending. */
  const feeds: number[] = [];
  for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n', at + 2)) feeds.push(at - feeds.length);
  const original = (index: number): number => {
    // How many line feeds stand before `index`, by halving.
    let low = 0;
    let high = feeds.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((feeds[middle] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    return index + low;
  };
  return { text: text.replaceAll('\r\n', '\n'), original };
}

/**
 * Overlapping occurrences count one by one: `aa` is twice in `aaa`. By Knuth, Morris and Pratt, in time that grows with the
 * lengths of the texts added: `indexOf` begins anew at every place, which a hostile file makes minutes of.
 */
function placesOf(text: string, wanted: string): readonly number[] {
  const borders = bordersOf(wanted);
  const places: number[] = [];
  let matched = 0;
  for (let at = 0; at < text.length && places.length < COUNTED; at += 1) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && unit !== wanted.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
    if (unit === wanted.charCodeAt(matched)) matched += 1;
    if (matched === wanted.length) {
      places.push(at + 1 - matched);
      matched = borders[matched - 1] ?? 0;
    }
  }
  return places;
}

/** For each beginning of `text`, by its length less one: how long a beginning it also ends in, itself left out. */
function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length);
  let length = 0;
  for (let at = 1; at < text.length; at += 1) {
    while (length > 0 && text.charCodeAt(at) !== text.charCodeAt(length)) length = borders[length - 1] ?? 0;
    if (text.charCodeAt(at) === text.charCodeAt(length)) length += 1;
    borders[at] = length;
  }
  return borders;
}

function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

function commonEnd(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[a.length - 1 - length] === b[b.length - 1 - length]) length += 1;
  return length;
}

type Stretch = { readonly start: number; readonly end: number };

/** The line end of what is replaced, else of the whole stretch that the model named, else of the next line, else of the one before. */
function lineEndAt(text: string, replaced: Stretch, around: Stretch): string {
  return (
    commonLineEnd(text.slice(replaced.start, replaced.end)) ??
    commonLineEnd(text.slice(around.start, around.end)) ??
    lineEndOf(text, text.indexOf('\n', around.end)) ??
    lineEndOf(text, around.start === 0 ? -1 : text.lastIndexOf('\n', around.start - 1)) ??
    '\n'
  );
}

/** The line end that is more frequent; null where there is none. */
function commonLineEnd(text: string): string | null {
  const all = text.match(/\r?\n/g) ?? [];
  if (all.length === 0) return null;
  return all.filter((end) => end === '\r\n').length * 2 >= all.length ? '\r\n' : '\n';
}

function lineEndOf(text: string, feed: number): string | null {
  if (feed < 0) return null;
  return text[feed - 1] === '\r' ? '\r\n' : '\n';
}
