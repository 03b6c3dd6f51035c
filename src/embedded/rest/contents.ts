import { posix } from 'node:path';
import type { Access } from '../accounts.ts';
import { entryAt, type Git, listTree, readCommit, readObject, type TreeEntry } from '../git.ts';
import { nodeId } from '../node-id.ts';
import { notFound, Refused } from '../refusal.ts';
import type { World } from '../state.ts';
import type { Answer, Call, Operations } from './call.ts';
import type { Json } from './show.ts';

const CONTENTS: Access = { level: 'read', keys: ['contents'], role: 'read' };
const MEGABYTE = 1024 * 1024;

export const contentsOperations: Operations = {
  'GET /repos/{owner}/{repo}/contents/{path}': { access: CONTENTS, handle: contents },
  'GET /repos/{owner}/{repo}/git/blobs/{file_sha}': { access: CONTENTS, handle: blob },
};

/** Base64 as GitHub sends it: broken into lines of 60 characters. */
function base64(data: Buffer): string {
  return data.toString('base64').replace(/.{1,60}/g, '$&\n');
}

async function blob({ world, urls, params, media }: Call): Promise<Answer> {
  const oid = params['file_sha'] ?? '';
  const object = /^[0-9a-f]{40}$/.test(oid) ? await readObject(world.git, oid) : null;
  if (object?.type !== 'blob') throw notFound();
  const { data } = object;
  if (data.length > 100 * MEGABYTE) throw tooLarge();
  if (media === 'raw') return raw(data);
  const { owner, name } = world.repository;
  return {
    status: 200,
    body: {
      sha: oid,
      node_id: nodeId('Blob', oid),
      size: data.length,
      url: `${urls.api}/repos/${owner}/${name}/git/blobs/${oid}`,
      content: base64(data),
      encoding: 'base64',
    },
  };
}

async function contents(call: Call): Promise<Answer> {
  const { world, query, media } = call;
  // Without `ref` GitHub answers from the default branch, which is what rules and settings want.
  const ref = query.get('ref') ?? world.repository.defaultBranch;
  const commit = await resolveRef(world, ref);
  const path = (call.params['path'] ?? '').replace(/^\/+|\/+$/g, '');
  const entry = path === '' ? null : await followLinks(world.git, commit, path);
  if (path !== '' && entry === null) throw notFound();
  if (entry === null || entry.type === 'tree') {
    const entries = await listTree(world.git, entry?.oid ?? commit);
    const prefix = path === '' ? '' : `${path}/`;
    const shown = entries.slice(0, 1000).map((child) => describe(call, ref, { ...child, path: prefix + child.path }));
    return { status: 200, body: shown };
  }
  if (entry.type === 'commit') return { status: 200, body: { ...describe(call, ref, entry), submodule_git_url: null } };
  const object = await readObject(world.git, entry.oid);
  if (object === null) throw notFound();
  const { data } = object;
  if (data.length > 100 * MEGABYTE) throw tooLarge();
  if (media === 'raw') return raw(data);
  const small = data.length <= MEGABYTE;
  return {
    status: 200,
    body: {
      ...describe(call, ref, { ...entry, path }),
      content: small ? base64(data) : '',
      encoding: small ? 'base64' : 'none',
    },
  };
}

/** The commit that `ref` names: a branch, also of a fork, or an id. */
async function resolveRef(world: World, ref: string): Promise<string> {
  const branch = world.branches.get(ref.replace(/^refs\/heads\/|^heads\//, ''));
  if (branch !== undefined) return branch;
  if (/^[0-9a-f]{40}$/.test(ref) && (await readCommit(world.git, ref)) !== null) return ref;
  throw notFound(`No commit found for the ref ${ref}`);
}

/** The entry at `path`; a symbolic link inside the repository stands for its target, as in GitHub's contents. */
async function followLinks(git: Git, commit: string, path: string): Promise<TreeEntry | null> {
  let at = path;
  for (let step = 0; step < 10; step += 1) {
    const entry = await entryAt(git, commit, at);
    if (entry?.mode !== '120000') return entry;
    const target = (await readObject(git, entry.oid))?.data.toString('utf8') ?? '';
    const next = posix.normalize(posix.join(posix.dirname(at), target));
    if (target.startsWith('/') || next.startsWith('..') || (await entryAt(git, commit, next)) === null) return entry;
    at = next;
  }
  return null;
}

function describe({ world, urls }: Call, ref: string, entry: TreeEntry): Json {
  const { owner, name } = world.repository;
  const kinds = { blob: entry.mode === '120000' ? 'symlink' : 'file', tree: 'dir', commit: 'submodule' };
  const path = entry.path.split('/').map(encodeURIComponent).join('/');
  const url = `${urls.api}/repos/${owner}/${name}/contents/${path}?ref=${encodeURIComponent(ref)}`;
  const html = `${urls.html}/${owner}/${name}/${entry.type === 'tree' ? 'tree' : 'blob'}/${ref}/${path}`;
  const git = `${urls.api}/repos/${owner}/${name}/git/${entry.type === 'tree' ? 'trees' : 'blobs'}/${entry.oid}`;
  return {
    type: kinds[entry.type],
    name: posix.basename(entry.path),
    path: entry.path,
    sha: entry.oid,
    size: entry.size,
    url,
    git_url: git,
    html_url: html,
    download_url: entry.type === 'blob' ? `${urls.html}/${owner}/${name}/raw/${ref}/${path}` : null,
    _links: { self: url, git, html },
  };
}

function raw(data: Buffer): Answer {
  return { status: 200, body: data, headers: { 'content-type': 'application/vnd.github.raw; charset=utf-8' } };
}

function tooLarge(): Refused {
  return new Refused(
    'This API returns blobs up to 100 MB in size. The requested blob is too large to fetch via the API.',
    {
      status: 403,
      type: 'FORBIDDEN',
      errors: [{ resource: 'Blob', field: 'data', code: 'too_large' }],
    },
  );
}
