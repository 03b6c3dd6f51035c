import { pullRequestOfRun } from '../core/followed-run.ts';
import type { ReReviewInputs } from '../core/inputs.ts';
import type { Report } from '../core/outcome.ts';
import type { ReReviewStart, ReviewRequest } from '../core/re-review/start.ts';
import type { ActionPorts } from './ports.ts';
import { applyReReviewPlan } from './re-review/apply.ts';
import { reviewPullRequest } from './re-review/review.ts';
import { plainReport, skipped } from './report.ts';

/** Reviews one pull request line by line, and knows on later runs what became of what it said (RR-1 to RR-72). */
export async function reReview(start: ReReviewStart, inputs: ReReviewInputs, ports: ActionPorts): Promise<Report> {
  switch (start.kind) {
    case 'skip':
      return skipped('re-review', start.reason);
    case 'bad-input':
      return plainReport('re-review', { kind: 'failed', reason: start.message });
    case 'find': {
      const found = await findRequest(start, ports);
      return 'skip' in found ? skipped('re-review', found.skip) : reReview(found, inputs, ports);
    }
    case 'review':
      return inputs.mode === 'apply'
        ? applyReReviewPlan(start, inputs, ports)
        : reviewPullRequest(start, inputs, ports);
  }
}

/** The pull request that the followed run belongs to, by its head alone (SU-16). */
async function findRequest(
  { run }: Extract<ReReviewStart, { kind: 'find' }>,
  { forge }: ActionPorts,
): Promise<ReviewRequest | { readonly skip: string }> {
  const { pullRequests } = await forge.readOpenPullRequests({ files: [], headRef: run.headBranch });
  const found = pullRequestOfRun(run, pullRequests);
  if ('skip' in found) return found;
  return { kind: 'review', number: found.pullRequest.number, asked: 'by-run', comment: null, withoutSecrets: null };
}
