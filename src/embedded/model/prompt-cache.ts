import { createHash } from 'node:crypto';
import type { ModelCard } from './models.ts';
import { type Block, blocksOf, type MessagesBody, textOf } from './request.ts';

/** Tokens of a text. Nobody outside knows the real tokenizer, so four characters are one token here. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / 4);
}

export type InputUsage = {
  readonly input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly cache_read_input_tokens: number;
};

/** All tokens of a prompt, wherever they came from. */
export function wholePrompt(usage: InputUsage): number {
  return usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens;
}

/** What one request finds in the cache, and `commit` for when its answer begins: only then others may read. */
export type CacheLookup = { readonly usage: InputUsage; commit(): void };

export type PromptCache = { look(body: MessagesBody, card: ModelCard): CacheLookup };

const LOOK_BACK = 20;
const FIVE_MINUTES = 300_000;

/**
 * The cache's documented rules: the key is the exact prefix up to a mark (tools, system, messages) together with
 * model, format, effort and thinking; a read looks back 20 blocks from a mark; below the model's floor nothing is kept.
 */
export function openPromptCache(floor: number | null = null): PromptCache {
  const entries = new Map<string, number>();
  return {
    look(body, card) {
      const prompt = flatten(body);
      const total = prompt.at(-1)?.tokens ?? 0;
      const least = floor ?? card.floor;
      const now = Date.now();
      const alive = (place: number) => (entries.get(prompt[place]?.hash ?? '') ?? 0) > now;
      let read = 0;
      for (const [place, block] of prompt.entries()) {
        if (!block.marked) continue;
        for (let at = place; at >= 0 && at > place - LOOK_BACK; at -= 1)
          if (alive(at)) {
            read = Math.max(read, prompt[at]?.tokens ?? 0);
            break;
          }
      }
      const kept = prompt.filter((block) => block.marked && block.tokens >= least);
      const written = Math.max(read, kept.at(-1)?.tokens ?? 0);
      return {
        usage: {
          input_tokens: total - written,
          cache_creation_input_tokens: written - read,
          cache_read_input_tokens: read,
        },
        // A hit renews the entry without charge, a new one is written.
        commit: () => {
          for (const block of kept) entries.set(block.hash, Date.now() + FIVE_MINUTES);
        },
      };
    },
  };
}

type PromptBlock = {
  /** Of everything up to and including this block. */
  readonly hash: string;
  readonly tokens: number;
  readonly marked: boolean;
};

function flatten(body: MessagesBody): PromptBlock[] {
  const { model, output_config: config, thinking, tool_choice: choice } = body;
  const hash = createHash('sha256').update(JSON.stringify([model, config ?? null, thinking ?? null, choice ?? null]));
  let tokens = 0;
  const prompt: PromptBlock[] = [];
  const add = (role: string, block: { readonly [member: string]: unknown }, text: string, last: boolean) => {
    const { cache_control: mark = nestedMark(block), ...rest } = block;
    // Marks are no part of the key, wherever they stand.
    const key = JSON.stringify(rest, (member, value) => (member === 'cache_control' ? undefined : value));
    hash.update(`\0${role}\0${key}`);
    tokens += tokensOf(text);
    prompt.push({
      hash: hash.copy().digest('hex'),
      tokens,
      marked: mark != null || (last && body.cache_control != null),
    });
  };
  for (const tool of body.tools ?? []) add('tool', tool, JSON.stringify(tool), false);
  for (const block of blocksOf(body.system)) add('system', block, textOf(block), false);
  const blocks = body.messages.flatMap((message) =>
    blocksOf(message.content).map((block) => ({ role: message.role, block })),
  );
  for (const [index, { role, block }] of blocks.entries())
    add(role, block, blockText(block), index === blocks.length - 1);
  return prompt;
}

/** A mark on a part of a tool's result counts at the end of the result. */
function nestedMark(block: { readonly [member: string]: unknown }): unknown {
  const parts = block['type'] === 'tool_result' && Array.isArray(block['content']) ? (block['content'] as Block[]) : [];
  return parts.find((part) => part['cache_control'] != null)?.['cache_control'];
}

function blockText(block: Block): string {
  if (block.type === 'thinking') return String(block['thinking'] ?? '');
  return block.type === 'tool_use' ? JSON.stringify(block['input'] ?? {}) : textOf(block);
}
