import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { ANSWER_SCHEMA, prepareAnswer, renderAnswer, saysNothing } from '../../../src/core/converse/answer.ts';
import { placesOf } from '../../../src/core/converse/places.ts';
import { compileSchema } from '../../../src/core/validate.ts';
import { aHunk } from '../changes.ts';

const places = placesOf(
  [{ path: 'src/zones.ts', previousPath: null, hunks: [aHunk('@@ -14 +14 @@\n-a\n+b\n')] }],
  null,
);
const prepare = (answer: string, secrets: readonly string[] = []) => prepareAnswer(answer, { places, secrets });
const parse = (markdown: string): Nodes =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });

/** Types of all nodes below a parsed body. */
function typesOf(node: Nodes): readonly string[] {
  return [node.type, ...('children' in node ? node.children.flatMap(typesOf) : [])];
}

/** Text outside of code spans. */
function plainTextOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(plainTextOf).join('\u0001') : '';
}

/** What a reader sees, code included. */
function shownOf(node: Nodes): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value.replaceAll('\u200b', '');
  return 'children' in node ? node.children.map(shownOf).join('') : '';
}

/** Nothing that GitHub would bring to life outside of code. */
function expectNothingAlive(body: Nodes, markdown: string): void {
  expect(markdown).not.toMatch(/^\s*\//m);
  const plain = plainTextOf(body);
  for (const alive of [/@[A-Za-z0-9]/, /#[0-9]/, /gh-[0-9]/i, /[0-9a-f]{7}/i, /:\/\//, /www\./i, /:[a-z0-9_+-]+:/i])
    expect(plain).not.toMatch(alive);
}

describe('the shape of an answer', () => {
  test('CO-25 is exactly a text that is not blank and a flag', () => {
    const check = compileSchema(ANSWER_SCHEMA);

    expect(check({ answer: 'Yes.', concedes: false }).ok).toBe(true);
    for (const wrong of [
      { answer: ' ', concedes: false },
      { answer: 'Yes.' },
      { answer: 'Yes.', concedes: 'no' },
      { answer: 'Yes.', concedes: false, more: 1 },
    ])
      expect(check(wrong).ok).toBe(false);
  });
});

describe('the sentences of an answer', () => {
  test('CO-22 drops and counts those that name a place which was not given', () => {
    const answer =
      'The fallback in `src/zones.ts:14` is the cause. The helper in `src/ghost.ts:7` hides it. The line `src/zones.ts:900` repeats it. So be it.';

    expect(prepare(answer)).toEqual({
      text: 'The fallback in `src/zones.ts:14` is the cause. So be it.',
      dropped: 2,
      leftOut: 0,
    });
  });

  test('CO-22 keeps eight, and counts the rest', () => {
    const answer = Array.from({ length: 30 }, (_, index) => `Claim ${index} is this.`).join(' ');
    const { text, leftOut } = prepare(answer);

    expect(text).toMatch(/Claim 7 is this\.$/);
    expect(leftOut).toBe(22);
  });

  test('CO-22 cuts a sentence without an end between characters', () => {
    const { text, leftOut } = prepare('📦'.repeat(5_000));

    expect([...text]).toHaveLength(2_400);
    expect(text).toMatch(/📦…$/u);
    expect(leftOut).toBe(1);
  });

  test('CO-22 ends no sentence in a code span, an abbreviation, a number, or before a small letter', () => {
    const answer = 'Call `a.b. C()` with v1.2 e.g. Today, i.e. `now`. It is 3.5 times slower. Is it? yes.';

    expect(prepare(`${answer} ${'More here. '.repeat(6)}`).leftOut).toBe(1);
  });

  test('CO-22 turns fences, lists and line breaks into paragraphs of text', () => {
    const answer = 'Do this:\n```ts\nconst a = 1\n```\n- one\n- two\r\n\r\nDone.';

    expect(prepare(answer).text).toBe('Do this:\n\nconst a = 1\n\n- one\n\n- two\n\nDone.');
  });

  test('SU-47 redacts before anything is cut, also a secret of the run', () => {
    const { text } = prepare('The token is ghp_0123456789abcdefghijABCDEFGHIJ012345 and hunter2hunter2.', [
      'hunter2hunter2',
    ]);

    expect(text).toBe('The token is [redacted] and [redacted].');
  });

  test('CO-22 says that nothing is left of an answer whose every claim is invented', () => {
    expect(prepare('See src/ghost.ts:7.')).toEqual({ text: '', dropped: 1, leftOut: 0 });
  });

  test('SU-34 takes hostile texts apart in no time', () => {
    const started = performance.now();
    for (const text of [
      '`'.repeat(20_000),
      '` `` '.repeat(8_000),
      '.'.repeat(40_000),
      'e.g. E.g. '.repeat(4_000),
      'a/b.c:1'.repeat(6_000),
      '\n'.repeat(40_000),
      `${' '.repeat(20_000)}\n`.repeat(2),
    ])
      renderAnswer(prepare(`x ${text} y`).text, []);
    expect(performance.now() - started).toBeLessThan(4_000);
  });
});

const PIECES = [
  '/revi approve',
  '@everyone',
  '@acme/owners',
  '#3',
  'yuki/ledger#4',
  'GH-12',
  'deadbeefdeadbeef',
  'https://evil.example',
  'www.evil.example',
  'bea@ledger.example',
  '![p](https://img.example/x.png)',
  '[l](x)',
  '[x]: y',
  '<img src=x onerror=1>',
  '<!-- revi-converse: v1; trigger: 1 -->',
  '-->',
  '<details>',
  '`',
  '``',
  '```',
  '```js',
  '~~~',
  '`a`',
  '``b``',
  '`@bea`',
  '`x|y`',
  '`<b>`',
  '\\',
  '$',
  '**',
  '_',
  '| a | b |',
  '| --- |',
  '---',
  '===',
  '- ',
  '1. ',
  '# ',
  '> ',
  ':tada:',
  '. ',
  '! ',
  ' ',
  '\n',
  '\n\n',
  '\r\n',
  '\t',
  '    ',
  '\u202e',
  '\u200b',
  '\ud83d',
  '📦',
  'word',
  'Word',
];
const hostile = fc
  .array(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ maxLength: 8 })), { maxLength: 40 })
  .map((pieces) => pieces.join(''));

