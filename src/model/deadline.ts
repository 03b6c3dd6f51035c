import type { Clock } from '../ports.ts';

/** A time that ends work, with the signal that tells it. */
export type Deadline = {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Aborts at that time, and never after `release`. */
  readonly signal: AbortSignal;
  /** Gives the timer back. */
  release(): void;
};

/** A deadline on `clock`; one in the past has already aborted. */
export function startDeadline(clock: Clock, at: number): Deadline {
  const expired = new AbortController();
  const released = new AbortController();
  const left = at - clock.now();
  if (left <= 0) expired.abort();
  else
    void clock.sleep(left, released.signal).then(() => {
      if (!released.signal.aborted) expired.abort();
    });
  return { at, signal: expired.signal, release: () => released.abort() };
}
