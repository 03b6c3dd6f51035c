import { SymbolCollector, type SymbolTable } from './symbol-table.ts';
import { lineAt, lineStartsOf } from './text-lines.ts';

const KINDS: ReadonlySet<string> = new Set(
  'table view function procedure proc trigger index type schema domain sequence package role policy event database extension'.split(
    ' ',
  ),
);

/** Objects whose statement holds statements. */
const ROUTINES: ReadonlySet<string> = new Set(['function', 'procedure', 'proc', 'trigger', 'package', 'event']);

/** Words between `CREATE` and the name. */
const SKIPPED: ReadonlySet<string> = new Set(
  'or replace alter temp temporary global local unlogged unique clustered nonclustered materialized recursive external foreign body if not exists concurrently constraint editionable definer'.split(
    ' ',
  ),
);

/** What follows an `END` that closes no `BEGIN`. */
const BLOCKS: ReadonlySet<string> = new Set(['if', 'loop', 'while', 'repeat', 'for']);

type Token = { readonly text: string; readonly from: number; readonly to: number };

/** SQL: the object that a `CREATE …` statement makes, by its bare name, from the statement's first line to its last. */
export function sqlSymbols(text: string): SymbolTable {
  const starts = lineStartsOf(text);
  const symbols = new SymbolCollector(starts.length);
  const tokens = tokensOf(text);
  let depth = 0;
  let routine = false;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    const word = token.text.toLowerCase();
    const line = lineAt(starts, token.from);
    const begins = word === 'create' && (symbols.depth === 0 || starts[line - 1] === token.from);
    const created = begins ? createdAt(tokens, at) : null;
    if (created !== null) {
      if (symbols.depth > 0) symbols.close(Math.max(1, line - 1));
      symbols.open(created.name, line);
      routine = ROUTINES.has(created.kind);
      depth = 0;
      at = created.at;
    } else if (symbols.depth > 0) {
      if (routine && (word === 'begin' || word === 'case')) depth++;
      if (routine && word === 'end') {
        const next = tokens[at + 1]?.text.toLowerCase() ?? '';
        if (!BLOCKS.has(next)) depth = Math.max(0, depth - 1);
        if (next === 'case') at++;
      }
      const ends = (word === ';' && depth === 0) || (word === 'go' && starts[line - 1] === token.from);
      if (ends) symbols.close(line);
    }
  }
  return symbols.table();
}

/** The name after `CREATE` and the token that ends it, or null when it creates nothing that has a name here. */
function createdAt(
  tokens: readonly Token[],
  create: number,
): { readonly name: string; readonly kind: string; readonly at: number } | null {
  let kind: string | null = null;
  // A MySQL definer, `DEFINER = user@host`, is the longest that may stand between.
  for (let at = create + 1; at < Math.min(tokens.length, create + 16); at++) {
    const word = tokens[at]?.text ?? '';
    const folded = word.toLowerCase();
    if (kind === null) {
      if (KINDS.has(folded)) kind = folded;
      else if (word === ';' || word === '(') return null;
      continue;
    }
    if (SKIPPED.has(folded)) continue;
    if (!/^[\p{ID_Start}_"`[#@]/u.test(word)) return null;
    let last = at;
    while (tokens[last + 1]?.text === '.' && tokens[last + 2] !== undefined) last += 2;
    const name = (tokens[last]?.text ?? '').replace(/^["`[]|["`\]]$/g, '');
    return name === '' ? null : { name, kind, at: last };
  }
  return null;
}

/** Words, quoted names, and the marks that matter; comments, strings and dollar-quoted bodies are left out. */
function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const token =
    /--[^\n]*|\/\*|'|\$(?:[A-Za-z_]\w*)?\$|"[^"\n]{0,256}"|`[^`\n]{0,256}`|\[[^[\]\n]{0,256}\]|[\p{ID_Start}_#@][\p{ID_Continue}$#@]*|[;.(]/gu;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [word] = found;
    if (word === '/*') token.lastIndex = after(text, '*/', token.lastIndex);
    else if (word === "'") token.lastIndex = after(text, "'", token.lastIndex);
    else if (word.startsWith('$')) token.lastIndex = after(text, word, token.lastIndex);
    else if (!word.startsWith('--')) tokens.push({ text: word, from: found.index, to: token.lastIndex });
  }
  return tokens;
}

/** Past the next `mark`; without one, the text's end. */
function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? text.length : at + mark.length;
}
