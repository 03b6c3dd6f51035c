import { accountOfLogin } from '../../core/account.ts';
import { type ClassifyFacts, NO_NOTES, NOTHING_WITHHELD } from '../../core/classify/facts.ts';
import { type History, readHistory, staleApprovals } from '../../core/classify/history.ts';
import { type Material, prepareMaterial } from '../../core/classify/material.ts';
import { contextParts, decideOpening, type Opening, problemLines } from '../../core/classify/opening.ts';
import type { Ended } from '../../core/classify/plan.ts';
import type { Start } from '../../core/classify/request.ts';
import { staleMessage } from '../../core/classify/texts.ts';
import { decideVerdict, noVerdict, type Verdict } from '../../core/classify/verdict.ts';
import { isForPosition } from '../../core/classify-footer.ts';
import type { Problem } from '../../core/document.ts';
import { ForgeError, HeadMoved } from '../../core/errors.ts';
import type { Trust } from '../../core/footer.ts';
import type { ClassifyInputs } from '../../core/inputs.ts';
import type { Report } from '../../core/outcome.ts';
import type { PullRequestContext } from '../../core/pull-request.ts';
import type { Answer } from '../../core/question.ts';
import { nearRulesFile } from '../../core/rules.ts';
import { totalsOf, totalTokens } from '../../core/usage.ts';
import type { Model } from '../../ports.ts';
import { checkPermission } from '../gate.ts';
import { hasModelKey, makeModel, NO_KEY } from '../model-choice.ts';
import { MOVED, readAtMostTwice, readPinnedChange } from '../pinned-reading.ts';
import type { ActionPorts } from '../ports.ts';
import { skipped } from '../report.ts';
import { overSpent } from '../spending.ts';
import { askRules } from './ask.ts';
import { dismiss } from './deliver.ts';
import { finish, finishAnswered } from './finish.ts';
import { sayUnreadable } from './unreadable.ts';

export type ClassifyStart = Extract<Start, { kind: 'classify' }>;

/** What a run has read of the pull request and of its own past. */
export type Snapshot = {
  readonly context: PullRequestContext;
  readonly history: History;
  readonly trust: Trust;
};

/** Reads, asks and decides; `finish` posts the result, or plans it (CL-20 to CL-40). */
export async function judgePullRequest(
  start: ClassifyStart,
  inputs: ClassifyInputs,
  ports: ActionPorts,
): Promise<Report> {
  const startedAt = isoTime(ports);
  if (start.withoutSecrets !== null && !hasModelKey(inputs))
    return skipped('classify', waysWithoutSecrets(start.withoutSecrets));
  if (start.commander !== null) {
    // `classify` takes a developer's role; the list of repliers does not count (CO-2).
    const gate = await checkPermission(ports.forge, start.commander, { floor: 'developer', listed: [] });
    if (gate.kind === 'refused') return skipped('classify', gate.reason);
  }

  const reading = await readAtMostTwice(ports.narrate, () => readForRules(start, inputs, ports, startedAt)).catch(
    (error: unknown) => {
      if (error instanceof ForgeError) return { kind: 'unreadable' as const, reason: error.message };
      throw error;
    },
  );
  switch (reading.kind) {
    case 'unreadable':
      return sayUnreadable(reading.reason, start, inputs, ports);
    case 'report':
      return reading.report;
    case 'ended':
      return endEarly(reading.run, reading.end);
    case 'moved':
      return endEarly(reading.run, { reason: MOVED, failed: false, problems: [] });
    case 'read':
      return judgeMaterial(reading);
  }
}

type RulesReading =
  /** There is nothing to ask, and nothing to post but what `report` tells of. */
  | { readonly kind: 'report'; readonly report: Report }
  | { readonly kind: 'ended'; readonly run: Judging; readonly end: EarlyEnd }
  | { readonly kind: 'moved'; readonly run: Judging }
  | {
      readonly kind: 'read';
      readonly run: Judging;
      readonly opening: Extract<Opening, { kind: 'ready' }>;
      readonly model: Model;
      readonly material: Material;
    };

