import type { Happening, Stage } from './demo-script.ts';
import { patchLines } from './diff.ts';
import { reviewEvent } from './events.ts';
import type { GivenThread } from './happenings.ts';
import { reviewWith } from './pull-happenings.ts';
import { filesOf, pullOf } from './pull-request.ts';
import { SAMPLE_FINDINGS } from './sample-findings.ts';
import type { Review } from './state.ts';

/** A review bot reviews, in an installation that starts no job for reviews. */
export function botReviews(bot: string): Happening {
  return async (stage) => {
    const left = await leaveThreads(stage, bot);
    return {
      told: left === null ? `${bot} reviews, and finds nothing` : `${bot} reviews: ${countThreads(left.count)}`,
      event: null,
    };
  };
}

/** Two review bots review at about the same time, so that the job for the first review sees both. */
export function botsReview(first: string, second: string): Happening {
  return async (stage) => {
    const [one, other] = [await leaveThreads(stage, first), await leaveThreads(stage, second)];
    if (one === null || other === null) throw new Error('the review bots know nothing of this pull request');
    return {
      told: `${first} and ${second} review: ${countThreads(one.count + other.count)}`,
      event: reviewEvent(stage, stage.number, one.review),
    };
  };
}

/** The job for the bot's latest review, which had to wait for another one's. */
export function nextJob(bot: string): Happening {
  return async (stage) => {
    const review = pullOf(stage.world, stage.number).reviews.findLast(({ author }) => author?.login === bot);
    if (review === undefined) return { told: `${bot} has reviewed nothing`, event: null };
    return {
      told: `the job for ${bot}'s review, which had to wait`,
      event: reviewEvent(stage, stage.number, review),
    };
  };
}

type Left = { readonly review: Review; readonly count: number };

function countThreads(count: number): string {
  return count === 1 ? '1 thread' : `${count} threads`;
}

/** What it has to say about the sample; null where none of that code was added. */
async function leaveThreads({ world, number }: Stage, bot: string): Promise<Left | null> {
  const files = await filesOf(world, pullOf(world, number));
  const threads = SAMPLE_FINDINGS.flatMap(({ bot: by, path, code, body }): Omit<GivenThread, 'author' | 'review'>[] => {
    const patch = by === bot ? (files.find((file) => file.path === path)?.patch ?? '') : '';
    const text = patch.split('\n');
    const added = patchLines(patch).filter(({ left }) => left === null);
    const line = added.find(({ index }) => text[index]?.slice(1).trim() === code)?.right ?? null;
    return line === null ? [] : [{ path, line, body }];
  });
  if (threads.length === 0) return null;
  return { review: await reviewWith(world, number, { author: bot, threads }), count: threads.length };
}
