import type { Trust } from '../../core/footer.ts';
import type { ContextParts } from '../../core/pull-request.ts';
import type { SurveyedPullRequest } from '../../core/reconcile/survey.ts';
import type { Model } from '../../ports.ts';
import { overSpent } from '../spending.ts';
import type { Opened } from './open.ts';

/** Everything of ours with a footer (SU-37). */
const POSTS: ContextParts = {
  files: [],
  folders: [],
  commits: false,
  reviews: true,
  reviewRequests: false,
  comments: 'all',
  labels: false,
  linkedIssues: false,
  threads: false,
  threadOf: null,
  statusContext: '',
};

/** Why a pull request's runs may cost no more (SU-37), as `left`; read only where there is a bound. */
export async function overSpentHere(
  { inputs, ports, viewer, start, repository }: Opened,
  { number }: SurveyedPullRequest,
  model: Model,
): Promise<{ readonly left?: string }> {
  if (inputs.maxCostUsdPerPullRequest === null) return {};
  const context = await ports.forge.readContext(number, POSTS);
  const trust: Trust = { viewer, secrets: inputs.markerSecrets, repositoryId: repository.id, number };
  const commander = start.comment?.author ?? null;
  const past = await overSpent({ inputs, forge: ports.forge, context, trust, commander, command: '/revi fix' }, model);
  return past === null ? {} : { left: past };
}
