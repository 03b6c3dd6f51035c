import type { ChangedFile } from '../diff.ts';
import type { Glob } from '../glob.ts';
import { showInvisible } from '../invisible.ts';
import { cut } from '../length.ts';
import { redact } from '../redact.ts';
import { named, scopeOf, whyNotInScope, whyNotPath } from './editable.ts';
import { createCallReader, type Decision, type FixerCall } from './fixer-tools.ts';
import type { HeadFile } from './head-file.ts';
import { listFiles, readLines, refusal, searchFiles, whyNotSearched } from './read-answers.ts';
import { replaceOnce } from './replace-text.ts';
import type { SurveyedThread } from './survey.ts';
import { threadName } from './thread-name.ts';
import type { ToolAnswer, ToolCall } from './tool-loop.ts';
import {
  applyEdit,
  currentText,
  type Edit,
  type EditedFile,
  filesOf,
  openWorkspace,
  type Workspace,
} from './workspace.ts';

/** What a fixer works on: one pull request's threads at one head. */
export type FixerFacts = {
  /** Those that are to be decided. */
  readonly threads: readonly (Pick<SurveyedThread, 'id' | 'path'> &
    Partial<Pick<SurveyedThread, 'line' | 'startLine' | 'side'>>)[];
  readonly files: readonly ChangedFile[];
  /** Changed files that GitHub did not list. */
  readonly unlisted: number;
  /** The settings' `allow_paths`, compiled. */
  readonly allowed: readonly Glob[];
  /** The run's own: none of them gets into a file or a reply. */
  readonly secrets: readonly string[];
  /** False when the run's one commit is made already: threads can still be declined or left to a person. */
  readonly canEdit: boolean;
};

export type FixerResult = {
  /** In the order they were given. */
  readonly threads: readonly DecidedThread[];
  /** What the commit holds: the workspace as it stood at the last accepted `fix`, without files that are as before. */
  readonly files: readonly EditedFile[];
  /** The edits that make `files` of the head, in order: see `replayEdits`. */
  readonly edits: readonly Edit[];
};

export type DecidedThread = {
  readonly threadId: string;
  /** 12 hex digits. */
  readonly name: string;
  readonly decision: Decision | 'undecided';
  /** One line, redacted, not yet made inert; '' for an undecided thread. */
  readonly reply: string;
  /** Those of its fix, in order; of a fix that an earlier edit made as well, the earlier ones at the thread's lines. */
  readonly edits: readonly Edit[];
};

/** Carries out the calls of one model (RB-20). Pure but for its own state: files are loaded by who holds GitHub. */
export type Fixer = {
  /** Paths whose files have to be loaded before `answer` is asked; changes nothing. */
  needs(call: ToolCall): readonly string[];
  /** Gives files of the head; a path keeps what it was first given. */
  load(files: ReadonlyMap<string, HeadFile>): void;
  /** Never throws for what the call asks; at most `LONGEST_ANSWER` characters. */
  answer(call: ToolCall): ToolAnswer;
  /** See `ToolLoop.left`. */
  left(): string | null;
  result(): FixerResult;
};

/** Code points of any answer. */
export const LONGEST_ANSWER = 50_000;

/** Code points of a reply (RB-23). */
const LONGEST_REPLY = 500;

/** Files outside of the pull request that a run may look at or edit. */
const MAX_OUTSIDE = 30;

/** Changed files that a search looks into. */
const MAX_SEARCHED = 200;

/** Lines between a thread and an edit that can still be its fix. */
const CLOSE_BY = 3;

const TAKEN_BACK = 'The change that was made for it was taken back later in the same run.';
const NO_EDITS = 'the commit of this run is made already, so nothing can be edited; decide "decline" or "needs-person"';

