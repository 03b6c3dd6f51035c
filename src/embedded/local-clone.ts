import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { type Commit, type Git, mergeBase, openGit, readCommit, readObject, runGit } from './git.ts';

/** A wrong path or name that the user gave; the message says which and what was expected. */
export class CloneError extends Error {
  override readonly name = 'CloneError';
}

export type Clone = {
  /** A bare repository of our own that borrows the clone's objects; the clone is never written to. */
  readonly git: Git;
  /** Name of the clone's folder, as a repository's name. */
  readonly name: string;
  readonly base: { readonly branch: string; readonly oid: string };
  readonly head: { readonly branch: string; readonly oid: string };
  readonly headCommit: Commit;
  close(): Promise<void>;
};

/** Makes any two revisions of a local clone the base and the head of a pull request. */
export async function openClone(asked: { path: string; base: string; head: string }): Promise<Clone> {
  const path = resolve(asked.path);
  const ask = async (...args: string[]) => (await runGit(['-C', path, ...args])).toString('utf8').trim();
  const objects = await ask('rev-parse', '--path-format=absolute', '--git-path', 'objects').catch((error: Error) => {
    throw new CloneError(`--git ${asked.path} is no git repository (${error.message})`);
  });
  if ((await ask('rev-parse', '--show-object-format')) !== 'sha1')
    throw new CloneError(`--git ${asked.path} uses SHA-256 object names, which GitHub does not take`);
  const base = await resolveRevision(ask, '--base', asked.base);
  const head = await resolveRevision(ask, '--head', asked.head);

  const directory = await mkdtemp(join(tmpdir(), 'revi-clone-'));
  try {
    await runGit(['init', '--quiet', '--bare', directory]);
    await writeFile(join(directory, 'objects', 'info', 'alternates'), `${objects}\n`);
    const shallow = await ask('rev-parse', '--path-format=absolute', '--git-path', 'shallow');
    // Without it git would look for the parents that a shallow clone does not have.
    if (existsSync(shallow)) await copyFile(shallow, join(directory, 'shallow'));
    const git = openGit(directory);
    if ((await mergeBase(git, base.oid, head.oid)) === null)
      throw new CloneError(`${asked.base} and ${asked.head} have no common history, so GitHub could not compare them`);
    if ((await mergeBase(git, base.oid, head.oid)) === head.oid)
      throw new CloneError(`${asked.head} has no commit that ${asked.base} has not: there is nothing to review`);
    const branches = {
      base: base.branch ?? 'main',
      head: head.branch === null || head.branch === (base.branch ?? 'main') ? 'the-change' : head.branch,
    };
    await git.run(['update-ref', `refs/heads/${branches.base}`, base.oid]);
    await git.run(['update-ref', `refs/heads/${branches.head}`, head.oid]);
    await git.run(['symbolic-ref', 'HEAD', `refs/heads/${branches.base}`]);
    const headCommit = await readCommit(git, head.oid);
    if (headCommit === null) throw new CloneError(`${asked.head} is no commit`);
    return {
      git,
      name: basename(path).replace(/[^\w.-]+/g, '-') || 'repository',
      base: { branch: branches.base, oid: base.oid },
      head: { branch: branches.head, oid: head.oid },
      headCommit,
      close: () => rm(directory, { recursive: true, force: true, maxRetries: 3 }),
    };
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

type Ask = (...args: string[]) => Promise<string>;

/** The commit of a revision, and the branch that it names (without its remote), if it names one. */
async function resolveRevision(
  ask: Ask,
  option: string,
  revision: string,
): Promise<{ oid: string; branch: string | null }> {
  const oid = await ask('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`).catch(() => {
    throw new CloneError(`${option} ${revision} names no commit of the repository`);
  });
  const full = await ask(
    'rev-parse',
    '--symbolic-full-name',
    '--verify',
    '--quiet',
    '--end-of-options',
    revision,
  ).catch(() => '');
  const [, branch] = /refs\/(?:heads|remotes\/[^/\s]+)\/(\S+)$/.exec(full) ?? [];
  return { oid, branch: branch ?? null };
}

/** The text of a file of a commit, or null if it is not there. */
export async function textAt(git: Git, commit: string, path: string): Promise<string | null> {
  const object = await readObject(git, `${commit}:${path}`);
  return object?.type === 'blob' ? object.data.toString('utf8') : null;
}
