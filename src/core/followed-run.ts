/** The head of the run that a `workflow_run` follows, as its event tells it (SU-16). */
export type FollowedHead = {
  readonly headRepository: { readonly owner: string; readonly name: string };
  readonly headBranch: string;
  readonly headSha: string;
};

type Head = {
  readonly head: string;
  readonly headRef: string;
  readonly headRepository: { readonly owner: string; readonly name: string } | null;
};

/** The one open pull request whose head is exactly the followed run's, or why there is none (SU-16). */
export function pullRequestOfRun<PullRequest extends Head>(
  { headRepository, headBranch, headSha }: FollowedHead,
  open: readonly PullRequest[],
): { readonly pullRequest: PullRequest } | { readonly skip: string } {
  const matching = open.filter(
    ({ head, headRef, headRepository: own }) =>
      head === headSha &&
      headRef === headBranch &&
      own?.owner.toLowerCase() === headRepository.owner.toLowerCase() &&
      own.name.toLowerCase() === headRepository.name.toLowerCase(),
  );
  const [only] = matching;
  if (only !== undefined && matching.length === 1) return { pullRequest: only };
  return {
    skip: `${only === undefined ? 'no' : 'more than one'} open pull request has the head of the run that this one follows`,
  };
}
