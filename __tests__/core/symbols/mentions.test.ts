import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mentions } from '../../../src/core/symbols/mentions.ts';

test.each([
  ['  archive(invoice)', 'archive', true],
  ['router.get("/", archive)', 'archive', true],
  ['this.#secret()', '#secret', true],
  ['archived(invoice)', 'archive', false],
  ['un_archive(invoice)', 'archive', false],
  ['$archive', 'archive', false],
  ['größe(1)', 'größ', false],
  ['größe(1)', 'größe', true],
  ['list.empty?', 'empty?', true],
  ['a == b', '==', true],
  ['𝒜archive(x)', 'archive', false],
  ['archived(archive)', 'archive', true],
  ['', 'archive', false],
  ['anything', '', false],
  ['if <file> then', '<file>', false],
])('RR-14 %j names %j: %s', (line, symbol, named) => {
  expect(mentions(line, symbol)).toBe(named);
});

test('RR-14 a symbol between marks is always named, and nothing fails', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary', minLength: 1 }), (line, symbol) => {
      mentions(line, symbol);
      return symbol === '<file>' || mentions(`${line} ${symbol} `, symbol);
    }),
  );
});
