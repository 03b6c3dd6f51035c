import { Ajv, type ValidateFunction } from 'ajv';
import type { AnswerBlock } from './content.ts';
import { blocksOf, type MessagesBody, type Schema, textOf } from './request.ts';

/** What the server answers to one question. */
export type Reply = {
  /** Sent as JSON, in the order of the schema's keys; must satisfy the schema that was asked for. */
  readonly json?: { readonly [member: string]: unknown };
  /** The same, for rules. */
  readonly verdict?: string;
  readonly certainty?: number;
  readonly reason?: string;
  /** Sent as it is, whatever was asked for. */
  readonly text?: string;
  /** Sent block by block, such as calls of tools; `stop` is `tool_use` with a call and `end_turn` without, unless given. */
  readonly content?: readonly AnswerBlock[];
  readonly stop?: 'end_turn' | 'tool_use' | 'max_tokens' | 'pause_turn' | 'model_context_window_exceeded';
  /** `stop_reason: refusal` with this category, and no content. */
  readonly refusal?: string;
  /** The answer breaks off here with `stop_reason: max_tokens`. */
  readonly truncated?: string;
  /** An error instead of an answer. */
  readonly status?: number;
  readonly message?: string;
  readonly headers?: { readonly [name: string]: string };
  /** Never answers, or breaks the connection before or in the middle of the answer. */
  readonly stall?: true;
  readonly disconnect?: 'before' | 'during';
  /** More milliseconds before the answer begins. */
  readonly delay?: number;
};

/** A question as it was recognised. */
export type Asked = {
  /** The key of the script that its last text holds; null: none does. */
  readonly key: string | null;
  /** The last text of the last user message: what differs between questions. */
  readonly task: string;
  /** All text before it. */
  readonly shared: string;
  readonly schema: Schema | null;
};

/** Answers by a text that the question's last block holds, such as the rule's description; a list answers in turn. */
export type Script = { readonly [text: string]: Reply | readonly Reply[] };

export function askedOf(body: MessagesBody, script: Script): Asked {
  const texts = body.messages
    .filter((message) => message.role !== 'assistant')
    .flatMap((message) => blocksOf(message.content).map(textOf))
    .filter((text) => text !== '');
  const task = texts.at(-1) ?? '';
  // The longest key wins, so that one description may contain another.
  const keys = Object.keys(script).filter((key) => task.includes(key));
  const key = keys.sort((a, b) => b.length - a.length)[0] ?? null;
  return { key, task, shared: texts.slice(0, -1).join('\n'), schema: body.output_config?.format?.schema ?? null };
}

/** Says why a value does not satisfy a schema; null: it does. */
export type SchemaFit = (schema: Schema, value: unknown) => string | null;

/** A check that compiles each schema once. */
export function openFit(): SchemaFit {
  const ajv = new Ajv({ strict: false, allErrors: true });
  const compiled = new Map<string, ValidateFunction>();
  return (schema, value) => {
    const key = JSON.stringify(schema);
    const validate = compiled.get(key) ?? ajv.compile(schema);
    compiled.set(key, validate);
    return validate(value) ? null : ajv.errorsText(validate.errors);
  };
}

/** The text of an answer. Throws when a scripted answer is none that the service could give. */
export function answerText(reply: Reply, schema: Schema | null, misfitOf: SchemaFit): string {
  if (reply.text !== undefined) return reply.text;
  if (reply.truncated !== undefined) return reply.truncated;
  const { verdict, certainty, reason = 'Because.' } = reply;
  const value = reply.json ?? { verdict, certainty, reason };
  if (schema === null) return JSON.stringify(value);
  const misfit = misfitOf(schema, value);
  if (misfit !== null)
    throw new Error(`the script's answer ${JSON.stringify(value)} does not satisfy the schema: ${misfit}`);
  const order = Object.keys((schema['properties'] ?? {}) as object);
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return JSON.stringify(Object.fromEntries(Object.entries(value).sort(([a], [b]) => place(a) - place(b))));
}
