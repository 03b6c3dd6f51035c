import { finishedLine, verdictOutputs } from '../../core/classify/assemble.ts';
import type { ClassifyFacts } from '../../core/classify/facts.ts';
import { type OwnReview, staleApprovals, standingChanges } from '../../core/classify/history.ts';
import type { ClassifyPlan, Ended } from '../../core/classify/plan.ts';
import { TAMPER_ID } from '../../core/classify/prompt.ts';
import { renderReview } from '../../core/classify/review.ts';
import { renderClassifySummary } from '../../core/classify/summary.ts';
import { staleMessage } from '../../core/classify/texts.ts';
import { noVerdict, type Verdict } from '../../core/classify/verdict.ts';
import type { Problem } from '../../core/document.ts';
import type { Effect } from '../../core/effect.ts';
import type { ClassifyInputs } from '../../core/inputs.ts';
import type { Report, RunOutcome } from '../../core/outcome.ts';
import { formatPlan } from '../../core/plan.ts';
import type { Answer } from '../../core/question.ts';
import { redactAll } from '../../core/redact.ts';
import { inline } from '../../core/untrusted.ts';
import { renderUsage, totalsOf, usageOutputs } from '../../core/usage.ts';
import type { Model } from '../../ports.ts';
import type { ActionPorts } from '../ports.ts';
import { NO_OUTPUTS, plainReport, problemAnnotations } from '../report.ts';
import { type Delivered, deliver, finishLeftovers, partsOf, reviewEffect } from './deliver.ts';
import type { ClassifyStart, Snapshot } from './judge.ts';

/** A judged pull request, on its way to a report. */
export type Finishing = {
  readonly start: ClassifyStart;
  readonly inputs: ClassifyInputs;
  readonly ports: ActionPorts;
  readonly snapshot: Snapshot;
  readonly repeat: OwnReview | null;
  readonly facts: ClassifyFacts;
  readonly verdict: Verdict;
  /** Why the rules were not asked; null when they were. */
  readonly ended: Ended | null;
  readonly problems: readonly Problem[];
  /** Reviews that this run has tried to dismiss already. */
  readonly retired: ReadonlySet<number>;
  readonly failures: readonly string[];
  readonly answers: readonly Answer[];
  /** Null when no question was asked in this run. */
  readonly model: Model | null;
  readonly coverage: string | null;
};

/** Posts the result, or in `mode: plan` writes it down, and reports (SU-41, SU-51, CL-35). */
export async function finish(raw: Finishing): Promise<Report> {
  // Whatever is posted, planned, logged or summarised from here on holds no secret (SU-47, SU-53).
  const { facts, verdict, ended, problems } = redactAll(
    { facts: raw.facts, verdict: raw.verdict, ended: raw.ended, problems: raw.problems },
    raw.ports.secrets,
  );
  const finishing: Finishing = { ...raw, facts, verdict, ended, problems };
  if (finishing.inputs.mode === 'plan') return planReport(finishing);
  const delivered = await deliver({
    context: finishing.snapshot.context,
    trust: finishing.snapshot.trust,
    history: finishing.snapshot.history,
    inputs: finishing.inputs,
    ports: finishing.ports,
    facts: finishing.facts,
    verdict: finishing.verdict,
    details: finishing.ended?.details ?? [],
    repeat: finishing.repeat,
    retired: finishing.retired,
    failures: finishing.failures,
  });
  return reportOf(finishing, softenForFork(finishing, delivered), {});
}

/** A fork's own event with a key but a read-only token: the result stands in the summary, which is no failure (SU-17). */
function softenForFork({ start, verdict }: Finishing, delivered: Delivered): Delivered {
  if (start.withoutSecrets === null || !delivered.withoutPermission) return delivered;
  const why = `the result stands in the job summary only, because ${start.withoutSecrets === 'fork' ? 'a fork’s' : 'Dependabot’s'} own event has a read-only token (${delivered.postFailed})`;
  const reason = verdict.kind === 'no-verdict' ? `${verdict.reason}; ${why}` : why;
  return { ...delivered, verdict: noVerdict(reason, { failed: false }), outcome: { kind: 'no verdict', reason } };
}

/** The same request was answered here before: only what was left is done, and the verdict is told again (CL-13, SU-42). */
export async function finishAnswered(
  entry: OwnReview,
  run: {
    readonly start: ClassifyStart;
    readonly snapshot: Snapshot;
    readonly inputs: ClassifyInputs;
    readonly ports: ActionPorts;
  },
): Promise<Report> {
  const failures = run.inputs.mode === 'plan' ? [] : await finishLeftovers(entry, run);
  const { footer, review } = entry;
  const outcome: RunOutcome =
    failures.length > 0
      ? { kind: 'failed', reason: failures.join('; ') }
      : footer.outcome === 'failed'
        ? {
            kind: 'failed',
            reason: `an earlier attempt of this request failed after its review was posted: ${review.url}`,
          }
        : { kind: 'skipped', reason: `this request has its verdict already: ${review.url}` };
  const report = plainReport('classify', outcome, {
    verdict: footer.verdict,
    'review-url': review.url,
    'head-sha': footer.head,
    results: '[]',
    counted: '0',
    failed: '0',
  });
  return {
    ...report,
    summary: `### classify\n\nThis request was [answered before](${review.url}); what was left has been done.${failures.map((failure) => `\n\n${inline(failure)}`).join('')}`,
  };
}

