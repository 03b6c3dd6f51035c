import type { NoAnswer } from '../core/question.ts';

export type HaltReason = { readonly kind: 'unanswered'; readonly why: NoAnswer; readonly detail: string };

/** Ends all questions of a run for one reason, such as a refused key: none is asked any more. */
export type Halt = {
  /** Null while the run goes on. */
  readonly reason: HaltReason | null;
  readonly signal: AbortSignal;
  /** True the first time, so that it is told once. */
  call(reason: HaltReason): boolean;
};

export function createHalt(): Halt {
  const controller = new AbortController();
  let reason: HaltReason | null = null;
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
