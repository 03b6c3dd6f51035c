import type { Happening, Stage } from './demo-script.ts';
import { patchLines } from './diff.ts';
import { issueCommentEvent, pullRequestEvent, reviewCommentEvent } from './events.ts';
import { addReply, addThread, requestReview, say } from './happenings.ts';
import { filesOf, pullOf } from './pull-request.ts';
import { REVIEWER } from './sample.ts';

type Who = 'author' | 'maintainer';

/** The author opens the pull request. */
export function opens(): Happening {
  return async (stage) => ({
    told: `${stage.author} opens the pull request`,
    event: await pullRequestEvent(stage, stage.number, { action: 'opened', sender: stage.author }),
  });
}

/** The maintainer asks the classifier's account for a review. */
export function asksForReview(): Happening {
  return async (stage) => {
    requestReview(stage.world, stage.number, REVIEWER);
    const happening = { action: 'review_requested', reviewer: REVIEWER, sender: stage.maintainer } as const;
    return {
      told: `${stage.maintainer} asks ${REVIEWER} for a review`,
      event: await pullRequestEvent(stage, stage.number, happening),
    };
  };
}

/** Somebody comments on the conversation. */
export function comments(who: Who, body: string): Happening {
  return async (stage) => {
    const comment = say(stage.world, stage.number, { author: stage[who], body });
    return { told: `${stage[who]} comments: ${body}`, event: issueCommentEvent(stage, stage.number, comment) };
  };
}

/** Somebody opens a review thread on an added line, which the examples start no job for. */
export function remarks(who: Who, body: string): Happening {
  return async (stage) => {
    const place = await someAddedLine(stage);
    if (place === null) return { told: `${stage[who]} finds no added line to remark on`, event: null };
    await addThread(stage.world, stage.number, { author: stage[who], body, ...place });
    return { told: `${stage[who]} remarks on ${place.path}:${place.line}: ${body}`, event: null };
  };
}

/** Somebody answers in the latest thread. */
export function replies(who: Who, body: string): Happening {
  return async (stage) => {
    const thread = pullOf(stage.world, stage.number).threads.at(-1);
    if (thread === undefined) return { told: `${stage[who]} finds no thread to reply in`, event: null };
    addReply(stage.world, stage.number, thread, { author: stage[who], body });
    return {
      told: `${stage[who]} replies in the thread: ${body}`,
      event: await reviewCommentEvent(stage, stage.number, thread),
    };
  };
}

/** The last added line of the first file that has one. */
async function someAddedLine({ world, number }: Stage): Promise<{ path: string; line: number } | null> {
  for (const { path, patch } of await filesOf(world, pullOf(world, number))) {
    const line = patchLines(patch).findLast(({ left }) => left === null)?.right;
    if (line !== undefined && line !== null) return { path, line };
  }
  return null;
}
