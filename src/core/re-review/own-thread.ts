import type { Account } from '../account.ts';
import type { Side } from './finding.ts';
import type { Tag } from './tag.ts';

export type ReplyKind = 'resolution' | 'improper-resolution' | 'disagreement' | 'concurrence' | 'duplicate-close';

/** One footer of ours in a thread (RR-23): a finding, an `Also:` line, a concurrence or another reply. */
export type AgentFooter = {
  readonly reviewer: string;
  /** Null where the footer says none, as on a duplicate-close reply. */
  readonly findingKey: string | null;
  /** Recomputed for v1 footers; null where that was not possible. */
  readonly siteKey: string | null;
  /** Null: the footer is a finding's. */
  readonly replyKind: ReplyKind | null;
  readonly tag: Tag | null;
  /** The reviewer's ordinal; null is an earlier run's. */
  readonly run: number | null;
  readonly commit: string | null;
  /** Title as the comment's first line has it, without the marks that kept it inert; untrusted. */
  readonly title: string;
  /** A finding that its first line calls a follow-up: an incorrect fix (RR-62). */
  readonly followUp: boolean;
  readonly commentId: number;
  readonly commentUrl: string;
  readonly createdAt: string;
};

/**
 * A review thread whose first comment is the bot's and where a finding or a concurrence is believed, with everything that a
 * decision needs of it (RR-30, RR-42).
 */
export type OwnThread = {
  /** GraphQL node id. */
  readonly id: string;
  readonly rootId: number;
  readonly url: string;
  readonly path: string;
  /** Where GitHub shows it now; null when outdated or on a whole file. */
  readonly line: number | null;
  readonly side: Side;
  readonly createdAt: string;
  readonly resolved: boolean;
  readonly outdated: boolean;
  readonly resolvedBy: Account | null;
  readonly viewerCanReply: boolean;
  readonly viewerCanResolve: boolean;
  readonly viewerCanUnresolve: boolean;
  /** All believed footers of its comments, oldest first. See `openerOf` and `stakesOf` for whose findings they are. */
  readonly footers: readonly AgentFooter[];
  /** A person replied after the newest own comment. */
  readonly personReplied: boolean;
  /** A maintainer replied anywhere. */
  readonly maintainerReplied: boolean;
  /** The newest own `revi-converse` reply says `concedes: true`. */
  readonly conceded: boolean;
  /** The canonical thread's link of the newest duplicate-close reply, '' without one; null: not closed as a duplicate (RR-51). */
  readonly duplicateOf: string | null;
};
