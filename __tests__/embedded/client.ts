import { type GitHub, type GitHubOptions, startGitHub } from '../../src/embedded/github.ts';
import type { World } from '../../src/embedded/state.ts';
import { aWorld, TOKEN, type WorldDescription } from '../../src/embedded/world.ts';

export type Reply = {
  readonly status: number;
  /** Parsed JSON, null for anything else. */
  readonly body: unknown;
  readonly text: string;
  readonly headers: Headers;
};

/** A served world with a client of plain `fetch`, so that nothing but HTTP is relied on. */
export type Served = {
  readonly world: World;
  readonly github: GitHub;
  rest(request: string, options?: { body?: unknown; accept?: string; token?: string }): Promise<Reply>;
  graphql(query: string, variables?: Record<string, unknown>, token?: string): Promise<Reply>;
};

/** Runs `check` against a served world, and takes it down whatever happens. */
export async function served(
  described: WorldDescription,
  check: (at: Served) => Promise<void>,
  options: GitHubOptions = {},
): Promise<void> {
  const world = await aWorld(described);
  const github = await startGitHub(world, options);
  const send = async (url: string, init: RequestInit): Promise<Reply> => {
    const response = await fetch(url, init);
    const text = await response.text();
    const json = (response.headers.get('content-type') ?? '').includes('json') && text !== '';
    return { status: response.status, text, body: json ? JSON.parse(text) : null, headers: response.headers };
  };
  try {
    await check({
      world,
      github,
      rest(request, { body, accept = 'application/vnd.github+json', token = TOKEN } = {}) {
        const method = request.slice(0, request.indexOf(' '));
        return send(github.apiUrl + request.slice(method.length + 1), {
          method,
          headers: { authorization: `token ${token}`, accept },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
      },
      graphql(query, variables = {}, token = TOKEN) {
        return send(github.graphqlUrl, {
          method: 'POST',
          headers: { authorization: `bearer ${token}` },
          body: JSON.stringify({ query, variables }),
        });
      },
    });
  } finally {
    await github.close();
    await world.close();
  }
}
