import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Listening, listen } from '../listen.ts';
import { credentialOf, exchange } from './credentials.ts';
import { foreignModel, MODELS, type ModelCard } from './models.ts';
import { openPromptCache, wholePrompt } from './prompt-cache.ts';
import { askedOf, openFit } from './reply.ts';
import { type MessagesBody, whyRefused } from './request.ts';
import { fail, send } from './send.ts';
import type { ModelOptions, ModelState, Question, StandInModel } from './state.ts';
import { whyToolsRefused } from './tool-rules.ts';
import { answer } from './turn.ts';

/** Serves the Messages API on the loopback address, with the service's own refusals and rules of caching. */
export async function startModel(options: ModelOptions = {}): Promise<StandInModel> {
  const state: ModelState = {
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

async function route(
  state: ModelState,
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
): Promise<void> {
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
  const refused = card === null ? null : (whyRefused(body, card, counting) ?? whyToolsRefused(body, card));
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
