import type { ChangedFile, FileStatus, Hunk } from './diff.ts';
import { type Cursor, endOfLine, standsAt, takeLine, unreadable } from './diff-cursor.ts';
import { unquotePath } from './quoted-path.ts';
import { takeHunk } from './take-hunk.ts';

export { DiffError } from './diff-cursor.ts';

/**
 * The files of git's unified diff as GitHub serves it (SU-21). Hunk bodies are taken strictly by their counts, so a
 * changed line that looks like a header stays a line; only `\n` ends a line. A type change, which git writes as a
 * deletion and an addition of one path, is one file. Throws a `DiffError` for anything else, and for a file without hunks whose
 * `index` line does not show that it can have none (`indexed`: our own rendering has no such lines).
 */
export function parseDiff(text: string, { indexed = true }: { readonly indexed?: boolean } = {}): ChangedFile[] {
  const cursor: Cursor = { what: 'diff', text, at: 0 };
  const files: ChangedFile[] = [];
  while (cursor.at < text.length) {
    const file = parseFile(cursor, indexed);
    const last = files.at(-1);
    if (last !== undefined && isTypeChange(last, file)) files[files.length - 1] = joinTypeChange(last, file);
    else files.push(file);
  }
  return files;
}

/** The hunks of one `patch` in GitHub's paged file list, which begins at `@@`. Throws a `DiffError`. */
export function parsePatch(patch: string): Hunk[] {
  const cursor: Cursor = { what: 'patch', text: patch, at: 0 };
  const hunks: Hunk[] = [];
  while (cursor.at < patch.length) hunks.push(takeHunk(cursor, { additions: 0, deletions: 0 }));
  return hunks;
}

/** One line of a hunk. Numbers are null on the side that does not have the line; `text` is without its first character. */
export type HunkLine = {
  readonly kind: 'context' | 'added' | 'deleted' | 'no-newline';
  readonly text: string;
  readonly oldLine: number | null;
  readonly newLine: number | null;
};

/** The lines of a hunk with their numbers, in order. */
export function* hunkLines(hunk: Hunk): Generator<HunkLine, void, undefined> {
  const { text } = hunk;
  let oldLine = hunk.oldStart;
  let newLine = hunk.newStart;
  for (let start = 0; start <= text.length; ) {
    const end = endOfLine(text, start);
    const line = text.slice(start + 1, end);
    switch (text[start]) {
      case '+':
        yield { kind: 'added', text: line, oldLine: null, newLine: newLine++ };
        break;
      case '-':
        yield { kind: 'deleted', text: line, oldLine: oldLine++, newLine: null };
        break;
      case '\\':
        yield { kind: 'no-newline', text: line, oldLine: null, newLine: null };
        break;
      default:
        yield { kind: 'context', text: line, oldLine: oldLine++, newLine: newLine++ };
    }
    start = end + 1;
  }
}

/** How many lines these hunks add and delete. */
export function countChanges(hunks: readonly Hunk[]): { readonly additions: number; readonly deletions: number } {
  let additions = 0;
  let deletions = 0;
  for (const { text } of hunks) {
    for (let start = 0; start <= text.length; start = endOfLine(text, start) + 1) {
      const first = text[start];
      if (first === '+') additions++;
      else if (first === '-') deletions++;
    }
  }
  return { additions, deletions };
}

/** What the lines above a file's hunks say. */
type Header = {
  oldMode: string | null;
  newMode: string | null;
  status: FileStatus;
  from: string | null;
  to: string | null;
  binary: boolean;
  /** Both blobs of an `index` line, abbreviated; null where there is none. */
  blobs: readonly [string, string] | null;
};

function parseFile(cursor: Cursor, indexed: boolean): ChangedFile {
  const begin = cursor.at;
  const first = takeLine(cursor);
  if (!first.startsWith('diff --git ')) throw unreadable(cursor, begin, 'a line that begins with "diff --git"');
  const header: Header = {
    oldMode: null,
    newMode: null,
    status: 'modified',
    from: null,
    to: null,
    binary: false,
    blobs: null,
  };
  while (cursor.at < cursor.text.length && !standsAt(cursor, 'diff --git ') && !standsAt(cursor, '@@ ')) {
    readHeaderLine(cursor, header);
  }
  const hunks: Hunk[] = [];
  const tally = { additions: 0, deletions: 0 };
  while (standsAt(cursor, '@@ ')) hunks.push(takeHunk(cursor, tally));

  const shared = header.from === null || header.to === null ? pathOfGitLine(first.slice('diff --git '.length)) : null;
  const from = header.from ?? shared;
  const path = header.status === 'deleted' ? from : (header.to ?? shared);
  if (path === null || path === '') throw unreadable(cursor, begin, "the file's path");
  if (indexed && hunks.length === 0 && !mayHaveNoHunks(header))
    throw unreadable(cursor, cursor.at, 'a hunk: the diff breaks off behind the head of a file');

  const { oldMode, newMode, status } = header;
  return {
    path,
    previousPath: status === 'renamed' || status === 'copied' ? from : null,
    status,
    oldMode,
    newMode,
    binary: header.binary,
    submodule: isSubmodule(oldMode) || isSubmodule(newMode),
    ...tally,
    hunks,
    unreadable: null,
  };
}

