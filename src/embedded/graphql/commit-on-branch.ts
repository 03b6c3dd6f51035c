import { may } from '../accounts.ts';
import { commitByApi } from '../api-commit.ts';
import { entryAt, readCommit } from '../git.ts';
import type { Files } from '../git-writing.ts';
import { parseNodeId } from '../node-id.ts';
import { forbidden, Refused } from '../refusal.ts';
import type { World } from '../state.ts';
import { commitView } from './commit.ts';
import { refView } from './repository.ts';
import type { Scope } from './scope.ts';

export type CommitInput = {
  readonly branch: {
    readonly repositoryNameWithOwner?: string | null;
    readonly branchName?: string | null;
    readonly id?: string | null;
  };
  readonly expectedHeadOid: string;
  readonly message: { readonly headline: string; readonly body?: string | null };
  readonly fileChanges?: {
    readonly additions?: readonly { readonly path: string; readonly contents: string }[] | null;
    readonly deletions?: readonly { readonly path: string }[] | null;
  } | null;
};

/** The commit that is being made, since git takes a while: of two on one head only the first may land. */
const underway = new WeakMap<World, Promise<unknown>>();

/**
 * One commit on top of the expected head; its author is the token's account, GitHub commits and signs it, and its files are
 * plain ones (mode 100644) whatever they were before. Refuses as GitHub does.
 */
export function commitOnBranch(scope: Scope, input: CommitInput) {
  const before = underway.get(scope.world) ?? Promise.resolve();
  const made = before.then(() => commitNow(scope, input));
  // Whether one failed is for who asked for it, not for who comes next.
  underway.set(
    scope.world,
    made.catch(() => undefined),
  );
  return made;
}

async function commitNow(scope: Scope, input: CommitInput) {
  const { world, caller } = scope;
  checkRepository(scope, input.branch.repositoryNameWithOwner ?? null);
  if (!may(world, caller, { level: 'write', keys: ['contents'], role: 'write' })) throw refusedTo(scope);
  const branch = branchNamed(input.branch);
  const head = world.branches.get(branch);
  // A fork's branches are this repository's no more than a misspelt one is.
  if (head === undefined || branch.includes(':'))
    throw new Refused('Branch not found', { status: 404, type: 'NOT_FOUND' });
  checkHead(head, input.expectedHeadOid);
  const files = await changesOf(scope, input, head);
  const { headline, body } = input.message;
  if (headline.trim() === '') throw unfit('A commit message headline is required');
  const message = body ? `${headline}\n\n${body}` : headline;
  const oid = await commitByApi(world, { branch, account: caller.account, message, files });
  const commit = await readCommit(world.git, oid);
  return { commit: commit && commitView(scope, commit), ref: refView(scope, branch) };
}

/** A fork is there, but the token of a workflow may not write to it, whatever its maintainers may. */
function checkRepository(scope: Scope, asked: string | null): void {
  const { repository, pulls } = scope.world;
  if (asked === null || asked.toLowerCase() === `${repository.owner}/${repository.name}`.toLowerCase()) return;
  const forks = [...pulls.values()].map(({ headRepository: head }) => `${head?.owner}/${head?.name}`.toLowerCase());
  if (forks.includes(asked.toLowerCase())) throw refusedTo(scope);
  throw new Refused(`Could not resolve to a Repository with the name '${asked}'.`, { status: 404, type: 'NOT_FOUND' });
}

function refusedTo({ caller }: Scope): Refused {
  if (caller.kind === 'installation') return forbidden();
  return forbidden(`${caller.account.login} does not have the correct permissions to execute \`CreateCommitOnBranch\``);
}

function branchNamed({ id, branchName }: CommitInput['branch']): string {
  const node = id == null ? null : parseNodeId(id);
  if (node !== null) return node.type === 'Ref' ? node.key : '';
  return (branchName ?? '').replace(/^refs\/heads\//, '');
}

function checkHead(head: string, expected: string): void {
  if (head === expected) return;
  // Two blanks, as in GitHub's own answers.
  throw new Refused(`Expected branch to point to "${expected}" but it did not.  Pull and try again.`, {
    status: 409,
    type: 'STALE_DATA',
  });
}

async function changesOf({ world, caller }: Scope, input: CommitInput, head: string): Promise<Files> {
  const files: Record<string, Files[string]> = {};
  for (const { path } of input.fileChanges?.deletions ?? []) {
    if ((await entryAt(world.git, head, path)) === null)
      throw unfit(`A path was requested for deletion which does not exist as of commit oid \`${head}\``);
    files[path] = null;
  }
  for (const { path, contents } of input.fileChanges?.additions ?? []) {
    if (path.split('/').some((part) => ['', '.', '..', '.git'].includes(part)))
      throw unfit(`A path was requested for addition which is malformed: ${path}`);
    if (contents.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(contents))
      throw unfit(`Could not coerce value of ${path} to Base64String`);
    files[path] = Buffer.from(contents, 'base64');
  }
  const workflow = Object.keys(files).find((path) => path.startsWith('.github/workflows/'));
  const allowed = may(world, caller, { level: 'write', keys: ['workflows'], role: 'write' });
  if (workflow !== undefined && !allowed)
    throw forbidden(
      `refusing to allow a GitHub App to create or update workflow \`${workflow}\` without \`workflows\` permission`,
    );
  return files;
}

function unfit(message: string): Refused {
  return new Refused(message, { status: 422, type: 'UNPROCESSABLE' });
}
