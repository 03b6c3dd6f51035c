import { parseWildmatch } from '../wildmatch.ts';

/** The names that CODEOWNERS of the default branch gives for a path, the last matching line's (RR-32); empty for none. */
export function ownersOf(text: string, path: string): readonly string[] {
  let owners: readonly string[] = [];
  for (const line of text.split('\n')) {
    const [pattern, ...names] = line
      .replace(/(^|\s)#.*$/, '')
      .trim()
      .split(/\s+/);
    if (pattern === undefined || pattern === '' || !matches(pattern, path)) continue;
    // An address of a person cannot be mentioned.
    owners = names.flatMap((name) => (/^@[^@\s]+$/.test(name) ? [name.slice(1)] : []));
  }
  return owners;
}

/** CODEOWNERS patterns are .gitignore's: a folder means all that is below it, also where no slash ends its name. */
function matches(pattern: string, path: string): boolean {
  const rooted = pattern.replace(/\/$/, '');
  const anywhere = rooted.includes('/') ? rooted : `**/${rooted}`;
  const below = parseWildmatch(`${anywhere}/**`).matches(path);
  return below || (!pattern.endsWith('/') && parseWildmatch(rooted).matches(path));
}
