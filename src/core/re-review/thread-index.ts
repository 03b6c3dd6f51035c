import { type Account, sameAccount } from '../account.ts';
import type { OwnThread } from './own-thread.ts';
import { hasReply, type Stake, stakesOf } from './priors.ts';

/** Who resolved a thread, as far as that decides anything (RR-42). */
export type Resolver = 'maintainer' | 'bot' | 'person' | 'unknown';

/** The threads of all reviewers, found by what decisions ask for. */
export type ThreadIndex = {
  /** Oldest first. */
  readonly threads: readonly OwnThread[];
  readonly bySite: ReadonlyMap<string, readonly OwnThread[]>;
  /** Of resolved threads, by node id. */
  readonly resolvers: ReadonlyMap<string, Resolver>;
  /**
   * Of threads closed as duplicates, by node id: the one they stand for, over several links. Null where the link leads to no
   * thread of ours, or in a circle (RR-51).
   */
  readonly canonical: ReadonlyMap<string, OwnThread | null>;
  /** The duplicates that stand for a thread, by its node id. */
  readonly duplicates: ReadonlyMap<string, readonly OwnThread[]>;
  /** Node ids of threads whose opener said the same key in a newer one since: they are never acted on (RR-42). */
  readonly superseded: ReadonlySet<string>;
  stakesOf(thread: OwnThread): readonly Stake[];
  /** The finding that opened the thread; null where that comment is gone or is not believed. */
  openerOf(thread: OwnThread): Stake | null;
};

export type ResolverFacts = { readonly viewer: Account; readonly isMaintainer: (account: Account) => boolean };

/** Indexes threads in the order in which `readThreadHistory` gives them. */
export function indexThreads(threads: readonly OwnThread[], facts: ResolverFacts): ThreadIndex {
  const stakes = new Map(threads.map((thread) => [thread.id, stakesOf(thread)]));
  const byRoot = new Map(threads.map((thread) => [String(thread.rootId), thread]));
  const bySite = new Map<string, OwnThread[]>();
  const newest = new Map<string, { readonly id: string; readonly createdAt: string }>();
  const canonical = new Map<string, OwnThread | null>();
  const duplicates = new Map<string, OwnThread[]>();

  for (const thread of threads) {
    const sites = new Set((stakes.get(thread.id) ?? []).map(({ footer }) => footer.siteKey));
    for (const site of sites) if (site !== null) push(bySite, site, thread);
    for (const stake of stakes.get(thread.id) ?? []) {
      const known = newest.get(nameOf(stake));
      const { createdAt } = stake.footer;
      if (known === undefined || known.createdAt <= createdAt) newest.set(nameOf(stake), { id: thread.id, createdAt });
    }
    if (thread.duplicateOf === null) continue;
    const stands = followLinks(thread, byRoot);
    canonical.set(thread.id, stands);
    if (stands !== null) push(duplicates, stands.id, thread);
  }

  const older = threads.filter(({ id }) => {
    const opener = opening(stakes.get(id));
    return opener !== null && newest.get(nameOf(opener))?.id !== id;
  });
  return {
    threads,
    bySite,
    resolvers: new Map(
      threads.filter(({ resolved }) => resolved).map((thread) => [thread.id, resolverOf(thread, facts)]),
    ),
    canonical,
    duplicates,
    superseded: new Set(older.map(({ id }) => id)),
    stakesOf: ({ id }) => stakes.get(id) ?? [],
    openerOf: ({ id }) => opening(stakes.get(id)),
  };
}

function opening(stakes: readonly Stake[] | undefined): Stake | null {
  return stakes?.find(({ role }) => role === 'opener') ?? null;
}

function nameOf({ reviewer, findingKey }: Stake): string {
  return `${reviewer}/${findingKey}`;
}

function push(map: Map<string, OwnThread[]>, key: string, thread: OwnThread): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [thread]);
  else known.push(thread);
}

function followLinks(thread: OwnThread, byRoot: ReadonlyMap<string, OwnThread>): OwnThread | null {
  const seen = new Set<string>();
  let at: OwnThread = thread;
  while (at.duplicateOf !== null) {
    const next = byRoot.get(/#discussion_r([0-9]+)$/.exec(at.duplicateOf)?.[1] ?? '');
    if (next === undefined || seen.has(at.id)) return null;
    seen.add(at.id);
    at = next;
  }
  return at;
}

function resolverOf(thread: OwnThread, { viewer, isMaintainer }: ResolverFacts): Resolver {
  const { resolvedBy } = thread;
  const byReply = hasReply(thread, 'resolution') || hasReply(thread, 'duplicate-close');
  const byViewer = sameAccount(resolvedBy, viewer);
  // A posting account that is a maintainer's own resolves as the bot where the bot's reply says so.
  if (resolvedBy?.type === 'User' && !(byViewer && byReply) && isMaintainer(resolvedBy)) return 'maintainer';
  if (byReply || byViewer) return 'bot';
  return resolvedBy?.type === 'User' ? 'person' : 'unknown';
}
