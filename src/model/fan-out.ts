import { createLine } from './line.ts';

/** At most so many calls at once, over all batches of a run (SU-32). */
export type Slots = {
  /** False when `signal` aborted first. A question that has been asked before goes ahead of new ones. */
  take(signal: AbortSignal, place: 'ahead' | 'behind'): Promise<boolean>;
  free(): void;
};

export function createSlots(count: number): Slots {
  const line = createLine<true>();
  let left = count;
  return {
    async take(signal, place) {
      if (signal.aborted) return false;
      if (left > 0) {
        left -= 1;
        return true;
      }
      return (await line.wait(signal, place)) ?? false;
    },
    free() {
      if (!line.serve(true)) left += 1;
    },
  };
}

/** What a question is to its batch's shared prefix. */
export type Role = 'warms' | 'follows';

/**
 * Lets one question of a batch through, and the others when its response has begun: only then can they read the prefix
 * from the cache (SU-32). If it fails before that, the next in line takes its place.
 */
export type Gate = {
  /** Null when `signal` aborted first. Who `warms` must call `begun` or `failed` afterwards. */
  enter(signal: AbortSignal): Promise<Role | null>;
  begun(): void;
  failed(): void;
};

export function createGate(): Gate {
  const line = createLine<Role>();
  let state: 'cold' | 'warming' | 'warm' = 'cold';
  return {
    async enter(signal) {
      if (state === 'warm') return 'follows';
      if (state === 'warming') return line.wait(signal);
      state = 'warming';
      return 'warms';
    },
    begun() {
      state = 'warm';
      line.serveAll('follows');
    },
    failed() {
      // The place is handed over, never free in between: nobody can overtake the next in line.
      if (!line.serve('warms')) state = 'cold';
    },
  };
}
