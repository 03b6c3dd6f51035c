import { diffArrays } from 'diff';
import type { Hunk } from '../core/diff.ts';

const CONTEXT = 3;

/**
 * Beyond this many changed lines (deleted plus added) the search for a shortest diff costs too much time and memory;
 * then all of the differing middle is deleted and added, which is longer and just as true.
 */
const MAX_EDIT_LENGTH = 1000;

/** The hunks that turn `oldText` into `newText`, with three lines of context as git writes them (SU-21). */
export function diffTexts(oldText: string, newText: string): { hunks: Hunk[]; additions: number; deletions: number } {
  const oldLines = linesOf(oldText);
  const newLines = linesOf(newText);
  const edits = editsOf(oldLines, newLines);
  return {
    hunks: hunksOf(edits, oldLines, newLines),
    additions: edits.reduce((sum, edit) => sum + edit.added, 0),
    deletions: edits.reduce((sum, edit) => sum + edit.deleted, 0),
  };
}

/** `deleted` lines from `oldAt` give way to `added` lines from `newAt`; places count from 0. */
type Edit = { readonly oldAt: number; readonly newAt: number; readonly deleted: number; readonly added: number };

/** Lines with their `\n`; only the last one may lack it. A `\r` is part of its line. */
function linesOf(text: string): string[] {
  const lines = text.split(/(?<=\n)/);
  return text === '' ? [] : lines;
}

function editsOf(oldLines: readonly string[], newLines: readonly string[]): Edit[] {
  let start = 0;
  while (start < oldLines.length && start < newLines.length && oldLines[start] === newLines[start]) start += 1;
  let end = 0;
  const shorter = Math.min(oldLines.length, newLines.length) - start;
  while (end < shorter && oldLines.at(-1 - end) === newLines.at(-1 - end)) end += 1;

  const oldMiddle = oldLines.slice(start, oldLines.length - end);
  const newMiddle = newLines.slice(start, newLines.length - end);
  if (oldMiddle.length === 0 && newMiddle.length === 0) return [];
  const whole = [{ oldAt: start, newAt: start, deleted: oldMiddle.length, added: newMiddle.length }];
  if (oldMiddle.length === 0 || newMiddle.length === 0) return whole;

  const changes = diffArrays(oldMiddle, newMiddle, { maxEditLength: MAX_EDIT_LENGTH });
  if (changes === undefined) return whole;
  const edits: Edit[] = [];
  let [oldAt, newAt] = [start, start];
  for (const change of changes) {
    const deleted = change.added ? 0 : change.value.length;
    const added = change.removed ? 0 : change.value.length;
    if (change.added || change.removed) {
      const last = edits.at(-1);
      // A deletion and the addition at its place are one edit.
      if (last !== undefined && last.oldAt + last.deleted === oldAt && last.newAt + last.added === newAt) {
        edits[edits.length - 1] = { ...last, deleted: last.deleted + deleted, added: last.added + added };
      } else {
        edits.push({ oldAt, newAt, deleted, added });
      }
    }
    oldAt += deleted;
    newAt += added;
  }
  return edits;
}

function hunksOf(edits: readonly Edit[], oldLines: readonly string[], newLines: readonly string[]): Hunk[] {
  const groups: Edit[][] = [];
  for (const edit of edits) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group !== undefined && last !== undefined && edit.oldAt - (last.oldAt + last.deleted) <= 2 * CONTEXT) {
      group.push(edit);
    } else {
      groups.push([edit]);
    }
  }
  return groups.map((group) => hunkOf(group, oldLines, newLines));
}

function hunkOf(group: readonly Edit[], oldLines: readonly string[], newLines: readonly string[]): Hunk {
  const first = group[0] as Edit;
  const before = Math.min(CONTEXT, first.oldAt);
  const oldFrom = first.oldAt - before;
  const newFrom = first.newAt - before;
  const text: string[] = [];
  let oldAt = oldFrom;
  let newAt = newFrom;
  const keep = (until: number) => {
    for (; oldAt < until; oldAt += 1, newAt += 1) text.push(...shown(' ', oldLines[oldAt]));
  };
  for (const edit of group) {
    keep(edit.oldAt);
    for (; oldAt < edit.oldAt + edit.deleted; oldAt += 1) text.push(...shown('-', oldLines[oldAt]));
    for (; newAt < edit.newAt + edit.added; newAt += 1) text.push(...shown('+', newLines[newAt]));
  }
  keep(Math.min(oldLines.length, oldAt + CONTEXT));
  return {
    oldStart: startOf(oldFrom, oldAt),
    oldLines: oldAt - oldFrom,
    newStart: startOf(newFrom, newAt),
    newLines: newAt - newFrom,
    section: '',
    text: text.join('\n'),
  };
}

/** Lines count from 1; an empty side names the line before it, as git does. */
function startOf(from: number, until: number): number {
  return until === from ? from : from + 1;
}

function shown(sign: ' ' | '+' | '-', line = ''): string[] {
  return line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, '\\ No newline at end of file'];
}
