import type { NoAnswer } from '../core/question.ts';
import type { Clock, Narrate } from '../ports.ts';
import type { Budget, Spending } from './budget.ts';
import { type MessagesClient, OLD_API_VERSION } from './call.ts';
import { CredentialError, type Credentials } from './credentials.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { type Dialect, EXTRA_NAMES } from './dialect.ts';
import type { Estimator, PrefixBilling } from './estimate.ts';
import type { Gate, Role, Slots } from './fan-out.ts';
import type { Halt } from './halt.ts';
import type { Unanswered } from './ladder.ts';
import type { Ledger } from './ledger.ts';
import type { ModelFacts } from './prices.ts';
import type { CallReply, CallResult } from './reading.ts';
import type { Effort, Request } from './request.ts';
import { MAX_RETRIES, type Remedy, remedyFor, waitBefore } from './retry.ts';

/** What everything that is asked in a run shares. */
export type Run = {
  readonly clock: Clock;
  readonly narrate: Narrate;
  readonly client: MessagesClient;
  readonly credentials: Credentials;
  readonly slots: Slots;
  readonly budget: Budget;
  readonly estimator: Estimator;
  readonly halt: Halt;
  readonly questionTimeoutMs: number;
  /** Epoch milliseconds. */
  readonly runDeadline: number;
};

/** What calls with one cached prefix share besides: those of a batch, or of a conversation. */
export type Series = {
  readonly run: Run;
  readonly model: string;
  readonly facts: ModelFacts | null;
  readonly effort: Effort | undefined;
  readonly dialect: Dialect;
  readonly gate: Gate;
  /** The run's deadline, for what has not begun. */
  readonly deadline: Deadline;
  /** Answers to followers whose prefix was, and was not, read from the cache. */
  readonly cache: { reads: number; misses: number };
};

type Attempt =
  | CallReply
  /** `wasSent` is false when there was no token to send a request with. */
  | { readonly kind: 'remedy'; readonly remedy: Remedy; readonly retryAfter: string | null; readonly wasSent: boolean }
  | Unanswered;

/**
 * Brings replies home for one question, or for one turn of a conversation: slots, budget, credentials, dialect and retries,
 * within one deadline that runs from its first call on (SU-34).
 */
export class Errand {
  readonly #id: string;
  readonly #series: Series;
  readonly #run: Run;
  readonly #ledger: Ledger;
  readonly #isLater: boolean;
  #deadline: Deadline | null = null;
  #begunAt: number | null = null;
  #retries = 0;
  #sent: Readonly<Record<string, string>> = {};

  /** `id` is for the log. What is `later` than other work of its own goes ahead of work that has not begun. */
  constructor(id: string, series: Series, { ledger, later }: { ledger: Ledger; later: boolean }) {
    this.#id = id;
    this.#series = series;
    this.#run = series.run;
    this.#ledger = ledger;
    this.#isLater = later;
  }

  /** Epoch milliseconds of the first call; null when none was let through. */
  get begunAt(): number | null {
    return this.#begunAt;
  }

  /** Gives the deadline's timer back. */
  release(): void {
    this.#deadline?.release();
  }

