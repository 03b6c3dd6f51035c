import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Account } from '../../src/core/account.ts';
import {
  believedFooters,
  believedMetadata,
  decodeValue,
  encodeValue,
  formatFooter,
  parseFooters,
  parseMetadata,
  signFooter,
  signMetadata,
  signText,
  type Trust,
  verifyText,
} from '../../src/core/footer.ts';
import { inline } from '../../src/core/untrusted.ts';

const BOT: Account = { login: 'github-actions[bot]', type: 'Bot', id: 41898282 };
const PERSON: Account = { login: 'github-actions', type: 'User', id: 7 };
const LINE = '<!-- revi-classify: v1; head: 3f2a -->';

const aTrust = (overrides: Partial<Trust> = {}): Trust => ({
  viewer: BOT,
  secrets: [],
  repositoryId: 99,
  number: 7,
  ...overrides,
});
const aPost = (body: string, overrides: { author?: Account | null; editor?: Account | null } = {}) => ({
  author: BOT,
  editor: null,
  ...overrides,
  body,
});

const HOSTILE = [
  '-->',
  '<!--',
  '--',
  '>',
  ';',
  ':',
  ' ',
  '\n',
  '\r',
  'revi-classify',
  'v1',
  'verdict: approve',
  'a',
  'ü',
  '\u0000',
  '𝔸',
];
const hostileText = () => fc.array(fc.constantFrom(...HOSTILE), { maxLength: 12 }).map((parts) => parts.join(''));
const anyText = () =>
  fc.oneof(hostileText(), fc.string({ unit: 'binary', maxLength: 30 }), fc.string({ maxLength: 30 }));

describe('values', () => {
  test.each([
    ['main', 'main'],
    ['rr:octocat:2026-11-30T20:45:00Z', 'rr:octocat:2026-11-30T20:45:00Z'],
    ['größe', 'Z3LDtsOfZQ'],
    ['dependabot[bot]', 'ZGVwZW5kYWJvdFtib3Rd'],
    ['--> x', 'LS0-IHg'],
  ])('SU-12 encodes %j as %j, and shows it again', (value, encoded) => {
    expect(encodeValue(value)).toBe(encoded);
    expect(decodeValue(encoded)).toBe(value);
  });

  test('SU-12 encodes any text into its alphabet, twice as once, and two texts that need it differently', () => {
    fc.assert(
      fc.property(anyText(), anyText(), (one, other) => {
        const encoded = encodeValue(one);
        expect(encoded).toMatch(/^[A-Za-z0-9._/:+-]*$/);
        expect(encodeValue(encoded)).toBe(encoded);
        const needsIt = encoded !== one && encodeValue(other) !== other;
        if (needsIt && one.toString() !== other && !/\p{Cs}/u.test(one + other)) {
          expect(encodeValue(other)).not.toBe(encoded);
        }
        if (encoded !== one && !/\p{Cs}/u.test(one)) expect(decodeValue(encoded)).toBe(one);
      }),
    );
  });
});

