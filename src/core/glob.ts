import picomatch from 'picomatch';

/** A pattern of the settings file, compiled. */
export type Glob = { readonly matches: (path: string) => boolean };

/**
 * Compiles a glob by SU-56: relative to the repository's root, case-sensitive, `*` stays in a folder, `**` crosses
 * folders, a leading dot is ordinary, `?`, `[…]` and `{a,b}` as usual. Parentheses and `|` are plain characters, as in
 * `app/(shop)/**`. An `error` says what is wrong with the pattern and what to write.
 */
export function parseGlob(pattern: string): Glob | { readonly error: string } {
  const error = mistake(pattern);
  if (error !== null) return { error };
  // picomatch would read them as parts of a regular expression, which nobody means in a path and which can be made slow.
  const plain = pattern.replace(/\\.|[()|]/gs, (found) => (found.length === 2 ? found : `\\${found}`));
  try {
    return {
      matches: picomatch(plain, {
        dot: true,
        windows: false,
        nonegate: true,
        noextglob: true,
        strictBrackets: true,
        // Without it `a/**` would match a file `a`.
        strictSlashes: true,
        // Without it a range such as `[z-a]` would quietly match nothing.
        debug: true,
        // A file's name may hold a line end, and `**` crosses it like any other character.
        flags: 's',
      }),
    };
  } catch (cause) {
    return { error: `it cannot be read (${cause instanceof Error ? cause.message : String(cause)})` };
  }
}

function mistake(pattern: string): string | null {
  if (pattern.trim() === '') return 'it is empty';
  if (pattern.replace(/\\./gs, '').includes('!')) {
    return '`!` is not supported; list what is meant (a name that holds one is written `\\!`)';
  }
  if (pattern.startsWith('/')) return 'globs are relative to the root already; leave out the leading `/`';
  if (pattern.endsWith('/')) return `it names a folder; write \`${pattern}**\` for all files below it`;
  if (/(?:^|[^\\])(?:\\\\)*\\$/.test(pattern)) return 'it ends in a single `\\`';
  return null;
}
