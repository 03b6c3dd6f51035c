import type { Applied, Effect } from '../../core/effect.ts';
import { ForgeError } from '../../core/errors.ts';
import { describeMove } from '../../core/position.ts';
import type { Position } from '../../core/pull-request.ts';
import { formatCommitMessage } from '../../core/reconcile/commit-message.ts';
import { checkThread } from '../../core/reconcile/guard.ts';
import type { HeadFile } from '../../core/reconcile/head-file.ts';
import type { PullRequestResult, ThreadResult, Trouble } from '../../core/reconcile/outcome.ts';
import type { DecidedPullRequest, ThreadDecision } from '../../core/reconcile/plan.ts';
import { type NotCommitted, type ReplyContent, renderReply } from '../../core/reconcile/replies.ts';
import { ESCALATED_LABEL } from '../../core/reconcile/settings.ts';
import { suggestionFor } from '../../core/reconcile/suggestion.ts';
import type { SurveyedPullRequest, SurveyedThread, ThreadById } from '../../core/reconcile/survey.ts';
import type { Edit, EditedFile } from '../../core/reconcile/workspace.ts';
import { refusalSentence } from '../../core/refusal-sentence.ts';
import { type Spent, spentOf } from '../../core/spent.ts';
import type { Opened } from './open.ts';

/** What settling came to; a moved head is the caller's to start over from (RB-22). */
export type Settled =
  | ({ readonly kind: 'settled' } & Pick<PullRequestResult, 'commit' | 'threads' | 'troubles'>)
  | { readonly kind: 'moved'; readonly how: string };

type ById = ReadonlyMap<string, ThreadById>;

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
  const told = await reply(run, { pullRequest, read, contents, spent: shareOf(decided) });
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
  const ids = [...toResolve, ...toAnswer.map(({ thread }) => thread)].map(({ id }) => id);
  if (ids.length === 0) return { threads: [], troubles: [] };
  const read = await run.ports.forge.readThreadsById(ids);
  const threads: ThreadResult[] = [];
  const troubles: Trouble[] = [];
  for (const thread of toResolve) {
    const current = threads.length === 0 ? read : await run.ports.forge.readThreadsById([thread.id]);
    const resolved = await resolveThread(run, pullRequest.number, { read: current, thread: thread.id });
    if (resolved.trouble !== null) troubles.push(resolved.trouble);
    threads.push({ ...placeOf(thread), done: 'resolved', why: resolved.why, resolved: resolved.done });
  }
  const current = threads.length === 0 ? read : await run.ports.forge.readThreadsById(ids);
  const contents = toAnswer.map(({ thread, commit }) => ({
    thread: thread.id,
    content: { kind: 'finished' as const, commit },
  }));
  const told = await reply(run, { pullRequest, read: current, contents, spent: null });
  return { threads: [...threads, ...told.threads], troubles: [...troubles, ...told.troubles] };
}

/** Whether the pull request is still as it was judged: its head and base ref, and whether it may be acted on at all (SU-43). */
function changedMeanwhile(read: ById, position: Position, run: Opened): Settled | null {
  const now = [...read.values()][0]?.pullRequest;
  if (now === undefined) return null;
  const moved = describeMove(position, { ...position, head: now.head, baseRef: now.baseRef });
  if (moved !== null) return { kind: 'moved', how: moved };
  const why = whyStopped(now, run);
  if (why === null) return null;
  return { kind: 'settled', commit: null, threads: [], troubles: [stopped(why)] };
}

/** Why a pull request may not be acted on any more, or null: asked before every act, like the guard (RB-1, RB-13). */
function whyStopped(
  { state, draft, locked, labels }: ThreadById['pullRequest'],
  { settings }: Pick<Opened, 'settings'>,
): string | null {
  if (state !== 'open') return `it is ${state} by now`;
  if (draft) return 'it is a draft by now';
  if (locked) return 'its conversation is locked by now';
  const stops = [...settings.holdLabels, ESCALATED_LABEL].map((label) => label.trim().toLowerCase());
  const label = labels.find((name) => stops.includes(name.trim().toLowerCase()));
  return label === undefined ? null : `it carries the label ${label} by now`;
}

function stopped(why: string): Trouble {
  return { kind: 'no verdict', text: `nothing more was done, because ${why}` };
}

/** Why an act is denied, or null (RB-31). */
function guard(
  { viewer, settings, ports }: Opened,
  number: number,
  read: ById,
  id: string,
  act: 'reply' | 'resolve',
): string | null {
  const wanted = { id, repository: ports.run.repository, number, act };
  const decision = checkThread(read.get(id), wanted, settings, viewer);
  return decision.kind === 'allowed' ? null : decision.error;
}

