import { UserError } from '../core/errors.ts';
import { isMissingFile } from './default-branch.ts';
import type { Reader } from './github.ts';
import { type GraphqlError, queryError, type RefusedQuery } from './graphql.ts';

/**
 * What may be missing from a context without harm: a file that is not there, a team that the workflow's token may not
 * see (asked for by REST then), a status that it may not read (it is set again then), linked issues that it may not
 * read (the context says so), and who resolved a thread, where GitHub cannot show that account.
 */
export function tolerates(error: GraphqlError): boolean {
  const names = (error.path ?? []).filter((part) => typeof part === 'string');
  if (isMissingFile(error)) return true;
  if (names.includes('closingIssuesReferences')) return error.type === 'FORBIDDEN' || error.type === 'NOT_FOUND';
  if (names.at(-1) === 'resolvedBy') return true;
  return error.type === 'FORBIDDEN' && (names.includes('requestedReviewer') || names.includes('status'));
}

/** The error for a refused query about pull request `number`: the user's to mend where it does not exist. */
export function missing(reader: Reader, number: number, what: string, refused: RefusedQuery): Error {
  if (refused.status !== 404) return queryError({ what }, refused);
  if (refused.path.startsWith('repository.pullRequest')) return noPullRequest(reader, number);
  const name = `${reader.owner}/${reader.repo}`;
  return new UserError(
    `there is no repository ${name}, or the token may not read it (it needs \`contents: read\` and \`pull-requests: read\`), so pull request ${number} cannot be read`,
  );
}

/** The error for a pull request that GitHub does not know. */
export function noPullRequest(reader: Reader, number: number): UserError {
  return new UserError(`there is no pull request ${number} in ${reader.owner}/${reader.repo}`);
}
