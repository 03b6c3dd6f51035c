import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { checkRules } from '../../src/core/rules.ts';
import { readSettings } from '../../src/core/settings.ts';
import { parseDocument } from '../../src/runner/document.ts';

const YML = '.hyperhive/review-classifier.yml';
const JSON_FILE = '.hyperhive/review-classifier.json';

/** The errors of a rules file as `line: message`. */
function errorsOf(text: string, file = YML): string[] {
  const document = parseDocument(file, text);
  const result = 'value' in document ? checkRules(document) : document;
  return 'problems' in result ? result.problems.map(({ line, message }) => `${line}: ${message}`) : [];
}

const rule = (extra = ''): string =>
  `  - name: a\n    description: It holds.\n    polarity: positive\n    threshold: 80\n${extra}`;

describe('rules files', () => {
  test('CL-2 loads a good file, trims names, and takes 80.0 as whole', () => {
    const document = parseDocument(
      YML,
      'classifications:\n  - {name: " a ", description: x, polarity: negative, threshold: 80.0}\n',
    );
    expect('value' in document && checkRules(document)).toEqual({
      rules: [{ name: 'a', description: 'x', polarity: 'negative', threshold: 80 }],
    });
  });

  test.each<[string, string, RegExp]>([
    ['an empty list', 'classifications: []\n', /^1: /],
    ['another key at the top', `version: 2\nclassifications:\n${rule()}`, /^1: .*version/],
    ['another key in an entry', `classifications:\n${rule('    treshold: 1\n')}`, /^6: .*treshold/],
    ['a missing key', 'classifications:\n  - name: a\n    description: x\n    polarity: positive\n', /^2: .*threshold/],
    ['a threshold over 100', `classifications:\n${rule().replace('80', '101')}`, /^5: .*threshold.*100/],
    ['a quoted threshold', `classifications:\n${rule().replace('80', '"80"')}`, /^5: .*threshold/],
    ['a fraction', `classifications:\n${rule().replace('80', '80.5')}`, /^5: .*threshold/],
    [
      'a wrong case of a polarity',
      `classifications:\n${rule().replace('positive', 'Positive')}`,
      /^4: .*positive.*negative/,
    ],
    ['a blank description', `classifications:\n${rule().replace('It holds.', '"  "')}`, /^3: .*description/],
    ['a name of two lines', `classifications:\n${rule().replace('name: a', 'name: "a\\nb"')}`, /^2: .*name/],
    [
      'a name of 81 characters',
      `classifications:\n${rule().replace('name: a', `name: ${'é'.repeat(81)}`)}`,
      /^2: .*81.*80/,
    ],
    [
      'two entries with one name',
      `classifications:\n${rule()}${rule().replace('name: a', 'name: " a"')}`,
      /^6: .*two entries.*line 2/,
    ],
    ['a duplicate key', `classifications:\n${rule('    threshold: 10\n')}`, /^6: .*threshold/],
    ['a second document', `classifications:\n${rule()}---\nclassifications: []\n`, /^6: .*document/],
    ['an alias', 'a: &a [x]\nb: *a\n', /^2: .*alias/],
    ['broken YAML', 'classifications:\n  - name: "a\n    description: x\n', /^[34]: /],
    ['an empty file', '', /^1: .*empty/],
    ['comments alone', '# nothing\n', /^1: .*empty/],
    ['a list at the top', '- name: a\n', /^1: .*object/],
    ['a tag', 'classifications: !!js/function "x"\n', /^1: /],
  ])('CL-2 %s is an error on its line', (_name, text, expected) => {
    expect(errorsOf(text).join('\n')).toMatch(expected);
  });

  test('CL-2 lists all errors, not just the first', () => {
    const lines = errorsOf(
      'x: 1\nclassifications:\n  - {name: a, description: "", polarity: no, threshold: 101, y: 2, y: 3}\n',
    );
    expect(lines.length).toBeGreaterThanOrEqual(6);
  });

  test('CL-2 eleven entries are an error that names ten', () => {
    const text = `classifications:\n${Array.from({ length: 11 }, (_, i) => rule().replace('name: a', `name: a${i}`)).join('')}`;
    expect(errorsOf(text).join('\n')).toMatch(/10|ten/);
  });

  test('CL-2 an alias bomb is refused without being built', () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefgh'.split('').map((c, i) => `${c}: &${c} [${Array(9).fill(`*${'abcdefgh'[i]}`).join(',')}]`),
    ].join('\n');
    expect(errorsOf(bomb).join('\n')).toMatch(/alias/);
  });

  test('SU-51 names the line in JSON too, with tabs', () => {
    const text =
      '{\n\t"classifications": [\n\t\t{\n\t\t\t"name": "a",\n\t\t\t"description": "x",\n\t\t\t"polarity": "positive",\n\t\t\t"threshold": -1\n\t\t}\n\t]\n}\n';
    expect(errorsOf(text, JSON_FILE).join('\n')).toMatch(/^7: .*threshold/);
  });

  test.each([
    ['a trailing comma', '{"classifications": [],}', /JSON/],
    ['a comment', '// x\n{"classifications": []}', /JSON/],
    ['a duplicate key', '{\n"classifications": [],\n"classifications": []\n}', /^3: .*duplicate|3: .*duplicate/m],
    ['nothing', ' \n', /empty/],
  ])('CL-2 JSON with %s is an error', (_name, text, expected) => {
    expect(errorsOf(text, JSON_FILE).join('\n')).toMatch(expected);
  });

  test('CL-2 no text makes the parser crash, and what it cannot take is a problem with a line', () => {
    const pieces = fc.constantFrom(
      'classifications:',
      '\n',
      '  - ',
      'name: ',
      'a',
      '"',
      "'",
      '|',
      '>',
      '&a ',
      '*a',
      '---\n',
      '...\n',
      '{',
      '}',
      '[',
      ']',
      ': ',
      ', ',
      '\t',
      '%YAML 1.2\n',
      '!!str ',
      '\u0000',
      '\ufeff',
      '? ',
      '#',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, fc.constantFrom(YML, JSON_FILE), (body, file) => {
        const document = parseDocument(file, body);
        const result = 'value' in document ? checkRules(document) : document;
        if ('problems' in result) {
          expect(result.problems.length).toBeGreaterThan(0);
          for (const { line } of result.problems)
            expect(line === null || (line >= 1 && line <= body.split('\n').length + 1)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('settings files', () => {
  const read = (text: string, path = '.hyperhive/revi.yml') =>
    readSettings(new Map([[path, { path, text, oid: 'x' }]]), parseDocument, { private: false });
  const lines = (text: string): string => {
    const result = read(text);
    return 'problems' in result ? result.problems.map(({ line, message }) => `${line}: ${message}`).join('\n') : '';
  };

  test('SU-56 no file, and a file of comments alone, set nothing', () => {
    expect(readSettings(new Map(), parseDocument, { private: false })).toMatchObject({
      settings: { disabled: [], ignore: [] },
    });
    expect(read('# ignore:\n#   - x\n')).toMatchObject({ settings: { disabled: [], ignore: [] } });
  });

  test('SU-54 reads disabled and ignore', () => {
    expect(read('disabled: [classify]\nignore:\n  - docs/**\n')).toMatchObject({
      settings: { disabled: ['classify'], ignore: ['docs/**'] },
    });
  });

  test.each<[string, string, RegExp]>([
    ['an unknown key', 'ignore: []\nreviewerz: []\n', /^2: .*reviewerz/],
    ['a wrong type', 'ignore: docs\n', /^1: .*ignore/],
    ['a duplicate key', 'ignore: []\nignore: []\n', /^2: .*ignore/],
    ['a pattern with an exclamation mark', "ignore:\n  - docs/**\n  - '!docs/keep.md'\n", /^3: /],
    ['an unknown action', 'disabled:\n  - clasify\n', /^2: .*clasify/],
    ['a wrong value deep in a section', 'converse:\n  min_replier_role: boss\n', /^2: .*guest/],
  ])('SU-56 %s is an error on its line', (_name, text, expected) => {
    expect(lines(text)).toMatch(expected);
  });

  test.each<[string, string, RegExp]>([
    [
      'an area and a default type',
      'triage:\n  areas:\n    - {name: Docs, description: Texts.}\n',
      /^3: "Docs".*default types/,
    ],
    [
      'a rank and a default type',
      'triage:\n  ranks:\n    - {name: fix, description: Now.}\n',
      /^3: "fix".*default types/,
    ],
    ['a type and a default rank', 'triage:\n  types: [feat, review:p1]\n', /^2: "review:p1".*default ranks/],
    ['two of the file', 'triage:\n  types: [a]\n  areas:\n    - {name: A, description: B.}\n', /^4: "A" stands twice/],
  ])('TR-4 SU-56 one label for %s is an error on its line', (_name, text, expected) => {
    expect(lines(text)).toMatch(expected);
  });

  test('TR-4 a name of a default list is free where the file has a list of its own', () => {
    expect(lines('triage:\n  types: [feat]\n  areas:\n    - {name: docs, description: Texts.}\n')).toBe('');
  });

  test('SU-56 two settings files are an error that names both', () => {
    const files = new Map(
      ['.hyperhive/revi.yml', '.hyperhive/revi.json'].map((path) => [path, { path, text: '{}', oid: 'x' }]),
    );
    const result = readSettings(files, parseDocument, { private: false });
    expect('problems' in result && result.problems[0]?.message).toMatch(/revi\.yml.*revi\.json/);
  });
});
