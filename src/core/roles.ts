/** A role by SU-14: read 1, triage 2, write 3, maintain 4, admin 5; anything else 0. */
export type Rank = 0 | 1 | 2 | 3 | 4 | 5;

/** The settings' names of roles, with their ranks (SU-14). */
export const ROLES = { guest: 1, reporter: 2, developer: 3, maintainer: 4, owner: 5 } as const satisfies Record<
  string,
  Rank
>;

export type Role = keyof typeof ROLES;

/** A login of a settings list names a User: case, a leading `@` and white space do not matter (SU-10, SU-14). */
export function isListed(login: string, list: readonly string[]): boolean {
  const wanted = login.trim().toLowerCase();
  return list.some((entry) => entry.trim().replace(/^@/, '').toLowerCase() === wanted);
}

/** Whom a command or a reply is admitted from. */
export type Admission = {
  /** Role that is enough. */
  readonly floor: Role;
  /** Logins that are admitted whatever their role; empty where the list does not count (CO-2). */
  readonly listed: readonly string[];
};

/** Whether a person of this rank is admitted (CO-12). */
export function isAdmitted(login: string, rank: Rank, admission: Admission): boolean {
  return isListed(login, admission.listed) || rank >= ROLES[admission.floor];
}

/** The floor of `/revi approve`: a maintainer's, which the settings can raise and never lower (CO-31). */
export function approvalFloor(configured: Role): Role {
  return ROLES[configured] > ROLES.maintainer ? configured : 'maintainer';
}
