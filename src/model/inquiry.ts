import type { Answer, NoAnswer, Question, QuestionBatch } from '../core/question.ts';
import type { Clock, Narrate } from '../ports.ts';
import type { Budget, Spending } from './budget.ts';
import { type MessagesClient, OLD_API_VERSION } from './call.ts';
import { CredentialError, type Credentials } from './credentials.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { type Dialect, EXTRA_NAMES } from './dialect.ts';
import type { Estimator, PrefixBilling } from './estimate.ts';
import type { Gate, Role, Slots } from './fan-out.ts';
import type { Halt } from './halt.ts';
import type { Reply, Verdict } from './ladder.ts';
import { Ledger } from './ledger.ts';
import type { ModelFacts } from './prices.ts';
import type { CallResult } from './reading.ts';
import { buildRequest, type Effort, type Repair, type Request } from './request.ts';
import { MAX_RETRIES, type Remedy, remedyFor, waitBefore } from './retry.ts';

/** What all questions of a run share. */
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

/** What the questions of one batch share besides. */
export type BatchRun = {
  readonly run: Run;
  readonly batch: QuestionBatch;
  readonly model: string;
  readonly facts: ModelFacts | null;
  readonly effort: Effort | undefined;
  readonly dialect: Dialect;
  readonly gate: Gate;
  readonly judge: (reply: Reply) => Verdict;
  /** The run's deadline, for questions that have not begun. */
  readonly deadline: Deadline;
  /** Answers to followers whose prefix was, and was not, read from the cache. */
  readonly cache: { reads: number; misses: number };
};

type Outcome = Exclude<Verdict, { kind: 'unfit' }>;

type Attempt =
  | { readonly kind: 'reply'; readonly reply: Reply }
  /** `wasSent` is false when there was no token to send a request with. */
  | { readonly kind: 'remedy'; readonly remedy: Remedy; readonly retryAfter: string | null; readonly wasSent: boolean }
  | { readonly kind: 'ended'; readonly outcome: Outcome };

/** Asks one question until it is answered or cannot be: retries and one repair turn within its deadline (SU-33, SU-34). */
export async function askQuestion(question: Question, shared: BatchRun): Promise<Answer> {
  const inquiry = new Inquiry(question, shared);
  return inquiry.answer();
}

class Inquiry {
  readonly #question: Question;
  readonly #shared: BatchRun;
  readonly #run: Run;
  #deadline: Deadline | null = null;
  #begunAt: number | null = null;
  #sent: Readonly<Record<string, string>> = {};
  readonly #ledger: Ledger;

  constructor(question: Question, shared: BatchRun) {
    this.#question = question;
    this.#shared = shared;
    this.#run = shared.run;
    this.#ledger = new Ledger(shared.model);
  }

