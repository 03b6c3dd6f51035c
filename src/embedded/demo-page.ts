import { diffText } from './diff.ts';
import { commitsBetween, readCommits } from './git.ts';
import { currentLine, isOutdated } from './pull-request.ts';
import type { PullRequest, Reaction, Status, Thread, World } from './state.ts';
import { renderMarkdown, renderTable } from './terminal.ts';
import { TOKEN } from './world.ts';

/** A part of the pull request's page. */
export type PageSection = { readonly title: string; readonly text: string };

/**
 * What stands on a pull request's page, as a maintainer sees it: what was said in its order, then what the bot has committed since
 * the head was `since`, labels and statuses.
 */
export async function pageOf(
  world: World,
  pull: PullRequest,
  { since, width }: { readonly since: string; readonly width: number },
): Promise<readonly PageSection[]> {
  const threads = await Promise.all(
    pull.threads.map(async (thread) => ({
      id: thread.id,
      title: await titleOf(world, pull, thread),
      text: renderThread(thread, width),
    })),
  );
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
    ...threads,
  ];
  const statuses = latestOf(world.repository.statuses.filter(({ commit }) => commit === pull.head));
  return [
    ...said.sort((a, b) => a.id - b.id),
    ...(await ownCommits(world, pull, since)),
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

/** The commits of the account that posts, with message and diff. */
async function ownCommits({ git, tokens }: World, pull: PullRequest, since: string): Promise<readonly PageSection[]> {
  const bot = tokens.get(TOKEN)?.account.login;
  const commits = await readCommits(git, await commitsBetween(git, since, pull.head));
  return Promise.all(
    commits
      .filter(({ author }) => author.name === bot)
      .map(async ({ oid, parents, author, message }) => ({
        title: `commit ${oid.slice(0, 7)} by ${author.name}`,
        text: `${message.trim()}\n\n${(await diffText(git, parents[0] ?? null, oid)).trimEnd()}`,
      })),
  );
}

type Post = { readonly body: string; readonly reactions: readonly Reaction[] };

function renderPost({ body, reactions }: Post, width: number): string {
  const shown = reactions.map(({ content, user }) => `[${content} by ${user.login}]`).join(' ');
  return [renderMarkdown(body, width), shown].filter(Boolean).join('\n\n');
}

/** Of each context the last, which is the one that counts. */
function latestOf(statuses: readonly Status[]): readonly Status[] {
  return statuses.filter(({ context }, index) => !statuses.slice(index + 1).some((later) => later.context === context));
}

async function titleOf(world: World, pull: PullRequest, thread: Thread): Promise<string> {
  const { path, line } = thread.anchor;
  const at = (await currentLine(world, pull, thread)) ?? line;
  const marks = [
    ...((await isOutdated(world, pull, thread)) ? ['outdated'] : []),
    ...(thread.resolved ? [`resolved by ${thread.resolvedBy?.login ?? 'nobody known'}`] : []),
  ];
  return `thread on ${at === null ? path : `${path}:${at}`}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`;
}

/** The line that it is about, then what was said. */
function renderThread({ comments, diffHunk }: Thread, width: number): string {
  const indented = (text: string) => text.replace(/^(?=.)/gm, '  ');
  const code = diffHunk.split('\n').at(-1) ?? '';
  const said = comments
    .map((comment) => `${comment.author?.login ?? 'ghost'}:\n${indented(renderPost(comment, width - 2))}`)
    .join('\n\n');
  return code === '' ? said : `| ${code}\n${said}`;
}

/** What is new or different on a page since it was looked at last, and how much is as it was. */
export function renderNews(before: readonly PageSection[], now: readonly PageSection[], width: number): string {
  const isOld = ({ title, text }: PageSection) => before.some((old) => old.title === title && old.text === text);
  const fresh = now.filter((section) => !isOld(section));
  const old = now.filter(isOld).map(({ title }) => title);
  return [
    ...(fresh.length === 0 ? ['\nNothing was added, and nothing has changed.'] : []),
    ...fresh.map((section) => renderSection(section, width)),
    ...(old.length === 0 ? [] : [renderSection({ title: 'as before', text: old.join('\n') }, width)]),
  ].join('\n');
}

/** A section below a line that is as wide as the page. */
export function renderSection({ title, text }: PageSection, width: number): string {
  return `\n== ${title} ${'='.repeat(Math.max(3, width - title.length - 4))}\n${text}`;
}
