import type { IncomingMessage } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import { acceptedPermissions, demand } from './accounts.ts';
import type { Contract } from './contract.ts';
import { answerGraphql, type GraphqlRequest } from './graphql/execute.ts';
import { notFound, Refused } from './refusal.ts';
import type { Answer, Urls } from './rest/call.ts';
import type { Route } from './rest/router.ts';
import type { Caller, Rate, World } from './state.ts';

/** What answering needs of the server. */
export type Answering = {
  readonly world: World;
  readonly contract: Contract;
  readonly schema: () => GraphQLSchema;
  readonly problems: string[];
  readonly urls: () => Urls;
};

/** An answer, and the allowance that it was taken from (default `core`). */
export type Outcome = Answer & { readonly rate?: 'core' | 'graphql' };

/** The account behind the request's token. */
function authenticate(server: Answering, request: IncomingMessage): Caller {
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

/** Answers a GraphQL request. */
export async function runGraphql(server: Answering, request: IncomingMessage, asked: GraphqlRequest): Promise<Outcome> {
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
    const answer = await answerGraphql(server.schema(), scope, asked);
    spend(world, world.rates.graphql, answer.points);
    server.problems.push(...answer.problems.map((problem) => `GraphQL: ${problem}`));
    return { status: 200, body: answer.body, rate: 'graphql' };
  } catch (error) {
    if (error instanceof Refused) return refusal(error);
    throw error;
  }
}

/** Answers a REST request that was routed. */
export async function runRest(
  server: Answering,
  request: IncomingMessage,
  asked: { url: URL; method: string; text: string; body: unknown; route: Route | null },
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
