import type { SyntaxNode, Tree } from './grammars.ts';
import { SymbolCollector, type SymbolTable } from './symbol-table.ts';
import { lineAt, lineStartsOf } from './text-lines.ts';
import { NAMES, type NestedLanguage } from './tree-names.ts';

/** The symbols of a language whose scopes nest as the nodes of its tree do. */
export function nestedSymbols(language: NestedLanguage, tree: Tree, text: string): SymbolTable {
  const names = new Map(Object.entries(NAMES[language]));
  const starts = lineStartsOf(text);
  const symbols = new SymbolCollector(starts.length);
  const indents = language === 'python' ? new Indents(text, starts) : null;
  const open: number[] = [];
  const lastLines: number[] = [];

  const leave = (offset: number): void => {
    for (let end = open.at(-1); end !== undefined && end <= offset; end = open.at(-1)) {
      open.pop();
      symbols.close(lastLines.pop() ?? 1);
    }
  };
  tree.iterate({
    enter: ({ type, from, to, node }) => {
      const naming = names.get(type.name);
      if (naming === undefined) return;
      const found = naming(node, text);
      if (found === null) return;
      leave(from);
      const header = lineAt(starts, found.from);
      const last = lastLineOf(text, starts, from, to);
      open.push(to);
      lastLines.push(indents === null ? last : indents.lastBelow(lineAt(starts, from), last));
      symbols.open(found.name, header);
    },
  });
  leave(Number.POSITIVE_INFINITY);
  return symbols.table();
}

/** JSON and YAML: the top-level key (RR-21). */
export function keyedSymbols(tree: Tree, text: string): SymbolTable {
  const starts = lineStartsOf(text);
  const symbols = new SymbolCollector(starts.length);
  const indents = new Indents(text, starts);
  tree.iterate({
    enter: ({ type, from, to, node }) => {
      // The keys of a list's items are no keys of the file.
      if (/Sequence$|^Array$/.test(type.name)) return false;
      if (type.name !== 'Property' && type.name !== 'Pair') return;
      const key = node.firstChild;
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
    const name = plainText(node, text);
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
function plainText(heading: SyntaxNode, text: string): string {
  let words = '';
  let at = heading.from;
  const skip = (from: number, to: number): void => {
    words += text.slice(at, Math.max(at, from));
    at = Math.max(at, to);
  };
  heading.toTree().iterate({
    enter: ({ type, from, to }) => {
      if (/Mark$|^URL$|^LinkTitle$|^LinkLabel$|^HTMLTag$|^Comment/.test(type.name))
        skip(heading.from + from, heading.from + to);
    },
  });
  skip(heading.to, heading.to);
  return words.trim().replace(/\s+/g, ' ');
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
