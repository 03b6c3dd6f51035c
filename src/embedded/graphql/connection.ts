import { Refused } from '../refusal.ts';

export type PageArguments = {
  readonly first?: number | null;
  readonly last?: number | null;
  readonly after?: string | null;
  readonly before?: string | null;
};

/** One page of a list as a GraphQL connection. Cursors are places in the list, opaque as GitHub's. */
export function connection<Item>(items: readonly Item[], page: PageArguments, view: (item: Item) => unknown) {
  const from = page.after == null ? 0 : placeOf(page.after) + 1;
  const to = page.before == null ? items.length : placeOf(page.before);
  let start = from;
  let end = Math.max(from, to);
  if (page.first != null) end = Math.min(end, start + page.first);
  if (page.last != null) start = Math.max(start, end - page.last);
  const edges = items.slice(start, end).map((item, index) => ({ cursor: cursorOf(start + index), node: view(item) }));
  return {
    totalCount: items.length,
    edges,
    nodes: edges.map((edge) => edge.node),
    pageInfo: {
      hasNextPage: end < items.length,
      hasPreviousPage: start > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

function cursorOf(place: number): string {
  return Buffer.from(`cursor:v2:${place}`, 'utf8').toString('base64');
}

function placeOf(cursor: string): number {
  const [, place] = /^cursor:v2:(\d+)$/.exec(Buffer.from(cursor, 'base64').toString('utf8')) ?? [];
  if (place === undefined)
    throw new Refused(`\`${cursor}\` does not appear to be a valid cursor.`, { status: 422, type: 'BAD_USER_INPUT' });
  return Number(place);
}
