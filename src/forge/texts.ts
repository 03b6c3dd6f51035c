import { ForgeError } from '../core/errors.ts';
import { isMissingFile } from './default-branch.ts';
import type { Reader } from './github.ts';
import { TooMuch } from './graphql.ts';
import { textsDocument } from './queries.ts';
import type { TextsData } from './query-data.ts';
import { readRawText } from './raw-text.ts';

/** Texts come whole in the answer; more of them than this at once would make GitHub's 10 s too short. */
const AT_ONCE = 50;

/** Source is shorter; GraphQL cuts at half of it. */
const LARGEST_TEXT = 1_000_000;

const WHAT = 'reading files';

/**
 * The texts of files at a commit, 50 by one request, by path; null where a path names no file, a binary, or one over
 * 1 MB. The base repository knows the commits of the pull request's fork too.
 */
export async function readTexts(
  reader: Reader,
  commit: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const wanted = [...new Set(paths)];
  const texts = new Map<string, string | null>();
  const batches: (readonly string[])[] = [];
  for (let start = 0; start < wanted.length; start += AT_ONCE) batches.push(wanted.slice(start, start + AT_ONCE));
  for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
    const blobs = await readBlobs(reader, commit, batch);
    if (blobs === null) {
      const half = Math.ceil(batch.length / 2);
      batches.unshift(batch.slice(0, half), batch.slice(half));
      continue;
    }
    for (const [index, path] of batch.entries()) {
      const blob = blobs[`file${index}`] ?? null;
      if (blob?.__typename !== 'Blob' || blob.isBinary === true) texts.set(path, null);
      else if (typeof blob.text === 'string' && blob.isTruncated !== true) texts.set(path, blob.text);
      else texts.set(path, await readRawText(reader, { path, ref: commit, maxBytes: LARGEST_TEXT }));
    }
  }
  return texts;
}

type Blobs = NonNullable<TextsData['repository']>;

/** The objects at the paths, aliased by their place; null when there are too many for one answer. */
async function readBlobs(reader: Reader, commit: string, paths: readonly string[]): Promise<Blobs | null> {
  try {
    const data = await reader.graphql.need<TextsData>({
      what: WHAT,
      document: textsDocument(paths.length),
      variables: {
        owner: reader.owner,
        name: reader.repo,
        ...Object.fromEntries(paths.map((path, index) => [`file${index}`, `${commit}:${path}`])),
      },
      tolerates: isMissingFile,
      divisible: paths.length > 1,
    });
    if (data.repository === null) {
      throw new ForgeError(`${WHAT} failed: GitHub does not show ${reader.owner}/${reader.repo}`, { status: 404 });
    }
    return data.repository;
  } catch (error) {
    if (error instanceof TooMuch) return null;
    throw error;
  }
}
