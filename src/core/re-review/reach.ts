import type { ChangedFile } from '../diff.ts';
import { collapsedLine } from '../finding-key.ts';
import { mentions } from '../symbols/mentions.ts';
import type { SymbolTable } from '../symbols/symbol-table.ts';
import { diffLinesOf } from './diff-lines.ts';

/** A line that a change brings, by the file's path on the head side. */
export type AddedLine = { readonly path: string; readonly line: number; readonly text: string };

/**
 * The lines that a change brings, without those that only moved or were indented anew within their file: what such a
 * line calls was called before (RR-14).
 */
export function addedLinesOf(files: readonly ChangedFile[]): readonly AddedLine[] {
  return files.flatMap((file) => {
    const { fresh, deleted } = diffLinesOf(file);
    const gone = new Map<string, number>();
    for (const { text } of deleted) gone.set(collapsedLine(text), (gone.get(collapsedLine(text)) ?? 0) + 1);
    return fresh.flatMap(({ changed, line, text }) => {
      if (!changed) return [];
      const key = collapsedLine(text);
      const left = gone.get(key) ?? 0;
      if (left > 0) gone.set(key, left - 1);
      return left > 0 ? [] : [{ path: file.path, line, text }];
    });
  });
}

/**
 * Whether one of the added lines names a symbol of the file `path`, as code does that newly calls, wires or registers it
 * (RR-14, RR-40). Lines of the symbol itself, its header among them, do not reach it.
 */
export function isReached(
  symbol: string,
  at: { readonly path: string; readonly added: readonly AddedLine[]; readonly symbols: SymbolTable | null },
): boolean {
  const own = at.symbols?.rangesOf(symbol) ?? [];
  return at.added.some(
    ({ path, line, text }) =>
      mentions(text, symbol) && !(path === at.path && own.some(({ from, to }) => from <= line && line <= to)),
  );
}
