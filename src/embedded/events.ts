import { accountOf } from './accounts.ts';
import { pullOf } from './pull-request.ts';
import type { Urls } from './rest/call.ts';
import { showComment } from './rest/conversation.ts';
import { type Json, showLabel, showReactions, showTeam, showUser } from './rest/show.ts';
import { pullUrls, showPull, showPullSimple, showReview, showReviewComment } from './rest/show-pull.ts';
import { showRepository } from './rest/show-repository.ts';
import type { PullRequest, Review, Thread, World, Writing } from './state.ts';

/** An event as the runner gets it: its name, and the payload of `GITHUB_EVENT_PATH`. */
export type Event = { readonly name: string; readonly payload: Json };

/** Where payloads are made from. */
export type EventSource = { readonly world: World; readonly urls: Urls };

/** What every payload has: the repository and who did it. */
export function commonPart({ world, urls }: EventSource, sender: string): Json {
  const { owner, name } = world.repository;
  const repository = showRepository(world, urls, { owner: accountOf(world, owner), name });
  return { repository, sender: showUser(urls, accountOf(world, sender)) };
}

/** A payload says null where REST says `ghost`. */
function withAuthor(shown: Json, author: { readonly login: string } | null): Json {
  return author === null ? { ...shown, user: null } : shown;
}

export type PullRequestHappening =
  | { readonly action: 'opened' | 'reopened' | 'ready_for_review' | 'converted_to_draft' | 'closed' }
  /** A team's name begins with `@`. */
  | { readonly action: 'review_requested' | 'review_request_removed'; readonly reviewer: string }
  | { readonly action: 'synchronize'; readonly before: string }
  | {
      readonly action: 'edited';
      readonly oldBase?: { readonly ref: string; readonly sha: string };
      readonly oldTitle?: string;
    };

/** `pull_request` (or, with the same payload, `pull_request_target`). */
export async function pullRequestEvent(
  source: EventSource,
  number: number,
  happening: PullRequestHappening & { readonly sender: string },
): Promise<Event> {
  const { world, urls } = source;
  const pull = pullOf(world, number);
  return {
    name: 'pull_request',
    payload: {
      action: happening.action,
      number,
      ...detailsOf(source, pull, happening),
      pull_request: withAuthor(await showPull(world, urls, pull), pull.author),
      ...commonPart(source, happening.sender),
    },
  };
}

function detailsOf({ world, urls }: EventSource, pull: PullRequest, happening: PullRequestHappening): Json {
  if ('reviewer' in happening) {
    const { reviewer } = happening;
    if (!reviewer.startsWith('@')) return { requested_reviewer: showUser(urls, accountOf(world, reviewer)) };
    const team = world.repository.teams.get(reviewer.slice(1));
    if (team === undefined) throw new Error(`there is no team ${reviewer}`);
    return { requested_team: showTeam(urls, world.repository.owner, team) };
  }
  if (happening.action === 'synchronize') return { before: happening.before, after: pull.head };
  if (happening.action !== 'edited') return {};
  const { oldBase, oldTitle } = happening;
  return {
    changes: {
      ...(oldBase === undefined ? {} : { base: { ref: { from: oldBase.ref }, sha: { from: oldBase.sha } } }),
      ...(oldTitle === undefined ? {} : { title: { from: oldTitle } }),
    },
  };
}

/** `issue_comment`: a comment of the pull request's conversation. The payload tells no head. */
export function issueCommentEvent(source: EventSource, number: number, comment: Writing, action = 'created'): Event {
  const { world, urls } = source;
  const pull = pullOf(world, number);
  return {
    name: 'issue_comment',
    payload: {
      action,
      issue: withAuthor(showIssue(source, pull), pull.author),
      comment: withAuthor(showComment(world, urls, pull, comment), comment.author),
      ...commonPart(source, comment.author?.login ?? 'ghost'),
    },
  };
}

/** A pull request as an issue, which it also is. */
function showIssue({ world, urls }: EventSource, pull: PullRequest): Json {
  const url = pullUrls(world, urls, pull);
  const shown = showPullSimple(world, urls, pull);
  return {
    url: url.issue,
    repository_url: url.repository,
    labels_url: `${url.issue}/labels{/name}`,
    comments_url: `${url.issue}/comments`,
    events_url: `${url.issue}/events`,
    html_url: url.html,
    id: pull.id,
    node_id: shown['node_id'],
    number: pull.number,
    title: pull.title,
    user: shown['user'],
    labels: pull.labels.flatMap((name) => {
      const label = world.repository.labels.find((candidate) => candidate.name === name);
      return label ? [showLabel(urls, world.repository, label)] : [];
    }),
    state: shown['state'],
    state_reason: null,
    locked: pull.locked,
    assignee: null,
    assignees: [],
    milestone: null,
    comments: pull.comments.length,
    created_at: pull.createdAt,
    updated_at: pull.updatedAt,
    closed_at: pull.closedAt,
    author_association: shown['author_association'],
    active_lock_reason: null,
    draft: pull.draft,
    pull_request: {
      url: url.pull,
      html_url: url.html,
      diff_url: `${url.html}.diff`,
      patch_url: `${url.html}.patch`,
      merged_at: shown['merged_at'],
    },
    body: shown['body'],
    reactions: showReactions(url.issue, pull.reactions),
    timeline_url: `${url.issue}/timeline`,
    performed_via_github_app: null,
  };
}

/** `pull_request_review_comment`: the last comment of a thread. */
export async function reviewCommentEvent(source: EventSource, number: number, thread: Thread): Promise<Event> {
  const { world, urls } = source;
  const pull = pullOf(world, number);
  const comment = thread.comments.at(-1);
  if (comment === undefined) throw new Error('the thread has no comment');
  return {
    name: 'pull_request_review_comment',
    payload: {
      action: 'created',
      comment: withAuthor(await showReviewComment(world, urls, { pull, thread, comment }), comment.author),
      pull_request: withAuthor(showPullSimple(world, urls, pull), pull.author),
      ...commonPart(source, comment.author?.login ?? 'ghost'),
    },
  };
}

/** `pull_request_review`: a review was submitted. */
export function reviewEvent(source: EventSource, number: number, review: Review): Event {
  const { world, urls } = source;
  const pull = pullOf(world, number);
  const shown = showReview(world, urls, pull, review);
  return {
    name: 'pull_request_review',
    payload: {
      action: 'submitted',
      // Payloads write states in lower case, the API in upper case.
      review: withAuthor({ ...shown, state: review.state.toLowerCase(), updated_at: review.updatedAt }, review.author),
      pull_request: withAuthor(showPullSimple(world, urls, pull), pull.author),
      ...commonPart(source, review.author?.login ?? 'ghost'),
    },
  };
}
