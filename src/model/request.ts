import type {
  MessageCreateParamsBase,
  MessageParam,
  TextBlockParam,
} from '@anthropic-ai/sdk/resources/messages/messages';
import type { Question, QuestionBatch } from '../core/question.ts';
import type { Dialect, Extra } from './dialect.ts';
import { nativeSchema } from './native-schema.ts';
import type { ModelFacts } from './prices.ts';

/** `effort` as SU-31 has it. */
export type Effort = 'low' | 'medium' | 'high' | 'xhigh' | 'max';

/** An answer that did not fit, to be mended in one more turn (SU-33). */
export type Repair = { readonly text: string; readonly problems: readonly string[] };

/** All that makes up the request for one question; equal batches give byte-identical prefixes (SU-32). */
export type RequestParts = {
  readonly model: string;
  readonly facts: ModelFacts | null;
  readonly effort: Effort | undefined;
  readonly batch: QuestionBatch;
  readonly question: Question;
  readonly dialect: Dialect;
  readonly repair: Repair | null;
};

export type Request = {
  readonly body: MessageCreateParamsBase & { readonly stream: boolean };
  /** The extras that this request holds, to know which one a refusal may speak of. */
  readonly extras: ReadonlySet<Extra>;
  /** UTF-8 bytes of the text before the call's own, and of all text. */
  readonly prefixBytes: number;
  readonly bytes: number;
  /** The call's own text is written to the cache as well: the next turn goes on from there. */
  readonly isMarkedToTheEnd: boolean;
  /** Tokens that the answer needs at most, thinking apart. */
  readonly answerTokens: number;
};

/** Tokens set aside for thoughts, which count toward `max_tokens`, by effort; for models that think, or may. */
const THOUGHT_TOKENS: Readonly<Record<Effort | 'unset', number>> = {
  unset: 8_000,
  low: 4_000,
  medium: 8_000,
  high: 16_000,
  xhigh: 32_000,
  max: 32_000,
};
/** For servers that are not known: their windows are small, and they refuse more than fits beside the prompt. */
const UNKNOWN_THOUGHT_TOKENS = 4_000;
/** Characters of a bad answer that go back to the model. */
const QUOTED_ANSWER = 4_000;
const QUOTED_PROBLEMS = 8;

export function buildRequest(parts: RequestParts): Request {
  const { model, facts, effort, batch, dialect } = parts;
  const { extras, use } = extrasOf(dialect);
  const isThinkingOff = facts?.thinkingCanBeOff === true && effort !== 'xhigh' && effort !== 'max' && use('thinking');
  const isMarked = batch.questions.length > 1 && batch.shared !== '' && use('cache-marks');
  const withFormat = use('format');
  const withEffort = effort !== undefined && use('effort');
  const stream = use('stream');
  use('version');

  const shared: TextBlockParam[] =
    batch.shared === ''
      ? []
      : [{ type: 'text', text: batch.shared, ...(isMarked ? { cache_control: { type: 'ephemeral' } } : {}) }];
  const messages = conversation(shared, parts);
  return {
    extras,
    prefixBytes: Buffer.byteLength(batch.system) + Buffer.byteLength(batch.shared),
    bytes: Buffer.byteLength(batch.system) + textBytes(messages),
    isMarkedToTheEnd: false,
    answerTokens: batch.answerTokens,
    body: {
      model,
      max_tokens: batch.answerTokens + (isThinkingOff ? 0 : thoughtTokens(facts, effort)),
      stream,
      ...(batch.system === '' ? {} : { system: [{ type: 'text', text: batch.system }] }),
      messages,
      ...(withFormat || withEffort
        ? {
            output_config: {
              ...(withEffort ? { effort } : {}),
              ...(withFormat ? { format: { type: 'json_schema', schema: nativeSchema(batch.schema) } } : {}),
            },
          }
        : {}),
      ...(isThinkingOff ? { thinking: { type: 'disabled' } } : {}),
    },
  };
}

/** Gathers the extras that a request uses, among those that its endpoint takes. */
export function extrasOf(dialect: Dialect): {
  readonly extras: ReadonlySet<Extra>;
  readonly use: (extra: Extra) => boolean;
} {
  const extras = new Set<Extra>();
  return {
    extras,
    use(extra) {
      if (dialect.takes(extra)) extras.add(extra);
      return dialect.takes(extra);
    },
  };
}

/** What `max_tokens` needs beside the answer where the model may think. */
export function thoughtTokens(facts: ModelFacts | null, effort: Effort | undefined): number {
  if (facts === null) return UNKNOWN_THOUGHT_TOKENS;
  return facts.thinks ? THOUGHT_TOKENS[effort ?? 'unset'] : 0;
}

function conversation(shared: readonly TextBlockParam[], { question, repair }: RequestParts): MessageParam[] {
  if (repair === null) return [{ role: 'user', content: [...shared, text(question.task)] }];
  const listed = repair.problems.slice(0, QUOTED_PROBLEMS).map((problem) => `- ${problem}`);
  // The task stands last once more: a small model answers what it read last.
  const again = `That answer could not be used:\n${listed.join('\n')}\nAnswer once more, with the JSON object alone.\n\n${question.task}`;
  const quoted = repair.text.trim().slice(0, QUOTED_ANSWER).trim();
  // The service refuses an empty turn.
  if (quoted === '') return [{ role: 'user', content: [...shared, text(again)] }];
  return [
    { role: 'user', content: [...shared, text(question.task)] },
    { role: 'assistant', content: [text(quoted)] },
    { role: 'user', content: [text(again)] },
  ];
}

export function text(value: string): TextBlockParam {
  return { type: 'text', text: value };
}

function textBytes(messages: readonly MessageParam[]): number {
  let bytes = 0;
  for (const { content } of messages)
    for (const block of typeof content === 'string' ? [text(content)] : content)
      if (block.type === 'text') bytes += Buffer.byteLength(block.text);
  return bytes;
}
