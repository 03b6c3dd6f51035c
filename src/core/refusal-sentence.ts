import type { Refusal } from './effect.ts';
import { assertNever } from './errors.ts';

/** The repository setting that lets the workflow token approve. */
export const APPROVE_SETTING =
  'Settings → Actions → General → "Allow GitHub Actions to create and approve pull requests"';

/** One sentence for a refusal by GitHub, naming the setting or permission to change (SU-48). `doing` is what was tried. */
export function refusalSentence(refusal: Refusal, doing: string): string {
  switch (refusal.reason) {
    case 'own-pull-request':
      return 'GitHub lets nobody approve or request changes on their own pull request, and the posting account opened this one.';
    case 'approvals-not-permitted':
      return `this repository does not let GitHub Actions approve pull requests; turn on ${APPROVE_SETTING}, or post with a GitHub App's token.`;
    case 'permission':
      return `the token may not ${doing}; give the job \`${refusal.permission}\`.`;
    case 'dismissal-restricted':
      return 'the branch protection restricts who can dismiss reviews; add the posting account under "Restrict who can dismiss pull request reviews".';
    case 'locked':
      return 'the conversation is locked, and a lock prevents reviews and replies; unlock it and ask again.';
    case 'commit-gone':
      return 'the commit that was read is no longer part of the pull request.';
    case 'head-moved':
      return 'the head of the branch moved: it no longer ends in the commit that was read.';
    case 'pending-review':
      return refusal.review === null
        ? 'the posting account has a pending review on this pull request; submit or delete it and ask again.'
        : `the posting account has a pending review of its own on this pull request (${refusal.review.url}); submit or delete it and ask again.`;
    case 'anchors':
      return 'GitHub refused the place of an inline comment.';
    case 'not-found':
      return `GitHub did not find what was needed to ${doing}; it may have been deleted meanwhile.`;
    case 'other':
      return `GitHub refused to ${doing}: ${refusal.message}`;
    default:
      return assertNever(refusal);
  }
}
