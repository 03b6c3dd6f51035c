import { Buffer } from 'node:buffer';
import { decideReading } from '../collapse.ts';
import type { Change } from '../diff.ts';
import { encodedLength } from '../encoded-length.ts';
import { parseGitattributes } from '../gitattributes.ts';
import { type Glob, parseGlob } from '../glob.ts';
import { countChanges } from '../parse-diff.ts';
import { renderUnshown } from '../parts.ts';
import type { PullRequest, RepositoryFile } from '../pull-request.ts';
import { visiblePath } from '../quoted-path.ts';
import { fitDiff } from './diff.ts';
import { type Places, placesOf } from './places.ts';
import { type Asking, type ShownChange, wordsBesideTheDiff } from './prompt.ts';
import type { ConverseTask } from './start.ts';
import type { ReadThread } from './thread.ts';
import { renderTranscript } from './transcript.ts';

/** What the model is given, and which places in code that makes known. */
export type Material = {
  readonly asking: Asking;
  readonly change: ShownChange;
  readonly places: Places;
  /** `41 of 58 changed lines`, for the summary. */
  readonly coverage: string;
};

/** Turns a reading into the material of one question: the thread, then as much of the diff as fits (CO-20, SU-22). */
export function prepareMaterial(read: {
  readonly task: ConverseTask;
  readonly pullRequest: PullRequest;
  readonly thread: ReadThread | null;
  readonly change: Change;
  /** Files of the default branch. */
  readonly files: ReadonlyMap<string, RepositoryFile>;
  /** Globs of the settings; checked when the settings were read. */
  readonly ignore: readonly string[];
  readonly language: string;
  /** UTF-8 bytes of JSON-encoded text that fit one request beside `overhead` others. */
  readonly roomFor: (overhead: number) => number;
}): Material {
  const { task, pullRequest, thread, change } = read;
  const anchor = thread === null ? null : thread.thread;
  const asking: Asking = {
    title: pullRequest.title,
    head: pullRequest.head,
    question: task.comment.body,
    asker: task.comment.author.login,
    thread:
      thread === null
        ? null
        : {
            anchor: thread.thread,
            transcript: renderTranscript(thread.before),
            finding: thread.finding?.text ?? null,
          },
  };
  const reading = decideReading({
    change,
    attributes: parseGitattributes(read.files.get('.gitattributes')?.text ?? ''),
    ignore: read.ignore.map(parseGlob).filter((glob): glob is Glob => !('error' in glob)),
  });
  // Whoever asks about a generated file wants to hear about that file.
  const collapsed = reading.collapsed.filter(({ path }) => path !== anchor?.path);
  const hidden = new Set([...collapsed, ...reading.unread].map(({ path }) => path));
  const shown = change.files.filter(({ path }) => !hidden.has(path));
  const unshown = renderUnshown({ reading: { ...reading, collapsed }, room: NOT_SHOWN_ROOM });
  const overhead = Buffer.byteLength(wordsBesideTheDiff(asking, read.language)) + encodedLength(unshown) + FRAME;
  const given = fitDiff(shown, { room: Math.max(0, read.roomFor(overhead)), anchor });
  const changed = shown.reduce((sum, file) => sum + file.additions + file.deletions, 0);
  const seen = given.files.reduce((sum, { hunks }) => {
    const { additions, deletions } = countChanges(hunks);
    return sum + additions + deletions;
  }, 0);
  return {
    asking,
    change: { diff: given.text, notShown: unshown + listPartly(given.partly) },
    places: placesOf(given.files, anchor),
    coverage: `${seen} of ${changed} changed lines`,
  };
}

/** JSON-encoded bytes that the lists of what is not shown may take, each. */
const NOT_SHOWN_ROOM = 4_000;

/** Keys and quotes of the request around what is counted, and the list of files that do not fit. */
const FRAME = 800 + NOT_SHOWN_ROOM;

function listPartly(paths: readonly string[]): string {
  let text = '';
  let left = NOT_SHOWN_ROOM - 100;
  for (const [index, path] of paths.entries()) {
    const line = `${visiblePath(path)}: not shown, or only in part, because the diff is too long\n`;
    left -= encodedLength(line);
    if (left < 0) return `${text}and ${paths.length - index} more files\n`;
    text += line;
  }
  return text;
}
