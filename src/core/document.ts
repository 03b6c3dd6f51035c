/** Something wrong in a file that a person wrote, with the place to mend (SU-51, SU-56). */
export type Problem = {
  readonly file: string;
  /** 1-based; null where no line is to blame. */
  readonly line: number | null;
  readonly message: string;
};

/** A YAML or JSON file, parsed but not checked, with the lines of its parts. */
export type ParsedDocument = {
  readonly file: string;
  readonly value: unknown;
  /**
   * 1-based line of the value at a JSON pointer (of its key where `at` is `key`); of the nearest enclosing part where
   * the pointer leads nowhere.
   */
  lineOf(pointer: string, at: 'key' | 'value'): number;
  /** Duplicate keys: found before the value was built, so that all errors can be listed together. */
  readonly problems: readonly Problem[];
};

/** Parses a file's text; an error that leaves no value is a list of problems. */
export type ParseDocument = (file: string, text: string) => ParsedDocument | { readonly problems: readonly Problem[] };

/** One line for a person: `file:line: message`. */
export function formatProblem(problem: Problem): string {
  return `${problem.file}${problem.line === null ? '' : `:${problem.line}`}: ${problem.message}`;
}
