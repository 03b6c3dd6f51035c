import type { Clock, Forge, Narrate } from '../ports.ts';
import { readChange } from './change.ts';
import { type Client, createClient } from './client.ts';
import { readComparison } from './comparison.ts';
import { readContext, readPosition } from './context.ts';
import { createGraphql, type Graphql } from './graphql.ts';
import { readHeadFiles } from './head-files.ts';
import { readOpenPullRequests } from './open-pull-requests.ts';
import { readRank } from './ranks.ts';
import { readSurvey } from './survey.ts';
import { readTexts, readTextsAndPosition } from './texts.ts';
import { readThreadsById } from './threads-by-id.ts';
import { readThreadsOf } from './threads-of.ts';
import { createWriter } from './write.ts';

export type ForgeOptions = {
  readonly token: string;
  /** As the runner gives them (SU-3): `https://api.github.com`, or `https://<host>/api/v3`. */
  readonly apiUrl: string;
  /** `https://api.github.com/graphql`, or `https://<host>/api/graphql`. */
  readonly graphqlUrl: string;
  readonly serverUrl: string;
  readonly owner: string;
  readonly repo: string;
  /** Milliseconds since 1970, on `clock`. */
  readonly deadline: number;
  readonly clock: Clock;
  readonly narrate: Narrate;
  /** Node's own unless given, as behind a proxy. */
  readonly fetch?: typeof globalThis.fetch;
};

/** What every reading needs: the two APIs, and which repository they are asked about. */
export type Reader = {
  readonly client: Client;
  readonly graphql: Graphql;
  readonly owner: string;
  readonly repo: string;
};

/** GitHub as the flows see it, for one repository and one run. */
export function createForge(options: ForgeOptions): Forge {
  const { owner, repo, clock, graphqlUrl, serverUrl } = options;
  const client = createClient(options);
  const graphql = createGraphql(client, { graphqlUrl, now: () => clock.now() });
  const reader: Reader = { client, graphql, owner, repo };
  const write = createWriter(reader, { clock, serverUrl });
  return {
    readContext: (number, parts) => readContext(reader, number, parts),
    readChange: (pullRequest) => readChange(reader, pullRequest),
    readPosition: (number) => readPosition(reader, number),
    readComparison: (base, head) => readComparison(reader, base, head),
    readTexts: (commit, paths) => readTexts(reader, commit, paths),
    readTextsAndPosition: (number, wanted) => readTextsAndPosition(reader, number, wanted),
    readRank: (login) => readRank(reader, login),
    readOpenPullRequests: (wanted) => readOpenPullRequests(reader, wanted),
    readSurvey: (wanted) => readSurvey(reader, wanted),
    readThreadsOf: (numbers, logins) => readThreadsOf(reader, numbers, logins),
    readThreadsById: (ids) => readThreadsById(reader, ids),
    readHeadFiles: (commit, paths) => readHeadFiles(reader, commit, paths),
    apply: write,
    requests: () => client.requests(),
  };
}
