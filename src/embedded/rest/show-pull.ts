import { accountOf, associationOf } from '../accounts.ts';
import { patchLines } from '../diff.ts';
import { nodeId } from '../node-id.ts';
import { baseOf, commentsOf, commitIdsOf, currentLine, currentStartLine, filesOf } from '../pull-request.ts';
import type { Account, PullRequest, Review, ReviewComment, Thread, World } from '../state.ts';
import type { Urls } from './call.ts';
import { type Json, showLabel, showReactions, showTeam, showUser, showWriting } from './show.ts';
import { showRepository } from './show-repository.ts';

/** The addresses of a pull request: its page, and its two faces in REST. */
export function pullUrls(world: World, urls: Urls, pull: PullRequest) {
  const { owner, name } = world.repository;
  const repository = `${urls.api}/repos/${owner}/${name}`;
  return {
    html: `${urls.html}/${owner}/${name}/pull/${pull.number}`,
    pull: `${repository}/pulls/${pull.number}`,
    issue: `${repository}/issues/${pull.number}`,
    repository,
  };
}

/** A pull request as lists and payloads have it. */
export function showPullSimple(world: World, urls: Urls, pull: PullRequest): Json {
  const { repository } = world;
  const url = pullUrls(world, urls, pull);
  const closed = pull.state !== 'open';
  const owner = accountOf(world, repository.owner);
  const headOwner = pull.headRepository === null ? null : accountOf(world, pull.headRepository.owner);
  const head = pull.headRepository && headOwner ? { owner: headOwner, name: pull.headRepository.name } : null;
  const link = (href: string) => ({ href });
  return {
    url: url.pull,
    id: pull.id,
    node_id: nodeId('PullRequest', pull.id),
    html_url: url.html,
    diff_url: `${url.html}.diff`,
    patch_url: `${url.html}.patch`,
    issue_url: url.issue,
    commits_url: `${url.pull}/commits`,
    review_comments_url: `${url.pull}/comments`,
    review_comment_url: `${url.repository}/pulls/comments{/number}`,
    comments_url: `${url.issue}/comments`,
    statuses_url: `${url.repository}/statuses/${pull.head}`,
    number: pull.number,
    state: closed ? 'closed' : 'open',
    locked: pull.locked,
    active_lock_reason: null,
    title: pull.title,
    user: showUser(urls, pull.author),
    body: pull.body === '' ? null : pull.body,
    labels: pull.labels.flatMap((name) => {
      const label = repository.labels.find((candidate) => candidate.name === name);
      return label ? [showLabel(urls, repository, label)] : [];
    }),
    milestone: null,
    created_at: pull.createdAt,
    updated_at: pull.updatedAt,
    closed_at: pull.closedAt,
    merged_at: pull.state === 'merged' ? pull.closedAt : null,
    merge_commit_sha: null,
    assignee: null,
    assignees: [],
    requested_reviewers: pull.requestedReviewers.map((account) => showUser(urls, account)),
    requested_teams: pull.requestedTeams.map((team) => showTeam(urls, repository.owner, team)),
    head: {
      label: `${headOwner?.login ?? 'unknown repository'}:${pull.headRef}`,
      ref: pull.headRef,
      sha: pull.head,
      user: headOwner === null ? null : showUser(urls, headOwner),
      repo: head === null ? null : showRepository(world, urls, head),
    },
    base: {
      label: `${owner.login}:${pull.baseRef}`,
      ref: pull.baseRef,
      sha: baseOf(world, pull),
      user: showUser(urls, owner),
      repo: showRepository(world, urls, { owner, name: repository.name }),
    },
    _links: {
      self: link(url.pull),
      html: link(url.html),
      issue: link(url.issue),
      comments: link(`${url.issue}/comments`),
      review_comments: link(`${url.pull}/comments`),
      review_comment: link(`${url.repository}/pulls/comments{/number}`),
      commits: link(`${url.pull}/commits`),
      statuses: link(`${url.repository}/statuses/${pull.head}`),
    },
    author_association: associationOf(world, pull.author),
    auto_merge: null,
    draft: pull.draft,
  };
}

