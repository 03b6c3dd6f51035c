import type { ReReviewInputs } from '../../core/inputs.ts';
import type { Report } from '../../core/outcome.ts';
import { describeMove } from '../../core/position.ts';
import { decideReReviewOpening } from '../../core/re-review/opening.ts';
import { RE_REVIEW_FACTS_SCHEMA, type ReReviewFacts } from '../../core/re-review/plan.ts';
import type { ReviewRequest } from '../../core/re-review/start.ts';
import { MOVED, readUnpinnedChange, type Unread } from '../pinned-reading.ts';
import { foreignAccount, readPlan, refusedPlan } from '../plan-reading.ts';
import type { ActionPorts } from '../ports.ts';
import { plainReport, skipped } from '../report.ts';
import { endEarly, finish } from './finish.ts';
import { judge } from './judge.ts';
import { materialOf } from './review.ts';
import { readSnapshot } from './snapshot.ts';
import { study } from './study.ts';

/**
 * Carries out a plan of an earlier job of this run (SU-41): everything is read again, and what follows is decided from the
 * plan's answers; whatever differs is refused before anything is written.
 */
export async function applyReReviewPlan(
  start: ReviewRequest,
  inputs: ReReviewInputs,
  ports: ActionPorts,
): Promise<Report> {
  const startedAt = ports.clock.now();
  const wanted = { action: 're-review', facts: RE_REVIEW_FACTS_SCHEMA, number: start.number } as const;
  const { plan, mismatches } = await readPlan<ReReviewFacts>(wanted, inputs, ports);
  const { position, answers, noVerdict } = plan.facts;
  const differences = [...mismatches];
  if (position.head !== plan.head || position.baseRef !== plan['base-ref'])
    differences.push('its head or base branch contradicts its facts');
  if (differences.length > 0) return refusedPlan('re-review', differences);

  const snapshot = await readSnapshot(start.number, inputs, ports);
  const { context } = snapshot;
  const { pullRequest } = context;
  const foreign = foreignAccount(plan, context.viewer);
  if (foreign !== null) return refusedPlan('re-review', [foreign]);
  const run = { start, inputs, ports, startedAt, snapshot, given: [], models: '' };
  // What the plan read must still be what stands there (SU-41).
  const moved = describeMove(position, pullRequest);
  if (moved !== null) return skippedVerdict(moved, pullRequest.head);
  const opening = decideReReviewOpening(start, snapshot, ports.run, inputs, ports.parseDocument);
  if (opening.kind === 'skip' || opening.kind === 'wait')
    return skipped('re-review', opening.reason, { 'head-sha': pullRequest.head });
  if (opening.kind === 'failed') return endEarly(run, { kind: 'failed', reason: opening.reason }, opening.problems);
  if (noVerdict !== null) return endEarly(run, { kind: 'no verdict', reason: noVerdict });
  const strange = answers.find(({ reviewer }) => !opening.settings.reviewers.some(({ name }) => name === reviewer));
  if (strange !== undefined)
    return refusedPlan('re-review', [`its reviewer ${strange.reviewer} is not in the settings of the default branch`]);

  const read = await readUnpinnedChange(ports.forge, pullRequest);
  if (read.kind !== 'read') return endUnread(run, read);
  const { change } = read;
  const studied = await study(snapshot, opening, change.files, ports);
  const missing = studied.reviewers.find(
    ({ state, reviewer }) => state === 'asked' && !answers.some((answer) => answer.reviewer === reviewer.name),
  );
  if (missing !== undefined) return refusedPlan('re-review', [`it has no answer of reviewer ${missing.reviewer.name}`]);
  // Nothing is asked, so that only the request's size has to be known for what was shown.
  const room = { roomFor: (overhead: number) => inputs.contextTokens * BYTES_PER_TOKEN - overhead };
  const material = materialOf({ snapshot, opening, change, studied, models: [room] }, inputs);
  const judgement = await judge(
    { snapshot, studied, files: change.files, answers, whole: material.coverage.whole },
    inputs,
    ports,
  );
  if (judgement.kind !== 'judged') return endUnread(run, judgement);
  const { judged } = judgement;
  return finish(
    { ...run, answers },
    { snapshot, studied, judged, answers, coverage: material.coverage, notes: material.notes, ports },
    opening.settings,
  );
}

/** As the model's room is measured: what fits a request in the planning job fits here (SU-23). */
const BYTES_PER_TOKEN = 3;

function endUnread(run: Parameters<typeof endEarly>[0], unread: Unread): Promise<Report> {
  return endEarly(
    run,
    unread.kind === 'moved' ? { kind: 'no verdict', reason: MOVED } : { kind: 'failed', reason: unread.reason },
  );
}

function skippedVerdict(reason: string, head: string): Report {
  return plainReport('re-review', { kind: 'no verdict', reason }, { 'head-sha': head });
}
