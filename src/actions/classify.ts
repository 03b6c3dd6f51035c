import type { Start } from '../core/classify/request.ts';
import type { ClassifyInputs } from '../core/inputs.ts';
import type { Report } from '../core/outcome.ts';
import { applyPlan } from './classify/apply.ts';
import { judgePullRequest } from './classify/judge.ts';
import { retire } from './classify/retire.ts';
import type { ActionPorts } from './ports.ts';
import { plainReport, skipped } from './report.ts';

/** Answers a repository's rules on one pull request and posts the verdict, or retires approvals that are stale. */
export async function classify(start: Start, inputs: ClassifyInputs, ports: ActionPorts): Promise<Report> {
  switch (start.kind) {
    case 'skip':
      return skipped('classify', start.reason);
    case 'bad-input':
      return plainReport('classify', { kind: 'failed', reason: start.message });
    case 'retire':
    case 'retire-all':
    case 'retire-head':
      return retire(start, inputs, ports);
    case 'classify':
      return inputs.mode === 'apply' ? applyPlan(start, inputs, ports) : judgePullRequest(start, inputs, ports);
  }
}
