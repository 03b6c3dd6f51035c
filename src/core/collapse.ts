import type { Change, ChangedFile } from './diff.ts';
import type { Gitattributes } from './gitattributes.ts';
import type { Glob } from './glob.ts';
import { LOCKFILES } from './lockfiles.ts';
import { countChanges } from './parse-diff.ts';
import { visiblePath } from './quoted-path.ts';

export type CollapseReason = 'lockfile' | 'generated' | 'vendored' | 'ignored' | 'minified' | 'binary' | 'pure rename';

/** A file that the model sees as one line (SU-22). */
export type CollapsedFile = {
  readonly path: string;
  readonly reason: CollapseReason;
  readonly additions: number;
  readonly deletions: number;
  /** `package-lock.json: lockfile, +120 −80, not shown`; the path is a stranger's. */
  readonly line: string;
  /** Whether it counts as not read: a minified file that nothing else covers, or a source file that passes for binary (SU-23). */
  readonly unread: boolean;
};

/** A file whose changed lines the model does not see although they count (SU-23). */
export type UnreadFile = {
  readonly path: string;
  readonly reason: string;
  /** 0 and 0 where they are not known. */
  readonly additions: number;
  readonly deletions: number;
  /** `src/table.rs: not read, its blobs could not be read`; the path is a stranger's. */
  readonly line: string;
};

/** What becomes of each file of a change. Every file is in exactly one list, in the change's order. */
export type Reading = {
  readonly shown: readonly ChangedFile[];
  readonly collapsed: readonly CollapsedFile[];
  readonly unread: readonly UnreadFile[];
  /** Files that GitHub counts but does not list. */
  readonly unlisted: number;
};

/**
 * Decides which files are shown whole, which are one line, and which could not be read (SU-22, SU-23). `attributes` and
 * `ignore` are the default branch's. A file is covered by a lockfile's name, a mark or a glob only if both names of a
 * rename are: otherwise code could be moved out of sight. Mode changes, submodules and empty files are shown.
 */
export function decideReading(facts: {
  readonly change: Change;
  readonly attributes: Gitattributes;
  readonly ignore: readonly Glob[];
}): Reading {
  const shown: ChangedFile[] = [];
  const collapsed: CollapsedFile[] = [];
  const unread: UnreadFile[] = [];
  for (const file of facts.change.files) {
    const reason = collapseReason(file, facts);
    const obstacle = reason === null ? obstacleOf(file) : null;
    if (reason !== null) collapsed.push(collapseFile(file, reason));
    else if (obstacle !== null) unread.push(unreadFile(file, obstacle));
    else shown.push(file);
  }
  return { shown, collapsed, unread, unlisted: facts.change.unlisted };
}

/**
 * The line of every file that is not shown: unread ones first, `dropped` (shown files that fit no part) among them, then
 * collapsed ones. Names are a stranger's.
 */
export function unshownLines(reading: Reading, dropped: readonly UnreadFile[] = []): readonly string[] {
  return [...reading.unread, ...dropped, ...reading.collapsed].map((file) => file.line);
}

/** A file that cannot be read, by name and reason. */
export function unreadFile(file: ChangedFile, reason: string): UnreadFile {
  const { path, additions, deletions } = file;
  return { path, reason, additions, deletions, line: `${visiblePath(path)}: not read, ${reason}` };
}

/** `modified, +3 −1`, `renamed from a.txt, +0 −0`, `type-changed, +1 −9, mode 100644 → 120000`: a file's line in a list. */
export function describeFile(file: ChangedFile): string {
  const counts = file.binary ? [] : [formatCounts(file)];
  return [describeStatus(file), ...counts, ...describeMode(file)].join(', ');
}

