import { ForgeError, HeadMoved } from '../../core/errors.ts';
import { type Glob, parseGlob } from '../../core/glob.ts';
import type { Answer } from '../../core/question.ts';
import { scopeOf } from '../../core/reconcile/editable.ts';
import { createFixer, type Fixer } from '../../core/reconcile/fixer.ts';
import { fixerPrompt, MAX_THREADS } from '../../core/reconcile/fixer-prompt.ts';
import { FIXER_TOOLS } from '../../core/reconcile/fixer-tools.ts';
import type { HeadFile } from '../../core/reconcile/head-file.ts';
import type { ListedThread } from '../../core/reconcile/listing.ts';
import type { Trouble } from '../../core/reconcile/outcome.ts';
import type { DecidedPullRequest } from '../../core/reconcile/plan.ts';
import type { SurveyedPullRequest } from '../../core/reconcile/survey.ts';
import type { LoopEnd, ToolLoop } from '../../core/reconcile/tool-loop.ts';
import { type Edit, type EditedFile, replayEdits } from '../../core/reconcile/workspace.ts';
import type { Model } from '../../ports.ts';
import type { Opened } from './open.ts';

/** What a fixer's work comes to. */
export type Work =
  | {
      readonly kind: 'decided';
      readonly decided: DecidedPullRequest;
      /** Makes files of edits once more, with all checks; null where they do not fit (RB-21). */
      readonly replay: (edits: readonly Edit[]) => readonly EditedFile[] | null;
      /** The head's files that were read: suggestions are made from them. */
      readonly heads: ReadonlyMap<string, HeadFile>;
      /** Threads that wait for another run, and why that is no success. */
      readonly trouble: Trouble | null;
      readonly end: LoopEnd;
    }
  | { readonly kind: 'moved' }
  | {
      readonly kind: 'failed';
      readonly trouble: Trouble;
      /** The key is the workflow's to mend, and stays refused (SU-50). */
      readonly keyRefused: boolean;
      readonly end: LoopEnd | null;
    };

/** Turns for one thread, and to look around once; calls in all. A model that reads for ever ends here. */
const TURNS = { first: 8, each: 6, most: 60 } as const;
const CALLS_A_TURN = 30;
const ANSWER_TOKENS = 16_000;
/** Texts that are read before the model asks: those of the threads and of most pull requests. */
const READ_AHEAD = 50;
/** Bytes of a request that the conversation may grow by after its first turn. */
const GROWTH = 0.5;

/**
 * Lets the model judge the threads against the code at the head (RB-20). `canEdit` is false where this run has made its
 * commit already. Reads; writes nothing.
 */
export async function decideThreads(
  run: Opened,
  task: {
    readonly pullRequest: SurveyedPullRequest;
    readonly threads: readonly ListedThread[];
    readonly canEdit: boolean;
    readonly model: Model;
  },
): Promise<Work> {
  try {
    return await decide(run, task);
  } catch (error) {
    if (error instanceof HeadMoved) return { kind: 'moved' };
    if (error instanceof ForgeError)
      return { kind: 'failed', trouble: { kind: 'failed', text: error.message }, keyRefused: false, end: null };
    throw error;
  }
}

