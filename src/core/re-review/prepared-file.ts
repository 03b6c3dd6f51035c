import type { ChangedFile } from '../diff.ts';
import type { ShownThread } from '../finding-key.ts';
import { NO_SYMBOL, type SymbolTable } from '../symbols/symbol-table.ts';
import { linesOf } from '../symbols/text-lines.ts';
import { type AnchorAt, anchorsAt } from './anchors.ts';
import { diffLinesOf } from './diff-lines.ts';
import type { Side } from './finding.ts';
import type { Place, QuotableFile } from './place.ts';
import { quotable } from './quote.ts';

/** A file's text with its symbols. */
export type Source = { readonly text: string; readonly symbols: SymbolTable };

/** What is known of a changed file besides its diff. */
export type FileSources = {
  /** Null: it is not there, or is no text that could be read. */
  readonly head: Source | null;
  readonly base: Source | null;
  /** Own threads on it. */
  readonly threads: readonly (ShownThread & { readonly side: Side })[];
};

/** A changed file as every finding on it needs it. */
export type PreparedFile = {
  readonly quotes: QuotableFile;
  readonly symbolAt: (place: Pick<Place, 'side' | 'line'>) => string;
  readonly anchorAt: AnchorAt;
};

/** Makes a changed file ready for findings: once, for all of them. */
export function prepareFile(file: ChangedFile, { head, base, threads }: FileSources): PreparedFile {
  const lines = diffLinesOf(file);
  const fresh = lines.fresh.map((line) => ({ ...line, ...quotable(line) }));
  const deleted = lines.deleted.map((line) => ({ ...line, ...quotable(line) }));
  const sides = { RIGHT: { source: head, lines: fresh }, LEFT: { source: base, lines: deleted } };
  const whole = head === null ? [] : linesOf(head.text);
  return {
    quotes: {
      fresh,
      deleted,
      head: whole.map((text, index) => quotable({ line: index + 1, shown: index + 1, text })),
      headSymbols: head?.symbols ?? null,
    },
    symbolAt: ({ side, line }) => sides[side].source?.symbols.symbolAt(line) ?? NO_SYMBOL,
    anchorAt: anchorsAt(sides, threads),
  };
}
