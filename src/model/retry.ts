import type { NoAnswer } from '../core/question.ts';
import { type Extra, refusedExtras } from './dialect.ts';

/** Tries after the first, per question, repair included (SU-34). */
export const MAX_RETRIES = 3;
const FIRST_WAIT_MS = 1_000;
const LONGEST_BACKOFF_MS = 16_000;
/** A server that asks for more gets this: it is the last wait that still makes sense within a question's deadline. */
const LONGEST_RETRY_AFTER_MS = 60_000;

/** A request that brought no reply: the service's status and words, or none when the connection failed. */
export type Failure = {
  readonly status: number | null;
  readonly type: string | null;
  readonly message: string;
};

/** What a failure calls for. */
export type Remedy =
  /** Wait, and ask again; `why` and `what` hold if there is no further try. */
  | { readonly kind: 'retry'; readonly why: NoAnswer; readonly what: string }
  /** Ask again at once without these extras. */
  | { readonly kind: 'drop'; readonly extras: readonly Extra[] }
  /** No answer; with `everyone`, for no question of the run. */
  | { readonly kind: 'end'; readonly why: NoAnswer; readonly detail: string; readonly everyone: boolean };

/** Statuses that pass, each as a person says it. */
const PASSING_STATUSES: Readonly<Record<number, string>> = {
  408: 'request timeout',
  409: 'conflict',
  429: 'rate limit',
  529: 'overloaded',
};
/** Errors inside a stream have no status, only these names. */
const PASSING_TYPES: Readonly<Record<string, number>> = {
  overloaded_error: 529,
  rate_limit_error: 429,
  timeout_error: 504,
  api_error: 500,
};
const REFUSING_TYPES: Readonly<Record<string, number>> = { authentication_error: 401, permission_error: 403 };

/** Judges a failure by its status; inside a stream by the error's name. `sent` are the extras that the request held. */
export function remedyFor(failure: Failure, sent: ReadonlySet<Extra>): Remedy {
  const { type, message } = failure;
  const status = failure.status ?? PASSING_TYPES[type ?? ''] ?? REFUSING_TYPES[type ?? ''] ?? null;
  if (status === null && type === null)
    return { kind: 'retry', why: 'error', what: `no answer from the network (${message})` };
  if (status === 401 || status === 403) {
    const detail = `the model service refused the key (${status}: ${message}); check the input that holds it`;
    return { kind: 'end', why: 'key-refused', detail, everyone: true };
  }
  const isOverload = status === 429 || status === 503 || status === 529;
  const passing =
    status === null ? undefined : (PASSING_STATUSES[status] ?? (status >= 500 ? 'server error' : undefined));
  if (passing !== undefined)
    return { kind: 'retry', why: isOverload ? 'overloaded' : 'error', what: `${status} ${passing}` };
  const extras = status === 400 || status === 422 ? refusedExtras(message, sent) : [];
  if (extras.length > 0) return { kind: 'drop', extras };
  if (status === 413 || isTooLong(message))
    return {
      kind: 'end',
      why: 'too-long',
      detail: `the prompt is too long for the model (${message})`,
      everyone: false,
    };
  if (status === 404) {
    const detail = `the model service knows no such model or address (404: ${message}); check the inputs model and base-url`;
    return { kind: 'end', why: 'error', detail, everyone: true };
  }
  const detail = `the model service refused the request (${status ?? type}: ${message})`;
  return { kind: 'end', why: 'error', detail, everyone: false };
}

function isTooLong(message: string): boolean {
  return /(prompt|input|request|context)\b.{0,40}\b(too long|too large|exceeds?)|(maximum|max) context|context (length|window|size)/i.test(
    message,
  );
}

/**
 * Milliseconds to wait before retry `count` (1 is the first): what `Retry-After` asks for, up to a bound, else doubling
 * from a second; with jitter on top, so that questions do not come back together.
 */
export function waitBefore(
  count: number,
  { retryAfter, now, random }: { retryAfter: string | null; now: number; random: () => number },
): number {
  const asked = parseRetryAfter(retryAfter, now);
  if (asked !== null) return Math.round(Math.min(asked, LONGEST_RETRY_AFTER_MS) + 250 * random());
  const backoff = Math.min(FIRST_WAIT_MS * 2 ** (count - 1), LONGEST_BACKOFF_MS);
  return Math.round(backoff * (0.75 + 0.5 * random()));
}

/** Milliseconds from `now`; seconds and HTTP dates are both in use. */
function parseRetryAfter(value: string | null, now: number): number | null {
  if (value === null || value.trim() === '') return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
