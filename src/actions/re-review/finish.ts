import { formatProblem, type Problem } from '../../core/document.ts';
import type { ReReviewInputs } from '../../core/inputs.ts';
import type { Annotation, Report, RunOutcome } from '../../core/outcome.ts';
import { formatPlan } from '../../core/plan.ts';
import type { Status } from '../../core/pull-request.ts';
import type { Answer } from '../../core/question.ts';
import { ALL_LANDED } from '../../core/re-review/counted.ts';
import { renderReReviewSummary } from '../../core/re-review/job-summary.ts';
import type { ReReviewPlan, ReviewerAnswer } from '../../core/re-review/plan.ts';
import type { ReviewRequest } from '../../core/re-review/start.ts';
import {
  findSummaryComment,
  overallVerdict,
  type ReviewerResult,
  summaryComment,
} from '../../core/re-review/summary-comment.ts';
import { redactAll } from '../../core/redact.ts';
import type { Settings } from '../../core/settings.ts';
import { inline, plainLine } from '../../core/untrusted.ts';
import { renderUsage, totalsOf, usageOutputs } from '../../core/usage.ts';
import type { ActionPorts } from '../ports.ts';
import { NO_OUTPUTS, problemAnnotations } from '../report.ts';
import { type BlockFacts, blockOf, standingResult } from './blocks.ts';
import { bodiesOf } from './bodies.ts';
import { type Delivered, deliver, type Failure, failureOf, plannedEffects } from './deliver.ts';
import type { ReReviewSnapshot } from './snapshot.ts';
import { approvedSince, type StatusSet, setStatus } from './status.ts';

/** A run that has read the pull request, on its way to a report. */
export type Finishing = {
  readonly start: ReviewRequest;
  readonly inputs: ReReviewInputs;
  readonly ports: ActionPorts;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly snapshot: ReReviewSnapshot;
  readonly answers: readonly ReviewerAnswer[];
  /** Every answer of this run's model, for the usage. */
  readonly given: readonly Answer[];
  /** Names of the models that were asked. */
  readonly models: string;
};

/** Ends a run that reviewed nothing: a status all the same, because a required one always lands (RR-64). */
export async function endEarly(
  run: Omit<Finishing, 'answers'>,
  outcome: Extract<RunOutcome, { readonly reason: string }>,
  problems: readonly Problem[] = [],
): Promise<Report> {
  const finishing = { ...run, answers: [] };
  if (run.inputs.mode === 'plan' && outcome.kind === 'no verdict') return planReport(finishing, null, outcome);
  const set = await statusOf(run, { state: 'error', description: outcome.reason }, null);
  return reportOf(finishing, { outcome: withFailure(outcome, set), set, problems });
}

/** Carries out what was decided, or writes it down, and reports (RR-60 to RR-72, SU-41). */
export async function finish(run: Finishing, facts: BlockFacts, settings: Settings): Promise<Report> {
  const { snapshot, ports, inputs, start } = run;
  const bodies = bodiesOf({ snapshot, settings, judged: facts.judged, secrets: ports.secrets });
  if (inputs.mode === 'plan') return planReport(run, { facts, settings }, { kind: 'done' });

  const delivered = await deliver(facts, bodies, ports.forge);
  const { results } = delivered;
  const failures = [...delivered.failures];
  const { pullRequest } = snapshot.context;
  if (settings.reviewers.length > 1) {
    const failure = await postSummary(run, results);
    if (failure !== null) failures.push(failure);
  }
  const overall = overallVerdict(results);
  const kept = approvedSince(start, snapshot.context);
  const set = kept
    ? { failure: null, notice: null }
    : await statusOf(
        run,
        { state: overall === 'Go' ? 'success' : 'failure', description: statusText(results) },
        urlOf(results),
      );
  if (set.failure !== null) failures.push(set.failure);
  return reportOf(run, {
    outcome: outcomeOf(run, { results, failures }),
    facts,
    delivered: { ...delivered, failures },
    set,
    remarks: kept
      ? [`A maintainer approved \`${pullRequest.head.slice(0, 7)}\` after this command, so the status stays as it is.`]
      : [],
  });
}

