import { ForgeError, HeadMoved } from '../../core/errors.ts';
import type { ReconcileInputs } from '../../core/inputs.ts';
import type { Report } from '../../core/outcome.ts';
import { describeMove } from '../../core/position.ts';
import { scopeOf } from '../../core/reconcile/editable.ts';
import { MAX_THREADS } from '../../core/reconcile/fixer-prompt.ts';
import { type PullRequestResult, resultFor, type Trouble } from '../../core/reconcile/outcome.ts';
import {
  contradictions,
  type DecidedPullRequest,
  PLANNED_RECONCILE_SCHEMA,
  type PlannedReconcile,
} from '../../core/reconcile/plan.ts';
import type { ReconcileRequest } from '../../core/reconcile/start.ts';
import { replayEdits } from '../../core/reconcile/workspace.ts';
import { foreignAccount, readPlan, refusedPlan } from '../plan-reading.ts';
import type { ActionPorts } from '../ports.ts';
import { whyBarred } from './admit.ts';
import { globOf } from './decide.ts';
import { finish } from './finish.ts';
import { type Followed, type Opened, open } from './open.ts';
import { NO_LISTS } from './report.ts';
import { answerRequests } from './requests.ts';
import { finishThreads, settleThreads } from './settle.ts';
import { type ToDo, toDo } from './to-do.ts';

/**
 * Carries out a plan of an earlier job of this run, without a model (SU-41). The monitor works anew, and every thread and
 * edit of the plan is checked by the same code as if it had been decided here.
 */
export async function applyReconcilePlan(
  start: ReconcileRequest,
  inputs: ReconcileInputs,
  ports: ActionPorts,
): Promise<Report> {
  const wanted = {
    action: 'reconcile-bot-threads',
    facts: PLANNED_RECONCILE_SCHEMA,
    number: start.number ?? 0,
  } as const;
  const { plan, mismatches } = await readPlan<PlannedReconcile>(wanted, inputs, ports);
  const planned = plan.facts.pullRequests;
  const numbers = planned.map(({ number }) => number);
  const differences = [...mismatches, ...contradictions(plan.facts, start.number)];
  if (differences.length > 0) return refuse(differences);
  const opened = await open(start, inputs, ports);
  if ('report' in opened) return opened.report;
  const { run } = opened;
  const foreign = foreignAccount(plan, run.viewer);
  if (foreign !== null) return refuse([foreign]);

  const requested = await answerRequests(run);
  const results: PullRequestResult[] = [];
  for (const followed of run.followed) {
    const decided = planned.find(({ number }) => number === followed.listing.pullRequest.number);
    results.push(await applyHere(run, followed, { decided, touched: requested.touched }));
  }
  const missing = numbers.filter(
    (number) => !run.followed.some(({ listing }) => listing.pullRequest.number === number),
  );
  const troubles: Trouble[] = [
    ...requested.troubles,
    ...missing.map((number) => ({
      kind: 'no verdict' as const,
      text: `pull request ${number} of the plan is not followed up on any more`,
    })),
  ];
  return finish({ run, requested, results, troubles, decided: [], ends: [], model: null });
}

function refuse(reasons: readonly string[]): Report {
  const report = refusedPlan('reconcile-bot-threads', reasons);
  return { ...report, outputs: { ...report.outputs, ...NO_LISTS } };
}

