/** The attribution trailer of a pull request's body (RB-1). */
export type Trailer = {
  /** What its last line says behind `agent=`, as written; '' where it says nothing. */
  readonly agent: string;
};

/** Finds the trailer in a body, or null. `findTrailer` is one; it is loaded late, because it takes the Markdown parser. */
export type FindTrailer = (body: string, trailer: string) => Trailer | null;

/**
 * Whether a body may hold the trailer: cheap, so that the Markdown parser is loaded for few bodies. Never false where
 * `findTrailer` finds it.
 */
export function mayHoldTrailer(body: string, trailer: string): boolean {
  return body.split(/[\r\n]/).some((line) => beginsWith(line, trailer));
}

/** Whether a line's text, white space and a byte-order mark before it apart, begins with the trailer. */
export function beginsWith(line: string, trailer: string): boolean {
  return line.trimStart().startsWith(trailer);
}
