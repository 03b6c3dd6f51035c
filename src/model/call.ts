import { BaseAnthropic } from '@anthropic-ai/sdk/client';
import type { Message, MessageCreateParamsBase } from '@anthropic-ai/sdk/resources/messages/messages';
import { Messages } from '@anthropic-ai/sdk/resources/messages/messages';
import { type CallResult, OversizedResponse, Reading } from './reading.ts';

export type CallOptions = {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Called when the first event of the response has come: from then on its prefix can be read from the cache. */
  onBegin(): void;
};

export type MessagesClient = {
  call(body: MessageCreateParamsBase & { readonly stream: boolean }, options: CallOptions): Promise<CallResult>;
};

/** The version that this SDK's requests are written in; a test compares it with what the SDK itself sends. */
export const API_VERSION = '2026-10-21';
/** Below this, servers that refuse `API_VERSION` agree. */
export const OLD_API_VERSION = '2023-06-01';
const SILENT = { error: ignore, warn: ignore, info: ignore, debug: ignore };

function ignore(): void {}

/**
 * The Messages API at `baseUrl` through the SDK, with everything said explicitly: no address, key, header, logger, retry or
 * trace comes from the environment (SU-30, SU-34).
 */
export function createMessagesClient(baseUrl: string): MessagesClient {
  const client = new BaseAnthropic({
    baseURL: baseUrl,
    // Never sent, but without one the SDK looks for credentials in the environment and in files.
    apiKey: 'unused',
    webhookKey: null,
    maxRetries: 0,
    // Deadlines are ours; the SDK's own timeout ends with the headers and leaves a stalled body alone.
    timeout: 2_147_483_647,
    logger: SILENT,
    logLevel: 'off',
    openTelemetry: false,
    fetch: fetchExactly,
  });
  const messages = new Messages(client);
  return {
    async call(body, { headers, signal, onBegin }) {
      const reading = new Reading(onBegin);
      try {
        const options = { headers: exactHeaders(headers), signal };
        if (!body.stream) {
          const { data, request_id } = await messages.create({ ...body, stream: false }, options).withResponse();
          reading.takeMessage(data, request_id ?? null);
        } else {
          const { data, response } = await messages.create({ ...body, stream: true }, options).withResponse();
          reading.requestId = response.headers.get('request-id');
          // A server that ignores `stream` answers whole.
          if (/\bjson\b/.test(response.headers.get('content-type') ?? ''))
            reading.takeMessage((await response.json()) as Message, reading.requestId);
          else for await (const event of data) if (!reading.take(event)) break;
        }
        // The SDK ends an aborted stream quietly, as if it had come to its end.
        if (signal.aborted) return reading.aborted();
        return reading.result();
      } catch (error) {
        return signal.aborted ? reading.aborted() : reading.failed(error);
      }
    },
  };
}

/** What may go out, all of it set by `exactHeaders`: the SDK adds platform facts and, from the environment, anything. */
const SENT_HEADERS = [
  'accept',
  'content-type',
  'user-agent',
  'anthropic-version',
  'anthropic-beta',
  'authorization',
  'x-api-key',
];

/** A null takes away what the SDK or the environment would send. */
function exactHeaders(headers: Readonly<Record<string, string>>): Record<string, string | null> {
  return {
    'anthropic-beta': null,
    'x-api-key': null,
    authorization: null,
    accept: 'application/json',
    'content-type': 'application/json',
    'user-agent': 'revi',
    'anthropic-version': API_VERSION,
    ...headers,
  };
}

/** Bytes of one response: more than the longest answer takes, event by event. */
const MAX_BODY = 32_000_000;

/** A redirect is not followed: to another host it would carry the key along. */
async function fetchExactly(url: string | URL | globalThis.Request, init: RequestInit = {}): Promise<Response> {
  const given = new Headers(init.headers);
  const headers = SENT_HEADERS.flatMap((name): [string, string][] => {
    const value = given.get(name);
    return value === null ? [] : [[name, value]];
  });
  return bounded(await fetch(url, { ...init, headers, redirect: 'manual' }));
}

/** The SDK reads a whole body into memory, whoever sends it. */
function bounded(response: Response): Response {
  if (response.body === null) return response;
  let left = MAX_BODY;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.byteLength;
      if (left >= 0) controller.enqueue(chunk);
      else controller.error(new OversizedResponse('the response is too large'));
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counting), { status, statusText, headers });
}
