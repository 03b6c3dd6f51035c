import type { Account } from '../core/account.ts';
import type { Trust } from '../core/footer.ts';
import type { CommonInputs } from '../core/inputs.ts';
import type { PullRequestContext } from '../core/pull-request.ts';
import { ROLES } from '../core/roles.ts';
import { spentSoFar } from '../core/spent.ts';
import type { Forge, Model } from '../ports.ts';

/**
 * The skip of a pull request whose runs have spent their bound, or null; a maintainer's command runs all the same
 * (SU-37). The context must hold the reviews and all comments.
 */
export async function overSpent(
  run: {
    readonly inputs: CommonInputs;
    readonly forge: Forge;
    readonly context: PullRequestContext;
    readonly trust: Trust;
    /** Whose command this is; null for anything else. */
    readonly commander: Account | null;
    /** The command that a maintainer can give, such as `/revi triage`. */
    readonly command: string;
  },
  model: Model,
): Promise<string | null> {
  const { context, trust, commander, command } = run;
  const bound = run.inputs.maxCostUsdPerPullRequest;
  if (bound === null) return null;
  const spent = spentSoFar([...context.reviews, ...context.comments], trust, model.outputPrice);
  if (spent < bound) return null;
  if (commander !== null && (await run.forge.readRank(commander.login)) >= ROLES.maintainer) return null;
  return `runs on this pull request have spent $${spent.toFixed(6)}, and input max-cost-usd-per-pull-request is ${bound}; a maintainer can still command ${command}`;
}
