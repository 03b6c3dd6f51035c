import { setMaxListeners } from 'node:events';

/** A waiting line: who waits is served in order of arrival, unless let in ahead, and leaves when its signal aborts. */
export type Line<T> = {
  /** What the waiter was served with, or null when `signal` aborted first. */
  wait(signal: AbortSignal, place?: 'ahead' | 'behind'): Promise<T | null>;
  /** Serves the first in line; false when nobody waits. */
  serve(value: T): boolean;
  serveAll(value: T): void;
};

export function createLine<T>(): Line<T> {
  const waiting: ((value: T) => void)[] = [];

  function serve(value: T): boolean {
    const first = waiting.shift();
    first?.(value);
    return first !== undefined;
  }

  return {
    serve,
    serveAll(value) {
      while (serve(value));
    },
    wait(signal, place = 'behind') {
      if (signal.aborted) return Promise.resolve(null);
      // Any number of questions may wait on the run's one signal; Node warns from the eleventh on.
      setMaxListeners(0, signal);
      return new Promise((resolve) => {
        const leave = (): void => {
          waiting.splice(waiting.indexOf(served), 1);
          resolve(null);
        };
        const served = (value: T): void => {
          signal.removeEventListener('abort', leave);
          resolve(value);
        };
        signal.addEventListener('abort', leave, { once: true });
        if (place === 'ahead') waiting.unshift(served);
        else waiting.push(served);
      });
    },
  };
}