function collapseReason(
  file: ChangedFile,
  facts: { readonly attributes: Gitattributes; readonly ignore: readonly Glob[] },
): CollapseReason | null {
  const readable = file.unreadable === null;
  const changed = file.additions + file.deletions > 0 || file.hunks.length > 0;
  if (readable && !changed && !file.binary && isPureRename(file)) return 'pure rename';
  const cover = coverOf(file.path, facts);
  const moved = file.status === 'renamed' && file.previousPath !== null ? coverOf(file.previousPath, facts) : cover;
  if (cover !== null && moved !== null) return cover;
  // One side of a type change may be text that has to be seen.
  if (readable && file.binary && file.hunks.length === 0) return 'binary';
  return isMinified(file.path) && (changed || !readable) ? 'minified' : null;
}

function coverOf(
  path: string,
  { attributes, ignore }: { readonly attributes: Gitattributes; readonly ignore: readonly Glob[] },
): CollapseReason | null {
  if (LOCKFILES.has(path.slice(path.lastIndexOf('/') + 1))) return 'lockfile';
  if (attributes.isGenerated(path)) return 'generated';
  if (attributes.isVendored(path)) return 'vendored';
  return ignore.some((glob) => glob.matches(path)) ? 'ignored' : null;
}

function isPureRename(file: ChangedFile): boolean {
  return file.status === 'renamed' && file.oldMode === file.newMode;
}

function isMinified(path: string): boolean {
  return /(?:\.min\.(?:js|mjs|css)|\.map)$/.test(path);
}

/**
 * A NUL byte or an attribute can make GitHub take source for binary, and it would be merged unseen; so a binary with a
 * name that says source counts as not read. Images, fonts, archives and the like do not.
 */
function hasTextName(path: string): boolean {
  return TEXT_NAME.test(path.slice(path.lastIndexOf('/') + 1));
}

const TEXT_NAME =
  /^(?:makefile|dockerfile|containerfile|jenkinsfile|rakefile|gemfile|justfile|procfile|codeowners|\.[a-z-]+(?:rc|ignore|attributes))$|\.(?:[cm]?[jt]sx?|vue|svelte|py[iw]?|rb|php\d?|go|rs|java|kts?|scala|groovy|gradle|cs|fs|vb|c|h|cc|cpp|cxx|hh|hpp|m|mm|swift|dart|lua|pl|pm|r|jl|ex|exs|erl|hrl|clj|cljs|hs|ml|mli|elm|nim|zig|v|sol|sh|bash|zsh|fish|ps1|psm1|bat|cmd|sql|html?|css|scss|sass|less|xml|ya?ml|json[5c]?|toml|ini|cfg|conf|properties|env|md|mdx|rst|adoc|txt|tf|tfvars|hcl|nix|cmake|mk|proto|graphql|gql|tpl|ejs|hbs|twig|jinja2?)$/i;

// Guards against a source that says how much changed but did not bring it: what was not there cannot have been read.
function obstacleOf(file: ChangedFile): string | null {
  if (file.unreadable !== null) return file.unreadable;
  const { additions, deletions } = countChanges(file.hunks);
  return additions === file.additions && deletions === file.deletions
    ? null
    : 'its patch lacks some of its changed lines';
}

function collapseFile(file: ChangedFile, reason: CollapseReason): CollapsedFile {
  const { path, additions, deletions } = file;
  const counts = additions + deletions > 0 ? `${formatCounts(file)}, ` : '';
  const status = file.status === 'modified' ? [] : [describeStatus(file)];
  const details = [...status, ...describeMode(file)].join(', ');
  return {
    path,
    reason,
    additions,
    deletions,
    line: `${visiblePath(path)}: ${reason}, ${counts}not shown${details === '' ? '' : ` (${details})`}`,
    unread: reason === 'minified' || (reason === 'binary' && hasTextName(path)),
  };
}

function formatCounts({ additions, deletions }: { readonly additions: number; readonly deletions: number }): string {
  return `+${additions} −${deletions}`;
}

function describeStatus(file: ChangedFile): string {
  return file.previousPath === null ? file.status : `${file.status} from ${visiblePath(file.previousPath)}`;
}

function describeMode({ oldMode, newMode }: ChangedFile): string[] {
  return oldMode !== null && newMode !== null && oldMode !== newMode ? [`mode ${oldMode} → ${newMode}`] : [];
}
