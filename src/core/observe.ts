import type { ChangedFile } from './diff.ts';
import { findInvisible, formatCodePoint, type Invisible, mayHoldInvisible } from './invisible.ts';
import { hunkLines } from './parse-diff.ts';
import type { Commit } from './pull-request.ts';
import { visiblePath } from './quoted-path.ts';

/** A hidden character with its place: a deterministic remark, not the model's (SU-24). */
export type Observation = {
  /** `path:line`, `path (its name)`, `commit <sha7>:line` or `title`; hidden characters of a path are shown in it. */
  readonly place: string;
  readonly codePoint: number;
  /** In Unicode's words, such as `RIGHT-TO-LEFT OVERRIDE`. */
  readonly name: string;
  /** Whether it turns an approve into no verdict (CL-25). */
  readonly withholds: boolean;
};

/** At most 20 observations, and how many there are besides. */
export type Observed = { readonly listed: readonly Observation[]; readonly more: number };

/** SU-24: at most 20 are listed. */
const LISTED = 20;

/**
 * The hidden characters in the title, the commit messages, the added lines and the new names of files, one per line:
 * the first that withholds an approval (a Unicode tag or a bidirectional control, CL-25), else the first. `withholding`
 * is those alone. Give it collapsed files too: nobody else looks into them.
 */
export function observeChange(change: {
  readonly files: readonly ChangedFile[];
  readonly commits: readonly Commit[];
  readonly title: string;
}): { readonly all: Observed; readonly withholding: Observed } {
  const all = { listed: [] as Observation[], more: 0 };
  const withholding = { listed: [] as Observation[], more: 0 };
  for (const observation of observations(change)) {
    note(all, observation);
    if (observation.withholds) note(withholding, observation);
  }
  return { all, withholding };
}

/** `src/access.go:5 U+202E RIGHT-TO-LEFT OVERRIDE` */
export function formatObservation({ place, codePoint, name }: Observation): string {
  return `${place} ${formatCodePoint(codePoint)} ${name}`;
}

function note(observed: { listed: Observation[]; more: number }, observation: Observation): void {
  if (observed.listed.length < LISTED) observed.listed.push(observation);
  else observed.more++;
}

function* observations(change: {
  readonly files: readonly ChangedFile[];
  readonly commits: readonly Commit[];
  readonly title: string;
}): Generator<Observation, void, undefined> {
  yield* observeLine('title', findInvisible(change.title));
  for (const { oid, message } of change.commits) {
    if (!mayHoldInvisible(message)) continue;
    for (const [index, line] of message.split('\n').entries()) {
      yield* observeLine(`commit ${oid.slice(0, 7)}:${index + 1}`, findInvisible(line));
    }
  }
  for (const file of change.files) yield* observeFile(file);
}

function* observeFile(file: ChangedFile): Generator<Observation, void, undefined> {
  const path = visiblePath(file.path);
  const named = file.status === 'added' || file.status === 'renamed' || file.status === 'copied';
  if (named) yield* observeLine(`${path} (its name)`, findInvisible(file.path));
  for (const hunk of file.hunks) {
    if (!mayHoldInvisible(hunk.text)) continue;
    for (const { kind, text, newLine } of hunkLines(hunk)) {
      if (kind !== 'added') continue;
      yield* observeLine(`${path}:${newLine}`, findInvisible(text, { fileStart: newLine === 1 }));
    }
  }
}

function* observeLine(place: string, found: readonly Invisible[]): Generator<Observation, void, undefined> {
  const withholding = found.find(({ kind }) => kind === 'tag' || kind === 'bidi');
  const first = withholding ?? found[0];
  if (first === undefined) return;
  yield { place, codePoint: first.codePoint, name: first.name, withholds: withholding !== undefined };
}
