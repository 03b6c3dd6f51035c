import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountOf } from './accounts.ts';
import { type Git, openGit, runGit } from './git.ts';
import { type Files, writeCommit } from './git-writing.ts';
import { personOf } from './happenings.ts';
import { openPull, type PullDescription } from './new-pull.ts';
import {
  type Caller,
  type Clock,
  isoSeconds,
  type Limits,
  type Permissions,
  type Settings,
  settableClock,
  type World,
} from './state.ts';

const LIMITS: Limits = {
  diffFiles: 300,
  diffLines: 20_000,
  diffBytes: 1_000_000,
  patchLines: 20_000,
  patchBytes: 500_000,
  compareFiles: 300,
  pullFiles: 3_000,
  commits: 250,
  body: 65_536,
  nodes: 500_000,
};

/** The token that an action gets when nothing else is said. */
export const TOKEN = 'ghs_EmbeddedGitHubTokenOfTheWorkflow0001';

export type WorldDescription = {
  readonly owner?: string;
  readonly name?: string;
  readonly private?: boolean;
  readonly defaultBranch?: string;
  /** Files of the default branch. */
  readonly files?: Files;
  /** More branches: their files are added to the default branch's. */
  readonly branches?: { readonly [name: string]: Files };
  /** Login → role. */
  readonly collaborators?: { readonly [login: string]: string };
  /** Custom role → the built-in role that it extends. */
  readonly customRoles?: { readonly [name: string]: string };
  readonly teams?: readonly string[];
  readonly labels?: readonly { readonly name: string; readonly color?: string; readonly description?: string }[];
  readonly settings?: Partial<Settings>;
  readonly pull?: PullDescription;
  readonly pulls?: readonly PullDescription[];
  /** The account of {@link TOKEN}, default `github-actions[bot]`; a login without `[bot]` is a user's token. */
  readonly bot?: string;
  readonly permissions?: Permissions;
  /** More tokens. */
  readonly tokens?: { readonly [token: string]: { readonly login: string; readonly permissions?: Permissions } };
  readonly limits?: Partial<Limits>;
  readonly rate?: { readonly core?: number; readonly graphql?: number };
  readonly clock?: Clock;
  /** An existing bare repository to serve instead of a new one; its branches as they are. */
  readonly git?: { readonly git: Git; readonly branches: { readonly [name: string]: string } };
};

/** Builds a world from what differs from a small, public repository with one pull request of `mia`. */
export async function aWorld(described: WorldDescription = {}): Promise<World> {
  const directory = described.git ? null : await mkdtemp(join(tmpdir(), 'revi-world-'));
  if (directory !== null) await runGit(['init', '--quiet', '--bare', directory]);
  const clock = described.clock ?? settableClock('2026-03-02T09:00:00Z');
  const defaultBranch = described.defaultBranch ?? 'main';
  const owner = described.owner ?? 'acme';
  let ids = 1000;
  const nextId = () => {
    ids += 1;
    return ids;
  };
  const rate = (limit: number | undefined) => ({ limit: limit ?? 1000, used: 0, resetAt: clock.now() + 3_600_000 });
  const world: World = {
    clock,
    git: described.git?.git ?? openGit(directory ?? ''),
    repository: {
      id: 70_000_001,
      owner,
      name: described.name ?? 'shop',
      private: described.private ?? false,
      defaultBranch,
      createdAt: isoSeconds(clock.now()),
      collaborators: lowerCase({ mia: 'write', ...described.collaborators }),
      customRoles: new Map(Object.entries(described.customRoles ?? {})),
      teams: new Map((described.teams ?? []).map((slug) => [slug, { id: nextId(), slug }])),
      labels: (described.labels ?? []).map(({ name, color = 'c5def5', description = null }) => ({
        id: nextId(),
        name,
        color,
        description,
      })),
      statuses: [],
      issues: new Map(),
      settings: { approve: true, dismissals: null, requireReviews: false, dismissStale: false, ...described.settings },
    },
    accounts: new Map(),
    pulls: new Map(),
    branches: new Map(Object.entries(described.git?.branches ?? {})),
    tokens: new Map(),
    limits: { ...LIMITS, ...described.limits },
    rates: { core: rate(described.rate?.core), graphql: rate(described.rate?.graphql) },
    nextId,
    close: async () => {
      if (directory !== null) await rm(directory, { recursive: true, force: true, maxRetries: 3 });
    },
  };
  try {
    await populate(world, described);
    return world;
  } catch (error) {
    await world.close();
    throw error;
  }
}

async function populate(world: World, described: WorldDescription): Promise<void> {
  for (const login of world.repository.collaborators.keys()) accountOf(world, login);
  addTokens(world, described);
  if (described.git === undefined) await addBranches(world, described);
  const pulls = described.pulls ?? [described.pull ?? {}];
  for (const [index, pull] of pulls.entries()) await openPull(world, { number: index + 7, ...pull });
}

function lowerCase(roles: { readonly [login: string]: string }): Map<string, string> {
  return new Map(Object.entries(roles).map(([login, role]) => [login.toLowerCase(), role]));
}

function addTokens(world: World, described: WorldDescription): void {
  const permissions: Permissions = described.permissions ?? { contents: 'read', 'pull-requests': 'write' };
  const own = { login: described.bot ?? 'github-actions[bot]', permissions };
  for (const [token, given] of Object.entries({ [TOKEN]: own, ...described.tokens })) {
    const account = accountOf(world, given.login);
    const caller: Caller =
      account.type === 'Bot'
        ? { kind: 'installation', account, permissions: given.permissions ?? permissions }
        : { kind: 'user', account };
    world.tokens.set(token, caller);
  }
}

async function addBranches(world: World, described: WorldDescription): Promise<void> {
  const { defaultBranch, owner } = world.repository;
  const author = personOf(accountOf(world, owner));
  const write = async (branch: string, parent: string | null, files: Files, message: string) => {
    const at = world.clock.tick();
    const oid = await writeCommit(world.git, { ref: `refs/heads/${branch}`, parent, message, files, author, at });
    world.branches.set(branch, oid);
    return oid;
  };
  const root = await write(defaultBranch, null, described.files ?? { 'README.md': '# shop\n' }, 'First commit');
  // GraphQL's expressions may begin with HEAD.
  await world.git.run(['symbolic-ref', 'HEAD', `refs/heads/${defaultBranch}`]);
  for (const [branch, files] of Object.entries(described.branches ?? {}))
    await write(branch, root, files, `Start ${branch}`);
}
