import { ForgeError } from '../core/errors.ts';
import type { ContextParts, RepositoryFile } from '../core/pull-request.ts';
import type { Reader } from './github.ts';
import type { GraphqlError } from './graphql.ts';
import type { BranchNode, FileNode, FolderNode } from './query-data.ts';
import { readRawText } from './raw-text.ts';

/** A settings file longer than this is no text that anybody reads. */
const LARGEST_FILE = 5_000_000;

const SYMBOLIC_LINK = 0o120000;

type Wanted = Pick<ContextParts, 'files' | 'folders'>;

/** Values for the variables that `queries.ts` declares for wanted files and folders. */
export function branchVariables({ files, folders }: Wanted): Record<string, string> {
  return Object.fromEntries([
    ...files.map((path, index) => [`path${index}`, path]),
    ...folders.map((path, index) => [`folder${index}`, `HEAD:${path}`]),
  ]);
}

/** Whether an error only says that a wanted file or folder is not there. */
export function isMissingFile({ type, path = [] }: GraphqlError): boolean {
  return type === 'NOT_FOUND' && path.some((part) => typeof part === 'string' && /^(file|folder)\d+$/.test(part));
}

/** Throws when files are wanted and GitHub shows no default branch: they must not pass for missing ones. */
export function checkBranch(reader: Reader, branch: BranchNode | null, wanted: Wanted, what: string): void {
  if (branch !== null || wanted.files.length + wanted.folders.length === 0) return;
  throw new ForgeError(
    `${what} failed: GitHub does not show the default branch of ${reader.owner}/${reader.repo}; the token needs \`contents: read\``,
    { status: null },
  );
}

/** The wanted files that are on the default branch, by path. */
export async function readFiles(
  reader: Reader,
  branch: BranchNode | null,
  paths: readonly string[],
): Promise<Map<string, RepositoryFile>> {
  const files = new Map<string, RepositoryFile>();
  if (branch === null) return files;
  const { target } = branch;
  for (const [index, path] of paths.entries()) {
    const entry = (target[`file${index}`] ?? null) as FileNode | null;
    if (entry === null || entry.object?.__typename !== 'Blob') continue;
    const { text, isBinary, isTruncated } = entry.object;
    const short = isBinary === true || (text !== null && !isTruncated && entry.mode !== SYMBOLIC_LINK);
    files.set(path, {
      path,
      oid: entry.oid,
      // A symbolic link is not resolved by GraphQL.
      text:
        isBinary === true
          ? null
          : short
            ? text
            : await readRawText(reader, { path, ref: target.oid, maxBytes: LARGEST_FILE }),
    });
  }
  return files;
}

/** Names of the entries of the wanted folders that are there, by folder; `''` is the root. */
export function foldersOf(
  nodes: Readonly<Record<`folder${number}`, FolderNode | null>>,
  folders: readonly string[],
): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const [index, folder] of folders.entries()) {
    const entries = nodes[`folder${index}`]?.entries;
    if (entries != null) found.set(folder, entries.map(nameOf));
  }
  return found;
}

function nameOf(entry: { readonly name: string }): string {
  return entry.name;
}
