import type { Answer, Usage } from '../core/question.ts';
import { costOf, factsOf } from './prices.ts';
import { addKnown, addUsage, NO_USAGE, promptTokens } from './usage.ts';

/** What one question has taken so far, over all its calls, refused and broken ones included (SU-33). */
export class Ledger {
  readonly #model: string;
  readonly #requestIds: string[] = [];
  #calls = 0;
  #usage: Usage = NO_USAGE;
  #cost: number | null;

  constructor(model: string) {
    this.#model = model;
    this.#cost = factsOf(model) === null ? null : 0;
  }

  /** A call is about to be made. */
  begin(): void {
    this.#calls += 1;
  }

  /** Adds a call that has ended; gives its prompt's tokens and its cost, as far as they are known. */
  record(usage: Usage, requestId: string | null): { tokens: number | null; cost: number | null } {
    if (requestId !== null) this.#requestIds.push(requestId);
    const cost = costOf(this.#model, usage);
    this.#usage = addUsage(this.#usage, usage);
    this.#cost = addKnown(this.#cost, cost);
    return { tokens: promptTokens(usage), cost };
  }

  figures(): Pick<Answer, 'calls' | 'usage' | 'cost' | 'requestIds'> {
    return { calls: this.#calls, usage: this.#usage, cost: this.#cost, requestIds: this.#requestIds };
  }
}
