import type { PullRequest, Reaction, Thread, World } from './state.ts';
import { renderMarkdown, renderTable } from './terminal.ts';

/** A part of the pull request's page. */
export type PageSection = { readonly title: string; readonly text: string };

/** What stands on a pull request's page, as a maintainer sees it: what was said in its order, then labels and statuses. */
export function pageOf(world: World, pull: PullRequest, width: number): readonly PageSection[] {
  const said = [
    ...pull.reviews
      // A review that only carries a thread's comment shows nothing of its own.
      .filter(({ body, state }) => body !== '' || state !== 'COMMENTED')
      .map((review) => ({
        id: review.id,
        title: `review: ${review.state} by ${review.author?.login ?? 'ghost'} on ${review.commit.slice(0, 7)}`,
        text: renderPost(review, width),
      })),
    ...pull.comments.map((comment) => ({
      id: comment.id,
      title: `comment by ${comment.author?.login ?? 'ghost'}`,
      text: renderPost(comment, width),
    })),
    ...pull.threads.map((thread) => ({ id: thread.id, title: titleOf(thread), text: renderThread(thread, width) })),
  ];
  const statuses = world.repository.statuses.filter(({ commit }) => commit === pull.head);
  return [
    ...said.sort((a, b) => a.id - b.id),
    ...(pull.labels.length === 0 ? [] : [{ title: 'labels', text: pull.labels.join('\n') }]),
    ...(statuses.length === 0
      ? []
      : [
          {
            title: `statuses of ${pull.head.slice(0, 7)}`,
            text: renderTable(
              [
                ['state', 'context', 'description'],
                ...statuses.map(({ state, context, description }) => [state, context, description ?? '']),
              ],
              width,
            ),
          },
        ]),
  ];
}

type Post = { readonly body: string; readonly reactions: readonly Reaction[] };

function renderPost({ body, reactions }: Post, width: number): string {
  const shown = reactions.map(({ content, user }) => `[${content} by ${user.login}]`).join(' ');
  return [renderMarkdown(body, width), shown].filter(Boolean).join('\n\n');
}

function titleOf({ anchor, resolved }: Thread): string {
  const place = anchor.line === null ? anchor.path : `${anchor.path}:${anchor.line}`;
  return `thread on ${place}${resolved ? ' (resolved)' : ''}`;
}

function renderThread({ comments }: Thread, width: number): string {
  const indented = (text: string) => text.replace(/^(?=.)/gm, '  ');
  return comments
    .map((comment) => `${comment.author?.login ?? 'ghost'}:\n${indented(renderPost(comment, width - 2))}`)
    .join('\n\n');
}
