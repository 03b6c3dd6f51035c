import { createHash } from 'node:crypto';
import { ForgeError } from '../core/errors.ts';
import type { HeadFile } from '../core/reconcile/head-file.ts';
import { askInBatches } from './batches.ts';
import { isMissingFile } from './default-branch.ts';
import type { Reader } from './github.ts';
import type { HeadFileNode, HeadFilesData } from './reconcile-data.ts';
import { headFilesDocument } from './reconcile-queries.ts';

const WHAT = 'reading the files at the head';

/** Texts come whole in the answer; more of them than this at once would make GitHub's 10 s too short. */
const AT_ONCE = 50;

/** Bytes. GraphQL cuts texts at about as much. */
const LARGEST_TEXT = 512 * 1024;

/** Git's own bound on the length of a path, in bytes. */
const LONGEST_PATH = 4096;

/** Half of a character of UTF-16, which has no bytes. */
const HALF_CHARACTER = /\p{Surrogate}/u;

/** What a pointer of Git LFS begins with, whatever its version. */
const LFS_POINTER = 'version https://git-lfs.github.com/spec/';

const WHY_BY_KIND: Readonly<Record<string, string>> = {
  '12': 'a symbolic link',
  '16': 'a submodule',
  '04': 'a folder',
};

/**
 * Files at a commit, byte for byte: 50 by one request, by path (RB-21). A path that can name no file is missing, without
 * being asked for. Throws where GitHub does not know the commit.
 */
export async function readHeadFiles(
  reader: Reader,
  commit: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, HeadFile>> {
  const files = new Map<string, HeadFile>(paths.map((path) => [path, { kind: 'missing' }]));
  await askInBatches([...files.keys()].filter(isPath), {
    most: AT_ONCE,
    async ask(batch, divisible) {
      const { repository } = await reader.graphql.need<HeadFilesData>({
        what: WHAT,
        document: headFilesDocument(batch.length),
        variables: {
          owner: reader.owner,
          name: reader.repo,
          commit,
          ...Object.fromEntries(batch.map((path, place) => [`path${place}`, path])),
        },
        divisible,
        tolerates: isMissingFile,
      });
      const object = repository?.object ?? null;
      if (object?.__typename !== 'Commit') {
        throw new ForgeError(`${WHAT} failed: GitHub does not show commit ${commit}`, { status: 404 });
      }
      for (const [place, path] of batch.entries()) files.set(path, headFileOf(object[`file${place}`] ?? null));
      return [];
    },
  });
  return files;
}

function headFileOf(node: HeadFileNode | null): HeadFile {
  if (node === null) return { kind: 'missing' };
  const mode = node.mode.toString(8).padStart(6, '0');
  const notText = (why: string): HeadFile => ({ kind: 'not-text', mode, why });
  const kind = WHY_BY_KIND[mode.slice(0, 2)];
  if (kind !== undefined) return notText(kind);
  if (node.object?.__typename !== 'Blob') return notText('no file');
  const { byteSize, isBinary, isTruncated, text } = node.object;
  if (isTruncated || byteSize > LARGEST_TEXT) return notText('larger than 512 KB');
  if (isBinary === true || text === null) return notText('a binary file');
  // The file itself lies elsewhere: an edit would make the pointer point to nothing.
  if (text.startsWith(LFS_POINTER)) return notText('a Git LFS pointer');
  return blobIdOf(text) === node.oid ? { kind: 'text', mode, text } : notText('not UTF-8 text');
}

/** The id that git gives a file of this text: GraphQL replaces bytes that are no UTF-8, which an edit must not write back. */
function blobIdOf(text: string): string {
  const bytes = Buffer.from(text);
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** Whether a path can name a file of a tree; GitHub may refuse the whole query for one that cannot. */
function isPath(path: string): boolean {
  return (
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..') &&
    !path.includes('\0') &&
    !HALF_CHARACTER.test(path) &&
    Buffer.byteLength(path) <= LONGEST_PATH
  );
}
