import { accountOfLogin } from '../core/account.ts';
import { ForgeError } from '../core/errors.ts';
import type { SurveyedPullRequest } from '../core/reconcile/survey.ts';
import type { Survey } from '../ports.ts';
import { branchVariables, checkBranch, isMissingFile, readFiles } from './default-branch.ts';
import type { Reader } from './github.ts';
import { FULL_PAGE, type Page, queryError } from './graphql.ts';
import { missing as missingError, noPullRequest } from './missing.ts';
import { pullRequestOf, repositoryOf } from './nodes.ts';
import { followPages, nodesOf } from './pages.ts';
import type { SurveyData, SurveyedNode } from './reconcile-data.ts';
import { surveyDocument } from './reconcile-queries.ts';

const WHAT = 'reading the open pull requests';
const WHAT_ONE = 'reading the pull request';

type Wanted = { readonly files: readonly string[]; readonly number: number | null };

/**
 * The open pull requests, or the one of `number` whatever its state, with their labels (RB-10). Throws where GitHub does
 * not list them whole, and a `UserError` where there is none of that number.
 */
export async function readSurvey(reader: Reader, { files, number }: Wanted): Promise<Survey> {
  const page = { size: FULL_PAGE };
  const { viewer, repository } = await surveyPage(reader, { files, number, page, after: null });
  const branch = repository.defaultBranchRef;
  checkBranch(reader, branch, { files, folders: [] }, whatOf(number));
  const nodes = number === null ? await allOf(reader, repository, page) : [theOne(reader, repository, number)];
  return {
    viewer: accountOfLogin(viewer.login, viewer.databaseId),
    repository: repositoryOf(repository),
    files: await readFiles(reader, branch, files),
    pullRequests: nodes.map(
      (node): SurveyedPullRequest => ({
        ...pullRequestOf(node),
        labels: labelsOf(node, whatOf(number)),
      }),
    ),
  };
}

/** Names of a pull request's labels. Throws where GitHub does not list them whole: one of them may say hands off. */
export function labelsOf({ number, labels }: Pick<SurveyedNode, 'number' | 'labels'>, what: string): string[] {
  if (labels === null) return [];
  const nodes = nodesOf(labels);
  if (labels.pageInfo.hasNextPage || labels.totalCount > nodes.length) {
    throw new ForgeError(
      `${what} failed: GitHub listed only ${nodes.length} of ${labels.totalCount} labels of pull request ${number}`,
      { status: null },
    );
  }
  return nodes.map(({ name }) => name);
}

type Surveyed = NonNullable<SurveyData['repository']>;

async function surveyPage(
  reader: Reader,
  { files, number, page, after }: Wanted & { page: Page; after: string | null },
): Promise<{ viewer: SurveyData['viewer']; repository: Surveyed }> {
  const what = whatOf(number);
  const result = await reader.graphql.ask<SurveyData>({
    what,
    document: surveyDocument({ files, one: number !== null }),
    variables: {
      owner: reader.owner,
      name: reader.repo,
      ...(number === null ? { after } : { number }),
      ...branchVariables({ files, folders: [] }),
    },
    page,
    tolerates: isMissingFile,
  });
  if (result.kind === 'refused') {
    throw number === null ? queryError({ what }, result) : missingError(reader, number, what, result);
  }
  const { viewer, repository } = result.data;
  if (repository === null) {
    throw new ForgeError(`${what} failed: GitHub does not show ${reader.owner}/${reader.repo}`, { status: 404 });
  }
  return { viewer, repository };
}

async function allOf(reader: Reader, first: Surveyed, page: Page): Promise<SurveyedNode[]> {
  const { nodes, missing } = await followPages(listOf(first), async (after) => {
    const { repository } = await surveyPage(reader, { files: [], number: null, page, after });
    return listOf(repository);
  });
  if (missing > 0) throw new ForgeError(`${WHAT} failed: GitHub did not list ${missing} of them`, { status: null });
  return nodes;
}

function listOf({ pullRequests }: Surveyed): NonNullable<Surveyed['pullRequests']> {
  return pullRequests ?? { totalCount: 0, pageInfo: { hasNextPage: false, endCursor: null }, nodes: [] };
}

function theOne(reader: Reader, { pullRequest }: Surveyed, number: number): SurveyedNode {
  if (pullRequest == null) throw noPullRequest(reader, number);
  return pullRequest;
}

function whatOf(number: number | null): string {
  return number === null ? WHAT : WHAT_ONE;
}
