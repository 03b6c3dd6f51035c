import { describeFile, type Reading, type UnreadFile, unreadFile, unshownLines } from './collapse.ts';
import type { ChangedFile, Hunk } from './diff.ts';
import { encodedLength } from './encoded-length.ts';
import { countChanges } from './parse-diff.ts';
import { visiblePath } from './quoted-path.ts';
import { cutHunk, type HunkCutter } from './recut-hunk.ts';
import { diffEntries, renderHunk } from './render-diff.ts';

/** A piece of the change that fits one question (SU-23). */
export type Part = {
  /** Unified diff, hidden characters shown; the whole diff where there is one part. */
  readonly diff: string;
  /** Files of which the part shows something, in order. */
  readonly paths: readonly string[];
  readonly changedLines: number;
};

/**
 * Splits files into parts whose diff, JSON-encoded, is at most `room` UTF-8 bytes long: by file, then by hunk, and a
 * hunk that is larger than a part into several valid ones (`cutHunk`). Greedy, in order, at least one part. A file with
 * a line that fits no part is in no part at all, but in `unread`.
 */
export function splitIntoParts(request: { readonly files: readonly ChangedFile[]; readonly room: number }): {
  readonly parts: readonly Part[];
  readonly unread: readonly UnreadFile[];
} {
  const packer = startPacking(request.room);
  const unread: UnreadFile[] = [];
  for (const file of request.files) {
    const entries = measureEntries(file, request.room);
    if (entries === null) unread.push(unreadFile(file, 'one of its lines is longer than a question has room for'));
    else packer.add(file.path, entries);
  }
  return { parts: packer.finish(), unread };
}

/** A hunk with its text; or with a cutter where it does not fit a part together with its file's header. */
type Block = { readonly hunk: Hunk; readonly size: number } & (
  | { readonly text: string; readonly cutter: null }
  | { readonly text: null; readonly cutter: HunkCutter }
);

type Entry = { readonly header: string; readonly headerSize: number; readonly blocks: readonly Block[] };

/** Null where a line, or the header, does not fit a part even alone. */
function measureEntries(file: ChangedFile, room: number): readonly Entry[] | null {
  const entries: Entry[] = [];
  for (const { header, hunks } of diffEntries(file)) {
    const headerSize = encodedLength(header);
    if (headerSize > room) return null;
    const blocks: Block[] = [];
    for (const hunk of hunks) {
      const text = renderHunk(hunk);
      const size = encodedLength(text);
      if (headerSize + size <= room) blocks.push({ hunk, size, text, cutter: null });
      else {
        const cutter = cutHunk(hunk);
        if (headerSize + cutter.needs > room) return null;
        blocks.push({ hunk, size, text: null, cutter });
      }
    }
    entries.push({ header, headerSize, blocks });
  }
  return entries;
}

/** Less than this share of a part is not worth cutting a hunk for. */
const WORTH_FILLING = 0.25;

function startPacking(room: number) {
  const parts: Part[] = [];
  let diff: string[] = [];
  let paths: string[] = [];
  let changedLines = 0;
  let left = room;

  const close = (): void => {
    parts.push({ diff: diff.join(''), paths, changedLines });
    diff = [];
    paths = [];
    changedLines = 0;
    left = room;
  };
  const put = (path: string, piece: { text: string; size: number; hunks: readonly Hunk[] }): void => {
    diff.push(piece.text);
    left -= piece.size;
    if (paths.at(-1) !== path) paths.push(path);
    const { additions, deletions } = countChanges(piece.hunks);
    changedLines += additions + deletions;
  };

  /** Puts an entry hunk by hunk, and its header into each part that holds one of them. */
  const spread = (path: string, { header, headerSize, blocks }: Entry): void => {
    let headed = -1;
    const head = (): void => {
      if (headed === parts.length) return;
      put(path, { text: header, size: headerSize, hunks: [] });
      headed = parts.length;
    };
    const roomBelowHeader = (): number => left - (headed === parts.length ? 0 : headerSize);
    for (const { hunk, size, text, cutter } of blocks) {
      if (cutter === null) {
        if (size > roomBelowHeader()) close();
        head();
        put(path, { text, size, hunks: [hunk] });
        continue;
      }
      while (!cutter.done()) {
        const piece = roomBelowHeader() < room * WORTH_FILLING && left < room ? null : cutter.take(roomBelowHeader());
        if (piece === null) {
          close();
          continue;
        }
        head();
        const cut = renderHunk(piece);
        put(path, { text: cut, size: encodedLength(cut), hunks: [piece] });
      }
    }
    if (blocks.length === 0) {
      if (headerSize > left) close();
      head();
    }
  };

  return {
    add(path: string, entries: readonly Entry[]): void {
      const size = entries.reduce((sum, entry) => sum + entry.headerSize + sumOfSizes(entry.blocks), 0);
      if (size > left && size <= room) close();
      for (const entry of entries) spread(path, entry);
    },
    finish(): readonly Part[] {
      if (diff.length > 0 || parts.length === 0) close();
      return parts;
    },
  };
}

function sumOfSizes(blocks: readonly { readonly size: number }[]): number {
  return blocks.reduce((sum, { size }) => sum + size, 0);
}

/** Characters, JSON-encoded, that a list of files takes at most unless the caller says otherwise. */
const LIST_ROOM = 20_000;

/**
 * The list of all files that every part of a split change carries (SU-23): each with its counts, then what is not shown
 * and why. At most `room` UTF-8 bytes when JSON-encoded; what does not fit is counted. The names are a stranger's.
 */
export function renderFileList(request: {
  readonly reading: Reading;
  /** Shown files that fit no part. */
  readonly dropped?: readonly UnreadFile[];
  readonly room?: number;
}): string {
  const { reading, dropped = [], room = LIST_ROOM } = request;
  const unshown = renderUnshown({ reading, dropped, room: Math.floor(room / 2) });
  const gone = new Set(dropped.map((file) => file.path));
  const lines = reading.shown
    .filter((file) => !gone.has(file.path))
    .map((file) => `${visiblePath(file.path)}: ${describeFile(file)}`);
  return boundedLines(lines, room - encodedLength(unshown)) + unshown;
}

/**
 * One line for each file that is not shown: unread ones first, then collapsed ones (SU-22), then what GitHub does not
 * list; '' where there is none. Bounded like `renderFileList`.
 */
export function renderUnshown(request: {
  readonly reading: Reading;
  readonly dropped?: readonly UnreadFile[];
  readonly room?: number;
}): string {
  const { reading, dropped = [], room = LIST_ROOM } = request;
  const { unlisted } = reading;
  const last = unlisted === 0 ? '' : `${unlisted} more ${plural(unlisted)} changed, which GitHub does not list\n`;
  return boundedLines(unshownLines(reading, dropped), room - encodedLength(last)) + last;
}

function boundedLines(lines: readonly string[], room: number): string {
  // Room for the count that may have to follow.
  let left = room - encodedLength('and 1000000 more files\n');
  const kept: string[] = [];
  for (const line of lines) {
    const size = encodedLength(`${line}\n`);
    // A long name gives way; the names behind it still fit.
    if (size > left) continue;
    kept.push(`${line}\n`);
    left -= size;
  }
  const more = lines.length - kept.length;
  return kept.join('') + (more === 0 ? '' : `and ${more} more ${more === 1 ? 'file' : 'files'}\n`);
}

function plural(files: number): string {
  return files === 1 ? 'file is' : 'files are';
}