async function decide(
  { ports, inputs, settings, viewer }: Opened,
  { pullRequest, threads, canEdit, model }: Parameters<typeof decideThreads>[1],
): Promise<Work> {
  const { forge } = ports;
  const change = await forge.readChange(pullRequest);
  const wanted = threads.map(({ thread }) => thread);
  const changed = change.files.flatMap(({ path, status }) => (status === 'deleted' ? [] : [path]));
  const ahead = [...new Set([...wanted.map(({ path }) => path), ...changed])].slice(0, READ_AHEAD);
  const heads = new Map(await forge.readHeadFiles(pullRequest.head, ahead));

  const prompt = fixerPrompt({
    title: pullRequest.title,
    threads: wanted,
    viewer,
    files: change.files,
    unlisted: change.unlisted,
    heads,
    allowPaths: settings.allowPaths,
    canEdit,
    language: inputs.language,
    room: Math.floor(model.roomFor(0) * (1 - GROWTH)),
  });
  if (prompt.threads.length === 0)
    return {
      kind: 'failed',
      trouble: { kind: 'no verdict', text: 'not even one thread fits a question; raise input context-tokens' },
      keyRefused: false,
      end: null,
    };
  const allowed = settings.allowPaths.map(globOf);
  const fixer = createFixer({
    threads: prompt.threads,
    files: change.files,
    unlisted: change.unlisted,
    allowed,
    secrets: ports.secrets,
    canEdit,
  });
  fixer.load(heads);

  const count = prompt.threads.length;
  ports.narrate(
    `pull request ${pullRequest.number}: ${model.name} judges ${count} ${count === 1 ? 'thread' : 'threads'}`,
  );
  const end = await model.work(loopOf(pullRequest, { fixer, prompt, heads, forge }));
  if (end.end.kind === 'unanswered' && end.end.why === 'key-refused')
    return { kind: 'failed', trouble: { kind: 'failed', text: end.end.detail }, keyRefused: true, end };

  const result = fixer.result();
  const broken = brokenOff(end);
  const decisions = result.threads.flatMap(({ threadId, decision, reply, edits }) => {
    if (decision !== 'undecided')
      return [{ thread: threadId, decision, reply, edits: edits.map((edit) => result.edits.indexOf(edit)) }];
    return broken === null
      ? [{ thread: threadId, decision: 'needs-person' as const, reply: whyUndecided(end), edits: [] }]
      : [];
  });
  const { head, base, baseRef } = pullRequest;
  return {
    kind: 'decided',
    decided: {
      number: pullRequest.number,
      position: { head, base, baseRef },
      decisions,
      edits: result.edits,
      // Whoever knows what was spent before adds it up.
      cost: null,
      tokens: null,
    },
    replay: (edits) => {
      const unlisted = change.unlisted > 0 ? prompt.threads.map(({ path }) => path) : [];
      const scope = scopeOf(change.files, allowed, unlisted);
      const made = replayEdits(edits, heads, { scope, secrets: ports.secrets });
      return made.ok ? made.files : null;
    },
    heads,
    trouble: broken ?? waiting(threads.length - count),
    end,
  };
}

function loopOf(
  { number, head }: SurveyedPullRequest,
  {
    fixer,
    prompt,
    heads,
    forge,
  }: {
    readonly fixer: Fixer;
    readonly prompt: ReturnType<typeof fixerPrompt>;
    /** Grows by what is read. */
    readonly heads: Map<string, HeadFile>;
    readonly forge: Opened['ports']['forge'];
  },
): ToolLoop {
  const turns = Math.min(TURNS.most, TURNS.first + TURNS.each * prompt.threads.length);
  return {
    id: `pull request ${number}`,
    system: prompt.system,
    material: prompt.material,
    task: prompt.task,
    tools: FIXER_TOOLS,
    bounds: { turns, calls: turns * 4, callsPerTurn: CALLS_A_TURN, answerTokens: ANSWER_TOKENS },
    async answer(call) {
      const missing = fixer.needs(call);
      if (missing.length > 0) {
        try {
          const read = await forge.readHeadFiles(head, missing);
          for (const [path, file] of read) heads.set(path, file);
          fixer.load(read);
        } catch (error) {
          if (!(error instanceof ForgeError)) throw error;
          return { text: 'Refused: the file could not be read from GitHub just now.', refused: true };
        }
      }
      return fixer.answer(call);
    },
    left: () => fixer.left(),
  };
}

/** Where the service failed and not the model: undecided threads keep their attempt (ADR 0016). */
function brokenOff({ end }: LoopEnd): Trouble | null {
  if (end.kind !== 'unanswered' || ['refusal', 'truncated', 'too-long', 'invalid'].includes(end.why)) return null;
  return { kind: 'no verdict', text: `${end.detail}; the threads without a decision wait for the next run` };
}

function whyUndecided({ end }: LoopEnd): string {
  switch (end.kind) {
    case 'finished':
    case 'silent':
      return 'the model came to no decision.';
    case 'bound':
      return 'the model did not come to a decision within its bounds.';
    case 'unanswered':
      return end.why === 'refusal' ? 'the model refused to go on.' : 'the model could not go on.';
  }
}

function waiting(count: number): Trouble | null {
  if (count <= 0) return null;
  return {
    kind: 'no verdict',
    text: `${count} more ${count === 1 ? 'thread waits' : 'threads wait'} for the next run, which takes ${MAX_THREADS} at most`,
  };
}

/** A loop's figures as those of one question, for totals. */
export function asAnswer({ id, calls, usage, cost, milliseconds, requestIds }: LoopEnd): Answer {
  return { id, calls, usage, cost, milliseconds, requestIds, kind: 'answered', value: null };
}

export function globOf(pattern: string): Glob {
  const glob = parseGlob(pattern);
  // The settings were checked when they were read.
  if ('error' in glob) throw new Error(`a glob of the settings: ${glob.error}`);
  return glob;
}
