import { ForgeError } from '../../core/errors.ts';
import type { ReconcileInputs } from '../../core/inputs.ts';
import type { Report } from '../../core/outcome.ts';
import type { ListedThread, Listing } from '../../core/reconcile/listing.ts';
import type { PullRequestResult, ThreadResult, Trouble } from '../../core/reconcile/outcome.ts';
import type { DecidedPullRequest } from '../../core/reconcile/plan.ts';
import type { ReconcileRequest } from '../../core/reconcile/start.ts';
import type { LoopEnd } from '../../core/reconcile/tool-loop.ts';
import { ROLES } from '../../core/roles.ts';
import type { Model } from '../../ports.ts';
import { hasModelKey, makeModel, NO_KEY } from '../model-choice.ts';
import type { ActionPorts } from '../ports.ts';
import { decideThreads, type Work } from './decide.ts';
import { finish } from './finish.ts';
import { type Followed, type Opened, open } from './open.ts';
import { plainReconcile } from './report.ts';
import { answerRequests } from './requests.ts';
import { reread } from './reread.ts';
import { finishThreads, settleThreads } from './settle.ts';
import { overSpentHere } from './spent.ts';

/** Everything but `mode: apply`: lists, carries out requests, finishes what was begun, judges and settles (RB-10 to RB-31). */
export async function reconcileThreads(
  start: ReconcileRequest,
  inputs: ReconcileInputs,
  ports: ActionPorts,
): Promise<Report> {
  if (start.withoutSecrets !== null && !hasModelKey(inputs) && inputs.runtime === 'api')
    return plainReconcile({ kind: 'skipped', reason: waysWithoutSecrets(start.withoutSecrets) });
  const opened = await open(start, inputs, ports);
  if ('report' in opened) return opened.report;
  const { run } = opened;
  const requested = await answerRequests(run);
  const pullRequests = run.followed.map((followed) => toDo(followed, requested.touched));
  const acting = inputs.mode === 'run';

  const ends: LoopEnd[] = [];
  const results: PullRequestResult[] = [];
  const decided: DecidedPullRequest[] = [];
  const troubles: Trouble[] = [...requested.troubles];
  let model: Model | null = null;
  for (const one of pullRequests) {
    const { listing } = one.followed;
    const finished = acting
      ? await guarded(() => finishThreads(run, { ...one, pullRequest: listing.pullRequest }))
      : NOTHING;
    const left = await whyLeft(one, run);
    if (left !== null) {
      results.push(resultOf(listing, { ...finished, ...left }));
      continue;
    }
    if (model === null) {
      // Without a key everything else is done first, and nothing of what needs it.
      if (!hasModelKey(inputs)) {
        troubles.push({ kind: 'failed', text: NO_KEY });
        results.push(resultOf(listing, finished));
        break;
      }
      const { settings } = run;
      const choice = { model: inputs.model ?? settings.model ?? 'sonnet', effort: inputs.effort ?? settings.effort };
      const made = await makeModel(choice, inputs, ports);
      if ('reason' in made) {
        troubles.push({ kind: 'failed', text: made.reason });
        results.push(resultOf(listing, finished));
        break;
      }
      model = made.model;
    }
    const spent = await guarded(() => overSpentHere(run, listing.pullRequest, model as Model));
    if (spent.troubles.length > 0 || spent.left !== '') {
      results.push(resultOf(listing, { ...finished, ...spent, threads: finished.threads }));
      continue;
    }
    const settled = await judge(run, one, { model, acting, ends, decided });
    results.push(
      resultOf(listing, {
        commit: settled.commit,
        threads: [...finished.threads, ...settled.threads],
        troubles: [...finished.troubles, ...settled.troubles],
      }),
    );
    // A refused key stays refused.
    if (settled.keyRefused) break;
  }
  return finish({ run, requested, results, troubles, decided, ends, model });
}

/** One pull request's threads, by what is to be done about them. */
type ToDo = {
  readonly followed: Followed;
  readonly actionable: readonly ListedThread[];
  readonly toAnswer: Parameters<typeof finishThreads>[1]['toAnswer'];
  readonly toResolve: Parameters<typeof finishThreads>[1]['toResolve'];
  /** Whether this run has made its commit here already, in an earlier attempt (ADR 0016). */
  readonly committed: boolean;
};

function toDo(followed: Followed, touched: ReadonlySet<string>): ToDo {
  const { listing } = followed;
  // What is escalated is listed and never acted on (RB-13); what a request has touched is settled.
  const threads = listing.escalated ? [] : listing.threads.filter(({ thread }) => !touched.has(thread.id));
  return {
    followed,
    actionable: threads.filter(({ next }) => next.kind === 'actionable'),
    toAnswer: threads.flatMap(({ thread, next }) => (next.kind === 'finish' ? [{ thread, commit: next.commit }] : [])),
    toResolve: listing.escalated ? [] : listing.toResolve,
    committed: listing.committedByThisRun,
  };
}

type Partial = Pick<PullRequestResult, 'threads' | 'troubles'> & { readonly left: string };

const NOTHING: Partial = { threads: [], troubles: [], left: '' };

/** GitHub's trouble with one pull request stops no other. */
async function guarded(
  act: () => Promise<{ threads?: readonly ThreadResult[]; troubles?: readonly Trouble[]; left?: string }>,
): Promise<Partial> {
  try {
    return { ...NOTHING, ...(await act()) };
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    return { ...NOTHING, troubles: [{ kind: 'failed', text: error.message }] };
  }
}

