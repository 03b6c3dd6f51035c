import { unquotePath } from './quoted-path.ts';
import { parseWildmatch, type Wildmatch } from './wildmatch.ts';

/** What a `.gitattributes` file says of a path, as far as Linguist's marks go (SU-22). */
export type Gitattributes = {
  isGenerated(path: string): boolean;
  isVendored(path: string): boolean;
};

type Mark = 'linguist-generated' | 'linguist-vendored';

type Line = { readonly pattern: Wildmatch; readonly marks: ReadonlyMap<Mark, boolean> };

/**
 * Parses the text of the root `.gitattributes` of the default branch; '' where there is none. As in git the last line
 * that matches and names an attribute decides, patterns are those of `.gitignore` without negation, and one with a
 * final slash matches nothing. As in Linguist an attribute is set unless its value is `false`. A line that git would
 * reject is passed over, and so are macros (`[attr]…`): what they would mark is read instead, which is the safe side.
 */
export function parseGitattributes(text: string): Gitattributes {
  const lines: Line[] = [];
  for (const line of text.replace(/^\ufeff/, '').split('\n')) {
    const parsed = parseLine(line);
    if (parsed !== null) lines.push(parsed);
  }
  lines.reverse();
  const isMarked = (path: string, mark: Mark): boolean =>
    lines.find((line) => line.marks.has(mark) && line.pattern.matches(path))?.marks.get(mark) ?? false;
  return {
    isGenerated: (path) => isMarked(path, 'linguist-generated'),
    isVendored: (path) => isMarked(path, 'linguist-vendored'),
  };
}

function parseLine(line: string): Line | null {
  const start = /[^ \t\r]/.exec(line)?.index;
  if (start === undefined || line[start] === '#' || line.startsWith('[attr]', start)) return null;
  const quoted = unquotePath(line, start);
  const end = quoted?.end ?? start + (/[ \t\r]/.exec(line.slice(start))?.index ?? line.length - start);
  const pattern = quoted?.path ?? line.slice(start, end);
  if (pattern === '' || pattern.startsWith('!')) return null;
  const marks = new Map<Mark, boolean>();
  for (const word of line.slice(end).split(/[ \t\r]+/)) {
    const [, sign, name, value] = /^([-!]?)(linguist-generated|linguist-vendored)(?:=(.*))?$/.exec(word) ?? [];
    if (name === 'linguist-generated' || name === 'linguist-vendored') {
      marks.set(name, sign === '' && value !== 'false');
    }
  }
  return marks.size === 0 ? null : { pattern: parseWildmatch(pattern), marks };
}
