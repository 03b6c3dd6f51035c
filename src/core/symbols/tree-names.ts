import { CPP_NAMES } from './cpp-names.ts';
import type { SyntaxNode } from './grammars.ts';
import { htmlElement } from './html-names.ts';
import { JAVASCRIPT_NAMES } from './javascript-names.ts';
import type { ParsedLanguage } from './language.ts';
import { childOf, type Declared, declared, headerOf, lastChildOf, type Naming, named } from './naming.ts';

/** Languages whose symbols nest as their nodes do. */
export type NestedLanguage = Exclude<ParsedLanguage, 'json' | 'yaml' | 'markdown'>;

/** What names a scope, by language and node type of its grammar. */
export const NAMES: Readonly<Record<NestedLanguage, Readonly<Record<string, Naming>>>> = {
  javascript: JAVASCRIPT_NAMES,
  typescript: JAVASCRIPT_NAMES,
  tsx: JAVASCRIPT_NAMES,
  python: {
    FunctionDefinition: named('VariableName'),
    ClassDefinition: named('VariableName'),
    TypeDefinition: named('VariableName'),
  },
  go: {
    FunctionDecl: named('DefName'),
    MethodDecl: named('FieldName'),
    TypeSpec: named('DefName'),
    MethodElem: named('FieldName'),
    // `var handler = func() { … }`, as a package declares a function that tests replace.
    FunctionLiteral: (node, text) =>
      node.parent?.name === 'VarSpec' ? declared(node, childOf(node.parent, ['DefName']), text) : null,
  },
  rust: {
    FunctionItem: named('BoundIdentifier'),
    StructItem: named('TypeIdentifier'),
    EnumItem: named('TypeIdentifier'),
    UnionItem: named('TypeIdentifier'),
    TraitItem: named('TypeIdentifier'),
    TypeItem: named('TypeIdentifier'),
    ModItem: named('BoundIdentifier'),
    MacroDefinition: named('Identifier'),
    ImplItem: rustImpl,
  },
  java: {
    ClassDeclaration: named('Definition'),
    InterfaceDeclaration: named('Definition'),
    EnumDeclaration: named('Definition'),
    RecordDeclaration: named('Definition'),
    AnnotationTypeDeclaration: named('Identifier', 'Definition'),
    MethodDeclaration: named('Definition'),
    ConstructorDeclaration: named('Definition'),
    CompactConstructorDeclaration: named('Definition'),
    AnnotationTypeElementDeclaration: named('Identifier', 'Definition'),
  },
  cpp: CPP_NAMES,
  php: {
    FunctionDefinition: named('Name'),
    MethodDeclaration: named('Name'),
    ClassDeclaration: named('Name'),
    InterfaceDeclaration: named('Name'),
    TraitDeclaration: named('Name'),
    EnumDeclaration: named('Name'),
    NamespaceDefinition: phpNamespace,
  },
  css: {
    RuleSet: cssRule,
    KeyframesStatement: named('KeyframeName'),
  },
  html: { Element: htmlElement },
};

/** `impl<T> fmt::Display for Bucket<T>` is the scope of `Bucket`. */
function rustImpl(node: SyntaxNode, text: string): Declared | null {
  const types = [
    'TypeIdentifier',
    'ScopedTypeIdentifier',
    'GenericType',
    'ReferenceType',
    'ArrayType',
    'DynamicType',
    'PointerType',
  ];
  let type = lastChildOf(node, types);
  while (type !== null && type.name !== 'TypeIdentifier')
    type = type.name === 'ScopedTypeIdentifier' ? lastChildOf(type, types) : childOf(type, types);
  const found = declared(node, type, text);
  return found === null ? null : { ...found, from: headerOf(node) };
}

/** Only a namespace with braces has a range; the other form is the whole file. */
function phpNamespace(node: SyntaxNode, text: string): Declared | null {
  if (childOf(node, ['Block']) === null) return null;
  const qualified = childOf(node, ['QualifiedName']);
  return declared(node, qualified === null ? childOf(node, ['Name']) : lastChildOf(qualified, ['Name']), text);
}

/** A rule goes by its selectors as they read, white space apart. */
function cssRule(node: SyntaxNode, text: string): Declared | null {
  const block = childOf(node, ['Block']);
  if (block === null) return null;
  const name = text.slice(node.from, block.from).trim().replace(/\s+/g, ' ');
  return name === '' ? null : { name, from: node.from };
}
