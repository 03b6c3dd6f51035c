import { readCommit } from '../git.ts';
import { parseNodeId } from '../node-id.ts';
import { visibleReviews, visibleThreads } from '../pull-request.ts';
import { Refused } from '../refusal.ts';
import { isoSeconds } from '../state.ts';
import { actorView, viewerView } from './actor.ts';
import { commitView } from './commit.ts';
import { issueCommentView, reviewCommentView, reviewView, threadView } from './conversation.ts';
import type { Cost } from './limits.ts';
import { noNode } from './mutations.ts';
import { pullRequestView } from './pull-request.ts';
import { repositoryView } from './repository.ts';
import { needRead, type Scope, type View } from './scope.ts';

/** The fields at the root of a query. */
export function queries(scope: Scope, cost: Cost) {
  const { world } = scope;
  return {
    viewer: () => viewerView(scope),
    repository: ({ owner, name }: { owner: string; name: string }) => {
      const ours = `${world.repository.owner}/${world.repository.name}`;
      if (`${owner}/${name}`.toLowerCase() === ours.toLowerCase()) return repositoryView(scope);
      throw unresolved(`a Repository with the name '${owner}/${name}'`);
    },
    /** An App's account is no user, with `[bot]` or without. */
    user: ({ login }: { login: string }) => {
      const account = world.accounts.get(login.toLowerCase());
      if (account?.type !== 'User') throw unresolved(`a User with the login of '${login}'`);
      return actorView(scope, account);
    },
    node: ({ id }: { id: string }) => nodeView(scope, id),
    nodes: ({ ids }: { ids: readonly string[] }) => {
      if (ids.length > 100)
        throw new Refused(`You may not provide more than 100 node ids; you provided ${ids.length}.`, {
          status: 422,
          type: 'ARGUMENT_LIMIT',
        });
      // Each is found or not by itself: an unknown one is null with an error at its own place.
      return ids.map((id) => nodeView(scope, id));
    },
    rateLimit: () => {
      const { limit, used, resetAt } = world.rates.graphql;
      const remaining = Math.max(0, limit - used - cost.points);
      return {
        cost: cost.points,
        limit,
        used: used + cost.points,
        remaining,
        nodeCount: cost.nodes,
        resetAt: isoSeconds(resetAt),
      };
    },
  };
}

function unresolved(what: string): Refused {
  return new Refused(`Could not resolve to ${what}.`, { status: 404, type: 'NOT_FOUND' });
}

/** What a node id names, as the caller may see it. */
async function nodeView(scope: Scope, id: string): Promise<View> {
  const { world, caller } = scope;
  const wanted = parseNodeId(id);
  const is = (type: string, key: number | string) => wanted?.type === type && wanted.key === String(key);
  if (is('Repository', world.repository.id)) return repositoryView(scope);
  for (const account of world.accounts.values())
    if (is(account.type, account.id)) return actorView(scope, account) ?? Promise.reject(noNode(id));
  if (wanted?.type === 'Commit') {
    needRead(scope, 'contents');
    const commit = await readCommit(world.git, wanted.key);
    if (commit !== null) return commitView(scope, commit);
  }
  for (const pull of world.pulls.values()) {
    const found = (view: View) => {
      needRead(scope, 'pull-requests');
      return view;
    };
    if (is('PullRequest', pull.id)) return found(pullRequestView(scope, pull));
    const review = visibleReviews(pull, caller.account).find((candidate) => is('PullRequestReview', candidate.id));
    if (review) return found(reviewView(scope, pull, review));
    const comment = pull.comments.find((candidate) => is('IssueComment', candidate.id));
    if (comment) return found(issueCommentView(scope, pull, comment));
    for (const thread of visibleThreads(pull, caller.account)) {
      if (is('PullRequestReviewThread', thread.id)) return found(threadView(scope, pull, thread));
      const remark = thread.comments.find((candidate) => is('PullRequestReviewComment', candidate.id));
      if (remark) return found(reviewCommentView(scope, pull, thread, remark));
    }
  }
  throw noNode(id);
}
