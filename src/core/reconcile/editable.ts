import { Buffer } from 'node:buffer';
import type { ChangedFile } from '../diff.ts';
import type { Glob } from '../glob.ts';
import { findInvisible } from '../invisible.ts';
import { cut } from '../length.ts';
import { LOCKFILES } from '../lockfiles.ts';
import { visiblePath } from '../quoted-path.ts';
import type { HeadFile } from './head-file.ts';

/** Which files a run may edit (RB-21). */
export type Scope = {
  /** Paths at the head of the files that the pull request changes and does not delete. */
  readonly changed: ReadonlySet<string>;
  /** The settings' `allow_paths`, compiled. */
  readonly allowed: readonly Glob[];
};

/** UTF-8 bytes of a file that is edited, before and after. */
export const MAX_FILE_BYTES = 512 * 1024;

/** UTF-16 units; git itself takes more, and nobody writes such paths. */
const LONGEST_PATH = 1_000;

/** Folders that decide about the repository itself: `allow_paths` does not open them. */
const CLOSED_FOLDERS: ReadonlySet<string> = new Set(['.github', '.hyperhive']);

/** Files that do so by their name, in any folder. */
const CLOSED_NAMES: ReadonlySet<string> = new Set(['codeowners', '.gitmodules']);

const LOCKFILE_NAMES: ReadonlySet<string> = new Set([...LOCKFILES].map((name) => name.toLowerCase()));

/**
 * The scope of a pull request: a rename counts by its new path, a deleted file not at all. `unlisted` are changed files that
 * GitHub did not list, beyond its 3,000: a thread that stands on one tells of it.
 */
export function scopeOf(
  files: readonly ChangedFile[],
  allowed: readonly Glob[],
  unlisted: readonly string[] = [],
): Scope {
  const listed = files.filter(({ status }) => status !== 'deleted').map(({ path }) => path);
  return { changed: new Set([...listed, ...unlisted]), allowed };
}

/**
 * Why a text is no path of a file in a repository, for the model, or null. What a file system could read as another path
 * (`..`, `.git `, full-width dots) is none either: git, checkouts on Windows and macOS, and we must mean the same file.
 */
export function whyNotPath(path: string): string | null {
  const of = (what: string): string => `${named(path)} is no path of this repository: ${what}`;
  if (path === '') return 'the path is empty: name a file by its path from the root of the repository';
  if (path.length > LONGEST_PATH) return of(`it is longer than ${LONGEST_PATH} characters`);
  if (path.startsWith('/')) return of('paths are relative to the root, without a leading "/"');
  if (path.includes('\\')) return of('it holds a backslash; folders are parted by "/"');
  if (/\p{Cc}/u.test(path)) return of('it holds a control character');
  if (findInvisible(path).length > 0) return of('it holds an invisible character');
  const segments = path.split('/');
  if (segments.includes('')) return of('it has an empty part');
  if ([...segments, ...foldedSegments(path)].some((segment) => segment === '.' || segment === '..'))
    return of('"." and ".." are not followed; write the path as list_files does');
  if (segments.some((segment) => /[. ]$/.test(segment))) return of('a part of it ends in a dot or a blank');
  if (foldedSegments(path).some((segment) => /^(?:\.git|git~\d+)(?:$|:)/.test(segment))) return of('.git is closed');
  return null;
}

/** Why no edit of this path is taken whatever the file is, for the model, or null. The order of the checks is part of it. */
export function whyNotInScope(path: string, { changed, allowed }: Scope): string | null {
  const why = whyNotPath(path);
  if (why !== null) return why;
  const folder = foldedSegments(path).find((segment) => CLOSED_FOLDERS.has(segment));
  if (folder !== undefined) return `${named(path)} may not be edited: everything below ${folder}/ is closed`;
  const name = foldedSegments(path).at(-1) ?? '';
  if (LOCKFILE_NAMES.has(name)) return `${named(path)} may not be edited: it is a lockfile, which its tool writes`;
  if (CLOSED_NAMES.has(name)) return `${named(path)} may not be edited: ${name} decides about the repository itself`;
  if (changed.has(path) || allowed.some(({ matches }) => matches(path))) return null;
  return `${named(path)} may not be edited: it is not part of this pull request; list_files names the files that it changes`;
}

/** Why a file may not be edited (RB-21), for the model, or null. `file` is the head's; undefined where it was not read. */
export function whyNotEditable(path: string, scope: Scope, file: HeadFile | undefined): string | null {
  const why = whyNotInScope(path, scope);
  if (why !== null) return why;
  if (file === undefined) return `${named(path)} may not be edited: it could not be read`;
  switch (file.kind) {
    case 'missing':
      return `${named(path)} may not be edited: there is no such file at the head, and no files are created`;
    case 'not-text':
      return `${named(path)} may not be edited: it is ${file.why} (mode ${file.mode})`;
    case 'text':
      if (file.mode !== '100644')
        return `${named(path)} may not be edited: it has mode ${file.mode}, and only files of mode 100644 can keep theirs in a commit`;
      return Buffer.byteLength(file.text) > MAX_FILE_BYTES
        ? `${named(path)} may not be edited: it is larger than ${MAX_FILE_BYTES / 1024} KB`
        : null;
  }
}

/** A path that a model or a stranger wrote, for an answer to the model: one line, hidden characters shown. */
export function named(path: string): string {
  return `\`${cut(visiblePath(path.slice(0, LONGEST_PATH)), 200)}\``;
}

/**
 * The parts of a path as a careless reader may see them: compatible forms as one, without marks and what is invisible, in
 * one case. `．ＧＩＴＨＵＢ／x` becomes `.github`, `x`.
 */
function foldedSegments(path: string): readonly string[] {
  const plain = path.normalize('NFKD').replace(/[\p{M}\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '');
  // Upper case first: only there do the dotless i and the long s meet their ordinary letters.
  return plain.toUpperCase().toLowerCase().split(/[/\\]/);
}
