import type { Signing } from '../../../src/core/footer.ts';
import type { ReplyDecision } from '../../../src/core/re-review/decision.ts';
import type { Bodies } from '../../../src/core/re-review/effects.ts';
import {
  findingBody,
  replyBody,
  type Speaker,
  sharedConfirmation,
  type ThreadReply,
} from '../../../src/core/re-review/texts.ts';

/** What the bodies of a run need besides its decisions. */
export type Voices = {
  /** Label and ordinal of every reviewer whose decisions these are. */
  readonly reviewers: ReadonlyMap<string, { readonly label: string; readonly run: number }>;
  readonly head: string;
  readonly signing: Signing;
  readonly secrets: readonly string[];
  /** Whom to call about a path; about none, whoever is called for the whole change (RR-32). */
  readonly pings: (path: string | null) => readonly string[];
};

/** The bodies of a run's posts, by the suite's texts (RR-15, RR-66). */
export function createBodies({ reviewers, head, signing, secrets, pings }: Voices): Bodies {
  const speaker = (reviewer: string): Speaker => {
    const { label, run } = reviewers.get(reviewer) ?? { label: reviewer, run: 1 };
    return { label, run, head, signing, secrets };
  };
  return {
    comment: ({ reviewer, finding, opening }, { also, confirm }) =>
      findingBody(finding, speaker(reviewer), {
        opening,
        also: also.map((line) => ({ ...speaker(line.reviewer), finding: line.finding })),
        ping: confirm ? pings(finding.path) : [],
      }),
    reply: (decision) => {
      const ping = pings(decision.thread.path);
      return replyBody(replyOf(decision, ping), speaker(decision.reviewer), keysOf(decision));
    },
    confirmation: (_reviewer, count) => sharedConfirmation(count, pings(null)),
  };
}

function replyOf(decision: ReplyDecision, ping: readonly string[]): ThreadReply {
  switch (decision.kind) {
    case 'resolution':
      return { kind: 'resolution' };
    case 'improper-resolution':
    case 'disagreement':
      return { kind: decision.kind, why: decision.finding?.why ?? '', ping };
    case 'concurrence': {
      const { finding, stricter } = decision;
      return { kind: 'concurrence', title: finding.title, tag: finding.tag, stricter };
    }
    case 'duplicate-close':
      return { kind: 'duplicate-close', link: decision.canonical.url };
  }
}

/** A concurrence is the new finding's; every other reply speaks of the finding that stands in the thread. */
function keysOf(decision: ReplyDecision) {
  const { reviewer } = decision;
  if (decision.kind === 'concurrence') {
    const { findingKey, siteKey } = decision.finding;
    return { reviewer, findingKey, siteKey };
  }
  const { findingKey, footer } = decision.stake;
  return { reviewer, findingKey, siteKey: footer.siteKey };
}
