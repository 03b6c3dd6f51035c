import { cut } from '../length.ts';
import { redactAll } from '../redact.ts';
import type { Listing } from './listing.ts';

/** Code points of a first comment that the list shows (RB-12). */
const LONGEST_BODY = 1000;

/**
 * The list of RB-12 as one line of JSON, sorted by repository and number. `generatedAt` is in milliseconds since 1970; the
 * texts in it are strangers' and data. Without logins in the settings `enabled` is false and `listings` is empty.
 */
export function formatReviewThreads({
  generatedAt,
  enabled,
  repository,
  listings,
  secrets,
}: {
  readonly generatedAt: number;
  readonly enabled: boolean;
  /** Of all pull requests. */
  readonly repository: { readonly owner: string; readonly name: string };
  readonly listings: readonly Listing[];
  /** Everything that must never be shown. */
  readonly secrets: readonly string[];
}): string {
  const repo = `${repository.owner}/${repository.name}`;
  const sorted = [...listings].sort((a, b) => a.pullRequest.number - b.pullRequest.number);
  const document = {
    generated_at: new Date(generatedAt).toISOString(),
    enabled,
    total_threads: listings.reduce((sum, { threads }) => sum + threads.length, 0),
    prs: sorted.map((listing) => ({ repo, ...rowOf(listing, secrets) })),
  };
  return JSON.stringify(document);
}

function rowOf(
  { pullRequest, agent, escalated, excludedByPriority, threads }: Listing,
  secrets: readonly string[],
): object {
  const row = {
    number: pullRequest.number,
    title: pullRequest.title,
    head_ref: pullRequest.headRef,
    agent,
    escalated,
    excluded_by_priority: excludedByPriority,
    threads: threads.map(({ thread: { id, path, line, comments }, replies }) => ({
      thread_id: id,
      path,
      line,
      author: comments[0]?.author?.login ?? 'ghost',
      body: comments[0]?.body ?? '',
      comment_id: comments[0]?.id ?? 0,
      hive_replies: replies,
    })),
  };
  const clean = redactAll(row, secrets);
  // Cut last: a part of a secret has no shape any more (SU-47).
  return { ...clean, threads: clean.threads.map((thread) => ({ ...thread, body: cut(thread.body, LONGEST_BODY) })) };
}
