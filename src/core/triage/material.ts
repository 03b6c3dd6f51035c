import { decideReading, type Reading, type UnreadFile, unreadFile } from '../collapse.ts';
import { measureCoverage } from '../coverage.ts';
import type { Change, ChangedFile } from '../diff.ts';
import { encodedLength } from '../encoded-length.ts';
import { parseGitattributes } from '../gitattributes.ts';
import { type Glob, parseGlob } from '../glob.ts';
import { showInvisible } from '../invisible.ts';
import { codePoints, cut } from '../length.ts';
import { formatObservation, observeChange } from '../observe.ts';
import { type Part, renderFileList, splitIntoParts } from '../parts.ts';
import type { PullRequestContext } from '../pull-request.ts';
import { visiblePath } from '../quoted-path.ts';
import type { Area, Settings } from '../settings.ts';

/** What the model is shown, and what is known without it. */
export type TriageMaterial = {
  /** The untrusted block, JSON-encoded (SU-35). */
  readonly shared: string;
  /** Names of the areas whose paths match (TR-3). */
  readonly pathAreas: readonly string[];
  readonly notes: TriageNotes;
};

/** What the summary says of the reading; names are strangers'. */
export type TriageNotes = {
  readonly coverage: string;
  /** Hidden characters with their places (SU-24). */
  readonly observations: readonly string[];
  readonly moreObservations: number;
  /** Lines such as `package-lock.json: lockfile, not shown` (SU-23). */
  readonly notShown: readonly string[];
  readonly moreNotShown: number;
  /** What else was not read or not shown whole, in words. */
  readonly incomplete: readonly string[];
};

/** The longest list of unread files (SU-23). */
const LISTED_FILES = 20;

/** Shares of a request that texts beside the diff may take at most; what they leave is the diff's. */
const SHARE = { title: 0.05, body: 0.2, issues: 0.2, files: 0.2 } as const;

/** Turns a reading into one question's material: what does not fit it is named as not shown (TR-3, SU-22 to SU-24). */
export function prepareTriage(read: {
  readonly context: PullRequestContext;
  readonly change: Change;
  readonly settings: Settings;
  /** UTF-8 bytes of JSON-encoded text that fit the question beside our own words. */
  readonly room: number;
}): TriageMaterial {
  const { context, change, settings } = read;
  const { title, body } = context.pullRequest;
  const reading = decideReading({
    change,
    attributes: parseGitattributes(context.files.get('.gitattributes')?.text ?? ''),
    ignore: globsOf(settings.ignore),
  });

  const incomplete = [...context.incomplete];
  const shorten = (text: string, share: number, what: string): string => {
    const shown = showInvisible(text);
    const fitted = fitEncoded(shown, Math.floor(read.room * share));
    if (fitted !== shown) incomplete.push(`${what} beyond its first ${Math.max(0, codePoints(fitted) - 1)} characters`);
    return fitted;
  };
  const shareOfIssue = SHARE.issues / Math.max(1, context.linkedIssues.length) / 2;
  const texts = {
    title: shorten(title, SHARE.title, 'the title'),
    description: shorten(body, SHARE.body, 'the description'),
    closes: context.linkedIssues.map((issue) => ({
      number: issue.number,
      title: shorten(issue.title, shareOfIssue, `the title of issue ${issue.number}`),
      body: shorten(issue.body, shareOfIssue, `issue ${issue.number}`),
    })),
  };
  const filesRoom = Math.floor(read.room * SHARE.files);
  const room = read.room - encodedLength(JSON.stringify(texts)) - filesRoom;
  const shown = showOnePart(reading, Math.max(0, room));
  const coverage = measureCoverage(reading, shown.left);
  const observed = observeChange({ files: change.files, commits: [], title });
  const collapsed = new Set(reading.collapsed.map(({ path }) => path));
  const notShown = [...coverage.unread.filter(({ path }) => !collapsed.has(path)), ...reading.collapsed];
  return {
    shared: JSON.stringify({
      ...texts,
      files: renderFileList({ reading, dropped: shown.left, room: filesRoom }),
      diff: shown.diff,
    }),
    pathAreas: areasOf(change.files, settings.triage.areas),
    notes: {
      coverage: coverage.text,
      observations: observed.all.listed.map(formatObservation),
      moreObservations: observed.all.more,
      notShown: notShown.slice(0, LISTED_FILES).map(({ line }) => line),
      moreNotShown: Math.max(0, notShown.length - LISTED_FILES) + reading.unlisted,
      incomplete,
    },
  };
}

/** The diff as far as it fits one question, and every file of which something is left out. */
function showOnePart(reading: Reading, room: number): { readonly diff: string; readonly left: readonly UnreadFile[] } {
  const whole = splitIntoParts({ files: reading.shown, room });
  // Where not all fits, many small files tell more of a pull request than the first large one.
  const files = whole.parts.length > 1 ? [...reading.shown].sort((a, b) => linesOf(a) - linesOf(b)) : reading.shown;
  const { parts, unread } = whole.parts.length > 1 ? splitIntoParts({ files, room }) : whole;
  const [first, ...others] = parts;
  if (first === undefined) return { diff: '', left: unread };
  const later = new Set(others.flatMap(({ paths }) => paths));
  const left = reading.shown.filter(({ path }) => later.has(path)).map((file) => leftOut(file, first, reading.shown));
  return { diff: first.diff, left: [...unread, ...left] };
}

/** A file that a part does not show whole: its lines that the part leaves out. */
function leftOut(file: ChangedFile, part: Part, shown: readonly ChangedFile[]): UnreadFile {
  // Only the last file of a part can go on in the next one, so the others of the part are in it whole.
  const whole = shown.filter(({ path }) => path !== file.path && part.paths.includes(path));
  const begun = part.paths.includes(file.path) ? part.changedLines - sumOfLines(whole) : 0;
  if (begun === 0) return unreadFile(file, 'it does not fit the one question');
  const lines = linesOf(file);
  return {
    path: file.path,
    reason: 'it does not fit the one question',
    additions: lines - begun,
    deletions: 0,
    line: `${visiblePath(file.path)}: ${begun} of ${lines} changed lines shown, the rest does not fit the one question`,
  };
}

function linesOf({ additions, deletions }: ChangedFile): number {
  return additions + deletions;
}

function sumOfLines(files: readonly ChangedFile[]): number {
  return files.reduce((sum, file) => sum + linesOf(file), 0);
}

/** A rename counts for the folder that a file leaves as well. */
function areasOf(files: readonly ChangedFile[], areas: readonly Area[]): readonly string[] {
  return areas
    .filter(({ paths }) => {
      const globs = globsOf(paths);
      return files.some(({ path, previousPath }) =>
        globs.some((glob) => glob.matches(path) || (previousPath !== null && glob.matches(previousPath))),
      );
    })
    .map(({ name }) => name);
}

/** The settings' globs were checked when they were read. */
function globsOf(patterns: readonly string[]): readonly Glob[] {
  return patterns.map(parseGlob).filter((glob): glob is Glob => !('error' in glob));
}

/** `text` in at most `room` bytes of JSON; what was cut ends in `…`. */
function fitEncoded(text: string, room: number): string {
  let fitted = text;
  for (let most = room; encodedLength(fitted) > room && most > 0; most = Math.floor(most * 0.8))
    fitted = cut(text, most);
  return encodedLength(fitted) > room ? '' : fitted;
}
