import { accountOf } from './accounts.ts';
import { type Files, writeCommit } from './git-writing.ts';
import { addReview, addThread, forkBranch, type GivenReview, type GivenThread, personOf, say } from './happenings.ts';
import { knowLabel } from './pull-happenings.ts';
import { type PullRequest, stamp, type World } from './state.ts';

export type PullDescription = {
  /** Default: the next one; the first is 7. */
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

/** Somebody opens a pull request, with its branch, its commits and whatever was said in it. */
export async function openPull(world: World, described: PullDescription): Promise<PullRequest> {
  const { repository } = world;
  const number = described.number ?? Math.max(6, ...world.pulls.keys()) + 1;
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
  for (const name of described.labels ?? []) knowLabel(world, name);
  const pull: PullRequest = {
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
  };
  world.pulls.set(number, pull);
  for (const review of described.reviews ?? []) addReview(world, number, review);
  for (const comment of described.comments ?? []) say(world, number, comment);
  for (const thread of described.threads ?? []) await addThread(world, number, thread);
  return pull;
}
