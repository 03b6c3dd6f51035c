import type { Applied, Effect } from '../../../src/core/effect.ts';
import { findingKey, siteKey } from '../../../src/core/finding-key.ts';
import { type Reckoning, reckon, sumOf, verdictOf } from '../../../src/core/re-review/arithmetic.ts';
import { silentFindings } from '../../../src/core/re-review/block-notes.ts';
import { ALL_LANDED, type Landed } from '../../../src/core/re-review/counted.ts';
import { decideRun, type RunDecisions } from '../../../src/core/re-review/decide.ts';
import { decisionId } from '../../../src/core/re-review/decision.ts';
import {
  bothLanded,
  draftOutcome,
  metadataEffect,
  reviewDrafts,
  threadSteps,
} from '../../../src/core/re-review/effects.ts';
import type { Finding, PriorAnswer } from '../../../src/core/re-review/finding.ts';
import {
  findMetadata,
  isFinished,
  type Metadata,
  metadataMarker,
  type PriorMetadata,
} from '../../../src/core/re-review/metadata.ts';
import { renderBlock } from '../../../src/core/re-review/metadata-text.ts';
import type { PriorPlace } from '../../../src/core/re-review/presence.ts';
import type { Candidate, Reading } from '../../../src/core/re-review/reviewer-run.ts';
import type { Tag } from '../../../src/core/re-review/tag.ts';
import { readThreadHistory } from '../../../src/core/re-review/thread-history.ts';
import { indexThreads } from '../../../src/core/re-review/thread-index.ts';
import { apply, BOT, isMaintainer, type Page, TRUST, threadsOf } from './page.ts';
import { createBodies } from './voices.ts';

/** A fault of the code, as one reviewer names it. */
export type Fault = {
  readonly reviewer?: string;
  readonly path?: string;
  /** Names that the file had when earlier runs read it. */
  readonly formerPaths?: readonly string[];
  readonly symbol?: string;
  /** The offending line: with the symbol it is the site. */
  readonly text: string;
  readonly class?: string;
  readonly tag?: Tag;
  readonly title?: string;
  readonly line?: number;
  /** Whether it has a line in the diff. */
  readonly anchored?: boolean;
  readonly inScope?: boolean;
};

export const HEAD = 'a1b2c3d'.padEnd(40, '0');

export function candidateOf(fault: Fault): Candidate {
  const { reviewer = 'general', path = 'src/shop.ts', symbol = 'pay', tag = 'must-fix', line = 12 } = fault;
  const anchor = `${symbol}:${fault.text.padEnd(40)}`;
  const name = fault.class ?? 'correctness';
  const finding: Finding = {
    reviewer,
    path,
    line,
    side: 'RIGHT',
    anchor: fault.anchored === false ? null : { line, startLine: null, side: 'RIGHT' },
    symbol,
    class: name,
    tag,
    confidence: 'high',
    title: fault.title ?? `Title of ${fault.text}`,
    why: `Because of ${fault.text}.`,
    fix: 'Mend it.',
    replacement: null,
    introduced: true,
    findingKey: findingKey({ reviewer, path, anchor, class: name }),
    siteKey: siteKey({ path, anchor }),
  };
  const sites = [path, ...(fault.formerPaths ?? [])].map((one) => ({ path: one, anchor }));
  return { finding, sites, inScope: fault.inScope ?? true };
}

/** All keys that a fault may have been given. */
export function keyOf(fault: Fault): string {
  return candidateOf(fault).finding.findingKey;
}

export function placeOf(fault: Fault, unchanged = false): readonly [string, PriorPlace] {
  const { finding } = candidateOf(fault);
  return [finding.findingKey, { path: finding.path, symbol: finding.symbol, class: finding.class, unchanged }];
}

export const FIXED: PriorAnswer = { state: 'fixed', certainty: 95, quote: '' };
export const STILL_PRESENT: PriorAnswer = { state: 'still-present', certainty: 95, quote: '' };

