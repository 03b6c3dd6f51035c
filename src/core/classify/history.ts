import { sameAccount } from '../account.ts';
import { type ClassifyFooter, isForPosition, parseClassifyFooter } from '../classify-footer.ts';
import { believedFooters, type Trust } from '../footer.ts';
import type { Position, Review } from '../pull-request.ts';

/** A classify review of the bot whose footer is believed (SU-11). */
export type OwnReview = { readonly review: Review; readonly footer: ClassifyFooter };

/** What the pull request tells of earlier runs. */
export type History = {
  /** Oldest first. */
  readonly own: readonly OwnReview[];
  /** Bodies of the bot whose hidden lines do not count, in words, for the summary (SU-11). */
  readonly disbelieved: readonly string[];
  /** The bot's standing opinion carries no footer of ours: another workflow posts under this account (SU-48). */
  readonly foreignOpinion: Review | null;
};

/** Reads the bot's own reviews; pending ones are never state (SU-27). */
export function readHistory(reviews: readonly Review[], trust: Trust): History {
  const own: OwnReview[] = [];
  const disbelieved: string[] = [];
  let opinion: { review: Review; ours: boolean } | null = null;
  for (const review of reviews) {
    if (review.state === 'PENDING' || !sameAccount(review.author, trust.viewer)) continue;
    const { footers, problem } = believedFooters(review, trust);
    if (problem !== null) disbelieved.push(`${review.url}: ${problem}`);
    const footer = footers.map(parseClassifyFooter).find((parsed) => parsed !== null) ?? null;
    if (footer !== null) own.push({ review, footer });
    if (review.state === 'APPROVED' || review.state === 'CHANGES_REQUESTED')
      opinion = { review, ours: footers.length > 0 || problem !== null };
  }
  return { own, disbelieved, foreignOpinion: opinion !== null && !opinion.ours ? opinion.review : null };
}

/** The bot's approvals that are for another head or base branch (CL-11, CL-12). */
export function staleApprovals(own: readonly OwnReview[], position: Position): readonly OwnReview[] {
  return own.filter(({ review, footer }) => review.state === 'APPROVED' && !isForPosition(footer, position));
}

/** The bot's approvals that still stand, whatever they are for (CL-31). */
export function standingApprovals(own: readonly OwnReview[]): readonly OwnReview[] {
  return own.filter(({ review }) => review.state === 'APPROVED');
}

/** The bot's requests for changes that no later approval replaced, newest first (SU-48). */
export function standingChanges(own: readonly OwnReview[]): readonly OwnReview[] {
  const standing: OwnReview[] = [];
  for (const entry of [...own].reverse()) {
    if (entry.review.state === 'APPROVED') break;
    if (entry.review.state === 'CHANGES_REQUESTED') standing.push(entry);
  }
  return standing;
}

/** What an earlier run left for the same request or position (CL-13). */
export type Earlier =
  /** Nothing in the way: the rules are asked. */
  | { readonly kind: 'none' }
  /** The same request ended without a verdict here: asked again, posted only if the result is another. */
  | { readonly kind: 'same-no-verdict'; readonly entry: OwnReview }
  /** The same request has its verdict here: only what was left is done. */
  | { readonly kind: 'same-verdict'; readonly entry: OwnReview }
  /** The position has a result that is younger than the request, or than the request's own answer. */
  | { readonly kind: 'newer-verdict'; readonly entry: OwnReview };

/** Compares a request with what stands at its position. Times are GitHub's; the same second is not younger (CL-13). */
export function findEarlier(
  own: readonly OwnReview[],
  position: Position,
  request: { readonly key: string; readonly at: string | null },
): Earlier {
  const here = own.filter(({ review, footer }) => isForPosition(footer, position) && review.state !== 'PENDING');
  const newest = here.at(-1);
  if (newest === undefined) return { kind: 'none' };
  if (newest.footer.key === request.key) {
    if (newest.footer.verdict === 'no-verdict') return { kind: 'same-no-verdict', entry: newest };
    // An approval that somebody dismissed since is not revived by running its request again.
    return { kind: newest.review.state === 'DISMISSED' ? 'newer-verdict' : 'same-verdict', entry: newest };
  }
  // The request was answered and something younger stands now: what it left undone is no longer wanted.
  if (here.some(({ footer }) => footer.key === request.key && footer.verdict !== 'no-verdict'))
    return { kind: 'newer-verdict', entry: newest };
  const { at } = request;
  if (at === null) return { kind: 'none' };
  const newer = here.findLast(
    ({ review, footer }) => footer.verdict !== 'no-verdict' && seconds(review.submittedAt) > seconds(at),
  );
  return newer === undefined ? { kind: 'none' } : { kind: 'newer-verdict', entry: newer };
}

/** GitHub's times have whole seconds; anything finer in a payload must not decide. */
function seconds(time: string | null): number {
  return time === null ? 0 : Math.floor(Date.parse(time) / 1000);
}
