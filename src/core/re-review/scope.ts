import type { ChangedFile } from '../diff.ts';
import { hunkLines } from '../parse-diff.ts';
import type { SymbolTable } from '../symbols/symbol-table.ts';
import type { LocatedFinding } from './check-findings.ts';
import type { Finding } from './finding.ts';
import { type AddedLine, addedLinesOf, isReached } from './reach.ts';
import type { Candidate } from './reviewer-run.ts';

/** Where new findings below must-fix may stand (RR-40). */
export type Scope =
  | { readonly kind: 'whole'; readonly why: string }
  | {
      readonly kind: 'since';
      /** By path on the head side. */
      readonly files: ReadonlyMap<string, ScopedFile>;
      readonly added: readonly AddedLine[];
    };

type ScopedFile = {
  /** Null: the whole file. */
  readonly lines: ReadonlySet<number> | null;
  readonly deletes: boolean;
};

/** GitHub's comparisons list no more files, so that one of exactly so many may lack some. */
const MOST_COMPARED_FILES = 300;

/** What the last run remembers, and what changed since (RR-40). */
export type SinceLastRun = {
  /** Null: there is no earlier review of this reviewer. */
  readonly last: { readonly reviewedHead: string; readonly baseRef: string } | null;
  readonly head: string;
  readonly baseRef: string;
  /** From the last reviewed head to this one; null where GitHub cannot compare them. */
  readonly comparison: { readonly status: string; readonly files: readonly ChangedFile[] } | null;
};

/** The scope of a run: whole wherever it cannot be told what changed since the last one (RR-40). */
export function scopeSince({ last, head, baseRef, comparison }: SinceLastRun): Scope {
  if (last === null) return { kind: 'whole', why: 'it is the first review' };
  if (last.reviewedHead === head) return { kind: 'whole', why: 'this head was reviewed before' };
  if (last.baseRef !== baseRef) return { kind: 'whole', why: 'the base branch is another one than at the last review' };
  if (comparison === null) return { kind: 'whole', why: 'GitHub cannot compare this head with the last reviewed one' };
  if (comparison.status === 'diverged')
    return { kind: 'whole', why: 'the history was rewritten since the last review' };
  if (comparison.files.length >= MOST_COMPARED_FILES)
    return {
      kind: 'whole',
      why: `GitHub lists no more than ${MOST_COMPARED_FILES} files of what changed since the last review`,
    };
  return {
    kind: 'since',
    files: new Map(comparison.files.map((file) => [file.path, scopedFile(file)])),
    added: addedLinesOf(comparison.files),
  };
}

/** Whether a comparison has to be read at all for a scope. */
export function needsComparison({ last, head, baseRef }: Omit<SinceLastRun, 'comparison'>): boolean {
  return last !== null && last.reviewedHead !== head && last.baseRef === baseRef;
}

function scopedFile({ hunks }: ChangedFile): ScopedFile {
  if (hunks.length === 0) return { lines: null, deletes: false };
  const lines = new Set<number>();
  let deletes = false;
  for (const hunk of hunks) {
    let next = hunk.newLines === 0 ? hunk.newStart + 1 : hunk.newStart;
    let run = { added: 0, deleted: 0 };
    const close = (): void => {
      // Where lines only went, their neighbours are what changed.
      if (run.deleted > 0 && run.added === 0) lines.add(next - 1).add(next);
      run = { added: 0, deleted: 0 };
    };
    for (const { kind, newLine } of hunkLines(hunk)) {
      if (kind === 'deleted') {
        run.deleted += 1;
        deletes = true;
      } else if (kind === 'added' && newLine !== null) {
        run.added += 1;
        lines.add(newLine);
        next = newLine + 1;
      } else if (kind === 'context' && newLine !== null) {
        close();
        next = newLine + 1;
      }
    }
    close();
  }
  return { lines, deletes };
}

/**
 * Whether a finding may be new in this run (RR-40): must-fix everywhere, others on what changed since the last one or in a
 * symbol that this newly reaches. `symbols` are those of the head's file.
 */
export function inScope(finding: Finding, scope: Scope, symbols: SymbolTable | null): boolean {
  if (scope.kind === 'whole' || finding.tag === 'must-fix') return true;
  const file = scope.files.get(finding.path);
  if (file !== undefined && isTouched(finding, file)) return true;
  return isReached(finding.symbol, { path: finding.path, added: scope.added, symbols });
}

function isTouched({ side, line, anchor }: Finding, { lines, deletes }: ScopedFile): boolean {
  if (lines === null) return true;
  // Numbers of the base say nothing in a comparison of two heads, so any deletion there may be this one.
  if (side === 'LEFT') return deletes;
  if (lines.has(line)) return true;
  if (anchor === null || anchor.startLine === null) return false;
  for (let at = anchor.startLine; at <= anchor.line; at++) if (lines.has(at)) return true;
  return false;
}

/** Findings as Phase C decides on them, each with whether it may be new (RR-40). */
export function candidatesOf(
  located: readonly LocatedFinding[],
  scope: Scope,
  /** Of the head's files. */
  symbols: ReadonlyMap<string, { readonly symbols: SymbolTable }>,
): readonly Candidate[] {
  return located.map(({ finding, sites }) => ({
    finding,
    sites,
    inScope: inScope(finding, scope, symbols.get(finding.path)?.symbols ?? null),
  }));
}
