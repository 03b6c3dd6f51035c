import { decideStart, type Start } from '../core/classify/request.ts';
import type { Trigger } from '../core/event.ts';
import type { ClassifyInputs } from '../core/inputs.ts';
import type { Report } from '../core/outcome.ts';
import { applyPlan } from './classify/apply.ts';
import { judgePullRequest } from './classify/judge.ts';
import { failedInput, skipped } from './classify/report.ts';
import { retire } from './classify/retire.ts';
import type { ActionPorts } from './ports.ts';

/** Decides what a trigger starts without any request; the runner asks this before it loads anything heavy (CL-10). */
export function startClassify(
  trigger: Trigger,
  inputs: ClassifyInputs,
  options: { readonly runId: string; readonly command: Parameters<typeof decideStart>[1]['command'] },
): Start {
  return decideStart(trigger, { reviewer: inputs.reviewer, pullRequest: inputs.pullRequest, ...options });
}

/** Answers a repository's rules on one pull request and posts the verdict, or retires approvals that are stale. */
export async function classify(start: Start, inputs: ClassifyInputs, ports: ActionPorts): Promise<Report> {
  switch (start.kind) {
    case 'skip':
      return skipped(start.reason);
    case 'bad-input':
      return failedInput(start.message);
    case 'retire':
    case 'retire-all':
    case 'retire-head':
      return retire(start, inputs, ports);
    case 'classify':
      return inputs.mode === 'apply' ? applyPlan(start, inputs, ports) : judgePullRequest(start, inputs, ports);
  }
}
