import { Buffer } from 'node:buffer';
import { codePoints } from '../length.ts';
import { whyNotBrought } from './edit-rules.ts';
import { MAX_FILE_BYTES, named, type Scope, whyNotEditable } from './editable.ts';
import type { HeadFile } from './head-file.ts';
import { replaceOnce } from './replace-text.ts';

/** One replacement as a model asked for it. Applied to the same head in the same order it gives the same files. */
export type Edit = { readonly path: string; readonly oldText: string; readonly newText: string };

/** The whole new text of a file. */
export type EditedFile = { readonly path: string; readonly text: string };

/** The files of a head with the edits made so far: a value; an edit gives a new one. */
export type Workspace = {
  /** By path, as they were read. */
  readonly heads: ReadonlyMap<string, HeadFile>;
  /** Texts that differ from the head's, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** Characters of all edits so far, old and new texts, taken back or not. */
  readonly characters: number;
};

/** What bounds edits: the files that they may touch, and secrets that they may not bring in. */
export type EditRules = { readonly scope: Scope; readonly secrets: readonly string[] };

export type EditResult =
  /** `lines`: first and last line of what was put in, in the new text. */
  | { readonly ok: true; readonly workspace: Workspace; readonly lines: readonly [first: number, last: number] }
  /** In words for the model. */
  | { readonly ok: false; readonly why: string };

/** Bounds of RB-21; characters are code points (SU-49). */
export const EDIT_LIMITS = { oldText: 20_000, newText: 100_000, files: 20, characters: 200_000 } as const;

/** A workspace without edits. */
export function openWorkspace(heads: ReadonlyMap<string, HeadFile>): Workspace {
  return { heads, texts: new Map(), characters: 0 };
}

/** The file's text with all edits; null where the head has no text of it, or it was not read. */
export function currentText({ heads, texts }: Workspace, path: string): string | null {
  const head = heads.get(path);
  return texts.get(path) ?? (head?.kind === 'text' ? head.text : null);
}

/** The workspace after one edit, or why it is refused (RB-20, RB-21). */
export function applyEdit(workspace: Workspace, edit: Edit, { scope, secrets }: EditRules): EditResult {
  const { path, oldText, newText } = edit;
  const why = whyNotEditable(path, scope, workspace.heads.get(path));
  const text = currentText(workspace, path);
  if (why !== null || text === null) return { ok: false, why: why ?? `${named(path)} could not be read` };

  if (isLonger(oldText, EDIT_LIMITS.oldText))
    return refuse(
      `old_text is longer than ${EDIT_LIMITS.oldText} characters; choose a shorter text, or replace part by part`,
    );
  if (isLonger(newText, EDIT_LIMITS.newText))
    return refuse(`new_text is longer than ${EDIT_LIMITS.newText} characters`);
  const characters = workspace.characters + codePoints(oldText) + codePoints(newText);
  if (characters > EDIT_LIMITS.characters)
    return refuse(`the edits of this run would go beyond ${EDIT_LIMITS.characters} characters in all; make no more`);
  if (!workspace.texts.has(path) && workspace.texts.size >= EDIT_LIMITS.files)
    return refuse(`${EDIT_LIMITS.files} files are edited already, and no more may be`);

  const replaced = replaceOnce(text, oldText, newText);
  if (!replaced.ok) return refuse(replaced.why);
  if (Buffer.byteLength(replaced.text) > MAX_FILE_BYTES)
    return refuse(`the file would become larger than ${MAX_FILE_BYTES / 1024} KB`);
  const brought = whyNotBrought(text, replaced, secrets);
  if (brought !== null) return refuse(brought);
  const first = 1 + lineFeeds(replaced.text.slice(0, replaced.start));
  return {
    ok: true,
    workspace: { ...workspace, texts: withText(workspace, path, replaced.text), characters },
    lines: [first, first + lineFeeds(replaced.insert)],
  };
}

/** The changed files of a workspace, sorted by path; those whose edits were taken back are none of them. */
export function filesOf({ texts }: Workspace): readonly EditedFile[] {
  return [...texts].map(([path, text]) => ({ path, text })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Makes the same edits again, with the same checks, on files of the same head: for a job that was handed them. `files` are
 * what a commit has to hold; at the first edit that is refused there are none.
 */
export function replayEdits(
  edits: readonly Edit[],
  heads: ReadonlyMap<string, HeadFile>,
  rules: EditRules,
): { readonly ok: true; readonly files: readonly EditedFile[] } | { readonly ok: false; readonly why: string } {
  let workspace = openWorkspace(heads);
  for (const edit of edits) {
    const result = applyEdit(workspace, edit, rules);
    if (!result.ok) return { ok: false, why: `the edit of ${named(edit.path)} is refused: ${result.why}` };
    workspace = result.workspace;
  }
  return { ok: true, files: filesOf(workspace) };
}

function refuse(why: string): EditResult {
  return { ok: false, why };
}

function lineFeeds(text: string): number {
  return text.split('\n').length - 1;
}

/** Units are never fewer than code points, so most texts need no counting. */
function isLonger(text: string, most: number): boolean {
  return text.length > most && (text.length > 2 * most || codePoints(text) > most);
}

function withText({ heads, texts }: Workspace, path: string, text: string): ReadonlyMap<string, string> {
  const after = new Map(texts);
  const head = heads.get(path);
  if (head?.kind === 'text' && head.text === text) after.delete(path);
  else after.set(path, text);
  return after;
}
