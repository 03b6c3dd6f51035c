import { EVENT_ID, getScalarValue, load, parseEvents, YAMLException } from 'js-yaml';
import type { ParsedDocument, Problem } from '../core/document.ts';

type Place = { readonly key: number | null; readonly value: number };

/**
 * Parses YAML, or JSON where the name ends in `.json`, and keeps the line of every part. Aliases, a second document,
 * an empty file and broken syntax are problems; duplicate keys are all listed, and the value is built all the same.
 */
export function parseDocument(file: string, text: string): ParsedDocument | { problems: readonly Problem[] } {
  const json = file.toLowerCase().endsWith('.json');
  if (json) {
    const problem = jsonProblem(file, text);
    if (problem !== null) return { problems: [problem] };
  }
  const lines = lineStarts(text);
  const lineAt = (offset: number): number => lineOfOffset(lines, offset);
  try {
    const { places, duplicates, documents } = scan(text);
    const second = documents[1];
    if (second !== undefined)
      return {
        problems: [
          {
            file,
            line: secondDocumentLine(text, lineAt(second)),
            message: 'a second document begins here; the file must hold one document',
          },
        ],
      };
    if (documents.length === 0) return { problems: [{ file, line: 1, message: 'the file is empty' }] };
    // Duplicates are reported with all other errors, so the value is built in spite of them; aliases never are.
    const value: unknown = load(text, { filename: file, maxAliases: 0, json: true });
    return {
      file,
      value,
      problems: duplicates.map(({ key, offset }) => ({
        file,
        line: lineAt(offset),
        message: `duplicate key "${key}"; a key may stand once`,
      })),
      lineOf(pointer, at) {
        for (let path = pointer; ; path = path.slice(0, path.lastIndexOf('/'))) {
          const place = places.get(path);
          if (place !== undefined) return lineAt(at === 'key' && place.key !== null ? place.key : place.value);
          if (path === '') return 1;
        }
      },
    };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const line = error.mark ? error.mark.line + 1 : 1;
    const message = /maxAliases/.test(error.reason)
      ? 'an alias (*name) stands here; write the value out'
      : error.reason;
    return { problems: [{ file, line, message }] };
  }
}

function jsonProblem(file: string, text: string): Problem | null {
  const body = text.replace(/^\ufeff/, '');
  if (body.trim() === '') return { file, line: 1, message: 'the file is empty' };
  try {
    JSON.parse(body);
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const position = /position (\d+)/.exec(message);
    // Node names an offset except at the end of the input, which is the last line.
    const offset = position ? Number(position[1]) : body.length;
    return { file, line: lineOfOffset(lineStarts(body), offset), message: `this is not JSON: ${message}` };
  }
}

type Level =
  | { readonly kind: 'sequence'; readonly path: string; next: number }
  | {
      readonly kind: 'mapping';
      readonly path: string;
      key: string | null;
      keyOffset: number;
      readonly seen: Set<string>;
    };

/** Walks the parser's events: every part's place by JSON pointer, duplicate keys, and where documents begin. */
function scan(text: string): {
  places: Map<string, Place>;
  duplicates: { key: string; offset: number }[];
  documents: number[];
} {
  const places = new Map<string, Place>();
  const duplicates: { key: string; offset: number }[] = [];
  const documents: number[] = [];
  const stack: (Level | null)[] = [];
  /** The pointer of the node that begins here, or null when it is a mapping's key. */
  const begin = (offset: number, scalar: string | null): string | null => {
    const top = stack.at(-1) ?? null;
    if (top === null) {
      places.set('', { key: null, value: offset });
      if (documents.length > 0 && documents[documents.length - 1] === -1) documents[documents.length - 1] = offset;
      return '';
    }
    if (top.kind === 'sequence') {
      const path = `${top.path}/${top.next++}`;
      places.set(path, { key: null, value: offset });
      return path;
    }
    if (top.key === null) {
      top.key = scalar ?? '?';
      top.keyOffset = offset;
      if (top.seen.has(top.key)) duplicates.push({ key: top.key, offset });
      top.seen.add(top.key);
      return null;
    }
    const path = `${top.path}/${top.key.replace(/~/g, '~0').replace(/\//g, '~1')}`;
    if (!places.has(path)) places.set(path, { key: top.keyOffset, value: offset });
    top.key = null;
    return path;
  };
  for (const event of parseEvents(text, {})) {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        documents.push(-1);
        stack.push(null);
        break;
      case EVENT_ID.MAPPING:
        stack.push({
          kind: 'mapping',
          path: begin(event.start, null) ?? '',
          key: null,
          keyOffset: event.start,
          seen: new Set(),
        });
        break;
      case EVENT_ID.SEQUENCE:
        stack.push({ kind: 'sequence', path: begin(event.start, null) ?? '', next: 0 });
        break;
      case EVENT_ID.SCALAR:
        begin(Math.max(event.valueStart, 0), getScalarValue(text, event));
        break;
      case EVENT_ID.ALIAS:
        begin(event.anchorStart, '*');
        break;
      case EVENT_ID.POP:
        stack.pop();
        break;
    }
  }
  return { places, duplicates, documents };
}

/** The line of the `---` (or `...`) that begins the second document, which its first value may follow by lines. */
function secondDocumentLine(text: string, firstValue: number): number {
  const lines = text.split('\n');
  for (let line = Math.min(firstValue, lines.length); line > 1; line--) {
    if (/^(---|\.\.\.)(\s|$)/.test(lines[line - 1] ?? '')) return line;
  }
  return firstValue;
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function lineOfOffset(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