/** Why nothing more is to be done on the pull request of a thread that was just read, or null. */
function stopAt(run: Opened, read: ById, id: string): string | null {
  const thread = read.get(id);
  return thread === undefined ? null : whyStopped(thread.pullRequest, run);
}

type Committed =
  | { readonly kind: 'none' }
  | { readonly kind: 'done'; readonly commit: string }
  /** Nothing is committed: the fixes are offered instead. */
  | { readonly kind: 'refused'; readonly why: NotCommitted; readonly troubles: readonly Trouble[] }
  | { readonly kind: 'moved' }
  /** It is not known whether there is a commit, so that nothing is said about it. */
  | { readonly kind: 'unknown'; readonly text: string };

async function commitFixes(
  { ports, viewer, repository }: Opened,
  {
    pullRequest,
    decided,
    files,
    fixes,
    read,
  }: {
    readonly pullRequest: SurveyedPullRequest;
    readonly decided: DecidedPullRequest;
    readonly files: readonly EditedFile[];
    readonly fixes: readonly ThreadDecision[];
    readonly read: ById;
  },
): Promise<Committed> {
  if (fixes.length === 0) return { kind: 'none' };
  if (pullRequest.fork || pullRequest.headRepository === null) return { kind: 'refused', why: 'fork', troubles: [] };
  // Nobody would review what lands there.
  if (pullRequest.headRef === repository.defaultBranch) return { kind: 'refused', why: 'default-branch', troubles: [] };
  const { headline, body, markerLines } = formatCommitMessage({
    threads: fixes.map(({ thread }) => ({ id: thread, path: read.get(thread)?.path ?? '' })),
    run: ports.run.id,
    viewer,
  });
  const effect: Effect = {
    kind: 'commit',
    branch: pullRequest.headRef,
    expectedHead: decided.position.head,
    headline,
    body,
    files,
    lines: markerLines,
  };
  return committedBy(await ports.forge.apply(pullRequest.number, effect));
}

function committedBy(applied: Applied): Committed {
  switch (applied.kind) {
    case 'done':
      return applied.commit === undefined
        ? {
            kind: 'unknown',
            text: 'the commit was made, and GitHub did not tell its id; the next run answers the threads',
          }
        : { kind: 'done', commit: applied.commit };
    case 'failed':
      return { kind: 'unknown', text: applied.message };
    case 'refused': {
      const { refusal } = applied;
      if (refusal.reason === 'head-moved') return { kind: 'moved' };
      const why = refusal.reason === 'permission' ? 'permission' : 'refused';
      return {
        kind: 'refused',
        why,
        troubles: [failure(applied, 'commit the fix')],
      };
    }
  }
}

/** Every reply remembers its share of what the run spent, so that none is needed for the sum to be right enough (SU-37). */
function shareOf({ cost, tokens, decisions }: DecidedPullRequest): Spent | null {
  const { length } = decisions;
  return spentOf({
    cost: cost === null ? null : cost / length,
    tokens: tokens === null ? null : Math.ceil(tokens / length),
  });
}

type ThreadContent = { readonly thread: string; readonly content: ReplyContent };

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

