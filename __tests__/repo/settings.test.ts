import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { load } from 'js-yaml';
import type { Reviewer } from '../../src/core/re-review/reviewer.ts';
import { GENERAL } from '../../src/core/re-review/reviewers.ts';
import { readSettings, type Settings } from '../../src/core/settings.ts';
import { parseDocument } from '../../src/runner/document.ts';
import { filesBelow, readTables, readText, trackedFiles } from './repository.ts';

type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly definitions?: Readonly<Record<string, Schema>>;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
};

const schema = JSON.parse(readText('schemas/revi.schema.json')) as Schema;
const fitsSchema = new Ajv({ allErrors: true }).compile<object>(schema as object);
const page = readText('docs/settings.md');
const examples = filesBelow('settings-examples', '.yml');
const reviewers = filesBelow('rules-examples/reviewers', '.yml');

/** The lines of the page's tables: key, default, values, meaning. */
const lines = readTables(page, ['key', 'default', 'values', 'meaning']).map(
  ([key = '', standard = '', values = '', meaning = '']) => ({ key: codes(key)[0] ?? '', standard, values, meaning }),
);

/** Every key of the schema, sections and entries of lists included, with what stands there and whether it must. */
const keys = [...keysOf(schema, '')];

/** The settings in the documents' code blocks. */
const quoted = trackedFiles()
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) =>
    [...readText(file).matchAll(/^( *)```yaml\n([\s\S]*?)^ *```/gm)]
      .map((match) => (match[2] ?? '').replaceAll(new RegExp(`^${match[1] ?? ''}`, 'gm'), ''))
      .filter((text) => new RegExp(`^(${Object.keys(schema.properties ?? {}).join('|')}):`, 'm').test(text))
      .map((text) => [file, text] as const),
  );

