import { ForgeError } from '../../core/errors.ts';
import type { ListedThread } from '../../core/reconcile/listing.ts';
import { type PullRequestResult, placeOf, type ThreadResult, type Trouble } from '../../core/reconcile/outcome.ts';
import type { DecidedPullRequest } from '../../core/reconcile/plan.ts';
import type { LoopEnd } from '../../core/reconcile/tool-loop.ts';
import { totalsOf, totalTokens } from '../../core/usage.ts';
import type { Model } from '../../ports.ts';
import { whyBarred } from './admit.ts';
import { asAnswer, decideThreads, type Work } from './decide.ts';
import type { Opened } from './open.ts';
import { reread } from './reread.ts';
import { settleThreads } from './settle.ts';
import { type ToDo, toDo } from './to-do.ts';

/** What judging one pull request's threads came to. */
export type Judged = Pick<PullRequestResult, 'commit' | 'threads' | 'troubles'> & { readonly keyRefused: boolean };

type Judging = {
  readonly model: Model;
  /** False: the decisions are only written down. */
  readonly acting: boolean;
  /** Node ids of threads in which a request was carried out. */
  readonly touched: ReadonlySet<string>;
  /** Takes the loops that were run. */
  readonly ends: LoopEnd[];
  /** Takes what was decided, where nothing is acted on. */
  readonly decided: DecidedPullRequest[];
};

const NOTHING: Judged = { commit: null, threads: [], troubles: [], keyRefused: false };

/** Judges and settles; once more from the start where the head moves meanwhile (RB-22). */
export async function judge(run: Opened, one: ToDo, judging: Judging): Promise<Judged> {
  const mine: LoopEnd[] = [];
  try {
    return await judgeAtMostTwice(run, one, { ...judging, ends: mine });
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    return failed('failed', error.message);
  } finally {
    judging.ends.push(...mine);
  }
}

/** `ends` are those of this pull request alone. */
async function judgeAtMostTwice(run: Opened, one: ToDo, judging: Judging): Promise<Judged> {
  const { model, acting, touched, ends, decided } = judging;
  let todo = one;
  let how = '';
  for (const attempt of [1, 2]) {
    if (attempt === 2) {
      run.ports.narrate(`pull request ${todo.followed.listing.pullRequest.number}: ${how}; starting over`);
      const again = await startOver(run, todo, touched);
      if ('troubles' in again) return again;
      todo = again;
    }
    const { pullRequest } = todo.followed.listing;
    const work: Work = await decideThreads(run, {
      pullRequest,
      threads: todo.actionable,
      canEdit: !todo.committed,
      model,
    });
    if ('end' in work && work.end !== null) ends.push(work.end);
    if (work.kind === 'failed') return { ...NOTHING, troubles: [work.trouble], keyRefused: work.keyRefused };
    if (work.kind === 'moved') {
      how = 'the head moved while it was read';
      continue;
    }
    const told = withCosts(work.decided, ends);
    if (!acting) {
      decided.push(told);
      return { ...NOTHING, threads: planned(told, todo.actionable), troubles: troublesOf(work) };
    }
    const settled = await settleThreads(run, { pullRequest, ...work, decided: told });
    if (settled.kind === 'settled')
      return { ...settled, troubles: [...settled.troubles, ...troublesOf(work)], keyRefused: false };
    how = settled.how;
  }
  return failed('no verdict', `the head moved twice while the threads were worked on (${how}); nothing was changed`);
}

/** The pull request read anew; or how it ends where it is not to be judged any more. */
async function startOver(run: Opened, { followed }: ToDo, touched: ReadonlySet<string>): Promise<ToDo | Judged> {
  const again = await reread(run, followed.listing.pullRequest.number);
  if ('trouble' in again) return { ...NOTHING, troubles: [again.trouble] };
  if (again.followed === null) return failed('no verdict', 'the head moved, and by now it is not to be followed up on');
  const barred = await whyBarred(again.followed, run);
  if (barred !== null && (barred.left !== '' || barred.troubles !== undefined))
    return barred.troubles === undefined
      ? failed('no verdict', `the head moved, and by now it is left alone: ${barred.left}`)
      : { ...NOTHING, troubles: barred.troubles };
  const todo = toDo(again.followed, touched);
  // Somebody else has settled them.
  return todo.actionable.length === 0 ? NOTHING : todo;
}

function failed(kind: Trouble['kind'], text: string): Judged {
  return { ...NOTHING, troubles: [{ kind, text }] };
}

function troublesOf({ trouble }: Extract<Work, { kind: 'decided' }>): readonly Trouble[] {
  return trouble === null ? [] : [trouble];
}

/** What was spent before a start over was spent all the same (SU-37). */
function withCosts(decided: DecidedPullRequest, ends: readonly LoopEnd[]): DecidedPullRequest {
  const answers = ends.map(asAnswer);
  const { cost } = totalsOf(answers);
  return { ...decided, cost, tokens: cost === null ? totalTokens(answers) : null };
}

function planned(decided: DecidedPullRequest, threads: readonly ListedThread[]): readonly ThreadResult[] {
  return decided.decisions.flatMap(({ thread: id, decision, reply }) => {
    const thread = threads.find((candidate) => candidate.thread.id === id)?.thread;
    if (thread === undefined) return [];
    return [{ ...placeOf(thread), done: 'planned' as const, why: `${decision}: ${reply}`, resolved: false }];
  });
}
