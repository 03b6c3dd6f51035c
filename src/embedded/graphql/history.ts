import { type Commit, readCommits } from '../git.ts';
import { parseNodeId } from '../node-id.ts';
import { committerOf } from '../rest/show.ts';
import { connection, type PageArguments } from './connection.ts';
import type { Scope, View } from './scope.ts';

export type HistoryFilter = PageArguments & {
  readonly path?: string | null;
  readonly since?: string | null;
  readonly until?: string | null;
  readonly author?: { readonly id?: string | null; readonly emails?: readonly string[] | null } | null;
};

/** The commits that can be reached from one, newest first; only those of a page are read. */
export async function historyOf(scope: Scope, from: Commit, asked: HistoryFilter, view: (commit: Commit) => View) {
  const { git } = scope.world;
  const within = [
    ...(asked.since == null ? [] : [`--since=${asked.since}`]),
    ...(asked.until == null ? [] : [`--until=${asked.until}`]),
  ];
  const paths = asked.path == null ? [] : ['--', asked.path];
  const all = await git.once(`history ${from.oid} ${[...within, ...paths].join('\0')}`, async () => {
    const out = await git.run(['rev-list', ...within, from.oid, ...paths]);
    return out.toString('utf8').split('\n').filter(Boolean);
  });
  const ids = asked.author == null ? all : await madeBy(scope, all, asked.author);
  const page = connection(ids, asked, (oid) => oid);
  const commits = await readCommits(git, page.nodes as string[]);
  const nodes = commits.map(view);
  return { ...page, nodes, edges: page.edges.map(({ cursor }, index) => ({ cursor, node: nodes[index] })) };
}

async function madeBy(
  { world }: Scope,
  ids: readonly string[],
  author: NonNullable<HistoryFilter['author']>,
): Promise<string[]> {
  const key = author.id == null ? null : parseNodeId(author.id)?.key;
  const commits = await readCommits(world.git, ids);
  return commits
    .filter((commit) =>
      key === null
        ? (author.emails ?? []).includes(commit.author.email)
        : String(committerOf(world, commit.author)?.id) === key,
    )
    .map(({ oid }) => oid);
}
