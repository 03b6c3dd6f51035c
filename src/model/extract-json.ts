/** Deeper nesting than any answer has; it keeps everything that later walks a value safe. */
const MAX_DEPTH = 100;
/** Steps per character before the search gives up: hostile text costs linear time, honest text a fraction of this. */
const STEPS_PER_CHARACTER = 24;

/**
 * The whole JSON objects that a model's text holds, in order, whatever fences, prose or `<think>` blocks stand around
 * (SU-33). A list of exactly one object is that object; any other list is none. Objects inside thoughts do not count.
 */
export function extractObjects(text: string): readonly Record<string, unknown>[] {
  return new Search(text).all();
}

/** The last of them, which is the answer where there are several; null when there is none. */
export function extractObject(text: string): Record<string, unknown> | null {
  return extractObjects(text).at(-1) ?? null;
}

const OPEN_THOUGHT = /<think(?:ing)?>/iy;
const CLOSE_THOUGHT = /<\/think(?:ing)?>/gi;
const STRAY_CLOSE = /<\/think(?:ing)?>/iy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

class Search {
  readonly #text: string;
  #steps: number;
  /** Starts that are known to lead nowhere, because a parse that went through them failed while they were open. */
  readonly #dead = new Set<number>();

  constructor(text: string) {
    this.#text = text;
    this.#steps = STEPS_PER_CHARACTER * text.length + 1000;
  }

  all(): readonly Record<string, unknown>[] {
    const text = this.#text;
    let found: Record<string, unknown>[] = [];
    let at = 0;
    while (at < text.length && this.#steps > 0) {
      const character = text[at];
      if (character === '{' || character === '[') {
        const end = this.#dead.has(at) ? null : this.#endOf(at);
        if (end !== null) {
          const value: unknown = JSON.parse(text.slice(at, end));
          const object = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
          if (isObject(object)) found.push(object);
          at = end;
          continue;
        }
      } else if (character === '<') {
        if (matchAt(OPEN_THOUGHT, text, at) !== null) {
          CLOSE_THOUGHT.lastIndex = at;
          // A thought that never ends holds no answer, and nothing comes after it.
          if (CLOSE_THOUGHT.exec(text) === null) break;
          at = CLOSE_THOUGHT.lastIndex;
          continue;
        }
        // Some servers' templates leave only the closing tag: all before it was thought.
        if (matchAt(STRAY_CLOSE, text, at) !== null) found = [];
      }
      at += 1;
      this.#steps -= 1;
    }
    return found;
  }

  /** The index after the JSON value that begins with the bracket at `start`, or null if none ends. No recursion. */
  #endOf(start: number): number | null {
    const open: number[] = [];
    let at = start;
    let expected: 'value' | 'first-key' | 'key' | 'first-item' | 'after' = 'value';
    while (this.#steps > 0) {
      at = this.#afterSpace(at);
      this.#steps -= 1;
      const character = this.#text[at];
      if (expected === 'after') {
        const inObject = this.#text[open.at(-1) ?? 0] === '{';
        if (character === ',') {
          at += 1;
          expected = inObject ? 'key' : 'value';
        } else if (character === (inObject ? '}' : ']')) {
          at += 1;
          open.pop();
          if (open.length === 0) return at;
        } else break;
      } else if (expected === 'first-key' && character === '}') {
        expected = 'after';
      } else if (expected === 'first-item' && character === ']') {
        expected = 'after';
      } else if (expected === 'first-key' || expected === 'key') {
        const colon = this.#afterKey(at);
        if (colon === null) break;
        at = colon;
        expected = 'value';
      } else if (character === '{' || character === '[') {
        if (open.length === MAX_DEPTH) break;
        open.push(at);
        at += 1;
        expected = character === '{' ? 'first-key' : 'first-item';
      } else {
        const end = this.#afterScalar(at);
        if (end === null) break;
        at = end;
        expected = 'after';
      }
    }
    // From each of these the same parse would fail at the same place. One that was closed may still be an answer.
    for (const bracket of open) if (bracket !== start) this.#dead.add(bracket);
    return null;
  }

  #afterKey(at: number): number | null {
    const end = this.#afterString(at);
    if (end === null) return null;
    const colon = this.#afterSpace(end);
    return this.#text[colon] === ':' ? colon + 1 : null;
  }

  #afterScalar(at: number): number | null {
    if (this.#text[at] === '"') return this.#afterString(at);
    return this.#match(NUMBER, at) ?? this.#match(WORD, at);
  }

  #afterSpace(start: number): number {
    let at = start;
    while (' \t\n\r'.includes(this.#text[at] ?? '-')) at += 1;
    this.#steps -= at - start;
    return at;
  }

  #match(sticky: RegExp, at: number): number | null {
    const end = matchAt(sticky, this.#text, at);
    if (end !== null) this.#steps -= end - at;
    return end;
  }

  #afterString(start: number): number | null {
    const text = this.#text;
    if (text[start] !== '"') return null;
    for (let at = start + 1; at < text.length && this.#steps > 0; at += 1) {
      this.#steps -= 1;
      const code = text.charCodeAt(at);
      if (code === 0x22) return at + 1;
      if (code < 0x20) return null;
      if (code !== 0x5c) continue;
      at += 1;
      const escaped = text[at] ?? '';
      if (escaped === 'u') {
        if (!/^[0-9a-fA-F]{4}$/.test(text.slice(at + 1, at + 5))) return null;
        at += 4;
      } else if (escaped === '' || !'"\\/bfnrt'.includes(escaped)) return null;
    }
    return null;
  }
}

function matchAt(sticky: RegExp, text: string, at: number): number | null {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
