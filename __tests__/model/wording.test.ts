import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

/** Words that make the service refuse a prompt as an extraction of its reasoning (facts: model.md §2.5). */
const EXTRACTION =
  /(write|show|narrate|explain) (out )?your (reasoning|thoughts|thinking)|step by step|chain of thought/i;
const SOURCE = join(import.meta.dirname, '../../src');

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(ts|json)$/.test(name));

test('SU-35 the sources are there to be read', () => {
  expect(files).toContain(join('model', 'request.ts'));
});

test('SU-35 nothing in our sources asks a model to write out its reasoning', () => {
  const found = files.flatMap((name) =>
    readFileSync(join(SOURCE, name), 'utf8')
      .split('\n')
      .flatMap((line, index) => (EXTRACTION.test(line) ? [`${name}:${index + 1}: ${line.trim()}`] : [])),
  );

  expect(found).toEqual([]);
});

test.each(['Explain your reasoning.', 'Think step by step', 'show your thoughts', 'Narrate out your thinking'])(
  'SU-35 "%s" would be found',
  (text) => {
    expect(text).toMatch(EXTRACTION);
  },
);
