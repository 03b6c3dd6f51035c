import type { Git } from './git.ts';

/** One file of a commit: its text, `null` for a deletion, or what text alone cannot say. */
export type FileContent =
  | string
  | null
  | Buffer
  | { readonly symlink: string }
  | { readonly submodule: string }
  | { readonly mode: '100644' | '100755'; readonly content: string | Buffer }
  | { readonly renameFrom: string; readonly content?: string | Buffer };

export type Files = { readonly [path: string]: FileContent };

export type NewCommit = {
  /** Full name, such as `refs/heads/main`. */
  readonly ref: string;
  /** null: the first commit of a history. */
  readonly parent: string | null;
  readonly message: string;
  readonly files: Files;
  readonly author: { readonly name: string; readonly email: string };
  /** Default: the author. */
  readonly committer?: { readonly name: string; readonly email: string };
  /** Milliseconds since 1970. */
  readonly at: number;
};

/** Writes a commit with git's own id, moves `ref` to it (also backwards), and gives the id. */
export async function writeCommit(git: Git, commit: NewCommit): Promise<string> {
  const parts: (string | Buffer)[] = [];
  const data = (content: string | Buffer) => {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
    parts.push(`data ${bytes.length}\n`, bytes, '\n');
  };
  const seconds = Math.floor(commit.at / 1000);
  const who = ({ name, email }: NewCommit['author']) => `${name} <${email}> ${seconds} +0000`;
  parts.push(
    `commit ${commit.ref}\nauthor ${who(commit.author)}\ncommitter ${who(commit.committer ?? commit.author)}\n`,
  );
  data(commit.message);
  if (commit.parent !== null) parts.push(`from ${commit.parent}\n`);
  for (const [path, content] of Object.entries(commit.files)) {
    const name = quoted(path);
    if (content === null) parts.push(`D ${name}\n`);
    else if (typeof content === 'string' || Buffer.isBuffer(content)) {
      parts.push(`M 100644 inline ${name}\n`);
      data(content);
    } else if ('symlink' in content) {
      parts.push(`M 120000 inline ${name}\n`);
      data(content.symlink);
    } else if ('submodule' in content) parts.push(`M 160000 ${content.submodule} ${name}\n`);
    else if ('renameFrom' in content) {
      parts.push(`R ${quoted(content.renameFrom)} ${name}\n`);
      if (content.content !== undefined) {
        parts.push(`M 100644 inline ${name}\n`);
        data(content.content);
      }
    } else {
      parts.push(`M ${content.mode} inline ${name}\n`);
      data(content.content);
    }
  }
  const input = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'utf8') : part)));
  await git.run(['fast-import', '--quiet', '--force'], { input });
  return (await git.run(['rev-parse', '--verify', commit.ref])).toString('utf8').trim();
}

function quoted(path: string): string {
  return `"${path.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}
