import { closingParts } from '../../core/converse/opening.ts';
import { PLANNED_FACTS_SCHEMA, type PlannedFacts } from '../../core/converse/plan.ts';
import { type Reply, renderReply } from '../../core/converse/posts.ts';
import type { ConverseTask } from '../../core/converse/start.ts';
import { HELP, HINT } from '../../core/converse/texts.ts';
import type { ConverseInputs } from '../../core/inputs.ts';
import type { Report } from '../../core/outcome.ts';
import { describeMove } from '../../core/position.ts';
import { foreignAccount, readPlan } from '../plan-reading.ts';
import type { ActionPorts } from '../ports.ts';
import { endedMeanwhile } from './answer.ts';
import { approve } from './approve.ts';
import { deliverAnswer, react } from './deliver.ts';
import { notify } from './notice.ts';
import { type Opened, open } from './open.ts';
import { outcomeOf, plainConverse, reportOf } from './report.ts';

/**
 * Carries out a plan of an earlier job of this run (SU-41). Everything but the model's answer is read and decided again;
 * whatever differs is refused before anything is written.
 */
export async function applyPlan(task: ConverseTask, inputs: ConverseInputs, ports: ActionPorts): Promise<Report> {
  const wanted = { action: 'converse', facts: PLANNED_FACTS_SCHEMA, number: task.number } as const;
  const { plan, mismatches } = await readPlan<PlannedFacts>(wanted, inputs, ports);
  const { trigger, reply, unanswered } = plan.facts;
  const isQuestion = task.kind === 'reply' || task.kind === 'question';
  const contradictions = [
    ...mismatches,
    ...(trigger === task.comment.id ? [] : [`it answers comment ${trigger}, this run comment ${task.comment.id}`]),
    ...((reply !== null) === isQuestion ? [] : ['its facts are not for this kind of comment']),
    ...((reply?.kind === 'no-answer') === (unanswered !== null) ? [] : ['its facts contradict one another']),
  ];
  if (contradictions.length > 0) return refusePlan(contradictions);

  const opened = await open(task, inputs, ports);
  if ('report' in opened) return opened.report;
  const { run } = opened;
  const foreign = foreignAccount(plan, run.context.viewer);
  if (foreign !== null) return refusePlan([foreign]);
  const { pullRequest } = run.context;
  const moved = describeMove({ head: plan.head, baseRef: plan['base-ref'], base: pullRequest.base }, pullRequest);
  if (moved !== null) return plainConverse({ kind: 'no verdict', reason: moved }, { 'head-sha': pullRequest.head });

  switch (task.kind) {
    case 'approve':
      return approve(run, task);
    case 'help':
      return notify(run, HELP, { kind: 'done' });
    case 'hint':
      return notify(run, HINT, { kind: 'done' });
    case 'reply':
    case 'question':
      return reply === null ? refusePlan(['it has no answer']) : post(run, plan.facts, reply);
  }
}

async function post(run: Opened, { unanswered }: PlannedFacts, planned: Reply): Promise<Report> {
  const { task, inputs, ports, thread } = run;
  const latest = await ports.forge.readContext(task.number, closingParts(task, inputs));
  const ended = endedMeanwhile(run, latest);
  if (ended !== null) return ended;
  // Nothing but a finding can be conceded, whatever the plan says (CO-25).
  const reply =
    planned.kind === 'answer' ? { ...planned, concedes: planned.concedes && thread?.finding != null } : planned;
  await react(run);
  const delivered = await deliverAnswer(run, reply);
  return reportOf(run, {
    outcome: outcomeOf(unanswered ?? { kind: 'done' }, delivered),
    body: renderReply(reply, ports.secrets),
    remarks: [],
    delivered,
    answers: [],
    model: null,
    coverage: null,
  });
}

function refusePlan(reasons: readonly string[]): Report {
  return plainConverse({ kind: 'failed', reason: `the plan is refused: ${reasons.join('; ')}` });
}
