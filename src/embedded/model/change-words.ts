/** Begins every answer of the stand-in model, so that nobody takes it for a judgement. */
export const SIGNATURE = 'Stand-in model: ';

/** Words that say nothing about what is looked for. */
const COMMON = new Set(
  'about added adding adds after again also another anything because been before being both change changed changes code comes commit commits could description does each either every file files from have into itself least like make makes more must name named names needs never note only other over part pull request rule same should show some something such than that their them then there these they this those through under unless until used uses using were what when where whether which while will with without would write writes'.split(
    ' ',
  ),
);

export type AddedLine = {
  readonly path: string;
  /** In the file after the change; null where the diff does not tell. */
  readonly line: number | null;
  readonly text: string;
};

/** What a prompt holds, as far as the stand-in understands it. */
export type ReadChange = { readonly text: string; readonly added: readonly AddedLine[] };

/** Reads the block that all questions of a run share; it is long, so the last one is kept. */
export function openReader(): (shared: string) => ReadChange {
  let read: (ReadChange & { shared: string }) | null = null;
  return (shared) => {
    if (read?.shared !== shared) {
      const text = decoded(shared);
      read = { shared, text, added: addedLines(text) };
    }
    return read;
  };
}

/** The strings inside JSON-encoded blocks, each line of the diff on a line of its own again. */
function decoded(shared: string): string {
  const strings: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') strings.push(value);
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(collect);
  };
  try {
    collect(JSON.parse(shared));
  } catch {
    // Several blocks, or one with words around it: the escapes of JSON are enough to find the lines.
    strings.push(shared.replaceAll('\\n', '\n').replaceAll('\\"', '"'));
  }
  return strings.join('\n');
}

function addedLines(text: string): AddedLine[] {
  const lines: AddedLine[] = [];
  let path = '';
  let next: number | null = null;
  for (const line of text.split('\n')) {
    const file = /^\+\+\+ (?:b\/)?(.*)$/.exec(line) ?? /^diff --git .* "?b\/(.*?)"?$/.exec(line);
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (file) {
      path = file[1] ?? path;
      next = null;
    } else if (hunk) next = Number(hunk[1]);
    else if (line.startsWith('+')) {
      lines.push({ path, line: next, text: line.slice(1) });
      if (next !== null) next += 1;
    } else if (line.startsWith(' ') && next !== null) next += 1;
  }
  return lines;
}

/** The words of a sentence that are worth looking for, without their endings. */
export function keyWords(sentence: string): string[] {
  const words = sentence.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_.-]{2,}/gu) ?? [];
  const stems = words.map((word) => word.replace(/[.-]+$/, '')).filter((word) => word.length > 3 && !COMMON.has(word));
  return [...new Set(stems.map((word) => (/^\p{L}+$/u.test(word) ? word.replace(/(ies|ing|ed|es|s)$/, '') : word)))];
}

/** The first added line that holds a word, in itself or in its path. */
export function firstWith(word: string, added: readonly AddedLine[]): AddedLine | null {
  const holds = ({ text, path }: AddedLine) => text.toLowerCase().includes(word) || path.toLowerCase().includes(word);
  return added.find(holds) ?? null;
}
