import type { RequestedReviewer } from '../core/pull-request.ts';
import type { Reader } from './github.ts';
import { requestedReviewerOf } from './nodes.ts';
import type { RequestNode } from './query-data.ts';

/** The requests as GraphQL shows them, or by REST where it hides one: the workflow's token cannot see teams there. */
export async function requestedReviewers(
  reader: Reader,
  number: number,
  requests: readonly RequestNode[],
): Promise<RequestedReviewer[]> {
  const shown = requests.map(requestedReviewerOf).filter((reviewer) => reviewer !== null);
  return shown.length === requests.length ? shown : readRequestedReviewers(reader, number);
}

/** The pending review requests by REST. */
export async function readRequestedReviewers(reader: Reader, number: number): Promise<RequestedReviewer[]> {
  const { body } = await reader.client.need({
    what: 'reading the review requests',
    route: 'GET /repos/{owner}/{repo}/pulls/{number}/requested_reviewers',
    parameters: { number },
    permission: 'pull-requests: read',
  });
  const { users = [], teams = [] } = body as { users?: { login: string }[]; teams?: { slug: string }[] };
  return [
    ...users.map(({ login }) => ({ kind: 'user' as const, login })),
    ...teams.map(({ slug }) => ({ kind: 'team' as const, slug })),
  ];
}
