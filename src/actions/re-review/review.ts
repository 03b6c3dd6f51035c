import { admissionOf } from '../../core/admission.ts';
import type { Change } from '../../core/diff.ts';
import type { ReReviewInputs } from '../../core/inputs.ts';
import type { Report } from '../../core/outcome.ts';
import { prepareReview, type ReviewMaterial } from '../../core/re-review/material.ts';
import { decideReReviewOpening, type ReReviewOpening } from '../../core/re-review/opening.ts';
import type { Reviewer } from '../../core/re-review/reviewer.ts';
import type { ReviewRequest } from '../../core/re-review/start.ts';
import type { Settings } from '../../core/settings.ts';
import type { Model } from '../../ports.ts';
import { checkPermission } from '../gate.ts';
import { hasModelKey, makeModel, NO_KEY } from '../model-choice.ts';
import { MOVED, readAtMostTwice, readUnpinnedChange } from '../pinned-reading.ts';
import type { ActionPorts } from '../ports.ts';
import { skipped } from '../report.ts';
import { overSpent } from '../spending.ts';
import { type AskedReviewers, askAll } from './ask.ts';
import type { BlockFacts } from './blocks.ts';
import { endEarly, type Finishing, finish } from './finish.ts';
import { judge } from './judge.ts';
import { type ReReviewSnapshot, readSnapshot } from './snapshot.ts';
import { setStatus } from './status.ts';
import { type Study, study } from './study.ts';

type Ready = Extract<ReReviewOpening, { kind: 'ready' }>;

/** Reads, asks, decides and posts (RR-10 to RR-72). */
export async function reviewPullRequest(
  start: ReviewRequest,
  inputs: ReReviewInputs,
  ports: ActionPorts,
): Promise<Report> {
  const startedAt = ports.clock.now();
  if (start.withoutSecrets !== null && !hasModelKey(inputs))
    return skipped('re-review', waysWithoutSecrets(start.withoutSecrets));
  const all: AskedModels[] = [];
  const reading = await readAtMostTwice(ports.narrate, async () => {
    const read = await readForReview(start, inputs, ports);
    if (read.kind !== 'read') return read;
    return orErrorStatus({ snapshot: read.snapshot, inputs, ports }, () => askAndJudge(read, { inputs, ports, all }));
  });
  if (reading.kind === 'report') return reading.report;
  const { snapshot } = reading;
  const given = all.flatMap((asked) => asked.given);
  const models = [...new Set(all.flatMap((asked) => asked.models))].join(', ');
  const run = { start, inputs, ports, startedAt, snapshot, given, models };
  if (reading.kind === 'moved') return endEarly(run, { kind: 'no verdict', reason: MOVED });
  if (reading.kind === 'ended') return endEarly(run, { kind: 'failed', reason: reading.reason }, reading.problems);
  const { facts, settings } = reading;
  return orErrorStatus(run, () => finish({ ...run, answers: facts.answers }, facts, settings));
}

/** A reading that led to no question. */
type Unasked =
  | { readonly kind: 'report'; readonly report: Report }
  | {
      readonly kind: 'ended';
      readonly snapshot: ReReviewSnapshot;
      readonly reason: string;
      readonly problems: Extract<ReReviewOpening, { kind: 'failed' }>['problems'];
    }
  | { readonly kind: 'moved'; readonly snapshot: ReReviewSnapshot };

/** What the reviewers are asked about. */
type Read = {
  readonly kind: 'read';
  readonly snapshot: ReReviewSnapshot;
  readonly opening: Ready;
  readonly models: ReadonlyMap<string, Model>;
  readonly change: Change;
};

/** One reading of what the reviewers are asked about, as far as it gets. */
async function readForReview(
  start: ReviewRequest,
  inputs: ReReviewInputs,
  ports: ActionPorts,
): Promise<Read | Unasked> {
  const { forge } = ports;
  const snapshot = await readSnapshot(start.number, inputs, ports);
  const { context, trust } = snapshot;
  const { pullRequest } = context;
  const skip = (reason: string, url = ''): Unasked => ({
    kind: 'report',
    report: skipped('re-review', reason, { 'head-sha': pullRequest.head, 'review-url': url }),
  });
  const failed = (reason: string): Unasked => ({ kind: 'ended', snapshot, reason, problems: [] });
  const opening = decideReReviewOpening(start, snapshot, ports.run, inputs, ports.parseDocument);
  if (opening.kind === 'skip') return skip(opening.reason, opening.url ?? '');
  if (opening.kind === 'wait') return { kind: 'report', report: await wait(snapshot, opening.reason, inputs, ports) };
  if (start.comment !== null) {
    const settings = opening.kind === 'ready' ? opening.settings.converse : DEFAULT_GATE;
    const admitted = admissionOf(inputs, settings, context.repository);
    if ('problem' in admitted) return failed(admitted.problem);
    const gate = await checkPermission(forge, start.comment.author, admitted.admission);
    if (gate.kind === 'refused') return skip(gate.reason);
  }
  if (opening.kind === 'failed') return { kind: 'ended', snapshot, reason: opening.reason, problems: opening.problems };

  if (!hasModelKey(inputs)) return failed(NO_KEY);
  const models = new Map<string, Model>();
  for (const reviewer of opening.settings.reviewers) {
    const name = modelKey(reviewer, inputs);
    if (models.has(name)) continue;
    const choice = { model: modelNameOf(reviewer, inputs), effort: reviewer.effort ?? inputs.effort };
    const made = await makeModel(choice, inputs, ports);
    if ('reason' in made) return failed(made.reason);
    models.set(name, made.model);
  }
  const [first] = models.values();
  if (first === undefined) throw new Error('there is no reviewer');
  const commander = start.comment?.author ?? null;
  const past = await overSpent(
    { inputs, forge, context: withThreads(context), trust, commander, command: '/revi' },
    first,
  );
  if (past !== null) return skip(past);

  const read = await readUnpinnedChange(forge, pullRequest);
  if (read.kind === 'moved') return { kind: 'moved', snapshot };
  if (read.kind === 'unreadable') return failed(read.reason);
  return { kind: 'read', snapshot, opening, models, change: read.change };
}

