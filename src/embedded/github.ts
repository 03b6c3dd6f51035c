import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import { acceptedPermissions, demand } from './accounts.ts';
import { type Contract, openContract } from './contract.ts';
import { type Fault, type FaultBook, openFaultBook } from './faults.ts';
import { answerGraphql, type GraphqlRequest, outline } from './graphql/execute.ts';
import { loadSchema } from './graphql/schema.ts';
import { type Listening, listen, pause } from './listen.ts';
import { answerIdentity, type Issuer } from './oidc.ts';
import { notFound, Refused } from './refusal.ts';
import type { Answer, Urls } from './rest/call.ts';
import { openRouter, type Router } from './rest/router.ts';
import type { Caller, Rate, World } from './state.ts';

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

type Outcome = Answer & { readonly rate?: 'core' | 'graphql' };

type Server = {
  readonly world: World;
  readonly contract: Contract;
  readonly router: Router;
  readonly faults: FaultBook;
  readonly schema: () => GraphQLSchema;
  readonly requests: Logged[];
  readonly problems: string[];
  readonly prefix: { readonly rest: string; readonly graphql: string };
  readonly urls: () => Urls;
  readonly issuer: Issuer | null;
};

/** Serves a world on the loopback address until it is closed. */
export async function startGitHub(world: World, options: GitHubOptions = {}): Promise<GitHub> {
  let schema: GraphQLSchema | null = null;
  let listening: Listening | null = null;
  const prefix = options.ghes ? { rest: '/api/v3', graphql: '/api/graphql' } : { rest: '', graphql: '/graphql' };
  const server: Server = {
    world,
    contract: openContract(),
    router: openRouter(),
    faults: openFaultBook(options.faults ?? []),
    schema: () => {
      schema ??= loadSchema();
      return schema;
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
      ? await runGraphql(server, request, body)
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

/** The account behind the request's token. */
function authenticate(server: Server, request: IncomingMessage): Caller {
  const [, token] = /^(?:token|bearer) (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (token === undefined) throw new Refused('Requires authentication', { status: 401, type: 'FORBIDDEN' });
  const caller = server.world.tokens.get(token);
  if (caller === undefined) throw new Refused('Bad credentials', { status: 401, type: 'FORBIDDEN' });
  return caller;
}

/** Takes from the hourly allowance; `false` when there is none left. */
function spend(world: World, rate: Rate, points: number): boolean {
  if (world.clock.now() >= rate.resetAt) {
    rate.used = 0;
    rate.resetAt = world.clock.now() + 3_600_000;
  }
  if (rate.used >= rate.limit) return false;
  rate.used += points;
  return true;
}

async function runGraphql(server: Server, request: IncomingMessage, body: unknown): Promise<Outcome> {
  const { world } = server;
  try {
    const caller = authenticate(server, request);
    if (world.rates.graphql.used >= world.rates.graphql.limit && !spend(world, world.rates.graphql, 0))
      // GitHub answers an exhausted allowance with 200 here.
      return {
        status: 200,
        body: { errors: [{ type: 'RATE_LIMITED', message: `API rate limit exceeded` }] },
        rate: 'graphql',
      };
    const scope = { world, caller, urls: server.urls() };
    const answer = await answerGraphql(server.schema(), scope, asGraphql(body));
    spend(world, world.rates.graphql, answer.points);
    server.problems.push(...answer.problems.map((problem) => `GraphQL: ${problem}`));
    return { status: 200, body: answer.body, rate: 'graphql' };
  } catch (error) {
    if (error instanceof Refused) return refusal(error);
    throw error;
  }
}

async function runRest(
  server: Server,
  request: IncomingMessage,
  asked: { url: URL; method: string; text: string; body: unknown; route: ReturnType<Router> },
): Promise<Outcome> {
  const { world, contract } = server;
  const { route, url, body } = asked;
  try {
    const caller = authenticate(server, request);
    if (!spend(world, world.rates.core, 1))
      throw new Refused('API rate limit exceeded for installation ID 1.', { status: 403, type: 'FORBIDDEN' });
    if (route === null) {
      server.problems.push(`${asked.method} ${url.pathname} is not served`);
      throw notFound();
    }
    if (asked.text !== '' && typeof body !== 'object')
      return { status: 400, body: { message: 'Problems parsing JSON' } };
    const { owner, name } = world.repository;
    const { owner: askedOwner, repo } = route.params;
    if (repo !== undefined && `${askedOwner}/${repo}`.toLowerCase() !== `${owner}/${name}`.toLowerCase())
      throw notFound();
    const unfit = contract.request(route.key, url.searchParams, body);
    if (unfit.length > 0) {
      server.problems.push(...unfit.map((problem) => `${route.key}: ${problem}`));
      throw new Refused(`Invalid request.\n\n${unfit.join('\n')}`, { status: 422, type: 'UNPROCESSABLE' });
    }
    demand(world, caller, route.operation.access);
    const [, media = 'json'] =
      /application\/vnd\.github\.(?:v3\.)?(raw|diff|patch|html|object)\b/.exec(request.headers.accept ?? '') ?? [];
    const call = { world, urls: server.urls(), caller, params: route.params, query: url.searchParams, media };
    const answer = await route.operation.handle({ ...call, body: (body ?? {}) as { [name: string]: unknown } });
    if (typeof answer.body === 'object' && !Buffer.isBuffer(answer.body)) {
      const wrong = contract.answer(route.key, answer.status, answer.body);
      server.problems.push(...wrong.map((problem) => `our answer to ${route.key}: ${problem}`));
    }
    return {
      ...answer,
      headers: { ...answer.headers, 'x-accepted-github-permissions': acceptedPermissions(route.operation.access) },
    };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const answer = refusal(error);
    return route === null
      ? answer
      : { ...answer, headers: { 'x-accepted-github-permissions': acceptedPermissions(route.operation.access) } };
  }
}

function refusal(refused: Refused): Outcome {
  return {
    status: refused.status,
    body: {
      message: refused.message,
      ...(refused.errors === null ? {} : { errors: refused.errors }),
      documentation_url: 'https://docs.github.com/rest',
      status: String(refused.status),
    },
  };
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
