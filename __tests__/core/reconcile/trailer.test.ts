import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findTrailer } from '../../../src/core/reconcile/trailer.ts';
import { mayHoldTrailer } from '../../../src/core/reconcile/trailer-hint.ts';

const HIVE = '— hive:';
const agentOf = (body: string, trailer = HIVE): string | null => findTrailer(body, trailer)?.agent ?? null;

describe('findTrailer', () => {
  test.each([
    ['alone', '— hive: agent=surveyor', 'surveyor'],
    ['with nothing behind it', 'Adds A.\n\n— hive:\n', ''],
    ["above another bot's text", 'Adds A.\n\n— hive: agent=a\n\n<!-- summary -->\n\n## Summary\n\n- Adds A.\n', 'a'],
    ['twice: the last one is read', '— hive: agent=first\n\nMore.\n\n— hive: agent=second\r\n', 'second'],
    ['twice, the last one without an agent', '— hive: agent=first\n\n— hive:', ''],
    ['in a body with CRLF', 'Adds A.\r\n\r\n— hive: agent=a\r\n\r\nMore.', 'a'],
    ['after a byte-order mark', '\ufeff— hive: agent=a', 'a'],
    ['in a paragraph of several lines', 'Adds A.\n— hive: agent=a\nand B', 'a'],
    ['after a closed fence', '```\ncode\n```\n— hive: agent=a', 'a'],
    ['after white space', 'Adds A.\n   \t— hive: agent=a', 'a'],
    ['in an item of a list, on a line of its own', '- one\n  — hive: agent=a\n- two', 'a'],
    ['in HTML', '<details>\n— hive: agent=a\n</details>', 'a'],
    ['after a closed comment', '<!-- x\n\ny -->\n— hive: agent=a', 'a'],
    ['after a span that is not closed', 'a ` b\n— hive: agent=a', 'a'],
    ['after a tick with a backslash', 'a \\` b\n— hive: agent=a\nc ` d', 'a'],
    ['after a comment that a paragraph does not close', 'a <!-- b\n— hive: agent=a', 'a'],
    ['after a quotation in HTML', '<blockquote>\n\nx\n\n</blockquote>\n\n— hive: agent=a', 'a'],
    ['after code in HTML', 'Runs <code>x</code> and <KBD class="k">y</KBD>.\n— hive: agent=a', 'a'],
    ['after a tag that only begins like one', '<quote>\n— hive: agent=a', 'a'],
    ['after a rule of many dashes', `${'-'.repeat(60)}\n\n${'- '.repeat(30)}\n\n— hive: agent=a`, 'a'],
    ['behind a long list', `${'- item\n'.repeat(900)}\n\n— hive: agent=a`, 'a'],
    ['behind a long fence', `\`\`\`\n${'- item\n'.repeat(6000)}\`\`\`\n\n— hive: agent=a`, 'a'],
  ])('RB-1 finds a trailer %s', (_where, body, agent) => {
    expect(agentOf(body)).toBe(agent);
  });

  test.each([
    ['in a quotation', '> — hive: agent=a\n\nAs was said.'],
    ['in a line that lazily continues a quotation', '> As was said:\n— hive: agent=a'],
    ['in a fence', 'It looks so:\n\n```\n— hive: agent=a\n```\n'],
    ['in a fence of tildes that holds another', '~~~text\n```\n— hive: agent=a\n```\n~~~\n\nno more'],
    ['in a fence that is not closed', '````\n```\n\n— hive: agent=a\n\n# more'],
    ['in a long fence that is not closed', `\`\`\`\n${'x\n\n'.repeat(300)}— hive: agent=a`],
    ['in a fence of a list', '- one\n\n  ```\n  — hive: agent=a\n  ```'],
    ['in code by indentation', 'It looks so:\n\n    — hive: agent=a'],
    ['in a code span', '`— hive: agent=a`'],
    ['in a code span of several lines', 'so ``a ` b\n— hive: agent=a\nc`` it is'],
    ['in an HTML comment', '<!--\n— hive: agent=a\n-->'],
    ['in an HTML comment with blank lines', '<!-- a\n\n— hive: agent=a\n\n-->'],
    ['in an HTML comment that is not closed', '<!-- a\n\n— hive: agent=a'],
    ['in an HTML comment of a paragraph', 'a <!-- b\n— hive: agent=a\nc --> d'],
    ['in an HTML comment of other HTML', '<div>\n<!-- b\n— hive: agent=a\n</div>'],
    ['in a quotation in HTML', '<blockquote>\n\n— hive: agent=a\n\n</blockquote>'],
    ...['code', 'q', 'samp', 'kbd', 'tt'].map((tag): [string, string] => [
      `in <${tag}>`,
      `Looks so: <${tag}>\n— hive: agent=a\n</${tag}>`,
    ]),
    ['in <code> over blank lines', '<code>\n\n— hive: agent=a\n\n</code>'],
    ['in a quotation behind the end of another tag', '<blockquote>\n</pre>\n— hive: agent=a\n</blockquote>'],
    ['in preformatted HTML', '<pre>\n— hive: agent=a\n</pre>'],
    ['in the middle of a line', 'Made by — hive: agent=a'],
    ['behind the mark of a list', '- — hive: agent=a'],
    ['with another case', '— Hive: agent=a'],
    ['under twenty quotations and lists', `${'> - '.repeat(10)}x\n\n— hive: agent=a`],
    ['nowhere', 'Adds A.'],
    ['in an empty body', ''],
  ])('RB-1 finds none %s', (_where, body) => {
    expect(agentOf(body)).toBeNull();
  });

  test.each([
    [' agent=scanner', 'scanner'],
    ['agent=scanner', 'scanner'],
    [' AGENT =  Scanner  ', 'Scanner'],
    [' run=4; agent=team/scan.2_b, more', 'team/scan.2_b'],
    [' agent=Scanner. And more', 'Scanner'],
    [' agent=исследователь', 'исследователь'],
    [' agent= ', ''],
    [' user-agent=curl', ''],
    [' agent=`x`', ''],
    [' agent=<b>', ''],
    [' by scanner', ''],
    [` agent=${'a'.repeat(300)}`, 'a'.repeat(100)],
  ])('RB-1 RB-11 reads the values %j as agent %j', (values, agent) => {
    expect(agentOf(`${HIVE}${values}`)).toBe(agent);
  });

  test.each(['- hive:', 'Made by hive', '`hive`:', '**hive**', '1. hive', '# hive', '---', '<hive>'])(
    'RB-2 takes the trailer %j of the settings',
    (trailer) => {
      expect(agentOf(`Text.\n\n${trailer} agent=a\n\nMore.`, trailer)).toBe('a');
      expect(agentOf(`\`\`\`\n${trailer} agent=a`, trailer)).toBeNull();
      expect(agentOf('Text.\n\n— hive: agent=a', trailer)).toBeNull();
    },
  );

  const LINES = [
    'a',
    '',
    '- b',
    '  c',
    '> d',
    '```',
    '~~~',
    '    e',
    '<!--',
    '-->',
    '`',
    '# f',
    '<pre>',
    '\\`',
    '1. g',
  ];
  const bodies = fc.array(fc.constantFrom(...LINES, '— hive: agent=x', ' — hive:'), { maxLength: 14 });

  test('RB-1 the cheap look never misses what the parser finds', () => {
    let found = 0;
    fc.assert(
      fc.property(bodies, fc.constantFrom('\n', '\r\n', '\r'), (lines, end) => {
        const body = lines.join(end);
        if (findTrailer(body, HIVE) === null) return;
        found += 1;
        expect(mayHoldTrailer(body, HIVE)).toBe(true);
      }),
      { numRuns: 500 },
    );
    expect(found).toBeGreaterThan(50);
  });

  test('RB-1 whatever stands in a quotation, a fence or a comment is not found, and what stands behind it is', () => {
    fc.assert(
      fc.property(bodies, (lines) => {
        const inner = lines.filter((line) => !/[`~]{3}|-->|<pre>/.test(line));
        expect(agentOf(inner.map((line) => `> ${line}`).join('\n'))).toBeNull();
        expect(agentOf(['`````', ...inner].join('\n'))).toBeNull();
        expect(agentOf(['`````', ...inner, '`````', '— hive: agent=end'].join('\n'))).toBe('end');
        expect(agentOf(['<!--', ...inner, '-->', '— hive: agent=end'].join('\n'))).toBe('end');
      }),
      { numRuns: 300 },
    );
  });

  test('RB-1 reads a body in windows as it reads it whole', () => {
    const filler = fc.array(fc.constantFrom(...LINES.slice(0, 5), '# f', 'word'), { maxLength: 40 });
    fc.assert(
      fc.property(filler, bodies, (before, lines) => {
        const short = [...before, '', 'end of it', '', ...lines].join('\n');
        const long = [...before, '', ...Array(150).fill('end of it\n'), '', ...lines].join('\n');
        expect(findTrailer(long, HIVE)).toEqual(findTrailer(short, HIVE));
      }),
      { numRuns: 200 },
    );
  });

  test.each([
    ['quotations', '> a\n\n'],
    ['deep quotations', '> > > '],
    ['nested quotations', `${'>'.repeat(19)} a\n`],
    ['quoted lists', `${'> - '.repeat(9)}a\n`],
    ['a list', '- a\n'],
    ['a loose list', '- a\n\n'],
    ['lines', 'a\n'],
    ['paragraphs', 'a\n\n'],
    ['trailers', '— hive: agent=a\n'],
    ['quoted trailers', '> — hive: agent=a\n'],
    ['headings', 'a\n===\n'],
    ['comments', '<!-- x -->\n'],
    ['comment starts', '<!-- '],
    ['comments in a line', 'a <!----> '],
    ['fences', '```\na\n```\n'],
    ['backticks', '`a'],
    ['code', '    a\n\n'],
    ['brackets', '[]('],
    ['tags', '<pre '],
    ['dashes', '-'],
    ['blank lines', '\n'],
    ['NULs', '\0'],
  ])(
    'RB-1 reads a body of 65,536 characters full of %s within seconds',
    (_what, piece) => {
      const body = piece.repeat(Math.ceil(65_000 / piece.length));
      const start = performance.now();
      findTrailer(`${body}\n\n— hive: agent=a`, HIVE);
      // At most two seconds on an idle machine; read whole, deep quotations take ten, and rising.
      expect(performance.now() - start).toBeLessThan(15_000);
    },
    60_000,
  );

  test('RB-1 a list that grows inwards is read within seconds', () => {
    const nested = Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth % 180)}- a`).join('\n');
    const start = performance.now();
    findTrailer(`${nested}\n\n— hive: agent=a`, HIVE);
    expect(performance.now() - start).toBeLessThan(15_000);
  });
});
