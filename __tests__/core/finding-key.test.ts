import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  anchorsOf,
  bareAnchorsOf,
  type Claim,
  claimsOf,
  collapsedLine,
  findingKey,
  fingerprint,
  numberAnchors,
  siteKey,
} from '../../src/core/finding-key.ts';
import { symbolsOf } from '../../src/core/symbols/symbols.ts';

const RETRY = `def resend(mailer, mail, backup):
    try:
        mailer.send(mail)
    except Exception:
        pass
    try:
        backup.send(mail)
    except Exception:
        pass
`;
const EXCEPT = `resend:${'except Exception:'.padEnd(40)}`;

describe('a fingerprint', () => {
  test.each([
    ['  a \t b  ', 'a b'],
    ['', ''],
    ['x'.repeat(90), 'x'.repeat(40)],
    [`${'x'.repeat(39)}   y`, `${'x'.repeat(39)} `],
    ['\u00a0return\u00a0 1;\r', 'return 1;'],
  ])('RR-21 of %j is trimmed, collapsed, and 40 long', (line, start) => {
    expect(fingerprint(line)).toBe(start.padEnd(40));
  });

  test('RR-21 counts code points, and never splits one', () => {
    expect(fingerprint('😀'.repeat(50))).toBe('😀'.repeat(40));
    expect(fingerprint(`a${'😀'.repeat(50)}`)).toBe(`a${'😀'.repeat(39)}`);
    expect(fingerprint('😀')).toBe(`😀${' '.repeat(39)}`);
  });

  test('RR-21 is 40 code points, whatever the line, and the same after it is indented or spread', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (line) => {
        expect([...fingerprint(line)]).toHaveLength(40);
        expect(fingerprint(`\t  ${line.replaceAll(' ', '   ')} `)).toBe(fingerprint(line));
        expect(fingerprint(collapsedLine(line))).toBe(fingerprint(line));
      }),
    );
  });
});

describe('anchors', () => {
  test('RR-21 number the second and later equal ones, in order, in the whole file', async () => {
    const anchors = anchorsOf(RETRY, await symbolsOf('retry.py', RETRY));
    expect(anchors).toHaveLength(9);
    expect([anchors[3], anchors[7]]).toEqual([EXCEPT, `${EXCEPT}#2`]);
    expect([anchors[4], anchors[8]]).toEqual([`resend:${'pass'.padEnd(40)}`, `resend:${'pass'.padEnd(40)}#2`]);
  });

  test('RR-21 a prior keeps its number by the line of its thread; only the rest are numbered', () => {
    const bare = ['a', 'x', 'a', 'a'];
    expect(
      numberAnchors(bare, [
        { anchor: 'a', line: 3 },
        { anchor: 'a#2', line: 4 },
      ]),
    ).toEqual(['a#3', 'x', 'a', 'a#2']);
  });

  test.each<[string, readonly Claim[], readonly string[]]>([
    ['a number above the rest stays', [{ anchor: 'a#7', line: 1 }], ['a#7', 'a', 'a#2']],
    ['another line claims nothing', [{ anchor: 'b#2', line: 1 }], ['a', 'a#2', 'a#3']],
    ['a line outside claims nothing', [{ anchor: 'a#2', line: 9 }], ['a', 'a#2', 'a#3']],
    ['line 0 claims nothing', [{ anchor: 'a#2', line: 0 }], ['a', 'a#2', 'a#3']],
    [
      '#1, #02 and #x are no numbers',
      ['a#1', 'a#02', 'a#x', 'a#'].map((anchor) => ({ anchor, line: 2 })),
      ['a', 'a#2', 'a#3'],
    ],
    [
      'of two for one line the first counts',
      ['a#3', 'a#2'].map((anchor) => ({ anchor, line: 1 })),
      ['a#3', 'a', 'a#2'],
    ],
    ['of two for one number the first counts', [2, 1].map((line) => ({ anchor: 'a', line })), ['a#2', 'a', 'a#3']],
  ])('RR-21 claims: %s', (_, claims, numbered) => {
    expect(numberAnchors(['a', 'a', 'a'], claims)).toEqual(numbered);
  });

  test('RR-21 no two lines share an anchor, whatever is claimed', () => {
    const claim = fc.record({
      anchor: fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('', '#2', '#3', '#9')).map((parts) => parts.join('')),
      line: fc.integer({ min: -1, max: 12 }),
    });
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c')), fc.array(claim), (bare, claims) => {
        const anchors = numberAnchors(bare, claims);
        expect(new Set(anchors).size).toBe(bare.length);
        expect(anchors.map((anchor) => anchor[0])).toEqual(bare);
      }),
    );
  });

  test('RR-21 an identical line put before two that have threads is the only new one', async () => {
    const path = 'billing/retry.py';
    const before = anchorsOf(RETRY, await symbolsOf(path, RETRY));
    const text = RETRY.replace(
      '    try:\n',
      '    try:\n        mail.open()\n    except Exception:\n        pass\n    try:\n',
    );
    const bare = bareAnchorsOf(text, await symbolsOf(path, text));
    const threads = [
      { siteKey: siteKey({ path, anchor: before[3] ?? '' }), path, line: 8 },
      { siteKey: siteKey({ path, anchor: before[7] ?? '' }), path, line: 12 },
      { siteKey: siteKey({ path, anchor: before[0] ?? '' }), path, line: null },
      { siteKey: '0'.repeat(64), path, line: 1 },
      { siteKey: '0'.repeat(64), path, line: 99 },
    ];

    const claims = claimsOf(bare, threads);

    expect(claims).toEqual([
      { anchor: EXCEPT, line: 8 },
      { anchor: `${EXCEPT}#2`, line: 12 },
    ]);
    const anchors = numberAnchors(bare, claims);
    expect([anchors[3], anchors[7], anchors[11]]).toEqual([`${EXCEPT}#3`, EXCEPT, `${EXCEPT}#2`]);
  });

  test('RR-22 a thread of the old path claims by the keys that were made with it', async () => {
    const bare = bareAnchorsOf(RETRY, await symbolsOf('new.py', RETRY));
    const key = siteKey({ path: 'old.py', anchor: `${EXCEPT}#2` });
    expect(claimsOf(bare, [{ siteKey: key, path: 'old.py', line: 4 }])).toEqual([{ anchor: `${EXCEPT}#2`, line: 4 }]);
    expect(claimsOf(bare, [{ siteKey: key, path: 'new.py', line: 4 }])).toEqual([]);
  });
});

describe('keys', () => {
  const finding = { reviewer: 'general', path: 'a.py', anchor: EXCEPT, class: 'tests' };

  test('RR-20 are whole sha256 digests in lower-case hex', () => {
    expect(findingKey(finding)).toBe(hex(`general|a.py|${EXCEPT}|tests`));
    expect(siteKey(finding)).toBe(hex(`a.py|${EXCEPT}`));
    expect(findingKey(finding)).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each([{ reviewer: 'security' }, { path: 'b.py' }, { anchor: `${EXCEPT}#2` }, { class: 'docs' }])(
    'RR-20 differ by %j',
    (other) => {
      expect(findingKey({ ...finding, ...other })).not.toBe(findingKey(finding));
    },
  );
});

function hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
