import { type Access, demand } from '../accounts.ts';
import type { Urls } from '../rest/call.ts';
import type { Caller, World } from '../state.ts';

/** What every view needs: the world, who looks at it, and where this server is. */
export type Scope = { readonly world: World; readonly caller: Caller; readonly urls: Urls };

/**
 * One object of the graph: fields as values, or as functions of their arguments. A field that is not there makes the
 * whole request fail by name, so that a client never takes silence for null.
 */
export type View = { readonly __typename: string; readonly [field: string]: unknown };

/** Refuses a part of a private repository as GitHub does, with FORBIDDEN on its path. */
export function needRead(scope: Scope, ...keys: string[]): void {
  const access: Access = { level: 'read', keys, role: 'read' };
  demand(scope.world, scope.caller, access);
}
