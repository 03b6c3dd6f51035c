import type { Hunk } from './diff.ts';
import { encodedLength } from './encoded-length.ts';
import { showInvisible } from './invisible.ts';
import { hunkLines } from './parse-diff.ts';

/** A hunk that is being cut, piece by piece. */
export type HunkCutter = {
  /** Room that the longest line needs, with a header of its own. */
  readonly needs: number;
  readonly done: () => boolean;
  /** The next piece, no longer than `room` once it is rendered and encoded; null where not even its first line fits. */
  readonly take: (room: number) => Hunk | null;
};

/** `@@ -,+, @@`, four numbers of up to 15 digits, and the encoded line end. */
const HEADER = 80;

/** A better place to cut is looked for in the last quarter of the room, so that little is wasted. */
const SEARCH = 0.75;

/** A line with the marker for a missing final newline that may follow it. */
type Line = { readonly start: number; readonly end: number; readonly size: number; readonly quality: number } & Counts;

type Counts = { readonly old: number; readonly fresh: number };

/**
 * Cuts one hunk into several valid ones (SU-23): each has a header with its own numbers, together they hold every line
 * once and apply to the same result. Preferred are cuts before a line that is not indented, best behind an empty one,
 * and never between what was deleted and what took its place.
 */
export function cutHunk(hunk: Hunk): HunkCutter {
  const lines = measureLines(hunk);
  const sectionSize = encodedLength(showInvisible(hunk.section));
  const longest = lines.reduce((most, line) => Math.max(most, line.size), 0);
  // A side without lines is numbered by the line before it.
  let old = hunk.oldLines === 0 ? hunk.oldStart + 1 : hunk.oldStart;
  let fresh = hunk.newLines === 0 ? hunk.newStart + 1 : hunk.newStart;
  let next = 0;
  return {
    needs: longest + HEADER + sectionSize,
    done: () => next >= lines.length,
    take: (room) => {
      const reserve = HEADER + (next === 0 ? sectionSize : 0);
      const end = endOfPiece(lines, { begin: next, room: room - reserve });
      const first = lines[next];
      const last = lines[end - 1];
      if (end === next || first === undefined || last === undefined) return null;
      let oldLines = 0;
      let newLines = 0;
      for (const line of lines.slice(next, end)) {
        oldLines += line.old;
        newLines += line.fresh;
      }
      const piece: Hunk = {
        oldStart: oldLines === 0 ? old - 1 : old,
        oldLines,
        newStart: newLines === 0 ? fresh - 1 : fresh,
        newLines,
        // It names what stands above the hunk's first line, which need not be what stands above a later one.
        section: next === 0 ? hunk.section : '',
        text: hunk.text.slice(first.start, last.end),
      };
      old += oldLines;
      fresh += newLines;
      next = end;
      return piece;
    },
  };
}

function endOfPiece(lines: readonly Line[], { begin, room }: { begin: number; room: number }): number {
  let used = 0;
  let best = begin;
  let quality = 0;
  for (let at = begin; at < lines.length; at++) {
    const line = lines[at] as Line;
    if (at > begin && used >= room * SEARCH && line.quality > 0 && line.quality >= quality) {
      best = at;
      quality = line.quality;
    }
    used += line.size;
    if (used > room) return quality > 0 ? best : at;
  }
  return lines.length;
}

function measureLines(hunk: Hunk): Line[] {
  const lines: Line[] = [];
  let start = 0;
  let before = { kind: '', text: '' };
  for (const { kind, text } of hunkLines(hunk)) {
    // An empty context line may lack its first character.
    const length = hunk.text[start] === '\n' || start === hunk.text.length ? 0 : text.length + 1;
    const end = start + length;
    const size = encodedLength(`${kind === 'no-newline' ? '\\' : ' '}${showInvisible(text)}\n`);
    const last = lines.at(-1);
    if (kind === 'no-newline' && last !== undefined) {
      lines[lines.length - 1] = { ...last, end, size: last.size + size };
    } else {
      const torn = kind === 'added' && before.kind === 'deleted';
      lines.push({
        start,
        end,
        size,
        quality: torn ? 0 : qualityOfCut(before.text, text),
        old: kind === 'added' ? 0 : 1,
        fresh: kind === 'deleted' ? 0 : 1,
      });
      before = { kind, text };
    }
    start = end + 1;
  }
  return lines;
}

/** 2 before a line that begins a paragraph, 1 before another that begins something, 0 elsewhere. */
function qualityOfCut(before: string, text: string): number {
  if (!/^[^\s})\]]/.test(text)) return 0;
  return before.trim() === '' ? 2 : 1;
}
