import type { Report, RunOutcome } from '../../core/outcome.ts';
import { formatPlan } from '../../core/plan.ts';
import { outcomeOf, type PullRequestResult, type Trouble } from '../../core/reconcile/outcome.ts';
import { type DecidedPullRequest, NO_HEAD, type ReconcilePlan } from '../../core/reconcile/plan.ts';
import { renderPlannedChanges } from '../../core/reconcile/planned-changes.ts';
import { renderReconcileSummary } from '../../core/reconcile/summary.ts';
import type { LoopEnd } from '../../core/reconcile/tool-loop.ts';
import { redactAll } from '../../core/redact.ts';
import { inline } from '../../core/untrusted.ts';
import { renderUsage, totalsOf, usageOutputs } from '../../core/usage.ts';
import type { Model } from '../../ports.ts';
import { NO_OUTPUTS } from '../report.ts';
import { asAnswer } from './decide.ts';
import type { Opened } from './open.ts';
import { LARGEST_OUTPUT } from './report.ts';
import type { Requested } from './requests.ts';

/** A run on its way to a report. */
export type Finishing = {
  readonly run: Opened;
  readonly requested: Requested;
  readonly results: readonly PullRequestResult[];
  /** Of no one pull request. */
  readonly troubles: readonly Trouble[];
  readonly decided: readonly DecidedPullRequest[];
  readonly ends: readonly LoopEnd[];
  /** Null when no question was asked in this run. */
  readonly model: Model | null;
};

/** Linux takes 128 KiB for one variable of a process, and inputs are variables. */
const LARGEST_INPUT = 120_000;

type WrittenPlan = {
  readonly outputs: Readonly<Record<string, string>>;
  readonly troubles: readonly Trouble[];
  readonly annotations: Report['annotations'];
};

const NO_PLAN: WrittenPlan = { outputs: {}, troubles: [], annotations: [] };

/** Writes the plan down, in `mode: plan`, and reports. */
export async function finish(finishing: Finishing): Promise<Report> {
  const { run, requested, results, decided, ends, model } = finishing;
  const { inputs, ports, start } = run;
  const planned = inputs.mode === 'plan';
  // One pull request's trouble takes nothing from the others (SU-50).
  const plan =
    planned && (decided.length > 0 || endOf(finishing).kind !== 'failed') ? await writePlan(run, decided) : NO_PLAN;
  const outcome = endOf({ ...finishing, troubles: [...finishing.troubles, ...plan.troubles] });
  const answers = ends.map(asAnswer);
  const totals = totalsOf(answers);
  const only = start.number === null ? undefined : run.followed[0]?.listing.pullRequest;
  return {
    outcome,
    outputs: {
      ...NO_OUTPUTS,
      'head-sha': only?.head ?? '',
      ...(answers.length === 0 ? {} : usageOutputs(totals)),
      ...run.outputs,
      ...plan.outputs,
    },
    annotations: [...runtimeNotice(run), ...refusalWarning(requested), ...plan.annotations],
    summary: renderReconcileSummary(
      {
        outcome,
        results,
        followed: run.followed.length,
        left: run.left,
        excludedByPriority: run.followed.reduce((sum, { listing }) => sum + listing.excludedByPriority, 0),
        requests: requested,
        planned: planned && inputs.runtime === 'api',
        changes: planned ? renderPlannedChanges(redactAll(decided, ports.secrets)) : '',
        disbelieved: run.followed.flatMap(({ listing }) => listing.disbelieved),
        usage: renderUsage(totals, ends.map(questionLine), {
          model: model?.name ?? '–',
          seconds: (ports.clock.now() - run.startedAt) / 1000,
          githubRequests: ports.forge.requests(),
        }),
      },
      ports.secrets,
    ),
    log: requested.log,
  };
}

