import type { ContextParts, PullRequestContext } from '../core/pull-request.ts';
import type { Forge } from '../ports.ts';

/**
 * A GitHub that several actions of one run read together: the first reading of a pull request asks for the parts of all
 * of them, and each action's first reading is served from it (SU-6). An action that reads again reads anew, because it
 * does so when something has moved. Gives a view per action.
 */
export function shareSnapshot(forge: Forge, wanted: readonly ContextParts[]): () => Forge {
  const union = unionOf(wanted);
  const contexts = new Map<number, { readonly parts: ContextParts; readonly reading: Promise<PullRequestContext> }>();
  const changes = new Map<string, ReturnType<Forge['readChange']>>();
  const open = new Map<string | null, ReturnType<Forge['readOpenPullRequests']>>();
  return () => {
    const seen = new Set<number>();
    return {
      ...forge,
      readContext(number, parts) {
        const first = !seen.has(number);
        seen.add(number);
        const shared = first ? contexts.get(number) : undefined;
        if (shared !== undefined && holds(shared.parts, parts)) return shared.reading;
        const whole = unionOf([union, parts]);
        const reading = forge.readContext(number, whole);
        const entry = { parts: whole, reading };
        contexts.set(number, entry);
        // A reading that failed is not kept: the next action tries for itself.
        reading.catch(() => {
          if (contexts.get(number) === entry) contexts.delete(number);
        });
        return reading;
      },
      readChange(pullRequest) {
        const key = `${pullRequest.number} ${pullRequest.base} ${pullRequest.head}`;
        const reading = changes.get(key) ?? forge.readChange(pullRequest);
        changes.set(key, reading);
        reading.catch(() => changes.delete(key));
        return reading;
      },
      readOpenPullRequests(wantedPulls) {
        const reading = open.get(wantedPulls.headRef) ?? forge.readOpenPullRequests(wantedPulls);
        open.set(wantedPulls.headRef, reading);
        reading.catch(() => open.delete(wantedPulls.headRef));
        return reading;
      },
    };
  };
}

/** Whether a reading of `read` has all that `wanted` asks for. */
function holds(read: ContextParts, wanted: ContextParts): boolean {
  return JSON.stringify(unionOf([read, wanted])) === JSON.stringify(unionOf([read]));
}

function unionOf(all: readonly ContextParts[]): ContextParts {
  const some = (pick: (parts: ContextParts) => boolean): boolean => all.some(pick);
  const unique = (lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())];
  return {
    files: unique(all.map(({ files }) => files)),
    folders: unique(all.map(({ folders }) => folders)),
    commits: some(({ commits }) => commits),
    reviews: some(({ reviews }) => reviews),
    reviewRequests: some(({ reviewRequests }) => reviewRequests),
    comments: some(({ comments }) => comments === 'all')
      ? 'all'
      : some(({ comments }) => comments === 'conversation')
        ? 'conversation'
        : 'none',
    labels: some(({ labels }) => labels),
    threads: some(({ threads }) => threads),
    linkedIssues: some(({ linkedIssues }) => linkedIssues),
    threadOf: all.find(({ threadOf }) => threadOf !== null)?.threadOf ?? null,
    statusContext: all.find(({ statusContext }) => statusContext !== '')?.statusContext ?? '',
  };
}
