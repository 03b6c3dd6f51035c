import ruleSchema from '../../schemas/review-classifier.schema.json' with { type: 'json' };
import type { ParsedDocument, Problem } from './document.ts';
import { codePoints } from './length.ts';
import { compileSchema } from './validate.ts';

/** One yes/no rule of the repository (CL-2). */
export type Rule = {
  /** Trimmed, one line, 1 to 80 code points, unique. */
  readonly name: string;
  readonly description: string;
  /** 0 to 100, whole. */
  readonly threshold: number;
  readonly polarity: 'positive' | 'negative';
};

/** Where the rules live on the default branch (CL-1). */
export const RULES_FILES = ['.hyperhive/review-classifier.yml', '.hyperhive/review-classifier.json'] as const;

/** The rules, or every error of the file with its line; nothing falls back to a pass (CL-2). */
export function checkRules(document: ParsedDocument): { rules: readonly Rule[] } | { problems: readonly Problem[] } {
  const problems: Problem[] = [...document.problems];
  const add = (pointer: string, at: 'key' | 'value', message: string): void => {
    problems.push({ file: document.file, line: document.lineOf(pointer, at), message });
  };
  const checked = compileSchema(ruleSchema)(document.value);
  if (!checked.ok)
    for (const problem of checked.problems)
      add(problem.path, problem.kind === 'unknown-key' ? 'key' : 'value', problem.message);
  const seen = new Map<string, number>();
  entriesOf(document.value).forEach((entry, index) => {
    const name = nameOf(entry);
    if (name === null) return;
    const pointer = `/classifications/${index}/name`;
    if (codePoints(name) > 80)
      add(pointer, 'value', `name is ${codePoints(name)} characters long; at most 80 are allowed`);
    const first = seen.get(name);
    if (first !== undefined)
      add(
        pointer,
        'value',
        `two entries have the name "${name}" (the other on line ${document.lineOf(`/classifications/${first}/name`, 'value')}); names must be unique`,
      );
    else seen.set(name, index);
  });
  if (problems.length > 0) return { problems: problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
  const { classifications } = document.value as { classifications: readonly Rule[] };
  return {
    rules: classifications.map((rule) => ({ ...rule, name: rule.name.trim(), description: rule.description.trim() })),
  };
}

function entriesOf(value: unknown): readonly unknown[] {
  const list = (value as { classifications?: unknown } | null)?.classifications;
  return Array.isArray(list) ? list : [];
}

function nameOf(entry: unknown): string | null {
  const name = (entry as { name?: unknown } | null)?.name;
  return typeof name === 'string' && name.trim() !== '' ? name.trim() : null;
}

/**
 * A file that was probably meant to be the rules file: another extension, a missing dot, another folder (CL-1).
 * `names` are paths that exist; null when none is near.
 */
export function nearRulesFile(names: Iterable<string>): string | null {
  for (const path of names) {
    if ((RULES_FILES as readonly string[]).includes(path)) continue;
    const base = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
    if (/^\.?review[-_]?classifiers?\.(ya?ml|json|jsonc|json5)(\.txt)?$/.test(base)) return path;
  }
  return null;
}
