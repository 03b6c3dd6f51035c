import { type Glob, parseGlob } from '../glob.ts';
import type { Effort } from '../inputs.ts';
import type { FindingClass, Reviewer } from './reviewer.ts';
import { parseTag } from './tag.ts';

/** The classes of RR-4, for every reviewer that names none of its own. */
export const CLASSES: readonly FindingClass[] = [
  {
    name: 'correctness',
    description: 'The code does something else than it is meant to, or fails on inputs that it will meet.',
  },
  {
    name: 'security',
    description:
      'Strangers reach what they must not: injection, missing checks of rights, leaked secrets, unsafe parsing.',
  },
  {
    name: 'data-loss',
    description: 'Data is lost, overwritten, cut, or left half written, also by a crash between steps.',
  },
  {
    name: 'concurrency',
    description: 'Races, deadlocks, lost updates, and things that are never released when work runs side by side.',
  },
  {
    name: 'error-handling',
    description: 'An error is swallowed, reported as success, or leaves things in a state that nobody handles.',
  },
  { name: 'performance', description: 'Work, memory or requests grow far beyond what the task needs.' },
  {
    name: 'api-contract',
    description: 'Callers break: signatures, formats, defaults or promises change, or are not what callers are told.',
  },
  { name: 'tests', description: 'Changed behaviour that no test would notice, or a test that cannot fail.' },
  { name: 'docs', description: 'Comments, documents or messages that say something else than the code does.' },
  {
    name: 'maintainability',
    description: 'Dead, doubled or misleading code that will make the next change go wrong; never mere taste.',
  },
];

/** Who reviews where the settings name nobody (RR-4). */
export const GENERAL: Reviewer = {
  name: 'general',
  label: 'Review',
  focus:
    'Look for what a careful maintainer would not want to merge: behaviour that is wrong, unsafe or surprising, what the ' +
    'change forgets (other callers, error paths, empty and extreme inputs, old data, tests, documents), and what it breaks ' +
    'for those who use the code. Leave style, names and formatting to others unless they mislead the reader.',
  classes: CLASSES,
  paths: null,
  model: null,
  effort: null,
  minimumTag: 'future-work',
};

/** An entry of the `reviewers` section once the schema has passed it. */
export type ReviewerEntry = {
  readonly name: string;
  readonly label: string;
  readonly focus: string;
  readonly classes?: readonly FindingClass[];
  readonly paths?: readonly string[];
  readonly model?: string;
  readonly effort?: Effort;
  readonly 'minimum-tag'?: string;
};

/** The reviewers of the settings in their order; without the section the built-in one (RR-4). */
export function reviewersOf(entries: readonly ReviewerEntry[] | undefined): readonly Reviewer[] {
  if (entries === undefined) return [GENERAL];
  return entries.map((entry) => ({
    name: entry.name,
    label: entry.label.trim(),
    focus: entry.focus.trim(),
    classes: entry.classes?.map(({ name, description }) => ({ name, description: description.trim() })) ?? CLASSES,
    paths: entry.paths ?? null,
    model: entry.model ?? null,
    effort: entry.effort ?? null,
    minimumTag: parseTag(entry['minimum-tag'] ?? '') ?? GENERAL.minimumTag,
  }));
}

/**
 * Names in a `reviewers` section that stand twice, a reviewer's or one of its classes', by their JSON pointer: both are
 * part of every finding's key. Takes a file that need not fit the schema.
 */
export function* repeatedReviewerNames(section: unknown): Generator<{ pointer: string; name: string }> {
  yield* repeatedIn(section, '/reviewers');
  if (!Array.isArray(section)) return;
  for (const [index, entry] of section.entries())
    yield* repeatedIn((entry as { classes?: unknown } | null)?.classes, `/reviewers/${index}/classes`);
}

function* repeatedIn(list: unknown, pointer: string): Generator<{ pointer: string; name: string }> {
  if (!Array.isArray(list)) return;
  const seen = new Set<string>();
  for (const [index, entry] of list.entries()) {
    const name = (entry as { name?: unknown } | null)?.name;
    if (typeof name !== 'string') continue;
    if (seen.has(name)) yield { pointer: `${pointer}/${index}/name`, name };
    seen.add(name);
  }
}

/** Whether a reviewer's `paths` match one of the changed paths; give both names of a rename (RR-4). */
export function concerns(reviewer: Pick<Reviewer, 'paths'>, changedPaths: readonly string[]): boolean {
  if (reviewer.paths === null) return true;
  // The settings' globs were checked when they were read.
  const globs = reviewer.paths.map(parseGlob).filter((glob): glob is Glob => !('error' in glob));
  return changedPaths.some((path) => globs.some((glob) => glob.matches(path)));
}