async function planReport(finishing: Finishing): Promise<Report> {
  const { snapshot, facts, verdict, inputs, ports, ended, start } = finishing;
  const { trust } = snapshot;
  const plan: ClassifyPlan = {
    'revi-plan': 1,
    action: 'classify',
    version: ports.version,
    trigger: facts.trigger,
    repository: ports.run.repository.id,
    number: start.number,
    head: facts.position.head,
    'base-ref': facts.position.baseRef,
    account: trust.viewer.login,
    run: ports.run.id,
    attempt: ports.run.attempt,
    event: ports.run.event,
    'rules-blob': facts.rulesBlob,
    facts: { judged: facts, ended },
    effects: plannedEffects(finishing),
  };
  const text = formatPlan(plan, inputs.markerSecrets);
  if (inputs.planFile !== null) await ports.writeFile(inputs.planFile, text);
  // GitHub drops outputs of a job beyond 1 MB; then there is only the file (SU-41).
  const fits = text.length < 1_000_000;
  const outcome: RunOutcome =
    verdict.kind === 'no-verdict'
      ? { kind: verdict.failed ? 'failed' : 'no verdict', reason: verdict.reason }
      : { kind: 'done' };
  const planned: Delivered = {
    verdict,
    delivery: inputs.post === 'comment' ? { kind: 'comment-only' } : { kind: 'verdict' },
    outcome,
    reviewUrl: null,
    postFailed: null,
    withoutPermission: false,
    remarks: [
      facts.trigger === 'try-out'
        ? 'Try-out with unsaved rules: nothing was posted, and the plan is never applied.'
        : 'Planned: nothing was posted. A job with mode apply and this plan posts it.',
      ...(fits ? [] : ['The plan is too large for an output; it stands in plan-file only.']),
    ],
  };
  return reportOf(finishing, planned, { plan: fits ? text : '', 'plan-file': inputs.planFile ?? '' });
}

/** What apply would do if GitHub refused nothing; apply computes it again (SU-41). */
function plannedEffects(finishing: Finishing): readonly Effect[] {
  const { snapshot, facts, verdict, inputs, ports, ended } = finishing;
  const { context, history, trust } = snapshot;
  const effects: Effect[] = staleApprovals(history.own, context.pullRequest).map(({ review, footer }) => ({
    kind: 'dismiss-review',
    reviewId: review.id,
    reviewUrl: review.url,
    message: staleMessage(footer, context.pullRequest, 'new-run'),
  }));
  const delivery = inputs.post === 'comment' ? ({ kind: 'comment-only' } as const) : ({ kind: 'verdict' } as const);
  effects.push(
    reviewEffect(partsOf({ facts, history, trust, ports, details: ended?.details ?? [] }), verdict, delivery, false),
  );
  return effects;
}

function reportOf(finishing: Finishing, delivered: Delivered, extra: Readonly<Record<string, string>>): Report {
  const { snapshot, facts, inputs, ports, answers, problems, model, start, ended, coverage } = finishing;
  const { context, history } = snapshot;
  const totals = totalsOf(answers);
  const usage = usageOutputs(totals);
  const run = ports.run;
  const body = renderReview(
    {
      facts,
      verdict: delivered.verdict,
      delivery: delivered.delivery,
      standing:
        delivered.verdict.kind === 'no-verdict' && !delivered.verdict.passed
          ? standingChanges(history.own)
              .slice(0, 1)
              .map((entry) => ({ head: entry.footer.head, url: entry.review.url }))
          : [],
      details: ended?.details ?? [],
    },
    0,
  );
  return {
    outcome: delivered.outcome,
    outputs: {
      ...NO_OUTPUTS,
      'head-sha': facts.position.head,
      ...(answers.length === 0 ? {} : usage),
      ...verdictOutputs(facts.rows, delivered.verdict, delivered.reviewUrl),
      ...extra,
    },
    annotations: problemAnnotations(problems),
    // Each text by itself, so that a key without its end in one of them takes nothing else with it (SU-47).
    summary: renderClassifySummary({
      context,
      history,
      ...redactAll(
        {
          delivered: {
            outcome: delivered.outcome,
            reviewUrl: delivered.reviewUrl,
            remarks: delivered.remarks,
            postFailed: delivered.postFailed,
          },
          head: facts.position.head,
          body,
          coverage,
        },
        ports.secrets,
      ),
      markerSecret: inputs.markerSecrets.length > 0,
      usage: renderUsage(totals, answers.map(questionLine), {
        model: model?.name ?? '–',
        seconds: (Date.parse(facts.finishedAt) - Date.parse(facts.startedAt)) / 1000,
        githubRequests: ports.forge.requests(),
      }),
    }),
    log: [
      finishedLine({
        id: `${run.id}-${run.attempt}`,
        trigger: facts.trigger,
        repo: `${run.repository.owner}/${run.repository.name}`,
        pr: start.number,
        requester: facts.request.requester,
        headSha: facts.position.head,
        startedAt: facts.startedAt,
        finishedAt: new Date(ports.clock.now()).toISOString(),
        verdict: delivered.verdict,
        postFailed: delivered.postFailed,
        rows: facts.rows,
        reviewUrl: delivered.reviewUrl,
        usage,
      }),
    ],
  };
}

function questionLine(answer: Answer): { question: string; milliseconds: number; calls: number; note: string } {
  return {
    question: answer.id === TAMPER_ID ? 'tamper check' : inline(answer.id),
    milliseconds: answer.milliseconds,
    calls: answer.calls,
    note: answer.kind === 'answered' ? '' : inline(`no answer (${answer.why})`),
  };
}
