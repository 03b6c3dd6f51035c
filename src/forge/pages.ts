/** A page of a GraphQL connection as our queries ask for it. */
export type Connection<Node> = {
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes: readonly (Node | null)[] | null;
};

/**
 * The pages of a connection from its first one. A cursor that leads back ends them instead of looping: the last page then
 * still says that there is a next one.
 */
export async function* pagesOf<Node>(
  first: Connection<Node>,
  next: (after: string) => Promise<Connection<Node>>,
): AsyncGenerator<Connection<Node>> {
  const seen = new Set<string>();
  let page = first;
  for (;;) {
    yield page;
    const { hasNextPage, endCursor } = page.pageInfo;
    if (!hasNextPage || endCursor === null || seen.has(endCursor)) return;
    seen.add(endCursor);
    page = await next(endCursor);
  }
}

/** The entries of a page. */
export function nodesOf<Node>({ nodes }: Pick<Connection<Node>, 'nodes'>): Node[] {
  return (nodes ?? []).filter((node) => node !== null);
}

/** A connection read to its end (SU-20). `missing` counts what GitHub says it holds and did not list. */
export async function followPages<Node>(
  first: Connection<Node>,
  next: (after: string) => Promise<Connection<Node>>,
): Promise<{ nodes: Node[]; missing: number }> {
  const nodes: Node[] = [];
  let last = first;
  for await (const page of pagesOf(first, next)) {
    nodes.push(...nodesOf(page));
    last = page;
  }
  return { nodes, missing: Math.max(last.pageInfo.hasNextPage ? 1 : 0, last.totalCount - nodes.length) };
}

/** A connection that is read on by whoever has its next page, as where pages of several share a request. */
export type Listing<Node> = {
  readonly nodes: Node[];
  /** Takes the next page and gives the cursor of the one after it; null at the end, or where a cursor leads back. */
  take(page: Connection<Node>): string | null;
  /** What GitHub says it holds and did not list, as in `followPages`. */
  missing(): number;
};

export function createListing<Node>(): Listing<Node> {
  const nodes: Node[] = [];
  const seen = new Set<string>();
  let last: Connection<Node> | null = null;
  return {
    nodes,
    take(page) {
      last = page;
      for (const node of nodesOf(page)) nodes.push(node);
      const { hasNextPage, endCursor } = page.pageInfo;
      if (!hasNextPage || endCursor === null || seen.has(endCursor)) return null;
      seen.add(endCursor);
      return endCursor;
    },
    missing: () => (last === null ? 0 : Math.max(last.pageInfo.hasNextPage ? 1 : 0, last.totalCount - nodes.length)),
  };
}
