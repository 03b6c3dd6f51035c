import { expect, test } from '@jest/globals';
import { schema as github } from '@octokit/graphql-schema';
import { buildSchema, parse, validate } from 'graphql';
import {
  APPROVALS_PAGE,
  blobFactsDocument,
  contextDocument,
  LATEST_POSTS,
  LATEST_REMARKS,
  LATEST_REPLIES,
  openPullRequestsDocument,
  POSITION,
  pageDocument,
  REPOSITORY_LABELS_PAGE,
  RESOLVE_THREAD,
  THREAD_HEADS_PAGE,
  THREAD_PAGE,
  THREAD_STATE,
  textsDocument,
  UNRESOLVE_THREAD,
} from '../../src/forge/queries.ts';
import {
  CREATE_COMMIT,
  furtherPagesDocument,
  headFilesDocument,
  LATEST_COMMITS,
  surveyDocument,
  threadsByIdDocument,
  threadsOfDocument,
} from '../../src/forge/reconcile-queries.ts';
import { NO_PARTS } from './forge-under-test.ts';

test('SU-20 every query is valid by the schema of GitHub', () => {
  const schema = buildSchema(github.idl, { assumeValidSDL: true });
  const everything = {
    files: ['.hyperhive/revi.yml', '.gitattributes'],
    folders: ['', '.hyperhive'],
    commits: true,
    reviews: true,
    reviewRequests: true,
    comments: 'all' as const,
    labels: true,
    linkedIssues: true,
    threads: true,
    threadOf: 1,
    statusContext: 'revi/classify',
  };
  const documents = [
    contextDocument(NO_PARTS),
    contextDocument(everything),
    ...(['commits', 'reviews', 'reviewRequests', 'labels', 'linkedIssues'] as const).map((part) =>
      contextDocument({ ...NO_PARTS, [part]: true }),
    ),
    contextDocument({ ...NO_PARTS, threadOf: 1 }),
    contextDocument({ ...NO_PARTS, threads: true }),
    contextDocument({ ...NO_PARTS, comments: 'all' }),
    contextDocument({ ...everything, comments: 'conversation' }),
    contextDocument({ ...everything, comments: 'conversation', threads: false }),
    contextDocument({ ...NO_PARTS, files: ['a'] }),
    contextDocument({ ...NO_PARTS, folders: [''] }),
    contextDocument({ ...NO_PARTS, statusContext: 'x' }),
    ...(['commits', 'reviews', 'comments', 'reviewThreads', 'reviewRequests'] as const).map(pageDocument),
    ...(['labels', 'closingIssuesReferences'] as const).map(pageDocument),
    REPOSITORY_LABELS_PAGE,
    THREAD_HEADS_PAGE,
    THREAD_PAGE,
    POSITION,
    openPullRequestsDocument({ files: [], byHead: false }),
    openPullRequestsDocument({ files: ['.hyperhive/revi.yml'], byHead: true }),
    APPROVALS_PAGE,
    LATEST_POSTS,
    LATEST_REMARKS,
    LATEST_REPLIES,
    RESOLVE_THREAD,
    UNRESOLVE_THREAD,
    THREAD_STATE,
    textsDocument({ count: 1, position: true }),
    textsDocument({ count: 50, position: false }),
    blobFactsDocument({ heads: [0, 2], bases: [1, 2] }),
    surveyDocument({ files: ['.hyperhive/revi.yml'], one: false }),
    surveyDocument({ files: [], one: true }),
    threadsOfDocument({ pulls: 10, logins: 2 }),
    threadsOfDocument({ pulls: 1, logins: 0 }),
    threadsOfDocument({ pulls: 0, logins: 1 }),
    furtherPagesDocument(['reviewThreads', 'commits', 'comments', 'comments']),
    furtherPagesDocument(['commits']),
    furtherPagesDocument(['comments']),
    threadsByIdDocument(2),
    headFilesDocument(2),
    CREATE_COMMIT,
    LATEST_COMMITS,
  ];

  const problems = documents.flatMap((document) =>
    validate(schema, parse(document)).map((error) => `${document.slice(0, 40)}: ${error.message}`),
  );

  expect(problems).toEqual([]);
});

test('SU-15 a path is a variable and never part of the query', () => {
  const hostile = '") { viewer { login } } #';

  const document = contextDocument({ ...NO_PARTS, files: [hostile], folders: [hostile], statusContext: hostile });

  expect(document).not.toContain(hostile);
});
