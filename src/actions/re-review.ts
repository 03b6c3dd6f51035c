import type { ReReviewInputs } from '../core/inputs.ts';
import type { Report } from '../core/outcome.ts';
import type { ReReviewStart } from '../core/re-review/start.ts';
import { findFollowed } from './find-followed.ts';
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
      const found = await findFollowed(start.run, ports.forge);
      if ('skip' in found) return skipped('re-review', found.skip);
      return reReview(
        { kind: 'review', ...found, asked: 'by-run', comment: null, withoutSecrets: null },
        inputs,
        ports,
      );
    }
    case 'review':
      return inputs.mode === 'apply'
        ? applyReReviewPlan(start, inputs, ports)
        : reviewPullRequest(start, inputs, ports);
  }
}