/** In place where there is one (RR-64). */
async function postSummary(
  { snapshot, ports }: Finishing,
  results: readonly ReviewerResult[],
): Promise<Failure | null> {
  const { context, trust } = snapshot;
  const { head, number } = context.pullRequest;
  const { body, marker } = summaryComment(results, { head, run: ports.run.id, trust });
  const standing = findSummaryComment(context.comments, trust);
  if (standing !== null) {
    if (visibleOf(standing.body) === visibleOf(body)) return null;
    const applied = await ports.forge.apply(number, { kind: 'update-comment', commentId: standing.id, body });
    const gone =
      applied.kind === 'refused' && (applied.refusal.reason === 'not-found' || applied.refusal.reason === 'permission');
    if (!gone) return failureOf(applied, 'update the summary comment');
  }
  return failureOf(await ports.forge.apply(number, { kind: 'comment', body, marker }), 'post the summary comment');
}

/** A comment without its hidden lines, which name the run. */
function visibleOf(body: string): string {
  return body
    .replace(/\r\n/g, '\n')
    .replace(/(\n<!--.*-->)+\s*$/, '')
    .trim();
}

function statusOf(
  { snapshot, inputs, ports }: Pick<Finishing, 'snapshot' | 'inputs' | 'ports'>,
  said: Pick<Status, 'state' | 'description'>,
  url: string | null,
): Promise<StatusSet> {
  const { number, head } = snapshot.context.pullRequest;
  return setStatus({ number, head, standing: snapshot.context.status, url }, said, inputs, ports);
}

function statusText(results: readonly ReviewerResult[]): string {
  const ran = results.filter(({ verdict }) => verdict !== null);
  if (ran.length === 0) return 'Go: no reviewer is concerned by this change';
  const failed = ran.find(({ failure }) => failure !== null);
  if (failed !== undefined) return `No-Go: reviewer ${failed.name} failed: ${failed.failure ?? ''}`;
  const open = ran.reduce((sum, one) => sum + one.outstanding, 0);
  const mustFix = ran.reduce((sum, one) => sum + one.outstandingMustFix, 0);
  return `${overallVerdict(results)}: ${mustFix} must fix outstanding, ${open} open in all`;
}

function urlOf(results: readonly ReviewerResult[]): string | null {
  return results.find(({ reviewUrl }) => reviewUrl !== null)?.reviewUrl ?? null;
}

/** A fork's own event with a key but a read-only token: the result stands in the summary, which is no failure (SU-17). */
function outcomeOf(
  { start }: Finishing,
  { results, failures }: { readonly results: readonly ReviewerResult[]; readonly failures: readonly Failure[] },
): RunOutcome {
  const failed = results.flatMap(({ name, failure }) => (failure === null ? [] : [`reviewer ${name}: ${failure}`]));
  const reasons = [...failed, ...failures.map(({ text }) => text)];
  if (reasons.length === 0) return { kind: 'done' };
  const reason = [...new Set(reasons)].join('; ');
  const readOnly =
    start.withoutSecrets !== null && failed.length === 0 && failures.every(({ permission }) => permission);
  if (!readOnly) return { kind: 'failed', reason };
  const whose = start.withoutSecrets === 'fork' ? 'a fork’s' : 'Dependabot’s';
  return {
    kind: 'skipped',
    reason: `the result stands in the job summary only, because ${whose} own event has a read-only token (${reason}); comment /revi, or use the workflow_run example`,
  };
}

function withFailure(outcome: Extract<RunOutcome, { readonly reason: string }>, { failure }: StatusSet): RunOutcome {
  return failure === null ? outcome : { kind: 'failed', reason: `${outcome.reason}; ${failure.text}` };
}

async function planReport(
  run: Finishing,
  planned: { readonly facts: BlockFacts; readonly settings: Settings } | null,
  outcome: RunOutcome,
): Promise<Report> {
  const { snapshot, ports, inputs, start, answers } = run;
  const { head, base, baseRef } = snapshot.context.pullRequest;
  const bodies =
    planned === null
      ? null
      : bodiesOf({ snapshot, settings: planned.settings, judged: planned.facts.judged, secrets: ports.secrets });
  const plan: ReReviewPlan = {
    'revi-plan': 1,
    action: 're-review',
    version: ports.version,
    trigger: 'review',
    repository: ports.run.repository.id,
    number: start.number,
    head,
    'base-ref': baseRef,
    account: snapshot.trust.viewer.login,
    run: ports.run.id,
    attempt: ports.run.attempt,
    event: ports.run.event,
    'rules-blob': '',
    facts: {
      position: { head, base, baseRef },
      answers,
      noVerdict: outcome.kind === 'done' ? null : 'reason' in outcome ? outcome.reason : '',
    },
    effects: planned === null || bodies === null ? [] : plannedEffects(planned.facts, bodies),
  };
  const text = formatPlan(plan, inputs.markerSecrets);
  if (inputs.planFile !== null) await ports.writeFile(inputs.planFile, text);
  const results =
    planned?.facts.studied.reviewers.map((one) =>
      one.state === 'asked'
        ? blockOf(one, planned.facts, { landed: ALL_LANDED, remarks: [] }).result
        : standingResult(one),
    ) ?? [];
  const failed = results.flatMap(({ name, failure }) => (failure === null ? [] : [`reviewer ${name}: ${failure}`]));
  return reportOf(run, {
    outcome: failed.length > 0 ? { kind: 'failed', reason: failed.join('; ') } : outcome,
    facts: planned?.facts ?? null,
    delivered: { results, blocks: [], failures: [], remarks: [] },
    remarks: ['Planned: nothing was changed. A job with mode apply and this plan posts it.'],
    outputs: { plan: text, 'plan-file': inputs.planFile ?? '' },
  });
}