/** Why the fixer is not asked about a pull request, or null. */
async function whyLeft(
  { followed: { listing, by }, actionable }: ToDo,
  { inputs, settings, ports }: Opened,
): Promise<{ readonly left: string; readonly troubles?: readonly Trouble[] } | null> {
  const { pullRequest } = listing;
  if (listing.escalated) return { left: 'it carries the label needs-human' };
  if (actionable.length === 0) return { left: '' };
  if (listing.incomplete.length > 0) {
    const text = `GitHub did not list everything: ${listing.incomplete.join('; ')}`;
    return { left: text, troubles: [{ kind: 'no verdict', text }] };
  }
  if (pullRequest.locked) return { left: 'its conversation is locked' };
  if (inputs.runtime !== 'api')
    return { left: `runtime ${inputs.runtime} has no fixer; threads are fixed with runtime api only` };
  if (by !== 'trailer') return null;
  const login = pullRequest.author?.login ?? null;
  if (login === null) return { left: 'its author’s account is gone' };
  try {
    const name = pullRequest.author?.type === 'Bot' ? `${login.replace(/\[bot\]$/i, '')}[bot]` : login;
    if ((await ports.forge.readRank(name)) >= ROLES.developer) return null;
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    return { left: '', troubles: [{ kind: 'failed', text: error.message }] };
  }
  return {
    left: `its author ${login} has not the role developer (Write) and is not in review_bots.authors${settings.authors.length === 0 ? '' : ' either'}`,
  };
}

type Judged = Pick<PullRequestResult, 'commit' | 'threads' | 'troubles'> & { readonly keyRefused: boolean };

/** Judges and settles; once more from the start where the head moves meanwhile (RB-22). */
async function judge(
  run: Opened,
  one: ToDo,
  {
    model,
    acting,
    ends,
    decided,
  }: {
    readonly model: Model;
    readonly acting: boolean;
    readonly ends: LoopEnd[];
    readonly decided: DecidedPullRequest[];
  },
): Promise<Judged> {
  const trouble = (kind: Trouble['kind'], text: string, keyRefused = false): Judged => ({
    commit: null,
    threads: [],
    troubles: [{ kind, text }],
    keyRefused,
  });
  let { actionable, committed } = one;
  let { pullRequest } = one.followed.listing;
  let how = '';
  for (const attempt of [1, 2]) {
    if (attempt === 2) {
      run.ports.narrate(`pull request ${pullRequest.number}: ${how}; starting over`);
      const again = await reread(run, pullRequest.number);
      if ('trouble' in again) return { ...trouble('failed', ''), troubles: [again.trouble] };
      if (again.listing === null) return { commit: null, threads: [], troubles: [], keyRefused: false };
      pullRequest = again.listing.pullRequest;
      ({ actionable, committed } = toDo({ ...one.followed, listing: again.listing }, new Set()));
      if (actionable.length === 0) return { commit: null, threads: [], troubles: [], keyRefused: false };
    }
    const work: Work = await decideThreads(run, { pullRequest, threads: actionable, canEdit: !committed, model });
    if ('end' in work && work.end !== null) ends.push(work.end);
    if (work.kind === 'failed')
      return { commit: null, threads: [], troubles: [work.trouble], keyRefused: work.keyRefused };
    if (work.kind === 'moved') {
      how = 'the head moved while it was read';
      continue;
    }
    const later = work.trouble === null ? [] : [work.trouble];
    if (!acting) {
      decided.push(work.decided);
      return { commit: null, threads: planned(work.decided, actionable), troubles: later, keyRefused: false };
    }
    try {
      const settled = await settleThreads(run, { pullRequest, ...work });
      if (settled.kind === 'settled')
        return { ...settled, troubles: [...settled.troubles, ...later], keyRefused: false };
      how = settled.how;
    } catch (error) {
      if (!(error instanceof ForgeError)) throw error;
      return trouble('failed', error.message);
    }
  }
  return trouble('no verdict', `the head moved twice while the threads were worked on (${how}); nothing was changed`);
}

function planned(decided: DecidedPullRequest, threads: readonly ListedThread[]): readonly ThreadResult[] {
  return decided.decisions.flatMap(({ thread: id, decision, reply }) => {
    const thread = threads.find((candidate) => candidate.thread.id === id)?.thread;
    if (thread === undefined) return [];
    const { path, line, comments } = thread;
    return [
      {
        path,
        line,
        author: comments[0]?.author?.login ?? 'ghost',
        done: 'planned' as const,
        why: `${decision}: ${reply}`,
        resolved: false,
      },
    ];
  });
}

function resultOf(
  { pullRequest: { number, title, url } }: Listing,
  found: {
    readonly commit?: string | null;
    readonly threads?: readonly ThreadResult[];
    readonly troubles?: readonly Trouble[];
    readonly left?: string;
  },
): PullRequestResult {
  const { commit = null, threads = [], troubles = [], left = '' } = found;
  return { number, title, url, commit, threads, troubles, left };
}

/** Which way works where an event has no secrets (SU-17). */
function waysWithoutSecrets(why: 'fork' | 'dependabot'): string {
  return why === 'fork'
    ? 'a fork’s own event has no secrets, so there is no key for the model; comment /revi fix below the pull request, or leave it to the schedule'
    : 'Dependabot’s own event has no Actions secrets; put the key into Dependabot’s secret store (Settings → Secrets → Dependabot), or comment /revi fix';
}