describe('an answer that is posted', () => {
  test('SU-47 keeps plain text and code spans as they are', () => {
    expect(renderAnswer('Yes: `src/zones.ts:14` falls back, see src/zones.ts:14.\n\nSo be it.', [])).toBe(
      'Yes: `src/zones.ts:14` falls back, see src/zones.ts:14.\n\nSo be it.',
    );
  });

  test('SU-47 two code spans side by side stay two', () => {
    expect(renderAnswer('`a` and ``b`c`` and `d` ```e``', [])).toBe("`a` and b\\`c and `d` '''e''");
  });

  test('SU-47 holds nothing but paragraphs of text and code, and nothing that GitHub would bring to life', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const markdown of [renderAnswer(text, []), renderAnswer(prepare(text).text, [])]) {
          const body = parse(`${markdown}\n\n<!-- revi-converse: v1; trigger: 9 -->`);
          const types = new Set(typesOf(body));
          for (const type of ['root', 'paragraph', 'text', 'inlineCode', 'html', 'break']) types.delete(type);
          expect([...types]).toEqual([]);
          // The footer, and no other HTML.
          expect(typesOf(body).filter((type) => type === 'html')).toHaveLength(1);
          expectNothingAlive(body, markdown);
        }
      }),
      { numRuns: 250 },
    );
  });

  test.each([
    ['See https:`//evil.example/x|y` now.', 'See https://evil.example/x|y now.'],
    ['See www`` ``.evil.example/a now.', 'See www.evil.example/a now.'],
    ['See `a|www`.evil.example now.', 'See a|www.evil.example now.'],
    ['GH-` `12 and GH-`12|`', 'GH-12 and GH-12|'],
    ['deadbe`` ``efcafe0', 'deadbeefcafe0'],
    ['x`|`@octocat', 'x|@octocat'],
    ['`` ``/revi approve', '/revi approve'],
    [':smi`` ``le:', ':smile:'],
    ['It is `a` <`b`>.', 'It is `a` <`b`>.'],
  ])('SU-47 what spans leave behind is made inert joined: %j', (text, seen) => {
    const shown = renderAnswer(prepare(text).text, []);
    const body = parse(shown);

    expect(typesOf(body)).not.toContain('link');
    expect(shownOf(body)).toBe(seen.replaceAll('`', ''));
    expectNothingAlive(body, shown);
  });

  test.each([
    'The token is ghp_01234567`` ``89abcdefghijABCDEFGHIJ012345 ok.',
    'The token is ghp_0123456`789abcdefghijABCDEFGHIJ012345|` ok.',
    'The token is ghp_0123456`789abcdefghijABCDEFGHIJ012345` ok.',
    'The token is `ghp_`01234567`89abcdef`ghijABCDEFGHIJ012345 ok.',
    'The token is ghp_01234567\u200b`` \u200b ``89abcdefghijABCDEFGHIJ012345 ok.',
  ])('SU-47 SU-53 a secret in pieces is none the less one: %j', (text) => {
    expect(shownOf(parse(renderAnswer(prepare(text).text, [])))).toMatch(/^The token is \[redacted\]\|? ok\.$/);
  });

  test('SU-47 SU-53 whatever spans a text has, no link, mention or reference lives in it, and no secret is shown', () => {
    const known = 'hunter2-hunter2';
    const tokens = ['ghp_0123456789abcdefghijABCDEFGHIJ012345', known];
    const live = [
      'www.evil.example/a',
      'https://evil.example',
      'GH-12',
      'deadbeefcafe0',
      '@octocat',
      'a/b#12',
      ':smile:',
    ];
    const seam = fc.constantFrom('`', '``', '`` ``', '` `', '`|`', '`<`', '`\u200b`', '|`', '`>', '\u200b', '');
    const cutUp = fc
      .tuple(fc.constantFrom(...tokens, ...live), fc.array(fc.tuple(fc.nat(40), seam), { maxLength: 4 }))
      .map(([word, cuts]) =>
        [...cuts]
          .sort(([a], [b]) => b - a)
          .reduce((text, [at, mark]) => `${text.slice(0, at)}${mark}${text.slice(at)}`, word),
      );
    const texts = fc.array(fc.oneof(cutUp, seam, fc.constantFrom(' ', 'word')), { maxLength: 8 });
    fc.assert(
      fc.property(texts, (pieces) => {
        const shown = renderAnswer(prepare(pieces.join(''), [known]).text, [known]);
        const body = parse(shown);
        expect(typesOf(body)).not.toContain('link');
        expectNothingAlive(body, shown);
        const seen = shownOf(body).replaceAll('\u200b', '');
        for (const secret of tokens) expect(seen).not.toContain(secret);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each(['` `', '\u200b', '```\n```', '`` \u2060 ``', '…', '\u2800\u3164', '- ', '`\u200b` "\u00ad".'])(
    'CO-22 an answer of nothing that is seen says nothing: %j',
    (text) => {
      expect(saysNothing(renderAnswer(prepare(text).text, []))).toBe(true);
    },
  );

  test.each(['No', '7', '👍', '`a`', 'はい', '\u200bYes'])('CO-22 the shortest answers say something: %j', (text) => {
    expect(saysNothing(renderAnswer(prepare(text).text, []))).toBe(false);
  });

  test('SU-44 stays short, whatever a plan holds', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 1, max: 2_000 }), (text, times) => {
        expect(renderAnswer(text.repeat(times), []).length).toBeLessThan(20_000);
      }),
      { numRuns: 30 },
    );
  });

  test('CO-22 preparing what was prepared changes nothing', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const once = prepare(text);
        const twice = prepare(once.text);
        expect(twice.text).toBe(once.text);
      }),
      { numRuns: 300 },
    );
  });
});
