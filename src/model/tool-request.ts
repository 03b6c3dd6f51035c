import type { Tool } from '@anthropic-ai/sdk/resources/messages/messages';
import type { ToolLoop } from '../core/reconcile/tool-loop.ts';
import type { Conversation } from './conversation.ts';
import type { Dialect } from './dialect.ts';
import type { ModelFacts } from './prices.ts';
import { type Effort, extrasOf, type Request, text, thoughtTokens } from './request.ts';

/** All that makes up the request for one turn of a loop. */
export type ToolRequestParts = {
  readonly model: string;
  readonly facts: ModelFacts | null;
  readonly effort: Effort | undefined;
  readonly dialect: Dialect;
  readonly loop: ToolLoop;
  readonly conversation: Conversation;
};

/**
 * The whole conversation, and the tools to go on with it. Thinking stays as the model has it: without, a model skips calls
 * that it needs (facts: model.md §2.4).
 */
export function buildToolRequest(parts: ToolRequestParts): Request {
  const { model, facts, effort, dialect, loop, conversation } = parts;
  const { extras, use } = extrasOf(dialect);
  const withEffort = effort !== undefined && use('effort');
  const isMarked = use('cache-marks');
  use('version');

  const before = Buffer.byteLength(loop.system) + Buffer.byteLength(JSON.stringify(loop.tools));
  return {
    extras,
    prefixBytes: before + conversation.sharedBytes,
    bytes: before + conversation.bytes,
    isMarkedToTheEnd: isMarked,
    answerTokens: loop.bounds.answerTokens,
    body: {
      model,
      max_tokens: loop.bounds.answerTokens + thoughtTokens(facts, effort),
      stream: false,
      tools: loop.tools.map(({ name, description, input }) => ({
        name,
        description,
        input_schema: input as Tool.InputSchema,
      })),
      ...(loop.system === '' ? {} : { system: [text(loop.system)] }),
      messages: conversation.messages({ isMarked }),
      ...(withEffort ? { output_config: { effort } } : {}),
    },
  };
}
