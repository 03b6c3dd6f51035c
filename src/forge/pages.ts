/** A page of a GraphQL connection as our queries ask for it. */
export type Connection<Node> = {
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes: readonly (Node | null)[] | null;
};

/**
 * A connection read to its end from its first page (SU-20). `missing` counts what GitHub says it holds and did not
 * list. A cursor that leads back ends the reading instead of looping.
 */
export async function followPages<Node>(
  first: Connection<Node>,
  next: (after: string) => Promise<Connection<Node>>,
): Promise<{ nodes: Node[]; missing: number }> {
  const nodes: Node[] = [];
  const seen = new Set<string>();
  let page = first;
  let cut = false;
  for (;;) {
    for (const node of page.nodes ?? []) if (node !== null) nodes.push(node);
    const { hasNextPage, endCursor } = page.pageInfo;
    if (!hasNextPage) break;
    if (endCursor === null || seen.has(endCursor)) {
      cut = true;
      break;
    }
    seen.add(endCursor);
    page = await next(endCursor);
  }
  return { nodes, missing: Math.max(cut ? 1 : 0, page.totalCount - nodes.length) };
}
