import type { ActionName } from './action-name.ts';
import { type Annotation, formatOutcome, type Report, type RunOutcome } from './outcome.ts';
import { inline } from './untrusted.ts';

/** The report of one action that the root started. */
export type Started = { readonly action: ActionName; readonly report: Report };

/** Worst first (SU-6). */
const ORDER = ['failed', 'no verdict', 'done', 'skipped'] as const satisfies readonly RunOutcome['kind'][];

/**
 * One report of several actions (SU-6): the worst outcome with the reasons of those that have it, all annotations with
 * their action's name, and the outputs of each. `skips` are actions that the event was for and that were not started.
 */
export function combineReports(
  started: readonly Started[],
  skips: readonly { readonly action: ActionName; readonly reason: string }[],
): Report {
  const worst = ORDER.find((kind) => started.some(({ report }) => report.outcome.kind === kind)) ?? 'skipped';
  const reasons = [
    ...started.flatMap(({ action, report }) =>
      report.outcome.kind === worst && report.outcome.kind !== 'done' ? [`${action}: ${report.outcome.reason}`] : [],
    ),
    ...(worst === 'skipped' ? skips.map(({ action, reason }) => `${action}: ${reason}`) : []),
  ];
  const outcome: RunOutcome = worst === 'done' ? { kind: 'done' } : { kind: worst, reason: reasons.join('; ') };
  return {
    outcome,
    outputs: {
      ran: started.map(({ action }) => action).join(','),
      details: JSON.stringify(
        Object.fromEntries(
          started.map(({ action, report }) => [action, { outcome: formatOutcome(report.outcome), ...report.outputs }]),
        ),
      ),
    },
    annotations: distinct([
      ...started.flatMap(({ action, report }) => [
        ...report.annotations,
        // What the combined outcome does not say already.
        ...(report.outcome.kind !== worst && report.outcome.kind !== 'done'
          ? [{ level: LEVEL[report.outcome.kind], message: `${action}: ${formatOutcome(report.outcome)}` }]
          : []),
      ]),
      ...(worst === 'skipped'
        ? []
        : skips.map(({ action, reason }) => ({ level: 'notice' as const, message: `${action}: skipped: ${reason}` }))),
    ]),
    summary: [
      ...started.map(({ report }) => report.summary),
      ...(skips.length === 0 ? [] : [skips.map(({ action, reason }) => `- ${action}: ${inline(reason)}`).join('\n')]),
    ].join('\n\n'),
    log: started.flatMap(({ report }) => report.log),
  };
}

/** Two actions that read one broken file find the same in it. */
function distinct(annotations: readonly Annotation[]): readonly Annotation[] {
  return [...new Map(annotations.map((annotation) => [JSON.stringify(annotation), annotation])).values()];
}

const LEVEL = { skipped: 'notice', 'no verdict': 'warning', failed: 'error' } as const;
