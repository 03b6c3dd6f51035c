import type { Git } from './git.ts';
import type { Side } from './state.ts';

/** The empty tree's id, which git knows without having it. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

const OPTIONS = ['--no-ext-diff', '--no-textconv', '--no-color', '--find-renames', '-l0', '--diff-algorithm=myers'];

export type FileStatus = 'added' | 'removed' | 'modified' | 'renamed' | 'copied' | 'changed';

/** One file of a diff, as GitHub lists it. */
export type DiffFile = {
  readonly path: string;
  /** Only of a rename or a copy. */
  readonly previousPath: string | null;
  readonly status: FileStatus;
  /** Blob (or submodule commit) after the change; before it for a removal. */
  readonly oid: string;
  readonly additions: number;
  readonly deletions: number;
  readonly binary: boolean;
  /** The hunks from the first `@@` on, without a final line break; '' where there are none. */
  readonly patch: string;
};

/** The text of `git diff` between two commits; `from` null is nothing at all. */
export async function diffText(git: Git, from: string | null, to: string): Promise<string> {
  return git.once(`diff ${from} ${to}`, async () => {
    const out = await git.run(['diff', ...OPTIONS, from ?? EMPTY_TREE, to]);
    return out.toString('utf8');
  });
}

/** The files that differ between two commits, in git's order. */
export async function changedFiles(git: Git, from: string | null, to: string): Promise<DiffFile[]> {
  return git.once(`files ${from} ${to}`, async () => {
    const out = await git.run(['diff', '--raw', '--numstat', '-z', '--no-abbrev', ...OPTIONS, from ?? EMPTY_TREE, to]);
    const fields = out.toString('utf8').split('\0');
    const raw: { status: string; oid: string; path: string; previousPath: string | null }[] = [];
    let at = 0;
    for (; fields[at]?.startsWith(':'); ) {
      const [, , oldOid = '', newOid = '', letter = ''] = (fields[at] ?? '').split(' ');
      const moved = letter.startsWith('R') || letter.startsWith('C');
      const first = fields[at + 1] ?? '';
      const oid = letter === 'D' ? oldOid : newOid;
      raw.push({
        status: letter.slice(0, 1),
        oid,
        path: moved ? (fields[at + 2] ?? '') : first,
        previousPath: moved ? first : null,
      });
      at += moved ? 3 : 2;
    }
    const sections = splitSections(await diffText(git, from, to));
    let section = 0;
    return raw.map((entry) => {
      const [added = '0', deleted = '0', name = ''] = (fields[at] ?? '').split('\t');
      at += name === '' ? 3 : 1;
      // A file that became a link (or the other way) is two sections: one takes it away, one brings it.
      const texts = sections.slice(section, section + (entry.status === 'T' ? 2 : 1));
      section += texts.length;
      return {
        path: entry.path,
        previousPath: entry.previousPath,
        status: statusOf(entry.status),
        oid: entry.oid,
        additions: Number(added) || 0,
        deletions: Number(deleted) || 0,
        binary: added === '-',
        patch: texts.map(hunksOf).filter(Boolean).join('\n'),
      };
    });
  });
}

function statusOf(letter: string): FileStatus {
  const names: Record<string, FileStatus> = { A: 'added', D: 'removed', R: 'renamed', C: 'copied', T: 'changed' };
  return names[letter] ?? 'modified';
}

/** One section per `diff --git` line; a line of a file's text never starts like that, it has a blank or a sign before it. */
function splitSections(text: string): string[] {
  const sections: string[] = [];
  let from = 0;
  while (from < text.length) {
    const next = text.indexOf('\ndiff --git ', from);
    const end = next < 0 ? text.length : next + 1;
    sections.push(text.slice(from, end));
    from = end;
  }
  return sections;
}

function hunksOf(section: string): string {
  const start = section.indexOf('\n@@ ');
  return start < 0 ? '' : section.slice(start + 1).replace(/\n$/, '');
}

/** One line of a patch. `position` counts from 1 below the first `@@`, later `@@` lines included. */
export type PatchLine = {
  readonly hunk: number;
  readonly position: number;
  /** null for an added line. */
  readonly left: number | null;
  /** null for a deleted line. */
  readonly right: number | null;
  /** Place of the line in the patch's lines. */
  readonly index: number;
};

/** The lines of a patch that can carry a comment. */
export function patchLines(patch: string): PatchLine[] {
  const lines: PatchLine[] = [];
  let hunk = 0;
  let left = 0;
  let right = 0;
  for (const [index, text] of patch.split('\n').entries()) {
    const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text);
    if (header) {
      hunk += 1;
      left = Number(header[1]);
      right = Number(header[2]);
    } else if (text.startsWith('+')) lines.push({ hunk, position: index, left: null, right: right++, index });
    else if (text.startsWith('-')) lines.push({ hunk, position: index, left: left++, right: null, index });
    else if (text.startsWith(' ')) lines.push({ hunk, position: index, left: left++, right: right++, index });
  }
  return lines;
}

/** The patch's line that `line` of `side` is, or null when it lies outside the hunks. */
export function findLine(lines: readonly PatchLine[], side: Side, line: number): PatchLine | null {
  return lines.find((candidate) => (side === 'LEFT' ? candidate.left : candidate.right) === line) ?? null;
}

/** A hunk from its header to the line at `index`, as GitHub shows it above a comment. */
export function diffHunk(patch: string, index: number): string {
  const lines = patch.split('\n').slice(0, index + 1);
  const header = lines.findLastIndex((line) => line.startsWith('@@ '));
  return lines.slice(Math.max(header, 0)).join('\n');
}

/** Where line `line` of a patch's old side stands on its new side; null when it was changed or taken away. */
export function movedLine(patch: string, line: number): number | null {
  let shift = 0;
  for (const [, start = '', oldCount = '1', newCount = '1'] of patch.matchAll(
    /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/gm,
  )) {
    const first = Number(start);
    const count = Number(oldCount);
    // Without old lines the header names the line that the insertion follows.
    if (line < first || (count === 0 && line === first)) break;
    if (line < first + count) return findLine(patchLines(patch), 'LEFT', line)?.right ?? null;
    shift += Number(newCount) - count;
  }
  return line + shift;
}
