const PREFIXES = {
  Bot: 'BOT',
  Commit: 'C',
  Issue: 'I',
  IssueComment: 'IC',
  Label: 'LA',
  PullRequest: 'PR',
  PullRequestCommit: 'PURC',
  PullRequestReview: 'PRR',
  PullRequestReviewComment: 'PRRC',
  PullRequestReviewThread: 'PRRT',
  Reaction: 'REA',
  Ref: 'REF',
  Repository: 'R',
  ReviewRequest: 'RRQ',
  Status: 'S',
  StatusContext: 'SC',
  StatusCheckRollup: 'SCR',
  Team: 'T',
  Tree: 'TR',
  Blob: 'B',
  User: 'U',
} as const;

export type NodeType = keyof typeof PREFIXES;

/** The opaque id that GraphQL and REST's `node_id` give a thing. */
export function nodeId(type: NodeType, key: number | string): string {
  return `${PREFIXES[type]}_kw${Buffer.from(`${key}`, 'utf8').toString('base64url')}`;
}

/** What a node id names, or null if it is none of ours. */
export function parseNodeId(id: string): { type: NodeType; key: string } | null {
  const [, prefix = '', key = ''] = /^([A-Z]+)_kw([\w-]+)$/.exec(id) ?? [];
  const type = (Object.keys(PREFIXES) as NodeType[]).find((name) => PREFIXES[name] === prefix);
  return type === undefined ? null : { type, key: Buffer.from(key, 'base64url').toString('utf8') };
}
