import { TooMuch } from './graphql.ts';

/** How many parts go into one request: as many as weigh `most` together, and always one. */
export type Batching<Part> = {
  readonly most: number;
  /** Weight of a part; 1 unless given. */
  weigh?(part: Part): number;
  /** Asks for a batch, and gives what it leads to. Throws `TooMuch` where a `divisible` one is more than GitHub serves. */
  ask(batch: readonly Part[], divisible: boolean): Promise<readonly Part[]>;
};

/**
 * Asks for all `parts`, and all that they lead to, in as few requests as GitHub serves: a batch that is too much is asked
 * for again in halves, and no later one is larger than they are.
 */
export async function askInBatches<Part>(parts: readonly Part[], batching: Batching<Part>): Promise<void> {
  const { ask, weigh = () => 1 } = batching;
  let queue = [...parts];
  let most = batching.most;
  while (queue.length > 0) {
    let weight = weigh(queue[0] as Part);
    let taken = 1;
    for (; taken < queue.length; taken += 1) {
      const more = weigh(queue[taken] as Part);
      if (weight + more > most) break;
      weight += more;
    }
    try {
      const next = await ask(queue.slice(0, taken), taken > 1);
      queue = [...queue.slice(taken), ...next];
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error;
      most = weight / 2;
    }
  }
}