/** A reviewer's whole reading: what it found, and which faults it says are fixed. */
export function readingOf(
  found: readonly Fault[],
  fixed: readonly Fault[] = [],
  over: { readonly whole?: boolean } = {},
): Reading {
  return {
    kind: 'read',
    whole: over.whole ?? true,
    candidates: found.map(candidateOf),
    answers: new Map(fixed.map((fault) => [keyOf(fault), FIXED])),
  };
}

export type RunOptions = {
  readonly page: Page;
  /** By reviewer, in the settings' order. */
  readonly readings: ReadonlyMap<string, Reading>;
  readonly places?: ReadonlyMap<string, PriorPlace>;
  readonly head?: string;
  readonly workflowRun?: string;
  /** Whether it is a later attempt of `workflowRun`. */
  readonly laterAttempt?: boolean;
  readonly minimumTag?: Tag;
  readonly maxFindings?: number;
  /** The run is killed before its n-th write, counted from 0. */
  readonly killedAt?: number;
  /** Sees every effect before it is applied. */
  readonly watch?: (effect: Effect, decided: RunDecisions) => void;
  /** What GitHub answers instead of applying an effect; null: it applies it. */
  readonly refuse?: (effect: Effect) => Applied | null;
};

export type RunResult = {
  readonly decided: RunDecisions;
  readonly effects: readonly Effect[];
  readonly reckonings: ReadonlyMap<string, Reckoning>;
  readonly priors: ReadonlyMap<string, PriorMetadata | null>;
  readonly finished: boolean;
  readonly landed: Landed;
};

class Killed extends Error {}

/** Phases A to D of one run on a page, in the order in which the flow carries them out. */
export function run(options: RunOptions): RunResult {
  const { page, head = HEAD, workflowRun = '9001' } = options;
  const history = readThreadHistory(threadsOf(page), { trust: TRUST, isMaintainer, siteKeyAt: () => null });
  const priors = new Map(
    [...options.readings.keys()].map((name) => [name, findMetadata(page.reviews, name, TRUST).prior]),
  );
  const readings = new Map(
    [...options.readings].map(([name, reading]): [string, Reading] => {
      const prior = priors.get(name) ?? null;
      const isLater = options.laterAttempt === true && isFinished(prior, { workflowRun, head });
      return [name, isLater ? { kind: 'finished' } : reading];
    }),
  );
  const ordinals = new Map([...priors].map(([name, prior]) => [name, (prior?.metadata.run ?? 0) + 1]));
  const decided = decideRun({
    reviewers: [...readings].map(([name, reading]) => ({
      name,
      minimumTag: options.minimumTag ?? 'future-work',
      run: ordinals.get(name) ?? 1,
      listed: priors.get(name)?.metadata.listed ?? [],
      reading,
    })),
    index: indexThreads(history.threads, { viewer: BOT, isMaintainer }),
    places: options.places ?? new Map(),
    maxFindings: options.maxFindings ?? 25,
  });

  const effects: Effect[] = [];
  const perform = (effect: Effect): Applied => {
    if (effects.length === options.killedAt) throw new Killed();
    options.watch?.(effect, decided);
    effects.push(effect);
    return options.refuse?.(effect) ?? apply(page, effect);
  };
  const reckonings = new Map<string, Reckoning>();
  let landed = ALL_LANDED;
  let finished = true;
  try {
    landed = carryOut(decided, { perform, head, ordinals, priors, reckonings, options: { ...options, readings } });
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    finished = false;
  }
  return { decided, effects, reckonings, priors, finished, landed };
}

type Carrying = {
  readonly perform: (effect: Effect) => Applied;
  readonly head: string;
  readonly ordinals: ReadonlyMap<string, number>;
  readonly priors: ReadonlyMap<string, PriorMetadata | null>;
  readonly reckonings: Map<string, Reckoning>;
  readonly options: RunOptions;
};

