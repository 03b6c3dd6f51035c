import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Listening, listen, pause } from '../listen.ts';
import type { Issuer } from '../oidc.ts';
import { foreignModel, MODELS, type ModelCard } from './models.ts';
import { type CacheLookup, type InputUsage, openPromptCache, type PromptCache, tokensOf } from './prompt-cache.ts';
import { type Asked, answerText, askedOf, openFit, type Reply, type SchemaFit, type Script } from './reply.ts';
import { type MessagesBody, whyRefused } from './request.ts';

export type ModelOptions = {
  readonly port?: number;
  /** Scripted answers; see {@link Script}. */
  readonly answers?: Script;
  /** Answers what the script does not; default: an error, so that a test names what it expects. */
  readonly otherwise?: Reply | ((asked: Asked) => Reply);
  /** Milliseconds until an answer begins, and until it is complete. */
  readonly latency?: { readonly first?: number; readonly total?: number };
  /** Keys and tokens that are taken; default: any. */
  readonly keys?: readonly string[];
  /** Whether models are known that the service does not have. */
  readonly anyModel?: boolean;
  /** Tokens below which nothing is cached; default: the model's own floor. */
  readonly floor?: number;
  /** Tokens that a prompt may have; default: the model's own window. */
  readonly window?: number;
  /** `none`: answers without usage, as some compatible servers do. */
  readonly usage?: 'none';
  /** `none`: there is no `/v1/messages/count_tokens`. */
  readonly counting?: 'none';
  /** Whose identity tokens are exchanged at `/v1/oauth/token`. */
  readonly issuer?: Issuer;
  /** Runs when a question arrives, before it is answered: what happens on GitHub meanwhile. */
  readonly onQuestion?: (question: Question) => unknown;
};

/** One request for an answer as the log has it. */
export type Question = {
  /** The script's key that it was recognised by; null: none. */
  readonly key: string | null;
  readonly task: string;
  readonly body: MessagesBody;
  readonly credential: 'x-api-key' | 'bearer' | 'lent' | 'none';
  /** 0 until it is answered, and when the connection was broken. */
  status: number;
  usage: (InputUsage & { readonly output_tokens: number }) | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** When the answer began, that is when its prefix became readable. */
  begunAt: number | null;
};

export type StandInModel = {
  readonly url: string;
  /** Every request to `/v1/messages`, in the order of arrival. */
  readonly questions: readonly Question[];
  /** Bodies of the exchanges at `/v1/oauth/token` that succeeded. */
  readonly exchanges: readonly { readonly [member: string]: unknown }[];
  /** The most questions that were open at one time. */
  readonly concurrency: () => number;
  close(): Promise<void>;
};

type State = {
  readonly options: ModelOptions;
  readonly cache: PromptCache;
  readonly questions: Question[];
  readonly exchanges: { readonly [member: string]: unknown }[];
  readonly lent: Set<string>;
  readonly spent: Set<unknown>;
  readonly turns: Map<string, number>;
  readonly fits: SchemaFit;
  open: number;
  most: number;
};

