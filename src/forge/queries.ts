import type { ContextParts } from '../core/pull-request.ts';

export const ACTOR =
  'fragment actor on Actor { __typename login ... on User { databaseId } ... on Bot { databaseId } }';
export const POST = 'id fullDatabaseId author { ...actor } editor { ...actor } body url createdAt';
export const PAGE = 'totalCount pageInfo { hasNextPage endCursor }';
const POSITION_FIELDS = 'headRefOid baseRefName baseRefOid baseRef { target { oid } }';
const HEAD = 'headRefName headRepository { name owner { login } } isCrossRepository';
/** Everything of a pull request but its lists. */
export const PULL_REQUEST = `number title body state isDraft locked url author { ...actor } ${POSITION_FIELDS} ${HEAD} changedFiles additions deletions`;
const REVIEW = `${POST} state submittedAt updatedAt commit { oid }`;
export const THREAD =
  'id path line diffSide isResolved isOutdated resolvedBy { __typename login databaseId } viewerCanReply viewerCanResolve viewerCanUnresolve';
const THREAD_COMMENTS = `comments(first: $first) { ${PAGE} nodes { ${POST} state } }`;
const ID_OF_REMARK = 'nodes { fullDatabaseId }';
const REQUEST =
  'requestedReviewer { __typename ... on User { login } ... on Bot { login } ... on Mannequin { login } ... on Team { slug } }';

/** The connections of a pull request that are read to their end, with the fields of their entries. */
const CONNECTIONS = {
  commits: 'commit { oid message }',
  reviews: REVIEW,
  comments: POST,
  reviewThreads: `${THREAD} ${THREAD_COMMENTS}`,
  reviewRequests: REQUEST,
  labels: 'name',
  closingIssuesReferences: 'number title body repository { databaseId }',
} as const;

/**
 * Threads by the ids of their first and last comments, so that looking for one of many costs no bodies. A reply that
 * has just been made is among the last ones, also where the thread's first comment has been deleted.
 */
const THREAD_HEADS = `nodes { ${THREAD} oldest: comments(first: 3) { totalCount ${ID_OF_REMARK} } newest: comments(last: 10) { ${ID_OF_REMARK} } }`;

export type ConnectionName = keyof typeof CONNECTIONS;

/**
 * The one combined request for `parts` (SU-20). Paths go in as variables (`pathN`; `folderN` as `HEAD:path`), so that no
 * path can change the query.
 */
