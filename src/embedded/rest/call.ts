import type { Access } from '../accounts.ts';
import { notFound } from '../refusal.ts';
import type { Caller, World } from '../state.ts';

/** Where this server is: REST's address, and the one that pages of repositories have. */
export type Urls = { readonly api: string; readonly html: string };

/** One request after it was routed, authenticated and checked against GitHub's description. */
export type Call = {
  readonly world: World;
  readonly urls: Urls;
  readonly caller: Caller;
  readonly params: { readonly [name: string]: string };
  readonly query: URLSearchParams;
  readonly body: { readonly [name: string]: unknown };
  /** `json`, `raw`, `diff`, … of the media type that was asked for. */
  readonly media: string;
};

export type Answer = {
  readonly status: number;
  /** An object is sent as JSON; text and bytes as they are. */
  readonly body?: unknown;
  readonly headers?: { readonly [name: string]: string };
};

export type Operation = {
  readonly access: Access;
  handle(call: Call): Answer | Promise<Answer>;
};

export type Operations = { readonly [key: string]: Operation };

/** A whole number from the path; anything else names nothing. */
export function numberParam(call: Call, name: string): number {
  const value = call.params[name] ?? '';
  if (!/^\d+$/.test(value)) throw notFound();
  return Number(value);
}

/** A member of the body that GitHub's description guarantees to be text; '' when it is absent. */
export function textMember(call: Call, name: string): string {
  const value = call.body[name];
  return typeof value === 'string' ? value : '';
}

/** One page of a list with the `Link` header, as GitHub pages: 30 unless `per_page` says otherwise, at most 100. */
export function page<T>(
  call: Call,
  items: readonly T[],
  path: string,
): { items: T[]; headers: Record<string, string> } {
  const size = Math.min(100, Math.max(1, Number(call.query.get('per_page') ?? 30) || 30));
  const number = Math.max(1, Number(call.query.get('page') ?? 1) || 1);
  const last = Math.max(1, Math.ceil(items.length / size));
  const link = (to: number, relation: string) => {
    const query = new URLSearchParams(call.query);
    query.set('per_page', String(size));
    query.set('page', String(to));
    return `<${call.urls.api}${path}?${query}>; rel="${relation}"`;
  };
  const links = [
    ...(number > 1 ? [link(number - 1, 'prev')] : []),
    ...(number < last ? [link(number + 1, 'next'), link(last, 'last')] : []),
    ...(number > 1 ? [link(1, 'first')] : []),
  ];
  return {
    items: items.slice((number - 1) * size, number * size),
    headers: links.length > 0 ? { link: links.join(', ') } : {},
  };
}
