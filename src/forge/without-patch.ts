import type { ChangedFile } from '../core/diff.ts';
import { ForgeError } from '../core/errors.ts';
import { diffTexts } from './blob-diff.ts';
import { type Call, refusedError } from './client.ts';
import type { Unpatched } from './file-list.ts';
import type { Reader } from './github.ts';
import { blobFactsDocument } from './queries.ts';
import type { BlobFact, BlobFactsData } from './query-data.ts';

/** The two commits between which the change lies; the merge base is asked for only when a file needs it. */
export type Sides = { readonly head: string; mergeBase(): Promise<string> };

/** The blob of an empty file, the same everywhere. */
const EMPTY_BLOB = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';

/** No model reads more than this of one file, and all of them together have to fit into memory beside the rest. */
const MAX_FILE_BYTES = 5_000_000;
const MAX_TOTAL_BYTES = 20_000_000;

const AT_ONCE = 4;
const FACTS_AT_ONCE = 50;

/** After this many files that GitHub could not serve, each further one gets a single try: the run has other work. */
const PATIENT_FAILURES = 5;

/**
 * The files that GitHub listed without a patch, as they really changed, by path (SU-21): binaries and files without a
 * change of text are told apart from text, and text is diffed here from its two blobs. What cannot be read says why in
 * `unreadable`; nothing is thrown for it.
 */
export async function readWithoutPatch(
  reader: Reader,
  unpatched: readonly Unpatched[],
  sides: Sides,
): Promise<ReadonlyMap<string, ChangedFile>> {
  const found = new Map<string, ChangedFile>();
  const texts: Unpatched[] = [];
  let mergeBase: Promise<string> | null = null;
  const once: Sides = {
    head: sides.head,
    mergeBase: () => {
      mergeBase ??= sides.mergeBase();
      return mergeBase;
    },
  };

  const uncounted: Unpatched[] = [];
  for (const candidate of unpatched) {
    const { entry } = candidate;
    if (entry.additions + entry.deletions > 0) texts.push(candidate);
    else if (entry.sha !== EMPTY_BLOB || entry.status === 'modified') uncounted.push(candidate);
  }
  for (let start = 0; start < uncounted.length; start += FACTS_AT_ONCE) {
    const group = uncounted.slice(start, start + FACTS_AT_ONCE);
    for (const { candidate, kind } of await tellApart(reader, group, once)) {
      if (kind === 'text') texts.push(candidate);
      else if (kind === 'binary') found.set(candidate.file.path, { ...candidate.file, binary: true });
      else if (kind !== 'unchanged') found.set(candidate.file.path, { ...candidate.file, unreadable: kind.why });
    }
  }

  const blobs = createBlobReader(reader);
  let next = 0;
  const work = async () => {
    for (let candidate = texts[next++]; candidate !== undefined; candidate = texts[next++]) {
      found.set(candidate.file.path, await diffBlobs(blobs, candidate, once));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}

type Told = { candidate: Unpatched; kind: 'text' | 'binary' | 'unchanged' | { why: string } };

/**
 * What the files are for which GitHub counts no changed line: a pure rename, a mode change, a binary, or a text so
 * large that GitHub does not count it, which must not pass for one of the others.
 */
async function tellApart(reader: Reader, group: readonly Unpatched[], sides: Sides): Promise<Told[]> {
  try {
    const heads = placesOf(group, ({ entry }) => entry.status !== 'removed' && entry.sha !== null);
    const bases = placesOf(group, ({ entry }) => entry.status !== 'added');
    const mergeBase = bases.length === 0 ? '' : await sides.mergeBase();
    const data = await reader.graphql.need<BlobFactsData>({
      what: 'reading what the files without a patch are',
      document: blobFactsDocument({ heads, bases }),
      variables: {
        owner: reader.owner,
        name: reader.repo,
        ...Object.fromEntries(heads.map((place) => [`head${place}`, group[place]?.entry.sha])),
        ...Object.fromEntries(bases.map((place) => [`base${place}`, `${mergeBase}:${oldPathOf(group[place])}`])),
      },
    });
    return group.map((candidate, place) => ({
      candidate,
      kind: kindOf(data.repository?.[`head${place}`] ?? null, data.repository?.[`base${place}`] ?? null),
    }));
  } catch (error) {
    return group.map((candidate) => ({ candidate, kind: { why: reasonOf(error) } }));
  }
}

function kindOf(head: BlobFact | null, base: BlobFact | null): 'text' | 'binary' | 'unchanged' {
  if (head !== null && base !== null && head.oid === base.oid) return 'unchanged';
  return head?.isBinary === true || base?.isBinary === true ? 'binary' : 'text';
}

function placesOf(group: readonly Unpatched[], wanted: (candidate: Unpatched) => boolean): number[] {
  return group.flatMap((candidate, place) => (wanted(candidate) ? [place] : []));
}

function oldPathOf(candidate: Unpatched | undefined): string {
  return candidate?.entry.previous_filename ?? candidate?.entry.filename ?? '';
}

async function diffBlobs(blobs: BlobReader, candidate: Unpatched, sides: Sides): Promise<ChangedFile> {
  const { entry, file } = candidate;
  try {
    const nothing = new Uint8Array();
    const after =
      entry.status === 'removed'
        ? nothing
        : entry.sha === null
          ? await blobs.readAt(entry.filename, sides.head)
          : await blobs.readBlob(entry.sha);
    const before =
      entry.status === 'added' ? nothing : await blobs.readAt(oldPathOf(candidate), await sides.mergeBase());
    if (isBinary(before) || isBinary(after)) return { ...file, binary: true };
    return { ...file, ...diffTexts(decode(before), decode(after)) };
  } catch (error) {
    return { ...file, unreadable: reasonOf(error) };
  }
}

/** Only GitHub's trouble makes a file unreadable; a bug of ours stays one. */
function reasonOf(error: unknown): string {
  if (error instanceof ForgeError) return error.message;
  throw error;
}

type BlobReader = {
  readBlob(sha: string): Promise<Uint8Array>;
  readAt(path: string, ref: string): Promise<Uint8Array>;
};

/** Reads bytes within the bounds on one file and on all of them, with less patience the more reads have failed. */
function createBlobReader(reader: Reader): BlobReader {
  let left = MAX_TOTAL_BYTES;
  let failures = 0;

  async function read(what: string, rest: Pick<Call, 'route' | 'parameters'>): Promise<Uint8Array> {
    const call: Call = {
      what,
      permission: 'contents: read',
      accept: 'application/vnd.github.raw+json',
      maxBytes: MAX_FILE_BYTES,
      tries: failures < PATIENT_FAILURES ? 3 : 1,
      ...rest,
    };
    if (left <= 0) {
      throw new ForgeError(
        `${what} was not tried: the files without a patch are larger than ${MAX_TOTAL_BYTES} bytes`,
        {
          status: null,
        },
      );
    }
    try {
      const result = await reader.client.read(call);
      if (result.kind === 'refused') throw refusedError(call, result);
      const bytes = result.body as Uint8Array;
      left -= bytes.length;
      return bytes;
    } catch (error) {
      failures += 1;
      throw error;
    }
  }

  return {
    readBlob: (sha) =>
      read('reading the file at the head', { route: 'GET /repos/{owner}/{repo}/git/blobs/{sha}', parameters: { sha } }),
    readAt: (path, ref) =>
      read('reading the file at the merge base', {
        route: 'GET /repos/{owner}/{repo}/contents/{path}',
        parameters: { path, ref },
      }),
  };
}

/** Git's own rule: a NUL byte near the start. */
function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8000).includes(0);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
