import { accountOfLogin } from '../../core/account.ts';
import type { Trust } from '../../core/footer.ts';
import type { TriageInputs } from '../../core/inputs.ts';
import { describeMove } from '../../core/position.ts';
import type { Post, PullRequestContext } from '../../core/pull-request.ts';
import type { TriageSettings } from '../../core/settings.ts';
import { COMMENT_PARTS, triageContextParts } from '../../core/triage/opening.ts';
import type { ActionPorts } from '../ports.ts';

/** What a run has read of the pull request, and whose posts it believes. */
export type TriageSnapshot = { readonly context: PullRequestContext; readonly trust: Trust };

/** The first reading: one request (SU-20). A plan is for the account that will post (SU-41). */
export async function readSnapshot(number: number, inputs: TriageInputs, ports: ActionPorts): Promise<TriageSnapshot> {
  const context = await ports.forge.readContext(number, triageContextParts(inputs));
  const viewer = inputs.mode === 'plan' && inputs.botLogin !== null ? accountOfLogin(inputs.botLogin) : context.viewer;
  const trust = { viewer, secrets: inputs.markerSecrets, repositoryId: ports.run.repository.id, number };
  return { context, trust };
}

/** The conversation, read only where the settings want the rationale posted; null when the head moved meanwhile. */
export async function readConversation(
  { context }: TriageSnapshot,
  triage: TriageSettings,
  { forge }: ActionPorts,
): Promise<readonly Post[] | null> {
  if (!triage.comment) return [];
  const again = await forge.readContext(context.pullRequest.number, COMMENT_PARTS);
  return describeMove(context.pullRequest, again.pullRequest) === null ? again.comments : null;
}
