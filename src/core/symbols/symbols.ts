import { loadParser, type Parser, parseWithin, type Tree } from './grammars.ts';
import { scriptsIn } from './html-names.ts';
import { indentedSymbols } from './indented-symbols.ts';
import { languageOf, type ParsedLanguage } from './language.ts';
import { sectionSymbols, tomlSymbols } from './section-symbols.ts';
import { sqlSymbols } from './sql-symbols.ts';
import { SymbolCollector, type SymbolTable } from './symbol-table.ts';
import { headedSymbols, keyedSymbols, nestedSymbols } from './tree-symbols.ts';

/** Longer files, in UTF-16 units, are read by the fallback: their trees would take hundreds of megabytes. */
const LONGEST_PARSED = 2_000_000;

/** The dialect of a file that its grammar cannot take; a language without one has no symbols then. */
const FALLBACKS: Readonly<Partial<Record<ParsedLanguage, string>>> = {
  javascript: 'other',
  typescript: 'other',
  tsx: 'other',
  python: 'other',
  go: 'other',
  rust: 'other',
  java: 'csharp',
  cpp: 'objc',
  php: 'other',
  css: 'style',
};

/**
 * The named symbols of a file by its path and text (RR-21). A promise, the only one in `core`, because a grammar is read from
 * the bundle when the first file of its language is met; nothing else is waited for. Code that does not parse gives the
 * symbols that can be told; it never fails for its text. Nothing of the text or its tree is kept in the table.
 */
export function symbolsOf(path: string, text: string): Promise<SymbolTable> {
  const language = languageOf(path);
  if (language.kind === 'parsed' && text.length <= LONGEST_PARSED)
    return loadParser(language.grammar).then((parser) => parsedSymbols(parser, language.grammar, text));
  return Promise.resolve(scannedSymbols(path, text));
}

/** What needs no grammar, or has a file that is too much for it. */
function scannedSymbols(path: string, text: string): SymbolTable {
  const language = languageOf(path);
  switch (language.kind) {
    case 'parsed':
      return unparsedSymbols(language.grammar, text);
    case 'indented':
      return indentedSymbols(language.dialect, text);
    case 'sql':
      return sqlSymbols(text);
    case 'toml':
      return tomlSymbols(text);
    case 'sections':
      return sectionSymbols(text);
    case 'none':
      return noSymbols();
  }
}

function unparsedSymbols(language: ParsedLanguage, text: string): SymbolTable {
  const dialect = FALLBACKS[language];
  return dialect === undefined ? noSymbols() : indentedSymbols(dialect, text);
}

function noSymbols(): SymbolTable {
  return new SymbolCollector(0).table();
}

function parsedSymbols(parser: Parser, language: ParsedLanguage, text: string): SymbolTable | Promise<SymbolTable> {
  const tree = parseWithin(parser, prepared(language, text));
  if (tree === null) return unparsedSymbols(language, text);
  switch (language) {
    case 'json':
    case 'yaml':
      return keyedSymbols(tree, text);
    case 'markdown':
      return headedSymbols(tree, text);
    case 'html':
      return pageSymbols(tree, text);
    default:
      return nestedSymbols(language, tree, text);
  }
}

/** A page's elements, and its scripts' own symbols; a script that nests too deeply has none. */
function pageSymbols(tree: Tree, text: string): Promise<SymbolTable> {
  const scripts = scriptsIn(tree, text).map(({ from, to, language }) => {
    const script = text.slice(from, to);
    return loadParser(language).then((parser) => {
      const inner = parseWithin(parser, script);
      return inner === null ? [] : [{ language, tree: inner, text: script, base: from }];
    });
  });
  return Promise.all(scripts).then((inner) => nestedSymbols('html', tree, text, inner.flat()));
}

/** The text as its grammar can read it; nothing moves. */
function prepared(language: ParsedLanguage, text: string): string {
  if (language === 'markdown') return withoutFrontMatter(text);
  return language === 'yaml' ? withoutTemplates(text) : text;
}

/** Blanks out the YAML before a document, whose last line would else be read as a heading that `---` underlines. */
function withoutFrontMatter(text: string): string {
  const open = /^---[ \t]*\r?\n/.exec(text);
  if (open === null) return text;
  const close = /^(?:---|\.\.\.)[ \t]*\r?$/m.exec(text.slice(open[0].length));
  if (close === null) return text;
  const end = open[0].length + close.index + close[0].length;
  return text.slice(0, end).replace(/[^\n]/g, ' ') + text.slice(end);
}

/**
 * Hides the actions of Helm and Jinja in YAML, which is no YAML before they have run: a line that is one alone as a blank
 * line, any other as a plain word.
 */
function withoutTemplates(text: string): string {
  if (!text.includes('{{') && !text.includes('{%')) return text;
  return text
    .replace(/^[ \t]*(?:\{\{[^\n]*\}\}|\{%[^\n]*%\})[ \t]*\r?$/gm, (line) => ' '.repeat(line.length))
    .replace(/\{\{[^{}\n]*\}\}/g, (action) => 'x'.repeat(action.length));
}
