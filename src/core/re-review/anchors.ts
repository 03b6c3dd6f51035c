import {
  anchorsOf,
  bareAnchorsOf,
  claimsOf,
  fingerprint,
  type Anchor as KeyAnchor,
  numberAnchors,
  type ShownThread,
} from '../finding-key.ts';
import { NO_SYMBOL, type SymbolTable } from '../symbols/symbol-table.ts';
import type { Side } from './finding.ts';

/** The anchor of a line for its keys, number included (RR-21). */
export type AnchorAt = (place: { readonly side: Side; readonly line: number }) => KeyAnchor;

type SideOfFile = {
  /** Null: the file's text could not be read. */
  readonly source: { readonly text: string; readonly symbols: SymbolTable } | null;
  /** The lines that the diff shows of it. */
  readonly lines: readonly { readonly line: number; readonly text: string }[];
};

/** Anchors of one file's lines on both sides, made when the first is asked for; a deleted line uses the base file. */
export function anchorsAt(
  sides: Readonly<Record<Side, SideOfFile>>,
  threads: readonly (ShownThread & { readonly side: Side })[],
): AnchorAt {
  const made = new Map<Side, readonly KeyAnchor[]>();
  return ({ side, line }) => {
    const anchors =
      made.get(side) ??
      anchorsOfSide(
        sides[side],
        threads.filter((thread) => thread.side === side),
      );
    made.set(side, anchors);
    return anchors[line - 1] ?? `${NO_SYMBOL}:${fingerprint('')}`;
  };
}

function anchorsOfSide({ source, lines }: SideOfFile, threads: readonly ShownThread[]): readonly KeyAnchor[] {
  if (source !== null)
    return anchorsOf(source.text, source.symbols, claimsOf(bareAnchorsOf(source.text, source.symbols), threads));
  // Without its text only the diff's lines can be told apart; the gaps between them hold nothing.
  const known = new Map(lines.map(({ line, text }) => [line, `${NO_SYMBOL}:${fingerprint(text)}`]));
  const last = lines.at(-1)?.line ?? 0;
  const bare = Array.from({ length: last }, (_, index) => known.get(index + 1) ?? '');
  return numberAnchors(bare, claimsOf(bare, threads));
}
