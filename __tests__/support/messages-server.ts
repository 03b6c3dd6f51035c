import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does with one call. */
export type Script = {
  /** The answer's text; JSON of an object. */
  readonly text?: string | Readonly<Record<string, unknown>>;
  /** Blocks of a whole answer instead of its text. */
  readonly content?: unknown;
  readonly stopReason?: string | null;
  readonly stopDetails?: Readonly<Record<string, unknown>>;
  /** An HTTP error instead of an answer, with the service's body, or another one. */
  readonly status?: number;
  readonly message?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An `error` event instead of an answer: before the first event, or in the middle of the text. */
  readonly streamError?: { readonly type: string; readonly at: 'start' | 'text' };
  /** Silence for good. */
  readonly stall?: 'headers' | 'start' | 'text';
  /** The connection is cut. */
  readonly cut?: 'headers' | 'start' | 'text';
  /** Milliseconds before the first event, and from there to the end. */
  readonly firstMs?: number;
  readonly restMs?: number;
  /** Usage objects of `message_start` and `message_delta`, instead of counted ones. */
  readonly usage?: readonly [unknown, unknown];
  /** A whole JSON message, though a stream was asked for. */
  readonly whole?: boolean;
};

export type ReceivedCall = {
  readonly body: CallBody;
  readonly raw: string;
  readonly headers: IncomingMessage['headers'];
  readonly at: number;
  /** When the first event went out, or null. */
  begunAt: number | null;
  endedAt: number | null;
  /** What was billed, or null for a refused call. */
  usage: { readonly input: number; readonly write: number; readonly read: number } | null;
};

export type Block = { readonly type: string; readonly text: string; readonly cache_control?: unknown };
export type ToolDefinition = { readonly name: string; readonly description: string; readonly input_schema: unknown };
export type CallBody = {
  readonly model: string;
  readonly max_tokens: number;
  readonly stream?: boolean;
  readonly tools?: readonly ToolDefinition[];
  readonly system?: readonly Block[];
  readonly messages: readonly { readonly role: string; readonly content: readonly Block[] }[];
  readonly output_config?: {
    readonly effort?: string;
    readonly format?: { readonly type: string; readonly schema: Readonly<Record<string, unknown>> };
  };
  readonly thinking?: { readonly type: string };
};

export type MessagesServer = {
  readonly url: string;
  readonly calls: readonly ReceivedCall[];
  /** Bodies of `POST /v1/oauth/token`. */
  readonly exchanges: readonly Readonly<Record<string, unknown>>[];
  readonly maxConcurrency: number;
  close(): Promise<void>;
};

export type ServerOptions = {
  /** The script of a call: `nth` counts, from 1, the calls whose last block is the same task. */
  answer(call: ReceivedCall, nth: number): Script;
  /** Tokens below which a prefix is not cached. */
  readonly floor?: number;
  readonly token?: (nth: number) => { readonly status?: number; readonly body: Readonly<Record<string, unknown>> };
};

/** One token for four characters: as good as any rule here. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** A block as it is counted and cached. */
function contentOf({ cache_control: _, ...block }: Block): string {
  return block.type === 'text' ? block.text : JSON.stringify(block);
}

/** Blocks before a mark in which what was cached earlier is looked for. */
const LOOK_BACK = 20;

/** The task of a call: its last block of text, without what a repair turn puts before it. */
export function taskOf(body: CallBody): string {
  const last = body.messages.at(-1)?.content.at(-1)?.text ?? '';
  return last.slice(last.lastIndexOf('\n\n') + 1).trim();
}

/**
 * A Messages API on loopback that answers by script and keeps the prompt cache's rules: an exact prefix up to the mark,
 * readable once the first response that wrote it has begun.
 */
