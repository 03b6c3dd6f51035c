import { ForgeError } from '../core/errors.ts';
import type { AuthoredCommit, SurveyedThread, SurveyedThreads } from '../core/reconcile/survey.ts';
import { askInBatches } from './batches.ts';
import { authorOf } from './commit-author.ts';
import { beginThread, type FurtherPage, missingComments, readFurtherPages, type ThreadBegun } from './further-pages.ts';
import type { Reader } from './github.ts';
import type { GraphqlError } from './graphql.ts';
import { tolerates } from './missing.ts';
import { createListing, type Listing, nodesOf } from './pages.ts';
import type {
  AuthoredCommitNode,
  DiscussionNode,
  FurtherPageNode,
  SurveyedThreadNode,
  ThreadsOfData,
} from './reconcile-data.ts';
import { threadsOfDocument } from './reconcile-queries.ts';
import { threadOf } from './threads.ts';

const WHAT = 'reading the review threads';

/** Pull requests by one request, each with its first threads and commits: 17,250 nodes. Two requests read thirty. */
const AT_ONCE = 15;
const FIRST_PAGE = 50;

/** Logins cost next to nothing: up to 99 of them ride along. */
const LOGIN_WEIGHT = 0.01;
const LOGINS_AT_ONCE = 0.99;

type Part = { readonly kind: 'pull'; readonly number: number } | { readonly kind: 'login'; readonly login: string };

/** A pull request while its lists are being read. */
type Begun = {
  readonly threads: Listing<SurveyedThreadNode>;
  readonly begun: ThreadBegun[];
  readonly commits: Listing<AuthoredCommitNode>;
};

/**
 * All review threads and commits of the pull requests `numbers`, and which of `logins` are people's, as they were given
 * (RB-3, RB-10). A number that GitHub does not know is missing in the answer; without numbers and logins nothing is asked.
 */
export async function readThreadsOf(
  reader: Reader,
  numbers: readonly number[],
  logins: readonly string[],
): Promise<{ readonly people: readonly string[]; readonly pullRequests: ReadonlyMap<number, SurveyedThreads> }> {
  const people: string[] = [];
  const read = new Map<number, Begun>();
  const further: FurtherPage[] = [];
  const parts: Part[] = [
    ...[...new Set(logins)].filter((login) => login.trim() !== '').map((login): Part => ({ kind: 'login', login })),
    ...[...new Set(numbers)].map((number): Part => ({ kind: 'pull', number })),
  ];
  const page = { size: FIRST_PAGE };

  await askInBatches(parts, {
    most: AT_ONCE + LOGINS_AT_ONCE,
    weigh: ({ kind }) => (kind === 'pull' ? 1 : LOGIN_WEIGHT),
    async ask(batch, divisible) {
      const pulls = batch.filter((part) => part.kind === 'pull');
      const accounts = batch.filter((part) => part.kind === 'login');
      const data = await reader.graphql.need<ThreadsOfData>({
        what: WHAT,
        document: threadsOfDocument({ pulls: pulls.length, logins: accounts.length }),
        variables: {
          ...(pulls.length > 0 ? { owner: reader.owner, name: reader.repo } : {}),
          ...Object.fromEntries(pulls.map(({ number }, place) => [`number${place}`, number])),
          ...Object.fromEntries(accounts.map(({ login }, place) => [`login${place}`, login.trim()])),
        },
        page,
        divisible,
        tolerates: (error) => tolerates(error) || isUnknown(error),
      });
      for (const [place, { login }] of accounts.entries()) {
        if (data[`login${place}`]?.__typename === 'User') people.push(login);
      }
      const repository = data.repository ?? null;
      if (repository === null && pulls.length > 0) {
        throw new ForgeError(`${WHAT} failed: GitHub does not show ${reader.owner}/${reader.repo}`, { status: 404 });
      }
      for (const [place, { number }] of pulls.entries()) {
        const node = repository?.[`pull${place}`] ?? null;
        if (node !== null) further.push(...begin(read, number, node));
      }
      return [];
    },
  });
  await readFurtherPages(reader, further, { what: WHAT });

  return {
    people,
    // In the order in which they were asked for, whatever batch each was in.
    pullRequests: new Map(
      numbers.flatMap((number) => {
        const begun = read.get(number);
        return begun === undefined ? [] : [[number, discussionOf(begun)] as const];
      }),
    ),
  };
}

/** Begins a pull request in `read` with what came of it, and gives the pages of what did not. */
function begin(read: Map<number, Begun>, number: number, node: DiscussionNode): readonly FurtherPage[] {
  const one: Begun = { threads: createListing(), begun: [], commits: createListing() };
  read.set(number, one);

  const next = (list: 'reviewThreads' | 'commits', after: string | null): readonly FurtherPage[] =>
    after === null ? [] : [{ list, owner: number, after, take }];

  function take(found: FurtherPageNode | null): readonly FurtherPage[] {
    if (found === null) {
      read.delete(number);
      return [];
    }
    const pages: FurtherPage[] = [];
    if (found.reviewThreads !== undefined) {
      const page = found.reviewThreads;
      for (const each of nodesOf(page)) {
        const { thread, next } = beginThread(each);
        one.begun.push(thread);
        pages.push(...next);
      }
      pages.push(...next('reviewThreads', one.threads.take(page)));
    }
    if (found.commits !== undefined) pages.push(...next('commits', one.commits.take(found.commits)));
    return pages;
  }

  return take(node);
}

function discussionOf({ threads, begun, commits }: Begun): SurveyedThreads {
  const incomplete: string[] = [];
  const say = (words: string, { nodes, missing }: Listing<unknown>) => {
    if (missing() > 0) incomplete.push(`${words} beyond the first ${nodes.length} (${missing()} not listed)`);
  };
  say('review threads', threads);
  for (const missing of begun.map(missingComments).filter((count) => count > 0)) {
    incomplete.push(`${missing} comments of a review thread`);
  }
  say('commits', commits);
  return {
    threads: begun.map(surveyedThreadOf).filter((thread) => thread !== null),
    commits: commits.nodes.map(authoredCommitOf),
    incomplete,
  };
}

/** A thread in our words; null where nobody has said anything in it yet, or any more. */
export function surveyedThreadOf({ node, comments, gone }: ThreadBegun): SurveyedThread | null {
  const thread = gone ? null : threadOf(node, comments.nodes);
  if (thread === null) return null;
  const { startLine } = node;
  return { ...thread, startLine: startLine === node.line ? null : startLine };
}

function authoredCommitOf({ commit }: AuthoredCommitNode): AuthoredCommit {
  return { oid: commit.oid, message: commit.message, author: authorOf(commit.author) };
}

/** Whether an error only says that there is no such pull request or account. */
function isUnknown({ type, path = [] }: GraphqlError): boolean {
  return type === 'NOT_FOUND' && /^(pull|login)\d+$/.test(String(path.at(-1)));
}
