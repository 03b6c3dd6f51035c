import { operations } from '../contract.ts';
import type { Operation } from './call.ts';
import { contentsOperations } from './contents.ts';
import { conversationOperations } from './conversation.ts';
import { pullOperations } from './pulls.ts';
import { repositoryOperations } from './repository.ts';
import { reviewCommentOperations } from './review-comments.ts';
import { reviewOperations } from './reviews.ts';
import { statusOperations } from './statuses.ts';

export type Route = {
  readonly key: string;
  readonly operation: Operation;
  readonly params: { readonly [name: string]: string };
};

/** Finds the operation of a request, or null where GitHub's description has none that is served here. */
export type Router = (method: string, path: string) => Route | null;

/** Parameters that may hold slashes. */
const LONG = new Set(['path', 'basehead', 'ref']);

export function openRouter(): Router {
  const all = {
    ...repositoryOperations,
    ...contentsOperations,
    ...pullOperations,
    ...reviewOperations,
    ...reviewCommentOperations,
    ...conversationOperations,
    ...statusOperations,
  };
  const routes = Object.entries(all).map(([key, operation]) => {
    if (operations[key] === undefined) throw new Error(`${key} is not in GitHub's description`);
    const [method = '', path = ''] = key.split(' ');
    const names: string[] = [];
    const pattern = path.replace(/\/\{(\w+)\}/g, (_, name: string) => {
      names.push(name);
      // The root folder's contents have no path at all.
      return name === 'path' ? '(?:/(.*))?' : LONG.has(name) ? '/(.+)' : '/([^/]+)';
    });
    return { key, operation, method, names, pattern: new RegExp(`^${pattern}$`) };
  });
  return (method, path) => {
    for (const route of routes) {
      const hit = route.method === method ? route.pattern.exec(path) : null;
      if (hit === null) continue;
      const params = Object.fromEntries(route.names.map((name, index) => [name, decode(hit[index + 1] ?? '')]));
      return { key: route.key, operation: route.operation, params };
    }
    return null;
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign names itself.
    return text;
  }
}
