import { decideReading, type Reading } from '../collapse.ts';
import { type Coverage, measureCoverage } from '../coverage.ts';
import type { Change } from '../diff.ts';
import { encodedLength } from '../encoded-length.ts';
import { parseGitattributes } from '../gitattributes.ts';
import { type Glob, parseGlob } from '../glob.ts';
import { showInvisible } from '../invisible.ts';
import { codePoints, cut } from '../length.ts';
import { formatObservation, observeChange } from '../observe.ts';
import { renderFileList, splitIntoParts } from '../parts.ts';
import type { PullRequestContext } from '../pull-request.ts';
import { numberLines } from './diff-lines.ts';
import { type Asked, type AskedPrior, overheadOf } from './prompt.ts';

/** A piece of the change with everything that all reviewers share (RR-17). */
export type ReviewPart = {
  /** The untrusted block, JSON-encoded (SU-35). */
  readonly shared: string;
  readonly number: number;
  readonly of: number;
  /** Files of which it shows something. */
  readonly paths: readonly string[];
};

/** What the reviewers are asked about, and what is known before anything is asked. */
export type ReviewMaterial = {
  readonly parts: readonly ReviewPart[];
  /** The reviewers with their priors as far as these have room; ask with these. */
  readonly asked: readonly Asked[];
  readonly coverage: Coverage;
  readonly notes: ReviewNotes;
};

/** What the metadata says of the reading; names are strangers'. */
export type ReviewNotes = {
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
const SHARE = { title: 0.05, body: 0.15, commits: 0.15, issues: 0.05, files: 0.15, priors: 0.25 } as const;

/** Turns a reading into the parts that every reviewer is asked about (RR-17, SU-22 to SU-24). */
export function prepareReview(read: {
  readonly context: PullRequestContext;
  readonly change: Change;
  /** Globs of the settings; checked when the settings were read. */
  readonly ignore: readonly string[];
  readonly asked: readonly Asked[];
  readonly language: string;
  /** UTF-8 bytes of JSON-encoded text that fit one request beside `overhead` others. */
  readonly roomFor: (overhead: number) => number;
}): ReviewMaterial {
  const { context, change } = read;
  const reading = decideReading({
    change,
    attributes: parseGitattributes(context.files.get('.gitattributes')?.text ?? ''),
    ignore: read.ignore.map(parseGlob).filter((glob): glob is Glob => !('error' in glob)),
  });
  const asked = read.asked.map((one) => ({
    ...one,
    priors: fitPriors(one.priors, Math.floor(read.roomFor(0) * SHARE.priors)),
  }));
  const room = read.roomFor(overheadOf(asked, read.language));
  const { claims, closes, incomplete } = claimsOf(context, room);
  const filesRoom = Math.floor(room * SHARE.files);
  const diffRoom = Math.max(0, room - encodedLength(JSON.stringify({ claims, closes })) - filesRoom - DOCUMENT_FRAME);
  const { parts, unread } = splitIntoParts({ files: reading.shown.map(numberLines), room: diffRoom });
  const coverage = measureCoverage(reading, unread);
  const files = renderFileList({ reading, dropped: unread, room: filesRoom });
  return {
    parts: parts.map(({ diff, paths }, index) => ({
      // Made when it is asked about: together they are a second copy of the whole change.
      get shared() {
        return JSON.stringify({
          claims,
          closes,
          files,
          ...(parts.length === 1 ? {} : { part: `${index + 1} of ${parts.length}` }),
          diff,
        });
      },
      number: index + 1,
      of: parts.length,
      paths,
    })),
    asked,
    coverage,
    notes: notesOf({ context, change, reading, coverage, incomplete }),
  };
}

/** Keys and quotes of the document around what is counted. */
const DOCUMENT_FRAME = 300;

/** What the author says, each text as far as its share reaches; what is cut is told (SU-20). */
function claimsOf({ pullRequest, commits, linkedIssues, ...context }: PullRequestContext, room: number) {
  const incomplete = [...context.incomplete];
  const shorten = (text: string, share: number, what: string): string => {
    const shown = showInvisible(text);
    const fitted = fitEncoded(shown, Math.floor(room * share));
    if (fitted !== shown) incomplete.push(`${what} beyond its first ${Math.max(0, codePoints(fitted) - 1)} characters`);
    return fitted;
  };
  const shareOfCommit = shareOf(
    SHARE.commits,
    room,
    commits.map(({ message }) => message),
  );
  const shareOfIssue = shareOf(
    SHARE.issues,
    room,
    linkedIssues.map(({ title }) => title),
  );
  return {
    claims: {
      note: 'unverified claims of the author',
      title: shorten(pullRequest.title, SHARE.title, 'the title'),
      description: shorten(pullRequest.body, SHARE.body, 'the description'),
      commits: commits.map(({ oid, message }) => ({
        sha: oid.slice(0, 12),
        message: shorten(message, shareOfCommit, `the message of commit ${oid.slice(0, 7)}`),
      })),
    },
    closes: linkedIssues.map(({ number, title }) => ({
      number,
      title: shorten(title, shareOfIssue, `the title of issue ${number}`),
    })),
    incomplete,
  };
}

/** What each of several texts may take of the room: all of their share where together they fit it, else an equal part. */
function shareOf(share: number, room: number, texts: readonly string[]): number {
  const together = texts.reduce((sum, text) => sum + encodedLength(showInvisible(text)), 0);
  return together <= room * share ? share : share / Math.max(1, texts.length);
}

/** `text` in at most `room` bytes of JSON; what was cut ends in `…`. */
function fitEncoded(text: string, room: number): string {
  let fitted = text;
  for (let most = room; encodedLength(fitted) > room && most > 0; most = Math.floor(most * 0.8))
    fitted = cut(text, most);
  return encodedLength(fitted) > room ? '' : fitted;
}

/** The priors with their code; where that takes too much, the code of the last ones gives way to their places alone. */
function fitPriors(priors: readonly AskedPrior[], room: number): readonly AskedPrior[] {
  let left = room - priors.length * PRIOR_FRAME;
  return priors.map((prior) => {
    const size = encodedLength(prior.codeThen ?? '') + encodedLength(prior.codeNow ?? '');
    left -= size;
    return left >= 0 ? prior : { ...prior, codeThen: null, codeNow: null };
  });
}

/** Bytes of a prior without its code. */
const PRIOR_FRAME = 400;

function notesOf(read: {
  readonly context: PullRequestContext;
  readonly change: Change;
  readonly reading: Reading;
  readonly coverage: Coverage;
  readonly incomplete: readonly string[];
}): ReviewNotes {
  const { reading, coverage } = read;
  const { title } = read.context.pullRequest;
  const observed = observeChange({ files: read.change.files, commits: read.context.commits, title });
  const collapsed = new Set(reading.collapsed.map(({ path }) => path));
  const notShown = [...coverage.unread.filter(({ path }) => !collapsed.has(path)), ...reading.collapsed];
  return {
    observations: observed.all.listed.map(formatObservation),
    moreObservations: observed.all.more,
    notShown: notShown.slice(0, LISTED_FILES).map(({ line }) => line),
    moreNotShown: Math.max(0, notShown.length - LISTED_FILES) + reading.unlisted,
    incomplete: read.incomplete,
  };
}
