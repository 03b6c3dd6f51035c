import { characterName } from './character-names.ts';

/** An invisible character of a text. `index` is in UTF-16 units; a `mark` is one of U+200E, U+200F and U+061C. */
export type Invisible = {
  readonly index: number;
  readonly codePoint: number;
  /** In Unicode's words. */
  readonly name: string;
  readonly kind: 'tag' | 'bidi' | 'mark' | 'other';
};

// Units that may begin an invisible character; for all other text this is the only look at it.
const MAYBE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: single units are meant
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|\r(?!\n|$)/;

/**
 * Every character that has no glyph of its own: Unicode's default ignorable ones (zero-width, bidirectional controls,
 * tags, variation selectors, fillers, the soft hyphen), controls other than tab and newline, line and paragraph
 * separators, annotation marks, lone surrogates. A carriage return that ends a line is ordinary. The flags of England,
 * Scotland and Wales (🏴 and tags, the only subdivisions that Unicode recommends) come first, so that their tags are not
 * found one by one; any other letters in tags may hide a text.
 */
const SUSPECT =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}|\r(?!\n|$)|(?![\t\n\r])[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\u2028\u2029\ufff9-\ufffb]/gu;

/** Whether a closer look at the text is worth its while; false for nearly all text, and cheap. */
export function mayHoldInvisible(text: string): boolean {
  return MAYBE.test(text);
}

/** The text with each invisible character as `<U+XXXX>` (SU-24). With `fileStart` a byte-order mark at its start stays. */
export function showInvisible(text: string, { fileStart = false }: { readonly fileStart?: boolean } = {}): string {
  if (!mayHoldInvisible(text)) return text;
  return text.replace(SUSPECT, (found, index: number) =>
    isOrdinary(text, { found, index, fileStart }) ? found : `<${formatCodePoint(found.codePointAt(0) ?? 0)}>`,
  );
}

/** The invisible characters of a text, in order, by the same rules as `showInvisible`. */
export function findInvisible(
  text: string,
  { fileStart = false }: { readonly fileStart?: boolean } = {},
): readonly Invisible[] {
  if (!mayHoldInvisible(text)) return [];
  const all: Invisible[] = [];
  for (const { 0: found, index } of text.matchAll(SUSPECT)) {
    if (isOrdinary(text, { found, index, fileStart })) continue;
    const codePoint = found.codePointAt(0) ?? 0;
    all.push({ index, codePoint, name: characterName(codePoint), kind: kindOf(codePoint) });
  }
  return all;
}

/** `U+202E`: upper-case hex, at least four digits. */
export function formatCodePoint(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

function kindOf(codePoint: number): Invisible['kind'] {
  if (codePoint >= 0xe0000 && codePoint <= 0xe007f) return 'tag';
  if ((codePoint >= 0x202a && codePoint <= 0x202e) || (codePoint >= 0x2066 && codePoint <= 0x2069)) return 'bidi';
  return codePoint === 0x200e || codePoint === 0x200f || codePoint === 0x061c ? 'mark' : 'other';
}

// An invisible neighbour may itself be shown as `<U+XXXX>`; then there is nothing to join.
const LETTER_OR_MARK = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}]/u;

const JOINING =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mand}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Phag}\p{scx=Mani}\p{scx=Phlp}\p{scx=Rohg}\p{scx=Sogd}\p{scx=Adlm}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Bali}\p{scx=Java}\p{scx=Sund}\p{scx=Brah}\p{scx=Cakm}\p{scx=Gran}\p{scx=Newa}\p{scx=Tirh}\p{scx=Modi}\p{scx=Kthi}\p{scx=Limb}\p{scx=Mtei}\p{scx=Lana}\p{scx=Saur}]/u;

/** Signs that kill a vowel; behind one a joiner asks for a certain form of the letter, also at a word's end. */
const VIRAMA = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]/;

function needsJoiner(char: string): boolean {
  return LETTER_OR_MARK.test(char) && JOINING.test(char);
}

/** Whether a suspect is part of well-formed text: an emoji sequence, or a script that needs it (SU-24). */
function isOrdinary(text: string, at: { found: string; index: number; fileStart: boolean }): boolean {
  const { found, index, fileStart } = at;
  if (found.length > 2) return true;
  const before = charBefore(text, index);
  const after = charAt(text, index + found.length);
  switch (found) {
    case '\ufeff':
      return fileStart && index === 0;
    case '\u200d':
      if (joinsEmoji(text, index)) return true;
      return VIRAMA.test(before) || (needsJoiner(before) && needsJoiner(after));
    case '\u200c':
      return VIRAMA.test(before) || (needsJoiner(before) && needsJoiner(after));
    case '\ufe0e':
    case '\ufe0f':
      // A digit is the start of a keycap only with U+20E3; alone it would carry hidden bits.
      if (/[0-9#*]/.test(before)) return found === '\ufe0f' && after === '\u20e3';
      return /\p{Extended_Pictographic}/u.test(before);
    case '\u034f':
      return LETTER_OR_MARK.test(before) && LETTER_OR_MARK.test(after) && /\p{M}/u.test(after);
    case '\u180b':
    case '\u180c':
    case '\u180d':
    case '\u180f':
      return /(?=\p{L})\p{Script=Mongolian}/u.test(before);
    case '\u180e':
      return [before, after].every((char) => /(?=\p{L})\p{Script=Mongolian}/u.test(char));
    case '\ufe00':
      return /[\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}\p{Sm}]/u.test(before) && before > '\x7f';
    case '\ufe01':
    case '\ufe02':
      return /\p{Script=Han}/u.test(before);
  }
  return /[\u{e0100}-\u{e01ef}]/u.test(found) && /\p{Script=Han}/u.test(before);
}

/** UTS #51: emoji, each with a presentation selector or a skin tone if it likes, joined by U+200D. */
function joinsEmoji(text: string, index: number): boolean {
  let before = charBefore(text, index);
  if (before === '\ufe0f') before = charBefore(text, index - 1);
  return (
    /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u.test(before) &&
    /\p{Extended_Pictographic}/u.test(charAt(text, index + 1))
  );
}

/** The character that ends before `index`; '' at the start. */
function charBefore(text: string, index: number): string {
  const low = text.charCodeAt(index - 1);
  const pair = low >= 0xdc00 && low <= 0xdfff && index >= 2 ? text.slice(index - 2, index) : '';
  return pair !== '' && (pair.codePointAt(0) ?? 0) > 0xffff ? pair : text.slice(Math.max(0, index - 1), index);
}

function charAt(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? '' : String.fromCodePoint(code);
}
