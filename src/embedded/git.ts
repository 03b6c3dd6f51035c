import { spawn } from 'node:child_process';
import { devNull } from 'node:os';

/** The git program on one bare repository. Everything that the embedded GitHub tells of commits and files comes from it. */
export type Git = {
  readonly directory: string;
  /** Standard output of `git <args>`. Throws a {@link GitError} on any exit code but those in `accept` (default 0). */
  run(args: readonly string[], options?: { input?: Buffer | string; accept?: readonly number[] }): Promise<Buffer>;
  /** What `make` gave for `key` before. Only for what never changes, so a key is made of object ids. */
  once<T>(key: string, make: () => Promise<T>): Promise<T>;
};

export class GitError extends Error {
  override readonly name = 'GitError';
}

export type GitObject = {
  readonly oid: string;
  readonly type: 'commit' | 'tree' | 'blob' | 'tag';
  readonly data: Buffer;
};

export type Person = { readonly name: string; readonly email: string; readonly date: string };

export type Commit = {
  readonly oid: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Person;
  readonly committer: Person;
  readonly message: string;
};

export type TreeEntry = {
  /** Six octal digits. */
  readonly mode: string;
  readonly type: 'blob' | 'tree' | 'commit';
  readonly oid: string;
  /** Bytes; 0 for a tree or a submodule. */
  readonly size: number;
  /** From the root. */
  readonly path: string;
};

/** The git program on `directory`, without the user's configuration, attributes and hooks. */
export function openGit(directory: string): Git {
  const memory = new Map<string, Promise<unknown>>();
  return {
    directory,
    run: (args, options = {}) => {
      const { GIT_DIR: _, GIT_INDEX_FILE: __, GIT_WORK_TREE: ___, ...inherited } = process.env;
      const environment = { ...inherited, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull, LC_ALL: 'C' };
      return runGit(['--git-dir', directory, '--literal-pathspecs', ...args], { ...options, environment });
    },
    once<T>(key: string, make: () => Promise<T>): Promise<T> {
      const known = memory.get(key) as Promise<T> | undefined;
      if (known !== undefined) return known;
      const made = make();
      memory.set(key, made);
      // A failure is not a fact: the next one who asks tries again.
      made.catch(() => memory.delete(key));
      return made;
    },
  };
}

/** Runs git and gives its standard output; the message of the error is what git wrote to standard error. */
export async function runGit(
  args: readonly string[],
  options: { input?: Buffer | string; accept?: readonly number[]; environment?: NodeJS.ProcessEnv } = {},
): Promise<Buffer> {
  const child = spawn('git', args, { env: options.environment ?? process.env, stdio: ['pipe', 'pipe', 'pipe'] });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  // git may end before it has read all of its input; its exit code tells, not the broken pipe.
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  const code = await new Promise<number | null>((done, fail) => {
    child.on('error', (error) => fail(new GitError(`git could not be started: ${error.message}`)));
    child.on('close', done);
  });
  if (code === null || !(options.accept ?? [0]).includes(code)) {
    const said = Buffer.concat(err).toString('utf8').trim();
    throw new GitError(said === '' ? `git ${args.join(' ')} ended with ${code}` : said);
  }
  return Buffer.concat(out);
}

/** The objects of these names, null for each that does not exist; one process for all of them. */
export async function readObjects(git: Git, names: readonly string[]): Promise<(GitObject | null)[]> {
  if (names.length === 0) return [];
  // A line break would end the name; no object has such a name.
  const asked = names.map((name) => (name.includes('\n') ? '0'.repeat(40) : name));
  const out = await git.run(['cat-file', '--batch'], { input: `${asked.join('\n')}\n` });
  const found: (GitObject | null)[] = [];
  let at = 0;
  while (found.length < names.length) {
    const end = out.indexOf(10, at);
    const header = out.subarray(at, end).toString('utf8');
    const [, oid, type, size] = /^([0-9a-f]{40}) (commit|tree|blob|tag) (\d+)$/.exec(header) ?? [];
    if (oid === undefined || size === undefined) {
      found.push(null);
      at = end + 1;
    } else {
      found.push({ oid, type: type as GitObject['type'], data: out.subarray(end + 1, end + 1 + Number(size)) });
      at = end + 2 + Number(size);
    }
  }
  return found;
}

