import { believedFooters, formatFooter, signFooter, type Trust } from '../footer.ts';
import type { Post } from '../pull-request.ts';
import { inline } from '../untrusted.ts';

/** One reviewer's line in the summary, and in the output `reviewers` (RR-64, RR-72). */
export type ReviewerResult = {
  readonly name: string;
  readonly label: string;
  /** Null: not concerned. */
  readonly verdict: 'Go' | 'No-Go' | null;
  /** Why it failed; null: it did not. */
  readonly failure: string | null;
  readonly outstanding: number;
  readonly outstandingMustFix: number;
  readonly added: number;
  readonly resolved: number;
  readonly reviewUrl: string | null;
};

/** `Go` only when every reviewer that ran says so; without any that ran it is `Go` too (RR-4, RR-72). */
export function overallVerdict(results: readonly ReviewerResult[]): 'Go' | 'No-Go' {
  return results.every(({ verdict }) => verdict !== 'No-Go') ? 'Go' : 'No-Go';
}

/** The one comment of a run with several reviewers, edited in place (RR-64). */
export function summaryComment(
  results: readonly ReviewerResult[],
  { head, run, trust }: { readonly head: string; readonly run: string; readonly trust: Trust },
): { readonly body: string; readonly marker: string } {
  const rows = results.map((one) => {
    const cells =
      one.verdict === null
        ? ['not concerned', '', '', '']
        : [
            one.failure === null ? one.verdict : `${one.verdict}: ${inline(one.failure.slice(0, 300))}`,
            `${one.outstanding} (${one.outstandingMustFix} must fix)`,
            String(one.added),
            String(one.resolved),
          ];
    return `| ${one.reviewUrl === null ? inline(one.label) : `[${inline(one.label)}](${one.reviewUrl})`} | ${cells.join(' | ')} |`;
  });
  const ran = results.some(({ verdict }) => verdict !== null);
  const visible = [
    `**Overall: ${overallVerdict(results)}**, at \`${head.slice(0, 7)}\`${ran ? '' : '; no reviewer is concerned by this change'}.`,
    ['| reviewer | verdict | outstanding | new | resolved |', '|---|---|--:|--:|--:|', ...rows].join('\n'),
  ].join('\n\n');
  const marker = formatFooter('revi-summary', 'v1', [
    ['head', head],
    ['run', run],
  ]);
  return { body: `${visible}\n\n${signFooter([marker], trust).join('\n')}`, marker };
}

/** The newest summary comment that is believed, or null. */
export function findSummaryComment(comments: readonly Post[], trust: Trust): Post | null {
  return (
    comments.findLast((comment) =>
      believedFooters(comment, trust).footers.some(({ name }) => name === 'revi-summary'),
    ) ?? null
  );
}
