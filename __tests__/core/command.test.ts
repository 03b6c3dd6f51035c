import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { parseCommand } from '../../src/core/command.ts';
import { mayHoldCommand } from '../../src/core/command-hint.ts';

const NONE = { kind: 'none' };
const HINT = { kind: 'hint' };
const HELP = { kind: 'command', verb: 'help' };

const COMMIT = `https://github.example/acme/shop/commit/${'3f2a9c1b'.repeat(5)}`;
const IN_PULL = `https://github.example/acme/shop/pull/7/commits/${'3f2a9c1b'.repeat(5)}`;

describe('parseCommand', () => {
  test.each([
    ['/revi', { kind: 'command', verb: 'review' }],
    ['/revi   ', { kind: 'command', verb: 'review' }],
    ['/revi\nplease', { kind: 'command', verb: 'review' }],
    ['/revi classify', { kind: 'command', verb: 'classify' }],
    ['/revi triage', { kind: 'command', verb: 'triage' }],
    ['/revi fix', { kind: 'command', verb: 'fix' }],
    ['/revi help', HELP],
    ['/REVI Help', HELP],
    ['/Revi\thelp', HELP],
    ['   /revi help  ', HELP],
    ['/revi help\r\nthanks\r\n', HELP],
    ['\ufeff/revi help', HELP],
    ['/revi help\n===', HELP],
    ['/revi\u00a0help', HELP],
  ])('CO-2 reads %j as a verb', (body, command) => {
    expect(parseCommand(body)).toEqual(command);
  });

  test.each([
    ['/revi help me, please', 'help me, please'],
    ['/revi approver lists are where?', 'approver lists are where?'],
    ['/revi helpful?', 'helpful?'],
    ['/revi classify this', 'classify this'],
    ['/revi fix\u00a0it', 'fix\u00a0it'],
    ['/revi review', 'review'],
    ['/revi help\\', 'help\\'],
    ['/revi ما هذا؟', 'ما هذا؟'],
    ['/revi why `x`?\nmore', 'why `x`?'],
    ['/revi what does approve do here?', 'what does approve do here?'],
  ])('CO-2 reads %j as a question', (body, text) => {
    expect(parseCommand(body)).toEqual({ kind: 'question', text });
  });

  test.each([
    ['/revi approve', '', null, ''],
    ['/revi approve looks fine', 'looks fine', null, 'looks fine'],
    ['/revi approve 3F2A9C1', '3F2A9C1', '3f2a9c1', ''],
    ['/revi approve 3f2a9c1  after a talk', '3f2a9c1  after a talk', '3f2a9c1', 'after a talk'],
    ['/revi approve defaced but fine', 'defaced but fine', null, 'defaced but fine'],
    ['/revi approve 3f2a9c', '3f2a9c', null, '3f2a9c'],
    ['/revi approve 3f2a9c1: ok', '3f2a9c1: ok', '3f2a9c1', 'ok'],
    ['/revi approve `3f2a9c1` fine', '`3f2a9c1` fine', '3f2a9c1', 'fine'],
    ['/revi approve `3f2a9c1`.', '`3f2a9c1`.', '3f2a9c1', ''],
    ['/revi approve 3F2A9C1, fine', '3F2A9C1, fine', '3f2a9c1', 'fine'],
    ['/revi approve (3f2a9c1)', '(3f2a9c1)', '3f2a9c1', ''],
    ['/revi approve **3f2a9c1**; ok', '**3f2a9c1**; ok', '3f2a9c1', 'ok'],
    ['/revi approve \u200b3f2a9c1\u200b ok', '\u200b3f2a9c1\u200b ok', '3f2a9c1', 'ok'],
    [`/revi approve ${COMMIT}`, COMMIT, '3f2a9c1b'.repeat(5), ''],
    [`/revi approve <${COMMIT}#diff-1>, ok`, `<${COMMIT}#diff-1>, ok`, '3f2a9c1b'.repeat(5), 'ok'],
    [`/revi approve ${IN_PULL} ok`, `${IN_PULL} ok`, '3f2a9c1b'.repeat(5), 'ok'],
    [`/revi approve [3f2a9c1](${COMMIT})`, `[3f2a9c1](${COMMIT})`, '3f2a9c1', ''],
    [
      '/revi approve https://x.example/pull/1234567',
      'https://x.example/pull/1234567',
      null,
      'https://x.example/pull/1234567',
    ],
    ['/revi approve `defaced`', '`defaced`', null, '`defaced`'],
    ['/revi approve v3f2a9c1', 'v3f2a9c1', null, 'v3f2a9c1'],
    [`/revi approve ${'1'.repeat(41)}`, '1'.repeat(41), null, '1'.repeat(41)],
  ])('CO-30 reads %j', (body, rest, sha, reason) => {
    expect(parseCommand(body)).toEqual({ kind: 'approve', rest, sha, reason });
  });

  test.each([
    '> The carrier charges by zone.\r\n\r\n/revi help\r\n',
    '> quoted\n> > deeper\n\n   /revi help',
    '<!-- from the template: say /revi approve -->\n\n/revi help',
    '<!-- one -->\n<!--\ntwo\n/revi approve\n-->\n/revi help',
    '```\nlog of the depot\n/revi approve\n```\n\n/revi help',
    '~~~~ text\n/revi approve\n~~~\n~~~~\n/revi help',
    '\n\n \n/revi help',
    '> quoted\n```\n/revi approve\n```\n<!-- x -->\n/revi help',
    `\`\`\`\n${'a line of a log\n'.repeat(700)}\`\`\`\n/revi help`,
    `<!--\n${'a line of a template\n'.repeat(700)}-->\n/revi help`,
    `${'> a line of a quotation\n'.repeat(700)}\n/revi help`,
    `${'> a\n\n'.repeat(300)}/revi help`,
    `${'\n'.repeat(1000)}/revi help`,
    `<!-- open\n${'\n'.repeat(150)}-->\n/revi help\n${'more\n'.repeat(500)}`,
  ])('CO-1 finds the command in %.60j', (body) => {
    expect(parseCommand(body)).toEqual(HELP);
  });

  test.each([
    '',
    'hello',
    'please /revi approve',
    '/revision of the contract',
    '/revi-approve',
    '/revi\u200bapprove',
    '/revi\0approve',
    '\\/revi approve',
    '&#47;revi approve',
    '\u200b/revi approve',
    '/review classify',
    'Fine by me.\n/revi approve',
    '    /revi approve\n\nwould be code.',
    '\t/revi approve',
    '    /revi approve',
    '    code\n\n/revi approve',
    '> quoted\n> /revi approve\n> more',
    '> lazily continued\n/revi approve',
    '> - lazily continued\n/revi approve',
    '> > deep\n/revi approve\n',
    '> a\n    b\n/revi approve',
    '- /revi approve',
    '- item\n/revi approve',
    '1. item\n\n   /revi approve',
    '* * *\n/revi approve',
    '# /revi approve',
    '[a]: /b\n/revi approve',
    '```\n/revi approve\n```\nis how it is done.',
    '~~~~ text\n/revi approve\n~~~\n/revi approve\n~~~~\nis what he typed.',
    '```\nnever closed\n\n/revi approve',
    '`/revi approve` would set the status.',
    '`never\n/revi approve\nclosed`',
    '<!-- /revi approve -->\nThe template says nothing.',
    '<!--\n/revi approve\n-->',
    '<!-- never closed\n\n/revi approve',
    '<!-- x --> text\n/revi approve',
    '<!-- x --> /revi approve',
    '<details>\n\n/revi approve\n\n</details>',
    '<div>\n/revi approve',
    '| a |\n| - |\n/revi approve',
    `${'>'.repeat(500)} a\n\n/revi approve`,
  ])('CO-1 finds no command in %j', (body) => {
    expect(parseCommand(body)).toEqual(NONE);
  });

  test.each([
    '`/revi approve`',
    '`` /revi approve ``',
    '  `/REVI triage`\n',
    '```\n/revi triage\n```',
    '~~~text\n\n/revi help\n\n~~~',
    '<!-- template -->\n\n`/revi`\n',
  ])('CO-1 tells that %j only shows a command', (body) => {
    expect(parseCommand(body)).toEqual(HINT);
  });

  test.each([
    '`git rebase`',
    '`/revi approve` is it',
    '`/revi approve`\n`/revi triage`',
    '`/revi approve`\n\nthanks',
    '> quoted\n\n`/revi approve`',
    '```\n/revi triage\n/revi help\n```',
    '```\nsay /revi help\n```',
    '`` /revi `x` ``',
    '`/revi a` and `b`',
  ])('CO-1 says nothing to %j', (body) => {
    expect(parseCommand(body)).toEqual(NONE);
  });

  const LINES = [
    '/revi help',
    '/REVI approve 1234567 x',
    '/revi',
    'text',
    '',
    '    /revi fix',
    '> q',
    '>',
    '> > q',
    '- i',
    '1. i',
    '```',
    '~~~',
    '````',
    '<!--',
    '-->',
    '<!-- c -->',
    '`',
    '`/revi help`',
    '===',
    '---',
    '# h',
    '[a]: b',
    '<div>',
    '</div>',
    '\t/revi',
    '  /revi what?',
    '| a |',
    '\0',
    '\u2028/revi',
    '$$',
    'مرحبا',
    '> /revi fix',
    '> ```',
    '  - x',
  ];
  const bodies = () =>
    fc
      .tuple(fc.array(fc.constantFrom(...LINES), { maxLength: 12 }), fc.constantFrom('\n', '\r\n', '\r'))
      .map(([lines, end]) => lines.join(end));

  test('CO-1 never crashes, and finds nothing that the cheap look does not', () => {
    fc.assert(
      fc.property(fc.oneof(bodies(), fc.string({ unit: 'binary' }), fc.string()), (body) => {
        const { kind } = parseCommand(body);
        if (kind !== 'none') expect(mayHoldCommand(body)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  /** The same, read at once and with all of GitHub's inline markup. */
  function commandLineByWholeParse(body: string): string | undefined {
    const lines = body.split(/\r\n|\n|\r/);
    const tree = fromMarkdown(body, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
    for (const block of tree.children) {
      const line = lines[(block.position?.start.line ?? 1) - 1] ?? '';
      const fenced = block.type === 'code' && !/^(?: {4}| {0,3}\t)/.test(line);
      const comments = block.type === 'html' && block.value.replace(/<!--[\s\S]*?(?:-->|$)/g, '').trim() === '';
      if (block.type !== 'blockquote' && !fenced && !comments) return /^ {0,3}\/revi(?:\s.*)?$/i.exec(line)?.[0];
    }
    return undefined;
  }

  test('CO-1 finds the same command in windows as in the whole body', () => {
    const long = fc
      .array(fc.tuple(fc.constantFrom(...LINES), fc.integer({ min: 1, max: 60 })), { maxLength: 12 })
      .map((runs) => runs.flatMap(([line, times]) => Array.from({ length: times }, () => line)).join('\n'));
    fc.assert(
      fc.property(fc.oneof(bodies(), long), fc.constantFrom('', '\n\n/revi help'), (text, end) => {
        const body = `${text}${end}`;
        const line = commandLineByWholeParse(body);
        const command = parseCommand(body);
        if (line === undefined) expect(['none', 'hint']).toContain(command.kind);
        else expect(command).toEqual(parseCommand(line));
      }),
      { numRuns: 300 },
    );
  });

  test('CO-1 finds no command inside any fence, quotation or comment', () => {
    const inner = fc
      .array(fc.constantFrom(...LINES), { maxLength: 8 })
      .map((lines) => lines.filter((line) => !/[`~]{3}|-->/.test(line)));
    fc.assert(
      fc.property(inner, (lines) => {
        expect(parseCommand(['`````', ...lines, '`````', 'end'].join('\n'))).toEqual(NONE);
        expect(parseCommand(['`````', ...lines, ''].join('\n')).kind).not.toBe('command');
        expect(parseCommand([...lines.map((line) => `> ${line}`), '', 'end'].join('\n'))).toEqual(NONE);
        expect(parseCommand(['<!--', ...lines, '-->'].join('\n'))).toEqual(NONE);
        expect(parseCommand(['<!--', ...lines, '-->', '/revi help'].join('\n'))).toEqual(HELP);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['quotations', '> a\n\n'],
    ['nested quotations', `${'>'.repeat(19)} a\n`],
    ['deep quotations', '>'],
    ['lists in quotations', `${'> - '.repeat(9)}a\n`],
    ['lists', '- '],
    ['brackets', '['],
    ['links', '[]('],
    ['emphasis', '*a_ '],
    ['headings', 'a\n===\n'],
    ['comments', '<!-- x -->\n'],
    ['comment starts', '<!-- '],
    ['fences', '```\na\n```\n'],
    ['backticks', '`a'],
    ['blank lines', '\n'],
    ['quoted commands', '> /revi help\n\n'],
    ['NULs', '\0'],
    ['ticks behind an approval', '`'],
  ])(
    'CO-1 reads a body of 65,536 characters full of %s within seconds',
    (_what, piece) => {
      const body = piece.repeat(Math.ceil(65_000 / piece.length));
      const start = performance.now();
      parseCommand(`${body}\n\n/revi help`);
      expect(parseCommand(`/revi help\n\n${body.slice(0, 1)}`).kind).toBe('command');
      parseCommand(`> a\n${'lazy\n'.repeat(100)}${body}/revi help`);
      // Half a second each on an idle machine; read whole, the first takes a minute.
      expect(performance.now() - start).toBeLessThan(20_000);
    },
    60_000,
  );
});

test.each(['-'.repeat(60), '- '.repeat(30), '* * '.repeat(15), '_'.repeat(60)])(
  'CO-1 a rule is no deep list: a command above %s is one',
  (rule) => {
    expect(parseCommand(`/revi help\n\n${rule}\nme`)).toEqual(HELP);
  },
);

describe('mayHoldCommand', () => {
  test.each([
    ['/revi', true],
    ['`/REVI x`', true],
    ['a\n/revi', true],
    ['\ufeff/revi', true],
    ['see src/revi or /review', false],
    ['http://x/revi', false],
    ['', false],
  ])('CO-1 says of %j: %j', (body, may) => {
    expect(mayHoldCommand(body)).toBe(may);
  });
});
