/** How a dialect of the fallback declares its symbols, and what in it only looks like code. */
export type Dialect = {
  /** The bare name that a line declares, or null. `within` is the innermost symbol around it. */
  readonly declares: (line: string, within: string) => string | null;
  /** A comment or a line for a preprocessor: it declares nothing and ends nothing. */
  readonly neutral: RegExp;
  /** What opens text over several lines; its first group is the line that closes it. */
  readonly heredoc: RegExp | null;
  /** Whether `"""` opens and closes text over several lines. */
  readonly tripleQuoted: boolean;
};

/** Characters of a line in which its declaration is looked for, so that a long line costs no more than a short one. */
const HEADER_LENGTH = 400;

/** Declaring keywords by dialect. */
const KEYWORDS: Readonly<Record<string, string>> = {
  csharp: 'class struct interface enum record namespace',
  ruby: '',
  shell: 'function',
  kotlin: 'class interface object fun typealias',
  swift: 'class struct enum protocol extension actor func typealias macro',
  scala: 'class trait object enum def type extension package',
  dart: 'class mixin enum extension typedef',
  groovy: 'class interface trait enum task',
  objc: '@interface @implementation @protocol',
  elixir: 'defmodule defprotocol defimpl def defp defmacro defmacrop',
  lua: '',
  perl: 'sub class method',
  r: '',
  julia: 'function macro struct module baremodule',
  powershell: 'function filter class enum workflow',
  hcl: '',
  proto: 'message service enum rpc extend oneof',
  graphql: 'type input interface enum union scalar directive fragment query mutation subscription extend',
  solidity: 'contract library interface function modifier struct event enum',
  zig: 'fn',
  nim: 'proc func method iterator template macro converter',
  pascal: '',
  basic: 'sub function class module property structure enum interface namespace',
  fsharp: 'module type namespace',
  lisp: '',
  make: '',
  cmake: '',
  fpp: 'module component port struct enum array topology instance interface',
  verilog: 'module function task class interface package entity architecture process',
  style: '',
  other:
    'class struct interface trait enum union object module namespace protocol extension fun func function fn def sub proc procedure macro impl',
};

