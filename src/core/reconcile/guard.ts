import type { Account } from '../account.ts';
import { isReviewBot } from '../review-bots.ts';
import { countOwnReplies } from './listing.ts';
import type { ReviewBotsSettings } from './settings.ts';
import type { ThreadById } from './survey.ts';

/** What somebody wants to do in a thread: a guarded request, or the action itself. */
export type WantedAct = {
  /** The thread's node id, as it was given. */
  readonly id: string;
  readonly repository: { readonly owner: string; readonly name: string };
  /** The pull request's. */
  readonly number: number;
  readonly act: 'reply' | 'resolve';
};

export type GuardDecision = { readonly kind: 'allowed' } | { readonly kind: 'denied'; readonly error: string };

/**
 * Whether an act in a thread is allowed, by the thread as it is now (RB-31): asked before every act, the action's own too.
 * A person's thread is never touched, whatever a model, a request or a comment says. `thread` is undefined where the token
 * sees none of that id.
 */
export function checkThread(
  thread: ThreadById | undefined,
  wanted: WantedAct,
  settings: Pick<ReviewBotsSettings, 'logins' | 'maxAttemptsPerThread'>,
  viewer: Account,
): GuardDecision {
  const { id, repository, number, act } = wanted;
  if (settings.logins.length === 0) return denied('classification.review_bots is not configured');
  if (thread === undefined) return denied(`thread ${id} not found`);

  const { owner, name, number: actual } = thread.pullRequest;
  if (!sameName(owner, repository.owner) || !sameName(name, repository.name) || actual !== number)
    return denied(`thread ${id} belongs to ${owner}/${name}#${actual}, not the requested PR`);

  // An account that is gone may have been a person's.
  const author = thread.comments[0]?.author ?? null;
  if (!isReviewBot(author, settings.logins))
    return denied(
      `thread ${id} was opened by ${author?.login ?? 'ghost'}, which is not a configured review bot; human threads are never resolved`,
    );
  if (thread.resolved) return denied(`thread ${id} is already resolved`);

  const most = settings.maxAttemptsPerThread;
  const replies = countOwnReplies(thread, viewer);
  if (act === 'reply' && replies >= most)
    return denied(
      `thread ${id} already has ${replies} replies (max_attempts_per_thread=${most}); leaving it for a human`,
    );
  return { kind: 'allowed' };
}

function denied(error: string): GuardDecision {
  return { kind: 'denied', error };
}

/** Owners and repositories compare without case. */
function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
