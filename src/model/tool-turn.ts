import type { ContentBlockParam, ToolUseBlockParam } from '@anthropic-ai/sdk/resources/messages/messages';
import type { ToolCall } from '../core/reconcile/tool-loop.ts';

/** A model's turn. Names and inputs are untrusted and may have any shape. */
export type ToolTurn = {
  /** To be sent back: as they came, but for what the service would refuse of them. */
  readonly blocks: readonly ContentBlockParam[];
  /** In order. `id` is the one that the call has in `blocks`, unique in its conversation. */
  readonly calls: readonly (ToolCall & { readonly id: string })[];
};

/** Gives every call of a conversation an id of its own: the one it came with, or where that cannot serve, an invented one. */
export type CallIds = (given: unknown) => string;

/** Characters of an id that is believed. */
const MAX_ID = 200;
/** What a call without a name is called. */
const NAMELESS = 'unnamed';

export function createCallIds(): CallIds {
  const taken = new Set<string>();
  let invented = 0;
  return (given) => {
    let id = typeof given === 'string' && given !== '' && given.length <= MAX_ID ? given : null;
    while (id === null || taken.has(id)) {
      invented += 1;
      id = `call_${invented}`;
    }
    taken.add(id);
    return id;
  };
}

/** Reads a reply's content, whatever it holds. Compatible servers leave ids out, or begin to count anew in every turn. */
export function readToolTurn(content: readonly unknown[], idOf: CallIds): ToolTurn {
  const blocks: ContentBlockParam[] = [];
  const calls: (ToolCall & { id: string })[] = [];
  for (const block of content) {
    if (!isObject(block) || typeof block['type'] !== 'string' || isBlankText(block)) continue;
    if (block['type'] !== 'tool_use') {
      blocks.push(block as unknown as ContentBlockParam);
      continue;
    }
    const { name, input } = block;
    const call = {
      id: idOf(block['id']),
      name: typeof name === 'string' && name !== '' ? name : NAMELESS,
      input,
    };
    calls.push(call);
    blocks.push({ ...block, ...call, input: isObject(input) ? input : {} } as unknown as ToolUseBlockParam);
  }
  return { blocks, calls };
}

/** The service itself may say nothing in a block of text, and does not take that back. */
function isBlankText(block: Readonly<Record<string, unknown>>): boolean {
  return block['type'] === 'text' && (typeof block['text'] !== 'string' || block['text'].trim() === '');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
