import type { ListedFinding } from './listed.ts';
import type { AgentFooter, OwnThread, ReplyKind } from './own-thread.ts';
import type { Tag } from './tag.ts';

/** A reviewer's own finding in a thread: it opened the thread, or concurred there by reply or `Also:` line. */
export type Stake = {
  readonly reviewer: string;
  readonly findingKey: string;
  readonly role: 'opener' | 'concurrence';
  readonly footer: AgentFooter;
};

/** What a reviewer said before under one key (RR-42, RR-65). */
export type Prior =
  | { readonly kind: 'thread'; readonly key: string; readonly thread: OwnThread; readonly stake: Stake }
  | { readonly kind: 'listed'; readonly key: string; readonly listed: ListedFinding };

/** A reviewer's priors. */
export type Priors = {
  /** By finding-key: the newest, which decides. */
  readonly deciding: ReadonlyMap<string, Prior>;
  /** Everything that its columns count, the older ones too. */
  readonly all: readonly Prior[];
};

/** Everybody's findings in a thread, the opener's first; a second finding's footer in one comment is a concurrence (RR-58). */
export function stakesOf(thread: OwnThread): readonly Stake[] {
  const stakes: Stake[] = [];
  for (const footer of thread.footers) {
    const { reviewer, findingKey, replyKind } = footer;
    if (findingKey === null || (replyKind !== null && replyKind !== 'concurrence')) continue;
    if (stakes.some((known) => known.reviewer === reviewer && known.findingKey === findingKey)) continue;
    const opens = replyKind === null && footer.commentId === thread.rootId && stakes.length === 0;
    stakes.push({ reviewer, findingKey, role: opens ? 'opener' : 'concurrence', footer });
  }
  return stakes;
}

/** The finding that opened the thread; null where that comment is gone or is not believed. */
export function openerOf(thread: OwnThread): Stake | null {
  return stakesOf(thread).find(({ role }) => role === 'opener') ?? null;
}

/** The priors of one reviewer in threads, oldest first as `readThreadHistory` gives them, and in its block. */
export function priorsOf(reviewer: string, threads: readonly OwnThread[], listed: readonly ListedFinding[]): Priors {
  const all: Prior[] = [];
  for (const thread of threads) {
    for (const stake of stakesOf(thread)) {
      if (stake.reviewer === reviewer) all.push({ kind: 'thread', key: stake.findingKey, thread, stake });
    }
  }
  for (const entry of listed) all.push({ kind: 'listed', key: entry.findingKey, listed: entry });

  const deciding = new Map<string, Prior>();
  for (const prior of all) {
    const known = deciding.get(prior.key);
    if (known === undefined || !isNewer(known, prior)) deciding.set(prior.key, prior);
  }
  return { deciding, all };
}

/** Whether `a` was said after `b`. A listed finding has no time, but a run; said in one run, the thread decides. */
function isNewer(a: Prior, b: Prior): boolean {
  if (a.kind === 'thread' && b.kind === 'thread') return a.stake.footer.createdAt > b.stake.footer.createdAt;
  const [runOfA, runOfB] = [runOf(a) ?? 0, runOf(b) ?? 0];
  return runOfA === runOfB ? a.kind === 'thread' : runOfA > runOfB;
}

/** The ordinal under which a prior was said; null is an earlier run's. */
export function runOf(prior: Prior): number | null {
  return prior.kind === 'thread' ? prior.stake.footer.run : prior.listed.run;
}

/** The tag by which a prior counts. A comment that tells none counts where it blocks nobody. */
export function tagOf(prior: Prior): Tag {
  return (prior.kind === 'thread' ? prior.stake.footer.tag : prior.listed.tag) ?? 'future-work';
}

/** The title under which people know a prior; of an `Also:` line, that of the comment. Untrusted. */
export function titleOf(prior: Prior): string {
  if (prior.kind === 'listed') return prior.listed.title;
  return prior.stake.footer.title !== '' ? prior.stake.footer.title : (openerOf(prior.thread)?.footer.title ?? '');
}

/** Whether a prior is settled: it is not put to the model, and only its own key can bring it back (RR-41). */
export function isSettled(prior: Prior): boolean {
  return prior.kind === 'listed' ? prior.listed.state === 'gone' : prior.thread.resolved;
}

/** Whether any reviewer's reply of this kind stands in the thread. */
export function hasReply(thread: OwnThread, kind: ReplyKind): boolean {
  return thread.footers.some(({ replyKind }) => replyKind === kind);
}
