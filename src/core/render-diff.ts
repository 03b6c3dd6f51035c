import type { ChangedFile, Hunk } from './diff.ts';
import { showInvisible } from './invisible.ts';
import { hunkLines } from './parse-diff.ts';
import { quotePath } from './quoted-path.ts';

/** A file as a diff shows it: one header with its hunks; two of them for a type change, as in git. */
export type DiffEntry = {
  /** Whole lines, hidden characters shown. */
  readonly header: string;
  readonly hunks: readonly Hunk[];
};

/** Files as the unified diff that the model reads: git's form, hidden characters as `<U+XXXX>` (SU-24), whole lines. */
export function renderDiff(files: readonly ChangedFile[]): string {
  return files
    .flatMap(diffEntries)
    .map(({ header, hunks }) => header + hunks.map(renderHunk).join(''))
    .join('');
}

/** The entries that `renderDiff` writes for one file. */
export function diffEntries(file: ChangedFile): readonly DiffEntry[] {
  const halves = file.status === 'type-changed' ? halvesOf(file) : [file];
  return halves.map((half) => ({ header: renderHeader(half), hunks: half.hunks }));
}

/** One hunk with its `@@` line, hidden characters shown, whole lines. */
export function renderHunk(hunk: Hunk): string {
  const section = hunk.section === '' ? '' : ` ${showInvisible(hunk.section)}`;
  const old = formatRange(hunk.oldStart, hunk.oldLines);
  const fresh = formatRange(hunk.newStart, hunk.newLines);
  return `@@ -${old} +${fresh} @@${section}\n${showBody(hunk)}\n`;
}

function formatRange(start: number, lines: number): string {
  return lines === 1 ? `${start}` : `${start},${lines}`;
}

const FIRST: Readonly<Record<string, string>> = { context: ' ', added: '+', deleted: '-', 'no-newline': '\\' };

function showBody(hunk: Hunk): string {
  const atStart = hunk.oldStart <= 1 || hunk.newStart <= 1;
  if (!atStart || !hunk.text.includes('\ufeff')) return showInvisible(hunk.text);
  const lines: string[] = [];
  for (const { kind, text, oldLine, newLine } of hunkLines(hunk)) {
    lines.push(`${FIRST[kind]}${showInvisible(text, { fileStart: oldLine === 1 || newLine === 1 })}`);
  }
  return lines.join('\n');
}

/** A deletion and an addition of one path; the file itself where its hunks are not made that way. */
function halvesOf(file: ChangedFile): readonly ChangedFile[] {
  if (file.hunks.some((hunk) => hunk.oldLines > 0 && hunk.newLines > 0)) return [file];
  const removed = file.hunks.filter((hunk) => hunk.newLines === 0);
  const added = file.hunks.filter((hunk) => hunk.oldLines === 0);
  return [
    { ...file, status: 'deleted', newMode: null, hunks: removed },
    { ...file, status: 'added', oldMode: null, hunks: added },
  ];
}

function renderHeader(file: ChangedFile): string {
  const { path, status, previousPath } = file;
  const from = previousPath ?? path;
  const a = status === 'added' ? '/dev/null' : quotePath(from, 'a/');
  const b = status === 'deleted' ? '/dev/null' : quotePath(path, 'b/');
  const lines = [`diff --git ${quotePath(from, 'a/')} ${quotePath(path, 'b/')}`, ...renderModes(file)];
  if (previousPath !== null) {
    const verb = status === 'copied' ? 'copy' : 'rename';
    lines.push(`${verb} from ${quotePath(from)}`, `${verb} to ${quotePath(path)}`);
  }
  if (file.hunks.length > 0) lines.push(`--- ${a}`, `+++ ${b}`);
  else if (file.binary) lines.push(`Binary files ${a} and ${b} differ`);
  return lines.map((line) => `${showInvisible(line)}\n`).join('');
}

function renderModes({ status, oldMode, newMode }: ChangedFile): string[] {
  if (status === 'added') return [newMode === null ? 'new file' : `new file mode ${newMode}`];
  if (status === 'deleted') return [oldMode === null ? 'deleted file' : `deleted file mode ${oldMode}`];
  if (oldMode === null || newMode === null) return [];
  // The mode of a regular file that keeps it says nothing; that a text is a link's target or a submodule does.
  if (oldMode === newMode && newMode.startsWith('100')) return [];
  return [`old mode ${oldMode}`, `new mode ${newMode}`];
}
