import type { Account } from '../../core/account.ts';
import type { ChangedFile } from '../../core/diff.ts';
import { siteKey } from '../../core/finding-key.ts';
import { encodeValue } from '../../core/footer.ts';
import { isOwnComment } from '../../core/own-comment.ts';
import { anchorsAt } from '../../core/re-review/anchors.ts';
import { type BotThread, botThreadsOf } from '../../core/re-review/bot-threads.ts';
import type { Source } from '../../core/re-review/check-findings.ts';
import { excerpt } from '../../core/re-review/excerpt.ts';
import type { Side } from '../../core/re-review/finding.ts';
import type { PriorMetadata } from '../../core/re-review/metadata.ts';
import type { ReReviewOpening } from '../../core/re-review/opening.ts';
import { type PlacedPrior, placeOf, placePriors } from '../../core/re-review/prior-places.ts';
import { isSettled, type Prior, type Priors, priorsOf, tagOf, titleOf } from '../../core/re-review/priors.ts';
import type { Asked, AskedPrior } from '../../core/re-review/prompt.ts';
import type { Reviewer } from '../../core/re-review/reviewer.ts';
import { concerns } from '../../core/re-review/reviewers.ts';
import { needsComparison, type Scope, scopeSince } from '../../core/re-review/scope.ts';
import { readThreadHistory, type ThreadHistory } from '../../core/re-review/thread-history.ts';
import type { Comparison } from '../../ports.ts';
import type { ActionPorts } from '../ports.ts';
import { baseSources, type ReReviewSnapshot, readMaintainers, Sources } from './snapshot.ts';

/** One reviewer before it is asked. */
export type Studied = {
  readonly reviewer: Reviewer;
  readonly block: PriorMetadata | null;
  readonly priors: Priors;
  readonly places: ReadonlyMap<string, PlacedPrior>;
  readonly scope: Scope;
  /** What the run is for it; `asked` has its question. */
  readonly state: 'finished' | 'not-concerned' | 'asked';
  readonly asked: Asked;
};

/** Phases A and B up to the question: what was said before, and where it stands now. */
export type Study = {
  readonly history: ThreadHistory;
  readonly isMaintainer: (account: Account) => boolean;
  readonly reviewers: readonly Studied[];
  readonly head: Sources;
  /** Paths of changed files, on both sides. */
  readonly changed: ReadonlySet<string>;
  /** Other bots' open threads, which the first reviewer that is asked answers (RB-40). */
  readonly botThreads: readonly BotThread[];
  /** Earlier names of files, by their name on this head (RR-22). */
  readonly formerPaths: ReadonlyMap<string, readonly string[]>;
};

type Ready = Extract<ReReviewOpening, { kind: 'ready' }>;

/** Reads what the memory of a pull request needs beside the snapshot (RR-30 to RR-32, RR-40, RR-41). */
export async function study(
  snapshot: ReReviewSnapshot,
  opening: Ready,
  files: readonly ChangedFile[],
  ports: ActionPorts,
): Promise<Study> {
  const { context, trust } = snapshot;
  const { pullRequest, threads } = context;
  const { settings, blocks, finished } = opening;
  const { forge } = ports;
  const isMaintainer = await readMaintainers(snapshot, settings, forge);

  const comparisons = await readComparisons([...blocks.values()], pullRequest, ports);
  const renamed = renamesOf([...comparisons.values()], files);
  const presentPath = (path: string): string => renamed.get(path) ?? path;

  const own = threads.filter(({ comments: [root] }) => root !== undefined && isOwnComment(root, trust.viewer));
  const listed = [...blocks.values()].flatMap(({ metadata }) => metadata.listed);
  const head = new Sources(forge, pullRequest.head);
  await head.read([...own, ...listed].map(({ path }) => presentPath(path)));
  const base = await baseSources(
    files.filter((file) => own.some(({ path, side }) => side === 'LEFT' && samePath(path, file))),
    head,
  );
  const now = (path: string, side: Side): Source | null =>
    side === 'LEFT' ? (base.get(path) ?? null) : head.get(path);

  const history = readThreadHistory(threads, {
    trust,
    isMaintainer,
    siteKeyAt: ({ path, line, side }) => {
      const source = now(presentPath(path), side);
      if (source === null || line === null) return null;
      const here = { source, lines: [] };
      const none = { source: null, lines: [] };
      const at = anchorsAt(side === 'LEFT' ? { LEFT: here, RIGHT: none } : { LEFT: none, RIGHT: here }, []);
      return siteKey({ path, anchor: at({ side, line }) });
    },
  });

  const then = await readThen({ blocks, own, listed, head, ports, pullRequest });
  const changed = files.flatMap(({ path, previousPath }) => [path, ...(previousPath === null ? [] : [previousPath])]);
  const botThreads = botThreadsOf(threads, settings.reviewBots);
  const studied = settings.reviewers.map((reviewer): Studied => {
    const block = blocks.get(reviewer.name) ?? null;
    const priors = priorsOf(reviewer.name, history.threads, block?.metadata.listed ?? []);
    const old = then.get(block?.metadata.reviewedHead ?? '') ?? null;
    const places = placePriors([...priors.deciding.values()], reviewer, {
      presentPath,
      now,
      before: (path, side) => (side === 'LEFT' ? now(path, side) : (old?.get(path) ?? null)),
      threads: history.threads,
    });
    const open = [...priors.deciding.values()].filter(isAsked);
    const asked = open.map((prior) => askedPrior(prior, { places, presentPath, now, old }));
    const concerned = open.length > 0 || concerns(reviewer, changed);
    const last = lastReading(block);
    return {
      reviewer,
      block,
      priors,
      places,
      scope: scopeSince({
        last,
        head: pullRequest.head,
        baseRef: encodeValue(pullRequest.baseRef),
        comparison: comparisons.get(last?.reviewedHead ?? '') ?? null,
      }),
      state: finished.has(reviewer.name) ? 'finished' : concerned ? 'asked' : 'not-concerned',
      asked: { reviewer, priors: asked, threads: [] },
    };
  });
  // All reviewers would say the same of them; one of each batch of questions has to hold them.
  const spokesman = studied.find(({ state }) => state === 'asked');
  const reviewers = studied.map((one) =>
    one === spokesman ? { ...one, asked: { ...one.asked, threads: botThreads.map(({ asked }) => asked) } } : one,
  );
  const formerPaths = new Map<string, string[]>();
  for (const [old, present] of renamed) formerPaths.set(present, [...(formerPaths.get(present) ?? []), old]);
  return { history, isMaintainer, reviewers, head, changed: new Set(changed), botThreads, formerPaths };
}

