import type { SyntaxNode, Tree } from './grammars.ts';
import { childOf, type Declared } from './naming.ts';

/** A script in a page, by its offsets and its language. */
export type Script = {
  readonly from: number;
  readonly to: number;
  readonly language: 'javascript' | 'tsx' | 'typescript';
};

const SCRIPT_TYPES = /^(?:module|(?:text|application)\/(?:java|ecma)script|text\/babel|text\/typescript)?$/i;

/** An element with an `id` is a scope of that name; others are none. */
export function htmlElement(node: SyntaxNode, text: string): Declared | null {
  const name = attributeOf(node, 'id', text) ?? '';
  return name === '' ? null : { name, from: node.from };
}

/** The scripts of a page or a `.vue` or `.svelte` file, in the text's order; templates and data in `<script>` are none. */
export function scriptsIn(tree: Tree, text: string): readonly Script[] {
  const scripts: Script[] = [];
  tree.iterate({
    enter: (at) => {
      if (at.type.name !== 'ScriptText') return;
      const element = at.node.parent;
      if (element === null || !SCRIPT_TYPES.test(attributeOf(element, 'type', text) ?? '')) return;
      const lang = attributeOf(element, 'lang', text);
      const language = lang === 'tsx' ? 'tsx' : lang === 'ts' || lang === 'typescript' ? 'typescript' : 'javascript';
      scripts.push({ from: at.from, to: at.to, language });
    },
  });
  return scripts;
}

function attributeOf(element: SyntaxNode, name: string, text: string): string | null {
  const tag = childOf(element, ['OpenTag', 'SelfClosingTag']);
  for (let attribute = tag?.firstChild ?? null; attribute !== null; attribute = attribute.nextSibling) {
    const key = attribute.name === 'Attribute' ? childOf(attribute, ['AttributeName']) : null;
    if (key === null || text.slice(key.from, key.to).toLowerCase() !== name) continue;
    const value = childOf(attribute, ['AttributeValue', 'UnquotedAttributeValue']);
    return value === null
      ? ''
      : text
          .slice(value.from, value.to)
          .replace(/^["']|["']$/g, '')
          .trim();
  }
  return null;
}
