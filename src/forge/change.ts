import type { Change, ChangedFile } from '../core/diff.ts';
import { ForgeError } from '../core/errors.ts';
import { DiffError, parseDiff } from '../core/parse-diff.ts';
import type { PullRequest } from '../core/pull-request.ts';
import { type Answer, type Call, refusedError } from './client.ts';
import { readFileList } from './file-list.ts';
import type { Reader } from './github.ts';
import { readWithoutPatch } from './without-patch.ts';

const WHAT = 'reading the change';

/** GitHub serves no diff of more files than this; asking would only cost a request (SU-21). */
const DIFF_FILES = 300;

/**
 * The change from the merge base to the head, read by SHA: as one diff where GitHub serves it, else by the paged file
 * list, with what has no patch there diffed here (SU-21). Throws `HeadMoved` when the list is of another head.
 */
export async function readChange(reader: Reader, pullRequest: PullRequest): Promise<Change> {
  const whole = pullRequest.changedFiles > DIFF_FILES ? null : await readDiff(reader, pullRequest);
  if (whole !== null) return { files: whole, unlisted: 0 };

  const { files, withoutPatch, unlisted } = await readFileList(reader, pullRequest);
  const read = await readWithoutPatch(reader, withoutPatch, {
    head: pullRequest.head,
    mergeBase: () => readMergeBase(reader, pullRequest),
  });
  return { files: files.map((file) => read.get(file.path) ?? file), unlisted };
}

/** All files of the diff, or null where GitHub does not serve it whole. */
async function readDiff(reader: Reader, pullRequest: PullRequest): Promise<readonly ChangedFile[] | null> {
  const result = await compare(reader, pullRequest, { accept: 'application/vnd.github.diff' }).catch(unserved);
  if (result === null) return null;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(result.body as Uint8Array);
  try {
    const files = parseDiff(text);
    return files.length < pullRequest.changedFiles ? null : files;
  } catch (error) {
    // The file list tells the same in a form that breaks file by file.
    if (error instanceof DiffError) return null;
    throw error;
  }
}

/** GitHub answers a diff that is too large or takes too long with 406, 422, or a 5xx that does not pass. */
function unserved(error: unknown): null {
  const status = error instanceof ForgeError ? error.status : null;
  if (status === 406 || status === 422 || (status !== null && status >= 500)) return null;
  throw error;
}

/** The commit that the change is seen from; the paged list does not tell it. */
async function readMergeBase(reader: Reader, pullRequest: PullRequest): Promise<string> {
  // Only the first page of a comparison lists files, and they are not wanted here.
  const { body } = await compare(reader, pullRequest, { parameters: { per_page: 1, page: 2 } });
  const sha = (body as { merge_base_commit?: { sha?: unknown } } | null)?.merge_base_commit?.sha;
  if (typeof sha !== 'string') {
    throw new ForgeError(`${WHAT} failed: GitHub's comparison names no merge base`, { status: null });
  }
  return sha;
}

async function compare(reader: Reader, pullRequest: PullRequest, more: Partial<Call>): Promise<Answer> {
  const { base, head, fork, headRepository } = pullRequest;
  const call = (basehead: string): Call => ({
    what: WHAT,
    route: 'GET /repos/{owner}/{repo}/compare/{basehead}',
    permission: 'contents: read',
    ...more,
    parameters: { basehead, ...more.parameters },
  });
  const plain = call(`${base}...${head}`);
  if (!fork || headRepository === null) return reader.client.need(plain);

  const own = call(`${base}...${headRepository.owner}:${head}`);
  const result = await reader.client.read(own);
  if (result.kind === 'answer') return result;
  // A token of the base repository may not see a private fork; the pull request's own ref holds the commit all the same.
  if (result.status === 404) return reader.client.need(plain);
  throw refusedError(own, result);
}