/** Open, and not closed as a duplicate: what RR-41 puts to the model. */
function isAsked(prior: Prior): boolean {
  return !isSettled(prior) && (prior.kind === 'listed' || prior.thread.duplicateOf === null);
}

function lastReading(block: PriorMetadata | null): { readonly reviewedHead: string; readonly baseRef: string } | null {
  if (block === null || block.metadata.reviewedHead === null) return null;
  const { reviewedHead, baseRef } = block.metadata;
  return { reviewedHead, baseRef };
}

/** What changed since each head that a reviewer read last, by that head. */
async function readComparisons(
  blocks: readonly PriorMetadata[],
  { head, baseRef }: { readonly head: string; readonly baseRef: string },
  { forge }: ActionPorts,
): Promise<ReadonlyMap<string, Comparison>> {
  const comparisons = new Map<string, Comparison>();
  for (const block of blocks) {
    const last = lastReading(block);
    if (last === null || comparisons.has(last.reviewedHead)) continue;
    if (!needsComparison({ last, head, baseRef: encodeValue(baseRef) })) continue;
    const comparison = await forge.readComparison(last.reviewedHead, head);
    if (comparison !== null) comparisons.set(last.reviewedHead, comparison);
  }
  return comparisons;
}

/** New names by old ones: since the last review first, then the pull request's own renames. */
function renamesOf(comparisons: readonly Comparison[], files: readonly ChangedFile[]): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  for (const { path, previousPath, status } of [...comparisons.flatMap((one) => one.files), ...files])
    if (status === 'renamed' && previousPath !== null && !renamed.has(previousPath)) renamed.set(previousPath, path);
  return renamed;
}

/** The files of earlier findings as the last run read them, by the head of then. */
async function readThen(read: {
  readonly blocks: ReadonlyMap<string, PriorMetadata>;
  readonly own: readonly { readonly path: string; readonly resolved: boolean }[];
  readonly listed: readonly { readonly path: string; readonly state: string }[];
  readonly head: Sources;
  readonly ports: ActionPorts;
  readonly pullRequest: { readonly head: string };
}): Promise<ReadonlyMap<string, Sources>> {
  const { blocks, own, listed, head, ports, pullRequest } = read;
  const paths = [...own.filter(({ resolved }) => !resolved), ...listed.filter(({ state }) => state === 'open')];
  const then = new Map<string, Sources>([[pullRequest.head, head]]);
  for (const { metadata } of blocks.values()) {
    const commit = metadata.reviewedHead;
    if (commit === null || then.has(commit) || paths.length === 0) continue;
    const sources = new Sources(ports.forge, commit);
    await sources.read(paths.map(({ path }) => path));
    then.set(commit, sources);
  }
  return then;
}

function askedPrior(
  prior: Prior,
  known: {
    readonly places: ReadonlyMap<string, PlacedPrior>;
    readonly presentPath: (path: string) => string;
    readonly now: (path: string, side: Side) => Source | null;
    readonly old: Sources | null;
  },
): AskedPrior {
  const { path, side, line } = placeOf(prior);
  const place = known.places.get(prior.key);
  const present = known.presentPath(path);
  const at = place?.lineNow ?? line;
  const source = known.now(present, side);
  const before = side === 'LEFT' ? source : (known.old?.get(path) ?? null);
  const lineThen = place?.lineThen ?? null;
  return {
    findingKey: prior.key,
    path: present,
    line: at,
    tag: tagOf(prior),
    title: titleOf(prior),
    codeThen: before === null || lineThen === null ? null : excerpt(before.text, lineThen),
    codeNow: source === null || at === null ? null : excerpt(source.text, at),
  };
}

function samePath(path: string, file: ChangedFile): boolean {
  return path === file.path || path === file.previousPath;
}
