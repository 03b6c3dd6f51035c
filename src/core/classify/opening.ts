import { formatProblem, type ParseDocument, type Problem } from '../document.ts';
import type { Trust } from '../footer.ts';
import type { ClassifyInputs } from '../inputs.ts';
import { isOwnComment } from '../own-comment.ts';
import type { ContextParts, PullRequestContext } from '../pull-request.ts';
import { checkRules, nearRulesFile, RULES_FILES, type Rule } from '../rules.ts';
import { readSettings, SETTINGS_FILES, type Settings } from '../settings.ts';
import { type Earlier, findEarlier, type History, type OwnReview } from './history.ts';
import type { Start } from './request.ts';

/** What classify reads besides the pull request itself (SU-20). */
export function contextParts(inputs: ClassifyInputs): ContextParts {
  return {
    files: [...RULES_FILES, ...SETTINGS_FILES, '.gitattributes'],
    // Where a rules file with a near name would lie (CL-1).
    folders: ['', '.hyperhive', 'hyperhive', '.github'],
    commits: true,
    reviews: true,
    reviewRequests: true,
    comments: inputs.maxCostUsdPerPullRequest === null ? 'none' : 'all',
    labels: false,
    linkedIssues: false,
    threads: false,
    threadOf: null,
    statusContext: inputs.statusContext,
  };
}

/** How far the context alone decides a run, before anything else is read or asked. */
export type Opening =
  /** Nothing is posted. */
  | { readonly kind: 'skip'; readonly reason: string; readonly url: string | null }
  /** Posted as a no verdict (CL-31); `problems` are annotations too (SU-51). */
  | {
      readonly kind: 'ended';
      readonly reason: string;
      readonly failed: boolean;
      readonly problems: readonly Problem[];
      /** No rules file was found: a near name in the pull request itself is worth looking for (CL-1). */
      readonly rulesMissing: boolean;
    }
  /** This request has its verdict here already; only what was left is done (CL-13). */
  | { readonly kind: 'answered'; readonly entry: OwnReview }
  | {
      readonly kind: 'ready';
      readonly rules: readonly Rule[];
      readonly rulesBlob: string;
      readonly settings: Settings;
      /** The same request's no verdict at this position (CL-13). */
      readonly repeat: OwnReview | null;
    };

/** Decides from the context whether there is something to ask. */
export function decideOpening(
  start: Extract<Start, { kind: 'classify' }>,
  read: { readonly context: PullRequestContext; readonly history: History; readonly trust: Trust },
  inputs: ClassifyInputs,
  parse: ParseDocument,
): Opening {
  const { context, history, trust } = read;
  const { pullRequest } = context;
  if (inputs.mode !== 'plan') {
    if (pullRequest.state !== 'open')
      return skip(
        `pull request ${pullRequest.number} is ${pullRequest.state === 'merged' ? 'closed (merged)' : 'closed'}`,
      );
    if (pullRequest.locked)
      return skip(
        `the conversation of pull request ${pullRequest.number} is locked, and a lock prevents reviews; unlock it and ask again`,
      );
  }
  // What was answered stays answered, whatever became of the settings since (CL-13).
  const earlier = inputs.rules === null ? findEarlier(history.own, pullRequest, start.request) : NOTHING_EARLIER;
  if (earlier.kind === 'same-verdict') return { kind: 'answered', entry: earlier.entry };
  if (earlier.kind === 'newer-verdict')
    return skip(
      `this head and base branch already have a younger result than the request: ${earlier.entry.review.url}`,
      earlier.entry.review.url,
    );
  const settled = readSettings(context.files, parse, context.repository);
  if ('problems' in settled) return ended('the settings do not load', settled.problems);
  if (settled.settings.disabled.includes('classify'))
    return skip(`classify is disabled in ${settingsPath(context)} of ${context.repository.defaultBranch}`);
  const { commander, commandBody } = start;
  if (commandBody !== null && isOwnComment({ author: commander, body: commandBody }, trust.viewer))
    return skip('the comment carries a footer of Revi and was written by the posting account: it is the bot’s own');
  const repeat = earlier.kind === 'same-no-verdict' ? earlier.entry : null;
  return withRules(context, inputs, parse, settled.settings, repeat);
}

const NOTHING_EARLIER: Earlier = { kind: 'none' };

function skip(reason: string, url: string | null = null): Opening {
  return { kind: 'skip', reason, url };
}

function ended(reason: string, problems: readonly Problem[]): Opening {
  const files = [...new Set(problems.map(({ file }) => file))].join(', ');
  return { kind: 'ended', reason: `${reason} (${files})`, failed: true, problems, rulesMissing: false };
}

function settingsPath(context: PullRequestContext): string {
  return SETTINGS_FILES.find((path) => context.files.has(path)) ?? SETTINGS_FILES[0];
}

function withRules(
  context: PullRequestContext,
  inputs: ClassifyInputs,
  parse: ParseDocument,
  settings: Settings,
  repeat: OwnReview | null,
): Opening {
  const source =
    inputs.rules === null ? rulesOfDefaultBranch(context) : { file: 'input rules', text: inputs.rules, oid: '' };
  if ('kind' in source) return source;
  const document = parse(source.file, source.text);
  if (!('value' in document)) return ended('the rules do not load', document.problems);
  const checked = checkRules(document);
  if ('problems' in checked) return ended('the rules do not load', checked.problems);
  return { kind: 'ready', rules: checked.rules, rulesBlob: source.oid, settings, repeat };
}

/** The one rules file of the default branch; both, none, or an unreadable one end the run (CL-1). */
function rulesOfDefaultBranch(context: PullRequestContext): { file: string; text: string; oid: string } | Opening {
  const [file, other] = RULES_FILES.flatMap((path) => context.files.get(path) ?? []);
  if (file === undefined) {
    const near = nearRulesFile(filesNearby(context));
    const hint = near === null ? '' : `; ${near} has a near name, so it may be meant: rename it`;
    return {
      kind: 'ended',
      reason: `there is no rules file on ${context.repository.defaultBranch}: expected ${RULES_FILES.join(' or ')}${hint}`,
      failed: false,
      problems: [],
      rulesMissing: near === null,
    };
  }
  if (other !== undefined)
    return {
      kind: 'ended',
      reason: `${file.path} and ${other.path} both exist on ${context.repository.defaultBranch}; keep one`,
      failed: true,
      problems: [{ file: file.path, line: null, message: `${other.path} exists too; keep one of the two` }],
      rulesMissing: false,
    };
  if (file.text === null)
    return ended('the rules do not load', [
      { file: file.path, line: null, message: 'the file is not readable as text' },
    ]);
  return { file: file.path, text: file.text, oid: file.oid };
}

function* filesNearby(context: PullRequestContext): Generator<string> {
  for (const [folder, names] of context.folders)
    for (const name of names) yield folder === '' ? name : `${folder}/${name}`;
}

/** The lines of a review's list of errors. */
export function problemLines(problems: readonly Problem[]): readonly string[] {
  return problems.map(formatProblem);
}
