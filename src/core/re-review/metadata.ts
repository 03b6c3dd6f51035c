import { believedMetadata, encodeValue, type HiddenLine, type Signing, signMetadata, type Trust } from '../footer.ts';
import type { Review } from '../pull-request.ts';
import { formatSpent, parseSpent, type Spent } from '../spent.ts';
import { formatListed, type ListedFinding, parseListed } from './listed.ts';
import { TAGS, type Tag } from './tag.ts';
import type { Disbelieved } from './thread-history.ts';

/** Findings by tag: everything that was ever found (RR-62). */
export type Columns = Readonly<Record<Tag, number>>;

export type Counts = {
  readonly columns: Columns;
  /** What is neither resolved nor gone nor withdrawn. */
  readonly outstanding: number;
  readonly outstandingMustFix: number;
};

/** The six counters of RR-62. */
export type SinceLastRun = {
  readonly resolved: number;
  readonly stillOpen: number;
  readonly newlyAdded: number;
  readonly incorrectFix: number;
  readonly improperlyResolved: number;
  readonly disagreements: number;
};

/** What a reviewer remembers between its runs: the hidden lines of its metadata review (RR-61). */
export type Metadata = {
  readonly reviewer: string;
  /** The newest head that it read, 40 hex digits; null: none yet. A run that failed keeps the former one (RR-63). */
  readonly reviewedHead: string | null;
  /** Of the base branch, 40 hex digits. */
  readonly base: string;
  readonly counts: Counts;
  readonly verdict: 'Go' | 'No-Go';
  /** The run's ordinal, from 1. */
  readonly run: number;
  readonly since: SinceLastRun;
  /** Read back as `encodeValue` wrote it: compare it with an encoded name. */
  readonly baseRef: string;
  /** The workflow run's id. */
  readonly workflowRun: string;
  /** Of all runs so far (SU-37); null: the endpoint never told. */
  readonly spent: Spent | null;
  readonly listed: readonly ListedFinding[];
};

/** A reviewer's newest metadata review that is believed (RR-31). */
export type PriorMetadata = { readonly reviewId: number; readonly url: string; readonly metadata: Metadata };

const COUNT_KEYS = [
  'must_fix',
  'suggestion',
  'could_fix',
  'future_work',
  'outstanding',
  'outstanding_must_fix',
] as const;
const SINCE_KEYS = [
  'resolved',
  'still_open',
  'newly_added',
  'incorrect_fix',
  'improperly_resolved',
  'disagreements',
] as const;

/** Git's own way to say that there is no commit: a comparison with it fails, so that nothing is left out as old (RR-40). */
const NO_HEAD = '0'.repeat(40);

/** The line that a reviewer's metadata review begins with (RR-61). */
export function metadataMarker(reviewer: string): string {
  return `<!-- revi-agent: ${reviewer} v1 -->`;
}

/** The hidden lines of a metadata review in RR-61's order, signed where there is a secret. */
export function formatMetadata(metadata: Metadata, signing: Signing): readonly string[] {
  const { counts, since, spent } = metadata;
  const [spentKey, spentValue] = spent === null ? ['cost', '-'] : formatSpent(spent);
  const lines: readonly (readonly [string, string])[] = [
    ['reviewed_head', metadata.reviewedHead ?? NO_HEAD],
    ['base', metadata.base],
    [
      'counts',
      formatNumbers(COUNT_KEYS, [
        ...TAGS.map((tag) => counts.columns[tag]),
        counts.outstanding,
        counts.outstandingMustFix,
      ]),
    ],
    ['verdict', metadata.verdict],
    ['run', String(metadata.run)],
    [
      'since_last_run',
      formatNumbers(SINCE_KEYS, [
        since.resolved,
        since.stillOpen,
        since.newlyAdded,
        since.incorrectFix,
        since.improperlyResolved,
        since.disagreements,
      ]),
    ],
    ['base_ref', encodeValue(metadata.baseRef)],
    ['workflow_run', encodeValue(metadata.workflowRun)],
    [spentKey, spentValue],
    ...metadata.listed.map((finding) => ['listed', formatListed(finding)] as const),
  ];
  return signMetadata(
    [metadataMarker(metadata.reviewer), ...lines.map(([key, value]) => `<!-- ${key}: ${value} -->`)],
    signing,
  );
}

/**
 * What the believed lines of a block say, for `reviewer`; null where they are another's, or tell neither run nor counts.
 * `reviewedHead` is `commit` where the line is missing, as blocks once were (RR-31).
 */
