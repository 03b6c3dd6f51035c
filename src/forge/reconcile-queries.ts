import { ACTOR, branchParts, PAGE, POST, PULL_REQUEST, THREAD } from './queries.ts';

/** Comments that come with their thread; threads of bots are short, and longer ones are read on. */
const COMMENTS_AT_FIRST = 20;

const COMMENT = `${POST} state`;
const SURVEYED_THREAD = `${THREAD} startLine comments(first: ${COMMENTS_AT_FIRST}) { ${PAGE} nodes { ${COMMENT} } }`;
// A GitActor has room for a User alone: the author of a bot's commit is known by the address.
const AUTHOR = 'author { name email user { login databaseId } }';
const AUTHORED = `commit { oid message ${AUTHOR} }`;
/** GitHub takes no more labels than this on a pull request. */
const LABELS = `labels(first: 100) { ${PAGE} nodes { name } }`;

/**
 * A page of the open pull requests with their labels, or the one of `$number`, and `files` of the default branch
 * (`pathN`).
 */
export function surveyDocument({ files, one }: { files: readonly string[]; one: boolean }): string {
  const branch = branchParts({ files, folders: [] });
  const variables = [
    '$owner: String!, $name: String!',
    one ? '$number: Int!' : '$first: Int!, $after: String',
    ...branch.variables,
  ];
  const pulls = one
    ? `pullRequest(number: $number) { ${PULL_REQUEST} ${LABELS} }`
    : `pullRequests(states: [OPEN], first: $first, after: $after) { ${PAGE} nodes { ${PULL_REQUEST} ${LABELS} } }`;
  return `query Survey(${variables.join(', ')}) {
  viewer { login databaseId }
  repository(owner: $owner, name: $name) {
    name owner { login } databaseId isPrivate
    ${branch.fields}
    ${pulls}
  }
}
${[ACTOR, ...branch.fragments].join('\n')}`;
}

/** The first threads and commits of pull requests (`pullN`, by `$numberN`), and accounts (`loginN`, by `$loginN`). */
export function threadsOfDocument({ pulls, logins }: { pulls: number; logins: number }): string {
  const places = (count: number) => Array.from({ length: count }, (_, place) => place);
  const variables = [
    ...(pulls > 0 ? ['$owner: String!, $name: String!, $first: Int!'] : []),
    ...places(pulls).map((place) => `$number${place}: Int!`),
    ...places(logins).map((place) => `$login${place}: String!`),
  ];
  const discussion = places(pulls).map(
    (place) => `pull${place}: pullRequest(number: $number${place}) { ...discussion }`,
  );
  return [
    `query ThreadsOf(${variables.join(', ')}) {
  ${pulls === 0 ? '' : `repository(owner: $owner, name: $name) {\n    ${discussion.join('\n    ')}\n  }`}
  ${places(logins)
    .map((place) => `login${place}: user(login: $login${place}) { __typename login }`)
    .join('\n  ')}
}`,
    ...(pulls === 0
      ? []
      : [
          `fragment discussion on PullRequest {
  reviewThreads(first: $first) { ${PAGE} nodes { ${SURVEYED_THREAD} } }
  commits(first: $first) { ${PAGE} nodes { ${AUTHORED} } }
}`,
          ACTOR,
        ]),
  ].join('\n');
}

/** Which list of which pull request (by number) or thread (by id) a page is of. */
export type PagedList = 'reviewThreads' | 'commits' | 'comments';

/**
 * Further pages of several lists at once: `pageN` is after `$afterN` in a list of pull request `$ownerN`, or of the
 * thread `$ownerN`.
 */
export function furtherPagesDocument(lists: readonly PagedList[]): string {
  const inRepository: string[] = [];
  const byId: string[] = [];
  for (const [place, list] of lists.entries()) {
    const page = (fields: string) => `${list}(first: $first, after: $after${place}) { ${PAGE} nodes { ${fields} } }`;
    if (list === 'comments') {
      byId.push(`page${place}: node(id: $owner${place}) { ... on PullRequestReviewThread { ${page(COMMENT)} } }`);
    } else {
      const fields = list === 'commits' ? AUTHORED : SURVEYED_THREAD;
      inRepository.push(`page${place}: pullRequest(number: $owner${place}) { ${page(fields)} }`);
    }
  }
  const variables = [
    ...(inRepository.length > 0 ? ['$owner: String!, $name: String!'] : []),
    '$first: Int!',
    ...lists.map((list, place) => `$owner${place}: ${list === 'comments' ? 'ID!' : 'Int!'}, $after${place}: String!`),
  ];
  const repository = `repository(owner: $owner, name: $name) {\n    ${inRepository.join('\n    ')}\n  }`;
  return `query FurtherPages(${variables.join(', ')}) {
  ${[...(inRepository.length > 0 ? [repository] : []), ...byId].join('\n  ')}
}${lists.every((list) => list === 'commits') ? '' : `\n${ACTOR}`}`;
}

/**
 * Threads by their ids (`threadN`, by `$threadN`), each with its first comments and its pull request. Not `nodes(ids:)`:
 * there one id that names nothing could cost the others their answer.
 */
export function threadsByIdDocument(count: number): string {
  const places = Array.from({ length: count }, (_, place) => place);
  return `query ThreadsById(${places.map((place) => `$thread${place}: ID!`).join(', ')}) {
  ${places.map((place) => `thread${place}: node(id: $thread${place}) { ...thread }`).join('\n  ')}
}
fragment thread on Node {
  __typename
  ... on PullRequestReviewThread {
    ${SURVEYED_THREAD}
    pullRequest {
      number state isDraft locked headRefOid baseRefName ${LABELS}
      repository { name owner { login } }
    }
  }
}
${ACTOR}`;
}

/** Files at the commit `$commit` (`fileN`, by `$pathN`), with what tells whether their text is theirs byte for byte. */
export function headFilesDocument(count: number): string {
  const places = Array.from({ length: count }, (_, place) => place);
  return `query HeadFiles($owner: String!, $name: String!, $commit: GitObjectID!, ${places.map((place) => `$path${place}: String!`).join(', ')}) {
  repository(owner: $owner, name: $name) {
    object(oid: $commit) {
      __typename
      ... on Commit { ${places.map((place) => `file${place}: file(path: $path${place}) { ...file }`).join(' ')} }
    }
  }
}
fragment file on TreeEntry { mode oid object { __typename ... on Blob { byteSize isBinary isTruncated text } } }`;
}

/** One commit on a branch; needs `contents: write`. GitHub signs it, and its author is the token's account. */
export const CREATE_COMMIT = `mutation CreateCommit($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid url } }
}`;

/** The newest commits of a branch, to find one again by lines of its message (SU-42), and who is asking. */
export const LATEST_COMMITS = `query LatestCommits($owner: String!, $name: String!, $branch: String!) {
  viewer { login databaseId }
  repository(owner: $owner, name: $name) {
    ref(qualifiedName: $branch) {
      target { ... on Commit { history(first: 50) { nodes { oid message url ${AUTHOR} parents(first: 1) { nodes { oid } } } } } }
    }
  }
}`;
