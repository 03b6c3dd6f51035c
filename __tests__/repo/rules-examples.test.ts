import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { load } from 'js-yaml';
import { checkRules } from '../../src/core/rules.ts';
import { parseDocument } from '../../src/runner/document.ts';
import { filesBelow, readText, trackedFiles } from './repository.ts';

type Rules = {
  readonly classifications: readonly {
    readonly name: string;
    readonly description: string;
    readonly threshold: number;
  }[];
};

/** Rules of `classify`; reviewers are settings, and settings.test.ts reads those. */
const files = filesBelow('rules-examples', '.yml').filter((file) => !file.startsWith('rules-examples/reviewers/'));
const fitsSchema = new Ajv({ allErrors: true }).compile<Rules>(
  JSON.parse(readText('schemas/review-classifier.schema.json')) as object,
);

/** The rules files in the documents' code blocks. */
const quoted = trackedFiles()
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) =>
    [...readText(file).matchAll(/^( *)```yaml\n([\s\S]*?)^ *```/gm)]
      .map((match) => (match[2] ?? '').replaceAll(new RegExp(`^${match[1] ?? ''}`, 'gm'), ''))
      .filter((text) => /^classifications:/m.test(text))
      .map((text) => [file, text] as const),
  );

describe('rules-examples', () => {
  test('SU-4 there are at least eight, and the README lists each of them', () => {
    expect(files.length).toBeGreaterThanOrEqual(8);
    const listed = [...readText('rules-examples/README.md').matchAll(/^\| \[[\w-]+\.yml\]\(([\w-]+\.yml)\)/gm)].map(
      (match) => `rules-examples/${match[1]}`,
    );
    expect(listed.sort()).toEqual([...files].sort());
  });

  test.each(files)('SU-4 CL-2 %s fits the schema', (file) => {
    expect([fitsSchema(load(readText(file), { filename: file })), fitsSchema.errors]).toEqual([true, null]);
  });

  test.each(files)('CL-2 %s is read by the product as well', (file) => {
    expect(readRules(file, readText(file))).toEqual({ rules: expect.any(Array) });
  });

  test.each(files)('CL-3 %s gives editors the schema by its first line', (file) => {
    expect(readText(file).split('\n')[0]).toBe(
      '# yaml-language-server: $schema=../schemas/review-classifier.schema.json',
    );
  });

  test.each(files)('%s has four to nine rules with moderate thresholds', (file) => {
    const { classifications } = load(readText(file)) as Rules;
    expect(classifications.length).toBeGreaterThanOrEqual(4);
    expect(classifications.length).toBeLessThanOrEqual(9);
    expect(classifications.filter(({ threshold }) => threshold < 60 || threshold > 90)).toEqual([]);
  });

  test.each(files)('CL-20 %s asks only about what the model can see', (file) => {
    const { classifications } = load(readText(file)) as Rules;
    const unseen =
      /\b(labels? of the pull request|pull request's (title|description|label)|title|CI (is|passes)|checks? (pass|are green)|reviewers?|approved)\b/i;
    expect(classifications.filter(({ description }) => unseen.test(description))).toEqual([]);
  });
});

describe('rules in the documents', () => {
  test('there are some', () => {
    expect(quoted.map(([file]) => file)).toEqual(expect.arrayContaining(['README.md', 'actions/classify/README.md']));
  });

  test.each(quoted)('CL-2 those of %s can be copied as they are', (file, text) => {
    expect(fitsSchema(load(text, { filename: file }))).toBe(true);
    expect(readRules('.hyperhive/review-classifier.yml', text)).toEqual({ rules: expect.any(Array) });
  });
});

function readRules(file: string, text: string): unknown {
  const document = parseDocument(file, text);
  return 'lineOf' in document ? checkRules(document) : document;
}
