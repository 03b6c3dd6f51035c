import type { ContextParts } from '../core/pull-request.ts';

const ACTOR = 'fragment actor on Actor { __typename login ... on User { databaseId } ... on Bot { databaseId } }';
const POST = 'id fullDatabaseId author { ...actor } editor { ...actor } body url createdAt';
const PAGE = 'totalCount pageInfo { hasNextPage endCursor }';
const POSITION_FIELDS = 'headRefOid baseRefName baseRefOid baseRef { target { oid } }';
const HEAD = 'headRefName headRepository { name owner { login } } isCrossRepository';
const REVIEW = `${POST} state submittedAt commit { oid }`;
const THREAD_COMMENTS = `comments(first: $first) { ${PAGE} nodes { ${POST} state } }`;
const REQUEST =
  'requestedReviewer { __typename ... on User { login } ... on Bot { login } ... on Mannequin { login } ... on Team { slug } }';

/** The connections of a pull request that are read to their end, with the fields of their entries. */
const CONNECTIONS = {
  commits: 'commit { oid message }',
  reviews: REVIEW,
  comments: POST,
  reviewThreads: `id ${THREAD_COMMENTS}`,
  reviewRequests: REQUEST,
} as const;

export type ConnectionName = keyof typeof CONNECTIONS;

/**
 * The one combined request for `parts` (SU-20). Paths go in as variables (`pathN`; `folderN` as `HEAD:path`), so that no
 * path can change the query.
 */
export function contextDocument(parts: ContextParts): string {
  const wanted: ConnectionName[] = [
    ...(parts.commits ? (['commits'] as const) : []),
    ...(parts.reviews ? (['reviews'] as const) : []),
    ...(parts.comments ? (['comments', 'reviewThreads'] as const) : []),
    ...(parts.reviewRequests ? (['reviewRequests'] as const) : []),
  ];
  const branch = branchParts(parts);
  const variables = [
    '$owner: String!, $name: String!, $number: Int!',
    ...(wanted.length > 0 ? ['$first: Int!'] : []),
    ...branch.variables,
    ...(parts.statusContext === '' ? [] : ['$statusContext: String!']),
  ];
  const status =
    'lastCommit: commits(last: 1) { nodes { commit { oid status { context(name: $statusContext) { context state description } } } } }';
  return [
    `query PullRequestContext(${variables.join(', ')}) {
  viewer { login databaseId }
  repository(owner: $owner, name: $name) {
    name owner { login } databaseId isPrivate
    ${branch.fields}
    pullRequest(number: $number) {
      number title body state isDraft locked url author { ...actor } ${POSITION_FIELDS} ${HEAD}
      changedFiles additions deletions
      ${wanted.map((name) => `${name}(first: $first) { ${PAGE} nodes { ${CONNECTIONS[name]} } }`).join('\n      ')}
      ${parts.statusContext === '' ? '' : status}
    }
  }
}`,
    ACTOR,
    ...branch.fragments,
  ].join('\n');
}

/** The parts of a query that ask for the default branch with files (`fileN`) and folders (`folderN`). */
function branchParts(parts: Pick<ContextParts, 'files' | 'folders'>): {
  variables: string[];
  fields: string;
  fragments: string[];
} {
  const files = parts.files.map((_, index) => `file${index}: file(path: $path${index}) { ...file }`);
  return {
    variables: [
      ...parts.files.map((_, index) => `$path${index}: String!`),
      ...parts.folders.map((_, index) => `$folder${index}: String!`),
    ],
    fields: [
      `defaultBranchRef { name target { oid ... on Commit { __typename ${files.join(' ')} } } }`,
      ...parts.folders.map((_, index) => `folder${index}: object(expression: $folder${index}) { ...folder }`),
    ].join('\n    '),
    fragments: [
      ...(parts.files.length === 0
        ? []
        : ['fragment file on TreeEntry { oid mode object { __typename ... on Blob { text isBinary isTruncated } } }']),
      ...(parts.folders.length === 0
        ? []
        : ['fragment folder on GitObject { __typename ... on Tree { entries { name } } }']),
    ],
  };
}

