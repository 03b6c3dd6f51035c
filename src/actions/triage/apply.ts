import type { TriageInputs } from '../../core/inputs.ts';
import type { Report } from '../../core/outcome.ts';
import { describeMove } from '../../core/position.ts';
import { findTriageComment } from '../../core/triage/comment.ts';
import { decideTriageOpening } from '../../core/triage/opening.ts';
import { PLANNED_TRIAGE_SCHEMA, type PlannedTriage, strangeNames } from '../../core/triage/plan.ts';
import type { TriageRequest } from '../../core/triage/start.ts';
import { MOVED } from '../pinned-reading.ts';
import { foreignAccount, readPlan, refusedPlan } from '../plan-reading.ts';
import type { ActionPorts } from '../ports.ts';
import { skipped } from '../report.ts';
import { finish } from './finish.ts';
import { readConversation, readSnapshot } from './snapshot.ts';

/**
 * Carries out a plan of an earlier job of this run (SU-41). Settings, labels and position are read again and the effects
 * are decided from the plan's ranking; whatever differs is refused before anything is written.
 */
export async function applyTriagePlan(start: TriageRequest, inputs: TriageInputs, ports: ActionPorts): Promise<Report> {
  const startedAt = ports.clock.now();
  const { number } = start;
  const wanted = { action: 'triage', facts: PLANNED_TRIAGE_SCHEMA, number } as const;
  const { plan, mismatches } = await readPlan<PlannedTriage>(wanted, inputs, ports);
  const { found, noVerdict } = plan.facts;
  const differences = [...mismatches];
  if (found !== null && (found.position.head !== plan.head || found.position.baseRef !== plan['base-ref']))
    differences.push('its head or base branch contradicts its facts');
  if (found !== null && found.key !== start.key) differences.push('it is for another request');
  if (differences.length > 0) return refusedPlan('triage', differences);

  const snapshot = await readSnapshot(number, inputs, ports);
  const { context, trust } = snapshot;
  const foreign = foreignAccount(plan, context.viewer);
  if (foreign !== null) return refusedPlan('triage', [foreign]);
  const opening = decideTriageOpening(start, snapshot, ports.parseDocument);
  if (opening.kind === 'skip') return skipped('triage', opening.reason, { 'head-sha': context.pullRequest.head });
  const run = { start, inputs, ports, startedAt, snapshot, answers: [], model: null, notes: null };
  if (opening.kind === 'failed') return finish({ ...run, result: opening });
  if (found === null)
    return finish({ ...run, result: { kind: 'no verdict', reason: noVerdict ?? 'the plan holds no ranking' } });
  const { triage } = opening.settings;
  const strange = strangeNames(found.judgement, triage);
  if (strange.length > 0) return refusedPlan('triage', strange);

  // What the plan read must still be what stands there (SU-41).
  const moved = describeMove(found.position, context.pullRequest);
  if (moved !== null) return finish({ ...run, result: { kind: 'no verdict', reason: moved } });
  const conversation = await readConversation(snapshot, triage, ports);
  if (conversation === null) return finish({ ...run, result: { kind: 'no verdict', reason: MOVED } });
  const posted = findTriageComment(conversation, { trigger: start.key, head: found.position.head }, triage, trust);
  return finish({ ...run, result: { kind: 'ranked', facts: found, posted: posted?.url ?? null, triage } });
}
