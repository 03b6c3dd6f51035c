import { describeMove } from '../../core/position.ts';
import type { Position } from '../../core/pull-request.ts';
import type { HeadFile } from '../../core/reconcile/head-file.ts';
import { type PullRequestResult, placeOf, type ThreadResult, type Trouble } from '../../core/reconcile/outcome.ts';
import type { DecidedPullRequest, ThreadDecision } from '../../core/reconcile/plan.ts';
import { whyStopped } from '../../core/reconcile/stop.ts';
import { suggestionFor } from '../../core/reconcile/suggestion.ts';
import type { SurveyedPullRequest, SurveyedThread } from '../../core/reconcile/survey.ts';
import type { Edit, EditedFile } from '../../core/reconcile/workspace.ts';
import { type Spent, spentOf } from '../../core/spent.ts';
import { type ById, guard, readAgain, stopped } from './act.ts';
import { answerThreads, resolveThread, type ThreadContent } from './answer.ts';
import { type Committed, commitFixes } from './commit-fixes.ts';
import type { Opened } from './open.ts';

/** What settling came to; a moved head is the caller's to start over from (RB-22). */
export type Settled =
  | ({ readonly kind: 'settled' } & Pick<PullRequestResult, 'commit' | 'threads' | 'troubles'>)
  | { readonly kind: 'moved'; readonly how: string };

/**
 * Commits what was decided, answers every thread and resolves the fixed ones (RB-22, RB-23). Each thread is read by its id
 * before every act; the reading before a resolve is also the next thread's before its reply.
 */
export async function settleThreads(
  run: Opened,
  work: {
    readonly pullRequest: SurveyedPullRequest;
    readonly decided: DecidedPullRequest;
    /** Makes files of edits once more, with all checks; null where they do not fit (RB-21). */
    readonly replay: (edits: readonly Edit[]) => readonly EditedFile[] | null;
    readonly heads: ReadonlyMap<string, HeadFile>;
  },
): Promise<Settled> {
  const { pullRequest, decided } = work;
  if (decided.decisions.length === 0) return { kind: 'settled', commit: null, threads: [], troubles: [] };
  const readAt = run.ports.clock.now();
  const read = await run.ports.forge.readThreadsById(decided.decisions.map(({ thread }) => thread));
  const change = changedMeanwhile(read, decided.position, run);
  if (change !== null) return change;

  const wanted = decided.decisions.filter(
    ({ thread, decision }) => decision === 'fix' && guard(run, pullRequest.number, read, thread, 'reply') === null,
  );
  // A thread that somebody settled meanwhile has no part in the commit.
  const places = new Set(wanted.flatMap(({ edits }) => edits));
  const files = work.replay(decided.edits.filter((_, place) => places.has(place)));
  if (files === null) return { kind: 'moved', how: 'a thread that belonged to the fix was settled by somebody else' };
  // A fix whose files are as before is none (RB-20).
  const changed = new Set(files.map(({ path }) => path));
  const changes = ({ edits }: ThreadDecision): boolean =>
    edits.some((place) => changed.has(decided.edits[place]?.path ?? ''));
  const fixes = wanted.filter(changes);
  const committed = await commitFixes(run, { pullRequest, decided, files, fixes, read });
  if (committed.kind === 'moved') return { kind: 'moved', how: 'the head moved before the commit' };
  if (committed.kind === 'unknown')
    return { kind: 'settled', commit: null, threads: [], troubles: [{ kind: 'failed', text: committed.text }] };

  const contents = decided.decisions.map((decision) =>
    decision.decision === 'fix' && !changes(decision)
      ? { thread: decision.thread, content: { kind: 'needs-person' as const, said: NOTHING_CHANGED } }
      : contentOf(decision, committed, { ...work, read, run }),
  );
  const told = await answerThreads(run, { pullRequest, read, readAt, contents, spent: shareOf(decided) });
  return {
    kind: 'settled',
    commit: committed.kind === 'done' ? committed.commit : null,
    threads: told.threads,
    troubles: [...(committed.kind === 'refused' ? committed.troubles : []), ...told.troubles],
  };
}

