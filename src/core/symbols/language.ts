/** The languages that a grammar parses. */
export type ParsedLanguage =
  | 'javascript'
  | 'typescript'
  | 'tsx'
  | 'python'
  | 'go'
  | 'rust'
  | 'java'
  | 'cpp'
  | 'php'
  | 'css'
  | 'html'
  | 'json'
  | 'yaml'
  | 'markdown';

/** How the symbols of a file are found. */
export type Language =
  | { readonly kind: 'parsed'; readonly grammar: ParsedLanguage }
  /** By indentation and the declarations of `dialect`: no grammar on npm that is well kept and has no editor in tow. */
  | { readonly kind: 'indented'; readonly dialect: string }
  | { readonly kind: 'sql' }
  | { readonly kind: 'toml' }
  /** `[section]` lines: INI and its kin. */
  | { readonly kind: 'sections' }
  /** Prose, tables, pictures: words such as `class` declare nothing there. */
  | { readonly kind: 'none' };

/** Extensions by language. `.h` is read as C++, whose grammar takes C as well. */
const PARSED: Readonly<Record<ParsedLanguage, string>> = {
  javascript: 'js jsx mjs cjs es6',
  typescript: 'ts mts cts',
  tsx: 'tsx',
  python: 'py pyi pyw bzl star',
  go: 'go',
  rust: 'rs',
  java: 'java',
  cpp: 'c h cc cpp cxx c++ hh hpp hxx h++ ipp inl tpp cu cuh ino',
  php: 'php phtml php5 inc',
  css: 'css',
  html: 'html htm vue svelte',
  json: 'json jsonc json5 ipynb webmanifest geojson',
  yaml: 'yml yaml',
  markdown: 'md markdown mdown mkd mdx',
};

/** Extensions by dialect of the fallback; a dialect that `declarations.ts` does not know uses its default. */
const INDENTED: Readonly<Record<string, string>> = {
  csharp: 'cs csx',
  ruby: 'rb rake gemspec ru rbi',
  shell: 'sh bash zsh ksh bats fish',
  kotlin: 'kt kts',
  swift: 'swift',
  scala: 'scala sc',
  dart: 'dart',
  groovy: 'groovy gradle',
  objc: 'm mm',
  elixir: 'ex exs',
  lua: 'lua',
  perl: 'pl pm t',
  r: 'r',
  julia: 'jl',
  powershell: 'ps1 psm1',
  hcl: 'tf hcl tfvars nomad',
  proto: 'proto',
  graphql: 'graphql gql',
  solidity: 'sol',
  zig: 'zig',
  nim: 'nim nims',
  pascal: 'pas pp dpr lpr',
  basic: 'vb bas cls vbs',
  fsharp: 'fs fsi fsx ml mli',
  lisp: 'clj cljs cljc edn el lisp scm rkt',
  make: 'mk mak',
  cmake: 'cmake',
  fpp: 'fpp',
  verilog: 'v sv svh vhd vhdl',
  style: 'scss less sass styl',
};

const OTHER: Readonly<Record<'sql' | 'toml' | 'sections' | 'none', string>> = {
  sql: 'sql ddl pgsql psql plsql pls mysql',
  toml: 'toml',
  sections: 'ini cfg conf cnf properties editorconfig desktop service timer socket gitconfig npmrc',
  none: 'txt text rst adoc asciidoc org tex csv tsv svg xml xsd xsl xslt plist po pot log lock sum snap patch diff pem crt key license map',
};

/** Names of files that tell more than their extension, in lower case. */
const NAMED: Readonly<Record<string, Language>> = {
  makefile: { kind: 'indented', dialect: 'make' },
  gnumakefile: { kind: 'indented', dialect: 'make' },
  'cmakelists.txt': { kind: 'indented', dialect: 'cmake' },
  rakefile: { kind: 'indented', dialect: 'ruby' },
  gemfile: { kind: 'indented', dialect: 'ruby' },
  vagrantfile: { kind: 'indented', dialect: 'ruby' },
  jenkinsfile: { kind: 'indented', dialect: 'groovy' },
  'cargo.lock': { kind: 'toml' },
  'poetry.lock': { kind: 'toml' },
  'uv.lock': { kind: 'toml' },
  'composer.lock': { kind: 'parsed', grammar: 'json' },
  pipfile: { kind: 'toml' },
  build: { kind: 'parsed', grammar: 'python' },
  workspace: { kind: 'parsed', grammar: 'python' },
  license: { kind: 'none' },
  notice: { kind: 'none' },
  authors: { kind: 'none' },
  codeowners: { kind: 'none' },
  dockerfile: { kind: 'none' },
  'go.mod': { kind: 'none' },
};

/** The language of a path, by its file's name and extension; unknown ones use the fallback. */
export function languageOf(path: string): Language {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (Object.hasOwn(NAMED, name)) return NAMED[name] ?? { kind: 'none' };
  const dot = name.lastIndexOf('.');
  const extension = dot === -1 ? '' : name.slice(dot + 1);
  if (extension === '') return { kind: 'indented', dialect: 'other' };
  for (const [grammar, extensions] of Object.entries(PARSED))
    if (extensions.split(' ').includes(extension)) return { kind: 'parsed', grammar: grammar as ParsedLanguage };
  for (const [dialect, extensions] of Object.entries(INDENTED))
    if (extensions.split(' ').includes(extension)) return { kind: 'indented', dialect };
  for (const [kind, extensions] of Object.entries(OTHER))
    if (extensions.split(' ').includes(extension)) return { kind: kind as keyof typeof OTHER };
  return { kind: 'indented', dialect: 'other' };
}
