import type { ContentBlockParam, MessageParam } from '@anthropic-ai/sdk/resources/messages/messages';

type Turn = { readonly role: 'user' | 'assistant'; readonly content: ContentBlockParam[] };

/** Where a request ended: its last block of ours, and the UTF-8 bytes up to there. */
type End = { readonly block: ContentBlockParam; readonly bytes: number };

/**
 * The turns of a tool loop. It only grows, so that every request begins with all of the one before it, byte for byte, and
 * reads that much from the cache.
 */
export class Conversation {
  readonly #turns: Turn[] = [];
  readonly #ends: End[] = [];
  #bytes = 0;

  /** UTF-8 bytes of all blocks. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Those of them that the request before has written to the cache; all of them in the first request, which writes them. */
  get sharedBytes(): number {
    return (this.#ends.at(-2) ?? this.#ends.at(-1))?.bytes ?? 0;
  }

  /** Our turn, after which a request is made. */
  say(content: readonly ContentBlockParam[]): void {
    this.#add('user', content);
    const block = content.at(-1);
    if (block !== undefined) this.#ends.push({ block, bytes: this.#bytes });
  }

  /** The model's turn. One of thoughts alone is none: the service refuses a turn that ends in them. */
  hear(content: readonly ContentBlockParam[]): void {
    const isThoughts = content.every(({ type }) => type === 'thinking' || type === 'redacted_thinking');
    if (!isThoughts) this.#add('assistant', content);
  }

  /**
   * The turns of a request, marked on the first turn's last block and where this request and the one before it end: a mark
   * is found again whatever number of blocks has come since, and the service allows four.
   */
  messages({ isMarked }: { isMarked: boolean }): MessageParam[] {
    const marked = new Set(isMarked ? [this.#ends[0]?.block, ...this.#ends.slice(-2).map(({ block }) => block)] : []);
    return this.#turns.map(({ role, content }) => ({
      role,
      content: content.map((block) => (marked.has(block) ? { ...block, cache_control: { type: 'ephemeral' } } : block)),
    })) as MessageParam[];
  }

  /** The service wants turns to alternate, and none to be empty. */
  #add(role: Turn['role'], content: readonly ContentBlockParam[]): void {
    if (content.length === 0) return;
    const last = this.#turns.at(-1);
    if (last?.role === role) last.content.push(...content);
    else this.#turns.push({ role, content: [...content] });
    for (const block of content)
      this.#bytes += Buffer.byteLength(block.type === 'text' ? block.text : JSON.stringify(block));
  }
}
