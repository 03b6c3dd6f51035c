import type { Happening, Stage } from './demo-script.ts';
import { patchLines } from './diff.ts';
import { issueCommentEvent, pullRequestEvent, reviewCommentEvent } from './events.ts';
import { addReply, addThread, push, requestReview, resolveThread, say } from './happenings.ts';
import { textAt } from './local-clone.ts';
import { currentLine, filesOf, pullOf } from './pull-request.ts';
import { REVIEWER, SAMPLE_PUSH } from './sample.ts';
import type { Thread } from './state.ts';

type Who = 'author' | 'maintainer';

/** The author opens the pull request, or an agent in the author's name. */
export function opens(): Happening {
  return async (stage) => {
    const [trailer] = /^— hive:.*$/m.exec(pullOf(stage.world, stage.number).body) ?? [];
    return {
      told: `${stage.author} opens the pull request${trailer === undefined ? '' : `; its last line is "${trailer}"`}`,
      event: await pullRequestEvent(stage, stage.number, { action: 'opened', sender: stage.author }),
    };
  };
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

/** Somebody opens a review thread on an added line of some file, or of this one, which the examples start no job for. */
export function remarks(who: Who, body: string, inFile?: string): Happening {
  return async (stage) => {
    const place = await someAddedLine(stage, inFile);
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

/** Which of several open threads: the one that speaks of this, else the first or last that no person has answered. */
export type WhichThread = { readonly about: string; readonly else: 'first' | 'last' };

/** The author contradicts a finding in its thread, for which the example of re-review starts no job. */
export function rebuts(which: WhichThread, words: { readonly body: string; readonly otherwise: string }): Happening {
  return async (stage) => {
    const { thread, meant } = findThread(stage, which);
    if (thread === null) return { told: `${stage.author} finds no thread to reply in`, event: null };
    const body = meant ? words.body : words.otherwise;
    addReply(stage.world, stage.number, thread, { author: stage.author, body });
    return { told: `${stage.author} replies in the thread "${titleOf(thread)}": ${body}`, event: null };
  };
}

/** The author resolves a thread whose finding still stands; GitHub has no event that starts a workflow for it. */
export function resolves(which: WhichThread): Happening {
  return async (stage) => {
    const { thread } = findThread(stage, which);
    if (thread === null) return { told: `${stage.author} finds no thread to resolve`, event: null };
    resolveThread(stage.world, thread, stage.author);
    return { told: `${stage.author} resolves the thread "${titleOf(thread)}", and changes nothing`, event: null };
  };
}

/** The author pushes: on the sample its next commit, elsewhere one without the line that the first open thread is about. */
export function pushes(): Happening {
  return async (stage) => {
    const { world, number, author } = stage;
    const pull = pullOf(world, number);
    const { path, before, after, message } = SAMPLE_PUSH;
    if ((await textAt(world.git, pull.head, path)) === before) {
      const head = await push(world, number, { message, files: { [path]: after } });
      return { told: `${author} pushes ${head.slice(0, 7)} "${message}"`, event: null };
    }
    const { thread } = findThread(stage, { about: '', else: 'first' });
    const line = thread === null ? null : await currentLine(world, pull, thread);
    const text = thread === null ? null : await textAt(world.git, pull.head, thread.anchor.path);
    if (thread === null || line === null || text === null)
      return { told: `${author} finds nothing to push for`, event: null };
    const place = `${thread.anchor.path}:${line}`;
    const rest = text.split('\n').filter((_, index) => index !== line - 1);
    const head = await push(world, number, {
      message: `Delete ${place}`,
      files: { [thread.anchor.path]: rest.join('\n') },
    });
    return {
      told: `${author} pushes ${head.slice(0, 7)}, which deletes the line ${place} "${titleOf(thread)}"`,
      event: null,
    };
  };
}

function findThread({ world, number }: Stage, which: WhichThread): { thread: Thread | null; meant: boolean } {
  const open = pullOf(world, number).threads.filter(({ resolved }) => !resolved);
  const meant = which.about === '' ? undefined : open.find((thread) => titleOf(thread).includes(which.about));
  if (meant !== undefined) return { thread: meant, meant: true };
  const quiet = open.filter(({ comments }) => comments.every(({ author }) => author?.type === 'Bot'));
  return { thread: (which.else === 'first' ? quiet[0] : quiet.at(-1)) ?? null, meant: false };
}

/** The first line of a thread, without its marks. */
function titleOf({ comments }: Thread): string {
  const [line = ''] = comments[0]?.body.split('\n') ?? [];
  return line.replace(/\[[^\]]*\]|\*\*[^*]*\*\*|Follow-up to \S+: |\\/g, '').trim();
}

/** The last added line of the first file that has one. */
async function someAddedLine(
  { world, number }: Stage,
  inFile?: string,
): Promise<{ path: string; line: number } | null> {
  for (const { path, patch } of await filesOf(world, pullOf(world, number))) {
    if (inFile !== undefined && path !== inFile) continue;
    const line = patchLines(patch).findLast(({ left }) => left === null)?.right;
    if (line !== undefined && line !== null) return { path, line };
  }
  return null;
}