export function parseMetadata(
  lines: readonly HiddenLine[],
  { reviewer, commit }: { readonly reviewer: string; readonly commit: string | null },
): Metadata | null {
  if (lines[0]?.line !== metadataMarker(reviewer)) return null;
  const values = new Map(lines.slice(1).map(({ name, values }) => [name, values.get(name) ?? '']));
  const counts = parseNumbers(COUNT_KEYS, values.get('counts') ?? '');
  const run = values.get('run') ?? '';
  if (counts === null || !/^[1-9][0-9]{0,8}$/.test(run)) return null;

  const since = parseNumbers(SINCE_KEYS, values.get('since_last_run') ?? '');
  const head = values.get('reviewed_head') ?? commit ?? NO_HEAD;
  return {
    reviewer,
    reviewedHead: /^[0-9a-f]{40}$/.test(head) && head !== NO_HEAD ? head : null,
    base: values.get('base') ?? '',
    counts: {
      columns: {
        'must-fix': counts.must_fix,
        suggestion: counts.suggestion,
        'could-fix': counts.could_fix,
        'future-work': counts.future_work,
      },
      outstanding: counts.outstanding,
      outstandingMustFix: counts.outstanding_must_fix,
    },
    verdict: values.get('verdict') === 'Go' ? 'Go' : 'No-Go',
    run: Number(run),
    since: {
      resolved: since?.resolved ?? 0,
      stillOpen: since?.still_open ?? 0,
      newlyAdded: since?.newly_added ?? 0,
      incorrectFix: since?.incorrect_fix ?? 0,
      improperlyResolved: since?.improperly_resolved ?? 0,
      disagreements: since?.disagreements ?? 0,
    },
    baseRef: values.get('base_ref') ?? '',
    workflowRun: values.get('workflow_run') ?? '',
    spent: parseSpent(values),
    listed: lines.flatMap(({ name, values }) => {
      const listed = name === 'listed' ? parseListed(values.get('listed') ?? '') : null;
      return listed === null ? [] : [listed];
    }),
  };
}

/**
 * The newest own review with the reviewer's block (RR-31), and those of its blocks that are not believed, whose counts and
 * head are forgotten (SU-11). A pending review is nobody's word (SU-27).
 */
export function findMetadata(
  reviews: readonly Review[],
  reviewer: string,
  trust: Trust,
): { readonly prior: PriorMetadata | null; readonly disbelieved: readonly Disbelieved[] } {
  const disbelieved: Disbelieved[] = [];
  let prior: PriorMetadata | null = null;
  let newest = '';
  const marker = metadataMarker(reviewer);
  for (const review of reviews) {
    const first = /^[^\n]*/.exec(review.body)?.[0].trimEnd();
    if (review.state === 'PENDING' || first !== marker) continue;
    const { footers, problem } = believedMetadata(review, trust);
    if (problem !== null) disbelieved.push({ url: review.url, path: null, problem });
    const metadata = parseMetadata(footers, { reviewer, commit: review.commit });
    const time = review.submittedAt ?? review.createdAt;
    if (metadata === null || time < newest) continue;
    newest = time;
    prior = { reviewId: review.id, url: review.url, metadata };
  }
  return { prior, disbelieved };
}

/**
 * Whether an earlier attempt of this workflow run finished a reviewer on this head: its block and its threads are left alone
 * (RR-71). One that failed keeps its former head, so that it is asked again.
 */
export function isFinished(
  prior: PriorMetadata | null,
  { workflowRun, head }: { readonly workflowRun: string; readonly head: string },
): boolean {
  if (prior === null) return false;
  const { metadata } = prior;
  return metadata.workflowRun === encodeValue(workflowRun) && metadata.reviewedHead === head;
}

function formatNumbers(keys: readonly string[], numbers: readonly number[]): string {
  return JSON.stringify(Object.fromEntries(keys.map((key, index) => [key, numbers[index]])));
}

/** Exactly these keys, whole numbers from 0 (SU-12); null for anything else. */
function parseNumbers<Key extends string>(keys: readonly Key[], text: string): Record<Key, number> | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Damaged lines count as missing (SU-12).
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const found = value as Record<string, unknown>;
  const isWhole = (number: unknown): boolean => Number.isSafeInteger(number) && Number(number) >= 0;
  if (Object.keys(found).length !== keys.length || !keys.every((key) => isWhole(found[key]))) return null;
  return found as Record<Key, number>;
}
