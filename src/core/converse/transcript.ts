import { normalLogin } from '../account.ts';
import { showInvisible } from '../invisible.ts';
import { codePoints } from '../length.ts';
import { plainLine } from '../untrusted.ts';

/** One comment of a thread, as the model sees it. */
export type Entry = {
  readonly login: string;
  /** An account of type Bot; shown as `[bot]`, because `alice` and `alice[bot]` are two accounts (SU-10). */
  readonly isApp: boolean;
  /** The bot itself. */
  readonly isBot: boolean;
  /** Login of another account that changed the text last, else null. */
  readonly editedBy: string | null;
  /** ISO 8601 UTC. */
  readonly time: string;
  readonly body: string;
};

/** A thread as one text, and how many of its entries it leaves out. */
export type Transcript = { readonly text: string; readonly leftOut: number };

/** The longest transcript, in code points (CO-21). */
export const MAX_TRANSCRIPT = 16_000;

const SEPARATOR = '\n\n---\n\n';
const CUT = '[… cut]';

/**
 * The thread in at most `max` code points (CO-21): all of it, or the first entry, a marker that counts what is left
 * out, and the newest entries back to the first one that does not fit. A first entry that is too long alone is cut.
 */
export function renderTranscript(entries: readonly Entry[], max: number = MAX_TRANSCRIPT): Transcript {
  const texts = entries.map(formatEntry);
  const [first, ...later] = texts;
  if (first === undefined) return { text: '', leftOut: 0 };
  const lengths = later.map((text) => SEPARATOR.length + codePoints(text));
  const anchor = codePoints(first);
  if (anchor > max) return { text: cutTo(first, max), leftOut: later.length };
  if (anchor + lengths.reduce((sum, length) => sum + length, 0) <= max)
    return { text: texts.join(SEPARATOR), leftOut: 0 };

  let kept = 0;
  let newest = 0;
  for (let at = later.length - 1; at >= 0; at -= 1) {
    const length = lengths[at] ?? 0;
    if (anchor + markerLength(at) + newest + length > max) break;
    newest += length;
    kept += 1;
  }
  const leftOut = later.length - kept;
  // A first entry that fills the cap by itself leaves no room to say what is left out.
  const marker = anchor + markerLength(leftOut) <= max ? [formatMarker(leftOut)] : [];
  return { text: [first, ...marker, ...later.slice(leftOut)].join(SEPARATOR), leftOut };
}

function formatMarker(leftOut: number): string {
  return `[… ${leftOut} earlier replies left out …]`;
}

function markerLength(leftOut: number): number {
  return SEPARATOR.length + codePoints(formatMarker(leftOut));
}

/** `login (time):` and the body, hidden characters shown (CO-20, SU-24). */
function formatEntry(entry: Entry): string {
  const login = entry.isApp ? `${normalLogin(entry.login)}[bot]` : entry.login;
  const who = entry.isBot ? `${login} (you, the bot)` : login;
  const edited = entry.editedBy === null ? '' : `, edited by ${entry.editedBy}`;
  return `${plainLine(`${who} (${formatTime(entry.time)}${edited})`)}:\n${formatBody(entry.body)}`;
}

/** `2030-01-31 09:05 UTC`. */
function formatTime(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
}

/** A body in which no line is the separator's: nobody can write an entry in another one's name. */
function formatBody(body: string): string {
  return showInvisible(body.replace(/\r\n?/g, '\n'))
    .trim()
    .replace(/^[^\S\n]*---[^\S\n]*$/gm, '\\---');
}

function cutTo(text: string, max: number): string {
  const points = [...text];
  return `${points.slice(0, max - codePoints(CUT)).join('')}${CUT}`;
}
