import { accountOf, rankOf } from '../accounts.ts';
import { readCommit, readObject } from '../git.ts';
import { nodeId } from '../node-id.ts';
import { Refused } from '../refusal.ts';
import type { PullRequest } from '../state.ts';
import { actorView, labelView } from './actor.ts';
import { commitView } from './commit.ts';
import { connection, type PageArguments } from './connection.ts';
import { blobView, treeView } from './files.ts';
import { issueView, pullRequestView } from './pull-request.ts';
import { needRead, type Scope, type View } from './scope.ts';

type PullFilter = PageArguments & {
  readonly states?: readonly string[] | null;
  readonly headRefName?: string | null;
  readonly baseRefName?: string | null;
  readonly labels?: readonly string[] | null;
  readonly orderBy?: { readonly field: string; readonly direction: string } | null;
};

/** The repository, or a fork of it: of a fork only what a pull request's head needs is known. */
export function repositoryView(scope: Scope, fork: { owner: string; name: string } | null = null): View {
  const { world, urls } = scope;
  const { repository } = world;
  const { owner, name } = fork ?? repository;
  const id = fork === null ? repository.id : repository.id + accountOf(world, owner).id;
  const plain: View = {
    __typename: 'Repository',
    id: nodeId('Repository', id),
    databaseId: id,
    name,
    nameWithOwner: `${owner}/${name}`,
    owner: actorView(scope, accountOf(world, owner)),
    url: `${urls.html}/${owner}/${name}`,
    resourcePath: `/${owner}/${name}`,
    isPrivate: repository.private,
    visibility: repository.private ? 'PRIVATE' : 'PUBLIC',
    isFork: fork !== null,
    isArchived: false,
    isDisabled: false,
    isLocked: false,
    isTemplate: false,
    isEmpty: false,
    createdAt: repository.createdAt,
    updatedAt: repository.createdAt,
  };
  if (fork !== null) return plain;
  return {
    ...plain,
    viewerPermission: () => permissionOf(scope),
    defaultBranchRef: () => refView(scope, repository.defaultBranch),
    ref: ({ qualifiedName }: { qualifiedName: string }) => refView(scope, qualifiedName.replace(/^refs\/heads\//, '')),
    object: (asked: { expression?: string | null; oid?: string | null }) => objectView(scope, asked),
    pullRequest: ({ number }: { number: number }) => pullRequestView(scope, findPull(scope, number)),
    pullRequests: (filter: PullFilter) => {
      needRead(scope, 'pull-requests');
      return connection(filterPulls(scope, filter), filter, (pull) => pullRequestView(scope, pull));
    },
    issueOrPullRequest: ({ number }: { number: number }) => {
      const issue = repository.issues.get(number);
      return issue ? issueView(scope, issue) : pullRequestView(scope, findPull(scope, number));
    },
    issue: ({ number }: { number: number }) => {
      const issue = repository.issues.get(number);
      if (issue === undefined) throw unresolved(`an Issue with the number of ${number}`);
      return issueView(scope, issue);
    },
    label: (asked: { name: string }) => {
      const label = repository.labels.find((candidate) => candidate.name.toLowerCase() === asked.name.toLowerCase());
      return label ? labelView(scope, label) : null;
    },
    labels: (page: PageArguments) => connection(repository.labels, page, (label) => labelView(scope, label)),
  };
}

function unresolved(what: string): Refused {
  return new Refused(`Could not resolve to ${what}.`, { status: 404, type: 'NOT_FOUND' });
}

function findPull(scope: Scope, number: number): PullRequest {
  needRead(scope, 'pull-requests');
  const pull = scope.world.pulls.get(number);
  if (pull === undefined) throw unresolved(`a PullRequest with the number of ${number}`);
  return pull;
}

function filterPulls({ world }: Scope, filter: PullFilter): PullRequest[] {
  const sign = filter.orderBy?.direction === 'DESC' ? -1 : 1;
  const key = (pull: PullRequest) => (filter.orderBy?.field === 'UPDATED_AT' ? pull.updatedAt : pull.createdAt);
  return [...world.pulls.values()]
    .filter((pull) => filter.states == null || filter.states.includes(pull.state.toUpperCase()))
    .filter((pull) => filter.headRefName == null || pull.headRef === filter.headRefName)
    .filter((pull) => filter.baseRefName == null || pull.baseRef === filter.baseRefName)
    .filter((pull) => filter.labels == null || filter.labels.some((name) => pull.labels.includes(name)))
    .sort((a, b) => sign * (key(a).localeCompare(key(b)) || a.number - b.number));
}

function permissionOf({ world, caller }: Scope): string | null {
  if (caller.kind === 'installation') return caller.permissions['contents'] === 'write' ? 'WRITE' : 'READ';
  const names = [null, 'READ', 'TRIAGE', 'WRITE', 'MAINTAIN', 'ADMIN'];
  return names[rankOf(world.repository, caller.account.login)] ?? null;
}

/** A branch, or null if there is none of this name. */
export function refView(scope: Scope, branch: string): View | null {
  needRead(scope, 'contents');
  const oid = scope.world.branches.get(branch);
  if (oid === undefined || branch.includes(':')) return null;
  return {
    __typename: 'Ref',
    id: nodeId('Ref', branch),
    name: branch,
    prefix: 'refs/heads/',
    repository: () => repositoryView(scope),
    target: () => objectView(scope, { oid }),
  };
}

/** What an id or an expression such as `main:docs/readme.md` names; null if nothing does. */
async function objectView(
  scope: Scope,
  asked: { expression?: string | null; oid?: string | null },
): Promise<View | null> {
  needRead(scope, 'contents');
  const { world } = scope;
  if (asked.oid == null && asked.expression == null)
    throw new Refused('An oid or an expression is required.', { status: 422, type: 'BAD_USER_INPUT' });
  const object = await readObject(world.git, asked.oid ?? asked.expression ?? '');
  if (object === null) return null;
  if (object.type === 'tree') return treeView(scope, object.oid, folderOf(asked.expression));
  if (object.type === 'blob') return blobView(scope, object.oid);
  const commit = await readCommit(world.git, object.oid);
  return commit === null ? null : commitView(scope, commit);
}

function folderOf(expression: string | null | undefined): string {
  const [, path = ''] = /^[^:]*:(.*)$/s.exec(expression ?? '') ?? [];
  return path.replace(/\/+$/, '');
}
