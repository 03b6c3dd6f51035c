import { forbidden, notFound, Refused } from './refusal.ts';
import type { Account, Caller, Level, Repository, World } from './state.ts';

const BUILT_IN = ['read', 'triage', 'write', 'maintain', 'admin'];

/** What an operation demands. An installation's token needs one of `keys`; a user needs the `role`. */
export type Access = {
  readonly level: Level;
  readonly keys: readonly string[];
  readonly role: 'read' | 'triage' | 'write';
};

/** Ids that everybody sees: of workflows' commits, and of those that GitHub itself makes. */
const WELL_KNOWN: { readonly [login: string]: number } = { 'github-actions[bot]': 41898282, 'web-flow': 19864447 };

/** Every account that was named once; a login that ends in `[bot]` is an App's. */
export function accountOf(world: Pick<World, 'accounts' | 'nextId'>, login: string): Account {
  const known = world.accounts.get(login.toLowerCase());
  if (known) return known;
  const made: Account = {
    login,
    id: WELL_KNOWN[login.toLowerCase()] ?? world.nextId(),
    type: login.endsWith('[bot]') ? 'Bot' : 'User',
  };
  world.accounts.set(login.toLowerCase(), made);
  return made;
}

/** GraphQL's spelling of an author's login. `viewer` keeps the `[bot]`. */
export function plainLogin(account: Account): string {
  return account.login.replace(/\[bot\]$/, '');
}

/** The role of an account on the repository, as `role_name` and as the older `permission` tell it. */
export function roleOf(repository: Repository, login: string): { roleName: string; permission: string } {
  const granted =
    repository.owner.toLowerCase() === login.toLowerCase()
      ? 'admin'
      : repository.collaborators.get(login.toLowerCase());
  const roleName = granted ?? (repository.private ? 'none' : 'read');
  const built = repository.customRoles.get(roleName) ?? roleName;
  const permission = built === 'maintain' ? 'write' : built === 'triage' ? 'read' : built;
  return { roleName, permission };
}

/** 0 for nobody, 1 read … 5 admin; a custom role counts as the one that it extends. */
export function rankOf(repository: Repository, login: string): number {
  const { roleName } = roleOf(repository, login);
  return BUILT_IN.indexOf(repository.customRoles.get(roleName) ?? roleName) + 1;
}

/** Whether the caller may do this; see {@link demand} for the refusals. */
export function may(world: World, caller: Caller, access: Access): boolean {
  if (caller.kind === 'user')
    return rankOf(world.repository, caller.account.login) >= BUILT_IN.indexOf(access.role) + 1;
  if (access.level === 'read' && !world.repository.private) return true;
  return access.keys.some((key) => {
    // Every installation's token has `metadata: read`.
    const held = caller.permissions[key] ?? (key === 'metadata' ? 'read' : 'none');
    return held === 'write' || (held === 'read' && access.level === 'read');
  });
}

/** Refuses as GitHub does: a private repository is not even there for a user without a role. */
export function demand(world: World, caller: Caller, access: Access): void {
  if (may(world, caller, access)) return;
  if (caller.kind === 'installation') throw forbidden();
  if (rankOf(world.repository, caller.account.login) === 0) throw notFound();
  throw new Refused(`Must have ${access.role} access to the repository.`, { status: 403, type: 'FORBIDDEN' });
}

/** The header `x-accepted-github-permissions`. */
export function acceptedPermissions(access: Access): string {
  return access.keys.map((key) => `${key.replaceAll('-', '_')}=${access.level}`).join('; ');
}

export function sameAccount(a: Account | null, b: Account | null): boolean {
  return a !== null && b !== null && a.id === b.id;
}

/** GitHub's word for how an author stands to the repository. Never a gate. */
export function associationOf(world: World, author: Account | null): string {
  if (author === null || author.type === 'Bot') return 'NONE';
  if (author.login.toLowerCase() === world.repository.owner.toLowerCase()) return 'OWNER';
  return world.repository.collaborators.has(author.login.toLowerCase()) ? 'COLLABORATOR' : 'CONTRIBUTOR';
}
