import { type Files, writeCommit } from './git-writing.ts';
import { moveBranch, personOf } from './happenings.ts';
import type { Account, World } from './state.ts';

/** Who commits what the API or the web page was asked to commit; the author is who asked. */
export const GITHUB = { name: 'GitHub', email: 'noreply@github.com' };

/** Stands for GitHub's signature of its own commits. */
export const SIGNATURE = '-----BEGIN PGP SIGNATURE-----\n\nembedded\n-----END PGP SIGNATURE-----\n';

/**
 * One commit on top of a branch's head, as `createCommitOnBranch` makes it: signed by GitHub, in the account's name. The branch
 * moves to it, and every open pull request from it follows. Gives its id; no such branch is an error.
 */
export async function commitByApi(
  world: World,
  made: { readonly branch: string; readonly account: Account; readonly message: string; readonly files: Files },
): Promise<string> {
  const parent = world.branches.get(made.branch);
  if (parent === undefined) throw new Error(`there is no branch ${made.branch} to commit to`);
  const oid = await writeCommit(world.git, {
    ref: `refs/heads/${made.branch}`,
    parent,
    message: made.message,
    files: made.files,
    author: personOf(made.account),
    committer: GITHUB,
    at: world.clock.tick(),
  });
  moveBranch(world, made.branch, oid);
  return oid;
}
