import { plainLogin } from '../accounts.ts';
import { nodeId } from '../node-id.ts';
import type { Account, Label, Team } from '../state.ts';
import { repositoryView } from './repository.ts';
import type { Scope, View } from './scope.ts';

/** An author. GraphQL spells an App's login without `[bot]`; a deleted account is null. */
export function actorView(scope: Scope, account: Account | null): View | null {
  if (account === null) return null;
  const login = plainLogin(account);
  return {
    __typename: account.type,
    ...common(scope, account),
    login,
    ...(account.type === 'User' ? { name: null, email: '', isSiteAdmin: false } : {}),
  };
}

/** The account of the token. Unlike an author it keeps the `[bot]`, and is a User even when it is an App's. */
export function viewerView(scope: Scope): View {
  const { account } = scope.caller;
  return { __typename: 'User', ...common(scope, account), login: account.login, name: null, email: '', isViewer: true };
}

function common(scope: Scope, account: Account): Record<string, unknown> {
  const path = account.type === 'Bot' ? `/apps/${plainLogin(account)}` : `/${account.login}`;
  return {
    id: nodeId(account.type, account.id),
    databaseId: account.id,
    url: scope.urls.html + path,
    resourcePath: path,
    avatarUrl: () => `${scope.urls.html}/avatars/${account.id}`,
  };
}

export function teamView(scope: Scope, team: Team): View {
  const path = `/orgs/${scope.world.repository.owner}/teams/${team.slug}`;
  return {
    __typename: 'Team',
    id: nodeId('Team', team.id),
    databaseId: team.id,
    slug: team.slug,
    name: team.slug,
    combinedSlug: `${scope.world.repository.owner}/${team.slug}`,
    url: scope.urls.html + path,
    resourcePath: path,
  };
}

export function labelView(scope: Scope, label: Label): View {
  const { owner, name } = scope.world.repository;
  const path = `/${owner}/${name}/labels/${encodeURIComponent(label.name)}`;
  return {
    __typename: 'Label',
    id: nodeId('Label', label.id),
    name: label.name,
    color: label.color,
    description: label.description,
    isDefault: false,
    url: scope.urls.html + path,
    resourcePath: path,
    repository: () => repositoryView(scope),
  };
}
