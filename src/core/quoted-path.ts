import { showInvisible } from './invisible.ts';

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };

/**
 * Reads a path that git put in quotes, from the quote at `start`: C escapes and octal bytes, decoded as UTF-8. `end` is
 * the place behind the closing quote. Null where it is not such a path.
 */
export function unquotePath(text: string, start: number): { readonly path: string; readonly end: number } | null {
  if (text[start] !== '"') return null;
  const bytes: number[] = [];
  let at = start + 1;
  while (at < text.length) {
    const char = text[at];
    if (char === '"') return { path: decode(bytes), end: at + 1 };
    if (char === '\n') return null;
    if (char !== '\\') {
      const point = String.fromCodePoint(text.codePointAt(at) ?? 0);
      bytes.push(...new TextEncoder().encode(point));
      at += point.length;
      continue;
    }
    const octal = /^[0-3][0-7]{2}/.exec(text.slice(at + 1, at + 4));
    const byte = octal === null ? ESCAPES[text[at + 1] ?? ''] : Number.parseInt(octal[0], 8);
    if (byte === undefined) return null;
    bytes.push(byte);
    at += octal === null ? 2 : 4;
  }
  return null;
}

// A path may begin with a byte-order mark, which TextDecoder would swallow.
function decode(bytes: readonly number[]): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes));
}

const SHORT: Readonly<Record<string, string>> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what git quotes
const NEEDS_QUOTES = /[\u0000-\u001f"\\\u007f]/;

/**
 * A path on one line, quoted as git does with `core.quotePath=false`: only control characters, `"` and `\` are escaped,
 * letters of any script stay readable. `prefix` (such as `a/`) goes inside the quotes.
 */
export function quotePath(path: string, prefix = ''): string {
  if (!NEEDS_QUOTES.test(path)) return `${prefix}${path}`;
  let quoted = '';
  for (const char of path) {
    quoted += NEEDS_QUOTES.test(char) ? (SHORT[char] ?? `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`) : char;
  }
  return `"${prefix}${quoted}"`;
}

/** A path as one line that a person or a model can read whole: quoted where git would, hidden characters shown (SU-24). */
export function visiblePath(path: string): string {
  return showInvisible(quotePath(path));
}
