import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages/messages';
import type { LoopEnd, ToolAnswer, ToolCall, ToolLoop } from '../core/reconcile/tool-loop.ts';
import { Conversation } from './conversation.ts';
import { Errand, type Series } from './errand.ts';
import { cutShort } from './ladder.ts';
import { Ledger } from './ledger.ts';
import type { CallReply } from './reading.ts';
import { text } from './request.ts';
import { buildToolRequest } from './tool-request.ts';
import { createCallIds, readToolTurn, type ToolTurn } from './tool-turn.ts';

/** A loop with what its turns share. */
export type LoopRun = Series & {
  readonly loop: ToolLoop;
  /** Tokens that one prompt may have. */
  readonly contextTokens: number;
};

type End = LoopEnd['end'];

/** Turns without a call, one after the other, that are answered with what is left to do. */
const MAX_NUDGES = 2;
/** Bytes of JSON of one call's input. */
const MAX_INPUT = 200_000;

/** Lets the model work until nothing is left to do, or a bound is reached (RB-20). */
export async function workThrough(shared: LoopRun): Promise<LoopEnd> {
  const work = new Work(shared);
  const end = await work.toItsEnd();
  return { id: shared.loop.id, ...work.figures(), end };
}

class Work {
  readonly #shared: LoopRun;
  readonly #loop: ToolLoop;
  readonly #conversation = new Conversation();
  readonly #idOf = createCallIds();
  readonly #ledger: Ledger;
  #begunAt: number | null = null;
  #turns = 0;
  /** Calls that the model has made, refused ones included. */
  #made = 0;

  constructor(shared: LoopRun) {
    this.#shared = shared;
    this.#loop = shared.loop;
    this.#ledger = new Ledger(shared.model);
    const { material, task } = shared.loop;
    // The service refuses an empty block.
    this.#conversation.say([material, task].filter((part) => part !== '').map(text));
  }

  figures(): Omit<LoopEnd, 'id' | 'end'> {
    const milliseconds = this.#begunAt === null ? 0 : this.#shared.run.clock.now() - this.#begunAt;
    return { turns: this.#turns, ...this.#ledger.figures(), milliseconds };
  }

  async toItsEnd(): Promise<End> {
    let left = this.#loop.left();
    let silences = 0;
    while (left !== null) {
      const reply = await this.#nextTurn();
      if (reply.kind !== 'reply') return reply;
      const { blocks, calls } = readToolTurn(reply.content, this.#idOf);
      this.#conversation.hear(blocks);
      const results = await this.#carryOut(calls);
      left = this.#loop.left();
      if (left === null) break;
      if (this.#made > this.#loop.bounds.calls) return bound(`all ${this.#loop.bounds.calls} calls are used up`);
      if (calls.length > 0) {
        silences = 0;
        this.#conversation.say(results);
      } else if (reply.stopReason !== 'pause_turn' || blocks.length === 0) {
        if (silences === MAX_NUDGES) return { kind: 'silent' };
        silences += 1;
        this.#conversation.say([text(left)]);
      }
    }
    return { kind: 'finished' };
  }

  /** The model's next turn, where the bounds and the service allow one. */
  async #nextTurn(): Promise<CallReply | End> {
    const { run, contextTokens } = this.#shared;
    const { turns } = this.#loop.bounds;
    if (this.#turns >= turns) return bound(`all ${turns} turns are used up`);
    const build = () => buildToolRequest({ ...this.#shared, conversation: this.#conversation });
    const needed = run.estimator.tokens(build().bytes);
    if (needed > contextTokens)
      return bound(`context-tokens is ${contextTokens}, and the next prompt needs about ${needed}`);
    const errand = new Errand(this.#loop.id, this.#shared, { ledger: this.#ledger, later: this.#turns > 0 });
    try {
      const reply = await errand.send(build);
      if (reply.kind !== 'reply') return reply;
      this.#turns += 1;
      // The last call of a turn that was cut may lack a part of its input, and look whole: none is carried out.
      const cut = cutShort(reply);
      return cut === null ? reply : errand.unanswered(cut.why, cut.detail);
    } finally {
      this.#begunAt ??= errand.begunAt;
      errand.release();
    }
  }

  /** A result for every call, in order. */
  async #carryOut(calls: ToolTurn['calls']): Promise<readonly ToolResultBlockParam[]> {
    const results: ToolResultBlockParam[] = [];
    for (const [index, { id, ...call }] of calls.entries()) {
      this.#made += 1;
      const { text, refused } = this.#refusal(call, index) ?? (await this.#loop.answer(call));
      results.push({
        type: 'tool_result',
        tool_use_id: id,
        // The service refuses an error without words, and half of a surrogate pair.
        content: text === '' ? '(nothing)' : Buffer.from(text).toString(),
        ...(refused ? { is_error: true } : {}),
      });
    }
    return results;
  }

  /** Why a call is not carried out, whatever it asks for. */
  #refusal({ input }: ToolCall, index: number): ToolAnswer | null {
    const { calls, callsPerTurn } = this.#loop.bounds;
    if (this.#made > calls) return refused(`All ${calls} calls are used up.`);
    if (index >= callsPerTurn)
      return refused(`One turn may make ${callsPerTurn} calls. Make this call again in the next one.`);
    const bytes = Buffer.byteLength(JSON.stringify(input) ?? '');
    return bytes > MAX_INPUT ? refused(`The input has ${bytes} bytes; ${MAX_INPUT} are allowed.`) : null;
  }
}

function refused(text: string): ToolAnswer {
  return { text: `refused: ${text}`, refused: true };
}

function bound(detail: string): End & { kind: 'bound' } {
  return { kind: 'bound', detail };
}