  async answer(): Promise<Answer> {
    try {
      const outcome = await this.#pursue();
      const milliseconds = this.#begunAt === null ? 0 : this.#run.clock.now() - this.#begunAt;
      return { id: this.#question.id, ...this.#ledger.figures(), milliseconds, ...outcome };
    } finally {
      this.#deadline?.release();
    }
  }

  async #pursue(): Promise<Outcome> {
    let repair: Repair | null = null;
    let retries = 0;
    for (;;) {
      const attempt: Attempt = await this.#attempt(repair);
      if (attempt.kind === 'ended') return attempt.outcome;
      if (attempt.kind === 'reply') {
        const verdict = this.#shared.judge(attempt.reply);
        if (verdict.kind !== 'unfit') return this.#plain(verdict);
        if (repair !== null)
          return this.#unanswered('invalid', `the answer does not fit: ${verdict.problems.join('; ')}`);
        this.#narrate('the answer does not fit what was asked for; asking once more');
        repair = { text: attempt.reply.text, problems: verdict.problems };
        continue;
      }
      const { remedy } = attempt;
      if (remedy.kind === 'drop') {
        for (const extra of remedy.extras)
          if (this.#shared.dialect.drop(extra))
            this.#run.narrate(`The model service does not take ${EXTRA_NAMES[extra]}; it is left out from here on.`);
        continue;
      }
      if (remedy.kind === 'end') {
        if (remedy.why === 'key-refused' && attempt.wasSent && this.#run.credentials.renew(this.#sent)) continue;
        const outcome = this.#unanswered(remedy.why, remedy.detail);
        if (remedy.everyone && this.#run.halt.call(outcome))
          this.#run.narrate(`No question can be asked: ${outcome.detail}.`);
        return outcome;
      }
      retries += 1;
      const ended = await this.#wait(retries, remedy, attempt.retryAfter);
      if (ended !== null) return ended;
    }
  }

  /** Waits before a retry; gives the outcome when there is none. */
  async #wait(count: number, remedy: Remedy & { kind: 'retry' }, retryAfter: string | null): Promise<Outcome | null> {
    const { clock, halt } = this.#run;
    if (count > MAX_RETRIES) return this.#unanswered(remedy.why, `${remedy.what}, still after ${MAX_RETRIES} retries`);
    const wait = waitBefore(count, { retryAfter, now: clock.now(), random: clock.random });
    const deadline = this.#deadline ?? this.#shared.deadline;
    const seconds = (wait / 1000).toFixed(1);
    if (clock.now() + wait >= deadline.at)
      return this.#unanswered(remedy.why, `${remedy.what}; a wait of ${seconds} s does not fit the deadline`);
    this.#narrate(`${remedy.what}; waiting ${seconds} s before retry ${count} of ${MAX_RETRIES}`);
    await clock.sleep(wait, AbortSignal.any([deadline.signal, halt.signal]));
    return null;
  }

  /** One call, when the batch's gate, a slot and the budget let it through. */
  async #attempt(repair: Repair | null): Promise<Attempt> {
    const { gate } = this.#shared;
    const role = await gate.enter(this.#patience());
    if (role === null) return this.#ended();
    let hasBegun = false;
    try {
      const place = this.#begunAt === null ? 'behind' : 'ahead';
      if (!(await this.#run.slots.take(this.#patience(), place))) return this.#ended();
      try {
        return await this.#callWithin({ role, repair }, () => {
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

  async #callWithin({ role, repair }: { role: Role; repair: Repair | null }, onBegin: () => void): Promise<Attempt> {
    const deadline = this.#begin();
    if (deadline.signal.aborted || this.#run.halt.reason !== null) return this.#ended();
    const { batch, model, facts, effort, dialect } = this.#shared;
    const request = buildRequest({ model, facts, effort, batch, question: this.#question, dialect, repair });
    const prefix = this.#billingOf(role, request);
    const estimate = this.#run.estimator.estimate({ model, request, prefix, answerTokens: batch.answerTokens });
    const reservation = await this.#run.budget.reserve(estimate, this.#patience());
    if (reservation === null) return this.#ended();
    if (reservation.kind === 'denied') {
      this.#narrate(`not asked: ${reservation.detail}`);
      return { kind: 'ended', outcome: this.#unanswered('budget', reservation.detail) };
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
    if (result.kind === 'reply') return { kind: 'reply', reply: result };
    const { status, type, message, retryAfter } = result;
    const remedy = remedyFor({ status, type, message: this.#clean(message) }, request.extras);
    return { kind: 'remedy', remedy, retryAfter, wasSent: true };
  }

  /** Adds a call to this question's figures, and gives what it took from the budget: the estimate where nobody tells. */
  #record(call: { result: CallResult; request: Request; estimate: Spending; role: Role }): Spending {
    const { result, request, estimate, role } = call;
    const { cache } = this.#shared;
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
    const { reads, misses } = this.#shared.cache;
    return reads === 0 && misses > 0 ? 'cache-write' : 'cache-read';
  }

  /** The question's own deadline runs from its first call on. */
  #begin(): Deadline {
    if (this.#deadline !== null) return this.#deadline;
    const { clock, questionTimeoutMs, runDeadline } = this.#run;
    this.#begunAt = clock.now();
    this.#deadline = startDeadline(clock, Math.min(this.#begunAt + questionTimeoutMs, runDeadline));
    return this.#deadline;
  }

  /** What ends a wait that is not a call. */
  #patience(): AbortSignal {
    return AbortSignal.any([(this.#deadline ?? this.#shared.deadline).signal, this.#run.halt.signal]);
  }

  /** Why there is no answer, where no call can tell: the run was halted, or a deadline passed. */
  #ended(): Attempt {
    const { halt, runDeadline, questionTimeoutMs } = this.#run;
    if (halt.reason !== null) return { kind: 'ended', outcome: halt.reason };
    const isRuns = (this.#deadline?.at ?? runDeadline) === runDeadline;
    const detail = isRuns
      ? "timed out: the run's deadline (run-timeout-seconds) passed"
      : `timed out: no answer within ${questionTimeoutMs / 1000} s (timeout-seconds)`;
    return { kind: 'ended', outcome: this.#unanswered('timeout', detail) };
  }

  #unanswered(why: NoAnswer, detail: string): Outcome & { kind: 'unanswered' } {
    return { kind: 'unanswered', why, detail: this.#clean(detail) };
  }

  #plain(outcome: Outcome): Outcome {
    return outcome.kind === 'answered' ? outcome : this.#unanswered(outcome.why, outcome.detail);
  }

  #narrate(what: string): void {
    this.#run.narrate(`${this.#question.id}: ${this.#clean(what)}`);
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