/** Serves the Messages API on the loopback address, with the service's own refusals and rules of caching. */
export async function startModel(options: ModelOptions = {}): Promise<StandInModel> {
  const state: State = {
    options,
    cache: openPromptCache(options.floor ?? null),
    questions: [],
    exchanges: [],
    lent: new Set(),
    spent: new Set(),
    turns: new Map(),
    fits: openFit(),
    open: 0,
    most: 0,
  };
  const listening: Listening = await listen(
    (request, response, body) => route(state, request, response, body),
    options.port,
  );
  return {
    url: listening.url,
    questions: state.questions,
    exchanges: state.exchanges,
    concurrency: () => state.most,
    close: () => listening.close(),
  };
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: { readonly [name: string]: string } = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${randomUUID()}`, ...headers });
  response.end(JSON.stringify(body));
}

function fail(
  response: ServerResponse,
  status: number,
  message: string,
  headers: { readonly [name: string]: string } = {},
): void {
  const types: Record<number, string> = {
    400: 'invalid_request_error',
    401: 'authentication_error',
    403: 'permission_error',
    404: 'not_found_error',
    413: 'request_too_large',
    429: 'rate_limit_error',
    529: 'overloaded_error',
  };
  send(response, status, { type: 'error', error: { type: types[status] ?? 'api_error', message } }, headers);
}

async function route(state: State, request: IncomingMessage, response: ServerResponse, text: string): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://loopback').pathname;
  const what = `${request.method} ${path}`;
  if (what === 'POST /v1/oauth/token') return exchange(state, response, text);
  const credential = credentialOf(state, request);
  if (credential === null) return fail(response, 401, 'invalid x-api-key');
  const [, wanted] = /^GET \/v1\/models\/([^/]+)$/.exec(what) ?? [];
  if (what === 'GET /v1/models') {
    const data = MODELS.map(showModel);
    return send(response, 200, { data, has_more: false, first_id: data[0]?.id, last_id: data.at(-1)?.id });
  }
  if (wanted !== undefined) {
    const card = MODELS.find(({ id }) => id === wanted);
    return card ? send(response, 200, showModel(card)) : fail(response, 404, `model: ${wanted}`);
  }
  const counting = what === 'POST /v1/messages/count_tokens' && state.options.counting !== 'none';
  if (what !== 'POST /v1/messages' && !counting) return fail(response, 404, 'Not found');
  if (text.length > 32_000_000) return fail(response, 413, 'Request exceeds the maximum size');

  const body = JSON.parse(text) as MessagesBody;
  const card = MODELS.find(({ id }) => id === body.model) ?? (state.options.anyModel ? foreignModel(body.model) : null);
  const refused = card === null ? null : whyRefused(body, card, counting);
  if (counting) {
    if (card === null) return fail(response, 404, `model: ${body.model}`);
    if (refused !== null) return fail(response, 400, refused);
    return send(response, 200, { input_tokens: wholePrompt(state.cache.look(body, card).usage) });
  }
  const asked = askedOf(body, state.options.answers ?? {});
  const question: Question = {
    key: asked.key,
    task: asked.task,
    body,
    credential,
    status: 0,
    usage: null,
    startedAt: Date.now(),
    begunAt: null,
  };
  state.questions.push(question);
  state.open += 1;
  state.most = Math.max(state.most, state.open);
  try {
    await state.options.onQuestion?.(question);
    question.status = card === null ? 404 : refused === null ? 0 : 400;
    if (card === null) return fail(response, 404, `model: ${body.model}`);
    if (refused !== null) return fail(response, 400, refused);
    await answer(state, { question, asked, card, request, response });
  } finally {
    state.open -= 1;
  }
}

function showModel(card: ModelCard) {
  return {
    type: 'model',
    id: card.id,
    display_name: card.id,
    created_at: '2026-09-01T00:00:00Z',
    max_input_tokens: card.window,
    max_tokens: card.output,
    lifecycle: 'active',
  };
}

function credentialOf(state: State, request: IncomingMessage): Question['credential'] | null {
  const key = request.headers['x-api-key'];
  const [, bearer] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (bearer !== undefined && state.lent.has(bearer))
    // The service takes its OAuth tokens only beside the name of the beta.
    return String(request.headers['anthropic-beta'] ?? '').includes('oauth-2025-04-20') ? 'lent' : null;
  const given = bearer ?? (typeof key === 'string' ? key : undefined);
  if (given === undefined || given === '')
    return state.options.anyModel && state.options.keys === undefined ? 'none' : null;
  if (state.options.keys !== undefined && !state.options.keys.includes(given)) return null;
  return bearer === undefined ? 'x-api-key' : 'bearer';
}

/** Lends a token for an identity token; each identity token counts once. */
function exchange(state: State, response: ServerResponse, text: string): void {
  const body = JSON.parse(text) as { readonly [member: string]: unknown };
  const claims = state.options.issuer?.read(String(body['assertion'] ?? '')) ?? null;
  const denied = whyDenied(state, body, claims);
  if (denied !== null) {
    send(response, 401, { error: 'invalid_grant', error_description: denied });
    return;
  }
  state.spent.add(claims?.['jti']);
  const token = `sk-ant-oat01-${randomUUID()}`;
  state.lent.add(token);
  state.exchanges.push(body);
  send(response, 200, { access_token: token, token_type: 'Bearer', expires_in: 600 });
}

type Members = { readonly [member: string]: unknown };

function whyDenied(state: State, body: Members, claims: Members | null): string | null {
  if (body['grant_type'] !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return 'unsupported grant_type';
  if (claims === null) return 'the assertion is not genuine';
  if (claims['aud'] !== 'https://api.anthropic.com') return 'wrong audience';
  if (!String(body['federation_rule_id'] ?? '').startsWith('fdrl_') || !body['organization_id'])
    return 'unknown federation rule';
  return state.spent.has(claims['jti']) ? 'jti_reused' : null;
}

function wholePrompt(usage: InputUsage): number {
  return usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens;
}

type Turn = {
  readonly question: Question;
  readonly asked: Asked;
  readonly card: ModelCard;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
};

function replyTo(state: State, asked: Asked): Reply {
  const { answers = {}, otherwise } = state.options;
  const scripted = asked.key === null ? undefined : answers[asked.key];
  if (scripted !== undefined && asked.key !== null) {
    if (!Array.isArray(scripted)) return scripted as Reply;
    const turn = state.turns.get(asked.key) ?? 0;
    state.turns.set(asked.key, turn + 1);
    // The last answer of a list repeats.
    return (scripted[Math.min(turn, scripted.length - 1)] as Reply | undefined) ?? { status: 500 };
  }
  if (typeof otherwise === 'function') return otherwise(asked);
  return otherwise ?? { status: 500, message: `nobody said what to answer to: ${asked.task.slice(0, 300)}` };
}

async function answer(state: State, turn: Turn): Promise<void> {
  const { question, asked, card, request, response } = turn;
  const { latency = {}, window = card.window } = state.options;
  const look = state.cache.look(question.body, card);
  const whole = wholePrompt(look.usage);
  if (whole > window) {
    question.status = 400;
    return fail(response, 400, `prompt is too long: ${whole} tokens > ${window} maximum`);
  }
  const reply = replyTo(state, asked);
  await pause((latency.first ?? 0) + (reply.delay ?? 0));
  if (reply.disconnect === 'before') return void request.socket.destroy();
  // The connection ends when the client has enough or the server is closed.
  if (reply.stall) return new Promise((done) => response.once('close', done));
  if (reply.status !== undefined) {
    question.status = reply.status;
    return fail(response, reply.status, reply.message ?? 'The service failed', reply.headers);
  }
  await speak(state, turn, { reply, look });
}

/** Sends the answer, streamed if that was asked for. */
async function speak(state: State, turn: Turn, { reply, look }: { reply: Reply; look: CacheLookup }): Promise<void> {
  const { question, asked, request, response } = turn;
  const { latency = {}, usage: reported } = state.options;
  const text = reply.refusal === undefined ? answerText(reply, asked.schema, state.fits) : '';
  const usage = { ...look.usage, output_tokens: tokensOf(text) };
  const shown = reported === 'none' ? undefined : usage;
  const stop = reply.refusal !== undefined ? 'refusal' : reply.truncated !== undefined ? 'max_tokens' : 'end_turn';
  const details = reply.refusal === undefined ? null : { type: 'refusal', category: reply.refusal, explanation: null };
  const message = {
    id: `msg_${randomUUID()}`,
    type: 'message',
    role: 'assistant',
    model: question.body.model,
    content: [] as unknown[],
    stop_reason: null as string | null,
    stop_sequence: null,
    stop_details: null as unknown,
    usage: shown,
  };
  const rest = Math.max(0, (latency.total ?? 0) - (latency.first ?? 0));
  const begin = () => {
    question.begunAt = Date.now();
    question.status = 200;
    question.usage = usage;
    look.commit();
  };
  if (question.body.stream !== true) {
    await pause(rest);
    begin();
    const content = text === '' ? [] : [{ type: 'text', text }];
    return send(response, 200, { ...message, content, stop_reason: stop, stop_details: details });
  }
  begin();
  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': `req_${randomUUID()}` });
  const event = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  event('message_start', { message });
  event('ping', {});
  await pause(rest);
  if (reply.disconnect === 'during') {
    question.status = 0;
    return void request.socket.destroy();
  }
  if (text !== '') {
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
    for (const piece of text.match(/[\s\S]{1,40}/g) ?? [])
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: piece } });
    event('content_block_stop', { index: 0 });
  }
  event('message_delta', {
    delta: { stop_reason: stop, stop_sequence: null, stop_details: details },
    ...(shown ? { usage: shown } : {}),
  });
  event('message_stop', {});
  response.end();
}
