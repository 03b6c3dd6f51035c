import { type Account, normalLogin, writtenLogin } from './account.ts';

/** Copilot's names: REST's review comments say the first, REST's reviews and GraphQL the second (RB-3). */
const COPILOT = ['copilot', 'copilot-pull-request-reviewer'];

/** A login as the settings' ones compare, without a leading `@` (SU-14); Copilot's two names are one account (RB-3, SU-10). */
function canonicalLogin(login: string): string {
  const normal = normalLogin(writtenLogin(login));
  return COPILOT.includes(normal) ? 'copilot' : normal;
}

/** Whether an account is one of the review bots `logins`: by name, and by being a Bot (RB-3). Nobody is none. */
export function isReviewBot(account: Account | null, logins: readonly string[]): boolean {
  if (account?.type !== 'Bot') return false;
  const wanted = canonicalLogin(account.login);
  return logins.some((login) => canonicalLogin(login) === wanted);
}

/** How urgent a comment says it is: 0 to 3 by its first badge; null for none, or for one of a kind that nobody knows (RB-11). */
export function badgeOf(body: string): number | null {
  const digits = /!\[P([0-9]+) Badge\]/i.exec(body)?.[1] ?? '';
  return /^[0-3]$/.test(digits) ? Number(digits) : null;
}

/** Whether a thread with this first comment is to be looked at; without a known badge it always is (RB-11). */
export function isUrgentEnough(body: string, minPriority: number | null): boolean {
  const badge = badgeOf(body);
  return badge === null || minPriority === null || badge <= minPriority;
}

/** Those of the settings' logins that may be people's: written without `[bot]`, each once, as GitHub is asked for it (RB-3). */
export function loginsToLookUp(logins: readonly string[]): readonly string[] {
  const wanted = new Map<string, string>();
  for (const login of logins.map(writtenLogin)) {
    const normal = normalLogin(login);
    if (!/\[bot\]$/i.test(login) && !COPILOT.includes(normal) && !wanted.has(normal)) wanted.set(normal, login);
  }
  return [...wanted.values()];
}

/** What is wrong with the settings when some of the logins are people's (RB-3). `people` has at least one entry. */
export function peopleError(people: readonly string[]): string {
  const [first = ''] = people;
  const [verb, owner] = people.length === 1 ? ['is', "that person's"] : ['are', "those people's"];
  return `review_bots.logins names ${people.join(', ')}, who ${verb} no bot: Revi would answer and resolve ${owner} threads; if a bot is meant, write ${first}[bot]`;
}
