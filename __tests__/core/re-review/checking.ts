import type { ChangedFile, Hunk } from '../../../src/core/diff.ts';
import {
  type CheckedChange,
  type CheckedFindings,
  createChecker,
  type Source,
} from '../../../src/core/re-review/check-findings.ts';
import type { Finding } from '../../../src/core/re-review/finding.ts';
import type { Reviewer } from '../../../src/core/re-review/reviewer.ts';
import { GENERAL } from '../../../src/core/re-review/reviewers.ts';
import { symbolsOf } from '../../../src/core/symbols/symbols.ts';
import { aFile } from '../changes.ts';

/** One line of a file's history: kept, added or deleted. */
export type Row = { readonly sign: ' ' | '+' | '-'; readonly text: string };

/** Rows of a text in which each line begins with its sign. */
export function rowsOf(text: string): readonly Row[] {
  return text
    .replace(/^\n/, '')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => ({ sign: (line[0] ?? ' ') as Row['sign'], text: line.slice(1) }));
}

/** Both texts of a file, and its hunks with so many lines of context, as git would cut them. */
export function changedFile(
  path: string,
  rows: readonly Row[],
  context = 3,
): { readonly file: ChangedFile; readonly head: string; readonly base: string } {
  const near = (at: number): boolean =>
    rows.slice(Math.max(0, at - context), at + context + 1).some(({ sign }) => sign !== ' ');
  const hunks: Hunk[] = [];
  let old = 1;
  let fresh = 1;
  let open: { oldStart: number; newStart: number; rows: Row[] } | null = null;
  const close = (): void => {
    if (open === null) return;
    const oldLines = open.rows.filter(({ sign }) => sign !== '+').length;
    const newLines = open.rows.filter(({ sign }) => sign !== '-').length;
    hunks.push({
      oldStart: oldLines === 0 ? open.oldStart - 1 : open.oldStart,
      oldLines,
      newStart: newLines === 0 ? open.newStart - 1 : open.newStart,
      newLines,
      section: '',
      text: open.rows.map(({ sign, text }) => sign + text).join('\n'),
    });
    open = null;
  };
  for (const [at, row] of rows.entries()) {
    if (near(at)) {
      open ??= { oldStart: old, newStart: fresh, rows: [] };
      open.rows.push(row);
    } else close();
    if (row.sign !== '+') old += 1;
    if (row.sign !== '-') fresh += 1;
  }
  close();
  const side = (gone: '+' | '-'): string =>
    rows
      .filter(({ sign }) => sign !== gone)
      .map(({ text }) => `${text}\n`)
      .join('');
  return { file: aFile({ path, hunks }), head: side('-'), base: side('+') };
}

export type Subject = CheckedChange & { readonly text: (path: string) => string };

/** A change of these files, in signed lines by path, with the symbols of both sides. */
export async function aSubject(files: Readonly<Record<string, string>>): Promise<Subject> {
  const changed = Object.entries(files).map(([path, text]) => changedFile(path, rowsOf(text)));
  const sources = async (side: 'head' | 'base'): Promise<ReadonlyMap<string, Source>> =>
    new Map(
      await Promise.all(
        changed.map(
          async ({ file, [side]: text }) =>
            [file.path, { text, symbols: await symbolsOf(file.path, text) }] satisfies [string, Source],
        ),
      ),
    );
  const head = await sources('head');
  return {
    files: changed.map(({ file }) => file),
    head,
    base: await sources('base'),
    threads: [],
    formerPaths: new Map(),
    secrets: [],
    text: (path) => head.get(path)?.text ?? '',
  };
}

/** An item as a model would answer it. */
export function anItem(over: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return {
    path: 'ferry/boat.py',
    line: 1,
    quote: 'x',
    class: 'correctness',
    tag: 'could-fix',
    confidence: 'high',
    title: 'A boat leaves twice',
    why: 'Nobody looks at the clock.',
    fix: 'Look at the clock.',
    ...over,
  };
}

export function checkItems(
  subject: CheckedChange,
  items: readonly unknown[],
  reviewer: Reviewer = GENERAL,
): CheckedFindings & { readonly findings: readonly Finding[] } {
  const checked = createChecker(subject)(reviewer, items);
  return { ...checked, findings: checked.located.map(({ finding }) => finding) };
}

/** The one finding of one item; fails where it is dropped. */
export function checkOne(subject: CheckedChange, over: Readonly<Record<string, unknown>>): Finding {
  const { findings, dropped } = checkItems(subject, [anItem(over)]);
  const [finding] = findings;
  if (finding === undefined) throw new Error(`dropped: ${JSON.stringify(dropped)}`);
  return finding;
}
