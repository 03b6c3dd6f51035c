import type { Row } from './rows.ts';
import type { Verdict } from './verdict.ts';

/** The output `results`: a JSON array in the rules file's order (CL-35). */
export function resultsOutput(rows: readonly Row[]): string {
  return JSON.stringify(
    rows.map(({ name, polarity, verdict, certainty, threshold, counted, failed, reason, error }) => ({
      name,
      polarity,
      verdict,
      certainty,
      threshold,
      counted,
      failed,
      reason,
      error,
    })),
  );
}

/** The outputs of CL-35 that follow from rows and verdict. */
export function verdictOutputs(
  rows: readonly Row[],
  verdict: Verdict,
  reviewUrl: string | null,
): Record<string, string> {
  return {
    verdict: verdict.kind,
    'review-url': reviewUrl ?? '',
    results: resultsOutput(rows),
    counted: String(rows.filter((row) => row.counted).length),
    failed: String(rows.filter((row) => row.failed).length),
  };
}

/** The log line `revi classify finished {…}` (CL-35): one JSON object, for whoever collects logs. */
export function finishedLine(run: {
  readonly id: string;
  readonly trigger: 'review' | 'try-out';
  readonly repo: string;
  readonly pr: number;
  readonly requester: string;
  readonly headSha: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly verdict: Verdict;
  readonly postFailed: string | null;
  readonly rows: readonly Row[];
  readonly reviewUrl: string | null;
  readonly usage: Readonly<Record<string, string>>;
}): string {
  const { verdict } = run;
  const reason = verdict.kind === 'no-verdict' ? verdict.reason : '';
  const outcome =
    run.postFailed !== null
      ? 'post-failed'
      : verdict.kind === 'approve'
        ? 'approved'
        : verdict.kind === 'request-changes'
          ? 'changes-requested'
          : 'no-verdict';
  const detail = run.postFailed === null ? reason : [reason, run.postFailed].filter((text) => text !== '').join('; ');
  const record = JSON.stringify({
    id: run.id,
    trigger: run.trigger,
    repo: run.repo,
    pr: run.pr,
    requester: run.requester,
    head_sha: run.headSha,
    started_unix: Math.floor(Date.parse(run.startedAt) / 1000),
    finished_unix: Math.floor(Date.parse(run.finishedAt) / 1000),
    outcome,
    detail,
    rows: JSON.parse(resultsOutput(run.rows)),
    overall: verdict.kind === 'no-verdict' ? null : verdict.kind,
    review_url: run.reviewUrl,
    usage: run.usage,
  });
  // The runner obeys `##[command]` wherever it stands in a line; in JSON the bracket can be written otherwise.
  return `revi classify finished ${record.replaceAll('##[', '##\\u005b')}`;
}