/** A run about one pull request in which there was nothing to do says why: somebody may wait for it (SU-50). */
function endOf({ run: { start, left }, requested, results, troubles }: Finishing): RunOutcome {
  const outcome = outcomeOf(results, troubles);
  const worked = requested.log.length > 0 || results.some(({ threads }) => threads.length > 0);
  const all = [...troubles, ...results.flatMap((result) => result.troubles)].filter(({ kind }) => kind === 'failed');
  // A fork's or Dependabot's own event has a read-only token; what was found stands in the summary (SU-17).
  if (start.withoutSecrets !== null && outcome.kind === 'failed' && all.every(({ permission }) => permission === true))
    return {
      kind: 'skipped',
      reason: `the result stands in the job summary only, because the event’s token is read-only (${outcome.reason}); comment /revi fix, or leave it to the schedule`,
    };
  if (outcome.kind !== 'done' || start.number === null || worked) return outcome;
  const [why] = [...left.map((one) => one.why), ...results.map((result) => result.left)].filter((text) => text !== '');
  const reason = why ?? 'no thread of a configured review bot is left to settle';
  return { kind: 'skipped', reason: `pull request ${start.number}: ${reason}` };
}

/** A refused request leaves the run green, and must not be silent (SU-50). */
function refusalWarning({ refused }: Requested): Report['annotations'] {
  if (refused === 0) return [];
  const requests = refused === 1 ? '1 request of an outside agent was' : `${refused} requests of outside agents were`;
  return [{ level: 'warning', message: `${requests} refused; the job summary and the result files say why` }];
}

/** RB-24 */
function runtimeNotice({ inputs, followed }: Opened): Report['annotations'] {
  const waiting = followed.some(({ listing }) => listing.threads.length > 0);
  if (inputs.runtime === 'api' || inputs.mode === 'apply' || !waiting) return [];
  return [
    {
      level: 'notice',
      message: `runtime ${inputs.runtime} lists threads and carries out requests; they are fixed with runtime api only`,
    },
  ];
}

async function writePlan(
  { inputs, ports, viewer, start, followed }: Opened,
  pullRequests: readonly DecidedPullRequest[],
): Promise<WrittenPlan> {
  const only = start.number === null ? undefined : followed[0]?.listing.pullRequest;
  const plan: ReconcilePlan = {
    'revi-plan': 1,
    action: 'reconcile-bot-threads',
    version: ports.version,
    trigger: 'review',
    repository: ports.run.repository.id,
    number: start.number ?? 0,
    head: only?.head ?? NO_HEAD,
    'base-ref': only?.baseRef ?? '',
    account: viewer.login,
    run: ports.run.id,
    attempt: ports.run.attempt,
    event: ports.run.event,
    'rules-blob': '',
    facts: { pullRequests },
    // What apply would do depends on threads that it reads by their ids first; the facts are what it decides from.
    effects: [],
  };
  const text = formatPlan(plan, inputs.markerSecrets);
  if (inputs.planFile !== null) await ports.writeFile(inputs.planFile, text);
  const bytes = Buffer.byteLength(text);
  const isLost = bytes > LARGEST_OUTPUT && inputs.planFile === null;
  const kilobytes = Math.ceil(bytes / 1000);
  return {
    outputs: { plan: bytes > LARGEST_OUTPUT ? '' : text, 'plan-file': inputs.planFile ?? '' },
    troubles: isLost
      ? [
          {
            kind: 'failed',
            text: `the plan has ${kilobytes} kB, which is too much for an output; set inputs plan-file and marker-secret`,
          },
        ]
      : [],
    annotations:
      bytes > LARGEST_INPUT && !isLost && inputs.planFile === null
        ? [
            {
              level: 'warning',
              message: `the plan has ${kilobytes} kB; Linux hands at most 128 kB to an action’s input, so the job that applies it may not start: set inputs plan-file and marker-secret in both jobs`,
            },
          ]
        : [],
  };
}

function questionLine({ id, milliseconds, calls, turns, end }: LoopEnd): {
  question: string;
  milliseconds: number;
  calls: number;
  note: string;
} {
  const note =
    end.kind === 'finished'
      ? `${turns} ${turns === 1 ? 'turn' : 'turns'}`
      : end.kind === 'silent'
        ? 'the model fell silent'
        : end.kind === 'bound'
          ? end.detail
          : `no answer (${end.why})`;
  return { question: inline(id), milliseconds, calls, note: inline(note) };
}
