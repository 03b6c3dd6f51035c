import { readHistory } from '../../core/classify/history.ts';
import { contextParts, decideOpening } from '../../core/classify/opening.ts';
import { PLANNED_FACTS_SCHEMA, type PlannedFacts } from '../../core/classify/plan.ts';
import { judge, type Row, type RuleAnswer } from '../../core/classify/rows.ts';
import { decideVerdict, noVerdict, type Verdict } from '../../core/classify/verdict.ts';
import type { ClassifyInputs } from '../../core/inputs.ts';
import type { Report } from '../../core/outcome.ts';
import { describeMove } from '../../core/position.ts';
import type { Rule } from '../../core/rules.ts';
import { foreignAccount, readPlan, refusedPlan } from '../plan-reading.ts';
import type { ActionPorts } from '../ports.ts';
import { skipped } from '../report.ts';
import { finish, finishAnswered } from './finish.ts';
import { type ClassifyStart, retireStale, type Snapshot } from './judge.ts';

/**
 * Carries out a plan of an earlier job of this run (SU-41). Rules, settings and position are read again and the verdict
 * is computed from the plan's answers; whatever differs is refused before anything is written.
 */
export async function applyPlan(asked: ClassifyStart, inputs: ClassifyInputs, ports: ActionPorts): Promise<Report> {
  const { number } = asked;
  const wanted = { action: 'classify', facts: PLANNED_FACTS_SCHEMA, number } as const;
  const { plan, mismatches } = await readPlan<PlannedFacts>(wanted, inputs, ports);
  const { judged: planned, ended } = plan.facts;
  const contradicts = plan.head !== planned.position.head || plan['base-ref'] !== planned.position.baseRef;
  if (mismatches.length > 0 || contradicts)
    return refusedPlan('classify', [
      ...mismatches,
      ...(contradicts ? ['its head or base branch contradicts its facts'] : []),
    ]);
  // The plan's request is this run's: run, event and pull request are the same.
  const start = { ...asked, request: planned.request };

  const context = await ports.forge.readContext(number, contextParts(inputs));
  const trust = {
    viewer: context.viewer,
    secrets: inputs.markerSecrets,
    repositoryId: ports.run.repository.id,
    number,
  };
  const foreign = foreignAccount(plan, context.viewer);
  if (foreign !== null) return refusedPlan('classify', [foreign]);
  const snapshot: Snapshot = { context, trust, history: readHistory(context.reviews, trust) };
  const opening = decideOpening(start, snapshot, inputs, ports.parseDocument);
  if (opening.kind === 'skip')
    return skipped('classify', opening.reason, {
      'review-url': opening.url ?? '',
      'head-sha': context.pullRequest.head,
    });
  if (opening.kind === 'answered') return finishAnswered(opening.entry, { start, snapshot, inputs, ports });
  if (ended === null && opening.kind === 'ready' && opening.rulesBlob !== plan['rules-blob'])
    return refusedPlan('classify', ['the rules on the default branch changed since it was made']);
  if (ended === null && opening.kind === 'ended')
    return refusedPlan('classify', [`${opening.reason}, so its answers cannot be judged`]);

  const rules = opening.kind === 'ready' ? opening.rules : [];
  const rows = ended === null ? judgeAgain(rules, planned.rows) : [];
  if (rows === null) return refusedPlan('classify', ['its rows are not the rules of the default branch']);

  const retirement = await retireStale({ inputs, ports, snapshot });
  // What the plan read must still be what stands there; else there is no verdict, not even a failing one (SU-41).
  const moved = describeMove(planned.position, context.pullRequest);
  const facts = { ...planned, rows };
  const verdict: Verdict =
    ended !== null
      ? noVerdict(ended.reason, { failed: ended.failed })
      : decideVerdict(rows, rules.length, facts.withholding, inputs);
  return finish({
    start,
    inputs,
    ports,
    snapshot,
    repeat: opening.kind === 'ready' ? opening.repeat : null,
    facts,
    verdict: moved === null ? verdict : noVerdict(moved, { failed: false }),
    ended,
    problems: [],
    ...retirement,
    answers: [],
    model: null,
    coverage: ended === null ? planned.withholding.coverage : null,
  });
}

/** The plan's answers judged by the rules as they are now; null when they do not belong to them. */
function judgeAgain(rules: readonly Rule[], planned: readonly Row[]): readonly Row[] | null {
  if (rules.length !== planned.length) return null;
  const rows: Row[] = [];
  for (const [index, rule] of rules.entries()) {
    const row = planned[index];
    if (row === undefined || row.name !== rule.name) return null;
    rows.push(judge(rule, answerOf(row)));
  }
  return rows;
}

function answerOf(row: Row): RuleAnswer {
  if (row.verdict === 'no-answer' || row.certainty === null)
    return { verdict: 'no-answer', error: row.error ?? 'no answer' };
  return { verdict: row.verdict, certainty: row.certainty, reason: row.reason };
}
