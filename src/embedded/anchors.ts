import { type DiffFile, diffHunk, findLine, type PatchLine, patchLines } from './diff.ts';
import { unprocessable } from './refusal.ts';
import type { Anchor, Side } from './state.ts';

/** An inline comment as the API takes it; `position` is the older way to name a line. */
export type NewComment = {
  readonly path: string;
  readonly body: string;
  readonly line?: number;
  readonly side?: string;
  readonly start_line?: number;
  readonly start_side?: string;
  readonly position?: number;
};

/** The place that a comment names, in the diff of `commit`; a line outside the hunks is refused. */
export function resolveAnchor(
  files: readonly DiffFile[],
  commit: string,
  comment: NewComment,
): { anchor: Anchor; hunk: string } {
  const file = files.find((candidate) => candidate.path === comment.path);
  if (file === undefined) throw unprocessable('Path could not be resolved');
  const lines = patchLines(file.patch);
  const side: Side = comment.side === 'LEFT' ? 'LEFT' : 'RIGHT';
  const at =
    comment.position === undefined ? findSide(lines, side, comment.line) : findPosition(lines, comment.position);
  if (at === null) throw unprocessable('Line could not be resolved');
  const place = comment.position === undefined ? side : at.right === null ? 'LEFT' : 'RIGHT';
  const line = place === 'LEFT' ? at.left : at.right;
  const startSide: Side | null =
    comment.start_line === undefined
      ? null
      : comment.start_side === 'LEFT'
        ? 'LEFT'
        : comment.start_side === 'RIGHT'
          ? 'RIGHT'
          : side;
  if (comment.start_line !== undefined) {
    const start = findLine(lines, startSide ?? side, comment.start_line);
    if (start === null) throw unprocessable('Start line could not be resolved');
    if (start.hunk !== at.hunk)
      throw unprocessable('Pull request review thread start line must be part of the same hunk as the line.');
    if (start.index >= at.index)
      throw unprocessable('Pull request review thread start line must precede the end line.');
  }
  return {
    anchor: { path: file.path, commit, side: place, line, startLine: comment.start_line ?? null, startSide },
    hunk: diffHunk(file.patch, at.index),
  };
}

function findSide(lines: readonly PatchLine[], side: Side, line: number | undefined): PatchLine | null {
  return line === undefined ? null : findLine(lines, side, line);
}

function findPosition(lines: readonly PatchLine[], position: number): PatchLine | null {
  return lines.find((candidate) => candidate.position === position) ?? null;
}
