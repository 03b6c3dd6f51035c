import type { Unanswered } from './ladder.ts';

/** Ends all questions of a run for one reason, such as a refused key: none is asked any more. */
export type Halt = {
  /** Null while the run goes on. */
  readonly reason: Unanswered | null;
  readonly signal: AbortSignal;
  /** True the first time, so that it is told once. */
  call(reason: Unanswered): boolean;
};

export function createHalt(): Halt {
  const controller = new AbortController();
  let reason: Unanswered | null = null;
  return {
    get reason() {
      return reason;
    },
    signal: controller.signal,
    call(given) {
      if (reason !== null) return false;
      reason = given;
      controller.abort();
      return true;
    },
  };
}
