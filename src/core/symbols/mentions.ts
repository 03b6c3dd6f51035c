import { NO_SYMBOL } from './symbol-table.ts';

const WORD = /[\p{ID_Continue}$]/u;

/**
 * RR-14: whether a line names the symbol as a word of its own, as code does that calls, wires or registers it. Only the ends
 * of the symbol that are part of a word need a boundary, so that `==` or `empty?` is found as well; `<file>` is never named.
 */
export function mentions(line: string, symbol: string): boolean {
  if (symbol === '' || symbol === NO_SYMBOL) return false;
  const opensWord = WORD.test(firstPoint(symbol));
  const closesWord = WORD.test(lastPoint(symbol));
  for (let at = line.indexOf(symbol); at !== -1; at = line.indexOf(symbol, at + 1)) {
    const before = lastPoint(line.slice(Math.max(0, at - 2), at));
    const after = firstPoint(line.slice(at + symbol.length, at + symbol.length + 2));
    if (!(opensWord && WORD.test(before)) && !(closesWord && WORD.test(after))) return true;
  }
  return false;
}

function firstPoint(text: string): string {
  return String.fromCodePoint(...(text === '' ? [] : [text.codePointAt(0) ?? 0]));
}

function lastPoint(text: string): string {
  return [...text.slice(-2)].at(-1) ?? '';
}