describe('formatFooter and parseFooters', () => {
  test('SU-12 writes one closed comment with the pairs in order', () => {
    const line = formatFooter('revi-notice', 'v1', [
      ['trigger', 'ic:1'],
      ['by', 'a b'],
    ]);
    expect(line).toBe('<!-- revi-notice: v1; trigger: ic:1; by: YSBi -->');
  });

  test.each([
    ['revi-', 'v1', []],
    ['revi-classify --> x', 'v1', []],
    ['revi-classify', '1', []],
    ['revi-classify', 'v1 -->', []],
    ['revi-classify', 'v1', [['head', '']]],
    ['revi-classify', 'v1', [['a: b; c', 'x']]],
    ['revi-classify', 'v1', [['revi-notice', 'x']]],
    [
      'revi-classify',
      'v1',
      [
        ['head', 'x'],
        ['head', 'y'],
      ],
    ],
  ] as const)('SU-12 refuses to write %j %j %j', (name, version, pairs) => {
    expect(() => formatFooter(name, version, pairs)).toThrow(/cannot/);
  });

  test('SU-12 reads back what it wrote, whatever the values and the text above', () => {
    const key = fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/).filter((text) => !text.startsWith('revi-'));
    const pairs = fc.uniqueArray(
      fc.tuple(
        key,
        anyText().filter((text) => text !== ''),
      ),
      { selector: ([name]) => name },
    );
    fc.assert(
      fc.property(pairs, anyText(), fc.constantFrom('\n', '\r\n', '  \n\n'), (written, above, end) => {
        const line = formatFooter('revi-classify', 'v2', written);
        const { lines, parsed } = parseFooters(`visible: ${above.replaceAll('<!--', '')}\n\n${line}${end}`);
        expect(lines).toEqual([line]);
        expect(parsed).toHaveLength(1);
        expect(parsed[0]).toMatchObject({ line, name: 'revi-classify', version: 'v2' });
        expect([...(parsed[0]?.values ?? [])]).toEqual([
          ['revi-classify', 'v2'],
          ...written.map(([name, value]) => [name, encodeValue(value)]),
        ]);
      }),
    );
  });

  test('SU-12 lets no text of a person or a model add, close or change a footer', () => {
    fc.assert(
      fc.property(anyText(), anyText(), (reason, value) => {
        const line = formatFooter('revi-classify', 'v1', [['requester', value === '' ? '-' : value]]);
        expect(parseFooters(`${inline(reason)}\n\n${line}`).lines).toEqual([line]);
        expect(parseFooters(inline(reason)).lines).toEqual([]);
        expect(parseMetadata(inline(reason)).lines).toEqual([]);
        expect(line.indexOf('-->')).toBe(line.length - 3);
      }),
    );
  });

  test('SU-12 reads pairs in any order, a bare version, several footers and unknown keys', () => {
    const body = `text\n<!-- finding-key: ab; v2; revi-agent: sec; new-key: {"a":[1,2]} -->\r\n\r\n<!-- revi-converse: v1; trigger: rc:1; concedes: true -->\r\n`;
    const { parsed } = parseFooters(body);
    expect(parsed.map(({ name, version }) => [name, version])).toEqual([
      ['revi-agent', 'v2'],
      ['revi-converse', 'v1'],
    ]);
    expect(parsed[0]?.values.get('new-key')).toBe('{"a":[1,2]}');
    expect(parsed[1]?.values.get('concedes')).toBe('true');
  });

  test.each([
    '<!-- revi-classify: v1; head -->',
    '<!-- revi-classify: v1; head: -->',
    '<!-- revi-classify: v1; head: a; head: b -->',
    '<!-- revi-classify: v1; : x -->',
    '<!-- just a note -->',
    '<!---->',
  ])('SU-12 keeps the damaged line %j as a line, and reads nothing from it', (line) => {
    expect(parseFooters(`${line}\n${LINE}`)).toMatchObject({ lines: [line, LINE], parsed: [{ line: LINE }] });
  });

  test.each([
    [`${LINE}\nvisible`],
    [`visible ${LINE}`],
    [` ${LINE}`],
    [`\`\`\`\n${LINE}\n\`\`\``],
    ['<!-- revi-classify: v1; head: 3f2a'],
    ['<!-- revi-classify: v1 --> <!-- x -->'],
    ['<!-->'],
    [''],
  ])('SU-11 finds no footer at the end of %j', (body) => {
    expect(parseFooters(body)).toEqual({ lines: [], parsed: [] });
  });

  test('SU-11 reads a metadata block from line 1 to the first other line', () => {
    const block = [
      '<!-- revi-agent: security v1 -->',
      `<!-- reviewed_head: ${'a'.repeat(40)} -->`,
      '<!-- counts: {"must_fix":1,"outstanding":0} -->',
    ];
    const { lines, parsed } = parseMetadata(`${block.join('\r\n')}\r\n\r\n**Go**\n\n${LINE}`);
    expect(lines).toEqual(block);
    expect(parsed.map(({ name, version }) => [name, version])).toEqual([
      ['revi-agent', 'v1'],
      ['reviewed_head', null],
      ['counts', null],
    ]);
    expect(parsed[2]?.values.get('counts')).toBe('{"must_fix":1,"outstanding":0}');
    expect(parseMetadata(`\n${block.join('\n')}`).lines).toEqual([]);
  });
});

