import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nativeSchema } from '../../src/model/native-schema.ts';

test('SU-33 leaves out what the service refuses and closes every object', () => {
  const schema = {
    type: 'object',
    required: ['findings', 'certainty'],
    properties: {
      certainty: { type: 'integer', minimum: 0, maximum: 100, description: '0 to 100' },
      minimum: { type: 'string', minLength: 1, maxLength: 500, pattern: '\\S' },
      verdict: { enum: ['match', 'no-match'] },
      findings: {
        type: 'array',
        minItems: 2,
        maxItems: 50,
        items: { type: 'object', properties: { line: { oneOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] } } },
      },
      notes: { $ref: '#/$defs/notes' },
    },
    $defs: { notes: { type: 'array', minItems: 1, items: { type: 'string', format: 'uri' }, uniqueItems: true } },
  };

  expect(nativeSchema(schema)).toEqual({
    type: 'object',
    required: ['findings', 'certainty'],
    additionalProperties: false,
    properties: {
      certainty: { type: 'integer', description: '0 to 100' },
      minimum: { type: 'string' },
      verdict: { enum: ['match', 'no-match'] },
      findings: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          properties: { line: { anyOf: [{ type: 'integer' }, { type: 'null' }] } },
        },
      },
      notes: { $ref: '#/$defs/notes' },
    },
    $defs: { notes: { type: 'array', minItems: 1, items: { type: 'string', format: 'uri' } } },
  });
});

test('SU-33 keeps the order of the keys, in which the service generates them', () => {
  const properties = { reason: { type: 'string' }, verdict: { type: 'string' }, certainty: { type: 'integer' } };

  expect(Object.keys(nativeSchema({ type: 'object', properties })['properties'] as object)).toEqual(
    Object.keys(properties),
  );
});

test('SU-33 sends no refused keyword from any schema, and does not change the schema', () => {
  const leaf = fc.record(
    { type: fc.constantFrom('string', 'integer'), minimum: fc.nat(), maxLength: fc.nat(), pattern: fc.string() },
    { requiredKeys: ['type'] },
  );
  const { schema } = fc.letrec<{ schema: Record<string, unknown> }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.nat({ max: 4 }) }),
      fc.record({ type: fc.constant('object'), properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema')) }),
      fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }), multipleOf: fc.nat() }),
    ),
  }));
  fc.assert(
    fc.property(schema, (given) => {
      const before = JSON.stringify(given);
      const sent = JSON.stringify(nativeSchema(given));
      expect(sent).not.toMatch(/"(minimum|maxLength|pattern|multipleOf)":|"minItems":[2-9]/);
      expect(sent.match(/"type":"object"/g)?.length).toBe(sent.match(/"additionalProperties":false/g)?.length);
      expect(JSON.stringify(given)).toBe(before);
    }),
  );
});
