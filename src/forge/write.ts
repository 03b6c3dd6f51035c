import type { Applied, Effect, Refusal } from '../core/effect.ts';
import { ForgeError } from '../core/errors.ts';
import type { Clock } from '../ports.ts';
import type { Answer, Refused } from './client.ts';
import type { Reader } from './github.ts';
import { readPendingReview } from './own-posts.ts';
import { refusalOf } from './refusal.ts';
import { type Done, type Write, writeOf } from './writes.ts';

/** GitHub's secondary limits want writes at least this far apart (SU-46). */
const PACE = 1000;

/** Applies effects one at a time, whoever calls; paced where the server is GitHub's own. */
export function createWriter(
  reader: Reader,
  options: { clock: Clock; serverUrl: string },
): (number: number, effect: Effect) => Promise<Applied> {
  const { clock } = options;
  const paced = isGitHubsOwn(options.serverUrl);
  let last = Number.NEGATIVE_INFINITY;
  let queue: Promise<unknown> = Promise.resolve();

  async function pace(): Promise<void> {
    const wait = paced ? last + PACE - clock.now() : 0;
    if (wait > 0) await clock.sleep(wait);
  }

  async function perform(number: number, effect: Effect): Promise<Applied> {
    const write = writeOf(reader, number, effect);
    if (write.impossible !== undefined) return impossible(write, write.impossible);
    const patience = reader.client.patience(write.call);
    let uncertain = false;
    for (;;) {
      await pace();
      const attempt =
        'document' in write.call ? await reader.graphql.attempt(write.call) : await reader.client.attempt(write.call);
      last = clock.now();
      if (attempt.kind === 'answer') {
        const done = write.doneBy === undefined ? doneBy(attempt) : write.doneBy(attempt.body);
        return done === null ? await untold(write) : await readBack(write, done);
      }
      if (attempt.kind === 'refused') return await settle(number, write, attempt);

      // A limit turns a write away; after a broken answer it may have happened, and may still be happening.
      uncertain ||= attempt.kind === 'broken';
      const end = await patience.waitAfter(attempt);
      if (uncertain) {
        const found = await lookUp(write);
        if (found.kind === 'failed') return found;
        if (found.kind === 'done') return await readBack(write, found);
        uncertain = false;
      }
      // Without a wait, a write that is not there yet may still be on its way.
      if (end !== null) return failed(write, end.reason, attempt.kind === 'broken' ? 'unknown' : 'not');
    }
  }

  async function settle(number: number, write: Write, refused: Refused): Promise<Applied> {
    if (write.stands?.(refused) === true) return { kind: 'done', id: null, url: null };
    if (write.mayStand(refused)) {
      const found = await lookUp(write);
      if (found.kind === 'done') return found;
    }
    const message = `${write.call.what} was refused by GitHub (${refused.status}): ${refused.message}`;
    const refusal = await withPendingReview(number, refusalOf(refused, write.call.permission));
    return { kind: 'refused', refusal, message };
  }

  async function withPendingReview(number: number, refusal: Refusal): Promise<Refusal> {
    if (refusal.reason !== 'pending-review') return refusal;
    const review = await readPendingReview(reader, number).catch((error: unknown) => {
      // The refusal stands without it; only the review in the way cannot be named.
      if (error instanceof ForgeError) return null;
      throw error;
    });
    return { reason: 'pending-review', review };
  }

  return (number, effect) => {
    const applied = queue.then(() => perform(number, effect));
    queue = applied.catch(() => undefined);
    return applied;
  };
}

/** Whether the write stands: done, absent, or failed when that cannot be told. */
async function lookUp(write: Write): Promise<Done | { kind: 'absent' } | Extract<Applied, { kind: 'failed' }>> {
  try {
    return (await write.lookUp()) ?? { kind: 'absent' };
  } catch (error) {
    if (error instanceof ForgeError) return failed(write, error.message, 'unknown');
    throw error;
  }
}

/** What became of a write whose answer does not say what it made. */
async function untold(write: Write): Promise<Applied> {
  const found = await lookUp(write);
  return found.kind === 'absent' ? failed(write, 'GitHub answered without it', 'unknown') : found;
}

/** What is done with what GitHub took of it; where that cannot be read, without (SU-45). */
async function readBack(write: Write, done: Done): Promise<Done> {
  if (write.readBack === undefined) return done;
  try {
    return await write.readBack(done);
  } catch (error) {
    // It stands, whatever became of its parts; an error here must not pass for one of the write.
    if (error instanceof ForgeError) return done;
    throw error;
  }
}

function impossible({ call }: Write, message: string): Applied {
  return { kind: 'refused', refusal: { reason: 'other', message }, message: `${call.what} is impossible: ${message}` };
}

/** `not`: it has not happened for certain. */
function failed(write: Write, reason: string, happened: 'not' | 'unknown'): Extract<Applied, { kind: 'failed' }> {
  const { thing, deed } = write.result;
  const state = happened === 'not' ? `${thing} was not ${deed}` : `it is not known whether ${thing} was ${deed}`;
  return { kind: 'failed', message: `${state}: ${reason}` };
}

function doneBy(answer: Answer): Done {
  const body: unknown = answer.body;
  if (typeof body !== 'object' || body === null) return { kind: 'done', id: null, url: null };
  const { id, html_url } = body as { id?: unknown; html_url?: unknown };
  return {
    kind: 'done',
    id: typeof id === 'number' ? id : null,
    url: typeof html_url === 'string' ? html_url : null,
  };
}

/** github.com and its data residency hosts share these limits; an Enterprise Server has its own, off by default. */
function isGitHubsOwn(serverUrl: string): boolean {
  const host = new URL(serverUrl).hostname;
  return host === 'github.com' || host.endsWith('.ghe.com');
}