export async function startMessagesServer(options: ServerOptions): Promise<MessagesServer> {
  const calls: ReceivedCall[] = [];
  const exchanges: Readonly<Record<string, unknown>>[] = [];
  const seen = new Map<string, number>();
  const cached = new Set<string>();
  let underWay = 0;
  let maxConcurrency = 0;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await read(request);
    if (request.url?.endsWith('/v1/oauth/token')) {
      exchanges.push(JSON.parse(raw) as Readonly<Record<string, unknown>>);
      const { status = 200, body } = options.token?.(exchanges.length) ?? { status: 404, body: {} };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      return;
    }
    const body = JSON.parse(raw) as CallBody;
    const call: ReceivedCall = {
      body,
      raw,
      headers: request.headers,
      at: Date.now(),
      begunAt: null,
      endedAt: null,
      usage: null,
    };
    calls.push(call);
    const nth = (seen.get(taskOf(body)) ?? 0) + 1;
    seen.set(taskOf(body), nth);
    underWay += 1;
    maxConcurrency = Math.max(maxConcurrency, underWay);
    response.on('close', () => {
      underWay -= 1;
      call.endedAt = Date.now();
    });
    await play({ script: options.answer(call, nth), call, response });
  }

  function bill(body: CallBody): NonNullable<ReceivedCall['usage']> {
    const blocks = [...(body.system ?? []), ...body.messages.flatMap(({ content }) => content)];
    const texts = blocks.map(contentOf);
    const tools = body.tools === undefined ? '' : JSON.stringify(body.tools);
    const prefixTokens = (end: number): number => countTokens(tools + texts.slice(0, end).join(''));
    const keyOf = (end: number): string =>
      JSON.stringify([body.model, body.output_config, body.thinking, tools, texts.slice(0, end)]);
    const all = prefixTokens(texts.length);
    const marks = blocks.flatMap(({ cache_control }, index) => (cache_control === undefined ? [] : [index + 1]));
    const written = marks.filter((end) => prefixTokens(end) >= (options.floor ?? 0));
    const last = written.at(-1);
    if (last === undefined) return { input: all, write: 0, read: 0 };
    const found = written.flatMap((end) =>
      Array.from({ length: LOOK_BACK + 1 }, (_, back) => end - back).filter((at) => at > 0 && cached.has(keyOf(at))),
    );
    const read = found.length === 0 ? 0 : prefixTokens(Math.max(...found));
    for (const end of written) cached.add(keyOf(end));
    return { input: all - prefixTokens(last), write: prefixTokens(last) - read, read };
  }

  async function play(scene: { script: Script; call: ReceivedCall; response: ServerResponse }): Promise<void> {
    const { script, call, response } = scene;
    await pause(script.firstMs ?? 0);
    if (script.stall === 'headers') return;
    if (script.cut === 'headers') return void response.destroy();
    const requestId = { 'request-id': `req_${calls.indexOf(call) + 1}` };
    if (script.status !== undefined) {
      const message = script.message ?? 'no';
      const body = script.body ?? JSON.stringify({ type: 'error', error: { type: `error_${script.status}`, message } });
      response
        .writeHead(script.status, { 'content-type': 'application/json', ...requestId, ...script.headers })
        .end(body);
      return;
    }
    const text = typeof script.text === 'string' ? script.text : JSON.stringify(script.text ?? {});
    const isBilled = script.streamError?.at !== 'start';
    if (isBilled) call.usage = bill(call.body);
    const { input = 0, write = 0, read = 0 } = call.usage ?? {};
    const counted = {
      input_tokens: input,
      cache_creation_input_tokens: write,
      cache_read_input_tokens: read,
      output_tokens: 1,
    };
    const output = script.content === undefined ? text : JSON.stringify(script.content);
    const [first, last] = script.usage ?? [counted, { output_tokens: countTokens(output) }];
    const stop = {
      stop_reason: script.stopReason === undefined ? 'end_turn' : script.stopReason,
      stop_details: script.stopDetails ?? null,
    };
    if (script.whole || call.body.stream !== true) {
      response.writeHead(200, { 'content-type': 'application/json', ...requestId });
      const content = script.content ?? [{ type: 'text', text }];
      const usage = { ...(first as object), ...(last as object) };
      response.end(JSON.stringify({ id: 'msg', type: 'message', role: 'assistant', content, usage, ...stop }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream', ...requestId });
    if (script.streamError?.at === 'start') return fail(response, script.streamError.type);
    call.begunAt = Date.now();
    send(response, 'message_start', { message: { id: 'msg', role: 'assistant', content: [], usage: first } });
    if (script.cut === 'start') {
      // Long enough for the event to arrive before the connection goes.
      await pause(20);
      return void response.destroy();
    }
    if (script.stall === 'start') return;
    send(response, 'content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
    send(response, 'ping', {});
    const half = Math.floor(text.length / 2);
    send(response, 'content_block_delta', { index: 0, delta: { type: 'text_delta', text: text.slice(0, half) } });
    await pause(script.restMs ?? (script.cut === 'text' ? 20 : 0));
    if (script.cut === 'text') return void response.destroy();
    if (script.stall === 'text') return;
    if (script.streamError) return fail(response, script.streamError.type);
    send(response, 'content_block_delta', { index: 0, delta: { type: 'text_delta', text: text.slice(half) } });
    send(response, 'content_block_stop', { index: 0 });
    send(response, 'message_delta', { delta: stop, usage: last });
    send(response, 'message_stop', {});
    response.end();
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    exchanges,
    get maxConcurrency() {
      return maxConcurrency;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, event: string, data: object): void {
  response.write(`event: ${event}\ndata: ${JSON.stringify({ type: event, ...data })}\n\n`);
}

function fail(response: ServerResponse, type: string): void {
  send(response, 'error', { error: { type, message: 'no' } });
  response.end();
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds));
}
