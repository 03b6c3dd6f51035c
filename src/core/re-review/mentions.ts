import { inline } from '../untrusted.ts';

/** A login, or a team with its organization; Enterprise Managed Users have an underscore. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}(?:\/[A-Za-z0-9][A-Za-z0-9._-]{0,99})?$/;

/** GitHub notifies no more than 50 people of one comment; a ping is for a few. */
const MOST = 10;

/**
 * `cc @ravi @acme/web`, each name once, or '' for none. The names come from trusted settings or CODEOWNERS of the default
 * branch, never from a model or a pull request (SU-47); what can be no name is shown without mentioning anybody.
 */
export function mentionLine(names: readonly string[]): string {
  const byName = new Map<string, string>();
  for (const given of names) {
    const name = given.trim().replace(/^@/, '');
    const key = name.toLowerCase();
    if (name !== '' && !byName.has(key)) byName.set(key, NAME.test(name) ? `@${name}` : inline(given.trim()));
  }
  return byName.size === 0 ? '' : `cc ${[...byName.values()].slice(0, MOST).join(' ')}`;
}
