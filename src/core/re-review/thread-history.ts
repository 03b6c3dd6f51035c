import { type Account, sameAccount } from '../account.ts';
import { believedFooters, type HiddenLine, type Trust } from '../footer.ts';
import { isOwnComment } from '../own-comment.ts';
import type { Post, Thread } from '../pull-request.ts';
import { parseAgentFooter } from './agent-footer.ts';
import { type CommentLine, parseCommentLine } from './comment-line.ts';
import type { AgentFooter, OwnThread } from './own-thread.ts';

/** A body of the bot whose hidden lines do not count, for the summary (SU-11, RR-62). */
export type Disbelieved = {
  readonly url: string;
  /** Of the thread it stands in; null for a review. */
  readonly path: string | null;
  /** `edited by <login>`, `unsigned` or `wrongly signed`. */
  readonly problem: string;
};

/** What stands on the pull request of all reviewers' findings, before this run (RR-30). */
export type ThreadHistory = {
  /** Oldest first. */
  readonly threads: readonly OwnThread[];
  readonly disbelieved: readonly Disbelieved[];
};

export type HistoryFacts = {
  readonly trust: Trust;
  /** RR-32: by the settings' list, or by role. Asked for accounts of type User alone. */
  readonly isMaintainer: (account: Account) => boolean;
  /** The site-key of a v1 comment, from its path and the line where it is shown; null where that cannot be told (RR-23). */
  readonly siteKeyAt: (place: Pick<Thread, 'path' | 'line' | 'side'>) => string | null;
};

/** Reads all threads: those that a person or another bot opened are nobody's findings, whatever footers stand there. */
export function readThreadHistory(threads: readonly Thread[], facts: HistoryFacts): ThreadHistory {
  const disbelieved: Disbelieved[] = [];
  const own: OwnThread[] = [];
  for (const thread of threads) {
    const read = readThread(thread, facts, disbelieved);
    if (read !== null) own.push(read);
  }
  // GitHub's order breaks ties: sorting is stable.
  return { threads: own.sort((a, b) => compareText(a.createdAt, b.createdAt)), disbelieved };
}

function readThread(thread: Thread, facts: HistoryFacts, disbelieved: Disbelieved[]): OwnThread | null {
  const [root] = thread.comments;
  const { trust } = facts;
  if (root === undefined || !isTheBots(root, trust.viewer)) return null;

  const footers: AgentFooter[] = [];
  let conceded = false;
  let duplicateOf: string | null = null;
  let newestOwn = -1;
  for (const [index, post] of thread.comments.entries()) {
    if (!isTheBots(post, trust.viewer)) continue;
    newestOwn = index;
    const belief = believedFooters(post, trust);
    if (belief.problem !== null) disbelieved.push({ url: post.url, path: thread.path, problem: belief.problem });
    const line = parseCommentLine(post.body);
    for (const footer of belief.footers) {
      if (footer.name === 'revi-converse') conceded = footer.values.get('concedes') === 'true';
      const agent = agentFooter(footer, { post, line, thread, root: footers[0] ?? null }, facts);
      if (agent === null || footers.some((known) => isSameLine(known, agent))) continue;
      footers.push(agent);
      if (agent.replyKind === 'duplicate-close') duplicateOf = line.duplicateOf ?? '';
    }
  }
  if (!footers.some(isStake)) return null;

  const people = thread.comments.map((post) => !isTheBots(post, trust.viewer) && post.author?.type !== 'Bot');
  return {
    id: thread.id,
    rootId: root.id,
    url: root.url,
    path: thread.path,
    line: thread.line,
    side: thread.side,
    createdAt: root.createdAt,
    resolved: thread.resolved,
    outdated: thread.outdated,
    resolvedBy: thread.resolvedBy,
    viewerCanReply: thread.viewerCanReply,
    viewerCanResolve: thread.viewerCanResolve,
    viewerCanUnresolve: thread.viewerCanUnresolve,
    footers,
    personReplied: people.some((person, index) => person && index > newestOwn),
    maintainerReplied: thread.comments.some(
      ({ author }, index) => people[index] === true && author !== null && facts.isMaintainer(author),
    ),
    conceded,
    duplicateOf,
  };
}

/** A posting account of type User is a person too: the bot is then only what carries a footer of ours (SU-13). */
function isTheBots(post: Post, viewer: Account): boolean {
  return viewer.type === 'Bot' ? sameAccount(post.author, viewer) : isOwnComment(post, viewer);
}

/** Whether a footer says that a reviewer found it: what its columns count (RR-62). */
function isStake({ replyKind, findingKey }: AgentFooter): boolean {
  return findingKey !== null && (replyKind === null || replyKind === 'concurrence');
}

/** A line that stands twice in one comment says nothing twice. */
function isSameLine(a: AgentFooter, b: AgentFooter): boolean {
  return (
    a.commentId === b.commentId &&
    a.reviewer === b.reviewer &&
    a.findingKey === b.findingKey &&
    a.replyKind === b.replyKind
  );
}

type Where = {
  readonly post: Post;
  readonly line: CommentLine;
  readonly thread: Thread;
  /** The thread's first footer so far. */
  readonly root: AgentFooter | null;
};

function agentFooter(footer: HiddenLine, { post, line, thread, root }: Where, facts: HistoryFacts): AgentFooter | null {
  const read = parseAgentFooter(footer);
  if (read === null) return null;
  const { replyKind } = read;
  const found = replyKind === null || replyKind === 'concurrence';
  // An `Also:` line has no first line of its own, and a concurrence names the tag only where it is stricter.
  const tag = read.tag ?? line.tag ?? (replyKind === 'concurrence' ? (root?.tag ?? null) : null);
  return {
    ...read,
    siteKey: read.siteKey ?? (read.findingKey === null ? null : (root?.siteKey ?? facts.siteKeyAt(thread))),
    tag: found ? tag : read.tag,
    commit: read.commit ?? (replyKind === 'resolution' ? line.fixedIn : null),
    title: line.title,
    followUp: replyKind === null && line.followUp,
    commentId: post.id,
    commentUrl: post.url,
    createdAt: post.createdAt,
  };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
