import { formatProblem, type Problem } from '../../core/document.ts';
import type { Effect } from '../../core/effect.ts';
import type { TriageInputs } from '../../core/inputs.ts';
import type { Report, RunOutcome } from '../../core/outcome.ts';
import { formatPlan } from '../../core/plan.ts';
import type { Answer } from '../../core/question.ts';
import { redactAll } from '../../core/redact.ts';
import type { TriageSettings } from '../../core/settings.ts';
import { spentOf } from '../../core/spent.ts';
import type { Judgement } from '../../core/triage/answer.ts';
import { triageComment } from '../../core/triage/comment.ts';
import { decideLabels, type LabelEffect, type StandingLabels } from '../../core/triage/labels.ts';
import type { TriageNotes } from '../../core/triage/material.ts';
import type { TriageFacts, TriagePlan } from '../../core/triage/plan.ts';
import type { TriageRequest } from '../../core/triage/start.ts';
import { renderTriageSummary } from '../../core/triage/summary.ts';
import { inline, plainLine } from '../../core/untrusted.ts';
import { renderUsage, totalsOf, usageOutputs } from '../../core/usage.ts';
import type { Model } from '../../ports.ts';
import type { ActionPorts } from '../ports.ts';
import { NO_OUTPUTS, problemAnnotations } from '../report.ts';
import { attempt, type Failure, setLabels } from './label.ts';
import type { TriageSnapshot } from './snapshot.ts';

/** What a run found, before anything is written. */
export type TriageResult =
  | {
      readonly kind: 'ranked';
      readonly facts: TriageFacts;
      readonly triage: TriageSettings;
      /** Address of the comment in which an earlier attempt has posted the rationale (SU-42); null for none. */
      readonly posted: string | null;
    }
  | { readonly kind: 'no verdict'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly problems: readonly Problem[] };

type Ranked = Extract<TriageResult, { kind: 'ranked' }>;

/** A run on its way to a report. */
export type Finishing = {
  readonly start: TriageRequest;
  readonly inputs: TriageInputs;
  readonly ports: ActionPorts;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly snapshot: TriageSnapshot;
  readonly result: TriageResult;
  readonly answers: readonly Answer[];
  /** Null when no question was asked in this run. */
  readonly model: Model | null;
  /** Null when the change was not read. */
  readonly notes: TriageNotes | null;
};

/** Sets the labels of what was found, or in `mode: plan` writes them down, and reports (TR-4, TR-5, SU-41). */
export async function finish(finishing: Finishing): Promise<Report> {
  const { result, inputs } = finishing;
  if (result.kind === 'failed') return reportOf(finishing, { outcome: { kind: 'failed', reason: result.reason } });
  if (inputs.mode === 'plan') return planReport(finishing, result);
  if (result.kind === 'ranked') return act(finishing, result);
  return reportOf(finishing, { outcome: result });
}

/** What was done, for the report. */
type Acted = {
  readonly outcome: RunOutcome;
  readonly labels?: readonly LabelEffect[];
  readonly remarks?: readonly string[];
  readonly outputs?: Readonly<Record<string, string>>;
};

/** The rationale first, because a run that is started again finds it, and then knows the labels (SU-42). */
async function act(finishing: Finishing, ranked: Ranked): Promise<Report> {
  const { start, ports } = finishing;
  const failures: Failure[] = [];
  const remarks: string[] = [];
  const comment = commentOf(finishing, ranked);
  if (comment !== null) {
    const attempted = await attempt(ports.forge, start.number, comment, 'post the rationale');
    if (attempted.kind === 'failure') failures.push(attempted);
    else
      remarks.push(
        attempted.url === null ? 'The rationale was posted.' : `[The rationale](${attempted.url}) was posted.`,
      );
  }
  if (ranked.posted !== null)
    remarks.push(`An earlier attempt of this request has [posted its rationale](${ranked.posted}).`);

  const labelled = await setLabels(ports.forge, start.number, labelRequest(finishing, ranked));
  failures.push(...labelled.failures);
  return reportOf(finishing, {
    outcome: outcomeOf(start, failures),
    labels: labelled.done,
    remarks: [...remarks, ...failures.map(({ text }) => `**Not done:** ${inline(text)}.`)],
  });
}

/** A fork's own event with a key but a read-only token: the result stands in the summary, which is no failure (SU-17). */
function outcomeOf({ withoutSecrets }: TriageRequest, failures: readonly Failure[]): RunOutcome {
  if (failures.length === 0) return { kind: 'done' };
  const reason = failures.map(({ text }) => text).join('; ');
  if (withoutSecrets === null || failures.some(({ permission }) => !permission)) return { kind: 'failed', reason };
  const whose = withoutSecrets === 'fork' ? 'a fork’s' : 'Dependabot’s';
  return {
    kind: 'skipped',
    reason: `the result stands in the job summary only, because ${whose} own event has a read-only token (${reason}); comment /revi triage, or use the workflow_run example`,
  };
}

