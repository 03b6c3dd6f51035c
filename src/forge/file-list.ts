import type { ChangedFile, FileStatus, Hunk } from '../core/diff.ts';
import { ForgeError, HeadMoved } from '../core/errors.ts';
import { countChanges, DiffError, parsePatch } from '../core/parse-diff.ts';
import type { PullRequest } from '../core/pull-request.ts';
import type { Reader } from './github.ts';

/** One entry of GitHub's paged file list. */
export type FileEntry = {
  readonly filename: string;
  readonly previous_filename?: string;
  readonly status: string;
  /** The blob at the head; of a removed file, the blob that is gone. Null of a submodule at times. */
  readonly sha: string | null;
  readonly additions: number;
  readonly deletions: number;
  readonly contents_url: string;
  readonly patch?: string;
};

/** A listed file whose hunks are not known from the list. */
export type Unpatched = { readonly entry: FileEntry; readonly file: ChangedFile };

const PER_PAGE = 100;

/** GitHub lists no more than 3,000 files (facts, section 4). */
const MAX_PAGES = 30;

/**
 * The files of the pull request as GitHub lists them (SU-21), and those of them whose patch is missing or not whole.
 * The `Link` header is not asked: pages are read until all files are there, or one brings nothing new. Throws
 * `HeadMoved` when an entry is of another head.
 */
export async function readFileList(
  reader: Reader,
  pullRequest: PullRequest,
): Promise<{ files: ChangedFile[]; withoutPatch: Unpatched[]; unlisted: number }> {
  const files = new Map<string, ChangedFile>();
  const withoutPatch: Unpatched[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const before = files.size;
    for (const entry of await readPage(reader, pullRequest.number, page)) {
      if (files.has(entry.filename)) continue;
      checkHead(entry, pullRequest);
      const { file, patched } = listedFile(entry);
      files.set(file.path, file);
      if (!patched) withoutPatch.push({ entry, file });
    }
    if (files.size === before || files.size >= pullRequest.changedFiles) break;
  }
  return {
    files: [...files.values()],
    withoutPatch,
    unlisted: Math.max(0, pullRequest.changedFiles - files.size),
  };
}

async function readPage(reader: Reader, number: number, page: number): Promise<readonly FileEntry[]> {
  const what = 'reading the list of files';
  const { body, status } = await reader.client.need({
    what,
    route: 'GET /repos/{owner}/{repo}/pulls/{number}/files',
    parameters: { number, per_page: PER_PAGE, page },
    permission: 'pull-requests: read',
  });
  if (!Array.isArray(body)) throw new ForgeError(`${what} failed: GitHub's answer is no list`, { status });
  return body as FileEntry[];
}

/** The list is asked for by number, so each entry must say that it is of the pinned head. A removed file has none. */
function checkHead(entry: FileEntry, pullRequest: PullRequest): void {
  if (entry.status === 'removed') return;
  const ref = URL.canParse(entry.contents_url) ? new URL(entry.contents_url).searchParams.get('ref') : null;
  if (ref !== pullRequest.head) {
    throw new HeadMoved(`the list of files is of ${ref ?? 'an unnamed commit'}, not of ${pullRequest.head}`);
  }
}

/** An entry as a file; not `patched`: its patch is missing or not whole, and it has no hunks here. */
export function listedFile(entry: FileEntry): { file: ChangedFile; patched: boolean } {
  const hunks = hunksOf(entry);
  return { file: fileOf(entry, hunks ?? []), patched: hunks !== null };
}

/** The hunks of the entry's patch; null when there is none, or when it does not hold the changes that GitHub counts. */
function hunksOf(entry: FileEntry): Hunk[] | null {
  if (entry.patch === undefined || entry.patch === '') return null;
  try {
    const hunks = parsePatch(entry.patch);
    const counted = countChanges(hunks);
    return counted.additions === entry.additions && counted.deletions === entry.deletions ? hunks : null;
  } catch (error) {
    if (error instanceof DiffError) return null;
    throw error;
  }
}

function fileOf(entry: FileEntry, hunks: readonly Hunk[]): ChangedFile {
  const status = STATUSES.get(entry.status) ?? 'modified';
  const moved = status === 'renamed' || status === 'copied';
  return {
    path: entry.filename,
    previousPath: moved ? (entry.previous_filename ?? null) : null,
    status,
    oldMode: null,
    newMode: null,
    binary: false,
    submodule: hunks.length === 1 && hunks.every((hunk) => SUBMODULE.test(hunk.text)),
    additions: entry.additions,
    deletions: entry.deletions,
    hunks,
    unreadable: null,
  };
}

/** All that git shows of a submodule: the commit before, the commit after, or both. */
const SUBMODULE = /^[-+]Subproject commit [0-9a-f]{40,64}(\n\+Subproject commit [0-9a-f]{40,64})?$/;

const STATUSES: ReadonlyMap<string, FileStatus> = new Map([
  ['added', 'added'],
  ['modified', 'modified'],
  ['removed', 'deleted'],
  ['renamed', 'renamed'],
  ['copied', 'copied'],
  ['changed', 'type-changed'],
]);