/** Whether a file without hunks is whole: only its mode, name or nothing at all changed, or it is binary. */
function mayHaveNoHunks({ status, binary, blobs, oldMode, newMode }: Header): boolean {
  if (binary) return true;
  // An empty file's blob is its side that is not there, as far as lines go.
  if (blobs !== null) return blobs.every((blob) => /^0+$/.test(blob) || EMPTY_BLOB.startsWith(blob));
  if (status === 'renamed' || status === 'copied') return true;
  return status === 'modified' && oldMode !== null && newMode !== null;
}

/** Git's id of a file without content. */
const EMPTY_BLOB = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';

const HEADER_LINE =
  /^(old mode|new mode|new file mode|deleted file mode|rename from|rename to|copy from|copy to|---|\+\+\+|index) (.*)$/s;

function readHeaderLine(cursor: Cursor, header: Header): void {
  const begin = cursor.at;
  const line = takeLine(cursor);
  const [, keyword, value = ''] = HEADER_LINE.exec(line) ?? [];
  const path = (): string => {
    const read = readPath(value);
    if (read === null) throw unreadable(cursor, begin, 'a path');
    return read;
  };
  const mode = (): string => {
    if (!/^[0-7]{6}$/.test(value)) throw unreadable(cursor, begin, 'a mode of six octal digits');
    return value;
  };
  switch (keyword) {
    case 'old mode':
      header.oldMode = mode();
      return;
    case 'new mode':
      header.newMode = mode();
      return;
    case 'new file mode':
      header.newMode = mode();
      header.status = 'added';
      return;
    case 'deleted file mode':
      header.oldMode = mode();
      header.status = 'deleted';
      return;
    case 'rename from':
    case 'copy from':
      header.from = path();
      header.status = keyword === 'rename from' ? 'renamed' : 'copied';
      return;
    case 'rename to':
    case 'copy to':
      header.to = path();
      return;
    case '---':
      header.from ??= sidePath(path(), 'a/');
      return;
    case '+++':
      header.to ??= sidePath(path(), 'b/');
      return;
    case 'index': {
      const [, before, after, kept] = /^([0-9a-f]+)\.\.([0-9a-f]+)(?: ([0-7]{6}))?$/.exec(value) ?? [];
      if (before !== undefined && after !== undefined) header.blobs = [before, after];
      if (kept !== undefined) header.oldMode = header.newMode = kept;
      return;
    }
  }
  if (line.startsWith('Binary files ') && line.endsWith(' differ')) header.binary = true;
  else if (line === 'GIT binary patch') {
    header.binary = true;
    skipBinaryPatch(cursor);
  } else if (!/^(?:dis)?similarity index \d{1,3}%$/.test(line)) {
    throw unreadable(cursor, begin, 'a line of a file header or a hunk');
  }
}

// Its lines are base 85, which has no blank, so the next header cannot be part of it.
function skipBinaryPatch(cursor: Cursor): void {
  const next = cursor.text.indexOf('\ndiff --git ', cursor.at - 1);
  cursor.at = next < 0 ? cursor.text.length : next + 1;
}

/** A path as a header line has it; git adds a tab behind a name with a blank, and quotes a name that holds a tab. */
function readPath(text: string): string | null {
  if (!text.startsWith('"')) return text.endsWith('\t') ? text.slice(0, -1) : text;
  const quoted = unquotePath(text, 0);
  if (quoted === null) return null;
  const behind = text.slice(quoted.end);
  return behind === '' || behind === '\t' ? quoted.path : null;
}

function sidePath(path: string, prefix: 'a/' | 'b/'): string | null {
  return path.startsWith(prefix) ? path.slice(prefix.length) : null;
}

/**
 * The one path of `a/path b/path`. Names with blanks are told apart by both halves being the same; where they differ,
 * rename, copy or `---` and `+++` lines name them, and this answers null.
 */
function pathOfGitLine(names: string): string | null {
  if (names.startsWith('"')) {
    const first = unquotePath(names, 0);
    const second = first === null ? null : unquotePath(names, first.end + 1);
    if (first === null || second === null || second.end !== names.length) return null;
    const path = sidePath(first.path, 'a/');
    return path !== null && path === sidePath(second.path, 'b/') ? path : null;
  }
  const half = (names.length - 1) / 2;
  if (!Number.isInteger(half) || names[half] !== ' ') return null;
  const path = sidePath(names.slice(0, half), 'a/');
  return path !== null && path === sidePath(names.slice(half + 1), 'b/') ? path : null;
}

function isTypeChange(deleted: ChangedFile, added: ChangedFile): boolean {
  return (
    deleted.status === 'deleted' &&
    added.status === 'added' &&
    deleted.path === added.path &&
    kindOfMode(deleted.oldMode) !== kindOfMode(added.newMode)
  );
}

function joinTypeChange(deleted: ChangedFile, added: ChangedFile): ChangedFile {
  return {
    ...added,
    status: 'type-changed',
    oldMode: deleted.oldMode,
    binary: deleted.binary || added.binary,
    submodule: deleted.submodule || added.submodule,
    deletions: deleted.deletions,
    hunks: [...deleted.hunks, ...added.hunks],
  };
}

/** The first three digits: regular file 100, symbolic link 120, submodule 160. */
function kindOfMode(mode: string | null): string | null {
  return mode === null ? null : mode.slice(0, 3);
}

function isSubmodule(mode: string | null): boolean {
  return kindOfMode(mode) === '160';
}