/** Commands of anybody below a developer get silence, also where the settings cannot say whom they admit. */
const DEFAULT_GATE = {
  authorizedRepliers: [],
  minReplierRole: 'developer',
  maxRepliesPerThread: 0,
  model: null,
  effort: null,
} as const;

function modelNameOf(reviewer: Reviewer, inputs: ReReviewInputs): string {
  return reviewer.model ?? inputs.model ?? 'sonnet';
}

function modelKey(reviewer: Reviewer, inputs: ReReviewInputs): string {
  return JSON.stringify([modelNameOf(reviewer, inputs), reviewer.effort ?? inputs.effort]);
}

/** Footers of threads count among the costs as well (SU-37). */
function withThreads(context: ReReviewSnapshot['context']): ReReviewSnapshot['context'] {
  return { ...context, comments: [...context.comments, ...context.threads.flatMap(({ comments }) => comments)] };
}

/** What one reading was asked, and the names of the models that were there for it. */
type AskedModels = AskedReviewers & { readonly models: readonly string[] };

/** Asks and decides; `all` takes what was asked, also where the head moved and it is of no use. */
async function askAndJudge(
  { snapshot, opening, models, change }: Read,
  run: { readonly inputs: ReReviewInputs; readonly ports: ActionPorts; readonly all: AskedModels[] },
): Promise<
  | {
      readonly kind: 'judged';
      readonly snapshot: ReReviewSnapshot;
      readonly facts: BlockFacts;
      readonly settings: Settings;
    }
  | Unasked
> {
  const { inputs, ports, all } = run;
  const studied = await study(snapshot, opening, change.files, ports);
  const modelOf = (reviewer: Reviewer): Model => {
    const model = models.get(modelKey(reviewer, inputs));
    if (model === undefined) throw new Error(`reviewer ${reviewer.name} has no model`);
    return model;
  };
  const material = materialOf({ snapshot, opening, change, studied, models: [...models.values()] }, inputs);
  const earlier = all.flatMap((asked) => asked.given);
  const asked =
    material.asked.length === 0
      ? { answers: [], given: [] }
      : await askAll(material, { modelOf, language: inputs.language, narrate: ports.narrate, earlier });
  all.push({ ...asked, models: [...models.values()].map(({ name }) => name) });
  const { answers } = asked;
  const judgement = await judge(
    { snapshot, studied, files: change.files, answers, whole: material.coverage.whole },
    inputs,
    ports,
  );
  switch (judgement.kind) {
    case 'moved':
      return { kind: 'moved', snapshot };
    case 'unreadable':
      return { kind: 'ended', snapshot, reason: judgement.reason, problems: [] };
    case 'judged': {
      const { judged } = judgement;
      const facts = { snapshot, studied, judged, answers, coverage: material.coverage, notes: material.notes, ports };
      return { kind: 'judged', snapshot, facts, settings: opening.settings };
    }
  }
}

/** What the reviewers that run are asked about (RR-17). */
export function materialOf(
  read: {
    readonly snapshot: ReReviewSnapshot;
    readonly opening: Ready;
    readonly change: Change;
    readonly studied: Study;
    readonly models: readonly Pick<Model, 'roomFor'>[];
  },
  inputs: ReReviewInputs,
): ReviewMaterial {
  const { snapshot, opening, change, studied, models } = read;
  return prepareReview({
    context: snapshot.context,
    change,
    ignore: opening.settings.ignore,
    asked: studied.reviewers.filter(({ state }) => state === 'asked').map(({ asked }) => asked),
    language: inputs.language,
    roomFor: (overhead) => Math.min(...models.map((model) => model.roomFor(overhead))),
  });
}

/** A skip with a pending status (RR-64). */
async function wait(
  { context }: ReReviewSnapshot,
  reason: string,
  inputs: ReReviewInputs,
  ports: ActionPorts,
): Promise<Report> {
  const { number, head } = context.pullRequest;
  const set = await setStatus(
    { number, head, standing: context.status, url: null },
    { state: 'pending', description: reason },
    inputs,
    ports,
  );
  const said =
    set.notice === null && set.failure === null ? reason : `${reason} (${set.notice ?? set.failure?.text ?? ''})`;
  return skipped('re-review', said, { 'head-sha': head });
}

/** A required status always lands, also where the run breaks (RR-64). */
async function orErrorStatus<Done>(
  { snapshot, inputs, ports }: Pick<Finishing, 'snapshot' | 'inputs' | 'ports'>,
  work: () => Promise<Done>,
): Promise<Done> {
  try {
    return await work();
  } catch (error) {
    const { number, head } = snapshot.context.pullRequest;
    const description = error instanceof Error ? error.message : 'the run failed';
    await setStatus(
      { number, head, standing: snapshot.context.status, url: null },
      { state: 'error', description },
      inputs,
      ports,
    );
    throw error;
  }
}

/** Which way works where an event has no secrets (SU-17). */
function waysWithoutSecrets(why: 'fork' | 'dependabot'): string {
  return why === 'fork'
    ? 'a fork’s own event has no secrets, so there is no key for the model; comment /revi below the pull request, or use the workflow_run example'
    : 'Dependabot’s own event has no Actions secrets; put the key into Dependabot’s secret store (Settings → Secrets → Dependabot), or comment /revi';
}
