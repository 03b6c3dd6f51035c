import type { SentBlock } from './content.ts';

type Send = (type: string, data: object) => void;

/** The events of an answer's blocks, each cut into pieces as the service cuts them. */
export function streamBlocks(content: readonly SentBlock[], send: Send): void {
  for (const [index, block] of content.entries()) {
    send('content_block_start', { index, content_block: emptied(block) });
    for (const delta of deltasOf(block)) send('content_block_delta', { index, delta });
    send('content_block_stop', { index });
  }
}

function emptied(block: SentBlock): object {
  if (block.type === 'text') return { type: 'text', text: '' };
  if (block.type === 'thinking') return { type: 'thinking', thinking: '', signature: '' };
  return { ...block, input: {} };
}

function deltasOf(block: SentBlock): object[] {
  if (block.type === 'text') return pieces(block.text).map((text) => ({ type: 'text_delta', text }));
  if (block.type === 'tool_use')
    return pieces(JSON.stringify(block.input)).map((part) => ({ type: 'input_json_delta', partial_json: part }));
  const thoughts = pieces(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking }));
  return [...thoughts, { type: 'signature_delta', signature: block.signature }];
}

function pieces(text: string): string[] {
  return text.match(/[\s\S]{1,40}/g) ?? [];
}
