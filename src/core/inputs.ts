import type { ActionName } from './action-name.ts';
import type { Role } from './roles.ts';

export const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof EFFORTS)[number];

/** How a model is asked (SU-30). */
export const RUNTIMES = ['api', 'claude-cli', 'acp'] as const;
export type Runtime = (typeof RUNTIMES)[number];

/** Inputs that every action has (SU-5), checked and with their defaults. */
export type CommonInputs = {
  readonly githubToken: string;
  readonly anthropicApiKey: string | null;
  readonly anthropicAuthToken: string | null;
  readonly federation: {
    readonly ruleId: string;
    readonly organizationId: string;
    readonly serviceAccountId: string;
  } | null;
  readonly baseUrl: string | null;
  /** Null: the settings' or the action's default (SU-31). */
  readonly model: string | null;
  readonly effort: Effort | null;
  readonly language: string;
  readonly mode: 'run' | 'plan' | 'apply';
  readonly plan: string | null;
  readonly planFile: string | null;
  readonly botLogin: string | null;
  /** The first signs, all verify (SU-11). Empty: no signatures. */
  readonly markerSecrets: readonly string[];
  readonly pullRequest: number | null;
  readonly statusContext: string;
  readonly maxParallel: number;
  readonly timeoutSeconds: number;
  readonly runTimeoutSeconds: number;
  readonly maxCostUsd: number | null;
  readonly maxInputTokens: number | null;
  readonly maxCostUsdPerPullRequest: number | null;
  readonly contextTokens: number;
  readonly failOnNoVerdict: boolean;
};

export type ClassifyInputs = CommonInputs & {
  /** Login or team slug, normalised. */
  readonly reviewer: string;
  /** Unsaved rules; only in `plan` (CL-40). */
  readonly rules: string | null;
  readonly tamperCheck: boolean;
  readonly whenNothingCounts: 'approve' | 'no-verdict';
  readonly approvePolicyChanges: boolean;
  readonly post: 'verdict' | 'comment';
};

/** Who may talk to the bot, where the workflow overrides the settings; null leaves it to them (CO-12). */
export type GateInputs = {
  readonly authorizedRepliers: readonly string[] | null;
  readonly minReplierRole: Role | null;
};

export type TriageInputs = CommonInputs & GateInputs;

export type ConverseInputs = CommonInputs &
  GateInputs & {
    readonly maxRepliesPerThread: number | null;
  };

export type ReReviewInputs = CommonInputs &
  GateInputs & {
    /** Whether a push starts a review (RR-2). */
    readonly reviewOnPush: boolean;
    /** Whether a pull request of a bot is reviewed unasked (RR-1). */
    readonly reviewBotAuthors: boolean;
    /** Findings that one reviewer posts in one run at most (RR-10). */
    readonly maxFindings: number;
    /** Whether `status-context` is the action's own default: without the permission it is then only a notice (RR-64). */
    readonly statusContextIsDefault: boolean;
  };

export type ReconcileInputs = CommonInputs & {
  /** With another than `api` nothing is fixed (RB-24). */
  readonly runtime: Runtime;
  /** Folder of the requests of outside agents (RB-30); null: none. */
  readonly requests: string | null;
  /** To whose pull requests `fix-first` is limited (RB-14); null: to none. */
  readonly agent: string | null;
};

/** What the root action decides with, before any action of the suite reads its own inputs (SU-6). */
export type RootInputs = {
  /** Which actions may run. */
  readonly actions: readonly ActionName[];
  /** Which one a dispatch or a schedule means. */
  readonly action: ActionName;
  /** Whether a push starts a review (RR-2). */
  readonly reviewOnPush: boolean;
};