function carryOut(decided: RunDecisions, carrying: Carrying): Landed {
  const { perform, head, ordinals, priors, options } = carrying;
  const names = [...options.readings.keys()];
  const bodies = createBodies({
    reviewers: new Map(names.map((name) => [name, { label: name, run: ordinals.get(name) ?? 1 }])),
    head,
    signing: TRUST,
    secrets: [],
    pings: () => ['ravi'],
  });
  let landed = ALL_LANDED;
  for (const { decision, reply, settle } of threadSteps(decided.decisions, bodies)) {
    if (reply !== null && perform(reply).kind !== 'done') {
      landed = bothLanded(landed, { unsaid: new Set([decisionId(decision)]), moved: new Set() });
      continue;
    }
    if (settle !== null) perform(settle);
  }

  const blockOf = (name: string) => ({
    body: renderBlock(...blockFacts(name, decided, { ...carrying, landed }), TRUST),
    marker: metadataMarker(name),
  });
  const begun = new Set<string>();
  for (const name of names) {
    if (options.readings.get(name)?.kind === 'finished') continue;
    const first = priors.get(name) === null;
    for (let retry = true; retry; ) {
      retry = false;
      const block = first ? blockOf(name) : null;
      for (const draft of reviewDrafts(name, decided.decisions, { head, bodies, landed, block })) {
        const outcome = draftOutcome(draft, perform(draft.effect), decided.decisions);
        landed = bothLanded(landed, outcome);
        retry ||= outcome.retry;
        if (first) begun.add(name);
      }
    }
  }
  for (const name of names) {
    if (begun.has(name) || options.readings.get(name)?.kind === 'finished') continue;
    perform(metadataEffect(blockOf(name), { reviewId: priors.get(name)?.reviewId ?? null, head }));
  }
  for (const name of names) {
    if (options.readings.get(name)?.kind === 'finished') continue;
    carrying.reckonings.set(name, reckoningOf(name, decided, { ...carrying, landed }));
  }
  return landed;
}

function reckoningOf(
  name: string,
  decided: RunDecisions,
  { priors, landed }: Pick<Carrying, 'priors'> & { readonly landed: Landed },
): Reckoning {
  return reckon(name, decided, { prior: priors.get(name)?.metadata.counts ?? null, landed });
}

function blockFacts(name: string, decided: RunDecisions, carrying: Carrying & { readonly landed: Landed }) {
  const { priors, ordinals, head, options } = carrying;
  const reckoning = reckoningOf(name, decided, carrying);
  const reading = options.readings.get(name);
  const read = reading?.kind === 'read';
  const metadata: Metadata = {
    reviewer: name,
    reviewedHead: read ? head : (priors.get(name)?.metadata.reviewedHead ?? null),
    base: 'b'.repeat(40),
    counts: reckoning.counts,
    verdict: verdictOf(reckoning, { read: read && reading.whole, others: 0 }),
    run: ordinals.get(name) ?? 1,
    since: reckoning.since,
    baseRef: 'main',
    workflowRun: options.workflowRun ?? '9001',
    spent: { kind: 'cost', usd: 0.01 },
    listed: reckoning.listed,
  };
  return [
    metadata,
    {
      label: name,
      failure: reading?.kind === 'failed' ? reading.reason : null,
      outstanding: reckoning.outstanding,
      coverage: '100 % (12 of 12 changed lines)',
      notAnchored: new Set<string>(),
      invalid: 0,
      unverifiable: 0,
      unverified: [],
      ...silentFindings(name, decided.decisions),
      disbelieved: [],
      withdrawn: reckoning.withdrawn,
      remarks: [],
    },
  ] as const;
}

/** R: what is settled of a reviewer's columns (RR-62). */
export function settledIn({ counts }: Reckoning): number {
  return sumOf(counts.columns) - counts.outstanding;
}

/** Somebody's reply as the bot's other action would write it. */
export function conversation(concedes: boolean): string {
  return `An answer.\n\n<!-- revi-converse: v1; trigger: 77${concedes ? '; concedes: true' : ''} -->`;
}