export function contextDocument(parts: ContextParts): string {
  const allThreads = parts.threads || parts.comments === 'all';
  const wanted: ConnectionName[] = [
    ...(parts.commits ? (['commits'] as const) : []),
    ...(parts.reviews ? (['reviews'] as const) : []),
    ...(parts.comments === 'none' ? [] : (['comments'] as const)),
    ...(allThreads ? (['reviewThreads'] as const) : []),
    ...(parts.reviewRequests ? (['reviewRequests'] as const) : []),
    ...(parts.labels ? (['labels'] as const) : []),
    ...(parts.linkedIssues ? (['closingIssuesReferences'] as const) : []),
  ];
  // With every thread's comments the wanted one is there already.
  const heads = parts.threadOf !== null && !allThreads;
  const branch = branchParts(parts);
  const variables = [
    '$owner: String!, $name: String!, $number: Int!',
    ...(wanted.length > 0 || heads ? ['$first: Int!'] : []),
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
    ${parts.labels ? `labels(first: $first) { ${PAGE} nodes { name } }` : ''}
    pullRequest(number: $number) {
      ${PULL_REQUEST}
      ${wanted.map((name) => `${name}(first: $first) { ${PAGE} nodes { ${CONNECTIONS[name]} } }`).join('\n      ')}
      ${heads ? `threadHeads: reviewThreads(first: $first) { ${PAGE} ${THREAD_HEADS} }` : ''}
      ${parts.statusContext === '' ? '' : status}
    }
  }
}`,
    ACTOR,
    ...branch.fragments,
  ].join('\n');
}

/** The parts of a query that ask for the default branch with files (`fileN`) and folders (`folderN`). */
export function branchParts(parts: Pick<ContextParts, 'files' | 'folders'>): {
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
  const usesActor = CONNECTIONS[name].includes('...actor');
  return `query ${name[0]?.toUpperCase()}${name.slice(1)}Page($owner: String!, $name: String!, $number: Int!, $first: Int!, $after: String!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) { page: ${name}(first: $first, after: $after) { ${PAGE} nodes { ${CONNECTIONS[name]} } } }
  }
}${usesActor ? `\n${ACTOR}` : ''}`;
}

/** The next page of the repository's labels. */
export const REPOSITORY_LABELS_PAGE = `query RepositoryLabelsPage($owner: String!, $name: String!, $first: Int!, $after: String!) {
  repository(owner: $owner, name: $name) { page: labels(first: $first, after: $after) { ${PAGE} nodes { name } } }
}`;

/** A page of the threads' heads: where in the diff they are, and the ids of their first and last comments. */
export const THREAD_HEADS_PAGE = `query ThreadHeadsPage($owner: String!, $name: String!, $number: Int!, $first: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) { page: reviewThreads(first: $first, after: $after) { ${PAGE} ${THREAD_HEADS} } }
  }
}`;

/** A page of a thread's comments. */
export const THREAD_PAGE = `query ThreadPage($thread: ID!, $first: Int!, $after: String) {
  node(id: $thread) { ... on PullRequestReviewThread { page: comments(first: $first, after: $after) { ${PAGE} nodes { ${POST} state } } } }
}
${ACTOR}`;

/** A thread's newest comments, to find a reply again by its marker (SU-42). */
export const LATEST_REPLIES = `query LatestReplies($thread: ID!) {
  node(id: $thread) { ... on PullRequestReviewThread { comments(last: 50) { nodes { fullDatabaseId url body viewerDidAuthor } } } }
}`;

/** Both need `contents: write`; a thread that is so already stays as it is, without an error. */
export const RESOLVE_THREAD = `mutation ResolveThread($thread: ID!) {
  resolveReviewThread(input: { threadId: $thread }) { thread { isResolved } }
}`;
export const UNRESOLVE_THREAD = `mutation UnresolveThread($thread: ID!) {
  unresolveReviewThread(input: { threadId: $thread }) { thread { isResolved } }
}`;

/** Whether a thread is resolved, after a mutation whose outcome is unknown (SU-42). */
export const THREAD_STATE = `query ThreadState($thread: ID!) {
  node(id: $thread) { ... on PullRequestReviewThread { isResolved } }
}`;

/** Head, base ref and base as they are now (SU-43). */
export const POSITION = `query Position($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { ${POSITION_FIELDS} } }
}`;

/**
 * A page of the open pull requests with their approvals (CL-11), and `files` of the default branch (`pathN`). With
 * `byHead`, only those of the head branch `$headRef`.
 */
export function openPullRequestsDocument({ files, byHead }: { files: readonly string[]; byHead: boolean }): string {
  const branch = branchParts({ files, folders: [] });
  const variables = [
    '$owner: String!, $name: String!, $first: Int!, $after: String',
    ...(byHead ? ['$headRef: String!'] : []),
    ...branch.variables,
  ];
  return `query OpenPullRequests(${variables.join(', ')}) {
  viewer { login databaseId }
  repository(owner: $owner, name: $name) {
    isPrivate
    ${branch.fields}
    pullRequests(states: [OPEN]${byHead ? ', headRefName: $headRef' : ''}, first: $first, after: $after) {
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

/** The newest reviews with their comments, to find one again whose body holds no marker (SU-42). */
export const LATEST_REMARKS = `query LatestRemarks($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviews(last: 50) { nodes { fullDatabaseId url body state viewerDidAuthor comments(first: 50) { nodes { path body } } } }
    }
  }
}`;

/** The texts of `count` files, each by its `commit:path` (`$fileN`), and the position of pull request `$number` if wanted. */
export function textsDocument({ count, position }: { count: number; position: boolean }): string {
  const places = Array.from({ length: count }, (_, index) => index);
  const variables = [
    '$owner: String!, $name: String!',
    ...(position ? ['$number: Int!'] : []),
    ...places.map((place) => `$file${place}: String!`),
  ];
  return `query Texts(${variables.join(', ')}) {
  repository(owner: $owner, name: $name) {
    ${position ? `pullRequest(number: $number) { ${POSITION_FIELDS} }` : ''}
    ${places.map((place) => `file${place}: object(expression: $file${place}) { ...text }`).join('\n    ')}
  }
}
fragment text on GitObject { __typename ... on Blob { text isBinary isTruncated } }`;
}

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
