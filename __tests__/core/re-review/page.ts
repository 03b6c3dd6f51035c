import type { Account } from '../../../src/core/account.ts';
import type { Applied, Effect } from '../../../src/core/effect.ts';
import type { Trust } from '../../../src/core/footer.ts';
import type { Post, Review, Thread } from '../../../src/core/pull-request.ts';

export const BOT: Account = { login: 'github-actions[bot]', type: 'Bot', id: 41898282 };
export const AUTHOR: Account = { login: 'mia', type: 'User', id: 11 };
export const MAINTAINER: Account = { login: 'ravi', type: 'User', id: 12 };
export const OTHER_BOT: Account = { login: 'lint-helper[bot]', type: 'Bot', id: 13 };

export const TRUST: Trust = { viewer: BOT, secrets: [], repositoryId: 99, number: 7 };

export const isMaintainer = ({ login }: Account): boolean => login === MAINTAINER.login;

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A thread as the page keeps it: what people and the bot may change. */
export type PageThread = Writable<Omit<Thread, 'comments'>> & { comments: Writable<Post>[] };

/** A pull request's page in memory: it takes effects as GitHub does, and lets people act. */
export type Page = {
  readonly threads: PageThread[];
  readonly reviews: Writable<Review>[];
  next: number;
  /** Whether the token has `contents: write`. */
  mayResolve: boolean;
};

export function aPage(): Page {
  return { threads: [], reviews: [], next: 1, mayResolve: true };
}

/** What the page shows, as the forge would read it. */
export function threadsOf(page: Page): readonly Thread[] {
  return page.threads.map((thread) => ({
    ...thread,
    viewerCanResolve: page.mayResolve && !thread.resolved,
    viewerCanUnresolve: page.mayResolve && thread.resolved,
  }));
}

function tick(page: Page): number {
  page.next += 1;
  return page.next;
}

function timeOf(number: number): string {
  return new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString();
}

function aPost(page: Page, author: Account | null, body: string): Writable<Post> {
  const id = tick(page);
  const url = `https://github.com/acme/shop/pull/7#discussion_r${id}`;
  return { id, nodeId: `PRRC_${id}`, author, editor: null, body, url, createdAt: timeOf(id) };
}

/** Opens a thread as `author`; gives it back. */
export function openThread(
  page: Page,
  author: Account,
  place: { readonly path: string; readonly line: number | null; readonly body: string },
): PageThread {
  const root = aPost(page, author, place.body);
  const thread: PageThread = {
    id: `PRRT_${root.id}`,
    path: place.path,
    line: place.line,
    side: 'RIGHT',
    resolved: false,
    outdated: false,
    resolvedBy: null,
    viewerCanReply: true,
    viewerCanResolve: true,
    viewerCanUnresolve: false,
    comments: [root],
  };
  page.threads.push(thread);
  return thread;
}

/** A reply in a thread, by whomever. */
export function say(page: Page, thread: PageThread, author: Account | null, body: string): void {
  thread.comments.push(aPost(page, author, body));
}

/** Resolves a thread as `by`; null where GitHub will not say who. */
export function resolve(thread: PageThread, by: Account | null): void {
  thread.resolved = true;
  thread.resolvedBy = by;
}

export function reopen(thread: PageThread): void {
  thread.resolved = false;
  thread.resolvedBy = null;
}

/** Applies an effect as GitHub would; `lost` comments vanish without a word. */
export function apply(page: Page, effect: Effect): Applied {
  switch (effect.kind) {
    case 'submit-review': {
      const id = tick(page);
      for (const { path, line, body } of effect.comments) openThread(page, BOT, { path, line, body });
      const url = `https://github.com/acme/shop/pull/7#pullrequestreview-${id}`;
      page.reviews.push({
        id,
        nodeId: `PRR_${id}`,
        author: BOT,
        editor: null,
        body: effect.body,
        url,
        createdAt: timeOf(id),
        submittedAt: timeOf(id),
        updatedAt: timeOf(id),
        state: 'COMMENTED',
        commit: effect.commit,
      });
      return { kind: 'done', id, url, landed: effect.comments.map((_, index) => index) };
    }
    case 'update-review': {
      const review = page.reviews.find(({ id }) => id === effect.reviewId);
      if (review === undefined) throw new Error(`no review ${effect.reviewId}`);
      review.body = effect.body;
      return { kind: 'done', id: review.id, url: review.url };
    }
    case 'reply': {
      const thread = page.threads.find(({ comments }) => comments[0]?.id === effect.rootId);
      if (thread === undefined) throw new Error(`no thread ${effect.rootId}`);
      say(page, thread, BOT, effect.body);
      return { kind: 'done', id: null, url: null };
    }
    case 'resolve-thread':
    case 'unresolve-thread': {
      const thread = page.threads.find(({ id }) => id === effect.threadId);
      if (thread === undefined) throw new Error(`no thread ${effect.threadId}`);
      if (!page.mayResolve) throw new Error('a mutation was tried that GitHub had said it would refuse');
      if (effect.kind === 'resolve-thread') resolve(thread, BOT);
      else reopen(thread);
      return { kind: 'done', id: null, url: null };
    }
    default:
      throw new Error(`the page takes no ${effect.kind}`);
  }
}
