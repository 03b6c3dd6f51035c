import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anchorsOf, findingKey } from '../../../src/core/finding-key.ts';
import { loadParser, parseWithin } from '../../../src/core/symbols/grammars.ts';
import { languageOf } from '../../../src/core/symbols/language.ts';
import { symbolsOf } from '../../../src/core/symbols/symbols.ts';
import { extensionOf, fileOf, KEEPS_MARGIN, SNIPPETS, type Snippet, SURROUNDINGS, surroundingsOf } from './snippets.ts';

const rows = SNIPPETS.map((snippet) => ({ ...snippet, name: `${snippet.path} ${snippet.symbol}: ${snippet.line}` }));

describe('the same key', () => {
  test('there are at least 60 snippets in at least 12 languages', () => {
    expect(SNIPPETS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(SNIPPETS.map(({ path }) => extensionOf(path))).size).toBeGreaterThanOrEqual(12);
  });

  test.each(rows)('RR-21 names the enclosing symbol of $name', async (snippet) => {
    expect(await symbolIn(fileOf(snippet, 'snippet last'), snippet)).toBe(snippet.symbol);
  });

  test.each(rows)('RR-22 keeps the key when lines drift: $name', async (snippet) => {
    const { head } = surroundingsOf(snippet);
    expect(await keyIn(fileOf(snippet, 'snippet last', { head: `${head}\n\n\n` }), snippet)).toBe(await keyOf(snippet));
  });

  test.each(rows)('RR-22 keeps the key when a comment is added above: $name', async (snippet) => {
    const { comment } = surroundingsOf(snippet);
    const commented = { ...snippet, text: comment === '' ? snippet.text : `${comment}\n\n${snippet.text}` };
    expect(await keyIn(fileOf(commented, 'snippet last'), snippet)).toBe(await keyOf(snippet));
  });

  test.each(rows)('RR-22 keeps the key when the code moves within the file: $name', async (snippet) => {
    expect(await keyIn(fileOf(snippet, 'snippet first'), snippet)).toBe(await keyOf(snippet));
  });

  test.each(rows)('RR-22 keeps the key when the code is indented otherwise: $name', async (snippet) => {
    expect(await keyIn(wider(fileOf(snippet, 'snippet last'), 2), snippet)).toBe(await keyOf(snippet));
  });

  test.each(rows)('RR-22 keeps the key when lines end otherwise: $name', async (snippet) => {
    expect(await keyIn(fileOf(snippet, 'snippet last').replaceAll('\n', '\r\n'), snippet)).toBe(await keyOf(snippet));
  });
});

