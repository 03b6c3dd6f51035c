import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { codePoints, cut, cutBytes, cutUnits } from '../../src/core/length.ts';

const anyText = () => fc.string({ unit: fc.oneof(fc.constantFrom('a', '𝔸', '👩', '\ud800', '…'), fc.string()) });

describe('length', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['𝔸👩', 2],
    ['\ud800a', 2],
  ])('SU-49 counts %j as %i characters', (text, count) => {
    expect(codePoints(text)).toBe(count);
  });

  test.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['𝔸𝔸𝔸', 3, '𝔸𝔸𝔸'],
    ['𝔸𝔸𝔸𝔸', 3, '𝔸𝔸…'],
    ['ab', 1, '…'],
    ['ab', 0, ''],
  ])('SU-49 cuts %j to %i characters', (text, max, expected) => {
    expect(cut(text, max)).toBe(expected);
  });

  test('SU-49 keeps a reason of 500 characters and cuts one of 501 to 500', () => {
    expect(cut('𝔸'.repeat(500), 500)).toBe('𝔸'.repeat(500));
    expect(cut('𝔸'.repeat(501), 500)).toBe(`${'𝔸'.repeat(499)}…`);
  });

  test('SU-49 cuts any text to its limit, and only a text beyond it', () => {
    fc.assert(
      fc.property(anyText(), fc.nat(20), (text, max) => {
        const result = cut(text, max);
        const points = [...text];
        if (points.length <= max) expect(result).toBe(text);
        else expect(result).toBe(max === 0 ? '' : `${points.slice(0, max - 1).join('')}…`);
        expect(codePoints(result)).toBe([...result].length);
      }),
    );
  });

  test('SU-44 cuts to UTF-16 units without splitting a surrogate pair', () => {
    expect(cutUnits('a𝔸b', 4)).toBe('a𝔸b');
    expect(cutUnits('a𝔸bc', 4)).toBe('a𝔸…');
    expect(cutUnits('a𝔸bc', 3)).toBe('a…');
    fc.assert(
      fc.property(anyText(), fc.integer({ min: 0, max: 20 }), (text, max) => {
        const result = cutUnits(text, max);
        expect(result.length).toBeLessThanOrEqual(max);
        if (text.length <= max) expect(result).toBe(text);
        else if (max > 0) {
          expect(result.endsWith('…')).toBe(true);
          const kept = [...result.slice(0, -1)];
          expect([...text].slice(0, kept.length)).toEqual(kept);
        }
      }),
    );
  });
});

describe('cutBytes', () => {
  test.each([
    ['abc', 3, 'abc'],
    ['abcdef', 5, 'ab…'],
    ['ääää', 8, 'ääää'],
    ['ääää', 7, 'ää…'],
    ['𝔸𝔸', 7, '𝔸…'],
    ['𝔸𝔸', 6, '…'],
    ['\ufeffabcdef', 7, '\ufeffa…'],
    ['abcdef', 2, ''],
  ])('SU-51 cuts %j to %i bytes', (text, max, expected) => {
    expect(cutBytes(text, max)).toBe(expected);
  });

  test('SU-51 cuts any text to its limit without splitting a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.nat(60), (text, max) => {
        const result = cutBytes(text, max);
        expect(Buffer.byteLength(result)).toBeLessThanOrEqual(max);
        if (Buffer.byteLength(text) <= max) expect(result).toBe(text);
        else expect(text.startsWith(result.replace(/…$/, ''))).toBe(true);
      }),
    );
  });
});
