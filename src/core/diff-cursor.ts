/** The text is not a unified diff as git writes it; the message names the line of the input. */
export class DiffError extends Error {
  override readonly name = 'DiffError';
}

/** A place in a text. The text is never split: what is taken is a slice of it, so 20 MB stay 20 MB. */
export type Cursor = { readonly what: 'diff' | 'patch'; readonly text: string; at: number };

/** Whether `prefix` stands at the cursor. */
export function standsAt(cursor: Cursor, prefix: string): boolean {
  return cursor.text.startsWith(prefix, cursor.at);
}

/** The rest of the cursor's line without its `\n`; the cursor moves behind it. */
export function takeLine(cursor: Cursor): string {
  const end = endOfLine(cursor.text, cursor.at);
  const line = cursor.text.slice(cursor.at, end);
  cursor.at = Math.min(end + 1, cursor.text.length);
  return line;
}

/** Where the line that holds `start` ends, without its `\n`. */
export function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
}

/** An error that names the line; the line's own text is a stranger's and stays out of the message. */
export function unreadable(cursor: Cursor, at: number, expected: string): DiffError {
  let line = 1;
  for (let end = cursor.text.indexOf('\n'); end >= 0 && end < at; end = cursor.text.indexOf('\n', end + 1)) line++;
  return new DiffError(`The ${cursor.what} cannot be read at line ${line}: expected ${expected}.`);
}