/** One reading of everything that the rules are asked about, as far as it gets. */
async function readForRules(
  start: ClassifyStart,
  inputs: ClassifyInputs,
  ports: ActionPorts,
  startedAt: string,
): Promise<RulesReading> {
  const snapshot = await readSnapshot(start.number, inputs, ports);
  const { context } = snapshot;
  const { head } = context.pullRequest;
  const opening = decideOpening(start, snapshot, inputs, ports.parseDocument);
  if (opening.kind === 'skip')
    return {
      kind: 'report',
      report: skipped('classify', opening.reason, { 'review-url': opening.url ?? '', 'head-sha': head }),
    };
  if (opening.kind === 'answered')
    return { kind: 'report', report: await finishAnswered(opening.entry, { start, snapshot, inputs, ports }) };

  const run: Judging = {
    start,
    inputs,
    ports,
    snapshot,
    startedAt,
    repeat: opening.kind === 'ready' ? opening.repeat : repeatOf(snapshot, start),
  };
  const failed = (reason: string): RulesReading => ({
    kind: 'ended',
    run,
    end: { reason, failed: true, problems: [] },
  });
  if (opening.kind === 'ended') return { kind: 'ended', run, end: await withNearName(opening, run) };
  if (!hasModelKey(inputs)) return failed(NO_KEY);
  const made = await makeModel({ model: inputs.model ?? 'haiku', effort: inputs.effort }, inputs, ports);
  if ('reason' in made) return failed(made.reason);
  const { model } = made;
  const { commander } = start;
  const past = await overSpent(
    { inputs, forge: ports.forge, context, trust: snapshot.trust, commander, command: '/revi classify' },
    model,
  );
  if (past !== null) return { kind: 'report', report: skipped('classify', past, { 'head-sha': head }) };

  const read = await readPinnedChange(ports.forge, context.pullRequest);
  if (read.kind === 'moved') return { kind: 'moved', run };
  if (read.kind === 'unreadable') return failed(read.reason);
  const material = prepareMaterial({
    context,
    change: read.change,
    rules: opening.rules,
    ignore: opening.settings.ignore,
    language: inputs.language,
    roomFor: (overhead) => model.roomFor(overhead),
  });
  return { kind: 'read', run, opening, model, material };
}

/** Asks the rules about what was read, and finishes with the verdict. */
async function judgeMaterial({
  run,
  opening,
  model,
  material,
}: Extract<RulesReading, { kind: 'read' }>): Promise<Report> {
  const { inputs, ports } = run;
  const retirement = await retireStale(run);
  const asked = await askRules(opening.rules, material.parts, {
    model,
    language: inputs.language,
    tamperCheck: inputs.tamperCheck,
    narrate: ports.narrate,
    secrets: ports.secrets,
  });
  const facts = factsOf(run, {
    rulesBlob: opening.rulesBlob,
    rows: asked.rows,
    withholding: { ...material.withholding, tamper: asked.tamper },
    notes: material.notes,
    answers: asked.answers,
  });
  return finish({
    ...run,
    facts,
    verdict: refusedKeyFails(decideVerdict(asked.rows, opening.rules.length, facts.withholding, inputs), asked.answers),
    ended: null,
    problems: [],
    ...retirement,
    answers: asked.answers,
    model,
    coverage: material.withholding.coverage,
  });
}

/** A run under way, past its opening. */
export type Judging = {
  readonly start: ClassifyStart;
  readonly inputs: ClassifyInputs;
  readonly ports: ActionPorts;
  readonly snapshot: Snapshot;
  readonly startedAt: string;
  readonly repeat: Parameters<typeof finish>[0]['repeat'];
};

export async function readSnapshot(number: number, inputs: ClassifyInputs, ports: ActionPorts): Promise<Snapshot> {
  const context = await ports.forge.readContext(number, contextParts(inputs));
  // A plan is for the account that will post, whose token this job need not have (SU-41).
  const viewer = inputs.mode === 'plan' && inputs.botLogin !== null ? accountOfLogin(inputs.botLogin) : context.viewer;
  const trust = { viewer, secrets: inputs.markerSecrets, repositoryId: ports.run.repository.id, number };
  return { context, trust, history: readHistory(context.reviews, trust) };
}

/** Which way works where an event has no secrets (SU-17). */
function waysWithoutSecrets(why: 'fork' | 'dependabot'): string {
  return why === 'fork'
    ? 'a fork’s own event has no secrets, so there is no key for the model; a developer can comment /revi classify, or use the workflow_run example'
    : 'Dependabot’s own event has no Actions secrets; put the key into Dependabot’s secret store (Settings → Secrets → Dependabot), or comment /revi classify';
}

