import { Buffer } from 'node:buffer';

/** Lines from `from` to `to`, both from 1 and both included. */
export type LineRange = { readonly from: number; readonly to: number };

/** The named symbols of one file, by line. */
export type SymbolTable = {
  /** The deepest symbol whose range holds the line (from 1), by its bare name; `<file>` when none does. Never fails. */
  readonly symbolAt: (line: number) => string;
  /** The ranges of all symbols of this bare name, overloads and namesakes, in the file's order. */
  readonly rangesOf: (symbol: string) => readonly LineRange[];
};

/** What a line outside of every symbol belongs to (RR-21). */
export const NO_SYMBOL = '<file>';

/**
 * Collects symbols in the order in which they begin, inner ones after outer ones, and makes a table of them. A line that two
 * symbols share belongs to the deeper one, of equally deep ones to the later one, whose header it is. Lines that run backwards
 * are moved forward, so that whatever a parser makes of broken code gives a table, in time linear in lines and symbols.
 */
export class SymbolCollector {
  readonly #names: string[] = [];
  readonly #froms: number[] = [];
  readonly #tos: number[] = [];
  readonly #open: number[] = [];
  readonly #symbolOfLine: Int32Array;
  readonly #depthOfLine: Int32Array;
  #line = 1;

  constructor(lineCount: number) {
    this.#symbolOfLine = new Int32Array(lineCount + 2);
    this.#depthOfLine = new Int32Array(lineCount + 2);
  }

  /** How many symbols are open: those that hold the present line. */
  get depth(): number {
    return this.#open.length;
  }

  /** Begins a symbol at its header line. */
  open(name: string, line: number): void {
    this.#advance(line);
    this.#names.push(detached(name));
    this.#froms.push(this.#line);
    this.#tos.push(this.#line);
    this.#open.push(this.#names.length);
    this.#mark(this.#line);
  }

  /** Ends the innermost open symbol with its last line. */
  close(line: number): void {
    this.#advance(line);
    const symbol = this.#open.pop();
    if (symbol !== undefined) this.#tos[symbol - 1] = this.#line;
    this.#mark(this.#line);
  }

  /** The table of all that was opened; what is still open ends with the file. */
  table(): SymbolTable {
    while (this.#open.length > 0) this.close(this.#symbolOfLine.length - 2);
    const names = this.#names;
    const froms = Int32Array.from(this.#froms);
    const tos = Int32Array.from(this.#tos);
    const symbolOfLine = this.#symbolOfLine;
    return {
      symbolAt: (line) => names[(symbolOfLine[line] ?? 0) - 1] ?? NO_SYMBOL,
      rangesOf: (symbol) =>
        names.flatMap((name, index) => (name === symbol ? [{ from: froms[index] ?? 0, to: tos[index] ?? 0 }] : [])),
    };
  }

  /** Gives the lines up to `line` to the innermost open symbol. */
  #advance(line: number): void {
    const last = Math.min(line, this.#symbolOfLine.length - 2);
    if (this.#open.length > 0) for (let at = this.#line; at <= last; at++) this.#mark(at);
    this.#line = Math.max(this.#line, last);
  }

  #mark(line: number): void {
    const depth = this.#open.length;
    const symbol = this.#open.at(-1);
    if (symbol === undefined || depth < (this.#depthOfLine[line] ?? 0)) return;
    this.#depthOfLine[line] = depth;
    this.#symbolOfLine[line] = symbol;
  }
}

/** A copy that does not keep the whole source in memory, as a slice of it does in V8. */
function detached(name: string): string {
  return Buffer.from(name, 'utf16le').toString('utf16le');
}