  /** The reply to what `build` makes, once more for every try: what the endpoint refused is left out of the next one. */
  async send(build: () => Request): Promise<CallReply | Unanswered> {
    for (;;) {
      const attempt = await this.#attempt(build);
      if (attempt.kind !== 'remedy') return attempt;
      const { remedy } = attempt;
      if (remedy.kind === 'drop') {
        for (const extra of remedy.extras)
          if (this.#series.dialect.drop(extra))
            this.#run.narrate(`The model service does not take ${EXTRA_NAMES[extra]}; it is left out from here on.`);
        continue;
      }
      if (remedy.kind === 'end') {
        if (remedy.why === 'key-refused' && attempt.wasSent && this.#run.credentials.renew(this.#sent)) continue;
        const outcome = this.unanswered(remedy.why, remedy.detail);
        if (remedy.everyone && this.#run.halt.call(outcome))
          this.#run.narrate(`No question can be asked: ${outcome.detail}.`);
        return outcome;
      }
      const ended = await this.#wait(remedy, attempt.retryAfter);
      if (ended !== null) return ended;
    }
  }

  /** No answer, told in one line without secrets. */
  unanswered(why: NoAnswer, detail: string): Unanswered {
    return { kind: 'unanswered', why, detail: this.#clean(detail) };
  }

  narrate(what: string): void {
    this.#run.narrate(`${this.#id}: ${this.#clean(what)}`);
  }

  /** Waits before a retry; gives the outcome when there is none. */
  async #wait(remedy: Remedy & { kind: 'retry' }, retryAfter: string | null): Promise<Unanswered | null> {
    const { clock, halt } = this.#run;
    this.#retries += 1;
    const count = this.#retries;
    if (count > MAX_RETRIES) return this.unanswered(remedy.why, `${remedy.what}, still after ${MAX_RETRIES} retries`);
    const wait = waitBefore(count, { retryAfter, now: clock.now(), random: clock.random });
    const deadline = this.#deadline ?? this.#series.deadline;
    const seconds = (wait / 1000).toFixed(1);
    if (clock.now() + wait >= deadline.at)
      return this.unanswered(remedy.why, `${remedy.what}; a wait of ${seconds} s does not fit the deadline`);
    this.narrate(`${remedy.what}; waiting ${seconds} s before retry ${count} of ${MAX_RETRIES}`);
    await clock.sleep(wait, AbortSignal.any([deadline.signal, halt.signal]));
    return null;
  }

  /** One call, when the gate, a slot and the budget let it through. */
  async #attempt(build: () => Request): Promise<Attempt> {
    const { gate } = this.#series;
    const role = await gate.enter(this.#patience());
    if (role === null) return this.#ended();
    let hasBegun = false;
    try {
      const place = this.#isLater || this.#begunAt !== null ? 'ahead' : 'behind';
      if (!(await this.#run.slots.take(this.#patience(), place))) return this.#ended();
      try {
        return await this.#callWithin({ role, build }, () => {
          hasBegun = true;
          if (role === 'warms') gate.begun();
        });
      } finally {
        this.#run.slots.free();
      }
    } finally {
      if (role === 'warms' && !hasBegun) gate.failed();
    }
  }

  async #callWithin({ role, build }: { role: Role; build: () => Request }, onBegin: () => void): Promise<Attempt> {
    const deadline = this.#begin();
    if (deadline.signal.aborted || this.#run.halt.reason !== null) return this.#ended();
    const { model, dialect } = this.#series;
    const request = build();
    const estimate = this.#run.estimator.estimate({ model, request, prefix: this.#billingOf(role, request) });
    const reservation = await this.#run.budget.reserve(estimate, this.#patience());
    if (reservation === null) return this.#ended();
    if (reservation.kind === 'denied') {
      this.narrate(`not asked: ${reservation.detail}`);
      return this.unanswered('budget', reservation.detail);
    }
    let actual: Spending = { tokens: 0, cost: 0 };
    try {
      this.#sent = await this.#run.credentials.headers(deadline.signal);
      this.#ledger.begin();
      const headers = dialect.takes('version') ? this.#sent : { ...this.#sent, 'anthropic-version': OLD_API_VERSION };
      const result = await this.#run.client.call(request.body, { headers, signal: deadline.signal, onBegin });
      actual = this.#record({ result, request, estimate, role });
      return this.#attemptOf(result, request);
    } catch (error) {
      if (deadline.signal.aborted) return this.#ended();
      if (error instanceof CredentialError)
        return { kind: 'remedy', remedy: credentialRemedy(error), retryAfter: null, wasSent: false };
      throw error;
    } finally {
      reservation.settle(actual);
    }
  }

  #attemptOf(result: CallResult, request: Request): Attempt {
    if (result.kind === 'aborted') return this.#ended();
    if (result.kind === 'reply') return result;
    const { status, type, message, retryAfter } = result;
    const remedy = remedyFor({ status, type, message: this.#clean(message) }, request.extras);
    return { kind: 'remedy', remedy, retryAfter, wasSent: true };
  }

  /** Adds a call to the figures, and gives what it took from the budget: the estimate where nobody tells. */
  #record(call: { result: CallResult; request: Request; estimate: Spending; role: Role }): Spending {
    const { result, request, estimate, role } = call;
    const { cache } = this.#series;
    const requestId = result.requestId === null ? null : this.#clean(result.requestId);
    const took = this.#ledger.record(result.usage, requestId);
    // A call that was given up before its first event may have been counted by the service all the same.
    if (!result.hasBegun) return result.kind === 'aborted' ? estimate : { tokens: 0, cost: 0 };
    this.#run.estimator.learn(request, result.usage);
    if (role === 'follows' && request.extras.has('cache-marks') && result.usage.cacheRead !== null) {
      if (result.usage.cacheRead > 0) cache.reads += 1;
      else cache.misses += 1;
    }
    return { tokens: took.tokens ?? estimate.tokens, cost: took.cost ?? estimate.cost };
  }

  #billingOf(role: Role, request: Request): PrefixBilling {
    if (!request.extras.has('cache-marks')) return 'input';
    if (role === 'warms') return 'cache-write';
    const { reads, misses } = this.#series.cache;
    return reads === 0 && misses > 0 ? 'cache-write' : 'cache-read';
  }

  /** The errand's own deadline runs from its first call on. */
  #begin(): Deadline {
    if (this.#deadline !== null) return this.#deadline;
    const { clock, questionTimeoutMs, runDeadline } = this.#run;
    this.#begunAt = clock.now();
    this.#deadline = startDeadline(clock, Math.min(this.#begunAt + questionTimeoutMs, runDeadline));
    return this.#deadline;
  }

  /** What ends a wait that is not a call. */
  #patience(): AbortSignal {
    return AbortSignal.any([(this.#deadline ?? this.#series.deadline).signal, this.#run.halt.signal]);
  }

  /** Why there is no answer, where no call can tell: the run was halted, or a deadline passed. */
  #ended(): Unanswered {
    const { halt, runDeadline, questionTimeoutMs } = this.#run;
    if (halt.reason !== null) return halt.reason;
    const isRuns = (this.#deadline?.at ?? runDeadline) === runDeadline;
    const detail = isRuns
      ? "timed out: the run's deadline (run-timeout-seconds) passed"
      : `timed out: no answer within ${questionTimeoutMs / 1000} s (timeout-seconds)`;
    return this.unanswered('timeout', detail);
  }

  /** One line without secrets: a service may repeat in its words what it was sent. */
  #clean(text: string): string {
    const line = this.#run.credentials
      .redact(text)
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim();
    const points = [...line.slice(0, 2_000)];
    return points.length <= 500 ? line : `${points.slice(0, 499).join('')}…`;
  }
}

function credentialRemedy({ message, passing }: CredentialError): Remedy {
  if (passing) return { kind: 'retry', why: 'error', what: message };
  return { kind: 'end', why: 'key-refused', detail: message, everyone: true };
}
