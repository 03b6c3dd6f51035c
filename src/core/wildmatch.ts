/** A pattern of `.gitattributes`, compiled. */
export type Wildmatch = { matches(path: string): boolean };

/** One folder's or file's name in a pattern; 'any folders' is a `**` between slashes. */
type Segment = readonly Token[] | 'any folders';

type Token = 'any run' | { readonly accepts: (char: string) => boolean };

/**
 * Compiles a pattern by gitattributes(5) and gitignore(5): without a slash it is compared with the file's name at any
 * depth, otherwise with the whole path from the root; `*` and `?` stay in a folder, `**` between slashes crosses
 * folders, `[…]` is a class, `\` takes the meaning from the next character. Matching takes no more than the pattern's
 * length times the path's.
 */
export function parseWildmatch(pattern: string): Wildmatch {
  if (pattern.endsWith('/')) return { matches: () => false };
  if (!pattern.includes('/')) {
    const name = parseSegment(pattern);
    return { matches: (path) => name !== null && matchesName(name, path.slice(path.lastIndexOf('/') + 1)) };
  }
  const segments: Segment[] = [];
  for (const part of pattern.replace(/^\//, '').split('/')) {
    const segment = /^\*{2,}$/.test(part) ? 'any folders' : parseSegment(part);
    if (segment === null) return { matches: () => false };
    segments.push(segment);
  }
  // What stands below a folder has a name; the folder itself is no file.
  if (segments.at(-1) === 'any folders') segments.push(['any run']);
  return {
    matches: (path) =>
      matchesRun(segments, path.split('/'), {
        isRun: (segment) => segment === 'any folders',
        accepts: (segment, name) => segment !== 'any folders' && matchesName(segment, name),
      }),
  };
}

function matchesName(tokens: readonly Token[], name: string): boolean {
  return matchesRun(tokens, Array.from(name), {
    isRun: (token) => token === 'any run',
    accepts: (token, char) => token !== 'any run' && token.accepts(char),
  });
}

/**
 * Whether the items fit the pattern, in which some elements stand for any run of items. Only the last run that was
 * begun is ever made longer, so it never takes exponential time.
 */
function matchesRun<Element, Item>(
  pattern: readonly Element[],
  items: readonly Item[],
  how: { isRun(element: Element): boolean; accepts(element: Element, item: Item): boolean },
): boolean {
  let at = 0;
  let item = 0;
  let run = -1;
  let runEnd = 0;
  while (item < items.length) {
    const element = pattern[at];
    if (element !== undefined && how.isRun(element)) {
      run = at++;
      runEnd = item;
    } else if (element !== undefined && how.accepts(element, items[item] as Item)) {
      at++;
      item++;
    } else if (run >= 0) {
      at = run + 1;
      item = ++runEnd;
    } else return false;
  }
  while (at < pattern.length && how.isRun(pattern[at] as Element)) at++;
  return at === pattern.length;
}

/** Null for what git never matches: a class without an end, a final single backslash. */
function parseSegment(text: string): Token[] | null {
  const chars = Array.from(text);
  const tokens: Token[] = [];
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at];
    if (char === '*') tokens.push('any run');
    else if (char === '?') tokens.push({ accepts: () => true });
    else if (char === '[') {
      const found = parseClass(chars, at);
      if (found === null) return null;
      tokens.push(found.token);
      at = found.last;
    } else {
      const literal = char === '\\' ? chars[++at] : char;
      if (literal === undefined) return null;
      tokens.push({ accepts: (other) => other === literal });
    }
  }
  return tokens;
}

const NAMED: Readonly<Record<string, RegExp>> = {
  alnum: /[A-Za-z0-9]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  digit: /[0-9]/,
  lower: /[a-z]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /\s/,
  upper: /[A-Z]/,
  xdigit: /[A-Fa-f0-9]/,
};

/** A class from its `[` at `start`; `last` is the place of its `]`. */
function parseClass(chars: readonly string[], start: number): { token: Token; last: number } | null {
  let at = start + 1;
  const negated = chars[at] === '!' || chars[at] === '^';
  if (negated) at++;
  const members: ((char: string) => boolean)[] = [];
  for (const first = at; at < chars.length; at++) {
    if (chars[at] === ']' && at > first) {
      return { token: { accepts: (char) => members.some((member) => member(char)) !== negated }, last: at };
    }
    const named =
      chars[at] === '[' && chars[at + 1] === ':' ? /^\[:([a-z]+):\]/.exec(chars.slice(at, at + 10).join('')) : null;
    if (named !== null) {
      const kind = NAMED[named[1] ?? ''];
      if (kind === undefined) return null;
      members.push((char) => kind.test(char));
      at += named[0].length - 1;
      continue;
    }
    if (chars[at] === '\\') at++;
    const low = chars[at];
    if (low === undefined) return null;
    if (chars[at + 1] === '-' && chars[at + 2] !== undefined && chars[at + 2] !== ']') {
      at += chars[at + 2] === '\\' ? 3 : 2;
      const high = chars[at];
      if (high === undefined) return null;
      members.push((char) => low <= char && char <= high);
    } else members.push((char) => char === low);
  }
  return null;
}
