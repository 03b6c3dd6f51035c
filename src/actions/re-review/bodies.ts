import type { Trust } from '../../core/footer.ts';
import type { ReplyDecision } from '../../core/re-review/decision.ts';
import type { Bodies } from '../../core/re-review/effects.ts';
import { pingFor } from '../../core/re-review/pings.ts';
import {
  findingBody,
  replyBody,
  type Speaker,
  sharedConfirmation,
  type ThreadReply,
} from '../../core/re-review/texts.ts';
import type { Settings } from '../../core/settings.ts';
import type { Judged } from './judge.ts';
import type { ReReviewSnapshot } from './snapshot.ts';

/** The texts of a run's posts, in the settings' labels. */
export function bodiesOf(run: {
  readonly snapshot: ReReviewSnapshot;
  readonly settings: Settings;
  readonly judged: Judged;
  readonly secrets: readonly string[];
}): Bodies {
  const { snapshot, settings, judged, secrets } = run;
  const { context, trust } = snapshot;
  const speakers = speakersOf(run, trust);
  const ping = (path: string): readonly string[] => pingFor(path, settings, context);
  return {
    comment: ({ reviewer, finding, opening }, { also, confirm }) =>
      findingBody(finding, speakers(reviewer), {
        opening,
        also: also.map((one) => {
          const { label, run: ordinal } = speakers(one.reviewer);
          return { label, run: ordinal, finding: one.finding };
        }),
        ping: confirm ? ping(finding.path) : [],
      }),
    reply: (reply) => replyBody(textOf(reply, ping), speakers(reply.reviewer), keysOf(reply)),
    confirmation: (reviewer, count) =>
      sharedConfirmation(count, [
        ...new Set(
          judged.decided.decisions.flatMap((decision) =>
            decision.kind === 'comment' && decision.reviewer === reviewer && decision.finding.confidence === 'low'
              ? ping(decision.finding.path)
              : [],
          ),
        ),
      ]),
  };

  function speakersOf(
    { settings: { reviewers } }: { readonly settings: Settings },
    signing: Trust,
  ): (reviewer: string) => Speaker {
    return (name) => ({
      label: reviewers.find((one) => one.name === name)?.label ?? name,
      run: judged.decided.standing.reviewers.find((one) => one.name === name)?.run ?? 1,
      head: context.pullRequest.head,
      signing,
      secrets,
    });
  }
}

function textOf(reply: ReplyDecision, ping: (path: string) => readonly string[]): ThreadReply {
  switch (reply.kind) {
    case 'resolution':
      return { kind: reply.kind };
    case 'improper-resolution':
    case 'disagreement':
      return { kind: reply.kind, why: reply.finding?.why ?? '', ping: ping(reply.thread.path) };
    case 'concurrence':
      return { kind: reply.kind, title: reply.finding.title, tag: reply.finding.tag, stricter: reply.stricter };
    case 'duplicate-close':
      return { kind: reply.kind, link: reply.canonical.url };
  }
}

function keysOf(reply: ReplyDecision): Parameters<typeof replyBody>[2] {
  const { reviewer, key: findingKey } = reply;
  const siteKey = reply.kind === 'concurrence' ? reply.finding.siteKey : reply.stake.footer.siteKey;
  return { reviewer, findingKey, siteKey };
}
