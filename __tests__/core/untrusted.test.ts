import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { inline, inlineCode, plainLine } from '../../src/core/untrusted.ts';
import { ALIVE, anyText, fail, onlyText, paragraphText, parse } from '../support/inert.ts';

/** What a reader sees, without zero-width spaces. */
const seen = (text: string): string => text.replaceAll('\u200b', '');

/** What a text should look like: one line, nothing that reorders or hides. */
const flat = (text: string): string =>
  text
    .replace(/[\s\u0085]+/g, ' ')
    .trim()
    .replace(/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');

/** Cells of the last row of a table around some cells. */
function cellTexts(cells: readonly string[]): readonly string[] {
  const head = cells.map(() => 'head').join(' | ');
  const rule = cells.map(() => '---').join(' | ');
  const { children } = parse(`| ${head} |\n| ${rule} |\n| ${cells.join(' | ')} |\n\nOverall: approve.`);
  const [table, overall, ...others] = children;
  if (table?.type !== 'table' || overall?.type !== 'paragraph' || others.length > 0)
    return fail({ type: 'root', children });
  expect(table.children).toHaveLength(2);
  return (table.children[1]?.children ?? []).map(onlyText);
}

describe('inline', () => {
  test.each([
    "I'm sure, 80% of lines: see the tests (all 12), and it's fine - really?",
    'Die Änderung ist gut; 你好, 世界 👍🏽',
    'a: b, c = d + e / f',
  ])('CL-33 leaves ordinary text as it is: %s', (text) => {
    expect(inline(text)).toBe(text);
  });

  test.each([
    ['a|b', 'a\\|b'],
    ['a\\|b', 'a\\\\\\|b'],
    ['`c` *d* _e_ ~f~ [g]', '\\`c\\` \\*d\\* \\_e\\_ \\~f\\~ \\[g\\]'],
    ['<i>&lt;', '&lt;i&gt;&amp;lt;'],
    ['one\r\n\ttwo\u2028three', 'one two three'],
    ['@bea #3 !4', '@\u200bbea \\#\u200b3 !\u200b4'],
    ['https://a.example www.a.example', 'https:\u200b//a.example www\u200b.a.example'],
    ['GH-12 3f2a9c1', 'GH-\u200b12 3f2a9c\u200b1'],
    [':tada:', '\\:\u200btada:'],
    ['cost is $5', 'cost is \\$\u200b5'],
    ['/revi approve', '\u200b/revi approve'],
    ['- a', '\\- a'],
    ['1. a', '1\\. a'],
    ['12) a', '12\\) a'],
    ['===', '\\==='],
    ['a\u202eb\u0007\ud800', 'a\ufffdb\ufffd\ufffd'],
  ])('CL-33 writes %j as %j', (text, expected) => {
    expect(inline(text)).toBe(expected);
  });

  test('SU-47 makes any text one paragraph of nothing but that text', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(seen(paragraphText(inline(text))).trim()).toBe(seen(flat(text)).trim());
      }),
      { numRuns: 300 },
    );
  });

  test('SU-47 leaves nothing that GitHub would link, mention, or obey', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const shown = paragraphText(inline(text));
        for (const alive of ALIVE) expect(shown).not.toMatch(alive);
        expect(inline(text)).not.toMatch(/<|>|^\s*\/|[\r\n]/);
      }),
      { numRuns: 300 },
    );
  });

  test('CL-33 keeps a table its shape, whatever stands in its cells', () => {
    fc.assert(
      fc.property(anyText(), anyText(), (first, second) => {
        const texts = cellTexts([inline(first), 'match', inline(second)]);
        expect(texts.map((cell) => seen(cell).trim())).toEqual([
          seen(flat(first)).trim(),
          'match',
          seen(flat(second)).trim(),
        ]);
      }),
      { numRuns: 300 },
    );
  });

  test('SU-47 stays inert after a line of other text, in a list and in a quotation', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const body = inline(text);
        expect(parse(`Reason:\n${body}`).children.map((node) => node.type)).toEqual(['paragraph']);
        const [list] = parse(`- ${body}`).children;
        expect(list?.type).toBe('list');
        const [quote, ...rest] = parse(`> ${body}`).children;
        expect([quote?.type, rest.length]).toEqual(['blockquote', 0]);
        for (const block of quote?.type === 'blockquote' ? quote.children : []) onlyText(block);
      }),
    );
  });

  test('SU-44 grows a text at most fivefold, so that ten longest rows fit a body', () => {
    fc.assert(fc.property(anyText(), (text) => expect(inline(text).length).toBeLessThanOrEqual(5 * text.length)));
    const worst = '&'.repeat(500);
    expect(10 * (inline(worst).length + inline('&'.repeat(80)).length)).toBeLessThan(40_000);
  });
});

describe('inlineCode', () => {
  test.each([
    ['src/a_b.ts', '`src/a_b.ts`'],
    ['#fix/@bea', '`#fix/@bea`'],
    ['a b', '`a b`'],
    ['a\\', '`a\\`'],
    ['', ''],
    ['a`b', 'a\\`b'],
    ['a|b', 'a\\|b'],
    ['<!--', '&lt;!\u200b--'],
    ['a\u202eb', 'a&lt;U+202E&gt;b'],
    ['a\nb', 'a&lt;U+000A&gt;b'],
    ['a  b', 'a b'],
  ])('SU-47 writes the name %j as %j', (name, expected) => {
    expect(inlineCode(name)).toBe(expected);
  });

  test('SU-47 shows any name as code or text, in a paragraph and in a cell', () => {
    fc.assert(
      fc.property(anyText(), (name) => {
        const written = inlineCode(name);
        const [only] = parse(written).children;
        if (only === undefined) return;
        if (only.type !== 'paragraph') fail(only);
        expect(parse(written).children).toHaveLength(1);
        const inside = only.type === 'paragraph' ? only.children : [];
        if (inside.length === 1 && inside[0]?.type === 'inlineCode') expect(inside[0].value).toBe(name);
        else onlyText(only);
        const [table] = parse(`| a | b |\n| --- | --- |\n| ${written} | end |`).children;
        const cells = table?.type === 'table' ? table.children[1]?.children : undefined;
        expect(cells).toHaveLength(2);
        expect(cells?.[1] === undefined ? '' : onlyText(cells[1])).toBe('end');
      }),
      { numRuns: 300 },
    );
  });
});

describe('plainLine', () => {
  test.each([
    ['one\r\ntwo\u2028three', 'one two three'],
    ['::error::x', ': :error::x'],
    ['  ::set-output name=a::b', ': :set-output name=a::b'],
    ['see ##[error]x', 'see ## [error]x'],
    ['a\u202eb\u200bc\u001b[31m', 'abc[31m'],
    ['#\u200b#[add-mask]x', '## [add-mask]x'],
    ['👩‍👧 ❤️', '👩‍👧 ❤️'],
  ])('SU-53 writes %j as %j', (text, expected) => {
    expect(plainLine(text)).toBe(expected);
  });

  test('SU-53 makes any text one line without a workflow command', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyText(), fc.string({ unit: fc.constantFrom(':', '#', '[', ' ', '\n', '\u200b', 'a') })),
        (text) => {
          expect(plainLine(text)).not.toMatch(/^\s*::|##\[|[\p{Cc}\p{Cs}\u2028\u2029]/u);
        },
      ),
      { numRuns: 300 },
    );
  });
});
