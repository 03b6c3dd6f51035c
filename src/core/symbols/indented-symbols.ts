import { type OpenText, openTextAfter } from './csharp-strings.ts';
import { dialectOf } from './declarations.ts';
import { NO_SYMBOL, SymbolCollector, type SymbolTable } from './symbol-table.ts';
import { linesOf } from './text-lines.ts';

/** Columns to the next one of which a tab goes on; only the order of indentations matters. */
const TAB = 4;

/** Lines that belong to the header above them though they are not indented more: an opening brace, a label, a branch. */
const CONTINUES =
  /^(?:[{)\]>]|\|>|do\b|begin\b|else\b|elsif\b|elif\b|rescue\b|ensure\b|catch\b|except\b|finally\b|where\b|then\b|is\b|(?:public|private|protected|default)\s*:)/i;

/** Lines that end the symbol whose header is indented as they are. */
const CLOSES = /^(?:\}|end\b|done\b|fi\b|esac\b|@end\b)/i;

/**
 * The fallback for languages without a grammar here, and for files too long to parse: a line that declares by the patterns
 * of its dialect begins a symbol, which holds what is indented more, up to the line that closes it. It reads well-formatted
 * code; text inside comments, here-documents and triple quotes neither begins nor ends a symbol. Linear in the text.
 */
export function indentedSymbols(dialectName: string, text: string): SymbolTable {
  const dialect = dialectOf(dialectName);
  const lines = linesOf(text);
  const symbols = new SymbolCollector(lines.length + 1);
  const closings = dialect.heredoc === null ? null : lastLines(lines);
  const lastTriple = dialect.tripleQuoted ? lines.findLastIndex((line) => line.includes('"""')) : -1;
  const open: { readonly indent: number; readonly name: string }[] = [];
  let lastCode = 1;
  /** The line that ends the text in which we are, if we are in one. */
  let until: ((line: string) => boolean) | null = null;
  let openText: OpenText | null = null;

  const leave = (line: number): void => {
    open.pop();
    symbols.close(line);
  };
  lines.forEach((full, index) => {
    const line = full.trim();
    const number = index + 1;
    if (openText !== null) {
      openText = openTextAfter(line, openText);
      lastCode = number;
      return;
    }
    if (until !== null) {
      if (until(line)) until = null;
      lastCode = number;
      return;
    }
    if (line === '') return;
    if (line.startsWith('/*') && !line.includes('*/')) until = closesComment;
    if (line.startsWith('=begin') && dialectName === 'ruby') until = (later) => later.startsWith('=end');
    if (dialect.neutral.test(line) || until !== null) return;

    const indent = indentOf(full);
    for (let inner = open.at(-1); inner !== undefined && indent <= inner.indent; inner = open.at(-1)) {
      if (indent === inner.indent && CLOSES.test(line)) {
        leave(number);
        lastCode = number;
        return;
      }
      if (indent === inner.indent && CONTINUES.test(line)) break;
      leave(lastCode);
    }
    lastCode = number;
    const name = dialect.declares(line, open.at(-1)?.name ?? NO_SYMBOL);
    if (name !== null && !CONTINUES.test(line)) {
      open.push({ indent, name });
      symbols.open(name, number);
    }

    const closing = dialect.heredoc?.exec(line)?.[1];
    if (closing !== undefined && (closings?.get(closing) ?? 0) > index) until = (later) => later.startsWith(closing);
    if (dialect.tripleQuoted && line.split('"""').length % 2 === 0 && index < lastTriple)
      until = (later) => later.split('"""').length % 2 === 0;
    if (dialectName === 'csharp') openText = openTextAfter(line, null);
  });
  while (open.length > 0) leave(lastCode);
  return symbols.table();
}

function closesComment(line: string): boolean {
  return line.includes('*/');
}

/** The last place of each line, trimmed, and of its first word: a here-document that nothing ends is none. */
function lastLines(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  lines.forEach((line, index) => {
    const word = /^\s*(?:(\w+)|(["'])@)/.exec(line);
    if (word !== null) places.set(word[1] ?? word[2] ?? '', index);
  });
  return places;
}

function indentOf(line: string): number {
  let column = 0;
  for (const unit of line) {
    if (unit === '\t') column += TAB - (column % TAB);
    else if (unit === ' ') column++;
    else break;
  }
  return column;
}
