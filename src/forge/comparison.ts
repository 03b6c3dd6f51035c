import type { ChangedFile } from '../core/diff.ts';
import { ForgeError } from '../core/errors.ts';
import type { Comparison } from '../ports.ts';
import { type Call, refusedError } from './client.ts';
import { type FileEntry, listedFile } from './file-list.ts';
import type { Reader } from './github.ts';

/**
 * What changed from the merge base of two commits to `head`, for scoping (RR-40): null where a commit is gone, the two
 * share no history, or GitHub gives the comparison up. Both are asked for by SHA: a fork's commits are in the pull
 * request's network.
 */
export async function readComparison(reader: Reader, base: string, head: string): Promise<Comparison | null> {
  const what = 'comparing the last reviewed commit with the head';
  const call: Call = {
    what,
    route: 'GET /repos/{owner}/{repo}/compare/{basehead}',
    // Only the first page lists files, all that GitHub gives; of its 250 commits none is wanted.
    parameters: { basehead: `${base}...${head}`, per_page: 1, page: 1 },
    permission: 'contents: read',
  };
  const result = await reader.client.read(call).catch(tooMuch);
  if (result === null) return null;
  if (result.kind === 'refused') {
    if (result.status === 404 || result.status === 422) return null;
    throw refusedError(call, result);
  }
  const { status, files } = (result.body ?? {}) as { status?: unknown; files?: readonly FileEntry[] };
  const known = STATUSES.find((name) => name === status);
  if (known === undefined) {
    throw new ForgeError(`${what} failed: GitHub's answer is no comparison`, { status: result.status });
  }
  return { status: known, files: (files ?? []).map(comparedFile) };
}

const STATUSES = ['ahead', 'behind', 'diverged', 'identical'] as const;

/** A comparison that takes GitHub too long ends in a 5xx that does not pass. */
function tooMuch(error: unknown): null {
  if (error instanceof ForgeError && error.status !== null && error.status >= 500) return null;
  throw error;
}

/** A file without a patch is not known to be unchanged: it says so, unless there can be no changed line in it. */
function comparedFile(entry: FileEntry): ChangedFile {
  const { file, patched } = listedFile(entry);
  const moved = entry.additions + entry.deletions === 0 && entry.status !== 'modified' && entry.status !== 'added';
  return patched || moved ? file : { ...file, unreadable: 'GitHub gives no patch of it' };
}
