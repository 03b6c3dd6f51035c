import { type FollowedHead, pullRequestOfRun } from '../core/followed-run.ts';
import type { Forge } from '../ports.ts';

/** Number of the pull request that the followed run belongs to, by its head alone (SU-16); or why there is none. */
export async function findFollowed(
  run: FollowedHead,
  forge: Forge,
): Promise<{ readonly number: number } | { readonly skip: string }> {
  const { pullRequests } = await forge.readOpenPullRequests({ files: [], headRef: run.headBranch });
  const found = pullRequestOfRun(run, pullRequests);
  return 'skip' in found ? found : { number: found.pullRequest.number };
}
