import { type AddedLine, type ReadChange, SIGNATURE } from './change-words.ts';
import type { Reply } from './reply.ts';
import type { Schema } from './request.ts';

/** Ranks by size alone, and takes the type from names of files and words of the text. */
export function rankChange(schema: Schema, { text, added }: ReadChange): Reply {
  const ranks = choicesOf(schema, 'rank');
  const types = choicesOf(schema, 'type');
  const size = added.length <= 20 ? 0 : added.length <= 400 ? 1 : 2;
  const wanted = typeOf(text, added);
  const paths = new Set(added.map(({ path }) => path));
  return {
    json: {
      rationale: `${SIGNATURE}it counts lines and cannot tell good from bad. ${added.length} added lines in ${paths.size} files.`,
      rank: ranks[Math.min(size, ranks.length - 1)] ?? '',
      type: types.includes(wanted) ? wanted : (types[0] ?? ''),
      areas: [],
    },
  };
}

function choicesOf(schema: Schema, name: string): readonly string[] {
  const properties = (schema['properties'] ?? {}) as { readonly [name: string]: Schema };
  return (properties[name]?.['enum'] ?? []) as readonly string[];
}

const KINDS: readonly (readonly [type: string, path: RegExp])[] = [
  ['docs', /\.(md|rst|txt)$/i],
  ['test', /(^|\/)(tests?|__tests__|spec)\/|[._-](test|spec)\./i],
  ['ci', /^\.github\//],
];

function typeOf(text: string, added: readonly AddedLine[]): string {
  const kind = KINDS.find(([, path]) => added.length > 0 && added.every((line) => path.test(line.path)));
  if (kind !== undefined) return kind[0];
  return /\b(fix|fixes|bug|crash|error|fail)/i.test(text.slice(0, 400)) ? 'fix' : 'feat';
}
