import type { RunResult } from '../../../src/embedded/runner.ts';
import type { RunDescription } from '../../support/runner.ts';
import type { ReconcileStory } from './reconciling.ts';

export type Edit = { path: string; oldText: string; newText: string };
/** `edits` are places in the pull request's list. */
export type Decision = { thread: string; decision: string; reply: string; edits: number[] };
export type Decided = { number: number; position: { head: string }; decisions: Decision[]; edits: Edit[] };
export type Plan = { [member: string]: unknown; facts: { pullRequests: Decided[] } };

/** A planning job with a token that only reads, and how the applying job carries its plan out, which has no key for the model. */
export async function planned(story: ReconcileStory, inputs: { readonly [name: string]: string } = {}) {
  const result = await story.reconcile({ runId: 60, inputs: { mode: 'plan', ...inputs } });
  const apply = (text: string, how: Partial<RunDescription> = {}): Promise<RunResult> =>
    story.reconcile({
      runId: 60,
      ...how,
      inputs: { ...inputs, 'anthropic-api-key': '', 'base-url': '', mode: 'apply', plan: text },
    });
  return { result, plan: result.outputs['plan'] ?? '', apply };
}

/** The plan with a change that no planning job made. */
export function altered(plan: string, change: (plan: Plan) => void): string {
  const value = JSON.parse(plan) as Plan;
  change(value);
  return JSON.stringify(value);
}

/** The plan's one pull request. */
export function only({ facts }: Plan): Decided {
  const [one] = facts.pullRequests;
  if (one === undefined) throw new Error('the plan is about no pull request');
  return one;
}
