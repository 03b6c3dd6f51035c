import type { SyntaxNode } from './grammars.ts';
import { childOf, type Declared, declared, headerOf, lastChildOf, type Naming, named } from './naming.ts';

const KEYS = ['PropertyDefinition', 'PrivatePropertyDefinition', 'String', 'Number'];
const COMPUTED = ['PropertyName', 'VariableName', 'MemberExpression'];

/** Names of JavaScript, TypeScript and JSX. */
export const JAVASCRIPT_NAMES: Readonly<Record<string, Naming>> = {
  FunctionDeclaration: declaration,
  ClassDeclaration: declaration,
  AmbientFunctionDeclaration: declaration,
  InterfaceDeclaration: named('TypeDefinition'),
  TypeAliasDeclaration: named('TypeDefinition'),
  EnumDeclaration: named('TypeDefinition'),
  NamespaceDeclaration: (node, text) =>
    declared(node, lastChildOf(node, ['PropertyDefinition']) ?? childOf(node, ['VariableDefinition']), text),
  MethodDeclaration: member,
  MethodType: member,
  // `{ load() {} }`; a property that holds a function is named by the function's own row.
  Property: (node, text) => (childOf(node, ['ParamList']) === null ? null : member(node, text)),
  FunctionExpression: value,
  ArrowFunction: value,
  ClassExpression: value,
};

function declaration(node: SyntaxNode, text: string): Declared | null {
  const own = declared(node, childOf(node, ['VariableDefinition']), text);
  return own ?? (isDefaultExport(node) ? { name: 'default', from: headerOf(node) } : null);
}

function member(node: SyntaxNode, text: string): Declared | null {
  return declaredByKey(node, keyOf(node), text);
}

/** A function or class that is a value takes its own name, else that of what it is assigned to at once. */
function value(node: SyntaxNode, text: string): Declared | null {
  const own = declared(node, childOf(node, ['VariableDefinition']), text);
  const holder = node.parent;
  if (own !== null || holder === null) return own;
  if (isDefaultExport(node)) return { name: 'default', from: headerOf(node) };
  if (holder.name === 'Property' || holder.name === 'PropertyDeclaration') {
    const found = declaredByKey(node, keyOf(holder), text);
    return found === null ? null : { ...found, from: holder.from };
  }
  if (holder.name !== 'VariableDeclaration' && holder.name !== 'AssignmentExpression') return null;

  const equals = node.prevSibling;
  if (equals?.name !== 'Equals') return null;
  let target = equals.prevSibling;
  while (target?.name === 'TypeAnnotation') target = target.prevSibling;
  if (target?.name === 'VariableDefinition' || target?.name === 'VariableName') return declared(node, target, text);
  if (target?.name !== 'MemberExpression') return null;
  const found = declaredByKey(node, lastChildOf(target, ['PropertyName', 'PrivatePropertyName', 'String']), text);
  return found === null ? null : { ...found, from: target.from };
}

function keyOf(holder: SyntaxNode): SyntaxNode | null {
  for (let child = holder.firstChild; child !== null; child = child.nextSibling) {
    if (KEYS.includes(child.name)) return child;
    // `[Symbol.iterator]() {}` goes by the last name between its brackets.
    if (child.name === '[') {
      const inner = child.nextSibling;
      if (inner === null || !COMPUTED.includes(inner.name)) return null;
      return inner.name === 'MemberExpression' ? lastChildOf(inner, ['PropertyName']) : inner;
    }
    if (['ParamList', 'Equals', ':', 'Block'].includes(child.name)) return null;
  }
  return null;
}

/** A key may be quoted; the bare name is what stands in the quotes. */
function declaredByKey(node: SyntaxNode, key: SyntaxNode | null, text: string): Declared | null {
  const found = declared(node, key, text);
  if (found === null || key?.name !== 'String') return found;
  const name = found.name.slice(1, -1);
  return name === '' ? null : { ...found, name };
}

function isDefaultExport(node: SyntaxNode): boolean {
  const holder = node.parent;
  return holder?.name === 'ExportDeclaration' && childOf(holder, ['default']) !== null;
}
