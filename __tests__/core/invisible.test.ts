import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findInvisible, mayHoldInvisible, showInvisible } from '../../src/core/invisible.ts';

describe('showInvisible', () => {
  test.each([
    ['zero\u200bwidth', 'zero<U+200B>width'],
    ['a\u202eb\u2066c\u2069', 'a<U+202E>b<U+2066>c<U+2069>'],
    ['x\u{e0041}\u{e007f}', 'x<U+E0041><U+E007F>'],
    ['a\u200e\u200f\u061c', 'a<U+200E><U+200F><U+061C>'],
    ['\u115f\u1160\u3164\uffa0', '<U+115F><U+1160><U+3164><U+FFA0>'],
    ['\0\u0007\u001b[0m\u007f\u0085', '<U+0000><U+0007><U+001B>[0m<U+007F><U+0085>'],
    ['a\rb\r\n\r\r\nc\r', 'a<U+000D>b\r\n<U+000D>\r\nc\r'],
    ['tab\tand\nline', 'tab\tand\nline'],
    ['soft\u00adhyphen', 'soft<U+00AD>hyphen'],
    ['a\u2028b\u2029c', 'a<U+2028>b<U+2029>c'],
    ['\u2060\u2061\u2062\u2063\u2064\u206a\u206f', '<U+2060><U+2061><U+2062><U+2063><U+2064><U+206A><U+206F>'],
    ['\ufff9a\ufffab\ufffb', '<U+FFF9>a<U+FFFA>b<U+FFFB>'],
    ['\ufeffstart', '<U+FEFF>start'],
    ['\ud83d alone, \udc00', '<U+D83D> alone, <U+DC00>'],
    ['a\ufe0f 1\ufe0f 1\ufe0e', 'a<U+FE0F> 1<U+FE0F> 1<U+FE0E>'],
    ['❤\ufe0f\ufe0f', '❤\ufe0f<U+FE0F>'],
    ['👩\u200d\u200d👩', '👩<U+200D><U+200D>👩'],
    ['👩\u200d', '👩<U+200D>'],
    ['a\u200db \u200c', 'a<U+200D>b <U+200C>'],
    ['م\u200cx', 'م<U+200C>x'],
    ['漢\u{e0100}\u{e0101}', '漢\u{e0100}<U+E0101>'],
    ['a\u{e0100}', 'a<U+E0100>'],
    ['🏴\u{e0067}\u{e0062}', '🏴<U+E0067><U+E0062>'],
    ['🏴\u{e0041}\u{e0050}\u{e0050}\u{e007f}', '🏴<U+E0041><U+E0050><U+E0050><U+E007F>'],
    ['x\u180b\u200cᠠ', 'x<U+180B><U+200C>ᠠ'],
    ['+\ufe00', '+<U+FE00>'],
    ['a\u034fb', 'a<U+034F>b'],
  ])('SU-24 shows %j as %j', (text, shown) => {
    expect(showInvisible(text)).toBe(shown);
    expect(showInvisible(shown)).toBe(shown);
  });

  test.each([
    ['a family', '👩\u200d👩\u200d👧\u200d👦'],
    ['a heart', '❤\ufe0f and text style ❤\ufe0e'],
    ['flags of countries', '🇪🇺 🇺🇦'],
    ['flags of subdivisions', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['the rainbow flag', '🏳\ufe0f\u200d🌈'],
    ['skin tones', '👩🏽\u200d🤝\u200d👨🏿'],
    ['keycaps', '1\ufe0f\u20e3 #\ufe0f\u20e3'],
    ['a running person to the right', '🏃\u200d➡\ufe0f'],
    ['Persian', 'می\u200cخواهم'],
    ['Hindi', 'क\u094d\u200dष and क\u094d\u200c'],
    ['Bengali', 'র\u200d\u09cdয'],
    ['Mongolian', 'ᠠ\u180b ᠨ\u180eᠠ'],
    ['ideographic variants', '葛\u{e0100} 㐂\ufe00'],
    ['a grapheme joiner before a mark', 'ב\u034f\u05b8'],
    ['CRLF', 'a\r\nb\r\n'],
    ['plain text in any script', 'Ελληνικά 日本語 Українська עברית ไทย 한국어 ½ — “x” …\u00a0'],
  ])('SU-24 leaves %s alone', (_, text) => {
    expect(showInvisible(text)).toBe(text);
    expect(findInvisible(text)).toEqual([]);
  });

  test('SU-24 leaves a byte-order mark at the start of a file alone, and only there', () => {
    expect(showInvisible('\ufeffa\ufeff', { fileStart: true })).toBe('\ufeffa<U+FEFF>');
    expect(findInvisible('\ufeffa', { fileStart: true })).toEqual([]);
  });

  const nasty = fc.array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.constantFrom(
        '👩',
        '\u200d',
        '\u200c',
        '\ufe0f',
        '\u{e0100}',
        'م',
        'क',
        '\u094d',
        '🏴',
        '\u{e0067}',
        '\u{e007f}',
        '\r',
      ),
      fc.constantFrom(
        '\n',
        '\u180b',
        'ᠠ',
        '漢',
        '1',
        '\u20e3',
        '\u034f',
        '\u05b8',
        '\ud83c',
        '\udff4',
        '+',
        '\ufe00',
        '\u202e',
      ),
    ),
  );
  test('SU-24 leaves nothing invisible behind, in any mixture', () => {
    fc.assert(
      fc.property(nasty, (pieces) => {
        const shown = showInvisible(pieces.join(''));

        expect(findInvisible(shown)).toEqual([]);
        expect(showInvisible(shown)).toBe(shown);
      }),
      { numRuns: 3000 },
    );
  });

  test('SU-24 shows exactly what it finds, and never strips', () => {
    fc.assert(
      fc.property(nasty, (pieces) => {
        const text = pieces.join('');
        let back = '';
        let at = 0;
        for (const { index, codePoint } of findInvisible(text)) {
          const char = String.fromCodePoint(codePoint);
          back += `${text.slice(at, index)}<U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}>`;
          at = index + char.length;
        }

        expect(showInvisible(text)).toBe(back + text.slice(at));
        if (!mayHoldInvisible(text)) expect(showInvisible(text)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  test('SU-24 looks at every control, tag, variation selector and direction control', () => {
    const missed: number[] = [];
    const ranges = [
      [0, 8],
      [11, 12],
      [14, 31],
      [0x7f, 0x9f],
      [0x202a, 0x202e],
      [0x2060, 0x206f],
      [0xe0000, 0xe0fff],
      [0xfe00, 0xfe0f],
    ];
    for (const [first = 0, last = 0] of ranges) {
      for (let code = first; code <= last; code++) {
        if (
          showInvisible(`a${String.fromCodePoint(code)}b`) !==
          `a<U+${code.toString(16).toUpperCase().padStart(4, '0')}>b`
        )
          missed.push(code);
      }
    }

    expect(missed).toEqual([]);
  });
});

describe('findInvisible', () => {
  test.each([
    ['\u202e', 'RIGHT-TO-LEFT OVERRIDE', 'bidi'],
    ['\u2067', 'RIGHT-TO-LEFT ISOLATE', 'bidi'],
    ['\u200e', 'LEFT-TO-RIGHT MARK', 'mark'],
    ['\u061c', 'ARABIC LETTER MARK', 'mark'],
    ['\u200b', 'ZERO WIDTH SPACE', 'other'],
    ['\u{e0041}', 'TAG LATIN CAPITAL LETTER A', 'tag'],
    ['\u{e0061}', 'TAG LATIN SMALL LETTER A', 'tag'],
    ['\u{e0020}', 'TAG SPACE', 'tag'],
    ['\u{e0037}', 'TAG DIGIT SEVEN', 'tag'],
    ['\u{e0021}', 'TAG EXCLAMATION MARK', 'tag'],
    ['\u{e0040}', 'TAG COMMERCIAL AT', 'tag'],
    ['\u{e005b}', 'TAG LEFT SQUARE BRACKET', 'tag'],
    ['\u{e007e}', 'TAG TILDE', 'tag'],
    ['\u{e007f}', 'CANCEL TAG', 'tag'],
    ['\u{e0001}', 'LANGUAGE TAG', 'tag'],
    ['\u{e0002}', 'reserved-E0002', 'tag'],
    ['\ufe0f', 'VARIATION SELECTOR-16', 'other'],
    ['\u{e0100}', 'VARIATION SELECTOR-17', 'other'],
    ['\u{e01ef}', 'VARIATION SELECTOR-256', 'other'],
    ['\u3164', 'HANGUL FILLER', 'other'],
    ['\0', 'NULL', 'other'],
    ['\u001b', 'ESCAPE', 'other'],
    ['\u001f', 'INFORMATION SEPARATOR ONE', 'other'],
    ['\u007f', 'DELETE', 'other'],
    ['\u0085', 'NEXT LINE', 'other'],
    ['\u009f', 'APPLICATION PROGRAM COMMAND', 'other'],
    ['\ud83d', 'surrogate-D83D', 'other'],
  ])('SU-24 names %j %s', (text, name, kind) => {
    expect(findInvisible(`a${text}`)).toEqual([{ index: 1, codePoint: text.codePointAt(0), name, kind }]);
  });
});

test('CL-25 tags behind a black flag that spell no recommended subdivision are shown, because they may hide a text', () => {
  const tags = (letters: string): string =>
    [...letters].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
  expect(showInvisible(`\u{1f3f4}${tags('appro')}\u{e007f}`)).toContain('<U+E0061>');
  expect(showInvisible(`\u{1f3f4}${tags('gbwls')}\u{e007f}`)).not.toContain('<U+');
});
