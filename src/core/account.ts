/** A GitHub account as far as trust needs it (SU-10). `id` is the numeric id, null where a source does not give it. */
export type Account = {
  readonly login: string;
  readonly type: 'User' | 'Bot';
  readonly id: number | null;
};

/** A login as logins compare: trimmed, lower case, without a trailing `[bot]` (SU-10). */
export function normalLogin(login: string): string {
  return login
    .trim()
    .toLowerCase()
    .replace(/\[bot\]$/, '');
}

/** A login as somebody wrote it down, in settings say: white space around it and a leading `@` do not matter (SU-14). */
export function writtenLogin(login: string): string {
  return login.trim().replace(/^@/, '');
}

/**
 * The account that a bare login names: a trailing `[bot]` says Bot, anything else User (SU-10). For places that give
 * no type, such as input `bot-login` and GraphQL's `viewer`.
 */
export function accountOfLogin(login: string, id: number | null = null): Account {
  const name = writtenLogin(login);
  return { login: name, type: /\[bot\]$/i.test(name) ? 'Bot' : 'User', id };
}

/**
 * Whether two accounts are one: by numeric id where both have one, else by login and type. `alice` and `alice[bot]`
 * are two accounts (SU-10). A deleted account (null) is nobody, not even itself.
 */
export function sameAccount(a: Account | null, b: Account | null): boolean {
  if (a === null || b === null) return false;
  if (a.type !== b.type) return false;
  if (a.id !== null && b.id !== null) return a.id === b.id;
  return normalLogin(a.login) === normalLogin(b.login);
}