/** The object that an expression such as `main:docs` names, or null. */
export async function readObject(git: Git, name: string): Promise<GitObject | null> {
  const read = async () => (await readObjects(git, [name]))[0] ?? null;
  return /^[0-9a-f]{40}$/.test(name) ? git.once(`object ${name}`, read) : read();
}

/** The commits of these ids, in order; an id that is no commit is an error. */
export async function readCommits(git: Git, oids: readonly string[]): Promise<Commit[]> {
  return git.once(`commits ${oids.join(' ')}`, async () =>
    (await readObjects(git, oids)).map((object, index) => {
      if (object?.type !== 'commit') throw new GitError(`${oids[index]} is no commit`);
      return parseCommit(object);
    }),
  );
}

/** One commit, or null if there is none of this id. */
export async function readCommit(git: Git, oid: string): Promise<Commit | null> {
  const object = await readObject(git, oid);
  return object?.type === 'commit' ? parseCommit(object) : null;
}

function parseCommit(object: GitObject): Commit {
  const text = object.data.toString('utf8');
  const blank = text.indexOf('\n\n');
  const headers = text.slice(0, blank).split('\n');
  const values = (key: string) =>
    headers.filter((line) => line.startsWith(`${key} `)).map((line) => line.slice(key.length + 1));
  return {
    oid: object.oid,
    tree: values('tree')[0] ?? '',
    parents: values('parent'),
    author: parsePerson(values('author')[0] ?? ''),
    committer: parsePerson(values('committer')[0] ?? ''),
    message: text.slice(blank + 2).replace(/\n$/, ''),
  };
}

function parsePerson(line: string): Person {
  const [, name = '', email = '', seconds = '0'] = /^(.*?) ?<([^>]*)> (\d+)/.exec(line) ?? [];
  return { name, email, date: new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z') };
}

/** The best common ancestor of two commits, or null if they have none. */
export async function mergeBase(git: Git, a: string, b: string): Promise<string | null> {
  return git.once(`merge-base ${a} ${b}`, async () => {
    const out = await git.run(['merge-base', a, b], { accept: [0, 1] });
    return out.toString('utf8').trim().split('\n')[0] || null;
  });
}

/** Ids of the commits that `head` has and `base` has not, oldest first. */
export async function commitsBetween(git: Git, base: string, head: string): Promise<string[]> {
  return git.once(`rev-list ${base} ${head}`, async () => {
    const out = await git.run(['rev-list', '--reverse', '--topo-order', head, `^${base}`]);
    return out.toString('utf8').split('\n').filter(Boolean);
  });
}

/** The entry at a path of a commit's or tree's files, or null. */
export async function entryAt(git: Git, treeish: string, path: string): Promise<TreeEntry | null> {
  const entries = await listTree(git, treeish, [path]);
  return entries.find((entry) => entry.path === path) ?? null;
}

/** The entries of a tree (or those at `paths`), in git's order. */
export async function listTree(git: Git, treeish: string, paths: readonly string[] = []): Promise<TreeEntry[]> {
  return git.once(`ls-tree ${treeish} ${paths.join('\0')}`, async () => {
    const out = await git.run(['ls-tree', '-z', '-l', '--full-tree', '--', treeish, ...paths]);
    return out
      .toString('utf8')
      .split('\0')
      .filter(Boolean)
      .map((line) => {
        const [, mode = '', type, oid = '', size = '', path = ''] =
          /^(\d+) (\w+) ([0-9a-f]+) +(\S+)\t([\s\S]*)$/.exec(line) ?? [];
        return { mode, type: type as TreeEntry['type'], oid, size: Number(size) || 0, path };
      });
  });
}

/** Whether git (and so GitHub) takes these bytes for binary: a NUL among the first 8,000. */
export function isBinary(data: Buffer): boolean {
  return data.subarray(0, 8000).includes(0);
}