/** What was done, for the report. */
type Ended = {
  readonly outcome: RunOutcome;
  readonly facts?: BlockFacts | null;
  readonly delivered?: Delivered;
  readonly set?: StatusSet;
  readonly problems?: readonly Problem[];
  readonly remarks?: readonly string[];
  readonly outputs?: Readonly<Record<string, string>>;
};

function reportOf(run: Finishing, ended: Ended): Report {
  const { snapshot, ports, given, models, startedAt } = run;
  const { facts = null, delivered, set, problems = [] } = ended;
  const results = delivered?.results ?? [];
  const totals = totalsOf(given);
  const { pullRequest } = snapshot.context;
  const notices: readonly Annotation[] =
    set?.notice == null ? [] : [{ level: 'notice', message: plainLine(set.notice) }];
  const sum = (pick: (one: ReviewerResult) => number): string =>
    String(results.reduce((all, one) => all + pick(one), 0));
  const seconds = (ports.clock.now() - startedAt) / 1000;
  return {
    outcome: ended.outcome,
    outputs: {
      ...NO_OUTPUTS,
      ...usageOutputs(totals),
      'head-sha': pullRequest.head,
      ...(results.length === 0
        ? { verdict: '', outstanding: '', new: '', resolved: '', 'review-url': '', reviewers: '' }
        : {
            verdict: overallVerdict(results),
            outstanding: sum(({ outstanding }) => outstanding),
            new: sum(({ added }) => added),
            resolved: sum(({ resolved }) => resolved),
            'review-url': urlOf(results) ?? '',
            reviewers: JSON.stringify(
              results
                .filter(({ verdict }) => verdict !== null)
                .map(({ name, verdict, outstanding, added, resolved, reviewUrl }) => ({
                  name,
                  verdict,
                  outstanding,
                  new: added,
                  resolved,
                  'review-url': reviewUrl ?? '',
                })),
            ),
          }),
      ...ended.outputs,
    },
    annotations: [...problemAnnotations(problems), ...notices],
    // Each text by itself, so that a key without its end in one of them takes nothing else with it (SU-47).
    summary: renderReReviewSummary({
      pullRequest,
      ...redactAll(
        {
          outcome: ended.outcome,
          results,
          decisions: facts?.judged.decided.decisions ?? [],
          coverage: facts?.coverage?.text ?? null,
          remarks: [
            ...problems.map((problem) => `- ${inline(formatProblem(problem))}`),
            ...(delivered?.remarks ?? []),
            ...(delivered?.failures ?? []).map(({ text }) => `**Not done:** ${inline(text)}.`),
            ...(set?.notice == null ? [] : [inline(set.notice)]),
            ...(ended.remarks ?? []),
          ],
        },
        ports.secrets,
      ),
      usage: renderUsage(
        totals,
        given.map(({ id, milliseconds, calls, ...answer }) => ({
          question: inline(id),
          milliseconds,
          calls,
          note: answer.kind === 'answered' ? '' : inline(answer.detail),
        })),
        { model: models === '' ? 'none' : models, seconds, githubRequests: ports.forge.requests() },
      ),
    }),
    log: [
      `revi re-review finished ${JSON.stringify({
        pull_request: pullRequest.number,
        head: pullRequest.head,
        outcome: ended.outcome.kind,
        verdict: results.length === 0 ? null : overallVerdict(results),
        reviewers: results.length,
        outstanding: results.reduce((all, one) => all + one.outstanding, 0),
        seconds: Number(seconds.toFixed(1)),
      })}`,
    ],
  };
}
