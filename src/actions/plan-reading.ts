import { type Account, normalLogin } from '../core/account.ts';
import type { ActionName } from '../core/action-name.ts';
import { UserError } from '../core/errors.ts';
import type { CommonInputs } from '../core/inputs.ts';
import type { Report } from '../core/outcome.ts';
import { type Plan, type PlanReading, parsePlan, planMismatches } from '../core/plan.ts';
import type { ActionPorts } from './ports.ts';
import { plainReport } from './report.ts';

/**
 * Reads the plan that `mode: apply` was given, and everything in which it differs from this run, in words; such a plan
 * is refused before any write (SU-41). Throws a `UserError` for a text that is no plan of this action.
 */
export async function readPlan<Facts>(
  wanted: Pick<PlanReading, 'action' | 'facts'> & { readonly number: number },
  inputs: CommonInputs,
  ports: ActionPorts,
): Promise<{ readonly plan: Plan<Facts>; readonly mismatches: readonly string[] }> {
  const { plan: given, planFile, markerSecrets } = inputs;
  const text = given ?? (planFile === null ? null : await ports.readFile(planFile));
  if (text === null) throw new UserError('mode apply needs a plan: set input plan or plan-file');
  const plan = parsePlan<Facts>(text, {
    action: wanted.action,
    facts: wanted.facts,
    source: given !== null ? 'input plan' : `plan-file ${planFile ?? ''}`,
    secrets: markerSecrets,
    mustBeSigned: given === null || ports.run.event === 'workflow_run',
  });
  return { plan, mismatches: planMismatches(plan, { run: ports.run, number: wanted.number, version: ports.version }) };
}

/** Why a plan is not for the account whose token this is, or null. By login and type: a plan names no numeric id (SU-10). */
export function foreignAccount(plan: Plan<unknown>, viewer: Account): string | null {
  const same =
    normalLogin(plan.account) === normalLogin(viewer.login) &&
    /\[bot\]$/i.test(plan.account) === (viewer.type === 'Bot');
  return same
    ? null
    : `it is for the account ${plan.account}, and this token is ${viewer.login}’s; set input bot-login in the planning job`;
}

/** The report of a plan that is not carried out, with everything that speaks against it (SU-41). */
export function refusedPlan(action: ActionName, reasons: readonly string[]): Report {
  return plainReport(action, { kind: 'failed', reason: `the plan is refused: ${reasons.join('; ')}` });
}
