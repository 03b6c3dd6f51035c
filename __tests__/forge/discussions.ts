import type { ScriptedReply, SeenRequest } from '../support/github-server.ts';
import { page, postNode, threadNode, variablesOf } from './forge-under-test.ts';

/** A pull request of a GitHub that pages as it is asked to: threads by how many comments each has, and commits. */
export type Discussion = { readonly threads: readonly number[]; readonly commits?: number };

export const THREADS_OF = 'graphql ThreadsOf';
export const FURTHER = 'graphql FurtherPages';

/** Comments that come with their thread. */
const WITH_THREAD = 20;

const idOf = (number: number, place: number) => `PRRT_${number}_${place}`;

/** Answers `ThreadsOf` and `FurtherPages` from `discussions`, and `user(login:)` from `people`. */
export function discussions(
  pulls: ReadonlyMap<number, Discussion>,
  people: readonly string[] = [],
): (request: SeenRequest) => ScriptedReply {
  return (request) => {
    const { query } = request.body as { query: string };
    const variables = variablesOf(request);
    const first = variables['first'] as number;
    const errors: unknown[] = [];
    const repository: Record<string, unknown> = {};
    const data: Record<string, unknown> = { repository };

    const slice = (
      path: unknown[],
      list: string,
      owner: string | number,
      from: number,
    ): Record<string, unknown> | null => {
      const number = typeof owner === 'number' ? owner : Number(owner.split('_')[1]);
      const found = pulls.get(number);
      if (found === undefined) {
        errors.push({ type: 'NOT_FOUND', path, message: 'Could not resolve to a node' });
        return null;
      }
      if (list === 'commits')
        return { commits: paged(found.commits ?? 0, from, first, (nth) => commitNode(number, nth)) };
      if (list === 'comments') {
        const place = Number(String(owner).split('_')[2]);
        return { comments: commentsOf(number, place, found.threads[place] ?? 0, from, first) };
      }
      const thread = (place: number) => ({
        ...threadNode(idOf(number, place)),
        startLine: null,
        comments: commentsOf(number, place, found.threads[place] ?? 0, 0, WITH_THREAD),
      });
      return { reviewThreads: paged(found.threads.length, from, first, thread) };
    };

    for (const [name, value] of Object.entries(variables)) {
      const [, kind, place] = /^(number|login)(\d+)$/.exec(name) ?? [];
      if (kind === 'login') {
        const known = people.includes(value as string);
        data[`login${place}`] = known ? { __typename: 'User', login: value } : null;
        if (!known) errors.push({ type: 'NOT_FOUND', path: [`login${place}`], message: 'Could not resolve to a User' });
      }
      if (kind === 'number') {
        const path = ['repository', `pull${place}`];
        const threads = slice(path, 'reviewThreads', value as number, 0);
        repository[`pull${place}`] =
          threads === null ? null : { ...threads, ...slice(path, 'commits', value as number, 0) };
      }
    }
    for (const [, place, kind, list] of query.matchAll(
      /page(\d+): (node|pullRequest)\(.*?\) \{ (?:\.\.\. on PullRequestReviewThread \{ )?(\w+)\(/g,
    )) {
      const byId = kind === 'node';
      const path = byId ? [`page${place}`] : ['repository', `page${place}`];
      const owner = variables[`owner${place}`] as string | number;
      const node = slice(path, list as string, owner, Number(variables[`after${place}`]));
      (byId ? data : repository)[`page${place}`] = node;
    }
    return { json: { data, ...(errors.length > 0 ? { errors } : {}) } };
  };
}

function paged(total: number, from: number, first: number, node: (place: number) => unknown): unknown {
  const end = Math.min(total, from + first);
  const nodes = Array.from({ length: Math.max(0, end - from) }, (_, index) => node(from + index));
  return page(nodes, { totalCount: total, ...(end < total ? { next: String(end) } : {}) });
}

function commentsOf(number: number, thread: number, total: number, from: number, first: number): unknown {
  return paged(total, from, first, (place) =>
    postNode(number * 1_000_000 + thread * 1000 + place, { state: 'SUBMITTED', body: `${number}/${thread}/${place}` }),
  );
}

function commitNode(number: number, nth: number): unknown {
  return {
    commit: {
      oid: `${number}-${nth}`,
      message: `Commit ${nth}`,
      author: { name: 'Mia', email: 'mia@example.com', user: { login: 'mia', databaseId: 3 } },
    },
  };
}