/** A fixer without edits or decisions. */
export function createFixer(facts: FixerFacts): Fixer {
  const paths = facts.threads.map(({ path }) => path);
  const scope = scopeOf(facts.files, facts.allowed, facts.unlisted > 0 ? paths : []);
  const rules = { scope, secrets: facts.secrets };
  const readCall = createCallReader();
  const threads = new Map(facts.threads.map((thread) => [threadName(thread.id), thread]));
  const decided = new Map<
    string,
    { readonly decision: Decision; readonly reply: string; readonly edits: readonly Edit[] }
  >();
  const outside = new Set<string>();
  const about = new Set(paths);
  const searchable = facts.files
    .filter(({ status, binary, submodule }) => status !== 'deleted' && !binary && !submodule)
    .map(({ path }) => path)
    .sort((a, b) => Number(about.has(b)) - Number(about.has(a)))
    .slice(0, MAX_SEARCHED);

  let workspace = openWorkspace(new Map());
  /** As it stood at the last accepted fix. */
  let accepted: Workspace = workspace;
  /** Edits since then, and those before. */
  let pending: readonly Edit[] = [];
  let committed: readonly Edit[] = [];

  const isTooFar = (path: string): boolean =>
    !scope.changed.has(path) && !outside.has(path) && outside.size >= MAX_OUTSIDE;

  /** Notes that a file outside of the pull request is looked at; null, or why it is not. */
  const whyTooFar = (path: string): string | null => {
    if (isTooFar(path)) return `${MAX_OUTSIDE} files outside of the pull request were read already, and no more may be`;
    if (!scope.changed.has(path)) outside.add(path);
    return null;
  };

  /** What edits since the last fix still change; edits of a file that is again as it was then are none. */
  const standing = (): readonly Edit[] =>
    pending.filter(({ path }) => workspace.texts.get(path) !== accepted.texts.get(path));

  /** Whether an edit changed the head's lines of a thread, or lines close by. */
  const isAt = (edit: Edit, { path, line, startLine, side }: FixerFacts['threads'][number]): boolean => {
    const head = workspace.heads.get(edit.path);
    if (edit.path !== path || line == null || side === 'LEFT' || head?.kind !== 'text') return false;
    // One that builds on another edit does not fit the head, and its lines are not known.
    const replaced = replaceOnce(head.text, edit.oldText, edit.newText);
    if (!replaced.ok) return false;
    const first = 1 + lineFeeds(head.text.slice(0, replaced.start));
    const last = first + lineFeeds(head.text.slice(replaced.start, replaced.end));
    return first <= line + CLOSE_BY && last >= (startLine ?? line) - CLOSE_BY;
  };

  const replace = (edit: Edit): ToolAnswer => {
    if (!facts.canEdit) return refusal(NO_EDITS);
    const why = whyNotInScope(edit.path, scope) ?? whyTooFar(edit.path);
    if (why !== null) return refusal(why);
    const result = applyEdit(workspace, edit, rules);
    if (!result.ok) return refusal(result.why);
    workspace = result.workspace;
    pending = [...pending, edit];
    const [first, last] = result.lines;
    return { text: `Replaced: now line ${first} to ${last} of ${named(edit.path)}.`, refused: false };
  };

  const decide = ({ thread: given, decision, reply }: FixerCall & { readonly name: 'decide' }): ToolAnswer => {
    const name = given.trim().toLowerCase();
    const thread = threads.get(name);
    if (thread === undefined)
      return refusal(
        `there is no thread ${JSON.stringify(cut(given, 40))} to decide; undecided are ${openNames() || 'none'}`,
      );
    if (decided.has(name)) return refusal(`thread ${name} is already decided, and stays so`);
    const words = replyOf(reply, facts.secrets);
    if (words === '') return refusal('reply is empty: say in one line what was changed, or why nothing was');

    const fresh = standing();
    if (decision !== 'fix') {
      const [first] = fresh;
      if (first !== undefined)
        return refusal(
          `the edits of ${named(first.path)} belong to no thread yet: decide "fix" for theirs first, or take them back with replace_text`,
        );
      decided.set(name, { decision, reply: words, edits: [] });
      return noted(name, decision);
    }
    if (!facts.canEdit) return refusal(NO_EDITS);
    // Two bots often find the same: what was edited for the one fixes the other's thread at the same lines.
    const edits =
      fresh.length > 0 ? fresh : committed.filter((edit) => accepted.texts.has(edit.path) && isAt(edit, thread));
    if (edits.length === 0)
      return refusal(
        'no edit stands that could be its fix: make one with replace_text first, or decide "decline" or "needs-person"',
      );
    committed = [...committed, ...fresh];
    accepted = workspace;
    pending = [];
    decided.set(name, { decision, reply: words, edits });
    return noted(name, decision);
  };

  const noted = (name: string, decision: Decision): ToolAnswer => ({
    text: `Decided: ${name} is "${decision}". ${decided.size === threads.size ? 'All threads are decided' : `Still undecided: ${openNames()}`}.`,
    refused: false,
  });

  const openNames = (): string => [...threads.keys()].filter((name) => !decided.has(name)).join(', ');

  const carryOut = (call: FixerCall): ToolAnswer => {
    switch (call.name) {
      case 'read_file': {
        const why = whyNotPath(call.path) ?? whyTooFar(call.path);
        if (why !== null) return refusal(why);
        return readLines(call.path, workspace.heads.get(call.path), currentText(workspace, call.path), call);
      }
      case 'list_files':
        return listFiles(facts.files, facts.unlisted);
      case 'search': {
        const why = whyNotSearched(call.text);
        if (why !== null) return refusal(why);
        const texts = searchable.flatMap((path) => {
          const text = currentText(workspace, path);
          return text === null ? [] : [{ path, text }];
        });
        return searchFiles(texts, call.text, scope.changed.size - texts.length + facts.unlisted);
      }
      case 'replace_text':
        return replace({ path: call.path, oldText: call.oldText, newText: call.newText });
      case 'decide':
        return decide(call);
    }
  };

  return {
    needs(call) {
      const read = readCall(call);
      if ('refused' in read) return [];
      const wanted = ((): readonly string[] => {
        switch (read.name) {
          case 'read_file':
            return whyNotPath(read.path) === null && !isTooFar(read.path) ? [read.path] : [];
          case 'replace_text':
            return facts.canEdit && whyNotInScope(read.path, scope) === null && !isTooFar(read.path) ? [read.path] : [];
          case 'search':
            return whyNotSearched(read.text) === null ? searchable : [];
          default:
            return [];
        }
      })();
      return wanted.filter((path) => !workspace.heads.has(path));
    },
    load(files) {
      const heads = new Map([...files, ...workspace.heads]);
      workspace = { ...workspace, heads };
      accepted = { ...accepted, heads };
    },
    answer(call) {
      const read = readCall(call);
      const { text, refused } = 'refused' in read ? refusal(read.refused) : carryOut(read);
      // Whatever an answer quotes: no control characters, no lone surrogates, no end that does not come.
      return { text: cut(showInvisible(text), LONGEST_ANSWER), refused };
    },
    left() {
      const open = openNames();
      if (open === '') return null;
      const loose =
        standing().length === 0
          ? ''
          : ' Your last edits belong to no thread yet, and are dropped unless you decide "fix".';
      return `These threads are not decided: ${open}. Decide each with the tool decide.${loose}`;
    },
    result() {
      const files = filesOf(accepted);
      const changed = new Set(files.map(({ path }) => path));
      const decisions = [...threads].map(([name, { id: threadId }]): DecidedThread => {
        const made = decided.get(name);
        if (made === undefined) return { threadId, name, decision: 'undecided', reply: '', edits: [] };
        const edits = made.edits.filter(({ path }) => changed.has(path));
        return made.decision === 'fix' && edits.length === 0
          ? { threadId, name, decision: 'needs-person', reply: TAKEN_BACK, edits }
          : { threadId, name, decision: made.decision, reply: made.reply, edits };
      });
      return { threads: decisions, files, edits: committed.filter(({ path }) => changed.has(path)) };
    },
  };
}

function lineFeeds(text: string): number {
  return text.split('\n').length - 1;
}

/** A model's reply as one line: secrets go before anything is cut, since a cut hides their shape (SU-47, SU-49). */
function replyOf(reply: string, secrets: readonly string[]): string {
  const clean = redact(reply, secrets).trim();
  const flat = cut(clean, LONGEST_REPLY)
    .replace(/[\s\u0085]+/g, ' ')
    .trim();
  return flat.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu, '').trim() === '' ? '' : flat;
}
