import type { Input, Parser, PartialParse, SyntaxNode, Tree, TreeFragment } from '@lezer/common';
import type { ParsedLanguage } from './language.ts';
import { quickened } from './quick-parser.ts';

// The one file that loads Lezer; what its trees are made of is told to the others by these types.
export type { Input, Parser, PartialParse, SyntaxNode, Tree, TreeFragment };

/** Numbers on the parser's stack, three for each level; the deepest file of 58 MB of real code has 1,905. */
const DEEPEST_STACK = 3_000;

/** Numbers that a parser may copy, and keep, when it follows several readings at once; real code stays below 13 million. */
const MOST_COPIED = 16_000_000;

/** Steps that a parser may spend on finding its way back after errors; real code, macros included, stays below 3,400. */
const MOST_RECOVERING = 20_000;

/**
 * How often a parser may read on through a text, since some look for an end that never comes, to the text's end and from every
 * place. Going elsewhere is free: after every child a grammar with a context goes back to where the parent began, and
 * Markdown's asks once for each line.
 */
const MOST_READINGS = 30;

/** UTF-16 units that a parser is given at once, so that what it reads can be counted. */
const CHUNK = 4_096;

/**
 * Each grammar is a chunk of the bundle of its own, read when the first file of its language is: a run that finds nothing, or
 * that is skipped, loads none. That is the one reason why finding symbols gives a promise.
 */
const LOADERS: Readonly<Record<ParsedLanguage, () => Promise<Parser>>> = {
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
  markdown: () => import('@lezer/markdown').then(({ parser }) => parser.configure({ remove: INLINE })),
};

/** Parsers of what stands inside a paragraph: no symbol comes from them, and emphasis can be made slow. */
const INLINE = ['Escape', 'Entity', 'InlineCode', 'HTMLTag', 'Emphasis', 'HardBreak', 'Link', 'Image'];

const loaded = new Map<ParsedLanguage, Promise<Parser>>();

/** The parser of a language, loaded when it is first asked for. */
export function loadParser(language: ParsedLanguage): Promise<Parser> {
  const parser = loaded.get(language) ?? LOADERS[language]().then(quickened);
  loaded.set(language, parser);
  return parser;
}

/**
 * Parses a text. Null when that would take time or memory out of all proportion, as text does that was written for it: 60 kB
 * of `<` can take four gigabytes. The fallback reads such a file.
 */
export function parseWithin(parser: Parser, text: string): Tree | null {
  try {
    return parsed(parser.startParse(new CountedInput(text)));
  } catch (error) {
    // Out of readings, or the stack of a tree's builder overflowed: both say that the text nests as no code does.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function parsed(parse: PartialParse): Tree | null {
  const observable = isObservable(parse) ? parse : null;
  let copied = 0;
  let recovering = 0;
  for (;;) {
    const tree = parse.advance();
    if (tree !== null) return tree;
    if (observable === null) continue;
    const { stacks } = observable;
    let deepest = 0;
    for (let at = 0; at < stacks.length; at++) deepest = Math.max(deepest, stacks[at]?.stack.length ?? 0);
    copied += (stacks.length - 1) * deepest;
    if (observable.recovering > 0) recovering++;
    if (deepest > DEEPEST_STACK || copied > MOST_COPIED || recovering > MOST_RECOVERING) return null;
  }
}

type Observable = {
  readonly stacks: readonly { readonly stack: { readonly length: number } }[];
  readonly recovering: number;
};

/** Lezer's LR parser does not declare its stacks, but has them; its version is pinned, and a test holds it to this. */
function isObservable(parse: PartialParse): parse is PartialParse & Observable {
  return 'stacks' in parse && 'recovering' in parse;
}

/** A text as Lezer reads it, which stops a parser that reads too much of it. */
class CountedInput implements Input {
  readonly lineChunks = false;
  readonly #text: string;
  #left: number;
  /** Where the piece that was given last ends. */
  #end = 0;

  constructor(text: string) {
    this.#text = text;
    this.#left = MOST_READINGS * (Math.ceil(text.length / CHUNK) + MOST_READINGS);
  }

  get length(): number {
    return this.#text.length;
  }

  chunk(from: number): string {
    if (from === this.#end && this.#left-- <= 0) throw new RangeError('A parser read a text too often.');
    this.#end = from + CHUNK;
    return this.#text.slice(from, from + CHUNK);
  }

  read(from: number, to: number): string {
    return this.#text.slice(from, to);
  }
}

function javascript(dialect: string): Promise<Parser> {
  return import('@lezer/javascript').then(({ parser }) => parser.configure({ dialect }));
}
