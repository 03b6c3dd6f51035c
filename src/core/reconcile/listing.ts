import { type Account, sameAccount } from '../account.ts';
import { believedFooters, type Signing, type Trust } from '../footer.ts';
import { isOwnComment } from '../own-comment.ts';
import type { Post } from '../pull-request.ts';
import { isReviewBot, isUrgentEnough } from '../review-bots.ts';
import { type CommitMemory, parseCommitMessage } from './commit-message.ts';
import type { Mediation } from './mediated.ts';
import { findOwnReply, writtenReplies } from './reply-footer.ts';
import type { ReviewBotsSettings } from './settings.ts';
import type { AuthoredCommit, SurveyedPullRequest, SurveyedThread, SurveyedThreads } from './survey.ts';
import { threadName } from './thread-name.ts';

/** What is to be done about a listed thread (RB-10). */
export type ListedThread = {
  readonly thread: SurveyedThread;
  /** Replies of ours in it. */
  readonly replies: number;
  readonly next: /** To be judged, or answered by an outside agent. */
    | { readonly kind: 'actionable' }
    /** A commit of ours fixed it, 40 hex digits, and nobody said so yet: reply, and resolve. */
    | { readonly kind: 'finish'; readonly commit: string };
};

/** A mediated pull request as the monitor tells of it. */
export type Listing = {
  readonly pullRequest: SurveyedPullRequest;
  readonly agent: string;
  /** Listed, and never acted on (RB-13). */
  readonly escalated: boolean;
  /** What the list shows, in GitHub's order. */
  readonly threads: readonly ListedThread[];
  /** Fixed and answered by this very run, in an earlier attempt of it: only to be resolved. Not in the list. */
  readonly toResolve: readonly SurveyedThread[];
  /** Threads that only `min_priority` keeps out (RB-11). */
  readonly excludedByPriority: number;
  /** Whether an earlier attempt of this run has made its one commit (RB-22). */
  readonly committedByThisRun: boolean;
  /** Node ids of threads that an earlier attempt of this run has answered, in its own name or for an outside agent. */
  readonly answeredByThisRun: ReadonlySet<string>;
  /** Posts of the bot whose hidden lines do not count, each with why, for the summary (SU-11). */
  readonly disbelieved: readonly { readonly url: string; readonly problem: string }[];
  /** What GitHub would not list to its end, in words. */
  readonly incomplete: readonly string[];
};

/** Whose eyes a listing is made with. */
export type Watch = {
  readonly viewer: Account;
  readonly settings: ReviewBotsSettings;
  readonly signing: Omit<Signing, 'number'>;
  /** Id of this run; all of its attempts have one. */
  readonly run: string;
};

/** What the monitor tells of a mediated pull request; null where it has no thread of a configured bot (RB-12). */
export function listPullRequest(
  pullRequest: SurveyedPullRequest,
  { agent, escalated }: Pick<Extract<Mediation, { kind: 'mediated' }>, 'agent' | 'escalated'>,
  { threads, commits, incomplete }: SurveyedThreads,
  watch: Watch,
): Listing | null {
  const { viewer, settings, signing, run } = watch;
  const ofBots = threads.filter(({ comments: [first] }) => isReviewBot(first?.author ?? null, settings.logins));
  if (ofBots.length === 0) return null;

  const trust: Trust = { ...signing, number: pullRequest.number, viewer };
  // Nothing is committed to a fork, and there everybody can write an author into a commit.
  const ours = pullRequest.fork ? [] : ownCommits(commits, viewer);
  const states = ofBots.map((thread) => ({ thread, state: stateOf(thread, { settings, trust, ours, run }) }));
  return {
    pullRequest,
    agent,
    escalated,
    threads: states.flatMap(({ thread, state }): readonly ListedThread[] =>
      state.kind === 'actionable' || state.kind === 'finish'
        ? [{ thread, replies: countOwnReplies(thread, viewer), next: state }]
        : [],
    ),
    toResolve: states.flatMap(({ thread, state }) => (state.kind === 'resolve' ? [thread] : [])),
    excludedByPriority: states.filter(({ state }) => state.kind === 'excluded').length,
    // Another pull request of the same branch may have had its commit, too.
    committedByThisRun: ours.some(
      ({ memory }) =>
        memory.run === run &&
        threads.some(({ id }) => memory.threads.some((name) => [id, threadName(id)].includes(name))),
    ),
    answeredByThisRun: new Set(
      ofBots.flatMap((thread) => (findOwnReply(thread, { kind: 'run', run }, trust) === null ? [] : [thread.id])),
    ),
    disbelieved: ofBots.flatMap(({ comments }) =>
      comments.slice(1).flatMap((post) => {
        const { problem } = believedFooters(post, trust);
        return problem === null ? [] : [{ url: post.url, problem }];
      }),
    ),
    incomplete,
  };
}

