import { accountOf } from './accounts.ts';
import { commitByApi } from './api-commit.ts';
import type { Files } from './git-writing.ts';
import { addReview, addThread, branchOf, type GivenThread } from './happenings.ts';
import { isFork, pullOf } from './pull-request.ts';
import { type PullRequest, type Review, stamp, type World } from './state.ts';

/** Lets the repository have a label of this name, if it has none yet. */
export function knowLabel(world: World, name: string): void {
  const { labels } = world.repository;
  if (labels.some((label) => label.name === name)) return;
  labels.push({ id: world.nextId(), name, color: 'c5def5', description: null });
}

/** Somebody gives a pull request labels, and takes others away. */
export function label(
  world: World,
  number: number,
  change: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
): void {
  const pull = pullOf(world, number);
  const { add = [], remove = [] } = change;
  for (const name of add) knowLabel(world, name);
  pull.labels = [...new Set([...pull.labels.filter((name) => !remove.includes(name)), ...add])];
  pull.updatedAt = stamp(world);
}

/** Somebody changes what the side of a pull request's page can change. */
export function change(
  world: World,
  number: number,
  to: Partial<Pick<PullRequest, 'title' | 'body' | 'draft' | 'locked' | 'state'>>,
): void {
  const pull = pullOf(world, number);
  Object.assign(pull, to);
  pull.updatedAt = stamp(world);
  pull.closedAt = pull.state === 'open' ? null : (pull.closedAt ?? pull.updatedAt);
}

/** A review with threads in it, as review bots leave them: one author, one time, one place in the list of reviews. */
export async function reviewWith(
  world: World,
  number: number,
  given: {
    readonly author: string;
    readonly body?: string;
    readonly state?: Review['state'];
    readonly threads: readonly Omit<GivenThread, 'author' | 'review'>[];
  },
): Promise<Review> {
  const { author, body = '', state = 'COMMENTED' } = given;
  const review = addReview(world, number, { author, body, state });
  for (const thread of given.threads) await addThread(world, number, { ...thread, author, review });
  return review;
}

/** An account commits to the head branch by the API, as a fixer does: GitHub is the committer. Gives the new head. */
export async function land(
  world: World,
  number: number,
  made: { readonly author: string; readonly message: string; readonly files: Files },
): Promise<string> {
  const pull = pullOf(world, number);
  if (isFork(world, pull)) throw new Error(`pull request ${number} comes from a fork, to which nobody commits here`);
  const { branch } = branchOf(world, pull);
  const account = accountOf(world, made.author);
  return commitByApi(world, { branch, account, message: made.message, files: made.files });
}
