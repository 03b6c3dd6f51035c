import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compileSchema, type SchemaProblem } from '../../src/core/validate.ts';

const schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'https://example.test/rules.json',
  type: 'object',
  additionalProperties: false,
  required: ['rules'],
  properties: {
    rules: {
      type: 'array',
      minItems: 1,
      maxItems: 2,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['name', 'polarity'],
        properties: {
          name: { type: 'string', pattern: '\\S', maxLength: 5 },
          polarity: { enum: ['positive', 'negative'] },
          threshold: { type: 'integer', minimum: 0, maximum: 100 },
          paths: { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/definitions/path' } }] },
        },
      },
    },
  },
  definitions: { path: { type: 'string', minLength: 1 } },
};

function problemsOf(value: unknown): readonly SchemaProblem[] {
  const checked = compileSchema(schema)(value);
  return checked.ok ? [] : checked.problems;
}

const RULE = { name: 'a', polarity: 'positive' };

test('SU-56 a value that fits has no problems', () => {
  expect(compileSchema(schema)({ rules: [{ ...RULE, threshold: 0, paths: ['a', 'b'] }] })).toEqual({ ok: true });
});

describe('a problem', () => {
  test.each<[string, object, SchemaProblem]>([
    [
      'an unknown key',
      { ...RULE, 'pola/rity': 1 },
      {
        kind: 'unknown-key',
        path: '/rules/0/pola~1rity',
        key: 'pola/rity',
        message: 'rules[0] has the unknown key "pola/rity"; known keys are "name", "polarity", "threshold", "paths"',
      },
    ],
    [
      'a missing key',
      { name: 'a' },
      { kind: 'missing-key', path: '/rules/0', key: 'polarity', message: 'rules[0] lacks the key "polarity"' },
    ],
    [
      'an unknown choice',
      { ...RULE, polarity: 'Positive' },
      {
        kind: 'value',
        path: '/rules/0/polarity',
        key: null,
        message: 'rules[0].polarity must be one of "positive", "negative", but is "Positive"',
      },
    ],
    [
      'a value out of range',
      { ...RULE, threshold: 187 },
      {
        kind: 'value',
        path: '/rules/0/threshold',
        key: null,
        message: 'rules[0].threshold must be at most 100, but is 187',
      },
    ],
    [
      'a blank text',
      { ...RULE, name: '  ' },
      { kind: 'value', path: '/rules/0/name', key: null, message: 'rules[0].name must not be blank, but is "  "' },
    ],
    [
      'a wrong type among alternatives',
      { ...RULE, paths: 5 },
      { kind: 'value', path: '/rules/0/paths', key: null, message: 'rules[0].paths must be text or a list, but is 5' },
    ],
    [
      'something wrong inside an alternative',
      { ...RULE, paths: ['a', ''] },
      { kind: 'value', path: '/rules/0/paths/1', key: null, message: 'rules[0].paths[1] must not be empty, but is ""' },
    ],
  ])('SU-56 names the place, what was expected and what is there: %s', (_, rule, problem) => {
    expect(problemsOf({ rules: [rule] })).toEqual([problem]);
  });

  test('SU-56 hides no other', () => {
    const paths = problemsOf({ rules: [{ ...RULE, threshold: 1.5 }, { name: 7, x: 1 }, 'no'], y: 1 }).map(
      ({ path }) => path,
    );

    expect(paths.sort()).toEqual([
      '/rules',
      '/rules/0/threshold',
      '/rules/1',
      '/rules/1/name',
      '/rules/1/x',
      '/rules/2',
      '/y',
    ]);
  });

  test('SU-56 may be the whole value', () => {
    expect(problemsOf(null)).toEqual([
      { kind: 'value', path: '', key: null, message: 'the value must be an object of keys and values, but is null' },
    ]);
  });

  test('SU-49 quotes at most 80 characters, and none of a character in half', () => {
    const [problem] = problemsOf({ rules: [{ ...RULE, polarity: '😀'.repeat(5_000) }] });

    const quoted = problem?.message.split('but is ')[1] ?? '';
    expect([...quoted]).toHaveLength(80);
    expect(quoted).toMatch(/^"😀+…$/u);
  });
});

test('SU-56 never throws, and a pointer always leads to a part of the value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const problem of problemsOf({ rules: value })) {
        expect(problem.path === '' || problem.path.startsWith('/')).toBe(true);
        expect(problem.message).not.toContain('\n');
      }
    }),
  );
});

test('SU-56 a misspelt keyword in one of our schemas is our bug, found at once', () => {
  expect(() => compileSchema({ type: 'object', propertys: {} })).toThrow(/propertys/);
});
