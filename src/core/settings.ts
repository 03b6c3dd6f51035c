import settingsSchema from '../../schemas/revi.schema.json' with { type: 'json' };
import type { ParseDocument, ParsedDocument, Problem } from './document.ts';
import { parseGlob } from './glob.ts';
import type { RepositoryFile } from './pull-request.ts';
import { compileSchema } from './validate.ts';

/** The names of the suite's actions, as `disabled` and the workflows spell them. */
export type ActionName = 'classify' | 're-review' | 'triage' | 'reconcile-bot-threads' | 'converse';

/** The suite's settings (SU-56). Sections of actions that are not there yet are checked, and read by them later. */
export type Settings = {
  readonly disabled: readonly ActionName[];
  /** Globs of paths that are shown as one line (SU-22). */
  readonly ignore: readonly string[];
};

/** Where the settings live on the default branch; both present is an error. */
export const SETTINGS_FILES = ['.hyperhive/revi.yml', '.hyperhive/revi.json'] as const;

/** The settings of the default branch, defaults where there is no file, or every error with its line (SU-56). */
export function readSettings(
  files: ReadonlyMap<string, RepositoryFile>,
  parse: ParseDocument,
): { settings: Settings } | { problems: readonly Problem[] } {
  const present = SETTINGS_FILES.flatMap((path) => files.get(path) ?? []);
  const [file, other] = present;
  if (file === undefined) return { settings: { disabled: [], ignore: [] } };
  if (other !== undefined)
    return {
      problems: [{ file: file.path, line: null, message: `${file.path} and ${other.path} both exist; keep one` }],
    };
  if (file.text === null)
    return { problems: [{ file: file.path, line: null, message: 'the file is not readable as text' }] };
  // A file of comments alone is what remains when somebody comments the settings out; it sets nothing.
  if (file.path.endsWith('.yml') && /^(\s|#.*)*$/.test(file.text)) return { settings: { disabled: [], ignore: [] } };
  const document = parse(file.path, file.text);
  return 'value' in document ? checkSettings(document) : { problems: document.problems };
}

function checkSettings(document: ParsedDocument): { settings: Settings } | { problems: readonly Problem[] } {
  const problems: Problem[] = [...document.problems];
  const add = (pointer: string, at: 'key' | 'value', message: string): void => {
    problems.push({ file: document.file, line: document.lineOf(pointer, at), message });
  };
  const checked = compileSchema(settingsSchema)(document.value);
  if (!checked.ok)
    for (const problem of checked.problems)
      add(problem.path, problem.kind === 'unknown-key' ? 'key' : 'value', problem.message);
  const value = (document.value ?? {}) as Partial<Settings>;
  if (Array.isArray(value.ignore))
    value.ignore.forEach((glob: unknown, index) => {
      const parsed = typeof glob === 'string' ? parseGlob(glob) : null;
      if (
        parsed !== null &&
        'error' in parsed &&
        !problems.some((p) => p.line === document.lineOf(`/ignore/${index}`, 'value'))
      )
        add(`/ignore/${index}`, 'value', `ignore: ${parsed.error}`);
    });
  if (problems.length > 0) return { problems: problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
  return { settings: { disabled: value.disabled ?? [], ignore: value.ignore ?? [] } };
}
