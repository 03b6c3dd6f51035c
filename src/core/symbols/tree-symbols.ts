import type { Tree } from './grammars.ts';
import { SymbolCollector, type SymbolTable } from './symbol-table.ts';
import { lineAt, lineStartsOf } from './text-lines.ts';
import { NAMES, type NestedLanguage } from './tree-names.ts';

/** Characters of a heading that can become its name. */
const LONGEST_HEADING = 1_000;

/** A tree inside of another one's text, such as a script in a page: its own text begins at `base` there. */
export type InnerTree = {
  readonly language: NestedLanguage;
  readonly tree: Tree;
  readonly text: string;
  readonly base: number;
};

/** The symbols of a language whose scopes nest as the nodes of its tree do, and of the trees in it, in the text's order. */
export function nestedSymbols(
  language: NestedLanguage,
  tree: Tree,
  text: string,
  inner: readonly InnerTree[] = [],
): SymbolTable {
  const starts = lineStartsOf(text);
  const symbols = new SymbolCollector(starts.length);
  const indents = language === 'python' ? new Indents(text, starts) : null;
  const ends: { readonly offset: number; readonly line: number }[] = [];
  let nextInner = 0;

  const leave = (offset: number): void => {
    for (let end = ends.at(-1); end !== undefined && end.offset <= offset; end = ends.at(-1)) {
      ends.pop();
      symbols.close(end.line);
    }
  };
  const walk = (part: InnerTree): void => {
    const names = new Map(Object.entries(NAMES[part.language]));
    part.tree.iterate({
      enter: (at) => {
        const naming = names.get(at.type.name);
        const found = naming === undefined ? null : naming(at.node, part.text);
        if (found === null) return;
        const from = part.base + at.from;
        const to = part.base + at.to;
        for (let below = inner[nextInner]; below !== undefined && below.base < from; below = inner[nextInner]) {
          nextInner++;
          walk(below);
        }
        leave(from);
        const last = lastLineOf(text, starts, from, to);
        ends.push({ offset: to, line: indents === null ? last : indents.lastBelow(lineAt(starts, from), last) });
        symbols.open(found.name, lineAt(starts, part.base + found.from));
      },
    });
  };
  walk({ language, tree, text, base: 0 });
  for (const below of inner.slice(nextInner)) walk(below);
  leave(Number.POSITIVE_INFINITY);
  return symbols.table();
}

/** JSON and YAML: the top-level key (RR-21). */
export function keyedSymbols(tree: Tree, text: string): SymbolTable {
  const starts = lineStartsOf(text);
  const symbols = new SymbolCollector(starts.length);
  const indents = new Indents(text, starts);
  tree.iterate({
    enter: (at) => {
      const { type, from, to } = at;
      // The keys of a list's items are no keys of the file.
      if (/Sequence$|^Array$/.test(type.name)) return false;
      if (type.name !== 'Property' && type.name !== 'Pair') return;
      const key = at.node.firstChild;
      const name = key === null ? '' : unquoted(text.slice(key.from, key.to));
      if (name !== '') {
        const header = lineAt(starts, from);
        const last = lastLineOf(text, starts, from, to);
        symbols.open(name, header);
        symbols.close(type.name === 'Pair' ? indents.lastBelow(header, last) : last);
      }
      return false;
    },
  });
  return symbols.table();
}

/** Markdown: the nearest heading's text, above or on the line; a heading in a quote or a list heads nothing else. */
export function headedSymbols(tree: Tree, text: string): SymbolTable {
  const starts = lineStartsOf(text);
  const symbols = new SymbolCollector(starts.length);
  for (let node = tree.topNode.firstChild; node !== null; node = node.nextSibling) {
    if (!/^(ATX|Setext)Heading/.test(node.name)) continue;
    const name = plainText(text.slice(node.from, node.to));
    const line = lineAt(starts, node.from);
    if (symbols.depth > 0) symbols.close(line - 1);
    if (name !== '') symbols.open(name, line);
  }
  return symbols.table();
}

/** A node's last line; a node that ends with a line end ends on that line, not on the next one. */
function lastLineOf(text: string, starts: readonly number[], from: number, to: number): number {
  return lineAt(starts, to > from && text[to - 1] === '\n' ? to - 1 : to > from ? to - 1 : to);
}

/** A heading's words without the marks around them, so that emphasis or a link changes no key. */
function plainText(heading: string): string {
  return heading
    .slice(0, LONGEST_HEADING)
    .replace(/^\s*#{1,6}(?=\s)|\s#+\s*$|\n\s*(?:=+|-+)\s*$/g, '')
    .replace(/!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1')
    .replace(/<\/?[a-zA-Z][^<>]*>|[`*]|~~|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .trim()
    .replace(/\s+/g, ' ');
}

function unquoted(key: string): string {
  return key.replace(/^(["'])(.*)\1$/s, '$2');
}

/** Lines by how far they are indented, for languages where that says what belongs to what. */
class Indents {
  readonly #text: string;
  readonly #starts: readonly number[];
  readonly #nextFull: Int32Array;

  constructor(text: string, starts: readonly number[]) {
    this.#text = text;
    this.#starts = starts;
    this.#nextFull = new Int32Array(starts.length + 2);
    let next = starts.length + 1;
    for (let line = starts.length; line >= 1; line--) {
      this.#nextFull[line] = next;
      if (this.#of(line) !== null) next = line;
    }
  }

  /** The last line after `last` that is a comment or blank and indented more than the header: it belongs to the same scope. */
  lastBelow(header: number, last: number): number {
    const least = this.#of(header) ?? 0;
    let end = last;
    for (
      let line = this.#nextFull[last] ?? 0;
      line >= 1 && line <= this.#starts.length;
      line = this.#nextFull[line] ?? 0
    ) {
      if ((this.#of(line) ?? 0) <= least) break;
      end = line;
    }
    return end;
  }

  /** Characters of white space before a line's text; null for a line without text. */
  #of(line: number): number | null {
    const start = this.#starts[line - 1] ?? 0;
    let at = start;
    for (let unit = this.#text[at]; unit === ' ' || unit === '\t'; unit = this.#text[at]) at++;
    const unit = this.#text[at];
    return unit === undefined || unit === '\n' || unit === '\r' ? null : at - start;
  }
}
