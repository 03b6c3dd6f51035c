import { finishedLine, verdictOutputs } from '../../core/classify/assemble.ts';
import { type ClassifyFacts, NO_NOTES, NOTHING_WITHHELD } from '../../core/classify/facts.ts';
import { noVerdict } from '../../core/classify/verdict.ts';
import type { Effect } from '../../core/effect.ts';
import type { ClassifyInputs } from '../../core/inputs.ts';
import { cut } from '../../core/length.ts';
import type { Report } from '../../core/outcome.ts';
import type { Position } from '../../core/pull-request.ts';
import { redact } from '../../core/redact.ts';
import { plainLine } from '../../core/untrusted.ts';
import type { ActionPorts } from '../ports.ts';
import { plainReport } from '../report.ts';
import { reviewEffect } from './deliver.ts';
import type { ClassifyStart } from './judge.ts';

/**
 * The pull request does not load: what can still be said is said on it, by the number and position of the payload alone
 * (CL-31, SU-50). Where the payload names no position, only the job can tell.
 */
export async function sayUnreadable(
  rawReason: string,
  start: ClassifyStart,
  inputs: ClassifyInputs,
  ports: ActionPorts,
): Promise<Report> {
  const reason = redact(rawReason, ports.secrets);
  const verdict = noVerdict(reason, { failed: true });
  const position = start.payloadPosition;
  const now = new Date(ports.clock.now()).toISOString();
  const effects =
    position === null || inputs.mode !== 'run'
      ? []
      : effectsOf(factsOf(position, start, now), { reason, start }, inputs, ports);
  const applied = [];
  for (const effect of effects) applied.push(await ports.forge.apply(start.number, effect));
  const [review] = applied;
  const reviewUrl = review?.kind === 'done' ? review.url : null;
  const outputs = { ...verdictOutputs([], verdict, reviewUrl), 'head-sha': position?.head ?? '' };
  const line = finishedLine({
    id: `${ports.run.id}-${ports.run.attempt}`,
    trigger: 'review',
    repo: `${ports.run.repository.owner}/${ports.run.repository.name}`,
    pr: start.number,
    requester: start.request.requester,
    headSha: position?.head ?? '',
    startedAt: now,
    finishedAt: now,
    verdict,
    postFailed: effects.length > 0 && reviewUrl === null ? 'nothing could be posted on the pull request' : null,
    rows: [],
    reviewUrl,
    usage: {},
  });
  return { ...plainReport('classify', { kind: 'failed', reason }, outputs), log: [line] };
}

function factsOf(position: Position, start: ClassifyStart, now: string): ClassifyFacts {
  return {
    position,
    fork: false,
    rulesBlob: '',
    rows: [],
    withholding: NOTHING_WITHHELD,
    notes: NO_NOTES,
    request: start.request,
    trigger: 'review',
    startedAt: now,
    finishedAt: now,
    cost: 0,
    tokens: null,
  };
}

function effectsOf(
  facts: ClassifyFacts,
  { reason, start }: { readonly reason: string; readonly start: ClassifyStart },
  inputs: ClassifyInputs,
  ports: ActionPorts,
): readonly Effect[] {
  const signing = { secrets: inputs.markerSecrets, repositoryId: ports.run.repository.id, number: start.number };
  const verdict = noVerdict(reason, { failed: true });
  const effects: Effect[] = [
    reviewEffect({ facts, standing: [], details: [], signing, ports }, verdict, { kind: 'verdict' }, true),
  ];
  // Whose request it is cannot be compared with the posting account; GitHub takes removing a satisfied one for done (CL-14).
  if (start.requested !== null) effects.push({ kind: 'remove-review-request', reviewer: start.requested });
  if (inputs.statusContext !== '' && inputs.post === 'verdict')
    effects.push({
      kind: 'set-status',
      commit: facts.position.head,
      targetUrl: null,
      context: inputs.statusContext,
      state: 'error',
      description: cut(plainLine(reason), 140),
    });
  return effects;
}
