import { SIGNATURE } from './change-words.ts';
import type { Schema } from './request.ts';

/** The least that satisfies a schema: no findings, the first choice, our signature for text. */
export function emptyAnswer(schema: Schema): unknown {
  const choices = schema['enum'];
  if (Array.isArray(choices)) return choices[0];
  if ('const' in schema) return schema['const'];
  const alternatives = schema['anyOf'];
  if (Array.isArray(alternatives)) return emptyAnswer(alternatives[0] as Schema);
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  if (type === 'object') {
    const properties = (schema['properties'] ?? {}) as { [name: string]: Schema };
    return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, emptyAnswer(member)]));
  }
  if (type === 'array') return [];
  if (type === 'integer' || type === 'number') return 0;
  if (type === 'boolean') return false;
  return type === 'null' ? null : `${SIGNATURE}no judgement.`;
}