describe('docs/settings.md', () => {
  test('SU-56 it names every key of the schema once, and no other', () => {
    expect(lines.map(({ key }) => key).sort()).toEqual(keys.map(({ path }) => path).sort());
  });

  test.each(keys)('SU-56 it gives the bounds and choices of $path', ({ path, schema: { enum: choices, ...rest } }) => {
    const { items, minimum, maximum, minItems, maxItems } = rest;
    const line = lines.find(({ key }) => key === path);
    const words = `${line?.values} ${line?.meaning}`;
    for (const choice of [...(choices ?? []), ...(items?.enum ?? [])])
      expect([path, codes(words).includes(choice)]).toEqual([path, true]);
    if (minimum !== undefined) expect(words).toContain(`${minimum} to ${maximum}`);
    if (maxItems !== undefined) expect(words).toContain(`${minItems} to ${maxItems}`);
    else if (minItems !== undefined) expect(words).toContain(`at least ${minItems}`);
    const longest = rest.maxLength ?? items?.maxLength;
    if (longest !== undefined) expect(words).toMatch(new RegExp(`(up|1) to ${longest}\\b`));
    if (rest.type === 'boolean') expect(codes(words)).toEqual(expect.arrayContaining(['true', 'false']));
    if (rest.type === 'array' || items !== undefined) expect(words).toMatch(/^list/);
  });

  test.each(keys)('SU-56 it says whether $path must be there', ({ path, required }) => {
    expect(lines.find(({ key }) => key === path)?.standard === 'required').toBe(required);
  });

  test('SU-56 TR-2 CO-40 its defaults are those of the code', () => {
    const read = readSettings(new Map(), parseDocument, { private: true });
    const settled = 'settings' in read ? read.settings : ({} as Settings);
    const { triage, converse, disabled, ignore } = settled;
    const defaults: Readonly<Record<string, readonly string[]>> = {
      disabled,
      ignore,
      'triage.ranks': triage.ranks.map(({ name }) => name),
      'triage.types': triage.types,
      'triage.areas': triage.areas.map(({ name }) => name),
      'triage.comment': [String(triage.comment)],
      'converse.authorized_repliers': converse.authorizedRepliers,
      'converse.min_replier_role': [converse.minReplierRole],
      'converse.max_replies_per_thread': [String(converse.maxRepliesPerThread)],
      reviewers: settled.reviewers.map(({ name }) => name),
    };
    for (const [key, expected] of Object.entries(defaults)) {
      const standard = lines.find((line) => line.key === key)?.standard ?? '';
      expect([key, standard === 'none' ? [] : codes(standard)]).toEqual([key, expected]);
    }
  });

  test('RR-4 it and the README of re-review name the classes of the built-in reviewer', () => {
    const names = GENERAL.classes.map(({ name }) => name);
    expect(names).toHaveLength(10);
    expect(codes(/^- The classes of `general` are ([\s\S]*?)\.$/m.exec(page)?.[1] ?? '')).toEqual(names);
    expect(readText('actions/re-review/README.md')).toContain(names.join(', '));
  });

  test('SU-56 each of its sections has an example, and together they use every section', () => {
    const sections = page.split(/^## /m).slice(1);
    expect(sections.filter((section) => !section.includes('```yaml'))).toEqual([]);
    const used = quoted.filter(([file]) => file === 'docs/settings.md').flatMap(([, text]) => Object.keys(parse(text)));
    expect([...new Set(used)].sort()).toEqual(Object.keys(schema.properties ?? {}).sort());
  });
});

describe('settings-examples', () => {
  test('SU-4 there are some, and the page leads to each', () => {
    expect(examples.length).toBeGreaterThanOrEqual(3);
    expect(examples.filter((file) => !page.includes(`](../${file})`))).toEqual([]);
  });

  test.each(examples)('SU-4 SU-56 %s fits the schema and is read by the product', (file) => {
    expect([fitsSchema(parse(readText(file))), fitsSchema.errors]).toEqual([true, null]);
    expect(readByProduct(readText(file))).toEqual({ settings: expect.anything() });
  });

  test.each(examples)('%s gives editors the schema by its first line, and says what it is for', (file) => {
    const [first, second] = readText(file).split('\n');
    expect(first).toBe('# yaml-language-server: $schema=../schemas/revi.schema.json');
    expect(second).toMatch(/^# [A-Z].{40,}/);
  });
});

describe('rules-examples/reviewers', () => {
  test('RR-4 there are five, and their README lists each of them', () => {
    expect(reviewers.map((file) => file.replace(/^.*\/|\.yml$/g, ''))).toEqual([
      'api-design',
      'correctness',
      'documentation',
      'security',
      'tests',
    ]);
    const listed = [
      ...readText('rules-examples/reviewers/README.md').matchAll(/^\| \[[\w-]+\.yml\]\(([\w-]+\.yml)\)/gm),
    ].map((match) => `rules-examples/reviewers/${match[1]}`);
    expect(listed.sort()).toEqual([...reviewers].sort());
  });

  test.each(reviewers)(
    'RR-4 SU-56 %s fits the schema, and the product reads one reviewer of that name from it',
    (file) => {
      expect([fitsSchema(parse(readText(file))), fitsSchema.errors]).toEqual([true, null]);
      const name = file.replace(/^.*\/|\.yml$/g, '');
      expect(readByProduct(readText(file))).toMatchObject({ settings: { reviewers: [{ name }] } });
    },
  );

  test('RR-4 the product reads all of them together, with names that differ', () => {
    const together = reviewers.map((file) => readText(file).replace(/^#.*\n/gm, ''));
    const text = together.map((part, index) => (index === 0 ? part : part.replace('reviewers:\n', ''))).join('');
    expect(readByProduct(text)).toMatchObject({ settings: { reviewers: reviewers.map(() => expect.anything()) } });
  });

  test.each(reviewers)(
    'RR-4 %s has classes of its own, each said in a sentence, and says what is no finding',
    (file) => {
      const [reviewer] = (parse(readText(file)) as { reviewers: readonly Reviewer[] }).reviewers;
      expect(reviewer?.classes.length).toBeGreaterThanOrEqual(5);
      expect(reviewer?.classes.filter(({ description }) => !/^[A-Z].{20,}\.$/.test(description.trim()))).toEqual([]);
      expect(reviewer?.focus).toMatch(/\b(no|not|leave out|none)\b/);
      expect(reviewer?.focus.length).toBeGreaterThan(200);
    },
  );

  test.each(reviewers)('%s gives editors the schema by its first line, and says what it is for', (file) => {
    const [first, second] = readText(file).split('\n');
    expect(first).toBe('# yaml-language-server: $schema=../../schemas/revi.schema.json');
    expect(second).toMatch(/^# [A-Z].{40,}/);
  });
});

describe('settings in the documents', () => {
  test('there are some', () => {
    expect(quoted.map(([file]) => file)).toEqual(
      expect.arrayContaining(['docs/settings.md', 'actions/triage/README.md']),
    );
  });

  test.each(quoted)('SU-56 those of %s can be copied as they are', (_file, text) => {
    expect([fitsSchema(parse(text)), fitsSchema.errors]).toEqual([true, null]);
    expect(readByProduct(text)).toEqual({ settings: expect.anything() });
  });
});

function parse(text: string): object {
  return load(text) as object;
}

/** As the settings of a public repository, where more is an error. */
function readByProduct(text: string): unknown {
  const path = '.hyperhive/revi.yml';
  return readSettings(new Map([[path, { path, text, oid: 'b'.repeat(40) }]]), parseDocument, { private: false });
}

function* keysOf(
  schema: Schema,
  prefix: string,
): Generator<{ readonly path: string; readonly schema: Schema; readonly required: boolean }> {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const here = resolve(property);
    const path = `${prefix}${name}`;
    yield { path, schema: here, required: schema.required?.includes(name) ?? false };
    yield* keysOf(here.items ?? here, `${path}.`);
  }
}

/** A schema and its items without their references. */
function resolve(part: Schema): Schema {
  const name = part.$ref?.replace('#/definitions/', '');
  const found = name === undefined ? part : (schema.definitions?.[name] ?? part);
  return found.items === undefined ? found : { ...found, items: resolve(found.items) };
}

/** What stands in backticks. */
function codes(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
}
