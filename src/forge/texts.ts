import { ForgeError } from '../core/errors.ts';
import type { Position } from '../core/pull-request.ts';
import { REREADING, readPosition } from './context.ts';
import { isMissingFile } from './default-branch.ts';
import type { Reader } from './github.ts';
import { queryError, TooMuch } from './graphql.ts';
import { missing, noPullRequest } from './missing.ts';
import { positionOf } from './nodes.ts';
import { textsDocument } from './queries.ts';
import type { TextsData } from './query-data.ts';
import { readRawText } from './raw-text.ts';

/** Texts come whole in the answer; more of them than this at once would make GitHub's 10 s too short. */
const AT_ONCE = 50;

/** Source is shorter; GraphQL cuts at half of it. */
const LARGEST_TEXT = 1_000_000;

const WHAT = 'reading files';

type Texts = ReadonlyMap<string, string | null>;

/**
 * The texts of files at a commit, 50 by one request, by path; null where a path names no file, a binary, or one over
 * 1 MB. The base repository knows the commits of the pull request's fork too.
 */
export async function readTexts(reader: Reader, commit: string, paths: readonly string[]): Promise<Texts> {
  return (await readInBatches(reader, { commit, paths, number: null })).texts;
}

/** The same, and where pull request `number` stands: asked with the last texts, or afterwards where anything followed them. */
export async function readTextsAndPosition(
  reader: Reader,
  number: number,
  wanted: { readonly commit: string; readonly paths: readonly string[] },
): Promise<{ readonly texts: Texts; readonly position: Position }> {
  const { texts, position } = await readInBatches(reader, { ...wanted, number });
  return { texts, position: position ?? (await readPosition(reader, number)) };
}

/** `position` is as it was after the last read; null where it was not wanted, or where something was read after it. */
async function readInBatches(
  reader: Reader,
  { commit, paths, number }: { commit: string; paths: readonly string[]; number: number | null },
): Promise<{ readonly texts: Texts; readonly position: Position | null }> {
  const wanted = [...new Set(paths)];
  const texts = new Map<string, string | null>();
  let position: Position | null = null;
  const batches: (readonly string[])[] = [];
  for (let start = 0; start < wanted.length; start += AT_ONCE) batches.push(wanted.slice(start, start + AT_ONCE));
  for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
    const last = batches.length === 0;
    const answer = await readBatch(reader, { commit, paths: batch, number: last ? number : null });
    if (answer === null) {
      const half = Math.ceil(batch.length / 2);
      batches.unshift(batch.slice(0, half), batch.slice(half));
      continue;
    }
    position = answer.position;
    for (const [index, path] of batch.entries()) {
      const blob = answer.blobs[`file${index}`] ?? null;
      if (blob?.__typename !== 'Blob' || blob.isBinary === true) texts.set(path, null);
      else if (typeof blob.text === 'string' && blob.isTruncated !== true) texts.set(path, blob.text);
      else {
        texts.set(path, await readRawText(reader, { path, ref: commit, maxBytes: LARGEST_TEXT }));
        position = null;
      }
    }
  }
  return { texts, position };
}

/** The objects at the paths, aliased by their place, and the position if wanted; null when it is too much for one answer. */
async function readBatch(
  reader: Reader,
  { commit, paths, number }: { commit: string; paths: readonly string[]; number: number | null },
): Promise<{ blobs: NonNullable<TextsData['repository']>; position: Position | null } | null> {
  try {
    const result = await reader.graphql.ask<TextsData>({
      what: WHAT,
      document: textsDocument({ count: paths.length, position: number !== null }),
      variables: {
        owner: reader.owner,
        name: reader.repo,
        ...(number === null ? {} : { number }),
        ...Object.fromEntries(paths.map((path, index) => [`file${index}`, `${commit}:${path}`])),
      },
      tolerates: isMissingFile,
      divisible: paths.length > 1,
    });
    if (result.kind === 'refused') {
      const aboutPosition = number !== null && result.path.startsWith('repository.pullRequest');
      throw aboutPosition ? missing(reader, number, REREADING, result) : queryError({ what: WHAT }, result);
    }
    const { repository } = result.data;
    if (repository === null) {
      throw new ForgeError(`${WHAT} failed: GitHub does not show ${reader.owner}/${reader.repo}`, { status: 404 });
    }
    if (number === null) return { blobs: repository, position: null };
    const node = repository.pullRequest ?? null;
    if (node === null) throw noPullRequest(reader, number);
    return { blobs: repository, position: positionOf(node) };
  } catch (error) {
    if (error instanceof TooMuch) return null;
    throw error;
  }
}
