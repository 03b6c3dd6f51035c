import { accountOfLogin } from '../core/account.ts';
import type { ContextParts, Position, PullRequestContext, Status } from '../core/pull-request.ts';
import { branchVariables, checkBranch, foldersOf, readFiles } from './default-branch.ts';
import type { Reader } from './github.ts';
import { FULL_PAGE } from './graphql.ts';
import { readLists } from './lists.ts';
import { missing, noPullRequest, tolerates } from './missing.ts';
import { positionOf, pullRequestOf, repositoryOf } from './nodes.ts';
import { contextDocument, POSITION } from './queries.ts';
import type { ContextData, PositionData, PullRequestNode } from './query-data.ts';

const WHAT = 'reading the pull request';

/** What a position is read for, in the words of an error. */
export const REREADING = 'reading the head again';

/** Everything in `parts` by one GraphQL request, one more for every further page, and one for a wanted thread (SU-20). */
export async function readContext(reader: Reader, number: number, parts: ContextParts): Promise<PullRequestContext> {
  const page = { size: FULL_PAGE };
  const result = await reader.graphql.ask<ContextData>({
    what: WHAT,
    document: contextDocument(parts),
    variables: {
      owner: reader.owner,
      name: reader.repo,
      number,
      ...branchVariables(parts),
      ...(parts.statusContext === '' ? {} : { statusContext: parts.statusContext }),
    },
    page,
    tolerates,
  });
  if (result.kind === 'refused') throw missing(reader, number, WHAT, result);
  const { viewer, repository } = result.data;
  const node = repository?.pullRequest ?? null;
  if (repository === null || node === null) throw noPullRequest(reader, number);
  const { defaultBranchRef: branch } = repository;
  checkBranch(reader, branch, parts, WHAT);

  const lists = await readLists(reader, { what: WHAT, repository, pullRequest: node, parts, page });
  return {
    viewer: accountOfLogin(viewer.login, viewer.databaseId),
    repository: repositoryOf(repository),
    pullRequest: pullRequestOf(node),
    ...lists,
    files: await readFiles(reader, branch, parts.files),
    folders: foldersOf(repository, parts.folders),
    status: statusOf(node),
  };
}

/** Head, base ref and base, by one small request. */
export async function readPosition(reader: Reader, number: number): Promise<Position> {
  const result = await reader.graphql.ask<PositionData>({
    what: REREADING,
    document: POSITION,
    variables: { owner: reader.owner, name: reader.repo, number },
  });
  if (result.kind === 'refused') throw missing(reader, number, REREADING, result);
  const node = result.data.repository?.pullRequest ?? null;
  if (node === null) throw noPullRequest(reader, number);
  return positionOf(node);
}

/** The wanted status, if it stands on the head: GraphQL's last commit is not the head while a push is taken in. */
function statusOf(node: PullRequestNode): Status | null {
  const commit = node.lastCommit?.nodes?.[0]?.commit;
  const found = commit?.status?.context ?? null;
  if (found === null || commit?.oid !== node.headRefOid) return null;
  return { context: found.context, state: stateOf(found.state), description: found.description ?? '' };
}

function stateOf(state: string): Status['state'] {
  if (state === 'SUCCESS') return 'success';
  if (state === 'FAILURE') return 'failure';
  return state === 'ERROR' ? 'error' : 'pending';
}
