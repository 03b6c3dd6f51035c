import { accountOf } from './accounts.ts';
import { diffHunk, findLine, patchLines } from './diff.ts';
import { type Files, writeCommit } from './git-writing.ts';
import { baseOf, filesOf, isFork, pullOf } from './pull-request.ts';
import {
  type Account,
  isoSeconds,
  type PullRequest,
  type Review,
  type ReviewComment,
  type Side,
  stamp,
  type Thread,
  type World,
  type Writing,
} from './state.ts';
import { newThread, newWriting } from './writing.ts';

/** The name and address that GitHub puts into a commit of an account. */
export function personOf(account: Account): { name: string; email: string } {
  return { name: account.login, email: `${account.id}+${account.login}@users.noreply.github.com` };
}

/** The name of a branch in {@link World.branches}, and its ref in the repository. */
export function branchOf(world: World, pull: PullRequest): { branch: string; ref: string } {
  if (pull.headRepository === null) throw new Error(`the head repository of pull request ${pull.number} is gone`);
  return isFork(world, pull)
    ? forkBranch(pull.headRepository.owner, pull.headRef)
    : { branch: pull.headRef, ref: `refs/heads/${pull.headRef}` };
}

/** A fork's branch; forks live in the same object store, as on GitHub. */
export function forkBranch(owner: string, name: string): { branch: string; ref: string } {
  return { branch: `${owner}:${name}`, ref: `refs/forks/${owner}/heads/${name}` };
}

/** Lets a branch point to a commit, and every open pull request from it follow. */
export function moveBranch(world: World, branch: string, oid: string): void {
  world.branches.set(branch, oid);
  for (const pull of world.pulls.values()) {
    if (pull.state !== 'open' || pull.headRepository === null || branchOf(world, pull).branch !== branch) continue;
    pull.head = oid;
    pull.updatedAt = isoSeconds(world.clock.now());
    if (!world.repository.settings.dismissStale) continue;
    // A push takes stale approvals away, never requests for changes.
    for (const review of pull.reviews) if (review.state === 'APPROVED') review.state = 'DISMISSED';
  }
}

export type Push = {
  readonly message?: string;
  readonly files: Files;
  readonly author?: string;
  /** The commit to build on; another than the head is a force-push. */
  readonly onto?: string;
};

/** Somebody pushes one commit to the pull request's branch. Gives the new head. */
export async function push(world: World, number: number, made: Push): Promise<string> {
  const pull = pullOf(world, number);
  const { branch, ref } = branchOf(world, pull);
  const author = made.author === undefined ? pull.author : accountOf(world, made.author);
  const oid = await writeCommit(world.git, {
    ref,
    parent: made.onto ?? pull.head,
    message: made.message ?? 'Another commit',
    files: made.files,
    author: author === null ? { name: 'ghost', email: 'ghost@users.noreply.github.com' } : personOf(author),
    at: world.clock.tick(),
  });
  moveBranch(world, branch, oid);
  return oid;
}

/** Somebody commits to a branch of the repository, such as new rules to the default branch. */
export async function commitTo(world: World, branch: string, made: Omit<Push, 'onto'>): Promise<string> {
  const oid = await writeCommit(world.git, {
    ref: `refs/heads/${branch}`,
    parent: world.branches.get(branch) ?? world.branches.get(world.repository.defaultBranch) ?? null,
    message: made.message ?? 'Another commit',
    files: made.files,
    author: personOf(accountOf(world, made.author ?? world.repository.owner)),
    at: world.clock.tick(),
  });
  moveBranch(world, branch, oid);
  return oid;
}

export type GivenReview = {
  readonly author: string;
  readonly state: Review['state'];
  readonly body?: string;
  /** Default: the head. */
  readonly commit?: string;
  /** ISO 8601; default: now. */
  readonly at?: string;
};

/** A review that stands there without GitHub's checks: what was said before a test begins. */
export function addReview(world: World, number: number, given: GivenReview): Review {
  const pull = pullOf(world, number);
  const at = given.at ?? stamp(world);
  const review: Review = {
    ...newWriting(world, accountOf(world, given.author), given.body ?? '', at),
    state: given.state,
    submittedAt: given.state === 'PENDING' ? null : at,
    commit: given.commit ?? pull.head,
  };
  pull.reviews.push(review);
  return review;
}

/** A comment of the conversation that stands there without GitHub's checks; an author of null is a deleted account. */
export function say(
  world: World,
  number: number,
  given: { author: string | null; body: string; at?: string },
): Writing {
  const author = given.author === null ? null : accountOf(world, given.author);
  const comment = newWriting(world, author, given.body, given.at ?? stamp(world));
  pullOf(world, number).comments.push(comment);
  return comment;
}

