import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type ClassifyFooter,
  formatClassifyFooter,
  hashReason,
  isForPosition,
  parseClassifyFooter,
} from '../../src/core/classify-footer.ts';
import { encodeValue, parseFooters } from '../../src/core/footer.ts';
import { parseSpent } from '../../src/core/spent.ts';

const aFooter = (overrides: Partial<ClassifyFooter> = {}): ClassifyFooter => ({
  head: 'a'.repeat(40),
  base: 'b'.repeat(40),
  baseRef: 'main',
  rules: 'c'.repeat(40),
  run: '7700',
  attempt: 1,
  key: 'ic:12',
  verdict: 'approve',
  reason: null,
  outcome: 'done',
  trigger: 'review',
  requester: 'octocat',
  startedAt: '2026-11-30T20:45:00Z',
  finishedAt: '2026-11-30T20:45:09Z',
  spent: { kind: 'cost', usd: 0.0123 },
  ...overrides,
});

function readBack(text: string): ClassifyFooter | null {
  const [line] = parseFooters(`table\n\n${text}`).parsed;
  return line === undefined ? null : parseClassifyFooter(line);
}

describe('the footer of classify', () => {
  test('CL-34 has its keys in their order', () => {
    expect(formatClassifyFooter(aFooter({ verdict: 'no-verdict', reason: hashReason('timeout') }))).toBe(
      `<!-- revi-classify: v1; head: ${'a'.repeat(40)}; base: ${'b'.repeat(40)}; base-ref: main; rules: ${'c'.repeat(40)}; ` +
        'run: 7700; attempt: 1; key: ic:12; verdict: no-verdict; reason: f77d1bb58da8; outcome: done; trigger: review; ' +
        'requester: octocat; started-at: 2026-11-30T20:45:00Z; finished-at: 2026-11-30T20:45:09Z; cost: 0.0123 -->',
    );
  });

  test('CL-34 reads back what it wrote', () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 });
    const footers = fc.record({
      baseRef: text,
      rules: fc.option(fc.constant('c'.repeat(40))),
      attempt: fc.integer({ min: 1, max: 99 }),
      key: text,
      verdict: fc.constantFrom('approve', 'request-changes', 'no-verdict'),
      reason: fc.option(text.map(hashReason)),
      outcome: fc.constantFrom('done', 'no-verdict', 'failed'),
      trigger: fc.constantFrom('review', 'try-out'),
      requester: fc.option(text.filter((login) => login !== '-')),
      spent: fc.option(
        fc.oneof(
          fc.record({ kind: fc.constant('cost'), usd: fc.nat(1e9).map((micros) => micros / 1e6) }),
          fc.record({ kind: fc.constant('tokens'), count: fc.nat() }),
        ),
      ),
    });
    fc.assert(
      fc.property(footers, (overrides) => {
        const footer = aFooter(overrides as Partial<ClassifyFooter>);
        expect(readBack(formatClassifyFooter(footer))).toEqual({
          ...footer,
          baseRef: encodeValue(footer.baseRef),
          key: encodeValue(footer.key),
          requester: footer.requester === null ? null : encodeValue(footer.requester),
        });
      }),
    );
  });

  test.each([
    [0, '0'],
    [1e-9, '0'],
    [1, '1'],
    [10, '10'],
    [0.5, '0.5'],
    [1e-7, '0.0000001'],
  ])('SU-37 writes a cost of %d USD as %s', (usd, written) => {
    expect(formatClassifyFooter(aFooter({ spent: { kind: 'cost', usd } }))).toMatch(
      new RegExp(`; cost: ${written} -->$`),
    );
  });

  test.each([
    ['head', ''],
    ['verdict', 'Approve'],
    ['outcome', 'green'],
    ['trigger', 'x'],
    ['attempt', '1.5'],
    ['key', ''],
  ])('CL-34 reads nothing from a footer whose %s is %j', (key, value) => {
    const text = formatClassifyFooter(aFooter()).replace(
      new RegExp(`; ${key}: [^;]+`),
      value === '' ? '' : `; ${key}: ${value}`,
    );
    expect(readBack(text)).toBeNull();
  });

  test('CL-34 reads no other name and no other version', () => {
    const text = formatClassifyFooter(aFooter());
    expect(readBack(text.replace('revi-classify', 'revi-notice'))).toBeNull();
    expect(readBack(text.replace('v1', 'v2'))).toBeNull();
  });

  test.each([
    ['cost', '0.25', { kind: 'cost', usd: 0.25 }],
    ['tokens', '120', { kind: 'tokens', count: 120 }],
    ['cost', '-1', null],
    ['cost', '1e9', null],
    ['tokens', '1.5', null],
    ['cost', 'NaN', null],
  ])('SU-37 reads %s: %s', (key, value, spent) => {
    expect(parseSpent(new Map([[key, value]]))).toEqual(spent);
  });

  test('SU-43 compares head and base branch, not the base commit', () => {
    const position = { head: 'a'.repeat(40), baseRef: 'größe#1', base: 'd'.repeat(40) };
    const footer = readBack(formatClassifyFooter(aFooter({ baseRef: 'größe#1' })));
    expect(footer !== null && isForPosition(footer, position)).toBe(true);
    expect(footer !== null && isForPosition(footer, { ...position, baseRef: 'main' })).toBe(false);
    expect(footer !== null && isForPosition(footer, { ...position, head: 'e'.repeat(40) })).toBe(false);
  });
});
