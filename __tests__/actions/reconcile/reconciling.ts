import type { Event } from '../../../src/embedded/events.ts';
import type { GivenThread } from '../../../src/embedded/happenings.ts';
import type { AnswerBlock } from '../../../src/embedded/model/content.ts';
import { call, turnsSpoken } from '../../../src/embedded/model/conversation.ts';
import type { Reply } from '../../../src/embedded/model/reply.ts';
import { blocksOf, type MessagesBody, textOf } from '../../../src/embedded/model/request.ts';
import { nodeId } from '../../../src/embedded/node-id.ts';
import type { RunResult } from '../../../src/embedded/runner.ts';
import type { Thread } from '../../../src/embedded/state.ts';
import { scheduleEvent } from '../../../src/embedded/workflow-events.ts';
import type { RunDescription } from '../../support/runner.ts';
import { BOT, botReplies, type Story, type StoryDescription, scene, seen, story, writesOf } from '../story.ts';

export const CODEX = 'chatgpt-codex-connector[bot]';
export const RABBIT = 'coderabbitai[bot]';

/** What committing, answering and resolving need. */
export const MAY_FIX = { contents: 'write', 'pull-requests': 'write' } as const;

/** The settings with these bots, and more keys of `review_bots`. */
export function reviewBots(more: object = {}): string {
  return JSON.stringify({ review_bots: { logins: [CODEX, RABBIT], ...more } });
}

export const PRICE = 'src/price.ts';
export const NAME = 'src/name.ts';

export const PRICE_HEAD = `export function total(prices: number[]): number {
  let sum = 0;
  for (let at = 0; at <= prices.length; at += 1) sum += prices[at];
  return sum;
}

export function average(prices: number[]): number {
  return total(prices) / prices.length;
}
`;
export const NAME_HEAD = `export function last(names: string[]): string {
  return names[names.length];
}
`;

/** What the bot's own pull request changes. */
export const CHANGED = { [PRICE]: PRICE_HEAD, [NAME]: NAME_HEAD } as const;

/** Findings of the review bots, and one of a person. */
export const LOOP: GivenThread = { author: CODEX, path: PRICE, line: 3, body: 'The loop reads one element too far.' };
export const AVERAGE: GivenThread = { author: RABBIT, path: PRICE, line: 8, body: 'Divides by zero without prices.' };
export const LAST: GivenThread = { author: CODEX, path: NAME, line: 2, body: 'There is no element at the length.' };
export const PERSONS: GivenThread = { author: 'dana', path: PRICE, line: 2, body: 'Is sum the right name?' };

/** Calls of tools about one thread, by its twelve digits. */
export type About = (thread: string) => readonly AnswerBlock[];

export function replace(path: string, oldText: string, newText: string): AnswerBlock {
  return call('replace_text', { path, old_text: oldText, new_text: newText });
}

export function fix(reply: string, ...edits: readonly AnswerBlock[]): About {
  return (thread) => [...edits, call('decide', { thread, decision: 'fix', reply })];
}

export function decline(reply: string): About {
  return (thread) => [call('decide', { thread, decision: 'decline', reply })];
}

export function leave(reply: string): About {
  return (thread) => [call('decide', { thread, decision: 'needs-person', reply })];
}

export const FIX_LOOP = fix('The loop ends before the length.', replace(PRICE, 'at <= prices', 'at < prices'));
export const FIX_LAST = fix('It takes the last one.', replace(NAME, 'names.length]', 'names.length - 1]'));
export const AS_WANTED = decline('No prices are refused by the caller.');

/** What is done about a thread, by a part of its first comment. */
export type Judgement = { readonly [phrase: string]: About };

/** The model that fixes the loop and the name, and finds the average right. */
export const JUDGED: Judgement = {
  'one element too far': FIX_LOOP,
  'by zero': AS_WANTED,
  'element at the length': FIX_LAST,
};

type Shown = {
  readonly thread: string;
  readonly path: string;
  readonly comments: readonly { readonly body: string }[];
};

/** The threads that a conversation was begun with. */
export function shownThreads({ messages }: MessagesBody): readonly Shown[] {
  const document = blocksOf(messages[0]?.content ?? '').map(textOf)[0] ?? '';
  return (JSON.parse(document) as { readonly threads: readonly Shown[] }).threads;
}

/** A stand-in model that goes through its threads, one in a turn; one that no phrase fits is left to a person. */
export function judging(judgement: Judgement): (body: MessagesBody) => Reply {
  return (body) => {
    const thread = shownThreads(body)[turnsSpoken(body)];
    if (thread === undefined) return { content: [{ type: 'text', text: 'Done.' }] };
    const first = thread.comments[0]?.body ?? '';
    const [, about = leave('Nobody told me.')] =
      Object.entries(judgement).find(([phrase]) => first.includes(phrase)) ?? [];
    return { content: about(thread.thread) };
  };
}