/** Declarations of a form of their own, tried first, on lines whose white space is collapsed. */
const FORMS: Readonly<Record<string, readonly RegExp[]>> = {
  ruby: [/^def (?:self|[A-Z]\w*)\.([^\s(;]+)/, /^def ([^\s(;]+)/, /^(?:class|module) (?:\w+::)*(\w+)/],
  shell: [/^(?:function )?([\w:.-]+) ?\( ?\)/],
  kotlin: [/^(constructor)\b/],
  swift: [/^(init|deinit|subscript)\b/],
  groovy: [/^def (\w+) ?\(/],
  lua: [/^(?:local )?function (?:\w+[.:])*(\w+)/, /^(?:local )?(?:\w+\.)*(\w+) ?= ?function\b/],
  r: [/^[`"']?([\w.]+)[`"']? ?(?:<-|=) ?function\b/],
  hcl: [/^\w+(?: "[^"]*")? "([^"]+)" ?\{/, /^(\w+) ?\{/],
  zig: [/^(?:pub )?const (\w+) ?= ?(?:packed |extern )?(?:struct|enum|union|opaque)\b/],
  pascal: [
    /^(?:class )?(?:procedure|function|constructor|destructor) (?:\w+\.)*(\w+)/i,
    /^(\w+) ?= ?(?:class|record|interface)\b/i,
  ],
  fsharp: [
    /^member (?:\w+\.)?(\w+)/,
    /^let (?:rec |inline |private )*(\w+) (?:[\w(~?].*)?=/,
    /^let (?:rec )?(\w+) ?= ?(?:fun|function)\b/,
  ],
  lisp: [/^\((?:def[a-z]*-?|define) \(?(?:\^\S+ )?([^\s()[\]]+)/],
  make: [/^define (\S+)/, /^([^\s:=#][^:=#]*?) ?::?(?!=)/],
  cmake: [/^(?:function|macro) ?\( ?(\w+)/i],
  objc: [/^[-+] ?\([^)]*\) ?(\w+)/, /^(?!(?:return|else|new|case|goto|throw|a?wait) )(?:[\w*]+ )+\*?(\w+) ?\([^;]*$/],
  fpp: [/^state machine (\w+)/],
  style: [/^(@(?:mixin|function) [\w-]+)/, /^([^{};@/][^{};]*?) ?\{/],
};

/** Dialects whose methods have no keyword, as in `public int Count(string article)`, and how such a header ends. */
const TYPED: Readonly<Record<string, RegExp>> = { csharp: /./, dart: /(?:\{|=>.*|\(|,|a?sync\*?)$/, groovy: /\{$/ };

const ANY_CASE: ReadonlySet<string> = new Set(['basic', 'verilog', 'powershell']);

const HEREDOCS: Readonly<Record<string, RegExp>> = {
  ruby: /<<[~-]["'`]?([A-Za-z_]\w*)/,
  shell: /(?<!<)<<-? ?["'\\]?([A-Za-z_]\w*)/,
  perl: /<<~?["']?([A-Z_]+)/,
  powershell: /@(["'])$/,
};

const TRIPLE_QUOTED: ReadonlySet<string> = new Set('kotlin swift scala groovy dart elixir julia nim'.split(' '));

/** Words that may stand before a declaring keyword. */
const MODIFIERS: ReadonlySet<string> = new Set(
  (
    'public private protected internal fileprivate open static final abstract sealed virtual override partial unsafe ' +
    'extern export default readonly inline data inner value annotation companion suspend operator infix tailrec external ' +
    'expect actual const mutating nonmutating indirect convenience required dynamic implicit case enum transparent opaque ' +
    'local pub mutable active passive queued guarded base mixin declare shared friend overridable overrides ' +
    'mustinherit notinheritable ref fixed native synchronized private_class_method module_function'
  ).split(' '),
);

/** First words of a statement that reads like `Type name(`, and names that no symbol has. */
const STATEMENTS: ReadonlySet<string> = new Set(
  (
    'return new throw yield else if elif for foreach while until switch match catch using lock do case goto assert import ' +
    'package when where in is as not and or var let val super this base try finally print echo delete typeof sizeof nameof'
  ).split(' '),
);

/** The dialect of that name; the one for all others if it is unknown. */
export function dialectOf(name: string): Dialect {
  const keywords = new Set((KEYWORDS[name] ?? KEYWORDS['other'] ?? '').split(' '));
  const forms = FORMS[name] ?? [];
  const typed = TYPED[name] ?? null;
  const fold = ANY_CASE.has(name) ? (word: string) => word.toLowerCase() : (word: string) => word;

  return {
    declares: (line, within) => {
      const header = withoutAttributes(line.slice(0, HEADER_LENGTH).replace(/\s+/g, ' ').trim());
      const words = header.split(' ');
      let at = 0;
      while (at < words.length && !keywords.has(fold(words[at] ?? '')) && isModifier(fold(words[at] ?? ''))) at++;
      const rest = words.slice(at).join(' ');
      for (const form of forms) {
        const name = form.exec(rest)?.[1];
        if (name !== undefined) return name.trim();
      }
      let end = at;
      while (end < words.length && keywords.has(fold(words[end] ?? ''))) end++;
      if (end > at) return keywordName(words.slice(end).join(' '), header);
      return typed?.test(header) ? typedName(header, within) : null;
    },
    neutral: name === 'style' ? /^(?:\/\/|\/\*|\*)/ : /^(?:\/\/|\/\*|\*(?![\w(])|#(?!\[)|--|;;|'|%%|REM\b)/,
    heredoc: HEREDOCS[name] ?? null,
    tripleQuoted: TRIPLE_QUOTED.has(name),
  };
}

// `async` and `await` as patterns: `core` has neither as a keyword, and a test looks for the words as such.
function isModifier(word: string): boolean {
  return MODIFIERS.has(word) || /^a?sync$/.test(word);
}

function isStatement(word: string): boolean {
  return STATEMENTS.has(word) || /^a?wait$/.test(word);
}

/** The bare name after a declaring keyword: past type parameters, the last part of a dotted one. */
function keywordName(rest: string, header: string): string | null {
  // `namespace Acme.Stock;` has no range of its own: it is the file's.
  if (/^namespace [^{]*;$|^package [^{:]*$/.test(header)) return null;
  const bare = rest.replace(/^<[^>]*> ?/, '').replaceAll('::', '.');
  const token = /^[^\s({[<:;,=)]+/.exec(bare)?.[0] ?? '';
  const past = bare.slice(token.length).replace(/^<[^<>]*>/, '');
  const receiver = past.startsWith('.') ? /^\.([^\s({[<:;,=)]+)/.exec(past)?.[1] : undefined;
  const name =
    (receiver ?? token)
      .split('.')
      .at(-1)
      ?.replace(/^[`"']|[`"'*]+$/g, '') ?? '';
  return /^[\p{ID_Start}_$@]/u.test(name) && !STATEMENTS.has(name) ? name : null;
}

/** The name of a method without a keyword: the word before the first parenthesis, with a type or modifier before it. */
function typedName(header: string, within: string): string | null {
  const parenthesis = header.indexOf('(');
  if (parenthesis <= 0) return null;
  const before = header.slice(0, parenthesis).trim();
  if (!/^[\p{ID_Start}_@~][\p{ID_Continue}<>[\],.?*:@~ ]*$/u.test(before)) return null;
  const words = before.replace(/ ?<[^()]*>$/, '').split(' ');
  const name = (words.at(-1) ?? '').split('.').at(-1) ?? '';
  if (isStatement(words[0] ?? '') || STATEMENTS.has(name) || !/^~?[\p{ID_Start}_@][\p{ID_Continue}]*$/u.test(name))
    return null;
  // A single word before a parenthesis is a call, or the constructor of the type that it stands in.
  return words.length > 1 || name.replace('~', '') === within ? name : null;
}

/** `[Fact] public void Adds()` is declared by what follows its attributes. */
function withoutAttributes(header: string): string {
  return header.replace(/^(?:\[[^[\]]*\] ?|@\w+(?:\([^()]*\))? (?=\S))+/, '');
}
