import type { Clock, Narrate } from '../ports.ts';
import type { Limit } from './limits.ts';

/** Why a try may be worth repeating: a limit, or no usable answer (`status` null: none at all). */
export type Trouble =
  | { readonly kind: 'limit'; readonly limit: Limit }
  | {
      readonly kind: 'broken';
      readonly status: number | null;
      /** Ends a sentence: `GitHub answered 502`. */
      readonly why: string;
      readonly retryAfter: number | null;
      readonly cause?: unknown;
    };

/** Why there is no further try; `reason` ends a sentence. */
export type End = { readonly reason: string; readonly status: number | null; readonly cause?: unknown };

/** What is left of one call's patience. */
export type Patience = {
  /** Waits as long as `trouble` asks; or tells the end: too many tries, or no time for the wait (SU-46). */
  waitAfter(trouble: Trouble): Promise<End | null>;
};

/** Where a secondary limit names no time: GitHub asks for at least a minute, then doubling (SU-46). */
const UNNAMED_LIMIT = 60_000;
const FIRST_BACKOFF = 500;
const LONGEST_BACKOFF = 8000;

/** The patience for one call that is described by `what` (`reading the change`). `tries` bounds broken answers, not limits. */
export function createPatience(options: {
  what: string;
  tries: number;
  clock: Clock;
  narrate: Narrate;
  deadline: number;
}): Patience {
  const { what, tries, clock, narrate, deadline } = options;
  let broken = 0;
  let unnamedLimits = 0;

  function waitFor(trouble: Trouble): number {
    if (trouble.kind === 'limit') return trouble.limit.wait ?? UNNAMED_LIMIT * 2 ** unnamedLimits++;
    const backoff = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** (broken - 1)) * (0.75 + 0.5 * clock.random());
    return Math.max(trouble.retryAfter ?? 0, backoff);
  }

  return {
    async waitAfter(trouble) {
      const status = trouble.kind === 'limit' ? trouble.limit.status : trouble.status;
      const because = trouble.kind === 'limit' ? nameOf(trouble.limit) : trouble.why;
      const end = (reason: string): End => ({
        reason,
        status,
        ...(trouble.kind === 'broken' && trouble.cause !== undefined ? { cause: trouble.cause } : {}),
      });

      if (trouble.kind === 'broken') {
        broken += 1;
        if (broken >= tries) return end(`${because} (${broken === 1 ? 'one try' : `${broken} tries`})`);
      }
      const wait = waitFor(trouble);
      const left = deadline - clock.now();
      if (wait >= left) {
        if (trouble.kind === 'broken') return end(`${because}, and there is no time left for another try`);
        const resets = new Date(clock.now() + wait).toISOString().replace(/\.\d+Z$/, 'Z');
        return end(
          `${because} asks for a wait of ${seconds(wait)} s, until ${resets}, but the run ends in ${seconds(Math.max(0, left))} s`,
        );
      }
      narrate(`waiting ${seconds(wait)} s: ${because} while ${what}`);
      await clock.sleep(wait);
      return null;
    },
  };
}

function nameOf(limit: Limit): string {
  return `GitHub's ${limit.kind === 'secondary' ? 'secondary ' : ''}rate limit (${limit.status})`;
}

function seconds(milliseconds: number): string {
  return milliseconds < 10_000 ? String(Math.round(milliseconds / 100) / 10) : String(Math.round(milliseconds / 1000));
}
