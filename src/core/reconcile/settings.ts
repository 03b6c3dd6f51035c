import type { Effort } from '../inputs.ts';

/** The settings' section `review_bots` with its defaults (RB-2). No login: the feature is off. */
export type ReviewBotsSettings = {
  readonly logins: readonly string[];
  /** Whose pull requests are the bot's to follow up on, besides its own (RB-1). */
  readonly authors: readonly string[];
  /** With which a line of a pull request's body begins that makes it the bot's to follow up on. */
  readonly trailer: string;
  /** 0 to 3; null: everything (RB-11). */
  readonly minPriority: number | null;
  readonly maxAttemptsPerThread: number;
  readonly resolveAfterFix: boolean;
  /** Labels that keep a pull request out (RB-1). */
  readonly holdLabels: readonly string[];
  /** Globs of files that may be edited besides the pull request's own (RB-21). */
  readonly allowPaths: readonly string[];
  readonly model: string | null;
  readonly effort: Effort | null;
};

export const DEFAULT_TRAILER = '— hive:';
export const DEFAULT_HOLD_LABELS = ['hold', 'do-not-merge', 'exempt', 'blocked'] as const;
/** A pull request with it is listed and never acted on (RB-13). */
export const ESCALATED_LABEL = 'needs-human';