export type Described = Partial<Omit<StoryDescription, 'model'>> & {
  /** What the model does; default {@link JUDGED}. */
  readonly judged?: Judgement | ((body: MessagesBody) => Reply);
  readonly threads?: readonly GivenThread[];
  readonly model?: StoryDescription['model'];
};

export type ReconcileStory = Story & {
  /** A run of its own, by default of the schedule. */
  reconcile(how?: Partial<RunDescription>): Promise<RunResult>;
  schedule(): Event;
};

export function whole({ judged = JUDGED, threads = [LOOP, AVERAGE], ...given }: Described): StoryDescription {
  const { world = {}, model = {}, ...rest } = given;
  return {
    action: 'reconcile-bot-threads',
    settings: reviewBots(),
    ...rest,
    model: { work: typeof judged === 'function' ? judged : judging(judged), ...model },
    world: {
      permissions: MAY_FIX,
      ...world,
      ...(world.pulls === undefined ? { pull: { ...pullOf(...threads), ...world.pull } } : {}),
    },
  };
}

/** A pull request of the bot's own with these threads. */
export function pullOf(...threads: readonly GivenThread[]) {
  return { author: BOT, threads, commits: [{ message: 'Add prices and names', files: CHANGED }] } as const;
}

/** A test of one story of reconcile-bot-threads. */
export function reconcileScene(
  name: string,
  described: Described,
  play: (story: ReconcileStory) => Promise<void>,
): void {
  scene(name, whole(described), (given) => play(extended(given)));
}

/** Plays one such story within a test. */
export function reconcileStory(described: Described, play: (story: ReconcileStory) => Promise<void>): Promise<void> {
  return story(whole(described), (given) => play(extended(given)));
}

export function extended(given: Story): ReconcileStory {
  let runs = 9_000_000_000;
  const schedule = () => scheduleEvent({ world: given.world, urls: given.github.urls });
  return {
    ...given,
    schedule,
    reconcile(how = {}) {
      runs += 1;
      return given.run({ event: schedule(), runId: runs, ...how });
    },
  };
}

/** GraphQL's id of a thread. */
export function threadId({ id }: Thread): string {
  return nodeId('PullRequestReviewThread', id);
}

/** A file's text at a pull request's head. */
export async function textAt({ world, pull }: Story, path: string, number = 7): Promise<string> {
  return (await world.git.run(['show', `${pull(number).head}:${path}`])).toString();
}

export type LandedCommit = { readonly oid: string; readonly author: string; readonly message: string };

/** Commits of a pull request, oldest first. */
export async function commitsOf({ world, pull }: Story, number = 7): Promise<readonly LandedCommit[]> {
  const { head, baseRef } = pull(number);
  const range = `${world.branches.get(baseRef) ?? ''}..${head}`;
  const log = await world.git.run(['log', '--reverse', '--format=%H%x00%an%x00%B%x01', range]);
  return log
    .toString()
    .split('\u0001')
    .map((entry) => entry.trim().split('\0'))
    .filter(([oid]) => oid !== '')
    .map(([oid = '', author = '', message = '']) => ({ oid, author, message: message.trim() }));
}

/** The bot's own commits after the pull request's first. */
export async function fixesOf(given: Story, number = 7): Promise<readonly LandedCommit[]> {
  return (await commitsOf(given, number)).filter(({ message }) => message.includes('Revi-Run: '));
}

/** First lines of the bot's replies in a thread, as they are read, and whether it is resolved. */
export function endOf(thread: Thread): { readonly said: readonly string[]; readonly resolved: boolean } {
  return { said: botReplies(thread).map(({ body }) => seen(body).split('\n')[0] ?? ''), resolved: thread.resolved };
}

/** The list that a run gave. */
export type List = {
  readonly generated_at: string;
  readonly enabled: boolean;
  readonly total_threads: number;
  readonly prs: readonly (Readonly<Record<string, unknown>> & {
    readonly number: number;
    readonly threads: readonly Readonly<Record<string, unknown>>[];
  })[];
};

export function listOf({ outputs }: Pick<RunResult, 'outputs'>): List {
  return JSON.parse(outputs['review-threads'] ?? '') as List;
}

const ACTS: readonly (readonly [part: string, act: string])[] = [
  ['createCommitOnBranch', 'commit'],
  ['/replies', 'reply'],
  ['resolveReviewThread', 'resolve'],
];

/**
 * Everything that a run changed, in order: `commit`, `reply`, `resolve`; anything else by its own name. What GraphQL refuses
 * counts as well, because its answer is 200 all the same.
 */
export function actsOf(given: Pick<Story, 'github'>): readonly string[] {
  return writesOf(given.github).map((write) => ACTS.find(([part]) => write.endsWith(part))?.[1] ?? write);
}
