import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Parser, Tree, TreeBuffer } from '@lezer/common';
import fc from 'fast-check';
import { loadParser, parseWithin } from '../../../src/core/symbols/grammars.ts';
import { languageOf, type ParsedLanguage } from '../../../src/core/symbols/language.ts';
import { quickened } from '../../../src/core/symbols/quick-parser.ts';
import { fileOf, SNIPPETS } from './snippets.ts';

/** The parsers as Lezer has them, beside Markdown's, which is none by tables. */
const PLAIN: Readonly<Partial<Record<ParsedLanguage, () => Promise<Parser>>>> = {
  javascript: () => javascript('jsx'),
  typescript: () => javascript('ts'),
  tsx: () => javascript('jsx ts'),
  python: () => import('@lezer/python').then(({ parser }) => parser),
  go: () => import('@lezer/go').then(({ parser }) => parser),
  rust: () => import('@lezer/rust').then(({ parser }) => parser),
  java: () => import('@lezer/java').then(({ parser }) => parser),
  cpp: () => import('@lezer/cpp').then(({ parser }) => parser),
  php: () => import('@lezer/php').then(({ parser }) => parser),
  css: () => import('@lezer/css').then(({ parser }) => parser),
  html: () => import('@lezer/html').then(({ parser }) => parser),
  json: () => import('@lezer/json').then(({ parser }) => parser),
  yaml: () => import('@lezer/yaml').then(({ parser }) => parser),
};

function javascript(dialect: string): Promise<Parser> {
  return import('@lezer/javascript').then(({ parser }) => parser.configure({ dialect }));
}

/** Folders with code, configuration and style sheets that people wrote. */
const FOLDERS = [
  'src/core/symbols',
  'examples',
  ...['ajv/lib', 'picomatch', 'undici/lib/web'].map((name) => `node_modules/${name}`),
];

/** Real code by language: what stands in these folders, and all snippets. */
const TEXTS = readTexts();

function readTexts(): ReadonlyMap<ParsedLanguage, readonly string[]> {
  const texts = new Map<ParsedLanguage, string[]>();
  const add = (path: string, text: string): void => {
    const language = languageOf(path);
    if (language.kind !== 'parsed') return;
    const known = texts.get(language.grammar) ?? [];
    texts.set(language.grammar, [...known, text]);
  };
  for (const snippet of SNIPPETS) add(snippet.path, fileOf(snippet, 'snippet last'));
  for (const folder of FOLDERS) {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name));
    for (const name of names.sort().slice(0, 50)) {
      const text = readFileSync(join(folder, name), 'utf8');
      if (text.length < 40_000) add(name, text);
    }
  }
  return texts;
}

/** All that a tree is made of, node by node, with the properties by which Lezer would use it again. */
function shapeOf(tree: Tree | TreeBuffer): unknown {
  if ('buffer' in tree) return [tree.length, ...tree.buffer];
  const props = 'props' in tree ? Object.entries(tree.props ?? {}) : [];
  return [tree.type.id, tree.length, props, tree.positions, tree.children.map(shapeOf)];
}

describe('a quickened parser', () => {
  test.each(Object.keys(PLAIN) as ParsedLanguage[])('RR-21 gives the trees of the plain one: %s', async (language) => {
    const plain = await PLAIN[language]?.();
    if (plain === undefined) throw new Error(`no parser for ${language}`);
    const quick = quickened(plain);
    const texts = TEXTS.get(language) ?? [];
    expect(texts.length).toBeGreaterThan(0);
    const differing = texts.filter((text) => differs(text, { plain, quick }));
    expect(differing).toEqual([]);
    // Text that breaks off, or has lost a piece, takes every way back after errors.
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.nat(), fc.nat(400), (text, place, length) => {
        const at = place % (text.length + 1);
        const near = text.slice(Math.max(0, at - 2_000), at);
        expect(differs(near + text.slice(at + length, at + length + 500), { plain, quick })).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  test.each(Object.keys(PLAIN) as ParsedLanguage[])('RR-21 is what reads a file: %s', async (language) => {
    const parser = await loadParser(language);
    expect(Object.hasOwn(parser, 'getGoto')).toBe(true);
    // Both are internals of Lezer's, which a new version may call otherwise: it would be read as slowly as before.
    const parse = parser.startParse('');
    expect('tokens' in parse && Object.hasOwn(parse.tokens as object, 'addActions')).toBe(true);
    expect(await loadParser(language)).toBe(parser);
  });

  test("Markdown's parser has no tables and stays as it is", async () => {
    const parser = await loadParser('markdown');
    expect(quickened(parser)).toBe(parser);
  });
});

function differs(text: string, { plain, quick }: { readonly plain: Parser; readonly quick: Parser }): boolean {
  const wanted = parseWithin(plain, text);
  const given = parseWithin(quick, text);
  return JSON.stringify(wanted && shapeOf(wanted)) !== JSON.stringify(given && shapeOf(given));
}
