import type { ChangedFile } from '../../core/diff.ts';
import type { ReReviewInputs } from '../../core/inputs.ts';
import { listsOf } from '../../core/re-review/answer-schema.ts';
import { type CheckedFindings, createChecker, pathsToRead } from '../../core/re-review/check-findings.ts';
import { decideRun, type RunDecisions } from '../../core/re-review/decide.ts';
import type { DroppedFindings } from '../../core/re-review/finding.ts';
import type { ReviewerAnswer } from '../../core/re-review/plan.ts';
import { mergePriors, readPriors, readThreadAnswers, type ThreadAnswer } from '../../core/re-review/prior-answers.ts';
import type { Priors } from '../../core/re-review/priors.ts';
import type { Reviewer } from '../../core/re-review/reviewer.ts';
import type { ReviewerRun } from '../../core/re-review/reviewer-run.ts';
import { concerns } from '../../core/re-review/reviewers.ts';
import { candidatesOf } from '../../core/re-review/scope.ts';
import { indexThreads } from '../../core/re-review/thread-index.ts';
import { orMoved, orWhyNot, type Unread } from '../pinned-reading.ts';
import type { ActionPorts } from '../ports.ts';
import { baseSources, type ReReviewSnapshot } from './snapshot.ts';
import type { Studied, Study } from './study.ts';

/** What follows from the answers, and what of them was of no use. */
export type Judged = {
  readonly decided: RunDecisions;
  /** By reviewer. */
  readonly dropped: ReadonlyMap<string, DroppedFindings>;
  /** On other bots' threads, by node id (RB-40). */
  readonly threadAnswers: ReadonlyMap<string, ThreadAnswer>;
};

const NOTHING_DROPPED: DroppedFindings = { invalid: 0, unverifiable: 0, unverified: [] };

/**
 * Checks the answers against the change and decides what follows (RR-10 to RR-14, Phase C). What they need is the last that
 * is read, so that head and base ref are read again with it: after the model's work, before anything is posted (SU-20, SU-43).
 */
export async function judge(
  run: {
    readonly snapshot: ReReviewSnapshot;
    readonly studied: Study;
    readonly files: readonly ChangedFile[];
    readonly answers: readonly ReviewerAnswer[];
    /** Whether the reviewers saw the whole change (RR-41). */
    readonly whole: boolean;
  },
  inputs: ReReviewInputs,
  ports: ActionPorts,
): Promise<{ readonly kind: 'judged'; readonly judged: Judged } | Unread> {
  const { snapshot, studied, files, answers, whole } = run;
  const { head } = studied;
  const itemsOf = (answer: ReviewerAnswer): readonly unknown[] =>
    answer.values.flatMap((value) => listsOf(value).findings);
  const named = pathsToRead(
    files,
    studied.reviewers.flatMap(({ reviewer }) => {
      const answer = answers.find((given) => given.reviewer === reviewer.name);
      return answer === undefined ? [] : [{ reviewer, items: itemsOf(answer) }];
    }),
  );
  // A base's text is made from the head's.
  const bases = files.filter((file) => named.base.includes(file.previousPath ?? file.path));
  const wanted = [...named.head, ...bases.filter(({ status }) => status !== 'deleted').map(({ path }) => path)];
  const { pullRequest } = snapshot.context;
  const read = await orWhyNot(async () =>
    orMoved(pullRequest, await head.readLast(pullRequest.number, wanted), { kind: 'read' } as const),
  );
  if (read.kind !== 'read') return read;

  const check = createChecker({
    files,
    head: head.present(),
    base: await baseSources(bases, head),
    threads: studied.history.threads.flatMap(({ path, line, side, footers }) => {
      const site = footers.find(({ siteKey }) => siteKey !== null)?.siteKey ?? null;
      return site === null ? [] : [{ siteKey: site, path, line, side }];
    }),
    formerPaths: studied.formerPaths,
    secrets: ports.secrets,
  });
  const dropped = new Map<string, DroppedFindings>();
  const reviewers = studied.reviewers.map((one): ReviewerRun => {
    const { reviewer, block, priors } = one;
    const answer = answers.find((given) => given.reviewer === reviewer.name);
    const finishedRun = one.state === 'finished' ? 0 : 1;
    return {
      name: reviewer.name,
      minimumTag: reviewer.minimumTag,
      run: (block?.metadata.run ?? lastRunOf(reviewer.name, studied)) + finishedRun,
      listed: block?.metadata.listed ?? [],
      reading: readingOf(one, answer, () => {
        const checked =
          answer === undefined ? NOTHING_FOUND : withinPaths(check(reviewer, itemsOf(answer)), reviewer, priors);
        dropped.set(reviewer.name, checked.dropped);
        const asked = [...priors.deciding.keys()];
        const parts = (answer?.values ?? []).map((value) => readPriors(listsOf(value).priors, asked, ports.secrets));
        return {
          kind: 'read',
          whole,
          candidates: candidatesOf(checked.located, one.scope, head.present()),
          answers: mergePriors(parts),
        };
      }),
    };
  });
  const decided = decideRun({
    reviewers,
    index: indexThreads(studied.history.threads, {
      viewer: snapshot.trust.viewer,
      isMaintainer: studied.isMaintainer,
    }),
    places: new Map(studied.reviewers.flatMap(({ places }) => [...places])),
    maxFindings: inputs.maxFindings,
  });
  const asked = studied.botThreads.map(({ asked: { nodeId } }) => nodeId);
  const items = answers.flatMap(({ values }) => values.flatMap((value) => listsOf(value).threads));
  const judged = { decided, dropped, threadAnswers: readThreadAnswers(items, asked, ports.secrets) };
  return { kind: 'judged', judged };
}

/** The newest run whose comments are there: what a lost memory said must not count as new once more (RR-62). */
function lastRunOf(reviewer: string, { history }: Study): number {
  const runs = history.threads.flatMap(({ footers }) => footers.filter((one) => one.reviewer === reviewer));
  return runs.reduce((last, { run }) => Math.max(last, run ?? 0), 0);
}

const NOTHING_FOUND: CheckedFindings = { located: [], dropped: NOTHING_DROPPED };

/** What a reviewer finds in files that do not concern it is no finding of its own, unless it said it before (RR-4). */
function withinPaths({ located, dropped }: CheckedFindings, reviewer: Reviewer, { deciding }: Priors): CheckedFindings {
  const kept = located.filter(({ finding }) => concerns(reviewer, [finding.path]) || deciding.has(finding.findingKey));
  return { located: kept, dropped: { ...dropped, invalid: dropped.invalid + located.length - kept.length } };
}

function readingOf(
  { state }: Studied,
  answer: ReviewerAnswer | undefined,
  read: () => ReviewerRun['reading'],
): ReviewerRun['reading'] {
  if (state !== 'asked') return { kind: state };
  return answer !== undefined && answer.failure !== null ? { kind: 'failed', reason: answer.failure } : read();
}
