import { encodeValue, type HiddenLine } from '../footer.ts';
import type { ReplyKind } from './own-thread.ts';
import { parseTag, type Tag } from './tag.ts';

/** What one `revi-agent` line of a comment says, without the comment around it (RR-23). */
export type AgentLine = {
  readonly reviewer: string;
  /** 64 hex digits; null where a reply names none. */
  readonly findingKey: string | null;
  /** 64 hex digits; null in a v1 line. */
  readonly siteKey: string | null;
  /** Null: the line is a finding's. */
  readonly replyKind: ReplyKind | null;
  readonly tag: Tag | null;
  /** The reviewer's ordinal, from 1; null where the line says none: an earlier run's. */
  readonly run: number | null;
  /** The head that was read, 40 hex digits. */
  readonly commit: string | null;
};

const NAME = 'revi-agent';
const REVIEWER = /^[a-z0-9-]{1,40}$/;
const DIGEST = /^[0-9a-f]{64}$/;
const COMMIT = /^[0-9a-f]{40}$/;
const ORDINAL = /^[1-9][0-9]{0,8}$/;

const REPLY_KINDS = ['resolution', 'improper-resolution', 'disagreement', 'concurrence', 'duplicate-close'] as const;

/**
 * The hidden line of RR-23: `<!-- revi-agent: <name>; finding-key: <hex>; site-key: <hex>; v2[; reply-kind: <kind>]… -->`,
 * then `tag`, `run` and `commit` as far as they are known. Unsigned: `signFooter` takes all lines of a comment at once.
 * Throws on a name or a digest that no line can hold.
 */
export function formatAgentFooter(line: AgentLine): string {
  if (!REVIEWER.test(line.reviewer))
    throw new Error(`a footer cannot name the reviewer ${JSON.stringify(line.reviewer)}`);
  for (const digest of [line.findingKey, line.siteKey]) {
    if (digest !== null && !DIGEST.test(digest)) throw new Error(`no key of a finding: ${JSON.stringify(digest)}`);
  }
  const pairs: readonly (readonly [string, string | null])[] = [
    ['reply-kind', line.replyKind],
    ['tag', line.tag],
    ['run', line.run === null ? null : String(line.run)],
    ['commit', line.commit],
  ];
  const parts = [
    `${NAME}: ${line.reviewer}`,
    ...(line.findingKey === null ? [] : [`finding-key: ${line.findingKey}`]),
    ...(line.siteKey === null ? [] : [`site-key: ${line.siteKey}`]),
    line.siteKey === null && line.findingKey !== null ? 'v1' : 'v2',
    ...pairs.flatMap(([key, value]) => (value === null ? [] : [`${key}: ${encodeValue(value)}`])),
  ];
  return `<!-- ${parts.join('; ')} -->`;
}

/**
 * What a hidden line says, v1 lines (no site-key) too; null for a line of another name, and for one whose reviewer, keys
 * or kind no version writes. A metadata marker (`<name> v1`) is none. An odd `tag`, `run` or `commit` counts as missing.
 */
export function parseAgentFooter(line: HiddenLine): AgentLine | null {
  if (line.name !== NAME) return null;
  const reviewer = line.values.get(NAME) ?? '';
  if (!REVIEWER.test(reviewer)) return null;

  const findingKey = line.values.get('finding-key') ?? null;
  const siteKey = line.values.get('site-key') ?? null;
  if ([findingKey, siteKey].some((digest) => digest !== null && !DIGEST.test(digest))) return null;

  const kind = line.values.get('reply-kind') ?? null;
  const replyKind = REPLY_KINDS.find((known) => known === kind) ?? null;
  // A kind of a later version is no finding: without it, a reply would count as a second one.
  if (kind !== null && replyKind === null) return null;
  if (replyKind === null && findingKey === null) return null;

  const run = line.values.get('run') ?? '';
  const commit = line.values.get('commit') ?? '';
  return {
    reviewer,
    findingKey,
    siteKey,
    replyKind,
    tag: parseTag(line.values.get('tag') ?? ''),
    run: ORDINAL.test(run) ? Number(run) : null,
    commit: COMMIT.test(commit) ? commit : null,
  };
}
