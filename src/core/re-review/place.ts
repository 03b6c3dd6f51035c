import { NO_SYMBOL, type SymbolTable } from '../symbols/symbol-table.ts';
import type { DiffLine } from './diff-lines.ts';
import type { Anchor, Side } from './finding.ts';
import { findQuote, parseQuote, type Quotable, type Quote, withoutNumbers } from './quote.ts';
import type { RawFinding } from './raw-finding.ts';

/** A file in which quotes are looked for; its lines are prepared once. */
export type QuotableFile = {
  readonly fresh: readonly (DiffLine & Quotable)[];
  readonly deleted: readonly (DiffLine & Quotable)[];
  /** Every line of the head's file; empty where there is none, or none that is text. */
  readonly head: readonly Quotable[];
  readonly headSymbols: SymbolTable | null;
};

/** Where a finding stands (RR-11, RR-12). */
export type Place = {
  readonly side: Side;
  /** Where its quote begins, in the file of its side. */
  readonly line: number;
  readonly anchor: Anchor | null;
  /** Whether the change touches one of the quote's lines, or of the anchored range. */
  readonly changed: boolean;
  /** The lines of the anchored range, where a replacement can replace exactly these; else null (RR-13). */
  readonly replaceable: readonly string[] | null;
};

/** Finds a finding's quote; null where it stands nowhere. Never a place by its number alone. */
export function placeFinding(finding: RawFinding, file: QuotableFile): Place | null {
  const plain = parseQuote(finding.quote);
  if (plain === null) return null;
  const bare = withoutNumbers(finding.quote);
  return place(plain, finding, file) ?? (bare === null ? null : place(bare, finding, file));
}

function place(quote: Quote, finding: RawFinding, file: QuotableFile): Place | null {
  const { line } = finding;
  // A model may forget to say that a line was deleted, or say so of a context line, which is on both sides.
  const inOrder = finding.side === 'LEFT' ? [file.deleted, file.fresh] : [file.fresh, file.deleted];
  for (const lines of inOrder) {
    const found = findQuote(quote, lines, line);
    if (found !== null) return found.side === 'LEFT' ? deletedPlace(found) : freshPlace(found, quote, finding, file);
  }
  const outside = findQuote(quote, file.head, line);
  return outside === null ? null : outsidePlace(outside.line, file);
}

function deletedPlace({ line }: DiffLine): Place {
  // A range is given in new-side numbers, which say nothing of how many lines are gone.
  return { side: 'LEFT', line, anchor: { line, startLine: null, side: 'LEFT' }, changed: true, replaceable: null };
}

function freshPlace(found: DiffLine, quote: Quote, finding: RawFinding, { fresh }: QuotableFile): Place {
  const range = rangeOf(found.line, quote, finding);
  const first = fresh.find(({ line }) => line === range.from);
  const last = fresh.find(({ line }) => line === range.to);
  const fits = first !== undefined && last !== undefined && first.hunk === found.hunk && last.hunk === found.hunk;
  const from = fits ? range.from : found.line;
  const to = fits ? range.to : found.line;
  const lines = fresh.filter(({ line }) => from <= line && line <= to);
  const quoted = fresh.filter(({ line }) => found.line <= line && line < found.line + quote.length);
  return {
    side: 'RIGHT',
    line: found.line,
    anchor: { line: to, startLine: from < to ? from : null, side: 'RIGHT' },
    changed: [...lines, ...quoted].some(({ changed }) => changed),
    replaceable: fits && range.known ? lines.map(({ text }) => text) : null,
  };
}

/**
 * The lines that a finding is about, once its quote was found at `line`: the given range where it holds that line, else
 * the range moved there. `known` is false where the quote leaves open which lines a replacement is for.
 */
function rangeOf(line: number, quote: Quote, { line: given, endLine }: RawFinding) {
  const length = (endLine ?? given) - given + 1;
  if (length < 1) return { from: line, to: line, known: false };
  if (length === 1) return { from: line, to: line, known: quote.length === 1 };
  if (given <= line && line < given + length) return { from: given, to: given + length - 1, known: true };
  return { from: line, to: line + length - 1, known: quote.length === length };
}

/** RR-12: the nearest line of the same symbol that is in the diff; a line outside of every symbol has none. */
function outsidePlace(line: number, { fresh, headSymbols }: QuotableFile): Place {
  const nowhere: Place = { side: 'RIGHT', line, anchor: null, changed: false, replaceable: null };
  const symbol = headSymbols?.symbolAt(line) ?? NO_SYMBOL;
  if (headSymbols === null || symbol === NO_SYMBOL) return nowhere;
  // Namesakes elsewhere in the file are other code.
  const ranges = headSymbols.rangesOf(symbol).filter(({ from, to }) => from <= line && line <= to);
  let nearest: number | null = null;
  for (const { line: at } of fresh) {
    if (headSymbols.symbolAt(at) !== symbol || !ranges.some(({ from, to }) => from <= at && at <= to)) continue;
    if (nearest === null || Math.abs(at - line) < Math.abs(nearest - line)) nearest = at;
  }
  return nearest === null ? nowhere : { ...nowhere, anchor: { line: nearest, startLine: null, side: 'RIGHT' } };
}
