import { normalLogin } from '../../core/account.ts';
import { readHistory, staleApprovals } from '../../core/classify/history.ts';
import { contextParts, decideOpening } from '../../core/classify/opening.ts';
import { type ClassifyPlan, parsePlan, planMismatches } from '../../core/classify/plan.ts';
import { judge, type Row, type RuleAnswer } from '../../core/classify/rows.ts';
import { staleMessage } from '../../core/classify/texts.ts';
import { decideVerdict, describeMove, noVerdict, type Verdict } from '../../core/classify/verdict.ts';
import { UserError } from '../../core/errors.ts';
import type { ClassifyInputs } from '../../core/inputs.ts';
import type { Report } from '../../core/outcome.ts';
import type { Rule } from '../../core/rules.ts';
import { dismiss } from './deliver.ts';
import { finish, finishAnswered } from './finish.ts';
import type { ClassifyStart, Snapshot } from './judge.ts';
import type { ClassifyPorts } from './ports.ts';
import { plainReport, skipped } from './report.ts';

/**
 * Carries out a plan of an earlier job of this run (SU-41). Rules, settings and position are read again and the verdict
 * is computed from the plan's answers; whatever differs is refused before anything is written.
 */
export async function applyPlan(asked: ClassifyStart, inputs: ClassifyInputs, ports: ClassifyPorts): Promise<Report> {
  const plan = await readPlan(inputs, ports);
  // The plan's request is this run's: run, event and pull request are compared below.
  const start = { ...asked, request: plan.facts.request };
  const mismatches = [...planMismatches(plan, { run: ports.run, number: start.number, version: ports.version })];
  if (plan.head !== plan.facts.position.head || plan['base-ref'] !== plan.facts.position.baseRef)
    mismatches.push('its head or base branch contradicts its facts');
  if (mismatches.length > 0) return refuse(mismatches);

  const context = await ports.forge.readContext(start.number, contextParts(inputs));
  const trust = {
    viewer: context.viewer,
    secrets: inputs.markerSecrets,
    repositoryId: ports.run.repository.id,
    number: start.number,
  };
  // By login and type as written: a plan names no numeric id (SU-10).
  if (
    normalLogin(plan.account) !== normalLogin(context.viewer.login) ||
    /\[bot\]$/i.test(plan.account) !== (context.viewer.type === 'Bot')
  )
    return refuse([
      `it is for the account ${plan.account}, and this token is ${context.viewer.login}’s; set input bot-login in the planning job`,
    ]);
  const snapshot: Snapshot = { context, trust, history: readHistory(context.reviews, trust) };
  const opening = decideOpening(start, snapshot, inputs, ports.parseDocument);
  if (opening.kind === 'skip')
    return skipped(opening.reason, { 'review-url': opening.url ?? '', 'head-sha': context.pullRequest.head });
  if (opening.kind === 'answered') return finishAnswered(opening.entry, { start, snapshot, inputs, ports });
  if (plan.ended === null && opening.kind === 'ready' && opening.rulesBlob !== plan['rules-blob'])
    return refuse(['the rules on the default branch changed since it was made']);
  if (plan.ended === null && opening.kind === 'ended')
    return refuse([`${opening.reason}, so its answers cannot be judged`]);

  const moved = describeMove(plan.facts.position, context.pullRequest);
  const failures: string[] = [];
  for (const entry of staleApprovals(snapshot.history.own, context.pullRequest))
    failures.push(
      ...(await dismiss({ context, ports }, entry, staleMessage(entry.footer, context.pullRequest, 'new-run'))),
    );

  const rules = opening.kind === 'ready' ? opening.rules : [];
  const rows = plan.ended === null ? judgeAgain(rules, plan.facts.rows) : [];
  if (rows === null) return refuse(['its rows are not the rules of the default branch']);
  const facts = { ...plan.facts, rows };
  const verdict: Verdict =
    plan.ended !== null
      ? noVerdict(plan.ended.reason, { failed: plan.ended.failed })
      : decideVerdict(rows, rules.length, facts.withholding, inputs);
  return finish({
    start,
    inputs,
    ports,
    snapshot,
    repeat: opening.kind === 'ready' ? opening.repeat : null,
    // What the plan read is no longer what stands there: no verdict on either commit may pass for one (SU-41, SU-43).
    facts: moved === null ? facts : { ...facts, position: { ...plan.facts.position } },
    verdict: moved === null ? verdict : noVerdict(moved, { failed: false }),
    ended: plan.ended,
    problems: [],
    failures,
    answers: [],
    model: null,
    coverage: plan.ended === null ? plan.facts.withholding.coverage : null,
  });
}

async function readPlan(inputs: ClassifyInputs, ports: ClassifyPorts): Promise<ClassifyPlan> {
  const fromFile = inputs.planFile;
  const source = inputs.plan !== null ? 'input plan' : `plan-file ${fromFile ?? ''}`;
  const text = inputs.plan ?? (fromFile === null ? null : await ports.readFile(fromFile));
  if (text === null) throw new UserError('mode apply needs a plan: set input plan or plan-file');
  return parsePlan(text, {
    source,
    secrets: inputs.markerSecrets,
    mustBeSigned: inputs.plan === null || ports.run.event === 'workflow_run',
  });
}

function refuse(reasons: readonly string[]): Report {
  return plainReport({ kind: 'failed', reason: `the plan is refused: ${reasons.join('; ')}` });
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
