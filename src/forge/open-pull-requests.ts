import { type Account, accountOfLogin } from '../core/account.ts';
import { ForgeError, UserError } from '../core/errors.ts';
import type { RepositoryFile } from '../core/pull-request.ts';
import type { OpenPullRequest } from '../ports.ts';
import { branchVariables, checkBranch, isMissingFile, readFiles } from './default-branch.ts';
import type { Reader } from './github.ts';
import { FULL_PAGE, type Page, type Query } from './graphql.ts';
import { headOf, positionOf, reviewOf } from './nodes.ts';
import { followPages } from './pages.ts';
import { APPROVALS_PAGE, openPullRequestsDocument } from './queries.ts';
import type { OpenPullRequestNode, OpenPullRequestsData, PageData, ReviewNode } from './query-data.ts';

const WHAT = 'reading the open pull requests';

type Wanted = { readonly files: readonly string[]; readonly headRef: string | null };

/**
 * Every open pull request, or every one of the head branch `headRef`, with its approvals, for retirement (CL-11) and
 * for runs that know a branch alone (SU-16). Throws where GitHub does not list them whole.
 */
export async function readOpenPullRequests(
  reader: Reader,
  wanted: Wanted,
): Promise<{
  viewer: Account;
  private: boolean;
  files: ReadonlyMap<string, RepositoryFile>;
  pullRequests: readonly OpenPullRequest[];
}> {
  const { files, headRef } = wanted;
  const page = { size: FULL_PAGE };
  const first = await openPage(reader, { page, after: null, files, headRef });
  const branch = first.repository.defaultBranchRef;
  checkBranch(reader, branch, { files, folders: [] }, WHAT);
  const { nodes, missing } = await followPages(first.repository.pullRequests, async (after) => {
    const next = await openPage(reader, { page, after, files: [], headRef });
    return next.repository.pullRequests;
  });
  if (missing > 0) {
    throw new ForgeError(`${WHAT} failed: GitHub did not list ${missing} of them`, { status: null });
  }
  const pullRequests: OpenPullRequest[] = [];
  for (const node of nodes) {
    pullRequests.push({
      number: node.number,
      ...positionOf(node),
      ...headOf(node),
      approvals: await approvalsOf(reader, node, page),
    });
  }
  return {
    viewer: accountOfLogin(first.viewer.login, first.viewer.databaseId),
    private: first.repository.isPrivate,
    files: await readFiles(reader, branch, files),
    pullRequests,
  };
}

type Opened = OpenPullRequestsData & { repository: NonNullable<OpenPullRequestsData['repository']> };

async function openPage(
  reader: Reader,
  { page, after, files, headRef }: Wanted & { page: Page; after: string | null },
): Promise<Opened> {
  const query: Query = {
    what: WHAT,
    document: openPullRequestsDocument({ files, byHead: headRef !== null }),
    variables: {
      owner: reader.owner,
      name: reader.repo,
      after,
      ...(headRef === null ? {} : { headRef }),
      ...branchVariables({ files, folders: [] }),
    },
    page,
    tolerates: isMissingFile,
  };
  const { viewer, repository } = await reader.graphql.need<OpenPullRequestsData>(query);
  if (repository === null) throw new UserError(`there is no repository ${reader.owner}/${reader.repo}`);
  return { viewer, repository };
}

async function approvalsOf(
  reader: Reader,
  node: OpenPullRequestNode,
  page: Page,
): Promise<OpenPullRequest['approvals']> {
  const { nodes, missing } = await followPages(node.reviews, async (after) => {
    const data = await reader.graphql.need<PageData<ReviewNode>>({
      what: WHAT,
      document: APPROVALS_PAGE,
      variables: { owner: reader.owner, name: reader.repo, number: node.number, after },
      page,
    });
    const pullRequest = data.repository?.pullRequest ?? null;
    if (pullRequest === null) throw new UserError(`pull request ${node.number} is gone`);
    return pullRequest.page;
  });
  if (missing > 0) {
    throw new ForgeError(`${WHAT} failed: GitHub did not list ${missing} approvals of pull request ${node.number}`, {
      status: null,
    });
  }
  return nodes.map(reviewOf);
}
