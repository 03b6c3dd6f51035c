import { cut } from '../length.ts';
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
}: {
  readonly generatedAt: number;
  readonly enabled: boolean;
  /** Of all pull requests. */
  readonly repository: { readonly owner: string; readonly name: string };
  readonly listings: readonly Listing[];
}): string {
  const repo = `${repository.owner}/${repository.name}`;
  const sorted = [...listings].sort((a, b) => a.pullRequest.number - b.pullRequest.number);
  const document = {
    generated_at: new Date(generatedAt).toISOString(),
    enabled,
    total_threads: listings.reduce((sum, { threads }) => sum + threads.length, 0),
    prs: sorted.map((listing) => ({ repo, ...rowOf(listing) })),
  };
  return JSON.stringify(document);
}

function rowOf({ pullRequest, agent, escalated, excludedByPriority, threads }: Listing): object {
  return {
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
      body: cut(comments[0]?.body ?? '', LONGEST_BODY),
      comment_id: comments[0]?.id ?? 0,
      hive_replies: replies,
    })),
  };
}