/** Approvals of another position that this run dismissed, or tried to, and what went wrong. */
export type Retired = { readonly retired: ReadonlySet<number>; readonly failures: readonly string[] };

/** At the start of a run the bot's approvals of another position are dismissed (CL-12); a plan leaves that to apply. */
export async function retireStale({
  inputs,
  ports,
  snapshot,
}: Pick<Judging, 'inputs' | 'ports' | 'snapshot'>): Promise<Retired> {
  const { context, history } = snapshot;
  const stale = inputs.mode === 'plan' ? [] : staleApprovals(history.own, context.pullRequest);
  const failures: string[] = [];
  for (const entry of stale)
    failures.push(
      ...(await dismiss({ context, ports }, entry, staleMessage(entry.footer, context.pullRequest, 'new-run'))),
    );
  return { retired: new Set(stale.map(({ review }) => review.id)), failures };
}

type EarlyEnd = { readonly reason: string; readonly failed: boolean; readonly problems: readonly Problem[] };

/** Posts why the rules were not asked (CL-31). */
async function endEarly(run: Judging, end: EarlyEnd): Promise<Report> {
  const details = problemLines(end.problems);
  const retirement = await retireStale(run);
  const ended: Ended = { reason: end.reason, failed: end.failed, details };
  return finish({
    ...run,
    facts: factsOf(run, { rulesBlob: '', rows: [], withholding: NOTHING_WITHHELD, notes: NO_NOTES, answers: [] }),
    verdict: noVerdict(end.reason, { failed: end.failed }),
    ended,
    problems: end.problems,
    ...retirement,
    answers: [],
    model: null,
    coverage: null,
  });
}

/** Looks for a near name of the rules file among the pull request's own files as well (CL-1). */
async function withNearName(opening: Extract<Opening, { kind: 'ended' }>, run: Judging): Promise<EarlyEnd> {
  if (!opening.rulesMissing) return opening;
  try {
    const change = await run.ports.forge.readChange(run.snapshot.context.pullRequest);
    const paths = change.files.filter(({ status }) => status !== 'deleted').map(({ path }) => path);
    const exact = paths.find((path) => /^\.hyperhive\/review-classifier\.(yml|json)$/.test(path));
    if (exact !== undefined)
      return {
        ...opening,
        reason: `${opening.reason}; this pull request adds ${exact}, which counts once it is merged`,
      };
    const near = nearRulesFile(paths);
    return near === null
      ? opening
      : { ...opening, reason: `${opening.reason}; this pull request has ${near}, which has a near name` };
  } catch (error) {
    // The hint is a kindness; that the change cannot be read must not hide that the rules are missing.
    if (error instanceof ForgeError || error instanceof HeadMoved) return opening;
    throw error;
  }
}

/** The same request's earlier no verdict, for runs that end before the rules are looked at (CL-13). */
function repeatOf({ history, context }: Snapshot, start: ClassifyStart): Judging['repeat'] {
  const here = history.own.filter(({ footer }) => isForPosition(footer, context.pullRequest));
  const newest = here.at(-1);
  return newest?.footer.key === start.request.key && newest.footer.verdict === 'no-verdict' ? newest : null;
}

function factsOf(
  { start, inputs, ports, snapshot, startedAt }: Omit<Judging, 'repeat'>,
  found: Pick<ClassifyFacts, 'rulesBlob' | 'rows' | 'withholding' | 'notes'> & { readonly answers: readonly Answer[] },
): ClassifyFacts {
  const { head, baseRef, base, fork } = snapshot.context.pullRequest;
  const { answers, ...rest } = found;
  const { cost } = totalsOf(answers);
  return {
    ...rest,
    position: { head, baseRef, base },
    fork,
    request: start.request,
    trigger: inputs.rules === null ? 'review' : 'try-out',
    startedAt,
    finishedAt: isoTime(ports),
    cost,
    tokens: cost === null ? totalTokens(answers) : null,
  };
}

/** A refused key fails the run, even where some rules were answered before (SU-50). */
function refusedKeyFails(verdict: Verdict, answers: readonly Answer[]): Verdict {
  const refused = answers.some((answer) => answer.kind === 'unanswered' && answer.why === 'key-refused');
  return refused && verdict.kind === 'no-verdict' ? { ...verdict, failed: true } : verdict;
}

function isoTime(ports: ActionPorts): string {
  return new Date(ports.clock.now()).toISOString();
}
