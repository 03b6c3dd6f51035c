import { changedFiles, type DiffFile, findLine, movedLine, patchLines } from './diff.ts';
import { commitsBetween, mergeBase } from './git.ts';
import { notFound } from './refusal.ts';
import type { Account, PullRequest, Review, Side, Thread, World } from './state.ts';

/** The pull request of this number, or GitHub's 404. */
export function pullOf(world: World, number: number): PullRequest {
  const pull = world.pulls.get(number);
  if (pull === undefined) throw notFound();
  return pull;
}

/** Commit of the pull request's base branch, as it is now. */
export function baseOf(world: World, pull: PullRequest): string {
  const base = world.branches.get(pull.baseRef);
  if (base === undefined) throw new Error(`pull request ${pull.number} has a base branch ${pull.baseRef} that is gone`);
  return base;
}

/** Where the three-dot diff starts; null when the two histories have nothing in common. */
export async function startOf(world: World, pull: PullRequest): Promise<string | null> {
  return mergeBase(world.git, baseOf(world, pull), pull.head);
}

/** The files that the pull request changes, all of them. */
export async function filesOf(world: World, pull: PullRequest, commit = pull.head): Promise<DiffFile[]> {
  return changedFiles(world.git, await mergeBase(world.git, baseOf(world, pull), commit), commit);
}

/** Ids of the pull request's commits, oldest first, all of them. */
export async function commitIdsOf(world: World, pull: PullRequest): Promise<string[]> {
  return commitsBetween(world.git, baseOf(world, pull), pull.head);
}

export function isFork(world: World, pull: PullRequest): boolean {
  return pull.headRepository?.owner !== world.repository.owner || pull.headRepository.name !== world.repository.name;
}

/** The review comments of all threads, in the order in which they were made. */
export function commentsOf(pull: PullRequest) {
  return pull.threads.flatMap((thread) => thread.comments).sort((a, b) => a.id - b.id);
}

export function threadOf(pull: PullRequest, commentId: number): Thread | null {
  return pull.threads.find((thread) => thread.comments.some((comment) => comment.id === commentId)) ?? null;
}

/** Reviews that `viewer` may see: a pending one is its author's secret. */
export function visibleReviews(pull: PullRequest, viewer: Account): Review[] {
  return pull.reviews.filter((review) => review.state !== 'PENDING' || review.author?.id === viewer.id);
}

/** Threads with at least one comment that `viewer` may see, with those comments only. */
export function visibleThreads(pull: PullRequest, viewer: Account): Thread[] {
  const visible = new Set(visibleReviews(pull, viewer).map((review) => review.id));
  return pull.threads
    .map((thread) => ({ thread, comments: thread.comments.filter((comment) => visible.has(comment.reviewId)) }))
    .filter(({ comments }) => comments.length > 0)
    .map(({ thread, comments }) => (comments.length === thread.comments.length ? thread : { ...thread, comments }));
}

/**
 * Per author the last review that is an opinion. A comment never is one, so it changes nothing; a dismissed review
 * still hides the author's older ones.
 */
export function latestOpinions(pull: PullRequest): Review[] {
  const latest = new Map<number, Review>();
  for (const review of pull.reviews) {
    if (review.author === null || review.state === 'COMMENTED' || review.state === 'PENDING') continue;
    const known = latest.get(review.author.id);
    if (known === undefined || (review.submittedAt ?? '') >= (known.submittedAt ?? ''))
      latest.set(review.author.id, review);
  }
  return [...latest.values()];
}

/** Where a thread's line stands at the head; null when the thread is outdated or speaks of the whole file. */
export async function currentLine(world: World, pull: PullRequest, thread: Thread): Promise<number | null> {
  const { line, side } = thread.anchor;
  return line === null ? null : lineAtHead(world, pull, thread, { line, side });
}

/**
 * Where the first line of a thread on several lines stands at the head; null when the thread is outdated, and when that line
 * alone was changed.
 */
export async function currentStartLine(world: World, pull: PullRequest, thread: Thread): Promise<number | null> {
  const { startLine, startSide, side } = thread.anchor;
  if (startLine === null || (await currentLine(world, pull, thread)) === null) return null;
  return lineAtHead(world, pull, thread, { line: startLine, side: startSide ?? side });
}

async function lineAtHead(
  world: World,
  pull: PullRequest,
  thread: Thread,
  { line, side }: { line: number; side: Side },
): Promise<number | null> {
  const { path } = thread.anchor;
  if (side === 'LEFT') {
    const file = (await filesOf(world, pull)).find((candidate) => candidate.path === path);
    return file && findLine(patchLines(file.patch), 'LEFT', line) ? line : null;
  }
  if (thread.anchor.commit === pull.head) return line;
  const since = await changedFiles(world.git, thread.anchor.commit, pull.head);
  const file = since.find((candidate) => candidate.path === path || candidate.previousPath === path);
  if (file === undefined) return line;
  return file.status === 'removed' || file.path !== path ? null : movedLine(file.patch, line);
}

/** Whether the code under a thread has changed since. */
export async function isOutdated(world: World, pull: PullRequest, thread: Thread): Promise<boolean> {
  if (thread.anchor.line !== null) return (await currentLine(world, pull, thread)) === null;
  return !(await filesOf(world, pull)).some((file) => file.path === thread.anchor.path);
}
