import { admissionOf } from '../../core/admission.ts';
import type { TriageInputs } from '../../core/inputs.ts';
import type { Report } from '../../core/outcome.ts';
import type { TriageSettings } from '../../core/settings.ts';
import { type Judgement, judgementOf } from '../../core/triage/answer.ts';
import { findTriageComment } from '../../core/triage/comment.ts';
import { prepareTriage, type TriageMaterial } from '../../core/triage/material.ts';
import { decideTriageOpening } from '../../core/triage/opening.ts';
import type { TriageFacts } from '../../core/triage/plan.ts';
import { askForRanking, overheadOf } from '../../core/triage/prompt.ts';
import type { TriageRequest } from '../../core/triage/start.ts';
import { totalsOf, totalTokens } from '../../core/usage.ts';
import type { Model } from '../../ports.ts';
import { checkPermission } from '../gate.ts';
import { hasModelKey, makeModel, NO_KEY } from '../model-choice.ts';
import { MOVED, readAtMostTwice, readPinnedChange } from '../pinned-reading.ts';
import type { ActionPorts } from '../ports.ts';
import { skipped } from '../report.ts';
import { overSpent } from '../spending.ts';
import { type Finishing, finish, type TriageResult } from './finish.ts';
import { readConversation, readSnapshot, type TriageSnapshot } from './snapshot.ts';

/** Reads, asks and decides; `finish` sets the labels, or plans them. */
export async function rankPullRequest(start: TriageRequest, inputs: TriageInputs, ports: ActionPorts): Promise<Report> {
  const startedAt = ports.clock.now();
  if (start.withoutSecrets !== null && !hasModelKey(inputs))
    return skipped('triage', waysWithoutSecrets(start.withoutSecrets));
  const reading = await readAtMostTwice(ports.narrate, () => readForRanking(start, inputs, ports));
  if (reading.kind === 'skip') return skipped('triage', reading.reason, { 'head-sha': reading.head });
  const { snapshot } = reading;
  const run = { start, inputs, ports, startedAt, snapshot, answers: [], model: null, notes: null };
  switch (reading.kind) {
    case 'ended':
      return finish({ ...run, result: reading.result });
    case 'moved':
      return finish({ ...run, result: { kind: 'no verdict', reason: MOVED } });
    case 'read':
      return askAndFinish(run, reading);
  }
}

type Reading =
  | { readonly kind: 'skip'; readonly reason: string; readonly head: string }
  | { readonly kind: 'ended'; readonly snapshot: TriageSnapshot; readonly result: TriageResult }
  | { readonly kind: 'moved'; readonly snapshot: TriageSnapshot }
  | {
      readonly kind: 'read';
      readonly snapshot: TriageSnapshot;
      readonly triage: TriageSettings;
      readonly model: Model;
      readonly material: TriageMaterial;
    };

/** One reading of everything that the question needs, as far as it gets. */
async function readForRanking(start: TriageRequest, inputs: TriageInputs, ports: ActionPorts): Promise<Reading> {
  const { forge } = ports;
  const snapshot = await readSnapshot(start.number, inputs, ports);
  const { context, trust } = snapshot;
  const { pullRequest } = context;
  const skip = (reason: string): Reading => ({ kind: 'skip', reason, head: pullRequest.head });
  const ended = (result: TriageResult): Reading => ({ kind: 'ended', snapshot, result });
  const failed = (reason: string): Reading => ended({ kind: 'failed', reason, problems: [] });

  const opening = decideTriageOpening(start, snapshot, ports.parseDocument);
  if (opening.kind === 'skip') return skip(opening.reason);
  if (opening.kind === 'failed') return ended(opening);
  const { settings } = opening;
  const { triage } = settings;
  if (start.comment !== null) {
    const admitted = admissionOf(inputs, settings.converse, context.repository);
    if ('problem' in admitted) return failed(admitted.problem);
    const gate = await checkPermission(forge, start.comment.author, admitted.admission);
    if (gate.kind === 'refused') return skip(gate.reason);
  }

  const conversation = await readConversation(snapshot, triage, ports);
  if (conversation === null) return { kind: 'moved', snapshot };
  const posted = findTriageComment(conversation, { trigger: start.key, head: pullRequest.head }, triage, trust);
  if (posted !== null)
    return ended({ kind: 'ranked', facts: factsOf(start, snapshot, posted), posted: posted.url, triage });

  if (!hasModelKey(inputs)) return failed(NO_KEY);
  const made = await makeModel({ model: inputs.model ?? 'haiku', effort: inputs.effort }, inputs, ports);
  if ('reason' in made) return failed(made.reason);
  const { model } = made;
  const commander = start.comment?.author ?? null;
  const past = await overSpent({ inputs, forge, context, trust, commander, command: '/revi triage' }, model);
  if (past !== null) return skip(past);

  const read = await readPinnedChange(forge, pullRequest);
  if (read.kind === 'moved') return { kind: 'moved', snapshot };
  if (read.kind === 'unreadable') return failed(read.reason);
  const room = model.roomFor(overheadOf(triage, inputs.language));
  const material = prepareTriage({ context, change: read.change, settings, room });
  return { kind: 'read', snapshot, triage, model, material };
}

/** Asks the one question; an answer without a known rank and type is no answer (TR-3). */
async function askAndFinish(
  run: Omit<Finishing, 'result'>,
  { triage, model, material }: Extract<Reading, { kind: 'read' }>,
): Promise<Report> {
  const { inputs, ports, snapshot, start } = run;
  ports.narrate(`asking ${model.name} for the rank of pull request ${start.number}`);
  const batch = askForRanking(triage, { shared: material.shared, language: inputs.language });
  const answers = await model.ask(batch);
  const [answer] = answers;
  if (answer === undefined) throw new Error('the model gave back no outcome for the one question of triage');
  const asked = { ...run, answers, model, notes: material.notes };
  if (answer.kind === 'unanswered') {
    const { why, detail: reason } = answer;
    // A refused key is the workflow's to mend, and stays refused (SU-50).
    return finish({
      ...asked,
      result: why === 'key-refused' ? { kind: 'failed', reason, problems: [] } : { kind: 'no verdict', reason },
    });
  }
  const judgement = judgementOf(answer.value, triage, { pathAreas: material.pathAreas, secrets: ports.secrets });
  const { cost } = totalsOf(answers);
  const tokens = cost === null ? totalTokens(answers) : null;
  const facts = { ...factsOf(start, snapshot, { judgement }), cost, tokens };
  return finish({ ...asked, result: { kind: 'ranked', facts, posted: null, triage } });
}

function factsOf(
  { key }: TriageRequest,
  { context }: TriageSnapshot,
  { judgement }: { readonly judgement: Judgement },
): TriageFacts {
  const { head, base, baseRef } = context.pullRequest;
  return { position: { head, base, baseRef }, key, judgement, cost: null, tokens: null };
}

/** Which way works where an event has no secrets (SU-17). */
function waysWithoutSecrets(why: 'fork' | 'dependabot'): string {
  return why === 'fork'
    ? 'a fork’s own event has no secrets, so there is no key for the model; comment /revi triage below the pull request, or use the workflow_run example'
    : 'Dependabot’s own event has no Actions secrets; put the key into Dependabot’s secret store (Settings → Secrets → Dependabot), or comment /revi triage';
}
