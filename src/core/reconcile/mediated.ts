import { type Account, accountOfLogin, sameAccount } from '../account.ts';
import { ESCALATED_LABEL, type ReviewBotsSettings } from './settings.ts';
import type { SurveyedPullRequest } from './survey.ts';
import type { FindTrailer } from './trailer-hint.ts';

/** Whether a pull request is the bot's to follow up on (RB-1). */
export type Mediation =
  | {
      readonly kind: 'mediated';
      /** Who the trailer says made it, as written; '' where none says. */
      readonly agent: string;
      /** Listed, and never acted on (RB-13). */
      readonly escalated: boolean;
      readonly by: 'bot' | 'author' | 'trailer';
    }
  /** `why` is for summaries: `it is a draft`. */
  | { readonly kind: 'left'; readonly why: string };

/** Decides whether a pull request is the bot's to follow up on, and for which reason (RB-1). */
export function mediationOf(
  pullRequest: SurveyedPullRequest,
  {
    viewer,
    settings,
    findTrailer,
  }: {
    readonly viewer: Account;
    readonly settings: Pick<ReviewBotsSettings, 'authors' | 'trailer' | 'holdLabels'>;
    readonly findTrailer: FindTrailer;
  },
): Mediation {
  const { state, draft, labels, author, body } = pullRequest;
  if (state !== 'open') return { kind: 'left', why: `it is ${state}` };
  if (draft) return { kind: 'left', why: 'it is a draft' };
  const held = heldBy(labels, settings.holdLabels);
  if (held !== undefined) return { kind: 'left', why: `it carries the label ${held}` };

  const trailer = findTrailer(body, settings.trailer);
  const by = mediator(author, viewer, settings.authors) ?? (trailer === null ? null : 'trailer');
  if (by === null)
    return {
      kind: 'left',
      why: "its author is neither the bot nor one of review_bots.authors, and it has no agent's trailer",
    };
  const escalated = heldBy(labels, [ESCALATED_LABEL]) !== undefined;
  return { kind: 'mediated', agent: trailer?.agent ?? '', escalated, by };
}

function mediator(author: Account | null, viewer: Account, authors: readonly string[]): 'bot' | 'author' | null {
  if (sameAccount(author, viewer)) return 'bot';
  return authors.some((login) => sameAccount(author, accountOfLogin(login))) ? 'author' : null;
}

/** The first of a pull request's labels that is one of `stops`; labels compare without case, as GitHub's do. */
export function heldBy(labels: readonly string[], stops: readonly string[]): string | undefined {
  const normal = (label: string): string => label.trim().toLowerCase();
  const wanted = new Set(stops.map(normal));
  return labels.find((label) => wanted.has(normal(label)));
}
