import type { ParseDocument, Problem } from '../document.ts';
import { encodeValue, type Trust } from '../footer.ts';
import type { ReReviewInputs } from '../inputs.ts';
import { isOwnComment } from '../own-comment.ts';
import type { ContextParts, PullRequest, PullRequestContext, Review } from '../pull-request.ts';
import type { RunIdentity } from '../run-identity.ts';
import { readSettings, SETTINGS_FILES, type Settings } from '../settings.ts';
import { findMetadata, type PriorMetadata } from './metadata.ts';
import { type ReviewRequest, waiting } from './start.ts';

/** Where GitHub looks for owners of code, in its order (RR-32). */
export const CODEOWNERS_FILES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'] as const;

/** What re-review reads besides the pull request itself (SU-20, RR-30). */
export function reReviewContextParts(inputs: ReReviewInputs): ContextParts {
  return {
    files: [...SETTINGS_FILES, '.gitattributes', ...CODEOWNERS_FILES],
    folders: [],
    commits: true,
    reviews: true,
    reviewRequests: false,
    comments: 'conversation',
    labels: false,
    linkedIssues: true,
    threads: true,
    threadOf: null,
    statusContext: inputs.statusContext,
  };
}

/** How far the context alone decides a run, before anything else is read or asked. */
export type ReReviewOpening =
  | { readonly kind: 'skip'; readonly reason: string; readonly url: string | null }
  /** A skip that leaves a pending status (RR-64). */
  | { readonly kind: 'wait'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly problems: readonly Problem[] }
  | {
      readonly kind: 'ready';
      readonly settings: Settings;
      /** By reviewer: its block, as the last run left it. */
      readonly blocks: ReadonlyMap<string, PriorMetadata>;
      /** Reviewers whose block an earlier attempt of this run has written for this head (RR-71). */
      readonly finished: ReadonlySet<string>;
    };

/** Decides from the context whether there is something to review (RR-1 to RR-3, RR-71). */
export function decideReReviewOpening(
  start: ReviewRequest,
  { context, trust }: { readonly context: PullRequestContext; readonly trust: Trust },
  run: RunIdentity,
  inputs: ReReviewInputs,
  parse: ParseDocument,
): ReReviewOpening {
  const { pullRequest, repository, files, reviews } = context;
  const settled = readSettings(files, parse, repository);
  const path = SETTINGS_FILES.find((file) => files.has(file)) ?? SETTINGS_FILES[0];
  if ('problems' in settled)
    return { kind: 'failed', reason: `the settings do not load (${path})`, problems: settled.problems };
  const { settings } = settled;
  if (settings.disabled.includes('re-review'))
    return skip(`re-review is disabled in ${path} of ${repository.defaultBranch}`);
  const { number, state, locked } = pullRequest;
  if (state !== 'open') return skip(`pull request ${number} is ${state === 'merged' ? 'closed (merged)' : 'closed'}`);
  if (locked)
    return skip(
      `the conversation of pull request ${number} is locked, and a lock prevents reviews; unlock it and ask again`,
    );
  if (start.comment !== null && isOwnComment(start.comment, trust.viewer))
    return skip('the comment carries a footer of Revi and was written by the posting account: it is the bot’s own');

  const known = blocksOf(reviews, settings, trust);
  const here = [...known.values()].filter(({ metadata }) => standsOn(metadata, pullRequest));
  const finished = new Set(
    here.flatMap(({ metadata }) => (metadata.workflowRun === encodeValue(run.id) ? [metadata.reviewer] : [])),
  );
  const ready: ReReviewOpening = { kind: 'ready', settings, blocks: known, finished };
  if (finished.size > 0 || start.asked === 'by-dispatch') return ready;

  if (start.asked !== 'by-command') {
    const reason = waiting(pullRequest, inputs);
    if (reason !== null) return { kind: 'wait', reason };
    const [any] = known.values();
    if (start.asked === 'by-run' && !inputs.reviewOnPush && any !== undefined)
      return skip(
        `this pull request was reviewed before, and a push starts no review; /revi does (${any.url})`,
        any.url,
      );
    const [same] = here;
    return same === undefined ? ready : skip(`this head was reviewed already: ${same.url}`, same.url);
  }
  const asked = start.comment?.createdAt ?? '';
  const younger = here.find(({ reviewId }) => updatedAt(reviews, reviewId) > asked);
  return younger === undefined
    ? ready
    : skip(
        `this head and base branch already have a review that is younger than the command: ${younger.url}`,
        younger.url,
      );
}

function skip(reason: string, url: string | null = null): ReReviewOpening {
  return { kind: 'skip', reason, url };
}

function blocksOf(
  reviews: readonly Review[],
  { reviewers }: Settings,
  trust: Trust,
): ReadonlyMap<string, PriorMetadata> {
  return new Map(
    reviewers.flatMap(({ name }) => {
      const { prior } = findMetadata(reviews, name, trust);
      return prior === null ? [] : [[name, prior] as const];
    }),
  );
}

function standsOn({ reviewedHead, baseRef }: PriorMetadata['metadata'], { head, baseRef: now }: PullRequest): boolean {
  return reviewedHead === head && baseRef === encodeValue(now);
}

/** When a review was changed last, by GitHub's clock. */
function updatedAt(reviews: readonly Review[], id: number): string {
  return reviews.find((review) => review.id === id)?.updatedAt ?? '';
}