const NOTHING_CHANGED = 'a fix was decided, and in the end it changes nothing.';

/** Answers and resolves threads that a commit of ours has fixed already, and resolves those that were answered, too (RB-10). */
export async function finishThreads(
  run: Opened,
  work: {
    readonly pullRequest: SurveyedPullRequest;
    /** With the commit, 40 hex digits. */
    readonly toAnswer: readonly { readonly thread: SurveyedThread; readonly commit: string }[];
    readonly toResolve: readonly SurveyedThread[];
  },
): Promise<Pick<PullRequestResult, 'threads' | 'troubles'>> {
  const { pullRequest, toAnswer, toResolve } = work;
  const threads: ThreadResult[] = [];
  const troubles: Trouble[] = [];
  for (const thread of toResolve) {
    const read = await readAgain(run, [thread.id]);
    if ('kind' in read) return { threads, troubles: [...troubles, read] };
    const resolved = await resolveThread(run, pullRequest.number, { read, thread: thread.id });
    if (resolved.trouble !== null) troubles.push(resolved.trouble);
    threads.push({ ...placeOf(thread), done: 'resolved', why: resolved.why, resolved: resolved.done });
  }
  const contents = toAnswer.map(({ thread, commit }) => ({
    thread: thread.id,
    content: { kind: 'finished' as const, commit },
  }));
  if (contents.length === 0) return { threads, troubles };
  const readAt = run.ports.clock.now();
  const read = await readAgain(
    run,
    contents.map(({ thread }) => thread),
  );
  if ('kind' in read) return { threads, troubles: [...troubles, read] };
  const told = await answerThreads(run, { pullRequest, read, readAt, contents, spent: null });
  return { threads: [...threads, ...told.threads], troubles: [...troubles, ...told.troubles] };
}

/** Whether the pull request is still as it was judged: its head and base ref, and whether it may be acted on at all (SU-43). */
function changedMeanwhile(read: ById, position: Position, run: Opened): Settled | null {
  const now = [...read.values()][0]?.pullRequest;
  if (now === undefined) return null;
  const moved = describeMove(position, { ...position, head: now.head, baseRef: now.baseRef });
  if (moved !== null) return { kind: 'moved', how: moved };
  const why = whyStopped(now, run.settings);
  if (why === null) return null;
  return { kind: 'settled', commit: null, threads: [], troubles: [stopped(why)] };
}

/** Every reply remembers its share of what the run spent, so that none is needed for the sum to be right enough (SU-37). */
function shareOf({ cost, tokens, decisions }: DecidedPullRequest): Spent | null {
  const { length } = decisions;
  return spentOf({
    cost: cost === null ? null : cost / length,
    tokens: tokens === null ? null : Math.ceil(tokens / length),
  });
}

function contentOf(
  { thread, decision, reply: said, edits: places }: ThreadDecision,
  committed: Extract<Committed, { kind: 'none' | 'done' | 'refused' }>,
  {
    decided,
    heads,
    read,
    run,
  }: {
    readonly decided: DecidedPullRequest;
    readonly heads: ReadonlyMap<string, HeadFile>;
    readonly read: ById;
    readonly run: Opened;
  },
): ThreadContent {
  if (decision === 'decline') return { thread, content: { kind: 'declined', said } };
  if (decision === 'needs-person') return { thread, content: { kind: 'needs-person', said } };
  if (committed.kind === 'done') return { thread, content: { kind: 'fixed', commit: committed.commit, said } };
  const current = read.get(thread);
  const file = current === undefined ? undefined : heads.get(current.path);
  const edits = places.flatMap((place) => decided.edits[place] ?? []);
  // Without the permission the workflow is to be mended: its maintainers are not to apply by hand what it was set up to do.
  const offered = committed.kind === 'refused' && committed.why !== 'permission';
  const suggestion =
    !offered || current === undefined || file?.kind !== 'text'
      ? null
      : suggestionFor(current, file.text, edits, run.ports.secrets);
  const why = committed.kind === 'refused' ? committed.why : 'refused';
  return { thread, content: { kind: 'not-committed', why, said, suggestion } };
}
