import { APIError } from '@anthropic-ai/sdk/error';
import type { Message, RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages/messages';
import type { Usage } from '../core/question.ts';
import { NO_USAGE, readUsage, UNKNOWN_USAGE } from './usage.ts';

type CallFigures = {
  readonly requestId: string | null;
  /** Zero where the service did nothing (a refused request); unknown where it did not tell. */
  readonly usage: Usage;
  /** The response's first event came. */
  readonly hasBegun: boolean;
};

export type CallReply = CallFigures & {
  readonly kind: 'reply';
  readonly text: string;
  /** The content as it came, where it came whole and is not oversized: untrusted. A stream leaves only its text. */
  readonly content: readonly unknown[];
  readonly stopReason: string | null;
  readonly refusal: string | null;
};

/** What came of one HTTP request to the Messages API. */
export type CallResult =
  | CallReply
  | (CallFigures &
      (
        | {
            readonly kind: 'failure';
            /** HTTP status, or null for a network error, a dropped stream, or an error inside the stream. */
            readonly status: number | null;
            /** The service's name of the error, such as `overloaded_error`. */
            readonly type: string | null;
            /** The service's words: untrusted. */
            readonly message: string;
            readonly retryAfter: string | null;
          }
        /** The signal aborted. */
        | { readonly kind: 'aborted' }
      ));

/** No answer is longer; a server that never stops talking is cut off. */
const MAX_TEXT = 4_000_000;
/** Levels of objects and lists in an answer: an input of a tool has two or three. */
const MAX_DEPTH = 100;

/** A response whose body was not read to its end. */
export class OversizedResponse extends Error {
  override readonly name = 'OversizedResponse';
}

/** Gathers a response, streamed or whole, and keeps what is known of it when it breaks off. */
export class Reading {
  requestId: string | null = null;
  readonly #onBegin: () => void;
  readonly #usage: unknown[] = [];
  #text = '';
  #content: readonly unknown[] = [];
  #stopReason: string | null = null;
  #refusal: string | null = null;
  #hasBegun = false;
  #isWhole = false;

  constructor(onBegin: () => void) {
    this.#onBegin = onBegin;
  }

  /** False when enough has been read. Compatible servers leave fields out, whatever the types say. */
  take(event: RawMessageStreamEvent): boolean {
    switch (event.type) {
      case 'message_start':
        this.#begin();
        this.#usage.push(event.message?.usage);
        break;
      case 'content_block_start':
        if (event.content_block?.type === 'text') this.#text += event.content_block.text ?? '';
        break;
      case 'content_block_delta':
        if (event.delta?.type === 'text_delta') this.#text += event.delta.text ?? '';
        break;
      case 'message_delta':
        this.#usage.push(event.usage);
        this.#stop(event.delta?.stop_reason, event.delta?.stop_details);
        break;
      case 'message_stop':
        this.#isWhole = true;
        break;
    }
    if (this.#text.length <= MAX_TEXT) return true;
    this.#stopReason = 'max_tokens';
    return false;
  }

  takeMessage(message: Message, requestId: string | null): void {
    this.requestId = requestId;
    if (typeof message !== 'object' || message === null) throw new Error('the response is not a message');
    this.#begin();
    this.#usage.push(message.usage);
    this.#stop(message.stop_reason, message.stop_details);
    this.#isWhole = true;
    const content: readonly unknown[] = Array.isArray(message.content) ? message.content : [];
    if (!fits(content)) {
      this.#stopReason = 'max_tokens';
      return;
    }
    this.#content = content;
    for (const block of content) this.#text += textOf(block);
  }

  result(): CallResult {
    if (!this.#isWhole && this.#stopReason === null) return this.#broken('the response broke off');
    const { requestId } = this;
    const usage = readUsage(this.#usage);
    const reply = {
      text: this.#text,
      content: this.#content,
      stopReason: this.#stopReason,
      refusal: this.#refusal,
    };
    return { kind: 'reply', requestId, usage, hasBegun: this.#hasBegun, ...reply };
  }

  aborted(): CallResult {
    return { kind: 'aborted', requestId: this.requestId, usage: this.#usageSoFar(), hasBegun: this.#hasBegun };
  }

  failed(error: unknown): CallResult {
    if (error instanceof OversizedResponse) {
      this.#begin();
      this.#stopReason = 'max_tokens';
      return this.result();
    }
    if (!(error instanceof APIError)) return this.#broken(causeOf(error));
    this.requestId ??= error.requestID ?? null;
    if (error.status === undefined && error.type === null) return this.#broken(causeOf(error));
    const message = error.apiMessage ?? error.message;
    const retryAfter = error.headers?.get('retry-after') ?? null;
    return this.#failure({ message, status: error.status ?? null, type: error.type, retryAfter });
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#onBegin();
  }

  #stop(
    reason: string | null | undefined,
    details: { category?: unknown; explanation?: unknown } | null | undefined,
  ): void {
    this.#stopReason = reason ?? this.#stopReason;
    if (reason !== 'refusal') return;
    this.#refusal = [details?.category, details?.explanation].filter((part) => typeof part === 'string').join(': ');
  }

  #usageSoFar(): Usage {
    if (!this.#hasBegun) return NO_USAGE;
    return this.#usage.length === 0 ? UNKNOWN_USAGE : readUsage(this.#usage);
  }

  /** A connection that failed, or a stream that was dropped. */
  #broken(message: string): CallResult {
    return this.#failure({ message, status: null, type: null, retryAfter: null });
  }

  #failure(what: {
    message: string;
    status: number | null;
    type: string | null;
    retryAfter: string | null;
  }): CallResult {
    return { kind: 'failure', requestId: this.requestId, usage: this.#usageSoFar(), hasBegun: this.#hasBegun, ...what };
  }
}

/** What is nested too deeply to be written again does not fit either. */
function fits(content: readonly unknown[]): boolean {
  let layer = content;
  for (let depth = 0; layer.length > 0; depth += 1) {
    if (depth === MAX_DEPTH) return false;
    layer = layer.flatMap((value): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return JSON.stringify(content).length <= MAX_TEXT;
}

function textOf(block: unknown): string {
  const { type, text } = (block ?? {}) as { type?: unknown; text?: unknown };
  return type === 'text' && typeof text === 'string' ? text : '';
}

/** The deepest cause: undici's `fetch failed` hides `ECONNREFUSED` there. */
function causeOf(error: unknown): string {
  let inner = error;
  for (let depth = 0; depth < 5 && inner instanceof Error && inner.cause instanceof Error; depth += 1)
    inner = inner.cause;
  if (!(inner instanceof Error)) return String(inner);
  const code = (inner as { code?: unknown }).code;
  return inner.message !== '' ? inner.message : String(code ?? inner.name);
}
