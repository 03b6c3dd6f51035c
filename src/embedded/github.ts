import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import { type Answering, type Outcome, runGraphql, runRest } from './answering.ts';
import { type Contract, openContract } from './contract.ts';
import { type Fault, type FaultBook, openFaultBook } from './faults.ts';
import { type GraphqlRequest, outline } from './graphql/execute.ts';
import { loadSchema } from './graphql/schema.ts';
import { type Listening, listen, pause } from './listen.ts';
import { answerIdentity, type Issuer } from './oidc.ts';
import type { Urls } from './rest/call.ts';
import { openRouter, type Router } from './rest/router.ts';
import type { World } from './state.ts';

/** One request as the log has it. */
export type Logged = {
  readonly method: string;
  readonly path: string;
  /** GitHub's description of it (`POST /repos/{owner}/…`), or the GraphQL operation's name and root fields. */
  readonly operation: string;
  readonly write: boolean;
  readonly body: unknown;
  /** 0: the connection was broken. */
  status: number;
};

export type GitHub = {
  readonly url: string;
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  readonly serverUrl: string;
  /** What payloads of events are made with. */
  readonly urls: Urls;
  readonly requests: readonly Logged[];
  /** Where a request or one of our own answers does not fit GitHub's description. A sound test has none. */
  readonly problems: readonly string[];
  close(): Promise<void>;
};

export type GitHubOptions = {
  readonly port?: number;
  readonly faults?: readonly Fault[];
  /** Serves as an Enterprise Server does: REST below `/api/v3`, GraphQL at `/api/graphql`. */
  readonly ghes?: boolean;
  /** Hands out identity tokens at `/identity`, as the runner's service does. */
  readonly issuer?: Issuer;
};

type Server = Answering & {
  readonly router: Router;
  readonly faults: FaultBook;
  readonly requests: Logged[];
  readonly prefix: { readonly rest: string; readonly graphql: string };
  readonly issuer: Issuer | null;
};

/** Neither belongs to a world, and each takes a good part of a second to make. */
let sharedSchema: GraphQLSchema | null = null;
let sharedContract: Contract | null = null;

/** Serves a world on the loopback address until it is closed. */
export async function startGitHub(world: World, options: GitHubOptions = {}): Promise<GitHub> {
  sharedContract ??= openContract();
  let listening: Listening | null = null;
  const prefix = options.ghes ? { rest: '/api/v3', graphql: '/api/graphql' } : { rest: '', graphql: '/graphql' };
  const server: Server = {
    world,
    contract: sharedContract,
    router: openRouter(),
    faults: openFaultBook(options.faults ?? []),
    schema: () => {
      sharedSchema ??= loadSchema();
      return sharedSchema;
    },
    requests: [],
    problems: [],
    prefix,
    urls: () => ({ api: `${listening?.url}${prefix.rest}`, html: `${listening?.url}` }),
    issuer: options.issuer ?? null,
  };
  listening = await listen((request, response, body) => serve(server, request, response, body), options.port);
  const { url } = listening;
  return {
    url,
    apiUrl: url + prefix.rest,
    graphqlUrl: url + prefix.graphql,
    serverUrl: url,
    urls: server.urls(),
    requests: server.requests,
    problems: server.problems,
    close: () => listening?.close() ?? Promise.resolve(),
  };
}

async function serve(server: Server, request: IncomingMessage, response: ServerResponse, text: string): Promise<void> {
  const url = new URL(request.url ?? '/', server.urls().html);
  const method = request.method ?? 'GET';
  if (server.issuer !== null && url.pathname === '/identity')
    return answerIdentity(server.issuer, request, response, url);
  const body = parseJson(text);
  const graphql = url.pathname === server.prefix.graphql ? outline(asGraphql(body)) : null;
  const route = graphql ? null : server.router(method, url.pathname.slice(server.prefix.rest.length));
  const logged: Logged = {
    method,
    path: url.pathname + url.search,
    operation: graphql ? [graphql.name, ...graphql.fields].filter(Boolean).join(' ') : (route?.key ?? ''),
    write: graphql ? graphql.mutation : method !== 'GET' && method !== 'HEAD',
    body,
    status: 0,
  };
  server.requests.push(logged);

  const struck = server.faults.strike({
    method,
    path: url.pathname,
    write: logged.write,
    graphql: graphql ? [graphql.name, ...graphql.fields] : [],
  });
  for (const fault of struck) if (fault.delay !== undefined) await pause(fault.delay);
  for (const fault of struck) await fault.before?.(server.world);
  if (struck.some((fault) => fault.reset === 'before')) return void request.socket.destroy();

  const given = struck.find((fault) => fault.answer !== undefined)?.answer;
  const carriedOut = given === undefined || given.carriedOut === true;
  let answer: Outcome = { status: 500 };
  if (carriedOut)
    answer = graphql
      ? await runGraphql(server, request, asGraphql(body))
      : await runRest(server, request, { url, method, text, body, route });
  if (given !== undefined)
    answer = { status: given.status, body: given.body ?? { message: 'Server Error' }, headers: given.headers ?? {} };
  for (const fault of struck) await fault.after?.(server.world);
  if (struck.some((fault) => fault.reset === 'after')) return void request.socket.destroy();
  logged.status = answer.status;
  send(
    server,
    response,
    answer,
    struck.some((fault) => fault.garbage === true),
  );
}

function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // The request is answered with 400 when it gets to its operation.
    return text;
  }
}

function asGraphql(body: unknown): GraphqlRequest {
  const { query, ...rest } = (typeof body === 'object' && body !== null ? body : {}) as Partial<GraphqlRequest>;
  return { ...rest, query: typeof query === 'string' ? query : '' };
}

function send(server: Server, response: ServerResponse, answer: Outcome, garbage: boolean): void {
  const { world } = server;
  const kind = answer.rate ?? 'core';
  const rate = world.rates[kind];
  const { body } = answer;
  const raw = Buffer.isBuffer(body) || typeof body === 'string';
  const bytes = raw ? body : body === undefined ? '' : JSON.stringify(body);
  response.writeHead(answer.status, {
    ...(bytes === '' ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    date: new Date(world.clock.now()).toUTCString(),
    'x-github-media-type': 'github.v3',
    'x-github-request-id': `EMB:${server.requests.length}`,
    'x-ratelimit-limit': String(rate.limit),
    'x-ratelimit-used': String(rate.used),
    'x-ratelimit-remaining': String(Math.max(0, rate.limit - rate.used)),
    'x-ratelimit-reset': String(Math.ceil(rate.resetAt / 1000)),
    'x-ratelimit-resource': kind,
    ...answer.headers,
  });
  response.end(garbage ? bytes.slice(0, Math.floor(bytes.length / 2)) : bytes);
}
