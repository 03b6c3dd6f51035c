import { ForgeError } from '../../core/errors.ts';
import { type Listing, listPullRequest } from '../../core/reconcile/listing.ts';
import type { Trouble } from '../../core/reconcile/outcome.ts';
import { findFollowedAgain, type Opened } from './open.ts';

/** One pull request's listing, read anew; null where it is not followed up on any more. */
export async function reread(
  run: Opened,
  number: number,
): Promise<{ readonly listing: Listing | null } | { readonly trouble: Trouble }> {
  const { ports, viewer, settings, inputs, repository } = run;
  try {
    const { pullRequests } = await ports.forge.readSurvey({ files: [], number });
    const [pullRequest] = pullRequests;
    if (pullRequest === undefined) return { listing: null };
    const mediation = await findFollowedAgain(pullRequest, run);
    const read = (await ports.forge.readThreadsOf([number], [])).pullRequests.get(number);
    if (mediation.kind === 'left' || mediation.escalated || read === undefined) return { listing: null };
    const signing = { secrets: inputs.markerSecrets, repositoryId: repository.id };
    return {
      listing: listPullRequest(pullRequest, mediation, read, { viewer, settings, signing, run: ports.run.id }),
    };
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    return { trouble: { kind: 'failed', text: error.message } };
  }
}
