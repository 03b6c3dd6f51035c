import { type Account, accountOfLogin } from '../core/account.ts';
import type { GitActorNode } from './reconcile-data.ts';

/** An address that GitHub gives an account: `<id>+<login>@users.noreply.<host>`, in old accounts without the id. */
const NO_REPLY = /^(?:(\d{1,15})\+)?([^@\s+]+)@users\.noreply\.[\w.-]+$/i;

/**
 * The account of a commit's author, null where GitHub knows none. For a bot GraphQL names no user (its type has room for
 * people alone), so that it is known by its address; as in git itself, whoever may push can write any address.
 */
export function authorOf(actor: GitActorNode | null): Account | null {
  if (actor === null) return null;
  const { user } = actor;
  const [, id, login] = NO_REPLY.exec(actor.email ?? '') ?? [];
  const addressed = login === undefined ? null : accountOfLogin(login, id === undefined ? null : Number(id));
  if (user === null) return addressed;
  // Where GitHub does name a bot here, only the address may say that it is one.
  if (addressed?.type === 'Bot' && addressed.id === user.databaseId) return addressed;
  return accountOfLogin(user.login, user.databaseId);
}
