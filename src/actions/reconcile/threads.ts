import { ForgeError } from '../../core/errors.ts';
import type { ReconcileInputs } from '../../core/inputs.ts';
import type { Report } from '../../core/outcome.ts';
import { type PullRequestResult, resultFor, type ThreadResult, type Trouble } from '../../core/reconcile/outcome.ts';
import type { DecidedPullRequest } from '../../core/reconcile/plan.ts';
import type { ReconcileRequest } from '../../core/reconcile/start.ts';
import type { LoopEnd } from '../../core/reconcile/tool-loop.ts';
import type { Model } from '../../ports.ts';
import { hasModelKey, makeModel, NO_KEY } from '../model-choice.ts';
import type { ActionPorts } from '../ports.ts';
import { whyBarred } from './admit.ts';
import { finish } from './finish.ts';
import { judge } from './judge.ts';
import { type Opened, open } from './open.ts';
import { plainReconcile } from './report.ts';
import { answerRequests } from './requests.ts';
import { finishThreads } from './settle.ts';
import { overSpentHere } from './spent.ts';
import { type ToDo, toDo } from './to-do.ts';

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
  /** Why no model can be asked; '' where a pull request's own trouble says so. */
  let blocked: string | null = null;
  for (const one of pullRequests) {
    const { listing } = one.followed;
    const barred = await whyBarred(one.followed, run);
    if (barred !== null) {
      results.push(resultFor(listing.pullRequest, barred));
      continue;
    }
    const finished = acting
      ? await guarded(() => finishThreads(run, { ...one, pullRequest: listing.pullRequest }))
      : NOTHING;
    const left = whyUnjudged(one, run);
    if (left !== null) {
      results.push(resultFor(listing.pullRequest, withMore(finished, { left })));
      continue;
    }
    // Without a model all that needs none is done all the same, on every pull request.
    const asked: Awaited<ReturnType<typeof modelFor>> | null =
      blocked === null ? (model ?? (await modelFor(run))) : null;
    if (asked === null || 'reason' in asked) {
      blocked ??= asked?.reason ?? '';
      results.push(
        resultFor(listing.pullRequest, withMore(finished, { left: 'its threads wait, because no model can be asked' })),
      );
      continue;
    }
    model = asked;
    const spent = await guarded(() => overSpentHere(run, listing.pullRequest, asked));
    if (spent.troubles.length > 0 || spent.left !== '') {
      results.push(resultFor(listing.pullRequest, withMore(finished, spent)));
      continue;
    }
    const { touched } = requested;
    const settled = await judge(run, one, { model: asked, acting, touched, ends, decided });
    results.push(
      resultFor(listing.pullRequest, {
        commit: settled.commit,
        threads: [...finished.threads, ...settled.threads],
        troubles: [...finished.troubles, ...settled.troubles],
      }),
    );
    // A refused key stays refused; the pull request's own trouble tells it.
    if (settled.keyRefused) blocked = '';
  }
  if (blocked !== null && blocked !== '') troubles.push({ kind: 'failed', text: blocked });
  return finish({ run, requested, results, troubles, decided, ends, model });
}

/** The run's model, by input, settings or default (SU-31, SU-56); or why none can be asked. */
async function modelFor({ inputs, settings, ports }: Opened): Promise<Model | { readonly reason: string }> {
  if (!hasModelKey(inputs)) return { reason: NO_KEY };
  const choice = { model: inputs.model ?? settings.model ?? 'sonnet', effort: inputs.effort ?? settings.effort };
  const made = await makeModel(choice, inputs, ports);
  return 'reason' in made ? made : made.model;
}

type Gathered = Pick<PullRequestResult, 'threads' | 'troubles'> & { readonly left: string };

const NOTHING: Gathered = { threads: [], troubles: [], left: '' };

function withMore(
  { threads, troubles }: Gathered,
  more: { readonly left: string; readonly troubles?: readonly Trouble[] },
): Gathered {
  return { threads, troubles: [...troubles, ...(more.troubles ?? [])], left: more.left };
}

/** GitHub's trouble with one pull request stops no other. */
async function guarded(
  act: () => Promise<{ threads?: readonly ThreadResult[]; troubles?: readonly Trouble[]; left?: string }>,
): Promise<Gathered> {
  try {
    return { ...NOTHING, ...(await act()) };
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    return { ...NOTHING, troubles: [{ kind: 'failed', text: error.message }] };
  }
}

/** Why the fixer is not asked about a pull request, or null. */
function whyUnjudged({ actionable }: ToDo, { inputs }: Opened): string | null {
  if (actionable.length === 0) return '';
  return inputs.runtime === 'api'
    ? null
    : `${actionable.length} ${actionable.length === 1 ? 'thread is' : 'threads are'} listed; runtime ${inputs.runtime} has no fixer, and threads are fixed with runtime api only`;
}

/** Which way works where an event has no secrets (SU-17). */
function waysWithoutSecrets(why: 'fork' | 'dependabot'): string {
  return why === 'fork'
    ? 'a fork’s own event has no secrets, so there is no key for the model; comment /revi fix below the pull request, or leave it to the schedule'
    : 'Dependabot’s own event has no Actions secrets; put the key into Dependabot’s secret store (Settings → Secrets → Dependabot), or comment /revi fix';
}