export type GivenThread = {
  readonly author: string;
  readonly body: string;
  readonly path: string;
  /** null: the thread is about the whole file. */
  readonly line: number | null;
  /** First line of a thread on several. */
  readonly startLine?: number;
  readonly side?: Side;
  readonly resolved?: boolean;
  /** Login of who resolved it; default: nobody whom GitHub shows. */
  readonly resolvedBy?: string;
  readonly replies?: readonly { readonly author: string | null; readonly body: string }[];
  /** The review that it belongs to; default: one of its own, without a body. */
  readonly review?: Review;
};

/** A thread that stands there, on a line of the head's diff or on a file of it. */
export async function addThread(world: World, number: number, given: GivenThread): Promise<Thread> {
  const pull = pullOf(world, number);
  const { line, side = 'RIGHT', startLine = null } = given;
  const file = (await filesOf(world, pull)).find((candidate) => candidate.path === given.path);
  const placeOf = (wanted: number) => {
    const found = file && findLine(patchLines(file.patch), side, wanted);
    if (!found) throw new Error(`${given.path}:${wanted} does not lie in the diff`);
    return found;
  };
  if (file === undefined) throw new Error(`${given.path} does not lie in the diff`);
  if (startLine !== null) placeOf(startLine);
  const hunk = line === null ? '' : diffHunk(file.patch, placeOf(line).index);
  const review = given.review ?? addReview(world, number, { author: given.author, state: 'COMMENTED' });
  const startSide = startLine === null ? null : side;
  const thread = newThread(world, pull, {
    anchor: { path: given.path, commit: pull.head, side, line, startLine, startSide },
    hunk,
    author: accountOf(world, given.author),
    body: given.body,
    review,
    at: review.createdAt,
  });
  thread.resolved = given.resolved ?? false;
  if (given.resolvedBy !== undefined) resolveThread(world, thread, given.resolvedBy);
  for (const answer of given.replies ?? []) addReply(world, number, thread, answer);
  return thread;
}

/** Somebody resolves a thread by the button. */
export function resolveThread(world: World, thread: Thread, login: string): void {
  thread.resolved = true;
  thread.resolvedBy = accountOf(world, login);
}

/** Somebody opens a thread again. */
export function unresolveThread(thread: Thread): void {
  thread.resolved = false;
  thread.resolvedBy = null;
}

/** Somebody answers in a thread; an author of null is a deleted account. */
export function addReply(
  world: World,
  number: number,
  thread: Thread,
  given: { readonly author: string | null; readonly body: string },
): ReviewComment {
  const author = given.author === null ? null : accountOf(world, given.author);
  const pull = pullOf(world, number);
  const at = stamp(world);
  const review: Review = {
    ...newWriting(world, author, '', at),
    state: 'COMMENTED',
    submittedAt: at,
    commit: pull.head,
  };
  pull.reviews.push(review);
  const comment: ReviewComment = { ...newWriting(world, author, given.body, at), reviewId: review.id };
  thread.comments.push(comment);
  return comment;
}

/** Somebody changes a body; GitHub remembers who. */
export function edit(world: World, writing: Writing, change: { editor: string; body: string }): void {
  writing.body = change.body;
  writing.editor = accountOf(world, change.editor);
  writing.editedAt = stamp(world);
  writing.updatedAt = writing.editedAt;
}

/** Somebody gives the pull request another base branch. */
export function changeBase(world: World, number: number, baseRef: string): void {
  const pull = pullOf(world, number);
  pull.baseRef = baseRef;
  pull.updatedAt = stamp(world);
  // Fails here rather than in the next request when there is no such branch.
  baseOf(world, pull);
}

/** Somebody asks for a review by an account (`mia`) or a team (`@reviewers`). Gives the time that the event tells. */
export function requestReview(world: World, number: number, reviewer: string): string {
  const pull = pullOf(world, number);
  if (reviewer.startsWith('@')) {
    const team = world.repository.teams.get(reviewer.slice(1));
    if (team === undefined) throw new Error(`there is no team ${reviewer}`);
    if (!pull.requestedTeams.includes(team)) pull.requestedTeams.push(team);
  } else {
    const account = accountOf(world, reviewer);
    if (!pull.requestedReviewers.includes(account)) pull.requestedReviewers.push(account);
  }
  pull.updatedAt = stamp(world);
  return pull.updatedAt;
}
