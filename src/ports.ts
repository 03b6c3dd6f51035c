import type { Account } from './core/account.ts';
import type { Change, ChangedFile } from './core/diff.ts';
import type { Applied, Effect } from './core/effect.ts';
import type {
  ContextParts,
  Position,
  PullRequest,
  PullRequestContext,
  RepositoryFile,
  Review,
} from './core/pull-request.ts';
import type { Answer, QuestionBatch } from './core/question.ts';
import type { Rank } from './core/roles.ts';

/** Time as a parameter. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Ends early, without an error, when `signal` aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** In [0, 1); for jitter only. */
  random(): number;
};

/** One line of progress for the log (SU-51). */
export type Narrate = (line: string) => void;

/** An open pull request with the approvals that stand on it, for retirement (CL-11). */
export type OpenPullRequest = Position & {
  readonly number: number;
  readonly fork: boolean;
  readonly headRef: string;
  readonly headRepository: { readonly owner: string; readonly name: string } | null;
  /** Only those whose state is APPROVED. */
  readonly approvals: readonly Review[];
};

/** A comparison of two commits as GitHub gives it: at most 300 files. */
export type Comparison = {
  readonly status: 'ahead' | 'behind' | 'diverged' | 'identical';
  readonly files: readonly ChangedFile[];
};

/**
 * GitHub, in our own words. Reads retry and follow pages to the end; a read that cannot be made throws a `ForgeError`
 * (a `UserError` where the user named something that does not exist). Requests are counted.
 */
export type Forge = {
  /** One GraphQL request where GitHub's limits allow it (SU-20). */
  readContext(number: number, parts: ContextParts): Promise<PullRequestContext>;
  /**
   * The change from the merge base to the head that `pullRequest` names, read by SHA (SU-21). Throws `HeadMoved` when
   * GitHub only serves another head.
   */
  readChange(pullRequest: PullRequest): Promise<Change>;
  /** Head, base ref and base as they are now (SU-43). */
  readPosition(number: number): Promise<Position>;
  /** What changed from one commit to another, for scoping (RR-40): null where GitHub cannot compare them. */
  readComparison(base: string, head: string): Promise<Comparison | null>;
  /** Texts of files at a commit (of the head's repository too); null: not there, binary, or too large to be source. */
  readTexts(commit: string, paths: readonly string[]): Promise<ReadonlyMap<string, string | null>>;
  /** SU-14. Throws when the permission cannot be read: a check that cannot be made is a refusal. */
  readRank(login: string): Promise<Rank>;
  /**
   * Every open pull request (of head branch `headRef`, where one is named), the viewer, and the wanted files of the default
   * branch as `readContext` gives them.
   */
  readOpenPullRequests(wanted: { readonly files: readonly string[]; readonly headRef: string | null }): Promise<{
    readonly viewer: Account;
    /** Whether the repository is private. */
    readonly private: boolean;
    readonly files: ReadonlyMap<string, RepositoryFile>;
    readonly pullRequests: readonly OpenPullRequest[];
  }>;
  /** Applies one effect to pull request `number`, paced, at most once (SU-42, SU-46). Never throws for GitHub's refusals. */
  apply(number: number, effect: Effect): Promise<Applied>;
  /** Requests made so far. */
  requests(): number;
};

/** What a batch is asked with, besides its text. */
export type Asking = {
  /** Called whenever a question has its final answer. */
  onAnswer?(answer: Answer): void;
  /** The model and effort of this batch, where they differ from the run's (RR-4). */
  readonly model?: string;
  readonly effort?: string;
};

/** A model service. `ask` gives one answer per question, in order; outcomes of questions are values, never exceptions. */
export type Model = {
  /** The model's full name, aliases resolved (SU-31). */
  readonly name: string;
  /** USD per token of output, null when unknown; for footers that count tokens (SU-37). */
  readonly outputPrice: number | null;
  /** UTF-8 bytes of JSON-encoded text that fit one request (SU-23), beside `overhead` bytes of everything else. */
  roomFor(overhead: number): number;
  ask(batch: QuestionBatch, asking?: Asking): Promise<readonly Answer[]>;
};