/** A pull request by itself, with its counts. */
export async function showPull(world: World, urls: Urls, pull: PullRequest): Promise<Json> {
  const files = await filesOf(world, pull);
  const sum = (count: (file: (typeof files)[number]) => number) =>
    files.reduce((total, file) => total + count(file), 0);
  return {
    ...showPullSimple(world, urls, pull),
    merged: pull.state === 'merged',
    mergeable: pull.state === 'open' ? true : null,
    rebaseable: pull.state === 'open' ? true : null,
    mergeable_state: pull.state === 'open' ? 'clean' : 'unknown',
    merged_by: null,
    comments: pull.comments.length,
    review_comments: commentsOf(pull).length,
    maintainer_can_modify: false,
    commits: (await commitIdsOf(world, pull)).length,
    additions: sum((file) => file.additions),
    deletions: sum((file) => file.deletions),
    changed_files: files.length,
  };
}

export function showReview(world: World, urls: Urls, pull: PullRequest, review: Review): Json {
  const url = pullUrls(world, urls, pull);
  const html = `${url.html}#pullrequestreview-${review.id}`;
  return {
    id: review.id,
    node_id: nodeId('PullRequestReview', review.id),
    user: showUser(urls, review.author),
    body: review.body,
    state: review.state,
    html_url: html,
    pull_request_url: url.pull,
    author_association: associationOf(world, review.author),
    _links: { html: { href: html }, pull_request: { href: url.pull } },
    ...(review.submittedAt === null ? {} : { submitted_at: review.submittedAt }),
    commit_id: review.commit,
  };
}

/** A review comment. After a push `line` is where the line stands now, `original_line` where it was. */
export async function showReviewComment(
  world: World,
  urls: Urls,
  at: { pull: PullRequest; thread: Thread; comment: ReviewComment },
): Promise<Json> {
  const { pull, thread, comment } = at;
  const { anchor } = thread;
  const url = pullUrls(world, urls, pull);
  const self = `${url.repository}/pulls/comments/${comment.id}`;
  const html = `${url.html}#discussion_r${comment.id}`;
  const first = thread.comments[0];
  const line = await currentLine(world, pull, thread);
  const patch = (await filesOf(world, pull)).find((file) => file.path === anchor.path)?.patch ?? '';
  const position = (wanted: number | null) =>
    patchLines(patch).find((entry) => wanted !== null && (anchor.side === 'LEFT' ? entry.left : entry.right) === wanted)
      ?.position ?? null;
  const outdated = anchor.line !== null && line === null;
  return {
    ...showWriting(world, urls, comment),
    user: showUser(urls, commenter(comment.author)),
    node_id: nodeId('PullRequestReviewComment', comment.id),
    url: self,
    html_url: html,
    pull_request_url: url.pull,
    pull_request_review_id: comment.reviewId,
    diff_hunk: thread.diffHunk,
    path: anchor.path,
    // After a force-push GitHub re-points `commit_id`; only `original_commit_id` says what was reviewed.
    commit_id: outdated ? anchor.commit : pull.head,
    original_commit_id: anchor.commit,
    subject_type: anchor.line === null ? 'file' : 'line',
    position: anchor.line === null ? 1 : position(line),
    original_position: position(anchor.line) ?? 1,
    line: anchor.line === null ? 1 : line,
    original_line: anchor.line ?? 1,
    start_line: await currentStartLine(world, pull, thread),
    original_start_line: anchor.startLine,
    side: anchor.side,
    start_side: anchor.startSide,
    _links: { self: { href: self }, html: { href: html }, pull_request: { href: url.pull } },
    reactions: showReactions(self, comment.reactions),
    ...(first !== undefined && first.id !== comment.id ? { in_reply_to_id: first.id } : {}),
  };
}

/** REST names the author of Copilot's review comments otherwise than that of its reviews, and than GraphQL does. */
function commenter(author: Account | null): Account | null {
  return author?.login === 'copilot-pull-request-reviewer[bot]' ? { ...author, login: 'Copilot' } : author;
}
