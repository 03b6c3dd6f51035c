/** One line of the diff that reviewers are shown, on the new side. */
export type ShownLine = {
  readonly path: string;
  readonly line: number;
  readonly added: boolean;
  readonly text: string;
  /** The line below it in the same hunk; empty for the last one. */
  readonly next: string;
};

/** The added and unchanged lines of the document that reviewers share, each of which carries its number. */
export function shownLines(shared: string): readonly ShownLine[] {
  const lines: ShownLine[] = [];
  let path = '';
  for (const row of diffOf(shared).split('\n')) {
    const [, file] = /^\+\+\+ "?b\/(.*?)"?$/.exec(row) ?? [];
    const [, sign, number, text] = /^([ +])(\d+)\|(.*)$/.exec(row) ?? [];
    path = file ?? path;
    if (number === undefined || text === undefined) continue;
    const shown = { path, line: Number(number), added: sign === '+', text, next: '' };
    const above = lines.at(-1);
    if (above?.path === path && above.line === shown.line - 1) lines[lines.length - 1] = { ...above, next: text };
    lines.push(shown);
  }
  return lines;
}

/** The lines of an excerpt, which reads `12|return x`. */
export function excerptLines(path: string, excerpt: string): readonly ShownLine[] {
  return shownLines(JSON.stringify({ diff: `+++ b/${path}\n${excerpt.replace(/^/gm, ' ')}` }));
}

function diffOf(shared: string): string {
  try {
    return String((JSON.parse(shared) as { readonly diff?: unknown }).diff ?? '');
  } catch {
    return '';
  }
}
