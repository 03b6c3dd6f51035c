import { UserError } from '../core/errors.ts';
import type { Answer, QuestionBatch } from '../core/question.ts';
import type { LoopEnd, ToolLoop } from '../core/reconcile/tool-loop.ts';
import type { Asking, Clock, Model, Narrate } from '../ports.ts';
import { createBudget } from './budget.ts';
import { createMessagesClient } from './call.ts';
import { type CredentialOptions, createCredentials } from './credentials.ts';
import { startDeadline } from './deadline.ts';
import { createDialect, type Dialect } from './dialect.ts';
import type { Run, Series } from './errand.ts';
import { BYTES_PER_TOKEN, createEstimator } from './estimate.ts';
import { createGate, createSlots } from './fan-out.ts';
import { createHalt } from './halt.ts';
import { askQuestion } from './inquiry.ts';
import { createLadder } from './ladder.ts';
import { factsOf, PRICES_DATE, resolveModelName } from './prices.ts';
import type { Effort } from './request.ts';
import { workThrough } from './tool-loop.ts';

export type ApiOptions = CredentialOptions & {
  /** A server that speaks the Messages API; the service itself unless given. */
  readonly baseUrl?: string | undefined;
  /** Calls at once, over the whole run. */
  readonly maxParallel: number;
  /** For one question with its retries and repair, from its first call on. */
  readonly questionTimeoutMs: number;
  /** Epoch milliseconds after which nothing is asked any more. */
  readonly runDeadline: number;
  /** Tokens that one request may have. */
  readonly contextTokens: number;
  readonly maxCostUsd?: number | undefined;
  readonly maxInputTokens?: number | undefined;
  readonly clock: Clock;
  /** Lines hold question ids, statuses and the service's own words on a refusal; never a key or a prompt. */
  readonly narrate: Narrate;
};

const OFFICIAL_BASE_URL = 'https://api.anthropic.com';

/**
 * The `api` runtime (SU-30). Throws a `ModelError` without a key, and a `UserError` where `max-cost-usd` bounds a model
 * whose price is unknown (SU-36) or `base-url` is no address. `detail` of an unanswered question may quote the service or
 * the model: untrusted.
 */
export function createApiModel(options: ApiOptions & Choice): Model {
  return createApiRuntime(options)(options);
}

/** Which model, and how hard it tries: what the actions of one run may differ in. */
export type Choice = {
  /** An alias or a full name (SU-31). */
  readonly model: string;
  readonly effort?: Effort | undefined;
};

/** Makes the models of one run, which share its credentials, concurrency, budgets and deadline (SU-34, SU-36). */
export function createApiRuntime(options: ApiOptions): (choice: Choice) => Model {
  const { clock, narrate, contextTokens, maxCostUsd, maxInputTokens, questionTimeoutMs, runDeadline } = options;
  const baseUrl = parseBaseUrl(options.baseUrl);
  const run: Run = {
    clock,
    narrate,
    client: createMessagesClient(baseUrl),
    credentials: createCredentials(options, { baseUrl, clock }),
    slots: createSlots(options.maxParallel),
    budget: createBudget({ maxInputTokens, maxCostUsd }),
    estimator: createEstimator(),
    halt: createHalt(),
    questionTimeoutMs,
    runDeadline,
  };
  const dialects = new Map<string, Dialect>();

  /** What one model of an endpoint refuses, another may take. */
  function dialectOf(model: string): Dialect {
    const known = dialects.get(model) ?? createDialect();
    dialects.set(model, known);
    return known;
  }

  /** What calls with one prefix share; its deadline is to be released. */
  function startSeries(choice: Choice, over: { readonly model?: string; readonly effort?: string }): Series {
    const model = resolveModelName(over.model ?? choice.model);
    requirePrice(model, maxCostUsd);
    return {
      run,
      model,
      facts: factsOf(model),
      effort: (over.effort as Effort | undefined) ?? choice.effort,
      dialect: dialectOf(model),
      gate: createGate(),
      deadline: startDeadline(clock, runDeadline),
      cache: { reads: 0, misses: 0 },
    };
  }

  async function ask(choice: Choice, batch: QuestionBatch, asking: Asking): Promise<readonly Answer[]> {
    const series = startSeries(choice, asking);
    const shared = { ...series, batch, judge: createLadder(batch.schema) };
    try {
      return await Promise.all(
        batch.questions.map(async (question) => {
          const answer = await askQuestion(question, shared);
          asking.onAnswer?.(answer);
          return answer;
        }),
      );
    } finally {
      series.deadline.release();
      tellUselessCache(series, [batch.system, batch.shared]);
    }
  }

  async function work(choice: Choice, loop: ToolLoop): Promise<LoopEnd> {
    const series = startSeries(choice, loop);
    try {
      return await workThrough({ ...series, loop, contextTokens });
    } finally {
      series.deadline.release();
      tellUselessCache(series, [loop.system, loop.material, loop.task]);
    }
  }

  return (choice) => {
    const name = resolveModelName(choice.model);
    requirePrice(name, maxCostUsd);
    const outputPrice = factsOf(name)?.prices.output ?? null;
    return {
      name,
      outputPrice: outputPrice === null ? null : outputPrice / 1_000_000,
      roomFor: (overhead) => Math.max(0, Math.floor(contextTokens * BYTES_PER_TOKEN) - overhead),
      ask: (batch, asking = {}) => ask(choice, batch, asking),
      work: (loop) => work(choice, loop),
    };
  };
}

function parseBaseUrl(given: string | undefined): string {
  const address = (given ?? OFFICIAL_BASE_URL).trim().replace(/\/+$/, '');
  const isAddress = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  if (!isAddress)
    throw new UserError(
      `The input base-url is not an address. Expected one like ${OFFICIAL_BASE_URL}, that /v1/messages is added to.`,
    );
  return address;
}

function requirePrice(model: string, maxCostUsd: number | undefined): void {
  if (maxCostUsd === undefined || factsOf(model) !== null) return;
  throw new UserError(
    `max-cost-usd cannot be kept: the price of the model "${model}" is not known (table of ${PRICES_DATE}). Use max-input-tokens instead.`,
  );
}

/** One line for whoever pays: an endpoint that was asked to cache, could have, and did not. */
function tellUselessCache({ run, facts, cache }: Series, prefix: readonly string[]): void {
  if (cache.reads > 0 || cache.misses < 2) return;
  const bytes = prefix.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  if (run.estimator.tokens(bytes) > (facts?.cacheFloor ?? 0))
    run.narrate('The model service does not cache the shared part of the prompts; every call pays for it in full.');
}
