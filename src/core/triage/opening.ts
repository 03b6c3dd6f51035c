import { sameAccount } from '../account.ts';
import type { ParseDocument, Problem } from '../document.ts';
import type { Trust } from '../footer.ts';
import type { TriageInputs } from '../inputs.ts';
import { isOwnComment } from '../own-comment.ts';
import type { ContextParts, PullRequestContext } from '../pull-request.ts';
import { readSettings, SETTINGS_FILES, type Settings } from '../settings.ts';
import { rankedLabel } from './labels.ts';
import { type TriageRequest, unasked } from './start.ts';

/** What triage reads besides the pull request itself (SU-20). */
export function triageContextParts(inputs: TriageInputs): ContextParts {
  const bounded = inputs.maxCostUsdPerPullRequest !== null;
  return {
    files: [...SETTINGS_FILES, '.gitattributes'],
    folders: [],
    commits: false,
    reviews: bounded,
    reviewRequests: false,
    comments: bounded ? 'all' : 'none',
    labels: true,
    linkedIssues: true,
    threads: false,
    threadOf: null,
    statusContext: '',
  };
}

/** Only what tells whether this request's rationale stands already, for settings that want it posted. */
export const COMMENT_PARTS: ContextParts = {
  files: [],
  folders: [],
  commits: false,
  reviews: false,
  reviewRequests: false,
  comments: 'conversation',
  labels: false,
  linkedIssues: false,
  threads: false,
  threadOf: null,
  statusContext: '',
};

/** How far the context alone decides a run, before anything else is read or asked. */
export type TriageOpening =
  | { readonly kind: 'skip'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly problems: readonly Problem[] }
  | { readonly kind: 'ready'; readonly settings: Settings };

/** Decides from the context whether there is something to rank (TR-1). */
export function decideTriageOpening(
  start: TriageRequest,
  { context, trust }: { readonly context: PullRequestContext; readonly trust: Trust },
  parse: ParseDocument,
): TriageOpening {
  const { pullRequest, repository, files } = context;
  const settled = readSettings(files, parse, repository);
  const path = SETTINGS_FILES.find((file) => files.has(file)) ?? SETTINGS_FILES[0];
  if ('problems' in settled)
    return { kind: 'failed', reason: `the settings do not load (${path})`, problems: settled.problems };
  const { settings } = settled;
  if (settings.disabled.includes('triage')) return skip(`triage is disabled in ${path} of ${repository.defaultBranch}`);
  const { number, state, locked } = pullRequest;
  if (state !== 'open') return skip(`pull request ${number} is ${state === 'merged' ? 'closed (merged)' : 'closed'}`);
  if (locked) return skip(`the conversation of pull request ${number} is locked; unlock it and ask again`);
  if (start.comment !== null && isOwnComment(start.comment, trust.viewer))
    return skip('the comment carries a footer of Revi and was written by the posting account: it is the bot’s own');
  if (start.asked !== 'by-event') return { kind: 'ready', settings };

  const reason = unasked(pullRequest);
  if (reason !== null) return skip(reason);
  if (sameAccount(pullRequest.author, trust.viewer))
    return skip(`pull request ${number} was opened by the posting account itself; /revi triage ranks it all the same`);
  const label = rankedLabel(context.labels, settings.triage);
  if (label !== null)
    return skip(`pull request ${number} has the label ${label} already; /revi triage ranks it once more`);
  return { kind: 'ready', settings };
}

function skip(reason: string): TriageOpening {
  return { kind: 'skip', reason };
}
