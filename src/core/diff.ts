/** One hunk. `text` is its body: lines with their ` `, `+`, `-` or `\` first character, joined by `\n`, no final `\n`. */
export type Hunk = {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  /** What stands behind the second `@@`, without the blank. */
  readonly section: string;
  readonly text: string;
};

export type FileStatus = 'added' | 'modified' | 'deleted' | 'renamed' | 'copied' | 'type-changed';

/** One file of the pull request's change. A pure rename, a mode change and an empty file have no hunks. */
export type ChangedFile = {
  /** Path on the head side (for a deletion: on the base side). */
  readonly path: string;
  /** Path on the base side where it differs; else null. */
  readonly previousPath: string | null;
  readonly status: FileStatus;
  /** Six octal digits, null where the source does not tell. */
  readonly oldMode: string | null;
  readonly newMode: string | null;
  readonly binary: boolean;
  readonly submodule: boolean;
  readonly additions: number;
  readonly deletions: number;
  readonly hunks: readonly Hunk[];
  /** Why the change could not be read; null when it was (SU-21). */
  readonly unreadable: string | null;
};

/** The whole change as it was read. */
export type Change = {
  readonly files: readonly ChangedFile[];
  /** Files that GitHub counts but does not list (`changedFiles` beyond the list's end, SU-23). */
  readonly unlisted: number;
};
