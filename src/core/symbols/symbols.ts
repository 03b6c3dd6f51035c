import { loadParser, type Parser } from './grammars.ts';
import { indentedSymbols } from './indented-symbols.ts';
import { languageOf, type ParsedLanguage } from './language.ts';
import { sectionSymbols, tomlSymbols } from './section-symbols.ts';
import { sqlSymbols } from './sql-symbols.ts';
import { SymbolCollector, type SymbolTable } from './symbol-table.ts';
import { headedSymbols, keyedSymbols, nestedSymbols } from './tree-symbols.ts';

/** Longer files, in UTF-16 units, are read by the fallback: their trees would take hundreds of megabytes. */
const LONGEST_PARSED = 2_000_000;

/**
 * The named symbols of a file by its path and text (RR-21). A promise, the one in `core`, because a grammar is read from
 * the bundle when the first file of its language is met; it is kept for no clock, network or file of the work tree. Code
 * that does not parse gives the symbols that can be told; it never fails for its text.
 */
export function symbolsOf(path: string, text: string): Promise<SymbolTable> {
  const language = languageOf(path);
  if (language.kind === 'parsed' && text.length <= LONGEST_PARSED)
    return loadParser(language.grammar).then((parser) => parsedSymbols(parser, language.grammar, text));
  switch (language.kind) {
    case 'parsed': {
      const dialect = FALLBACKS[language.grammar];
      return Promise.resolve(dialect === undefined ? noSymbols() : indentedSymbols(dialect, text));
    }
    case 'indented':
      return Promise.resolve(indentedSymbols(language.dialect, text));
    case 'sql':
      return Promise.resolve(sqlSymbols(text));
    case 'toml':
      return Promise.resolve(tomlSymbols(text));
    case 'sections':
      return Promise.resolve(sectionSymbols(text));
    case 'none':
      return Promise.resolve(noSymbols());
  }
}

/** The dialect of a file that is too long for its grammar; without one it has no symbols. */
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

function noSymbols(): SymbolTable {
  return new SymbolCollector(0).table();
}

function parsedSymbols(parser: Parser, language: ParsedLanguage, text: string): SymbolTable {
  switch (language) {
    case 'json':
      return keyedSymbols(parser.parse(text), text);
    case 'yaml':
      return keyedSymbols(parser.parse(withoutTemplates(text)), text);
    case 'markdown':
      return headedSymbols(parser.parse(withoutFrontMatter(text)), text);
    default:
      return nestedSymbols(language, parser.parse(text), text);
  }
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
 * line, any other as a plain word. Nothing moves.
 */
function withoutTemplates(text: string): string {
  return text
    .replace(/^[ \t]*(?:\{\{[^\n]*\}\}|\{%[^\n]*%\})[ \t]*\r?$/gm, (line) => ' '.repeat(line.length))
    .replace(/\{\{[^{}\n]*\}\}/g, (action) => 'x'.repeat(action.length));
}