describe('another key', () => {
  // In a header the symbol is part of the fingerprint, and a rename changes both.
  const inBodies = rows.filter(
    (row) => /^[\w#]+$/.test(row.symbol) && row.symbol !== 'default' && !lineOf(row).includes(row.symbol),
  );

  test.each(inBodies)('RR-20 for the same line in another symbol: $name', async (snippet) => {
    const renamed = fileOf(snippet, 'snippet last').replaceAll(snippet.symbol, `${snippet.symbol}2`);
    expect(await keyIn(renamed, snippet)).not.toBe(await keyOf(snippet));
  });

  test.each(rows)('RR-20 for another line of the same symbol: $name', async (snippet) => {
    const text = fileOf(snippet, 'snippet last').replace(snippet.line, (line) => `${line[0] ?? ''}x${line.slice(1)}`);
    const lines = text.split('\n');
    const at = fileOf(snippet, 'snippet last').split('\n').indexOf(lineOf(snippet));
    const anchors = anchorsOf(text, await symbolsOf(snippet.path, text));
    expect(lines[at]).not.toBe(lineOf(snippet));
    expect(keyFor(snippet.path, anchors[at] ?? '')).not.toBe(await keyOf(snippet));
  });

  test.each(rows)('RR-20 for another class or reviewer: $name', async (snippet) => {
    const anchor = await anchorIn(fileOf(snippet, 'snippet last'), snippet);
    const key = { reviewer: 'general', path: snippet.path, anchor, class: 'tests' };
    expect(new Set([await keyOf(snippet), findingKey(key), findingKey({ ...key, reviewer: 'security' })]).size).toBe(3);
  });
});

describe('a table', () => {
  test('RR-21 gives the ranges of a symbol, overloads and namesakes included, header lines too', async () => {
    const text = 'function a(): void\nfunction a() {\n}\nclass B {\n  a() {\n  }\n}\n';
    const table = await symbolsOf('a.ts', text);
    expect(table.rangesOf('a')).toEqual([
      { from: 1, to: 1 },
      { from: 2, to: 3 },
      { from: 5, to: 6 },
    ]);
    expect(table.rangesOf('B')).toEqual([{ from: 4, to: 7 }]);
    expect(table.rangesOf('c')).toEqual([]);
  });

  test('RR-21 gives a line that two symbols share to the deeper one, else to the one that begins there', async () => {
    const table = await symbolsOf(
      'a.js',
      'const o = {\n  a() {\n  }, b() {\n  },\n};\nfunction c() { function d() {} }\n',
    );
    expect([1, 2, 3, 4, 5, 6].map((line) => table.symbolAt(line))).toEqual(['<file>', 'a', 'b', 'b', '<file>', 'd']);
  });

  test('RR-21 takes code that does not parse', async () => {
    const table = await symbolsOf(
      'a.ts',
      'class A {\n  b() {\n    const x = ;\n  }\n  c() {\n    return 1 +\n  }\n}\nfunction d() {\n  e(\n',
    );
    expect([1, 2, 6, 10].map((line) => table.symbolAt(line))).toEqual(['A', 'b', 'c', 'd']);
  });

  test('RR-21 a line outside of the file belongs to the file', async () => {
    const table = await symbolsOf('a.ts', 'function a() {\n}\n');
    expect([-1, 0, 0.5, 99, Number.NaN].map((line) => table.symbolAt(line))).toEqual(Array(5).fill('<file>'));
  });

  test('RR-21 the YAML before a Markdown document is no heading, and a heading in a quote heads nothing', async () => {
    const table = await symbolsOf('a.md', '---\ntitle: x\n---\nHello\n\n# A\n\n> ## B\n\ntext\n');
    expect([2, 4, 6, 10].map((line) => table.symbolAt(line))).toEqual(['<file>', '<file>', 'A', 'A']);
  });

  test('RR-21 prose declares nothing', async () => {
    const text = 'class struggle\n  is a word\n';
    expect((await symbolsOf('LICENSE', text)).symbolAt(1)).toBe('<file>');
    expect((await symbolsOf('notes.txt', text)).symbolAt(1)).toBe('<file>');
  });

  test('a language is told by the file name and the extension, in any case', () => {
    expect(languageOf('a/B.TS')).toEqual({ kind: 'parsed', grammar: 'typescript' });
    expect(languageOf('a.ts/Makefile')).toEqual({ kind: 'indented', dialect: 'make' });
    expect(languageOf('x/constructor')).toEqual({ kind: 'indented', dialect: 'other' });
    expect(languageOf('Cargo.lock')).toEqual({ kind: 'toml' });
  });
});

describe('text that was made to cost', () => {
  test.each([
    ['tsx', '<'],
    ['java', '['],
    ['python', '/*'],
    ['yaml', '\0'],
    ['html', '<?php '],
  ] as const)('a %s file of %j is given up before it takes time or memory', async (language, part) => {
    const text = part.repeat(60_000 / part.length);
    expect(parseWithin(await loadParser(language), text)).toBeNull();
    expect((await symbolsOf(`a.${language === 'python' ? 'py' : language}`, text)).symbolAt(1)).toBe('<file>');
  });

  test('a file that is given up, or too long to parse, is read by indentation', async () => {
    const body = `class Big {\n  function small() {\n    return ${'<'.repeat(60_000)};\n  }\n}\n`;
    expect((await symbolsOf('a.tsx', body)).symbolAt(3)).toBe('small');
    const long = `${'// filler\n'.repeat(200_001)}class Long {\n  def go():\n    pass\n}\n`;
    expect((await symbolsOf('a.py', long)).symbolAt(200_004)).toBe('go');
  });

  test('deep but honest code is parsed', async () => {
    const deep = `function f() { return ${'['.repeat(150)}${']'.repeat(150)}; }\n`;
    expect(parseWithin(await loadParser('javascript'), deep)).not.toBeNull();
  });
});

describe('whatever the text', () => {
  const extension = fc.constantFrom(...Object.keys(SURROUNDINGS), 'txt', 'zz', 'm', 'fs', 'clj', 'mk', 'pas', 'vb');
  const token = fc.constantFrom(
    ...SNIPPETS.flatMap(({ text }) => text.split(/(?<=[\s(){}[\]<>;:"'`=])/)),
    ...['"""', "'''", '/*', '*/', '<<EOF', '$$', '@"', '<script>', '{{', '---', '\0', '\ud800', '\t', '\r\n'],
  );
  const code = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(token, { maxLength: 60 }).map((parts) => parts.join('')),
  );

  test('RR-21 a table is total and nothing fails', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          extension.map((end) => `a.${end}`),
          fc.string(),
        ),
        code,
        async (path, text) => {
          const table = await symbolsOf(path, text);
          const lines = text.split('\n').length;
          for (let line = 0; line <= lines + 1; line++) {
            const symbol = table.symbolAt(line);
            if (symbol === '') throw new Error('an empty symbol');
            if (symbol !== '<file>' && !table.rangesOf(symbol).some(({ from, to }) => from <= line && line <= to))
              throw new Error(`line ${line} is not in ${symbol}`);
          }
        },
      ),
      { numRuns: 600 },
    );
  });

  test('RR-22 blank lines above and more indentation keep every key', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SNIPPETS),
        fc.nat({ max: 20 }),
        fc.integer({ min: 1, max: 3 }),
        async (snippet, blanks, factor) => {
          const { head } = surroundingsOf(snippet);
          const moved = wider(fileOf(snippet, 'snippet last', { head: head + '\n'.repeat(blanks) }), factor);
          expect(await keyIn(moved, snippet)).toBe(await keyOf(snippet));
        },
      ),
      { numRuns: 150 },
    );
  });
});

