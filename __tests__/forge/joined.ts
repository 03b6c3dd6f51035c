import { expect } from '@jest/globals';
import { type GitHub, type GitHubOptions, startGitHub } from '../../src/embedded/github.ts';
import type { World } from '../../src/embedded/state.ts';
import { aWorld, TOKEN, type WorldDescription } from '../../src/embedded/world.ts';
import { createForge } from '../../src/forge/github.ts';
import type { Forge } from '../../src/ports.ts';
import { START } from './forge-under-test.ts';

export type Joined = { readonly forge: Forge; readonly world: World; readonly github: GitHub };

/** The forge on the embedded GitHub: two descriptions of GitHub that were written apart. */
export async function joined(
  described: WorldDescription,
  check: (at: Joined) => Promise<void>,
  options: GitHubOptions = {},
): Promise<void> {
  const world = await aWorld(described);
  const github = await startGitHub(world, options);
  const { apiUrl, graphqlUrl, serverUrl } = github;
  const forge = createForge({
    token: TOKEN,
    apiUrl,
    graphqlUrl,
    serverUrl,
    owner: 'acme',
    repo: 'shop',
    deadline: START + 600_000,
    clock: { now: () => START, sleep: async () => undefined, random: () => 0.5 },
    narrate: () => undefined,
  });
  try {
    await check({ forge, world, github });
    expect(github.problems).toEqual([]);
  } finally {
    await github.close();
    await world.close();
  }
}
