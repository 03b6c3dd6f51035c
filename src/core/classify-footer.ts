import { createHash } from 'node:crypto';
import { encodeValue, formatFooter, type HiddenLine } from './footer.ts';
import type { Position } from './pull-request.ts';
import { formatSpent, parseSpent, type Spent } from './spent.ts';

/** What one run of classify remembers on the pull request (CL-34). */
export type ClassifyFooter = {
  readonly head: string;
  readonly base: string;
  /** Read back as `encodeValue` wrote it, like `key` and `requester`: compare it with an encoded name. */
  readonly baseRef: string;
  /** The rules file's blob id; null when there was none to read. */
  readonly rules: string | null;
  readonly run: string;
  readonly attempt: number;
  /** The request's key: `rr:<login or slug>:<time>`, `ic:<comment>`, `rc:<thread comment>` or `run:<run>` (CL-13). */
  readonly key: string;
  readonly verdict: 'approve' | 'request-changes' | 'no-verdict';
  /** `hashReason` of why there is no verdict, so that a rerun can tell another reason (CL-13); null with a verdict. */
  readonly reason: string | null;
  readonly outcome: 'done' | 'no-verdict' | 'failed';
  readonly trigger: 'review' | 'try-out';
  /** Login of whoever asked; null when the account is gone. */
  readonly requester: string | null;
  /** ISO 8601 UTC, both. */
  readonly startedAt: string;
  readonly finishedAt: string;
  /** SU-37: USD where the price is known, else tokens; null when the endpoint told neither. */
  readonly spent: Spent | null;
};

const NAME = 'revi-classify';

/** Stands for an unknown value: CL-34 wants every key, and no login or blob id is a hyphen. */
const UNKNOWN = '-';

/** Twelve hex digits of a no-verdict's reason. */
export function hashReason(reason: string): string {
  return createHash('sha256').update(reason).digest('hex').slice(0, 12);
}

/** The footer's one hidden line. */
export function formatClassifyFooter(footer: ClassifyFooter): string {
  const { reason, spent } = footer;
  return formatFooter(NAME, 'v1', [
    ['head', footer.head],
    ['base', footer.base],
    ['base-ref', footer.baseRef],
    ['rules', footer.rules ?? UNKNOWN],
    ['run', footer.run],
    ['attempt', String(footer.attempt)],
    ['key', footer.key],
    ['verdict', footer.verdict],
    ...(reason === null ? [] : ([['reason', reason]] as const)),
    ['outcome', footer.outcome],
    ['trigger', footer.trigger],
    ['requester', footer.requester ?? UNKNOWN],
    ['started-at', footer.startedAt],
    ['finished-at', footer.finishedAt],
    ...(spent === null ? [] : [formatSpent(spent)]),
  ]);
}

/** The footer that a hidden line holds; null for a line of another name or with a value that this version cannot read. */
export function parseClassifyFooter(line: HiddenLine): ClassifyFooter | null {
  if (line.name !== NAME || line.version !== 'v1') return null;
  const { values } = line;
  const head = values.get('head');
  const base = values.get('base');
  const baseRef = values.get('base-ref');
  const rules = values.get('rules');
  const run = values.get('run');
  const attempt = wholeNumber(values.get('attempt'));
  const key = values.get('key');
  const verdict = oneOf(values.get('verdict'), ['approve', 'request-changes', 'no-verdict'] as const);
  const outcome = oneOf(values.get('outcome'), ['done', 'no-verdict', 'failed'] as const);
  const trigger = oneOf(values.get('trigger'), ['review', 'try-out'] as const);
  const requester = values.get('requester');
  const startedAt = values.get('started-at');
  const finishedAt = values.get('finished-at');
  if (head === undefined || base === undefined || baseRef === undefined || rules === undefined) return null;
  if (run === undefined || attempt === null || key === undefined || requester === undefined) return null;
  if (verdict === null || outcome === null || trigger === null) return null;
  if (startedAt === undefined || finishedAt === undefined) return null;
  return {
    head,
    base,
    baseRef,
    rules: rules === UNKNOWN ? null : rules,
    run,
    attempt,
    key,
    verdict,
    reason: values.get('reason') ?? null,
    outcome,
    trigger,
    requester: requester === UNKNOWN ? null : requester,
    startedAt,
    finishedAt,
    spent: parseSpent(values),
  };
}

/** Whether a footer speaks of this head and base branch; the base's commit moves and is not compared (SU-43). */
export function isForPosition(footer: ClassifyFooter, position: Position): boolean {
  return footer.head === position.head && footer.baseRef === encodeValue(position.baseRef);
}

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^[0-9]{1,15}$/.test(text) ? Number(text) : null;
}

function oneOf<const T extends string>(text: string | undefined, choices: readonly T[]): T | null {
  return choices.find((choice) => choice === text) ?? null;
}