function keyOf(snippet: Snippet): Promise<string> {
  return keyIn(fileOf(snippet, 'snippet last'), snippet);
}

async function keyIn(text: string, snippet: Snippet): Promise<string> {
  return keyFor(snippet.path, await anchorIn(text, snippet));
}

async function anchorIn(text: string, snippet: Snippet): Promise<string> {
  const anchors = anchorsOf(text, await symbolsOf(snippet.path, text));
  return anchors[indexIn(text, snippet)] ?? '';
}

async function symbolIn(text: string, snippet: Snippet): Promise<string> {
  return (await symbolsOf(snippet.path, text)).symbolAt(indexIn(text, snippet) + 1);
}

function keyFor(path: string, anchor: string): string {
  return findingKey({ reviewer: 'general', path, anchor, class: 'correctness' });
}

function indexIn(text: string, { line }: Snippet): number {
  const found = text.split('\n').findIndex((candidate) => candidate.includes(line.trim()));
  if (found === -1) throw new Error(`no line holds ${line}`);
  return found;
}

function lineOf(snippet: Snippet): string {
  const text = fileOf(snippet, 'snippet last');
  return text.split('\n')[indexIn(text, snippet)] ?? '';
}

/** Every level indented `factor` times as far; Markdown as it is, where a margin makes code of text. */
function wider(text: string, factor: number): string {
  return KEEPS_MARGIN.has(text.startsWith('Words before') ? 'md' : '')
    ? text
    : text.replace(/^[ \t]+/gm, (margin) => margin.repeat(factor));
}
