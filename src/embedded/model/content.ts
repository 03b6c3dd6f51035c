import { createHash, randomUUID } from 'node:crypto';
import { tokensOf } from './prompt-cache.ts';
import { answerText, type Reply, type SchemaFit } from './reply.ts';
import type { Schema } from './request.ts';

/** A block of an answer as a script gives it. An `id` that is left out is made up. */
export type AnswerBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string }
  | { readonly type: 'tool_use'; readonly name: string; readonly input: object; readonly id?: string };

/** A block as it is sent. */
export type SentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: object };

/** What one reply says. */
export type Said = { readonly content: readonly SentBlock[]; readonly stop: string; readonly tokens: number };

/** The content of an answer. Throws when a scripted answer is none that the service could give. */
export function contentOf(reply: Reply, schema: Schema | null, fits: SchemaFit): Said {
  if (reply.refusal !== undefined) return { content: [], stop: 'refusal', tokens: 0 };
  if (reply.content === undefined) {
    const text = answerText(reply, schema, fits);
    const stop = reply.truncated !== undefined ? 'max_tokens' : 'end_turn';
    return { content: text === '' ? [] : [{ type: 'text', text }], stop, tokens: tokensOf(text) };
  }
  const content = reply.content.map(sentBlock);
  const calls = content.some(({ type }) => type === 'tool_use');
  const stop = reply.stop ?? (calls ? 'tool_use' : 'end_turn');
  if (stop === 'tool_use' && !calls) throw new Error("the script's answer stops for a tool that it does not call");
  return { content, stop, tokens: content.reduce((sum, block) => sum + tokensOf(wordsOf(block)), 0) };
}

/** Proves to the service that a thought is its own, when a later request brings it back. */
export function signatureOf(thinking: string): string {
  return createHash('sha256').update(`embedded\0${thinking}`).digest('base64');
}

/** What counts as the block's text, for tokens. */
export function wordsOf(block: SentBlock): string {
  if (block.type === 'text') return block.text;
  return block.type === 'thinking' ? block.thinking : JSON.stringify(block.input);
}

function sentBlock(block: AnswerBlock): SentBlock {
  if (block.type === 'thinking') return { ...block, signature: signatureOf(block.thinking) };
  if (block.type === 'tool_use')
    return {
      type: 'tool_use',
      id: block.id ?? `toolu_${randomUUID().replaceAll('-', '')}`,
      name: block.name,
      input: block.input,
    };
  if (block.text === '') throw new Error("the script's answer has a text block without text");
  return block;
}
