import settingsSchema from '../../schemas/revi.schema.json' with { type: 'json' };
import type { ActionName } from './action-name.ts';
import type { ParseDocument, ParsedDocument, Problem } from './document.ts';
import { parseGlob } from './glob.ts';
import type { Effort } from './inputs.ts';
import type { RepositoryFile } from './pull-request.ts';
import type { Reviewer } from './re-review/reviewer.ts';
import { type ReviewerEntry, repeatedReviewerNames, reviewersOf } from './re-review/reviewers.ts';
import { DEFAULT_HOLD_LABELS, DEFAULT_TRAILER, type ReviewBotsSettings } from './reconcile/settings.ts';
import type { Role } from './roles.ts';
import { compileSchema } from './validate.ts';

/** A label of triage with what it means; the description goes to the model and onto the label (TR-2). */
export type NamedLabel = { readonly name: string; readonly description: string };

export type Area = NamedLabel & {
  /** Globs; an area whose paths match a changed file is added by code (TR-3). */
  readonly paths: readonly string[];
};

export type TriageSettings = {
  readonly ranks: readonly NamedLabel[];
  readonly types: readonly string[];
  readonly areas: readonly Area[];
  /** Whether the rationale is posted. */
  readonly comment: boolean;
};

export type ConverseSettings = {
  readonly authorizedRepliers: readonly string[];
  readonly minReplierRole: Role;
  readonly maxRepliesPerThread: number;
  readonly model: string | null;
  readonly effort: Effort | null;
};

/** The suite's settings (SU-56), with the defaults of what the file does not say. */
export type Settings = {
  readonly disabled: readonly ActionName[];
  /** Globs of paths that are shown as one line (SU-22). */
  readonly ignore: readonly string[];
  /** Logins; null: the file names none (RR-32). */
  readonly maintainers: readonly string[] | null;
  /** In the file's order; the built-in one where the file names none (RR-4). */
  readonly reviewers: readonly Reviewer[];
  /** Other review bots (RB-2). */
  readonly reviewBots: ReviewBotsSettings;
  readonly triage: TriageSettings;
  readonly converse: ConverseSettings;
};

/** Where the settings live on the default branch; both present is an error. */
export const SETTINGS_FILES = ['.hyperhive/revi.yml', '.hyperhive/revi.json'] as const;

const DEFAULT_RANKS: readonly NamedLabel[] = [
  { name: 'review:p0', description: 'Small, correct, clearly useful: take it now.' },
  { name: 'review:p1', description: 'Useful: needs a real review soon.' },
  { name: 'review:p2', description: 'Needs work or discussion first.' },
  { name: 'review:p3', description: 'Unlikely to be taken as it is.' },
];

const DEFAULT_TYPES = ['feat', 'fix', 'docs', 'refactor', 'perf', 'test', 'chore', 'ci', 'build'];

/** The file's shape once the schema has passed it. */
type SettingsFile = {
  readonly disabled?: readonly ActionName[];
  readonly ignore?: readonly string[];
  readonly maintainers?: readonly string[];
  readonly reviewers?: readonly ReviewerEntry[];
  readonly review_bots?: {
    readonly logins?: readonly string[];
    readonly authors?: readonly string[];
    readonly trailer?: string;
    readonly min_priority?: string;
    readonly max_attempts_per_thread?: number;
    readonly resolve_after_fix?: boolean;
    readonly hold_labels?: readonly string[];
    readonly allow_paths?: readonly string[];
    readonly model?: string;
    readonly effort?: Effort;
  };
  readonly triage?: {
    readonly ranks?: readonly NamedLabel[];
    readonly types?: readonly string[];
    readonly areas?: readonly (NamedLabel & { readonly paths?: readonly string[] })[];
    readonly comment?: boolean;
  };
  readonly converse?: {
    readonly authorized_repliers?: readonly string[];
    readonly min_replier_role?: Role;
    readonly max_replies_per_thread?: number;
    readonly model?: string;
    readonly effort?: Effort;
  };
};

export type SettingsRead = { readonly settings: Settings } | { readonly problems: readonly Problem[] };

