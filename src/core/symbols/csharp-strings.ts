/** Text of C# that goes on after a line's end: `@"…"`, in which `""` is a quote, or a raw `"""…"""`. */
export type OpenText = 'verbatim' | 'raw';

const RAW = '"""';

/** What text is open at a line's end, by what was open at its beginning; null for code. */
export function openTextAfter(line: string, before: OpenText | null): OpenText | null {
  let at = 0;
  let open = before;
  while (at < line.length) {
    if (open === 'raw') {
      const end = line.indexOf(RAW, at);
      if (end === -1) return open;
      at = end + RAW.length;
      open = null;
    } else if (open === 'verbatim') {
      const end = line.indexOf('"', at);
      if (end === -1) return open;
      const doubled = line[end + 1] === '"';
      at = end + (doubled ? 2 : 1);
      if (!doubled) open = null;
    } else if (line[at] === '"') {
      const marks = line.slice(Math.max(0, at - 2), at);
      if (marks.endsWith('@') || marks === '@$') open = 'verbatim';
      else if (line.startsWith(RAW, at)) open = 'raw';
      at = open === 'raw' ? at + RAW.length : open === 'verbatim' ? at + 1 : pastString(line, at + 1);
    } else if (line[at] === "'") at += line[at + 1] === '\\' ? 4 : line[at + 2] === "'" ? 3 : 1;
    else if (line.startsWith('//', at)) return null;
    else at++;
  }
  return open;
}

function pastString(line: string, from: number): number {
  let at = from;
  while (at < line.length && line[at] !== '"') at += line[at] === '\\' ? 2 : 1;
  return at + 1;
}
