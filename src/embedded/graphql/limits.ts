import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

export type Cost = { readonly points: number; readonly nodes: number };

export type LimitError = { readonly type: string; readonly message: string };

/**
 * What GitHub counts before it executes: every connection needs `first` or `last` between 1 and 100, and all of them
 * together may ask for 500,000 nodes at most. Points are the requests for connections divided by 100, at least 1.
 */
export function measure(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  options: { variables: { readonly [name: string]: unknown }; nodes: number },
): { cost: Cost; errors: readonly LimitError[] } {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  const errors: LimitError[] = [];
  let nodes = 0;
  let requests = 0;

  function visit(set: SelectionSetNode, type: GraphQLCompositeType, times: number): void {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD || selection.kind === Kind.INLINE_FRAGMENT) {
        const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
        const named = fragment?.typeCondition && schema.getType(fragment.typeCondition.name.value);
        if (fragment) visit(fragment.selectionSet, isCompositeType(named) ? named : type, times);
        continue;
      }
      const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[selection.name.value] : undefined;
      if (field === undefined) continue;
      const inner = getNamedType(field.type);
      if (!isCompositeType(inner)) continue;
      let size = 1;
      if (set === operation.selectionSet && field.name === 'nodes') {
        const { ids } = getArgumentValues(field, selection, options.variables);
        size = Array.isArray(ids) ? ids.length : 1;
        nodes += size;
      }
      if (inner.name.endsWith('Connection')) {
        const asked = getArgumentValues(field, selection, options.variables);
        const problem = boundary(field.name, asked);
        if (problem) errors.push(problem);
        size = Number(asked['first'] ?? asked['last'] ?? 1);
        requests += times;
        nodes += times * size;
      }
      if (selection.selectionSet) visit(selection.selectionSet, inner, times * size);
    }
  }

  const root = schema.getRootType(operation.operation);
  if (root) visit(operation.selectionSet, root, 1);
  if (errors.length === 0 && nodes > options.nodes)
    errors.push({
      type: 'MAX_NODE_LIMIT_EXCEEDED',
      message: `This query requests up to ${nodes.toLocaleString('en-US')} possible nodes which exceeds the maximum limit of ${options.nodes.toLocaleString('en-US')}.`,
    });
  return { cost: { points: Math.max(1, Math.round(requests / 100)), nodes }, errors };
}

function boundary(name: string, asked: { readonly [name: string]: unknown }): LimitError | null {
  const { first, last } = asked;
  if (first == null && last == null)
    return {
      type: 'MISSING_PAGINATION_BOUNDARIES',
      message: `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.`,
    };
  if (first != null && last != null)
    return {
      type: 'UNSUPPORTED_PAGINATION_BOUNDARIES',
      message: `Passing both \`first\` and \`last\` to paginate the \`${name}\` connection is not supported.`,
    };
  const key = first == null ? 'last' : 'first';
  const size = Number(asked[key]);
  if (size > 100)
    return {
      type: 'EXCESSIVE_PAGINATION',
      message: `Requesting ${size} records on the \`${name}\` connection exceeds the \`${key}\` limit of 100 records.`,
    };
  return size >= 1
    ? null
    : { type: 'INSUFFICIENT_PAGINATION', message: `\`${key}\` on the \`${name}\` connection cannot be less than one.` };
}
