import type { RunOutcome } from '../outcome.ts';
import type { SurveyedPullRequest, SurveyedThread } from './survey.ts';

/** What became of one thread, for the summary. */
export type ThreadResult = {
  readonly path: string;
  readonly line: number | null;
  /** The bot that opened it. */
  readonly author: string;
  readonly done:
    | 'fixed'
    | 'suggested'
    | 'declined'
    | 'left to a person'
    | 'finished'
    | 'resolved'
    | 'not touched'
    | 'planned';
  /** Why, in the model's words or ours; untrusted. */
  readonly why: string;
  readonly resolved: boolean;
};

/** Where a thread stands and whose it is, as a result tells it. */
export function placeOf({ path, line, comments }: SurveyedThread): Pick<ThreadResult, 'path' | 'line' | 'author'> {
  return { path, line, author: comments[0]?.author?.login ?? 'ghost' };
}

/** What became of one pull request. */
export type PullRequestResult = {
  readonly number: number;
  readonly title: string;
  readonly url: string;
  /** 40 hex digits; null when nothing was committed. */
  readonly commit: string | null;
  readonly threads: readonly ThreadResult[];
  /** What was not done although it should have been, with its reason. */
  readonly troubles: readonly Trouble[];
  /** Why nothing was tried, where that is no trouble; '' else. */
  readonly left: string;
};

export type Trouble = {
  readonly kind: 'failed' | 'no verdict';
  readonly text: string;
  /** The token lacks a permission, which a read-only one always does (SU-17). */
  readonly permission?: true;
};

/** The result of a pull request; what is not given is nothing. */
export function resultFor(
  { number, title, url }: SurveyedPullRequest,
  found: Partial<PullRequestResult>,
): PullRequestResult {
  return { number, title, url, commit: null, threads: [], troubles: [], left: '', ...found };
}

/** A request of an outside agent that was not carried out, for the summary; its name and reason are untrusted. */
export type Refusal = { readonly name: string; readonly as: 'bad' | 'denied' | 'failed'; readonly why: string };

/** The run's outcome: the worst of all troubles, with the number of each pull request (SU-50). */
export function outcomeOf(results: readonly PullRequestResult[], others: readonly Trouble[]): RunOutcome {
  const all: readonly Trouble[] = [
    ...others,
    ...results.flatMap(({ number, troubles }) =>
      troubles.map(({ kind, text }) => ({ kind, text: `pull request ${number}: ${text}` })),
    ),
  ];
  const kind = all.some((trouble) => trouble.kind === 'failed') ? 'failed' : 'no verdict';
  const reasons = all.filter((trouble) => trouble.kind === kind).map(({ text }) => text);
  return reasons.length === 0 ? { kind: 'done' } : { kind, reason: joined([...new Set(reasons)]) };
}

/** Several reasons in one line; only the last may end a sentence. */
function joined(reasons: readonly string[]): string {
  return reasons.map((reason, place) => (place < reasons.length - 1 ? reason.replace(/\.$/, '') : reason)).join('; ');
}
