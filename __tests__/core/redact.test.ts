import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { redact, redactDocument } from '../../src/core/redact.ts';
import { inline } from '../../src/core/untrusted.ts';

/** Put together here so that no scanner takes this file for a leak. */
const token = (...parts: readonly string[]) => parts.join('');
const ALNUM = '0123456789abcdefghijABCDEFGHIJ0123456789';

describe('redact', () => {
  test.each([
    token('ghp', '_', ALNUM.slice(0, 36)),
    token('gho', '_', ALNUM.slice(0, 36)),
    token('ghu', '_', ALNUM.slice(0, 36)),
    token('ghs', '_', ALNUM.slice(0, 36)),
    token('ghr', '_', ALNUM.slice(0, 36)),
    token('ghs', '_12345_', 'eyJhbGciOiJIUzI1NiJ9', '.', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', '.', 'dozjgNryP4J3jVmNHl0w5N'),
    token('github', '_pat_', ALNUM.slice(0, 22), '_', ALNUM),
    token('sk-', 'ant-api03-', 'AAAABBBBCCCCDDDD-EEEE_FFFF0000'),
    token('sk-', 'proj-', ALNUM),
    token('sk-', ALNUM),
    token('AKIA', 'IOSFODNN7EXAMPLE'),
    token('ASIA', 'IOSFODNN7EXAMPLE'),
    token('AIza', 'SyA0123456789abcdefghijABCDEFGHIJ-_'),
    token('xoxb', '-123456789012-', ALNUM),
    token('npm', '_', ALNUM.slice(0, 36)),
    token('glpat', '-', ALNUM.slice(0, 20)),
    token('hf', '_', ALNUM),
    token('sk', '_live_', ALNUM),
    token('eyJhbGciOiJIUzI1NiJ9', '.', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', '.', 'dozjgNryP4J3jVmNHl0w5N'),
    token('-----BEGIN RSA ', 'PRIVATE KEY-----\nMIIEow', ALNUM, '\n', ALNUM, '=\n-----END RSA ', 'PRIVATE KEY-----'),
    token('-----BEGIN ', 'PRIVATE KEY----- MIIEow', ALNUM),
  ])('SU-47 redacts what is shaped like a token: %.12s…', (secret) => {
    expect(redact(`the key is ${secret}`, [])).toBe('the key is [redacted]');
  });

  test.each([
    'A risk-assessment of the task-scheduler: ask-for-permission-before-anything-else.',
    'sk-SK and sk-folding-cube-wrapper are no keys; neither is ghp_ or npm_config_registry.',
    '3f2a9c1b4d5e6f708192a3b4c5d6e7f8091a2b3c',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    '123e4567-e89b-12d3-a456-426614174000',
    'sha512-h2zVNrcGXrCzZ3nTY+9YdXcPHXvYxHLtOm2xYJ3r0gEVMmXXiX8Kx2r1nUvFqFw3bQ==',
    'src/components/gh_pages/AKIAISH.ts:12 says eyJ is how JSON looks in base64',
    '-----BEGIN CERTIFICATE----- is public, and so is -----BEGIN PUBLIC KEY-----',
  ])('SU-47 leaves ordinary text alone: %s', (text) => {
    expect(redact(text, [])).toBe(text);
  });

  test('SU-53 redacts a known secret in every spelling that keeps it readable', () => {
    const secret = 'pass"word\n=? ü';
    const basic = Buffer.from(`bot:${secret}`).toString('base64');
    const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
    for (const form of [...forms, Buffer.from(secret).toString('base64url')]) {
      expect(redact(`<${form}>`, [secret])).toMatch(/^<\[redacted\].?>$/);
    }
    expect(redact(basic, [secret])).toMatch(/^.{4,8}\[redacted\].{0,3}$/);
  });

  test('SU-53 redacts a known secret in a finished body, where it stands escaped', () => {
    const secret = 'ab_c#1-[x]';
    expect(redact(`reason: ${inline(`it is ${secret} here`)}`, [secret])).toBe('reason: it is [redacted] here');
  });

  test('SU-53 redacts each line of a secret of several lines', () => {
    expect(redact('one is first-secret, two is second-secret', ['first-secret\r\n  second-secret\n'])).toBe(
      'one is [redacted], two is [redacted]',
    );
  });

  test.each(['\u200b', '\u00ad', '\u2060', '\u202e', '\u{e0041}', '\u0007', '\ufe0f', '\u200d\u200d'])(
    'SU-47 a hidden %j inside a secret hides it from nobody',
    (hidden) => {
      const shaped = token('ghp', '_', ALNUM.slice(0, 36));
      for (const secret of [shaped, 'hunter2-hunter2']) {
        const split = `${secret.slice(0, 6)}${hidden}${secret.slice(6)}`;
        expect(redact(`a ${hidden} ${split} b ${secret}`, ['hunter2-hunter2'])).toBe(
          `a ${hidden} [redacted] b [redacted]`,
        );
      }
      expect(redact(`no${hidden}thing`, ['hunter2-hunter2'])).toBe(`no${hidden}thing`);
    },
  );

  test('SU-53 redacts overlapping secrets whole', () => {
    expect(redact('x abcdefgh y', ['abcd', 'cdefgh', 'bcde'])).toBe('x [redacted] y');
    expect(redact('aaaaaaa', ['aaaa'])).toBe('[redacted]');
  });

  test('SU-53 leaves a secret of fewer than four characters', () => {
    expect(redact('abc abc', ['abc', '', '  '])).toBe('abc abc');
  });

  test('SU-53 leaves no known secret in any text', () => {
    // Letters that the mark does not have: a secret such as `acte` would be found in the mark itself.
    const letters = fc.constantFrom('k', 'l', 'm', 'k', '7', '-', '"', '\\', '/', 'ü', '𝔸', ' ');
    const secrets = fc.array(fc.string({ unit: letters, minLength: 4, maxLength: 9 }), { minLength: 1, maxLength: 4 });
    const script = fc.array(fc.oneof(fc.nat(3), fc.string({ unit: letters, maxLength: 5 })), { maxLength: 12 });
    fc.assert(
      fc.property(secrets, script, (known, pieces) => {
        const text = pieces.map((piece) => (typeof piece === 'number' ? (known[piece] ?? 'k') : piece)).join('');
        const clean = redact(text, known);
        for (const secret of known.filter((candidate) => candidate.trim().length >= 4)) {
          expect(clean.includes(secret)).toBe(false);
        }
      }),
    );
  });

  test('SU-53 takes time that grows with the text, not with its square', () => {
    const hostile = [
      'eyJ',
      'eyJaaaaaaaaa.',
      'sk-',
      'ghp_',
      '-----BEGIN ',
      '-----BEGIN PRIVATE KEY',
      'SG.aaaaaaaaaaaaaaaaaaaa',
      'xoxb-',
    ];
    const start = performance.now();
    for (const piece of hostile) redact(piece.repeat(200_000 / piece.length), ['secret-secret']);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe('redactDocument', () => {
  const HEADER = token('-----BEGIN RSA ', 'PRIVATE KEY-----');
  const SECRET = 'correct-horse-battery';

  test('SU-47 RB-12 a key without its end takes its own text with it, and nothing of the document', () => {
    const document = { threads: [{ body: `You committed ${HEADER} here`, line: 3 }, { body: 'And this.' }], total: 2 };

    expect(redactDocument(JSON.stringify(document), [])).toBe(
      JSON.stringify({ threads: [{ body: 'You committed [redacted]', line: 3 }, { body: 'And this.' }], total: 2 }),
    );
  });

  test('SU-6 SU-47 a document in a string of another is treated likewise, down to where it is a mere text', () => {
    const nested = (depth: number, inmost: string): string =>
      depth === 0 ? inmost : JSON.stringify({ inner: nested(depth - 1, inmost), after: 'kept' });
    for (const depth of [2, 5])
      expect(redactDocument(nested(depth, `a ${HEADER} b`), [])).toBe(nested(depth, 'a [redacted]'));

    const deep = redactDocument(nested(14, `a ${HEADER} b ${SECRET}`), [SECRET]);
    expect(JSON.parse(deep)).toMatchObject({ after: 'kept' });
    expect(deep).not.toContain(SECRET);
    expect(deep).not.toContain('PRIVATE KEY');
  });

  test('SU-53 secrets go from keys and values, however they are escaped', () => {
    const escaped = [...SECRET].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

    expect(redactDocument(`{"${SECRET}": ["x ${escaped} y", "\\"${SECRET}\\""]}`, [SECRET])).toBe(
      '{"[redacted]": ["x [redacted] y", "\\"[redacted]\\""]}',
    );
    expect(redactDocument(JSON.stringify(['a"b\\c"d']), ['a"b\\c"d'])).toBe('["[redacted]"]');
  });

  test('SU-47 what is no secret stays byte for byte: numbers, blanks, order, escapes', () => {
    const text = ` { "b": 1.50, "a": [12345678901234567890, -0, 1e3, true, null, "\\u00e4\\/", ""], "b": {} }\n`;

    expect(redactDocument(text, [SECRET])).toBe(text);
    expect(redactDocument(text.replace('{}', `"${SECRET}"`), [SECRET])).toBe(text.replace('{}', '"[redacted]"'));
  });

  test.each([
    ['a text', `it is ${SECRET} "here"`, 'it is [redacted] "here"'],
    ['a text that only begins like one', `{"a": "${SECRET}"`, '{"a": "[redacted]"'],
    ['a list of words', `[see ${SECRET}]`, '[see [redacted]]'],
    ['a string of JSON', `"${SECRET}"`, '"[redacted]"'],
    ['nothing', '', ''],
  ])('SU-47 %s is redacted as a text', (_what, text, clean) => {
    expect(redactDocument(text, [SECRET])).toBe(clean);
  });

  test('SU-47 whatever a document holds, it parses afterwards, keeps its shape and tells no secret', () => {
    const piece = fc.constantFrom(SECRET, HEADER, '"', '\\', '{"a":"', '"}', '\n', '\ud800', 'ü', '[');
    const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        tie('list'),
        tie('text'),
      ),
      list: fc.array(tie('value'), { maxLength: 4 }),
      text: tie('value').map((inner) => JSON.stringify(inner)),
    }));
    const shapeOf = (given: unknown): unknown => (Array.isArray(given) ? given.map(shapeOf) : typeof given);
    fc.assert(
      fc.property(fc.array(value, { maxLength: 4 }), (document) => {
        const clean = redactDocument(JSON.stringify(document), [SECRET]);

        expect(clean).not.toContain(SECRET);
        expect(clean).not.toContain(HEADER);
        expect(shapeOf(JSON.parse(clean))).toEqual(shapeOf(JSON.parse(JSON.stringify(document))));
      }),
      { numRuns: 500 },
    );
  });

  test('SU-47 takes time that grows with the text, and no stack', () => {
    const documents: readonly ((size: number) => string)[] = [
      (size) => JSON.stringify(['\\"'.repeat(size / 4)]),
      (size) =>
        `[${'""'
          .padEnd(4, ',')
          .repeat(size / 4)
          .slice(0, -2)}]`.replaceAll(',,', ', '),
      (size) => `${'['.repeat(size / 2)}${']'.repeat(size / 2)}`,
      (size) => JSON.stringify(Array.from({ length: size / 50 }, (_, at) => ({ at, body: 'words and more words' }))),
    ];
    for (const make of documents) {
      // Eight times the text: about 8 where it is linear, 64 where it is a square; between them there is room for noise.
      const [part, whole] = [make(125_000), make(1_000_000)];
      redactDocument(part, [SECRET]);
      expect(fastest(() => redactDocument(whole, [SECRET]))).toBeLessThan(
        32 * fastest(() => redactDocument(part, [SECRET])) + 50,
      );
    }
  });
});

/** Milliseconds of the fastest of some runs: what disturbs a run makes it longer. */
function fastest(act: () => unknown): number {
  return Math.min(
    ...[1, 2, 3, 4].map(() => {
      const start = performance.now();
      act();
      return performance.now() - start;
    }),
  );
}
