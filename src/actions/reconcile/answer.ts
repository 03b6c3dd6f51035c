import { type PullRequestResult, placeOf, type ThreadResult, type Trouble } from '../../core/reconcile/outcome.ts';
import { type ReplyContent, renderReply } from '../../core/reconcile/replies.ts';
import type { SurveyedPullRequest } from '../../core/reconcile/survey.ts';
import type { Spent } from '../../core/spent.ts';
import { type ById, failure, guard, readAgain, stopAt, stopped } from './act.ts';
import type { Opened } from './open.ts';

/** What is to be said in a thread, by its node id. */
export type ThreadContent = { readonly thread: string; readonly content: ReplyContent };

/** Milliseconds for which a reading answers for a thread: a write at GitHub's pace, and no more. */
const FRESH = 2_500;

/** One reply in each thread, and the fixed ones resolved, before the next thread is looked at (RB-23). */
export async function answerThreads(
  run: Opened,
  work: {
    readonly pullRequest: SurveyedPullRequest;
    readonly read: ById;
    /** When it was read, in milliseconds since 1970. */
    readonly readAt: number;
    readonly contents: readonly ThreadContent[];
    /** What each reply remembers of the run's cost (SU-37). */
    readonly spent: Spent | null;
  },
): Promise<Pick<PullRequestResult, 'threads' | 'troubles'>> {
  const { ports, settings, viewer, inputs, repository } = run;
  const { number } = work.pullRequest;
  const threads: ThreadResult[] = [];
  const troubles: Trouble[] = [];
  /** The reading that the next thread may be answered by, while at most one write came between. */
  let ahead: { readonly read: ById; readonly at: number } | null = { read: work.read, at: work.readAt };
  for (const [index, { thread: id, content }] of work.contents.entries()) {
    const next = work.contents[index + 1]?.thread;
    // A write that had to be tried again took time enough for people.
    const isFresh = ahead !== null && ports.clock.now() - ahead.at <= FRESH;
    const read: ById | Trouble = ahead !== null && isFresh ? ahead.read : await readAgain(run, [id]);
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
    const at = ports.clock.now();
    const again = wanted.length === 0 ? null : await readAgain(run, wanted);
    if (again !== null && 'kind' in again) {
      threads.push({ ...result, resolved: false });
      troubles.push(again);
      break;
    }
    if (next !== undefined && again !== null) ahead = { read: again, at };
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

/** Resolves a thread that was just read, if it may be (RB-31). */
export async function resolveThread(
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
      return content.suggestion === null
        ? { done: 'left to a person', why: `a fix was found and not committed: ${content.said}` }
        : { done: 'suggested', why: content.said };
    case 'requested':
      return { done: 'not touched', why: '' };
  }
}
