import { type Account, normalLogin } from '../account.ts';
import type { PullRequestContext } from '../pull-request.ts';
import { isListed, type Rank, ROLES } from '../roles.ts';
import type { Settings } from '../settings.ts';
import { ownersOf } from './code-owners.ts';
import { CODEOWNERS_FILES } from './opening.ts';

/** Who is asked about a finding in `path`: the settings' maintainers, else the path's owners, else nobody (RR-32). */
export function pingFor(
  path: string,
  { maintainers }: Pick<Settings, 'maintainers'>,
  { files }: Pick<PullRequestContext, 'files'>,
): readonly string[] {
  if (maintainers !== null) return maintainers;
  const file = CODEOWNERS_FILES.flatMap((name) => files.get(name) ?? [])[0];
  return ownersOf(file?.text ?? '', path);
}

/** Accounts whose role has to be read before anybody's word in a thread of the bot can be weighed (RR-32). */
export function accountsToRank(
  { threads }: Pick<PullRequestContext, 'threads'>,
  { maintainers }: Pick<Settings, 'maintainers'>,
  isBots: (account: Account | null) => boolean,
): readonly Account[] {
  if (maintainers !== null) return [];
  const people = threads
    .filter(({ comments }) => isBots(comments[0]?.author ?? null))
    .flatMap(({ comments, resolvedBy }) => [resolvedBy, ...comments.map(({ author }) => author)])
    .filter((account): account is Account => account !== null && account.type === 'User' && !isBots(account));
  return [...new Map(people.map((account) => [normalLogin(account.login), account])).values()];
}

/** Whether somebody is a maintainer (RR-32). */
export function maintainerTest(
  { maintainers }: Pick<Settings, 'maintainers'>,
  ranks: ReadonlyMap<string, Rank>,
): (account: Account) => boolean {
  return ({ login, type }) => {
    if (type !== 'User') return false;
    if (maintainers !== null) return isListed(login, maintainers);
    return (ranks.get(normalLogin(login)) ?? 0) >= ROLES.maintainer;
  };
}
