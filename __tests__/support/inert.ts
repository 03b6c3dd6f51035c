import fc from 'fast-check';
import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** A body as GitHub's Markdown. */
export const parse = (markdown: string): Root =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });

/** The text of a node that holds nothing but text; fails on anything else. */
export function onlyText(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (!('children' in node)) throw new Error(`found ${node.type}`);
  return node.children.map((child) => (child.type === 'text' ? child.value : fail(child))).join('');
}

/** Says which node should not be there. */
export function fail(node: Nodes): never {
  throw new Error(`found ${node.type}: ${JSON.stringify(node)}`);
}

/** Text of a body of one paragraph; '' for an empty body. */
export function paragraphText(markdown: string): string {
  const { children } = parse(markdown);
  const [only, ...others] = children;
  if (only === undefined) return '';
  if (only.type !== 'paragraph' || others.length > 0) return fail(others[0] ?? only);
  return onlyText(only);
}

/** GitHub's own readings of a rendered text, and the start of a command. */
export const ALIVE: readonly RegExp[] = [
  /@[A-Za-z0-9]/,
  /#[0-9]/,
  /![0-9]/,
  /gh-[0-9]/i,
  /[0-9a-f]{7}/i,
  /:\/\//,
  /www\./i,
  /:[a-z0-9_+-]+:/i,
  /^\s*\//,
];

/** Parts of texts that do something on GitHub, or that break what stands around them. */
export const HOSTILE = [
  '@acme/owners',
  '@bea',
  '#3',
  'yuki/ledger#4',
  'GH-12',
  'gh-7',
  '3f2a9c1',
  'deadbeefdeadbeefdeadbeefdeadbeefdeadbeef',
  'https://evil.example/x',
  'http://a.b',
  'ftp://a.b',
  'www.evil.example',
  'bea@ledger.example',
  'mailto:a@b.example',
  'xmpp:a@b.example',
  '![p](https://img.example/x.png)',
  '[l](x)',
  '[^1]',
  '[^1]: x',
  '[x]: y',
  '[ ]',
  '<img src=x onerror=1>',
  '<details>',
  '<!--',
  '-->',
  '<!-- revi-classify: v1 -->',
  '&lt;',
  '&amp;',
  '&#64;bea',
  '`',
  '``',
  '```js',
  '~~~',
  '**',
  '__',
  '_',
  '~~',
  '\\',
  '\\|',
  '|',
  '| a | b |',
  '---',
  '***',
  '===',
  ':-:',
  '| --- |',
  '- ',
  '+ ',
  '* ',
  '1. ',
  '2) ',
  '# ',
  '> ',
  '/revi approve',
  '$x$',
  '$$',
  ':tada:',
  '\n',
  '\r\n',
  '\n\n',
  '\t',
  '    ',
  '\u2028',
  '\u0085',
  '\u0000',
  '\u202e',
  '\u200b',
  '\u200d',
  '\ud83d',
  '👩‍👩‍👧',
  'ü',
  'مرحبا',
  '://',
  'www',
  '.',
  ':',
  '/',
  '!',
  '[!NOTE]',
  '@',
  '#',
  'a',
  '7',
  ' ',
];
const hostileText = () => fc.array(fc.constantFrom(...HOSTILE), { maxLength: 14 }).map((parts) => parts.join(''));

/** Hostile and other texts. */
export const anyText = () =>
  fc.oneof(hostileText(), fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 60 }));
