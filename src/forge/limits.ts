/** Headers of an answer, names in lower case. */
export type Headers = Readonly<Record<string, string | number | undefined>>;

/** A rate limit as an answer describes it (facts of SU-46). */
export type Limit = {
  readonly kind: 'primary' | 'secondary';
  /** Status of the answer; GraphQL reports limits with 200. */
  readonly status: number;
  /** Milliseconds that GitHub asks for; null when it does not say. */
  readonly wait: number | null;
};

/** GitHub resets on whole seconds; one more second covers the rounding. */
const RESET_SLACK = 1000;

/** A wait of 0 s would be a busy loop. */
const SHORTEST_WAIT = 1000;

/**
 * The limit that a refused answer speaks of, or null when it refuses for another reason. A 403 that names a permission
 * is never a limit (SU-46). `now` is only used where the answer has no `date`, since resets are on GitHub's clock.
 */
export function readLimit(answer: { status: number; headers: Headers; message: string; now: number }): Limit | null {
  const { status, headers, message } = answer;
  // Content that came too quickly is refused as if it were invalid.
  if (status === 422 && /submitted too quickly/i.test(message)) return { kind: 'secondary', status, wait: null };
  if (status !== 403 && status !== 429) return null;
  const spent = String(headers['x-ratelimit-remaining'] ?? '') === '0';
  const retryAfter = readRetryAfter(headers, answer.now);
  const named = /rate limit|abuse detection|too many requests/i.test(message);
  if (status === 403 && !named) {
    if (namesPermission(message)) return null;
    // A 403 with words of its own is a refusal; one without any (an edge server's page) is taken for a limit.
    if (message !== '' && !spent && retryAfter === null) return null;
  }
  const kind = spent && !/secondary/i.test(message) ? 'primary' : 'secondary';
  return { kind, status, wait: retryAfter ?? (spent ? untilReset(headers, answer.now) : null) };
}

/** Milliseconds of `retry-after`, given in seconds or as a date; null when there is none. */
export function readRetryAfter(headers: Headers, now: number): number | null {
  const value = String(headers['retry-after'] ?? '').trim();
  if (value === '') return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.max(SHORTEST_WAIT, Number(value) * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(SHORTEST_WAIT, date - serverTime(headers, now));
}

/** Whether GitHub's message says that the token lacks a permission, in the wordings it uses for tokens and for people. */
export function namesPermission(message: string): boolean {
  return /not accessible by|must have .*(access|permission|rights)|required scopes?|write access|permissions? (to|denied)|not authorized/i.test(
    message,
  );
}

function untilReset(headers: Headers, now: number): number | null {
  const reset = Number(headers['x-ratelimit-reset']);
  if (!Number.isFinite(reset) || reset <= 0) return null;
  return Math.max(SHORTEST_WAIT, reset * 1000 - serverTime(headers, now) + RESET_SLACK);
}

function serverTime(headers: Headers, now: number): number {
  const date = Date.parse(String(headers['date'] ?? ''));
  return Number.isNaN(date) ? now : date;
}
