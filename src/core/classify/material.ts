import { decideReading } from '../collapse.ts';
import { measureCoverage } from '../coverage.ts';
import type { Change } from '../diff.ts';
import { encodedLength } from '../encoded-length.ts';
import { parseGitattributes } from '../gitattributes.ts';
import { type Glob, parseGlob } from '../glob.ts';
import { formatObservation, observeChange } from '../observe.ts';
import { renderFileList, renderUnshown, splitIntoParts } from '../parts.ts';
import { policyPath } from '../policy-paths.ts';
import type { PullRequestContext } from '../pull-request.ts';
import { visiblePath } from '../quoted-path.ts';
import type { Rule } from '../rules.ts';
import type { Notes } from './facts.ts';
import { fitCommits, overheadOf, type PartMaterial } from './prompt.ts';
import type { Withholding } from './verdict.ts';

/** What is asked about, and what is known before anything is asked. */
export type Material = {
  readonly parts: readonly PartMaterial[];
  /** Everything but the tamper question. */
  readonly withholding: Omit<Withholding, 'tamper'>;
  readonly notes: Notes;
};

/** The longest list of unread files below a table (SU-23). */
const LISTED_FILES = 20;

/** Turns a reading into the parts of the prompt and into the facts that can withhold an approval (SU-22 to SU-24, CL-24). */
export function prepareMaterial(read: {
  readonly context: PullRequestContext;
  readonly change: Change;
  readonly rules: readonly Rule[];
  /** Globs of the settings; checked when the settings were read. */
  readonly ignore: readonly string[];
  readonly language: string;
  /** UTF-8 bytes of JSON-encoded text that fit one request beside `overhead` others. */
  readonly roomFor: (overhead: number) => number;
}): Material {
  const { context, change, rules, language } = read;
  const { title } = context.pullRequest;
  const reading = decideReading({
    change,
    attributes: parseGitattributes(context.files.get('.gitattributes')?.text ?? ''),
    ignore: read.ignore.map(parseGlob).filter((glob): glob is Glob => !('error' in glob)),
  });
  const commits = fitCommits(context.commits, Math.floor(read.roomFor(0) / 2));
  const unshown = renderUnshown({ reading });
  const overhead = overheadOf(rules, commits.commits, language);
  // One part carries only its diff and what was collapsed; several carry the title and the whole list of files too.
  const whole = splitIntoParts({ files: reading.shown, room: read.roomFor(overhead + encodedLength(unshown)) });
  const split = whole.parts.length > 1 || whole.unread.length > 0;
  const files = split ? renderFileList({ reading, dropped: whole.unread }) : '';
  const { parts, unread } = split
    ? splitIntoParts({
        files: reading.shown,
        room: read.roomFor(overhead + encodedLength(files) + encodedLength(title) + ELSEWHERE_ROOM),
      })
    : whole;
  const coverage = measureCoverage(reading, unread);
  const observed = observeChange({ files: change.files, commits: context.commits, title });
  const notShown = [
    ...coverage.unread.filter(({ path }) => !reading.collapsed.some((file) => file.path === path)),
    ...reading.collapsed,
  ];
  return {
    parts: parts.map((part, index) => ({
      commits: commits.commits,
      diff: split ? part.diff : [part.diff, unshown].filter((text) => text !== '').join('\n'),
      split: split
        ? {
            number: index + 1,
            of: parts.length,
            title,
            files,
            elsewhere: listElsewhere(parts.filter((other) => other !== part).flatMap((other) => other.paths)),
          }
        : null,
    })),
    withholding: {
      policyPath: policyPath(change.files),
      wholeCoverage: coverage.whole,
      coverage: coverage.text,
      incomplete: [
        ...context.incomplete,
        ...(commits.cut > 0 ? [`${commits.cut} commit messages that are too long to be shown whole`] : []),
      ],
      hidden: observed.withholding.listed.map(({ place }) => place),
    },
    notes: {
      observations: observed.all.listed.map(formatObservation),
      moreObservations: observed.all.more,
      notShown: notShown.slice(0, LISTED_FILES).map(({ path, line }) => ({ path, note: afterPath(path, line) })),
      moreNotShown: Math.max(0, notShown.length - LISTED_FILES) + reading.unlisted,
      parts: parts.length,
    },
  };
}

/** Characters that the list of the other parts' files may take. */
const ELSEWHERE_ROOM = 6_000;

function listElsewhere(paths: readonly string[]): string {
  const unique = [...new Set(paths)];
  let text = '';
  let left = ELSEWHERE_ROOM - 100;
  for (const [index, path] of unique.entries()) {
    const next = `${visiblePath(path)}\n`;
    left -= encodedLength(next);
    if (left < 0) return `${text}and ${unique.length - index} more\n`;
    text += next;
  }
  return text;
}

/** What stands behind the path in a line such as `package-lock.json: lockfile, not shown`. */
function afterPath(path: string, line: string): string {
  const head = `${visiblePath(path)}: `;
  return line.startsWith(head) ? line.slice(head.length) : line;
}