/** The comment that is still to be posted, or null. */
function commentOf({ snapshot }: Finishing, { facts, triage, posted }: Ranked): CommentEffect | null {
  if (!triage.comment || posted !== null) return null;
  const { judgement, key, position } = facts;
  return triageComment(judgement, { trigger: key, head: position.head, spent: spentOf(facts) }, snapshot.trust);
}

type CommentEffect = Extract<Effect, { kind: 'comment' }>;

function labelRequest({ start, snapshot }: Finishing, { facts, triage }: Ranked): Parameters<typeof setLabels>[2] {
  const { labels, repositoryLabels } = snapshot.context;
  const standing: StandingLabels = { onPullRequest: labels, inRepository: repositoryLabels };
  // An event finds no ranking to replace; a killed command finds its own, and still has to take off the older labels.
  return { ranking: facts.judgement, triage, standing, replaceOlder: start.asked !== 'by-event' };
}

async function planReport(finishing: Finishing, result: Exclude<TriageResult, { kind: 'failed' }>): Promise<Report> {
  const { inputs, ports, snapshot, start } = finishing;
  const { head, baseRef } = snapshot.context.pullRequest;
  const ranked = result.kind === 'ranked' ? result : null;
  const labels = ranked === null ? [] : plannedLabels(labelRequest(finishing, ranked));
  const comment = ranked === null ? null : commentOf(finishing, ranked);
  const plan: TriagePlan = {
    'revi-plan': 1,
    action: 'triage',
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
    facts: { found: ranked?.facts ?? null, noVerdict: result.kind === 'no verdict' ? result.reason : null },
    effects: [...(comment === null ? [] : [comment]), ...labels],
  };
  const text = formatPlan(plan, inputs.markerSecrets);
  if (inputs.planFile !== null) await ports.writeFile(inputs.planFile, text);
  return reportOf(finishing, {
    outcome: result.kind === 'no verdict' ? result : { kind: 'done' },
    labels,
    remarks: ['Planned: nothing was changed. A job with mode apply and this plan sets the labels.'],
    outputs: { plan: text, 'plan-file': inputs.planFile ?? '' },
  });
}

/** What apply would do if GitHub refused nothing; apply decides it again (SU-41). */
function plannedLabels(request: Parameters<typeof setLabels>[2]): readonly LabelEffect[] {
  const { ranking, triage, standing, replaceOlder } = request;
  return decideLabels(ranking, triage, standing, { replaceOlder, unavailable: new Set() });
}

function reportOf(finishing: Finishing, acted: Acted): Report {
  const { result, snapshot, ports, answers, model, notes, startedAt, inputs } = finishing;
  const judgement = result.kind === 'ranked' ? result.facts.judgement : null;
  const totals = totalsOf(answers);
  const problems = result.kind === 'failed' ? result.problems : [];
  return {
    outcome: acted.outcome,
    outputs: {
      ...NO_OUTPUTS,
      'head-sha': snapshot.context.pullRequest.head,
      ...(answers.length === 0 ? {} : usageOutputs(totals)),
      ...judgementOutputs(judgement),
      ...acted.outputs,
    },
    annotations: problemAnnotations(problems),
    // Each text by itself, so that a key without its end in one of them takes nothing else with it (SU-47).
    summary: renderTriageSummary({
      context: snapshot.context,
      ...redactAll(
        {
          outcome: acted.outcome,
          judgement,
          labels: acted.labels ?? [],
          planned: inputs.mode === 'plan',
          remarks: [
            ...(acted.remarks ?? []),
            ...(problems.length === 0
              ? []
              : [problems.map((problem) => `- ${inline(formatProblem(problem))}`).join('\n')]),
          ],
          notes,
        },
        ports.secrets,
      ),
      usage: renderUsage(totals, answers.map(questionLine), {
        model: model?.name ?? '–',
        seconds: (ports.clock.now() - startedAt) / 1000,
        githubRequests: ports.forge.requests(),
      }),
    }),
    log: [],
  };
}

function judgementOutputs(judgement: Judgement | null): Record<string, string> {
  if (judgement === null) return { rank: '', type: '', areas: '', rationale: '' };
  const { rank, type, areas, rationale } = judgement;
  return { rank, type, areas: JSON.stringify(areas), rationale: plainLine(rationale) };
}

function questionLine(answer: Answer): { question: string; milliseconds: number; calls: number; note: string } {
  return {
    question: 'rank, type and areas',
    milliseconds: answer.milliseconds,
    calls: answer.calls,
    note: answer.kind === 'answered' ? '' : inline(`no answer (${answer.why})`),
  };
}