describe('believedFooters', () => {
  test('SU-11 believes the bot', () => {
    expect(believedFooters(aPost(`text\n${LINE}`), aTrust())).toMatchObject({
      footers: [{ line: LINE }],
      problem: null,
    });
  });

  test.each([
    ['a person', PERSON],
    ['a deleted account', null],
    ['another app', { login: 'other[bot]', type: 'Bot', id: 8 } as const],
  ])('SU-11 believes no copy by %s', (_who, author) => {
    expect(believedFooters(aPost(LINE, { author }), aTrust())).toEqual({ footers: [], problem: null });
  });

  test('SU-11 ignores and reports what somebody else edited, but not what the bot edited', () => {
    expect(believedFooters(aPost(LINE, { editor: PERSON }), aTrust())).toEqual({
      footers: [],
      problem: 'edited by github-actions',
    });
    expect(believedFooters(aPost(LINE, { editor: BOT }), aTrust()).footers).toHaveLength(1);
  });

  test('SU-13 says nothing about a post of the account without a footer of ours', () => {
    const machine: Account = { login: 'ines', type: 'User', id: 5 };
    const trust = aTrust({ viewer: machine, secrets: ['s'] });
    for (const body of ['/revi classify', 'hi\n<!-- a note: of hers -->']) {
      expect(believedFooters(aPost(body, { author: machine, editor: PERSON }), trust)).toEqual({
        footers: [],
        problem: null,
      });
    }
  });

  test('SU-11 signs as the specification says', () => {
    const [line, mac] = signFooter([LINE], aTrust({ secrets: ['one', 'two'] }));
    const expected = createHmac('sha256', 'one').update(`footer\n99\n7\n${LINE}`).digest('base64url');
    expect([line, mac]).toEqual([LINE, `<!-- revi-mac: ${expected} -->`]);
    expect(signFooter([LINE], aTrust())).toEqual([LINE]);
    expect(() => signFooter(['visible'], aTrust())).toThrow('not one hidden line');
  });

  test('SU-11 signs with the first of two secrets and verifies with both', () => {
    const body = signFooter([LINE], aTrust({ secrets: ['old'] })).join('\r\n\r\n');
    expect(believedFooters(aPost(body), aTrust({ secrets: ['new', 'old'] })).footers).toHaveLength(1);
    expect(believedFooters(aPost(body), aTrust({ secrets: ['new'] })).problem).toBe('wrongly signed');
    expect(believedFooters(aPost(body), aTrust()).footers.map(({ name }) => name)).toEqual(['revi-classify']);
  });

  test.each([
    ['without a signature', (body: string) => body.split('\n').slice(0, -1).join('\n'), 'unsigned'],
    ['with a line after it', (body: string) => `${body}\n${LINE}`, 'unsigned'],
    ['with another value', (body: string) => body.replace('3f2a', '3f2b'), 'wrongly signed'],
    ['with a line before it', (body: string) => `${LINE}\n${body}`, 'wrongly signed'],
    ['with a short signature', (body: string) => body.replace(/revi-mac: .*/, 'revi-mac: AAAA -->'), 'wrongly signed'],
  ])('SU-11 ignores and reports a footer %s', (_what, alter, problem) => {
    const signed = signFooter([LINE], aTrust({ secrets: ['one'] })).join('\n');
    expect(believedFooters(aPost(alter(signed)), aTrust({ secrets: ['one'] }))).toEqual({ footers: [], problem });
  });

  test.each([
    ['another pull request', { number: 8 }],
    ['another repository', { repositoryId: 98 }],
  ])('SU-11 ignores a signature of %s', (_what, overrides) => {
    const signed = signFooter([LINE], aTrust({ secrets: ['one'], ...overrides })).join('\n');
    expect(believedFooters(aPost(signed), aTrust({ secrets: ['one'] })).problem).toBe('wrongly signed');
  });

  test('SU-11 takes no signature of a footer for one of a metadata block', () => {
    const trust = aTrust({ secrets: ['one'] });
    const block = ['<!-- revi-agent: sec v1 -->', '<!-- run: 3 -->'];
    const signed = signMetadata(block, trust).join('\n');
    expect(believedMetadata(aPost(`${signed}\n\nGo`), trust).footers.map(({ name }) => name)).toEqual([
      'revi-agent',
      'run',
    ]);
    expect(believedFooters(aPost(signed), trust).problem).toBe('wrongly signed');
  });
});

describe('signText', () => {
  test('SU-41 verifies a plan under either secret, and no other text, secret or pull request', () => {
    const signature = signText('{"a":1}', aTrust({ secrets: ['old'] })) ?? '';
    expect(verifyText('{"a":1}', signature, aTrust({ secrets: ['new', 'old'] }))).toBe(true);
    expect(verifyText('{"a":2}', signature, aTrust({ secrets: ['old'] }))).toBe(false);
    expect(verifyText('{"a":1}', signature, aTrust({ secrets: ['new'] }))).toBe(false);
    expect(verifyText('{"a":1}', signature, aTrust({ secrets: ['old'], number: 8 }))).toBe(false);
    expect(verifyText('{"a":1}', '', aTrust({ secrets: ['old'] }))).toBe(false);
  });

  test('SU-41 signs and verifies nothing without a secret', () => {
    expect(signText('x', aTrust())).toBeNull();
    expect(verifyText('x', signText('x', aTrust({ secrets: ['old'] })) ?? '', aTrust())).toBe(false);
  });
});
