import { posix } from 'node:path';
import { entryAt, isBinary, listTree, readObject, type TreeEntry } from '../git.ts';
import { nodeId } from '../node-id.ts';
import { repositoryView } from './repository.ts';
import type { Scope, View } from './scope.ts';

/** GraphQL cuts the text of larger files here and says so. */
const TEXT_LIMIT = 512_000;

export async function blobView(scope: Scope, oid: string): Promise<View | null> {
  const object = await readObject(scope.world.git, oid);
  if (object?.type !== 'blob') return null;
  const binary = isBinary(object.data);
  return {
    __typename: 'Blob',
    ...common(scope, 'Blob', oid),
    byteSize: object.data.length,
    isBinary: binary,
    isTruncated: object.data.length > TEXT_LIMIT,
    text: binary ? null : object.data.subarray(0, TEXT_LIMIT).toString('utf8'),
  };
}

/** A folder; `path` is where it stands, because git's trees do not know. */
export function treeView(scope: Scope, oid: string, path: string): View {
  return {
    __typename: 'Tree',
    ...common(scope, 'Tree', oid),
    entries: async () => {
      const entries = await listTree(scope.world.git, oid);
      return entries.map((entry) => entryView(scope, { ...entry, path: posix.join(path, entry.path) }));
    },
  };
}

/** The file or folder at a path of a commit, or null. */
export async function fileView(scope: Scope, commit: string, path: string): Promise<View | null> {
  const entry = await entryAt(scope.world.git, commit, path.replace(/\/+$/, ''));
  return entry === null ? null : entryView(scope, entry);
}

function entryView(scope: Scope, entry: TreeEntry): View {
  return {
    __typename: 'TreeEntry',
    name: posix.basename(entry.path),
    path: entry.path,
    mode: Number.parseInt(entry.mode, 8),
    type: entry.type,
    oid: entry.oid,
    size: entry.size,
    extension: posix.extname(entry.path),
    repository: () => repositoryView(scope),
    object: () => {
      if (entry.type === 'tree') return treeView(scope, entry.oid, entry.path);
      // A submodule's commit lies in another repository.
      return entry.type === 'blob' ? blobView(scope, entry.oid) : null;
    },
  };
}

function common(scope: Scope, type: 'Blob' | 'Tree', oid: string): Record<string, unknown> {
  const { owner, name } = scope.world.repository;
  return {
    id: nodeId(type, oid),
    oid,
    abbreviatedOid: oid.slice(0, 7),
    commitUrl: `${scope.urls.html}/${owner}/${name}/commit/${oid}`,
    commitResourcePath: `/${owner}/${name}/commit/${oid}`,
    repository: () => repositoryView(scope),
  };
}
