import type { SyntaxNode } from './grammars.ts';
import { childOf, type Declared, declared, headerOf, lastChildOf, type Naming, named } from './naming.ts';

const DECLARATORS = ['FunctionDeclarator', 'PointerDeclarator', 'ReferenceDeclarator', 'ParenthesizedDeclarator'];
const NAMES = ['Identifier', 'FieldIdentifier', 'DestructorName', 'OperatorName', 'TemplateFunction', 'TemplateMethod'];
const TYPE_NAMES = ['TypeIdentifier', 'ScopedTypeIdentifier', 'TemplateType'];
const BODIES = ['FieldDeclarationList', 'EnumeratorList'];

/** Names of C and C++: of definitions only, since a prototype's line stands alone, and a use of a type looks like one. */
export const CPP_NAMES: Readonly<Record<string, Naming>> = {
  FunctionDefinition: functionDefinition,
  ClassSpecifier: typeDefinition,
  StructSpecifier: typeDefinition,
  UnionSpecifier: typeDefinition,
  EnumSpecifier: typeDefinition,
  NamespaceDefinition: (node, text) => declared(node, lastChildOf(node, ['Identifier', 'NamespaceIdentifier']), text),
  ConceptDefinition: named('Identifier'),
  AliasDeclaration: named('TypeIdentifier'),
};

function functionDefinition(node: SyntaxNode, text: string): Declared | null {
  const cast = childOf(node, ['OperatorCast']);
  if (cast !== null) {
    const end = childOf(cast, ['AbstractFunctionDeclarator']) ?? cast;
    return { name: spaced(text.slice(cast.from, end === cast ? cast.to : end.from)), from: headerOf(node) };
  }
  let declarator = childOf(node, DECLARATORS);
  while (declarator !== null) {
    const inner = childOf(declarator, DECLARATORS);
    if (inner === null) break;
    declarator = inner;
  }
  if (declarator === null) return null;
  let name = childOf(declarator, [...NAMES, 'ScopedIdentifier']);
  while (name?.name === 'ScopedIdentifier') name = lastChildOf(name, [...NAMES, 'ScopedIdentifier']);
  if (name?.name === 'TemplateFunction' || name?.name === 'TemplateMethod') name = childOf(name, NAMES);
  const found = declared(node, name, text);
  return found === null ? null : { ...found, name: spaced(found.name) };
}

/** A class, struct, union or enum with a body; an unnamed one of a `typedef` goes by the name that it is given there. */
function typeDefinition(node: SyntaxNode, text: string): Declared | null {
  if (childOf(node, BODIES) === null) return null;
  let name = childOf(node, TYPE_NAMES);
  if (name === null && node.parent?.name === 'TypeDefinition') name = lastChildOf(node.parent, ['TypeIdentifier']);
  if (name?.name === 'ScopedTypeIdentifier') name = lastChildOf(name, ['TypeIdentifier', 'TemplateType']);
  if (name?.name === 'TemplateType') name = childOf(name, ['TypeIdentifier']);
  const found = declared(node, name, text);
  return found === null ? null : { ...found, from: headerOf(node) };
}

/** `operator ==` and `operator==` are one. */
function spaced(name: string): string {
  return name
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^operator (?=[^\w\s])/, 'operator');
}