/** One reply in each thread, and the fixed ones resolved, before the next thread is looked at (RB-23). */
async function reply(
  run: Opened,
  work: {
    readonly pullRequest: SurveyedPullRequest;
    readonly read: ById;
    readonly contents: readonly ThreadContent[];
    /** What each reply remembers of the run's cost (SU-37). */
    readonly spent: Spent | null;
  },
): Promise<Pick<PullRequestResult, 'threads' | 'troubles'>> {
  const { ports, settings, viewer, inputs, repository } = run;
  const { number } = work.pullRequest;
  const threads: ThreadResult[] = [];
  const troubles: Trouble[] = [];
  /** The reading that the next thread may be answered by, while nothing was written since but another thread's resolution. */
  let ahead: ById | null = work.read;
  for (const [index, { thread: id, content }] of work.contents.entries()) {
    const next = work.contents[index + 1]?.thread;
    const read: ById | Trouble = ahead ?? (await readAgain(run, [id]));
    ahead = null;
    if ('kind' in read) {
      troubles.push(read);
      break;
    }
    const thread = read.get(id);
    const stop = stopAt(run, read, id);
    if (stop !== null) {
      troubles.push(stopped(stop));
      break;
    }
    // A commit of ours may have taken the line away since.
    const before = work.read.get(id) ?? thread;
    const denial = guard(run, number, read, id, 'reply');
    if (denial !== null || thread === undefined || before === undefined) {
      if (thread !== undefined)
        threads.push({
          ...placeOf(before ?? thread),
          done: 'not touched',
          why: denial ?? '',
          resolved: thread.resolved,
        });
      else troubles.push({ kind: 'no verdict', text: denial ?? '' });
      continue;
    }
    const signing = { secrets: inputs.markerSecrets, repositoryId: repository.id, number };
    const post = renderReply(thread, content, {
      trailer: settings.trailer,
      run: ports.run.id,
      viewer,
      signing,
      secrets: ports.secrets,
      spent: work.spent,
    });
    const rootId = thread.comments[0]?.id ?? 0;
    const applied = await ports.forge.apply(number, { kind: 'reply', rootId, ...post });
    const result = { ...placeOf(before), ...resultOf(content) };
    if (applied.kind !== 'done') {
      troubles.push(failure(applied, 'reply in the thread'));
      // Somebody may read in the summary what could not be said in the thread (SU-17).
      threads.push({ ...result, done: 'not touched', why: `${result.done}: ${result.why}`, resolved: false });
      continue;
    }
    const resolves = settings.resolveAfterFix && (content.kind === 'fixed' || content.kind === 'finished');
    const wanted = [...(resolves ? [id] : []), ...(next === undefined ? [] : [next])];
    const again = wanted.length === 0 ? null : await readAgain(run, wanted);
    if (again !== null && 'kind' in again) {
      threads.push({ ...result, resolved: false });
      troubles.push(again);
      break;
    }
    if (next !== undefined) ahead = again;
    if (!resolves || again === null) {
      threads.push({ ...result, resolved: false });
      continue;
    }
    const resolved = await resolveThread(run, number, { read: again, thread: id });
    if (resolved.trouble !== null) troubles.push(resolved.trouble);
    threads.push({ ...result, resolved: resolved.done });
  }
  return { threads, troubles };
}

/** A reading in the middle of the work: where it fails, what was done so far is still told (SU-46). */
async function readAgain({ ports }: Opened, ids: readonly string[]): Promise<ById | Trouble> {
  try {
    return await ports.forge.readThreadsById(ids);
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    return { kind: 'failed', text: error.message };
  }
}

async function resolveThread(
  run: Opened,
  number: number,
  { read, thread }: { readonly read: ById; readonly thread: string },
): Promise<{ readonly done: boolean; readonly why: string; readonly trouble: Trouble | null }> {
  const stop = stopAt(run, read, thread);
  if (stop !== null) return { done: false, why: stop, trouble: stopped(stop) };
  const denial = guard(run, number, read, thread, 'resolve');
  // Somebody was faster.
  if (denial !== null) return { done: read.get(thread)?.resolved === true, why: denial, trouble: null };
  const applied = await run.ports.forge.apply(number, { kind: 'resolve-thread', threadId: thread });
  if (applied.kind === 'done') return { done: true, why: '', trouble: null };
  const trouble = failure(applied, 'resolve the thread');
  return { done: false, why: trouble.text, trouble };
}

function failure(applied: Exclude<Applied, { kind: 'done' }>, doing: string): Trouble {
  const text = saying(applied, doing);
  const permission = applied.kind === 'refused' && applied.refusal.reason === 'permission';
  return permission ? { kind: 'failed', text, permission: true } : { kind: 'failed', text };
}

function saying(applied: Exclude<Applied, { kind: 'done' }>, doing: string): string {
  return applied.kind === 'refused' ? refusalSentence(applied.refusal, doing) : applied.message;
}

function placeOf({ path, line, comments }: SurveyedThread): Pick<ThreadResult, 'path' | 'line' | 'author'> {
  return { path, line, author: comments[0]?.author?.login ?? 'ghost' };
}

function resultOf(content: ReplyContent): Pick<ThreadResult, 'done' | 'why'> {
  switch (content.kind) {
    case 'fixed':
      return { done: 'fixed', why: content.said };
    case 'finished':
      return { done: 'finished', why: '' };
    case 'declined':
      return { done: 'declined', why: content.said };
    case 'needs-person':
      return { done: 'left to a person', why: content.said };
    case 'not-committed':
      return { done: content.suggestion === null ? 'left to a person' : 'suggested', why: content.said };
    case 'requested':
      return { done: 'not touched', why: '' };
  }
}
