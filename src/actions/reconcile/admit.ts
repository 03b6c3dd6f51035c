import { ForgeError } from '../../core/errors.ts';
import type { Trouble } from '../../core/reconcile/outcome.ts';
import { ROLES } from '../../core/roles.ts';
import type { Followed, Opened } from './open.ts';

/** Why a pull request is left alone; a trouble where it should not have been. */
export type Barred = { readonly left: string; readonly troubles?: readonly Trouble[] };

/**
 * Why nothing is done on a pull request that is followed up on, or null (RB-13, RB-24): asked before anything is finished,
 * judged or applied.
 */
export async function whyBarred(
  { listing, by }: Followed,
  { settings, ports }: Pick<Opened, 'settings' | 'ports'>,
): Promise<Barred | null> {
  const { pullRequest, incomplete } = listing;
  if (listing.escalated) return { left: 'it carries the label needs-human' };
  if (incomplete.length > 0) {
    const text = `GitHub did not list everything, so that nothing is settled: ${incomplete.join('; ')}`;
    return { left: '', troubles: [{ kind: 'no verdict', text }] };
  }
  if (listing.threads.length === 0 && listing.toResolve.length === 0) return { left: '' };
  if (pullRequest.locked) return { left: 'its conversation is locked' };
  if (by !== 'trailer') return null;
  const { author } = pullRequest;
  if (author === null) return { left: 'its author’s account is gone' };
  const name = author.type === 'Bot' ? `${author.login.replace(/\[bot\]$/i, '')}[bot]` : author.login;
  try {
    if ((await ports.forge.readRank(name)) >= ROLES.developer) return null;
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    return { left: '', troubles: [{ kind: 'failed', text: error.message }] };
  }
  const either = settings.authors.length === 0 ? '' : ' either';
  return { left: `its author ${name} has not the role developer (Write) and is not in review_bots.authors${either}` };
}
