import { ForgeError } from '../../core/errors.ts';
import { listPullRequest } from '../../core/reconcile/listing.ts';
import type { Trouble } from '../../core/reconcile/outcome.ts';
import { type Followed, findFollowedAgain, type Opened } from './open.ts';

/** One pull request as it is now; null where it is not followed up on any more. */
export async function reread(
  run: Opened,
  number: number,
): Promise<{ readonly followed: Followed | null } | { readonly trouble: Trouble }> {
  const { ports, viewer, settings, inputs, repository } = run;
  try {
    const { pullRequests } = await ports.forge.readSurvey({ files: [], number });
    const [pullRequest] = pullRequests;
    if (pullRequest === undefined) return { followed: null };
    const mediation = await findFollowedAgain(pullRequest, run);
    const read = (await ports.forge.readThreadsOf([number], [])).pullRequests.get(number);
    if (mediation.kind === 'left' || read === undefined) return { followed: null };
    const signing = { secrets: inputs.markerSecrets, repositoryId: repository.id };
    const listing = listPullRequest(pullRequest, mediation, read, { viewer, settings, signing, run: ports.run.id });
    return { followed: listing === null ? null : { listing, by: mediation.by } };
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    return { trouble: { kind: 'failed', text: error.message } };
  }
}