/** The settings of the default branch, defaults where there is no file, or every error with its line (SU-56). */
export function readSettings(
  files: ReadonlyMap<string, RepositoryFile>,
  parse: ParseDocument,
  repository: { readonly private: boolean },
): SettingsRead {
  const [file, other] = SETTINGS_FILES.flatMap((path) => files.get(path) ?? []);
  if (file === undefined) return { settings: withDefaults({}) };
  if (other !== undefined)
    return {
      problems: [{ file: file.path, line: null, message: `${file.path} and ${other.path} both exist; keep one` }],
    };
  if (file.text === null)
    return { problems: [{ file: file.path, line: null, message: 'the file is not readable as text' }] };
  // A file of comments alone is what remains when somebody comments the settings out; it sets nothing.
  if (file.path.endsWith('.yml') && /^(\s|#.*)*$/.test(file.text)) return { settings: withDefaults({}) };
  const document = parse(file.path, file.text);
  return 'value' in document ? checkSettings(document, repository) : { problems: document.problems };
}

function checkSettings(document: ParsedDocument, repository: { readonly private: boolean }): SettingsRead {
  const problems: Problem[] = [...document.problems];
  const add = (pointer: string, at: 'key' | 'value', message: string): void => {
    problems.push({ file: document.file, line: document.lineOf(pointer, at), message });
  };
  const checked = compileSchema(settingsSchema)(document.value);
  if (!checked.ok)
    for (const problem of checked.problems)
      add(problem.path, problem.kind === 'unknown-key' ? 'key' : 'value', problem.message);
  for (const { pointer, glob } of globsOf(document.value)) {
    const parsed = parseGlob(glob);
    const told = checked.ok ? false : checked.problems.some(({ path }) => path === pointer);
    if ('error' in parsed && !told) add(pointer, 'value', parsed.error);
  }
  for (const { pointer, name, byDefault } of repeatedNames(document.value))
    add(
      pointer,
      'value',
      byDefault === null
        ? `"${name}" stands twice; labels compare without case`
        : `"${name}" is one of the default ${byDefault} too; labels compare without case, so rename it, or set triage.${byDefault}`,
    );
  for (const { pointer, name } of repeatedReviewerNames(at(document.value, 'reviewers')))
    add(pointer, 'value', `the name "${name}" stands twice; it is part of every key, so each may stand only once`);
  const file = (checked.ok ? document.value : {}) as SettingsFile;
  const role = (document.value as SettingsFile | null)?.converse?.min_replier_role;
  if (!repository.private && role === 'guest')
    add(
      '/converse/min_replier_role',
      'value',
      'min_replier_role: guest would let everybody command the bot of a public repository; use reporter or higher',
    );
  if (problems.length > 0) return { problems: problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
  return { settings: withDefaults(file) };
}

function withDefaults(file: SettingsFile): Settings {
  const { triage, converse } = file;
  return {
    disabled: file.disabled ?? [],
    ignore: file.ignore ?? [],
    maintainers: file.maintainers ?? null,
    reviewers: reviewersOf(file.reviewers),
    reviewBots: reviewBotsOf(file.review_bots),
    triage: {
      ranks: triage?.ranks ?? DEFAULT_RANKS,
      types: triage?.types ?? DEFAULT_TYPES,
      areas: (triage?.areas ?? []).map(({ name, description, paths }) => ({ name, description, paths: paths ?? [] })),
      comment: triage?.comment ?? false,
    },
    converse: {
      authorizedRepliers: converse?.authorized_repliers ?? [],
      minReplierRole: converse?.min_replier_role ?? 'developer',
      maxRepliesPerThread: converse?.max_replies_per_thread ?? 20,
      model: converse?.model ?? null,
      effort: converse?.effort ?? null,
    },
  };
}

function reviewBotsOf(section: NonNullable<SettingsFile['review_bots']> = {}): ReviewBotsSettings {
  return {
    logins: section.logins ?? [],
    authors: section.authors ?? [],
    trailer: section.trailer?.trim() ?? DEFAULT_TRAILER,
    minPriority: priorityOf(section.min_priority ?? ''),
    maxAttemptsPerThread: section.max_attempts_per_thread ?? 1,
    resolveAfterFix: section.resolve_after_fix ?? true,
    holdLabels: section.hold_labels ?? DEFAULT_HOLD_LABELS,
    allowPaths: section.allow_paths ?? [],
    model: section.model ?? null,
    effort: section.effort ?? null,
  };
}

/** `P1` and its kind; null for anything else, which means everything (RB-11). */
function priorityOf(text: string): number | null {
  const digit = /^p([0-3])$/i.exec(text.trim())?.[1];
  return digit === undefined ? null : Number(digit);
}

/** Every glob of the file with its JSON pointer; only the shapes that hold one are looked into. */
function* globsOf(value: unknown): Generator<{ pointer: string; glob: string }> {
  const lists: [string, unknown][] = [
    ['/ignore', at(value, 'ignore')],
    ['/review_bots/allow_paths', at(at(value, 'review_bots'), 'allow_paths')],
  ];
  for (const [section, list] of [
    ['/reviewers', at(value, 'reviewers')],
    ['/triage/areas', at(at(value, 'triage'), 'areas')],
  ] as const)
    if (Array.isArray(list))
      for (const [index, entry] of list.entries()) lists.push([`${section}/${index}/paths`, at(entry, 'paths')]);
  for (const [pointer, list] of lists) {
    if (!Array.isArray(list)) continue;
    for (const [index, glob] of list.entries())
      if (typeof glob === 'string') yield { pointer: `${pointer}/${index}`, glob };
  }
}

/** A list of labels that is the default one, because the file has none of its own. */
type DefaultList = 'ranks' | 'types' | null;

/** Label names that stand twice, also where the file leaves a list to its default: they would fight over one another (TR-4). */
function* repeatedNames(value: unknown): Generator<{ pointer: string; name: string; byDefault: DefaultList }> {
  const triage = at(value, 'triage');
  const seen = new Map<string, DefaultList>([['triaged', null]]);
  if (at(triage, 'ranks') === undefined) for (const { name } of DEFAULT_RANKS) seen.set(name, 'ranks');
  if (at(triage, 'types') === undefined) for (const name of DEFAULT_TYPES) seen.set(name, 'types');
  const lists: [string, unknown, (entry: unknown) => unknown, string][] = [
    ['/triage/ranks', at(triage, 'ranks'), (entry) => at(entry, 'name'), '/name'],
    ['/triage/types', at(triage, 'types'), (entry) => entry, ''],
    ['/triage/areas', at(triage, 'areas'), (entry) => at(entry, 'name'), '/name'],
  ];
  for (const [section, list, nameOf, suffix] of lists) {
    if (!Array.isArray(list)) continue;
    for (const [index, entry] of list.entries()) {
      const name = nameOf(entry);
      if (typeof name !== 'string') continue;
      const key = name.trim().toLowerCase();
      const earlier = seen.get(key);
      if (earlier !== undefined) yield { pointer: `${section}/${index}${suffix}`, name, byDefault: earlier };
      else seen.set(key, null);
    }
  }
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
