import type { AnswerSchema } from '../core/question.ts';

/** The keywords that the service's structured outputs accept (2026-11); it answers 400 to any other. */
const PLAIN = new Set(['type', 'enum', 'const', 'description', 'title', 'default', 'required', '$ref']);
const LISTS = new Set(['anyOf', 'allOf']);
const MAPS = new Set(['properties', '$defs', 'definitions']);
const FORMATS = new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid']);

/**
 * The part of a schema that the service can hold a model to; every object is closed. What is left out (ranges, lengths,
 * patterns) is checked by us on the answer all the same (SU-33).
 */
export function nativeSchema(schema: AnswerSchema): Record<string, unknown> {
  const native: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (PLAIN.has(keyword)) native[keyword] = value;
    else if (LISTS.has(keyword)) native[keyword] = listOf(value);
    else if (keyword === 'oneOf') native['anyOf'] = listOf(value);
    else if (MAPS.has(keyword)) native[keyword] = mapOf(value);
    else if (keyword === 'items' && isSchema(value)) native['items'] = nativeSchema(value);
    else if (keyword === 'minItems' && (value === 0 || value === 1)) native['minItems'] = value;
    else if (keyword === 'format' && FORMATS.has(String(value))) native['format'] = value;
  }
  if (native['type'] === 'object' || 'properties' in native) native['additionalProperties'] = false;
  return native;
}

function listOf(value: unknown): unknown {
  return Array.isArray(value) ? value.map((entry: unknown) => (isSchema(entry) ? nativeSchema(entry) : entry)) : value;
}

function mapOf(value: unknown): unknown {
  if (!isSchema(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, isSchema(entry) ? nativeSchema(entry) : entry]),
  );
}

function isSchema(value: unknown): value is AnswerSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
