import type { Account } from '../core/account.ts';
import { type Admission, isAdmitted, isListed } from '../core/roles.ts';
import type { Forge } from '../ports.ts';

/** What the permission gate says; a refusal has its reason for the job's summary and posts nothing (SU-14). */
export type Gate = { readonly kind: 'admitted' } | { readonly kind: 'refused'; readonly reason: string };

/**
 * The one place where it is decided who may command the bot (SU-14). The subject is the comment's author, never who ran
 * the workflow. A permission that cannot be read throws: a check that cannot be made is a refusal, and never silent.
 */
export async function checkPermission(forge: Forge, author: Account | null, admission: Admission): Promise<Gate> {
  if (author === null) return { kind: 'refused', reason: 'the account that wrote the comment is gone' };
  if (author.type === 'Bot') return { kind: 'refused', reason: `${author.login} is a bot, and bots may not command` };
  // A listed login needs no request.
  if (isListed(author.login, admission.listed)) return { kind: 'admitted' };
  const rank = await forge.readRank(author.login);
  if (isAdmitted(author.login, rank, admission)) return { kind: 'admitted' };
  return {
    kind: 'refused',
    reason: `${author.login} may not command Revi here; it takes the role ${admission.floor} or higher`,
  };
}
