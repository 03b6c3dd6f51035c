import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pause } from '../listen.ts';
import { contentOf } from './content.ts';
import type { ModelCard } from './models.ts';
import { type CacheLookup, wholePrompt } from './prompt-cache.ts';
import type { Asked, Reply } from './reply.ts';
import type { MessagesBody } from './request.ts';
import { fail, send } from './send.ts';
import type { ModelState, Question } from './state.ts';
import { streamBlocks } from './stream.ts';

/** One question that is being answered. */
export type Turn = {
  readonly question: Question;
  readonly asked: Asked;
  readonly card: ModelCard;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
};

function replyTo(state: ModelState, asked: Asked, body: MessagesBody): Reply | Promise<Reply> {
  const { answers = {}, otherwise, work } = state.options;
  if (work !== undefined && (body.tools ?? []).length > 0) return work(body);
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

/** Looks into the cache, waits as long as the script says, and answers. */
export async function answer(state: ModelState, turn: Turn): Promise<void> {
  const { question, asked, card, request, response } = turn;
  const { latency = {}, window = card.window } = state.options;
  const look = state.cache.look(question.body, card);
  const whole = wholePrompt(look.usage);
  if (whole > window) {
    question.status = 400;
    return fail(response, 400, `prompt is too long: ${whole} tokens > ${window} maximum`);
  }
  const reply = await replyTo(state, asked, question.body);
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
async function speak(
  state: ModelState,
  turn: Turn,
  { reply, look }: { reply: Reply; look: CacheLookup },
): Promise<void> {
  const { question, asked, request, response } = turn;
  const { latency = {}, usage: reported } = state.options;
  const { content, stop, tokens } = contentOf(reply, asked.schema, state.fits);
  const usage = { ...look.usage, output_tokens: tokens };
  const shown = reported === 'none' ? undefined : usage;
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
  streamBlocks(content, event);
  event('message_delta', {
    delta: { stop_reason: stop, stop_sequence: null, stop_details: details },
    ...(shown ? { usage: shown } : {}),
  });
  event('message_stop', {});
  response.end();
}
