import { collapsedLine } from '../finding-key.ts';
import { showInvisible } from '../invisible.ts';
import { codePoints } from '../length.ts';

/** A quote's lines, trimmed and collapsed, without blank ones at its ends; never empty. */
export type Quote = readonly string[];

/** A line in which a quote is looked for. */
export type Quotable = {
  /** Its number in its file: the lines of a longer quote must follow each other. */
  readonly line: number;
  /** The number that the model was shown, by which distance is measured. */
  readonly shown: number;
  /** Trimmed and collapsed; as it stands, and as the model was shown it where that differs. */
  readonly forms: readonly string[];
};

/** RR-11: a shorter quote must be the whole line. In code points. */
const SHORTEST_PART = 8;

/** The quote of a finding; null for a blank one, which every empty line would match. */
export function parseQuote(text: string): Quote | null {
  const lines = text.split(/\r\n|\n|\r/).map(collapsedLine);
  const first = lines.findIndex((line) => line !== '');
  if (first < 0) return null;
  return lines.slice(first, lines.findLastIndex((line) => line !== '') + 1);
}

/** The quote without the numbers of the diff that a model may have copied; null where its lines have none. */
export function withoutNumbers(text: string): Quote | null {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const bare = lines.map((line) => /^\s*[+-]?\s*\d+\|(.*)$/s.exec(line)?.[1]);
  return bare.length > 0 && bare.every((line) => line !== undefined) ? parseQuote(bare.join('\n')) : null;
}

/** A line of a diff or of a file, ready to be compared. */
export function quotable({ line, shown, text }: { line: number; shown: number; text: string }): Quotable {
  const plain = collapsedLine(text);
  const visible = collapsedLine(showInvisible(text));
  return { line, shown, forms: plain === visible ? [plain] : [plain, visible] };
}

/**
 * Where a quote begins among `lines`, which stand in their file's order (RR-11): the place nearest to `line`, of two
 * equally near ones the smaller line. Null where it stands nowhere.
 */
export function findQuote<L extends Quotable>(quote: Quote, lines: readonly L[], line: number): L | null {
  let best: L | null = null;
  for (const [index, candidate] of lines.entries()) {
    if (best !== null && Math.abs(candidate.shown - line) >= Math.abs(best.shown - line)) continue;
    if (standsAt(quote, lines, index)) best = candidate;
  }
  return best;
}

function standsAt(quote: Quote, lines: readonly Quotable[], start: number): boolean {
  const first = lines[start]?.line ?? 0;
  return quote.every((wanted, offset) => {
    const at = lines[start + offset];
    return at !== undefined && at.line === first + offset && matches(at, wanted);
  });
}

function matches({ forms }: Quotable, wanted: string): boolean {
  if (forms.includes(wanted)) return true;
  return codePoints(wanted) >= SHORTEST_PART && forms.some((form) => form.includes(wanted));
}
