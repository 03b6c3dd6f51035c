import type { ModelCard } from './models.ts';

export type Block = { readonly type: string; readonly text?: string; readonly [member: string]: unknown };

export type Message = { readonly role: string; readonly content: string | readonly Block[] };

/** The body of a request to the Messages API, as far as this server reads it. */
export type MessagesBody = {
  readonly model: string;
  readonly max_tokens?: number;
  readonly messages: readonly Message[];
  readonly system?: string | readonly Block[];
  readonly tools?: readonly { readonly [member: string]: unknown }[];
  readonly tool_choice?: { readonly type: string };
  readonly thinking?: { readonly type: string };
  readonly output_config?: { readonly effort?: string | null; readonly format?: Format | null };
  readonly cache_control?: unknown;
  readonly stream?: boolean;
};

export type Format = { readonly type: string; readonly schema: Schema };
export type Schema = { readonly [keyword: string]: unknown };

const MEMBERS = new Set([
  'model',
  'max_tokens',
  'messages',
  'system',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
  'cache_control',
  'stream',
  'stop_sequences',
  'metadata',
  'service_tier',
  'inference_geo',
  'speed',
  'container',
  'diagnostics',
]);
const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'];

/** Keywords that the service does not take in a schema; the application has to check them. */
const REFUSED_KEYWORDS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'maxItems',
  'uniqueItems',
  'not',
  'if',
  'patternProperties',
];

/** The content of a message or of the system prompt as blocks. */
export function blocksOf(content: string | readonly Block[] | undefined): readonly Block[] {
  if (content === undefined) return [];
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** All text of a block, that of a tool's result included. */
export function textOf(block: Block): string {
  if (block.type === 'tool_result')
    return blocksOf(block['content'] as string | Block[])
      .map(textOf)
      .join('\n');
  return block.text ?? '';
}

/** Why the service would refuse this request with 400, or null. `counting` is a request to count tokens only. */
export function whyRefused(body: MessagesBody, card: ModelCard, counting: boolean): string | null {
  for (const name of Object.keys(body)) if (!MEMBERS.has(name)) return `${name}: Extra inputs are not permitted`;
  if (!counting && !Number.isInteger(body.max_tokens)) return 'max_tokens: Field required';
  if ((body.max_tokens ?? 0) > card.output)
    return `max_tokens: ${body.max_tokens} > ${card.output}, which is the maximum allowed number of output tokens for ${card.id}`;
  const format = body.output_config?.format;
  if (body.max_tokens === 0 && (format != null || body.stream === true))
    return 'max_tokens: 0 cannot be combined with output_config.format or stream';
  return (
    whyMessagesRefused(body) ??
    whyMarksRefused(body) ??
    whyEffortRefused(body, card) ??
    (format == null ? null : whyFormatRefused(format))
  );
}

function whyMessagesRefused({ messages }: MessagesBody): string | null {
  if (!Array.isArray(messages) || messages.length === 0) return 'messages: at least one message is required';
  for (const [index, message] of messages.entries()) {
    const at = `messages.${index}`;
    const blocks = blocksOf(message.content);
    if (!['user', 'assistant', 'system'].includes(message.role))
      return `${at}.role: Input should be 'user', 'assistant' or 'system'`;
    if (index === 0 && message.role !== 'user') return `${at}: first message must use the "user" role`;
    if (message.role === 'system' && messages[index - 1]?.role !== 'user')
      return `${at}: a system message must follow a user message`;
    if (blocks.length === 0) return `${at}: content must be non-empty`;
    for (const block of blocks) {
      const why = whyTextRefused(block, at);
      if (why !== null) return why;
      if (message.role === 'system' && block.type !== 'text') return `${at}: a system message takes text only`;
    }
  }
  return messages.at(-1)?.role === 'assistant'
    ? 'This model does not support assistant message prefill. The conversation must end with a user message.'
    : null;
}

function whyTextRefused(block: Block, at: string): string | null {
  if (block.type === 'tool_result' && Array.isArray(block['content'])) {
    const inner = (block['content'] as Block[]).map((part) => whyTextRefused(part, at));
    return inner.find((why) => why !== null) ?? null;
  }
  if (block.type !== 'text') return null;
  if ((block.text ?? '') === '') return `${at}: text content blocks must be non-empty`;
  return block.text?.trim() === '' ? `${at}: text content blocks must contain non-whitespace text` : null;
}

/** Every block that carries a mark, in the order of the prompt. */
function whyMarksRefused(body: MessagesBody): string | null {
  for (const [index, { content }] of body.messages.entries())
    for (const block of blocksOf(content))
      if (block.type === 'thinking' && block['cache_control'] != null)
        return `messages.${index}: cache_control cannot be set for thinking blocks`;
  const everything = JSON.stringify({ tools: body.tools, system: body.system, messages: body.messages });
  const marks = everything.match(/"cache_control":\{/g)?.length ?? 0;
  const all = marks + (body.cache_control == null ? 0 : 1);
  return all > 4 ? `A maximum of 4 blocks with cache_control may be provided. Found ${all}.` : null;
}

function whyEffortRefused(body: MessagesBody, card: ModelCard): string | null {
  const effort = body.output_config?.effort;
  if (effort != null && !EFFORTS.includes(effort))
    return `output_config.effort: Input should be one of ${EFFORTS.join(', ')}`;
  const thinking = body.thinking?.type;
  if (thinking === 'enabled') return `thinking: budget_tokens is not supported by ${card.id}; use adaptive`;
  if (thinking !== 'disabled') return null;
  if (!card.thinkingOff) return `thinking: disabled is not supported by ${card.id}`;
  return effort === 'xhigh' || effort === 'max' ? `thinking: disabled is not supported with effort ${effort}` : null;
}

function whyFormatRefused(format: Format): string | null {
  if (format.type !== 'json_schema') return "output_config.format.type: Input should be 'json_schema'";
  return whySchemaRefused(format.schema, 'output_config.format.schema');
}

/** Why a schema that answers must follow strictly would be refused, or null. */
export function whySchemaRefused(schema: unknown, at: string): string | null {
  if (Array.isArray(schema)) {
    for (const [index, member] of schema.entries()) {
      const why = whySchemaRefused(member, `${at}.${index}`);
      if (why !== null) return why;
    }
    return null;
  }
  if (schema === null || typeof schema !== 'object') return null;
  const keywords = schema as Schema;
  for (const keyword of REFUSED_KEYWORDS)
    if (keyword in keywords)
      return `${at}: For '${String(keywords['type'])}' type, property '${keyword}' is not supported`;
  if (keywords['type'] === 'object' && keywords['additionalProperties'] !== false)
    return `${at}: For 'object' type, 'additionalProperties' must be explicitly set to false`;
  if (typeof keywords['minItems'] === 'number' && keywords['minItems'] > 1)
    return `${at}: 'minItems' supports only 0 and 1`;
  for (const [keyword, value] of Object.entries(keywords)) {
    if (keyword === 'enum' || keyword === 'const' || keyword === 'default' || keyword === 'required') continue;
    if (keyword === 'properties' || keyword === '$defs') {
      for (const [name, member] of Object.entries(value as object)) {
        const why = whySchemaRefused(member, `${at}.${keyword}.${name}`);
        if (why !== null) return why;
      }
      continue;
    }
    const why = whySchemaRefused(value, `${at}.${keyword}`);
    if (why !== null) return why;
  }
  return null;
}
