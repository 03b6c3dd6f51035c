import { ModelError, UserError } from '../core/errors.ts';
import type { CommonInputs, Effort } from '../core/inputs.ts';
import type { Model } from '../ports.ts';
import type { ActionPorts } from './ports.ts';

/** Whether the inputs give any way to the model. */
export function hasModelKey(inputs: CommonInputs): boolean {
  return inputs.anthropicApiKey !== null || inputs.anthropicAuthToken !== null || inputs.federation !== null;
}

/** Why a run without a key fails, naming the inputs (SU-50). */
export const NO_KEY =
  'no key for the model: set input anthropic-api-key (or anthropic-auth-token, or federation-rule-id, organization-id and service-account-id)';

/** The model of a run, or why it cannot be asked as the inputs wish (SU-36, SU-37). */
export async function makeModel(
  choice: { readonly model: string; readonly effort: Effort | null },
  inputs: CommonInputs,
  ports: ActionPorts,
): Promise<{ readonly model: Model } | { readonly reason: string }> {
  try {
    const model = await ports.model(choice);
    if (inputs.maxCostUsdPerPullRequest === null || model.outputPrice !== null) return { model };
    return {
      reason: `the price of model ${model.name} is not known, so input max-cost-usd-per-pull-request cannot bound it; bound its runs with max-input-tokens`,
    };
  } catch (error) {
    if (error instanceof UserError || error instanceof ModelError) return { reason: error.message };
    throw error;
  }
}
