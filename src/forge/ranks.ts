import { ForgeError } from '../core/errors.ts';
import type { Rank } from '../core/roles.ts';
import { type Call, refusedError } from './client.ts';
import type { Reader } from './github.ts';

const ROLES: ReadonlyMap<string, Rank> = new Map([
  ['read', 1],
  ['triage', 2],
  ['write', 3],
  ['maintain', 4],
  ['admin', 5],
]);

/**
 * The rank of a collaborator's permission (SU-14): GitHub's own roles by name; a custom role by the legacy
 * `permission`, which knows only admin, write, read and none.
 */
export function rankOf(permission: { role_name?: unknown; permission?: unknown }): Rank {
  const rank = ROLES.get(String(permission.role_name)) ?? ROLES.get(String(permission.permission));
  return rank ?? 0;
}

/** The rank of `login`. An account that is no person (an App) has none; every other refusal throws (SU-14). */
export async function readRank(reader: Reader, login: string): Promise<Rank> {
  const call: Call = {
    what: `reading the permission of ${login}`,
    route: 'GET /repos/{owner}/{repo}/collaborators/{username}/permission',
    parameters: { username: login },
    permission: 'metadata: read',
  };
  const result = await reader.client.read(call);
  if (result.kind === 'refused') {
    if (result.status === 404 && /not a user/i.test(result.message)) return 0;
    throw refusedError(call, result);
  }
  const { body, status } = result;
  if (typeof body !== 'object' || body === null || !('permission' in body)) {
    throw new ForgeError(`${call.what} failed: GitHub's answer names no permission`, { status });
  }
  return rankOf(body);
}
