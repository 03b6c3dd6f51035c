import type { ChangedFile, Hunk } from '../diff.ts';
import { encodedLength } from '../encoded-length.ts';
import { cutHunk } from '../recut-hunk.ts';
import { diffEntries, renderHunk } from '../render-diff.ts';

/** The place that a thread is about. */
export type Anchor = { readonly path: string; readonly line: number | null; readonly side: 'LEFT' | 'RIGHT' };

/** A file with the hunks, or pieces of hunks, that the model was given. */
export type GivenFile = {
  readonly path: string;
  readonly previousPath: string | null;
  readonly hunks: readonly Hunk[];
};

/** As much of a change as fits, and what that is. */
export type GivenDiff = {
  /** Unified diff, hidden characters shown. */
  readonly text: string;
  readonly files: readonly GivenFile[];
  /** Files of which nothing, or not everything, is in `text`. */
  readonly partly: readonly string[];
};

/**
 * The change in at most `room` UTF-8 bytes of JSON: the anchor's own file first, then the rest in the change's order
 * (CO-20). Of the anchor's file, where it is too long, the part around the anchor comes first; of the others those come
 * first that fit whole, and one more is cut into what room is left.
 */
export function fitDiff(
  files: readonly ChangedFile[],
  options: { readonly room: number; readonly anchor: Anchor | null },
): GivenDiff {
  const { room, anchor } = options;
  const texts: string[] = [];
  const given: GivenFile[] = [];
  const partly: string[] = [];
  let left = room;
  const take = (file: ChangedFile, { text, size, hunks }: Piece): void => {
    if (text === '') return;
    texts.push(text);
    left -= size;
    given.push({ path: file.path, previousPath: file.previousPath, hunks });
  };

  const own = files.filter((file) => anchor !== null && touches(file, anchor.path));
  for (const file of own) {
    const whole = renderFile(file);
    if (whole.size > left) partly.push(file.path);
    take(file, whole.size <= left ? whole : cutFile(file, { room: Math.floor(left * OWN_SHARE), anchor }));
  }
  const tooLong: ChangedFile[] = [];
  for (const file of files) {
    if (own.includes(file)) continue;
    const whole = renderFile(file);
    if (whole.size <= left) take(file, whole);
    else tooLong.push(file);
  }
  const [first] = tooLong;
  if (first !== undefined) take(first, cutFile(first, { room: left, anchor: null }));
  return { text: texts.join(''), files: given, partly: [...partly, ...tooLong.map(({ path }) => path)] };
}

/** What a file of the anchor's that does not fit leaves to the others. */
const OWN_SHARE = 0.75;

function touches(file: ChangedFile, path: string): boolean {
  return file.path === path || file.previousPath === path;
}

/** A file, or a part of it, as it is shown. */
type Piece = { readonly text: string; readonly size: number; readonly hunks: readonly Hunk[] };

function renderFile(file: ChangedFile): Piece {
  const text = diffEntries(file)
    .map(({ header, hunks }) => header + hunks.map(renderHunk).join(''))
    .join('');
  return { text, size: encodedLength(text), hunks: file.hunks };
}

/** What fits of one file, entry by entry and hunk by hunk, the last hunk cut. */
function cutFile(
  file: ChangedFile,
  { room, anchor }: { readonly room: number; readonly anchor: Anchor | null },
): Piece {
  let text = '';
  let left = room;
  const kept: Hunk[] = [];
  for (const { header, hunks } of diffEntries(file)) {
    const headerSize = encodedLength(header);
    if (headerSize > left) break;
    const pieces: string[] = [];
    let used = headerSize;
    for (const hunk of anchor === null ? hunks : anchorFirst(hunks, anchor, left - used)) {
      const whole = renderHunk(hunk);
      const size = encodedLength(whole);
      const piece = used + size <= left ? hunk : cutHunk(hunk).take(left - used);
      if (piece === null) break;
      const shown = piece === hunk ? whole : renderHunk(piece);
      pieces.push(shown);
      kept.push(piece);
      used += encodedLength(shown);
      if (piece !== hunk) break;
    }
    if (pieces.length === 0 && hunks.length > 0) break;
    text += header + pieces.join('');
    left -= used;
    if (pieces.length < hunks.length) break;
  }
  return { text, size: room - left, hunks: kept };
}

/** The hunks with the anchor's before the others; of one that does not fit, the piece that holds the anchor. */
function anchorFirst(hunks: readonly Hunk[], anchor: Anchor, room: number): readonly Hunk[] {
  const own = hunks.find((hunk) => holds(hunk, anchor));
  if (own === undefined) return hunks;
  const others = hunks.filter((hunk) => hunk !== own);
  if (encodedLength(renderHunk(own)) <= room) return [own, ...others];
  const cutter = cutHunk(own);
  while (!cutter.done()) {
    const piece = cutter.take(room);
    if (piece === null) break;
    if (holds(piece, anchor)) return [piece, ...others];
  }
  return hunks;
}

function holds(hunk: Hunk, { line, side }: Anchor): boolean {
  if (line === null) return false;
  const [start, length] = side === 'LEFT' ? [hunk.oldStart, hunk.oldLines] : [hunk.newStart, hunk.newLines];
  return line >= start && line < start + length;
}
