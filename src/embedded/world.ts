import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountOf } from './accounts.ts';
import { type Git, openGit, runGit } from './git.ts';
import { type Files, writeCommit } from './git-writing.ts';
import { addReview, addThread, forkBranch, type GivenReview, type GivenThread, personOf, say } from './happenings.ts';
import {
  type Caller,
  type Clock,
  isoSeconds,
  type Limits,
  type Permissions,
  type PullRequest,
  type Settings,
  settableClock,
  stamp,
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

export type PullDescription = {
  readonly number?: number;
  readonly title?: string;
  readonly body?: string;
  /** Default `mia`; null is a deleted account. */
  readonly author?: string | null;
  readonly base?: string;
  readonly head?: string;
  /** Owner of the fork that the head lies in; null: the fork was deleted. */
  readonly fork?: string | null;
  /** The first commit builds on the base. */
  readonly commits?: readonly { readonly message?: string; readonly files: Files }[];
  /** An existing commit to take as the head, instead of `commits`. */
  readonly headOid?: string;
  readonly state?: PullRequest['state'];
  readonly draft?: boolean;
  readonly locked?: boolean;
  readonly labels?: readonly string[];
  readonly reviews?: readonly GivenReview[];
  readonly comments?: readonly { readonly author: string | null; readonly body: string; readonly at?: string }[];
  readonly threads?: readonly GivenThread[];
  readonly requestedReviewers?: readonly string[];
  readonly requestedTeams?: readonly string[];
  readonly closes?: readonly { readonly number: number; readonly title: string; readonly body?: string }[];
};

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
  for (const [index, pull] of pulls.entries()) await addPull(world, { number: index + 7, ...pull });
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

async function addPull(world: World, described: PullDescription & { readonly number: number }): Promise<void> {
  const { repository } = world;
  const { number } = described;
  const author = described.author === null ? null : accountOf(world, described.author ?? 'mia');
  const baseRef = described.base ?? repository.defaultBranch;
  const headRef = described.head ?? `change-${number}`;
  const base = world.branches.get(baseRef);
  if (base === undefined) throw new Error(`pull request ${number} is for a branch ${baseRef} that is not there`);
  const fork = described.fork === undefined ? null : (described.fork ?? 'gone');
  const { branch, ref } = fork === null ? { branch: headRef, ref: `refs/heads/${headRef}` } : forkBranch(fork, headRef);
  const person = author === null ? { name: 'ghost', email: 'ghost@users.noreply.github.com' } : personOf(author);
  let head = described.headOid ?? base;
  const commits = described.commits ?? [{ message: 'Greet', files: { 'hello.txt': 'hello\nworld\n' } }];
  if (described.headOid === undefined)
    for (const { message = 'Change', files } of commits)
      head = await writeCommit(world.git, {
        ref,
        parent: head,
        message,
        files,
        author: person,
        at: world.clock.tick(),
      });
  world.branches.set(branch, head);

  const at = stamp(world);
  const state = described.state ?? 'open';
  for (const { number: issue, title, body = '' } of described.closes ?? [])
    repository.issues.set(issue, { id: world.nextId(), number: issue, title, body });
  for (const name of described.labels ?? [])
    if (!repository.labels.some((label) => label.name === name))
      repository.labels.push({ id: world.nextId(), name, color: 'c5def5', description: null });
  world.pulls.set(number, {
    id: world.nextId(),
    number,
    title: described.title ?? `Change ${number}`,
    body: described.body ?? '',
    author,
    state,
    draft: described.draft ?? false,
    locked: described.locked ?? false,
    createdAt: at,
    updatedAt: at,
    closedAt: state === 'open' ? null : at,
    editor: null,
    editedAt: null,
    baseRef,
    headRef,
    headRepository: described.fork === null ? null : { owner: fork ?? repository.owner, name: repository.name },
    head,
    reviews: [],
    threads: [],
    comments: [],
    labels: [...(described.labels ?? [])],
    requestedReviewers: (described.requestedReviewers ?? []).map((login) => accountOf(world, login)),
    requestedTeams: (described.requestedTeams ?? []).map((slug) => {
      const team = repository.teams.get(slug) ?? { id: world.nextId(), slug };
      repository.teams.set(slug, team);
      return team;
    }),
    reactions: [],
    closes: (described.closes ?? []).map((issue) => issue.number),
  });
  for (const review of described.reviews ?? []) addReview(world, number, review);
  for (const comment of described.comments ?? []) say(world, number, comment);
  for (const thread of described.threads ?? []) await addThread(world, number, thread);
}