async function applyHere(
  run: Opened,
  followed: Followed,
  { decided, touched }: { readonly decided: DecidedPullRequest | undefined; readonly touched: ReadonlySet<string> },
): Promise<PullRequestResult> {
  const { listing } = followed;
  const { pullRequest } = listing;
  const result = (found: Partial<PullRequestResult>): PullRequestResult => resultFor(pullRequest, found);
  const planned = decided?.decisions ?? [];
  try {
    // What a plan could not decide in another job is asked here as well.
    const barred = await whyBarred(followed, run);
    if (barred !== null) {
      const undone = planned.filter(({ thread }) => !listing.answeredByThisRun.has(thread) && !touched.has(thread));
      const troubles = barred.troubles ?? dropped(undone.length, barred.left);
      return result({ left: troubles.length === 0 ? barred.left : '', troubles });
    }
    const todo = toDo(followed, touched);
    const finished = await finishThreads(run, { ...todo, pullRequest });
    // Whatever the plan says: only threads that the monitor lists, here and now.
    const actionable = new Set(todo.actionable.map(({ thread }) => thread.id));
    const decisions = planned.filter(({ thread }) => actionable.has(thread)).slice(0, MAX_THREADS);
    // An earlier attempt has carried them out; all others should be there.
    const done = new Set([...listing.answeredByThisRun, ...touched, ...todo.toAnswer.map(({ thread }) => thread.id)]);
    const lost = planned.filter((decision) => !decisions.includes(decision) && !done.has(decision.thread));
    if (decided === undefined || decisions.length === 0)
      return result({ ...finished, troubles: [...finished.troubles, ...dropped(lost.length)] });
    const settled = await settlePlanned(run, todo, {
      pullRequest,
      decided: { ...decided, decisions },
    });
    return result({
      ...settled,
      threads: [...finished.threads, ...(settled.threads ?? [])],
      troubles: [...finished.troubles, ...dropped(lost.length), ...(settled.troubles ?? [])],
    });
  } catch (error) {
    if (error instanceof HeadMoved) return result({ troubles: [moved(error.message)] });
    if (error instanceof ForgeError) return result({ troubles: [{ kind: 'failed', text: error.message }] });
    throw error;
  }
}

async function settlePlanned(
  run: Opened,
  { committed: isCommitted, actionable }: ToDo,
  { pullRequest, decided }: Pick<Parameters<typeof settleThreads>[1], 'pullRequest' | 'decided'>,
): Promise<Partial<PullRequestResult>> {
  const fixes = decided.decisions.filter(({ decision }) => decision === 'fix');
  // After this run's own commit the head is another one, and what is left are declined threads and those for a person.
  const how = isCommitted && fixes.length === 0 ? null : describeMove(decided.position, pullRequest);
  if (how !== null) return { troubles: [moved(how)] };
  const position = isCommitted ? { ...decided.position, head: pullRequest.head } : decided.position;
  // Without a fix nothing is edited: what this run's own commit made does not fit its head a second time.
  const edits = fixes.length === 0 ? [] : decided.edits;
  const decisions =
    fixes.length === 0 ? decided.decisions.map((decision) => ({ ...decision, edits: [] })) : decided.decisions;
  const paths = [...new Set(edits.map(({ path }) => path))];
  const { forge, secrets } = run.ports;
  const change = paths.length === 0 ? { files: [], unlisted: 0 } : await forge.readChange(pullRequest);
  const heads = paths.length === 0 ? new Map() : await forge.readHeadFiles(pullRequest.head, paths);
  const unlisted = change.unlisted > 0 ? actionable.map(({ thread }) => thread.path) : [];
  const rules = { scope: scopeOf(change.files, run.settings.allowPaths.map(globOf), unlisted), secrets };
  const made = replayEdits(edits, heads, rules);
  if (!made.ok || (fixes.length > 0 && made.files.length === 0))
    return {
      troubles: [{ kind: 'failed', text: `the plan is refused: ${made.ok ? 'its fixes change nothing' : made.why}` }],
    };
  const settled = await settleThreads(run, {
    pullRequest,
    decided: { ...decided, position, edits, decisions },
    heads,
    replay: (some) => {
      const again = replayEdits(some, heads, rules);
      return again.ok ? again.files : null;
    },
  });
  return settled.kind === 'moved' ? { troubles: [moved(settled.how)] } : settled;
}

/** Decisions of the plan that are not carried out are told, with the reason where there is one. */
function dropped(count: number, why = ''): readonly Trouble[] {
  if (count === 0) return [];
  const text =
    why === ''
      ? `${count} of the plan’s decisions are about threads that are not to be settled, or not any more`
      : `${count} of the plan’s decisions are not carried out: ${why}`;
  return [{ kind: 'no verdict', text }];
}

function moved(how: string): Trouble {
  return { kind: 'no verdict', text: `${how}; nothing was changed` };
}