/** The next page of one connection of a pull request. */
export function pageDocument(name: ConnectionName): string {
  const usesActor = name !== 'commits' && name !== 'reviewRequests';
  return `query ${name[0]?.toUpperCase()}${name.slice(1)}Page($owner: String!, $name: String!, $number: Int!, $first: Int!, $after: String!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) { page: ${name}(first: $first, after: $after) { ${PAGE} nodes { ${CONNECTIONS[name]} } } }
  }
}${usesActor ? `\n${ACTOR}` : ''}`;
}

/** The next page of a thread's comments. */
export const THREAD_PAGE = `query ThreadPage($thread: ID!, $first: Int!, $after: String!) {
  node(id: $thread) { ... on PullRequestReviewThread { page: comments(first: $first, after: $after) { ${PAGE} nodes { ${POST} state } } } }
}
${ACTOR}`;

/** Head, base ref and base as they are now (SU-43). */
export const POSITION = `query Position($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { ${POSITION_FIELDS} } }
}`;

/** A page of the open pull requests with their approvals (CL-11), and `files` of the default branch (`pathN`). */
export function openPullRequestsDocument(files: readonly string[]): string {
  const branch = branchParts({ files, folders: [] });
  const variables = ['$owner: String!, $name: String!, $first: Int!, $after: String', ...branch.variables];
  return `query OpenPullRequests(${variables.join(', ')}) {
  viewer { login databaseId }
  repository(owner: $owner, name: $name) {
    isPrivate
    ${branch.fields}
    pullRequests(states: [OPEN], first: $first, after: $after) {
      ${PAGE}
      nodes { number ${POSITION_FIELDS} ${HEAD} reviews(states: [APPROVED], first: $first) { ${PAGE} nodes { ${REVIEW} } } }
    }
  }
}
${[ACTOR, ...branch.fragments].join('\n')}`;
}

/** The next page of one pull request's approvals, aliased `page`. */
export const APPROVALS_PAGE = `query ApprovalsPage($owner: String!, $name: String!, $number: Int!, $first: Int!, $after: String!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) { page: reviews(states: [APPROVED], first: $first, after: $after) { ${PAGE} nodes { ${REVIEW} } } }
  }
}
${ACTOR}`;

/** The newest reviews and comments, to find a write again by its marker (SU-42), and pending reviews (SU-27). */
export const LATEST_POSTS = `query LatestPosts($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviews(last: 50) { nodes { fullDatabaseId url body state viewerDidAuthor comments(first: 1) { totalCount } } }
      pending: reviews(last: 10, states: [PENDING]) { nodes { fullDatabaseId url body state viewerDidAuthor comments(first: 1) { totalCount } } }
      comments(last: 50) { nodes { fullDatabaseId url body viewerDidAuthor } }
    }
  }
}`;

/**
 * What git objects are, for files that GitHub lists without a patch and without a count: `headN` by id (`$headN`),
 * `baseN` by `commit:path` (`$baseN`).
 */
export function blobFactsDocument(wanted: { heads: readonly number[]; bases: readonly number[] }): string {
  const variables = [
    '$owner: String!, $name: String!',
    ...wanted.heads.map((index) => `$head${index}: GitObjectID!`),
    ...wanted.bases.map((index) => `$base${index}: String!`),
  ];
  const fields = [
    ...wanted.heads.map((index) => `head${index}: object(oid: $head${index}) { ...blob }`),
    ...wanted.bases.map((index) => `base${index}: object(expression: $base${index}) { ...blob }`),
  ];
  return `query BlobFacts(${variables.join(', ')}) {
  repository(owner: $owner, name: $name) { ${fields.join(' ')} }
}
fragment blob on GitObject { __typename oid ... on Blob { isBinary } }`;
}
