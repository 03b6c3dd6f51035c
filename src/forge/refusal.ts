import type { Refusal } from '../core/effect.ts';
import { type Headers, namesPermission } from './limits.ts';

/** A refusal as it came over the wire. */
export type RefusedAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly message: string;
  readonly errors: readonly unknown[];
};

/**
 * The permission that a refusal says is missing, or null when it is about something else. `expected` is what the call
 * is known to need; GitHub's `x-accepted-github-permissions` is believed where it does not list that.
 */
export function permissionOf(refused: RefusedAnswer, expected: string): string | null {
  if (refused.status !== 403 || !(namesPermission(refused.message) || refused.errors.some(isForbidden))) return null;
  const accepted = String(refused.headers['x-accepted-github-permissions'] ?? '')
    .split(';')
    .map((alternative) => alternative.split(',').map(readable).filter(Boolean).join(' and '))
    .filter(Boolean);
  return accepted.length === 0 || accepted.includes(expected) ? expected : accepted.join(' or ');
}

/**
 * Why GitHub refused a write, by its status and words (SU-48). Of a pending review only the fact is known here; the
 * caller looks the review up.
 */
export function refusalOf(refused: RefusedAnswer, expected: string): Refusal {
  const { status, message } = refused;
  if (isHeadMoved(refused)) return { reason: 'head-moved' };
  if (/not permitted to (approve|create or approve)/i.test(message)) return { reason: 'approvals-not-permitted' };
  if (/your own pull request/i.test(message)) return { reason: 'own-pull-request' };
  if (/(issue|conversation|pull request) is locked|lock prevents/i.test(message)) return { reason: 'locked' };
  if (/pending review/i.test(message)) return { reason: 'pending-review', review: null };
  if (/protections? do(es)? not permit dismiss|not (allowed|permitted|authorized) to dismiss/i.test(message)) {
    return { reason: 'dismissal-restricted' };
  }
  // What protects a branch, GitHub says best; its words may sound like a missing permission.
  if (PROTECTED.test(message)) return { reason: 'other', message };
  const permission = permissionOf(refused, expected);
  if (permission !== null) return { reason: 'permission', permission };
  if (status === 404) return { reason: 'not-found' };
  if (status !== 422) return { reason: 'other', message };
  if (/no commit found|not part of the pull request|commit_?(id|oid)/i.test(message)) {
    return { reason: 'commit-gone' };
  }
  const entries = anchorsOf(refused);
  if (entries.length > 0 || ANCHOR.test(message)) {
    return { reason: 'anchors', entries };
  }
  return { reason: 'other', message };
}

/** Whether a commit was refused because the branch no longer ends where it was expected to (RB-22). */
export function isHeadMoved({ message, errors }: Pick<RefusedAnswer, 'message' | 'errors'>): boolean {
  const stale = (error: unknown) =>
    typeof error === 'object' && error !== null && 'type' in error && error.type === 'STALE_DATA';
  return errors.some(stale) || /expected branch to point to|is at [0-9a-f]{40} but expected/i.test(message);
}

/** GitHub's words for branch protection and rulesets. */
const PROTECTED =
  /repository rule violations|protected branch|must be made through a pull request|push to this branch/i;

/** What GitHub says of a place in the diff that it does not take, in the wordings of the years. */
const ANCHOR = /must be part of the diff|could not be resolved|start[ _]?line|pull[ _]request[ _]review[ _]thread/i;

/** GraphQL's type of error for what a token or an account may not do. */
function isForbidden(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'type' in error && error.type === 'FORBIDDEN';
}

/** Places of the inline comments that the refusal names, as in `comments[2].line`, in order. */
function anchorsOf(refused: RefusedAnswer): number[] {
  const text = `${refused.message} ${JSON.stringify(refused.errors)}`;
  const places = [...text.matchAll(/comments[[.](\d+)/g)].map((match) => Number(match[1]));
  return [...new Set(places)].sort((a, b) => a - b);
}

/** `pull_requests=write` as a workflow writes it: `pull-requests: write`. */
function readable(pair: string): string {
  const [name, level] = pair.trim().split('=');
  return name === undefined || level === undefined ? '' : `${name.trim().replaceAll('_', '-')}: ${level.trim()}`;
}
