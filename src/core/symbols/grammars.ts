import type { ParsedLanguage } from './language.ts';

// The only file that knows Lezer (docs: the house's rule that parsers for symbols live in one file).
export type { Parser, SyntaxNode, Tree } from '@lezer/common';

type Parser = import('@lezer/common').Parser;

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
  html,
  json: () => import('@lezer/json').then(({ parser }) => parser),
  yaml: () => import('@lezer/yaml').then(({ parser }) => parser),
  markdown: () => import('@lezer/markdown').then(({ parser }) => parser),
};

/** The parser of a language, loaded when it is first asked for. */
export function loadParser(language: ParsedLanguage): Promise<Parser> {
  return LOADERS[language]();
}

function javascript(dialect: string): Promise<Parser> {
  return import('@lezer/javascript').then(({ parser }) => parser.configure({ dialect }));
}

/** HTML whose scripts are parsed too, as in a `.vue` or `.svelte` file; TypeScript where the element says so. */
function html(): Promise<Parser> {
  return Promise.all([import('@lezer/html'), javascript('jsx'), javascript('ts')]).then(
    ([{ parser, configureNesting }, js, ts]) =>
      parser.configure({
        wrap: configureNesting([
          { tag: 'script', attrs: ({ lang }) => lang === 'ts' || lang === 'tsx' || lang === 'typescript', parser: ts },
          {
            tag: 'script',
            attrs: ({ type }) => type === undefined || /^(module|(text|application)\/.*script)$/.test(type),
            parser: js,
          },
        ]),
      }),
  );
}
