import type { PlannedFacts } from '../../core/converse/plan.ts';
import { renderConverseSummary, renderDisbelieved } from '../../core/converse/summary.ts';
import { formatProblem, type Problem } from '../../core/document.ts';
import type { Report, RunOutcome } from '../../core/outcome.ts';
import { formatPlan } from '../../core/plan.ts';
import type { Answer } from '../../core/question.ts';
import { redactAll } from '../../core/redact.ts';
import { inline } from '../../core/untrusted.ts';
import { renderUsage, totalsOf, usageOutputs } from '../../core/usage.ts';
import type { Model } from '../../ports.ts';
import { plainReport, problemAnnotations } from '../report.ts';
import type { Delivered } from './deliver.ts';
import type { Opened } from './open.ts';

/** Outputs of CO-41 besides those of every action; a started run is for converse. */
const OUTPUTS = { route: 'converse', 'reply-url': '' } as const;

/** A report that holds an outcome and nothing else to show. */
export function plainConverse(outcome: RunOutcome, outputs: Readonly<Record<string, string>> = {}): Report {
  return plainReport('converse', outcome, { ...OUTPUTS, ...outputs });
}

/** A skip that names the posts of the bot which it did not believe (SU-11). */
export function skippedConverse(
  reason: string,
  more: {
    readonly head?: string;
    readonly url?: string | null;
    readonly disbelieved?: readonly string[];
    readonly markerSecret?: boolean;
  } = {},
): Report {
  const { head = '', url = null, disbelieved = [], markerSecret = false } = more;
  const report = plainConverse({ kind: 'skipped', reason }, { 'head-sha': head, 'reply-url': url ?? '' });
  const named = renderDisbelieved(disbelieved, markerSecret);
  return named === '' ? report : { ...report, summary: `${report.summary}\n\n${named}` };
}

/** Settings that do not load: each error stands on its line (SU-51, SU-56). `url` is of a post that says so. */
export function unsettled(reason: string, problems: readonly Problem[], url: string | null = null): Report {
  const report = plainConverse({ kind: 'failed', reason }, { 'reply-url': url ?? '' });
  return {
    ...report,
    annotations: problemAnnotations(problems),
    summary: `${report.summary}\n\n${problems.map((problem) => `- ${inline(formatProblem(problem))}`).join('\n')}`,
  };
}

/** What a run past its opening has to tell. */
export type Told = {
  readonly outcome: RunOutcome;
  /** Markdown of what was, or would be, posted. */
  readonly body: string;
  readonly remarks: readonly string[];
  readonly delivered: Delivered | null;
  readonly answers: readonly Answer[];
  readonly model: Model | null;
  readonly coverage: string | null;
  readonly outputs?: Readonly<Record<string, string>>;
};

export function reportOf(run: Opened, told: Told): Report {
  const { context, inputs, ports, task, thread, startedAt } = run;
  const { answers, delivered, model } = told;
  const totals = totalsOf(answers);
  const replyUrl = delivered?.url ?? null;
  return {
    ...plainConverse(told.outcome, {
      'head-sha': context.pullRequest.head,
      'reply-url': replyUrl ?? '',
      ...(answers.length === 0 ? {} : usageOutputs(totals)),
      ...told.outputs,
    }),
    // Each text by itself, so that a key without its end in one of them takes nothing else with it (SU-47).
    summary: renderConverseSummary({
      pullRequest: context.pullRequest,
      ...redactAll(
        {
          outcome: told.outcome,
          asker: task.comment.author.login,
          replyUrl,
          body: told.body,
          remarks: [...told.remarks, ...(delivered?.remarks ?? [])],
          disbelieved: thread?.disbelieved ?? [],
          coverage: told.coverage,
        },
        ports.secrets,
      ),
      markerSecret: inputs.markerSecrets.length > 0,
      usage:
        model === null || answers.length === 0
          ? ''
          : renderUsage(totals, [], {
              model: model.name,
              seconds: (ports.clock.now() - startedAt) / 1000,
              githubRequests: ports.forge.requests(),
            }),
    }),
  };
}

/** The outcome of something that was to be posted: a write that did not land fails the run (SU-50). */
export function outcomeOf(meant: RunOutcome, delivered: Delivered): RunOutcome {
  if (delivered.failure === null) return meant;
  return {
    kind: 'failed',
    reason: meant.kind === 'failed' ? `${meant.reason}; ${delivered.failure}` : delivered.failure,
  };
}

/** Writes a plan down, and tells what it would do (SU-41). */
export async function planned(run: Opened, told: Omit<Told, 'delivered' | 'outputs'>, plan: Planning): Promise<Report> {
  const { inputs, ports, context, trust, task } = run;
  const { pullRequest } = context;
  const text = formatPlan(
    {
      'revi-plan': 1,
      action: 'converse',
      version: ports.version,
      trigger: 'review',
      repository: ports.run.repository.id,
      number: task.number,
      head: pullRequest.head,
      'base-ref': pullRequest.baseRef,
      account: trust.viewer.login,
      run: ports.run.id,
      attempt: ports.run.attempt,
      event: ports.run.event,
      'rules-blob': '',
      facts: plan.facts,
      effects: plan.effects,
    },
    inputs.markerSecrets,
  );
  if (inputs.planFile !== null) await ports.writeFile(inputs.planFile, text);
  return reportOf(run, {
    ...told,
    remarks: [...told.remarks, 'Planned: nothing was posted. A job with mode apply and this plan does it.'],
    delivered: null,
    outputs: { plan: text, 'plan-file': inputs.planFile ?? '' },
  });
}

export type Planning = Pick<Parameters<typeof formatPlan>[0], 'effects'> & {
  readonly facts: PlannedFacts;
};