/** How often the bot has replied in a thread: the thread itself is the count (RB-10). Whatever opened it is no reply. */
export function countOwnReplies({ comments }: { readonly comments: readonly Post[] }, viewer: Account): number {
  return comments.slice(1).filter((comment) => isOwnReply(comment, viewer)).length;
}

/** SU-13: what a person's account says without a footer of ours, that person said. */
export function isOwnReply(comment: Post, viewer: Account): boolean {
  return viewer.type === 'Bot' ? sameAccount(comment.author, viewer) : isOwnComment(comment, viewer);
}

type OwnCommit = { readonly oid: string; readonly memory: CommitMemory };

/** RB-22: by its author, never by its message alone, which anybody can write. Newest first. */
function ownCommits(commits: readonly AuthoredCommit[], viewer: Account): readonly OwnCommit[] {
  return commits
    .flatMap(({ oid, message, author }): readonly OwnCommit[] => {
      const memory = sameAccount(author, viewer) ? parseCommitMessage(message) : null;
      return memory === null ? [] : [{ oid, memory }];
    })
    .reverse();
}

type State =
  | ListedThread['next']
  | { readonly kind: 'resolve' }
  | { readonly kind: 'excluded' }
  | { readonly kind: 'nothing' };

const NOTHING: State = { kind: 'nothing' };

function stateOf(
  thread: SurveyedThread,
  facts: {
    readonly settings: ReviewBotsSettings;
    readonly trust: Trust;
    readonly ours: readonly OwnCommit[];
    readonly run: string;
  },
): State {
  const { settings, trust, ours, run } = facts;
  if (thread.resolved) return NOTHING;
  const names = [thread.id, threadName(thread.id)];
  const fix = ours.find(({ memory }) => memory.threads.some((name) => names.includes(name)));
  // An earlier attempt of this run has answered: at most what it fixed is still to be resolved (SU-42).
  const own = findOwnReply(thread, { kind: 'run', run }, trust);
  if (own !== null) {
    // Behind somebody's words it may be open because a person opened it again.
    const isLast = thread.comments
      .slice(thread.comments.indexOf(own.post) + 1)
      .every((comment) => isOwnReply(comment, trust.viewer));
    return own.memory.decision === 'fix' && isLast && settings.resolveAfterFix ? { kind: 'resolve' } : NOTHING;
  }
  if (countOwnReplies(thread, trust.viewer) >= settings.maxAttemptsPerThread) return NOTHING;
  // A rebase gives the commit another id, and a new secret takes a reply's signature its worth: what was said is said.
  const answered = writtenReplies(thread, trust.viewer).some(
    ({ decision, commit, run: of }) => decision === 'fix' && (commit === fix?.oid || of === fix?.memory.run),
  );
  if (fix !== undefined && !answered) return { kind: 'finish', commit: fix.oid };
  if (thread.outdated) return NOTHING;
  const urgent = isUrgentEnough(thread.comments[0]?.body ?? '', settings.minPriority);
  return urgent ? { kind: 'actionable' } : { kind: 'excluded' };
}
