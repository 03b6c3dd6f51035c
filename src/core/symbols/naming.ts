import type { SyntaxNode } from './grammars.ts';

/** What a node declares: the bare name, and where its header begins if that is before the node itself. */
export type Declared = { readonly name: string; readonly from: number };

/** The name that a node gives its range, or null where it gives none. */
export type Naming = (node: SyntaxNode, text: string) => Declared | null;

/** Nodes around a declaration that are part of it: decorators, attributes, `export`, `template <…>`. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'DecoratedStatement',
  'AttributeItem',
  'TemplateDeclaration',
  'ExportDeclaration',
  'AmbientDeclaration',
]);

/** A declaration whose name is its first child of one of these types. */
export function named(...types: readonly string[]): Naming {
  return (node, text) => declared(node, childOf(node, types), text);
}

/** A declaration whose name is its last child of one of these types. */
export function lastNamed(...types: readonly string[]): Naming {
  return (node, text) => declared(node, lastChildOf(node, types), text);
}

/** The declaration that a node is, by the node that holds its name; the header begins with its decorators and attributes. */
export function declared(node: SyntaxNode, name: SyntaxNode | null, text: string): Declared | null {
  if (name === null || name.to === name.from) return null;
  return { name: text.slice(name.from, name.to), from: Math.min(headerOf(node), name.from) };
}

/** Where the header of a declaration begins, wrappers included. */
export function headerOf(node: SyntaxNode): number {
  let outer = node;
  while (outer.parent !== null && WRAPPERS.has(outer.parent.name)) outer = outer.parent;
  return outer.from;
}

/** The first child of one of these types. */
export function childOf(node: SyntaxNode, types: readonly string[]): SyntaxNode | null {
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (types.includes(child.name)) return child;
  return null;
}

/** The last child of one of these types. */
export function lastChildOf(node: SyntaxNode, types: readonly string[]): SyntaxNode | null {
  for (let child = node.lastChild; child !== null; child = child.prevSibling)
    if (types.includes(child.name)) return child;
  return null;
}
