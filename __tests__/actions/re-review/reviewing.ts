import type { Asked, Reply } from '../../../src/embedded/model/reply.ts';
import type { RunResult } from '../../../src/embedded/runner.ts';
import type { Review, Thread, Writing } from '../../../src/embedded/state.ts';
import { ALL_PERMISSIONS, BOT, type Story, type StoryDescription, scene, story } from '../story.ts';

/** A finding as a model answers it; a test leaves out what it does not care about. */
export type Item = Readonly<Record<string, unknown>>;

export const SOURCE = 'src/cart.ts';

const BASE = `export function total(prices: number[]): number {
  let sum = 0;
  for (const price of prices) sum += price;
  return sum;
}
`;

export const HEAD = `${BASE}
export function average(prices: number[]): number {
  return total(prices) / prices.length;
}

export function last(names: string[]): string {
  return names[names.length - 1];
}

export function load(code: string): unknown {
  return eval(code);
}
`;

/** The head with one finding's line in another state. */
export const AVERAGE_FIXED = HEAD.replace(
  '  return total(prices) / prices.length;',
  '  return prices.length === 0 ? 0 : total(prices) / prices.length;',
);

/** Three findings that stand in {@link HEAD}. */
export const AVERAGE: Item = {
  path: SOURCE,
  line: 8,
  quote: '  return total(prices) / prices.length;',
  class: 'correctness',
  tag: 'must-fix',
  confidence: 'high',
  title: 'Divides by zero without prices',
  why: 'An empty cart gives NaN.',
  fix: 'Return 0 for an empty list.',
};
export const LAST: Item = {
  ...AVERAGE,
  line: 12,
  quote: '  return names[names.length - 1];',
  class: 'error-handling',
  tag: 'could-fix',
  title: 'Undefined leaves a function that promises text',
  why: 'There may be no name.',
  fix: 'Throw where the list is empty.',
};
export const EVAL: Item = {
  ...AVERAGE,
  line: 16,
  quote: '  return eval(code);',
  class: 'security',
  title: 'Runs whatever the caller sends',
  why: 'Anybody who reaches this owns the process.',
  fix: 'Parse the text instead.',
};

type PriorAnswer = { readonly state: string; readonly certainty?: number; readonly quote?: string };

/** What the model says next; whatever is set here is answered to every question of that reviewer. */
export class Reviewers {
  /** By a phrase of the reviewer's focus; `''` is every reviewer that has no words of its own. */
  readonly findings = new Map<string, readonly unknown[]>();
  /** By title of the earlier finding; default `still-present`. */
  readonly priors = new Map<string, PriorAnswer>();
  /** In place of an answer, by a phrase of the focus. */
  readonly replies = new Map<string, Reply>();
  /** Titles of the earlier findings that were asked about, by question. */
  readonly asked: (readonly string[])[] = [];

  says(...findings: readonly unknown[]): void {
    this.findings.set('', findings);
  }

  readonly answer = ({ task }: Asked): Reply => {
    const [, listed = '[]'] = /with their code when they were found and now:\n(\[.*\])$/m.exec(task) ?? [];
    const earlier = JSON.parse(listed) as readonly { readonly id: string; readonly title: string }[];
    this.asked.push(earlier.map(({ title }) => title));
    const own = [...this.replies].find(([focus]) => task.includes(focus));
    if (own !== undefined) return own[1];
    const phrase = [...this.findings.keys()].find((focus) => focus !== '' && task.includes(focus)) ?? '';
    const priors = earlier.map(({ id, title }) => {
      const { state, certainty = 95, quote = '' } = this.priors.get(title) ?? { state: 'still-present' };
      return { id, state, certainty, quote };
    });
    return { text: JSON.stringify({ findings: this.findings.get(phrase) ?? [], priors }) };
  };
}

export type ReviewStory = Story & {
  readonly reviewers: Reviewers;
  /** The pull request is opened. */
  opened(): Promise<RunResult>;
  /** A collaborator says `/revi`. */
  again(author?: string): Promise<RunResult>;
};

/** Everything that lets the bot resolve threads too. */
export const MAY_RESOLVE = { ...ALL_PERMISSIONS, contents: 'write' } as const;

export type Described = Partial<StoryDescription>;

/** Plays a story of re-review on a pull request that adds {@link HEAD} to a source. */
export async function reviewStory(described: Described, play: (story: ReviewStory) => Promise<void>): Promise<void> {
  const reviewers = new Reviewers();
  await story(whole(described, reviewers), (given) => play(extended(given, reviewers)));
}

/** A test of one story of re-review. */
export function reviewScene(name: string, described: Described, play: (story: ReviewStory) => Promise<void>): void {
  const reviewers = new Reviewers();
  scene(name, whole(described, reviewers), (given) => play(extended(given, reviewers)));
}

function whole({ world = {}, model = {}, ...rest }: Described, { answer }: Reviewers): StoryDescription {
  return {
    action: 're-review',
    model: { otherwise: answer, ...model },
    ...rest,
    world: {
      permissions: MAY_RESOLVE,
      ...world,
      files: { [SOURCE]: BASE, ...world.files },
      pull: { commits: [{ message: 'Add helpers for carts', files: { [SOURCE]: HEAD } }], ...world.pull },
    },
  };
}

function extended(given: Story, reviewers: Reviewers): ReviewStory {
  // Another run is no later attempt of the same one (RR-71).
  let runs = 9_000_000_000;
  const runId = (): number => {
    runs += 1;
    return runs;
  };
  return {
    ...given,
    reviewers,
    opened: async () => given.run({ event: await given.event({ action: 'opened' }), runId: runId() }),
    again: (author = 'dana') => given.run({ event: given.said('/revi', author).event, runId: runId() }),
  };
}

/** The bot's reviews that carry a block of memory. */
export function blocks({ pull }: Pick<Story, 'pull'>): readonly Review[] {
  return pull().reviews.filter(
    ({ author, body }) => author?.login === BOT && /^<!-- revi-agent: [a-z0-9-]+ v1 -->/.test(body),
  );
}

/** What a block says under one of its keys. */
export function remembered(review: Writing | undefined, key: string): string {
  return new RegExp(`^<!-- ${key}: (.*) -->$`, 'm').exec(review?.body ?? '')?.[1] ?? '';
}

/** The numbers of a block. */
export function counted(
  review: Writing | undefined,
  key: 'counts' | 'since_last_run',
): Readonly<Record<string, number>> {
  return JSON.parse(remembered(review, key) || '{}') as Readonly<Record<string, number>>;
}

/** First lines of a thread's comments. */
export function firstLines(thread: Thread): readonly string[] {
  return thread.comments.map(({ body }) => body.split('\n')[0] ?? '');
}

/** Everything of the bot's that people see or later runs read, but the block's own history. */
export function pageOf({ pull, world }: Story): unknown {
  return {
    threads: pull().threads.map(({ resolved, comments }) => ({
      resolved,
      comments: comments.map(({ author, body }) => [author?.login, body.replace(/; commit: [0-9a-f]{40}/g, '')]),
    })),
    comments: pull()
      .comments.filter(({ author }) => author?.login === BOT)
      .map(({ body }) => body.replace(/<!--.*-->/g, '')),
    statuses: world.repository.statuses.map(({ state, context, description }) => [state, context, description]).at(-1),
  };
}
