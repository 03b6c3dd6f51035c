import type { Account } from './core/account.ts';
import type { Change, ChangedFile } from './core/diff.ts';
import type { Applied, Effect } from './core/effect.ts';
import type {
  ContextParts,
  Position,
  PullRequest,
  PullRequestContext,
  Repository,
  RepositoryFile,
  Review,
} from './core/pull-request.ts';
import type { Answer, QuestionBatch } from './core/question.ts';
import type { HeadFile } from './core/reconcile/head-file.ts';
import type { SurveyedPullRequest, SurveyedThreads, ThreadById } from './core/reconcile/survey.ts';
import type { LoopEnd, ToolLoop } from './core/reconcile/tool-loop.ts';
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

/** What `readSurvey` tells. */
export type Survey = {
  readonly viewer: Account;
  readonly repository: Repository & { readonly private: boolean; readonly defaultBranch: string };
  readonly files: ReadonlyMap<string, RepositoryFile>;
  readonly pullRequests: readonly SurveyedPullRequest[];
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
  /** The same, and the position as it is once all of them are read: by one request where both fit it (SU-20, SU-43). */
  readTextsAndPosition(
    number: number,
    wanted: { readonly commit: string; readonly paths: readonly string[] },
  ): Promise<{ readonly texts: ReadonlyMap<string, string | null>; readonly position: Position }>;
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
  /**
   * The open pull requests with their labels, or the one that is named whatever its state, with the viewer and the wanted
   * files of the default branch: one request for 100 of them (RB-10). Throws where GitHub does not list them whole.
   */
  readSurvey(wanted: { readonly files: readonly string[]; readonly number: number | null }): Promise<Survey>;
  /**
   * All review threads and commits of several pull requests, paginated at every level and gathered in as few requests as
   * GitHub's limits allow (RB-10), and which of `logins` are accounts of people (RB-3).
   */
  readThreadsOf(
    numbers: readonly number[],
    logins: readonly string[],
  ): Promise<{ readonly people: readonly string[]; readonly pullRequests: ReadonlyMap<number, SurveyedThreads> }>;
  /** Threads by their GraphQL ids, wherever they are, with all comments and where they belong (RB-31); what is missing does not exist for this token. */
  readThreadsById(ids: readonly string[]): Promise<ReadonlyMap<string, ThreadById>>;
  /** Files at a commit with their modes, byte for byte (RB-21); every path has its entry. */
  readHeadFiles(commit: string, paths: readonly string[]): Promise<ReadonlyMap<string, HeadFile>>;
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
  /** Lets the model work with tools until `left` says that nothing is left, or a bound is reached (RB-20). Never throws for what the model or its service does. */
  work(loop: ToolLoop): Promise<LoopEnd>;
};

/** The folder of outside agents' requests (RB-30); names are of plain files directly in it. Every call may throw a `UserError`. */
export type RequestFolder = {
  /** In no order. */
  names(): Promise<readonly string[]>;
  /** Null: longer than any request. */
  read(name: string): Promise<string | null>;
  /** In one step. */
  write(name: string, text: string): Promise<void>;
  /** Takes the place of a file that is there. */
  rename(from: string, to: string): Promise<void>;
  /** Without an error where there is none. */
  remove(name: string): Promise<void>;
};
