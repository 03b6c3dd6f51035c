import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseFooters } from '../../../src/core/footer.ts';
import { type AgentLine, formatAgentFooter, parseAgentFooter } from '../../../src/core/re-review/agent-footer.ts';
import { TAGS } from '../../../src/core/re-review/tag.ts';

const KEY = 'a'.repeat(64);
const SITE = 'b'.repeat(64);
const COMMIT = 'c'.repeat(40);

const aLine = (over: Partial<AgentLine> = {}): AgentLine => ({
  reviewer: 'general',
  findingKey: KEY,
  siteKey: SITE,
  replyKind: null,
  tag: 'must-fix',
  run: 3,
  commit: COMMIT,
  ...over,
});

function read(line: string): AgentLine | null {
  const [parsed] = parseFooters(`Text.\n\n${line}`).parsed;
  return parsed === undefined ? null : parseAgentFooter(parsed);
}

const hex = (length: number) =>
  fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length }).map((all) => all.join(''));

const anyLine = (): fc.Arbitrary<AgentLine> =>
  fc.record({
    reviewer: fc.stringMatching(/^[a-z0-9-]{1,40}$/),
    findingKey: hex(64),
    siteKey: fc.option(hex(64)),
    replyKind: fc.option(
      fc.constantFrom(
        'resolution' as const,
        'improper-resolution' as const,
        'disagreement' as const,
        'concurrence' as const,
        'duplicate-close' as const,
      ),
    ),
    tag: fc.option(fc.constantFrom(...TAGS)),
    run: fc.option(fc.integer({ min: 1, max: 999_999_999 })),
    commit: fc.option(hex(40)),
  });

describe('agent footer', () => {
  test('RR-23 is written as it is specified', () => {
    expect(formatAgentFooter(aLine({ replyKind: 'concurrence' }))).toBe(
      `<!-- revi-agent: general; finding-key: ${KEY}; site-key: ${SITE}; v2; reply-kind: concurrence; tag: must-fix; run: 3; commit: ${COMMIT} -->`,
    );
  });

  test('RR-23 is read back as it was written', () => {
    fc.assert(
      fc.property(anyLine(), (line) => {
        expect(read(formatAgentFooter(line))).toEqual(line);
      }),
    );
  });

  test('RR-23 v1 has no site-key, and its tag, run and commit may be missing', () => {
    expect(read(`<!-- revi-agent: general; finding-key: ${KEY}; v1 -->`)).toEqual(
      aLine({ siteKey: null, tag: null, run: null, commit: null }),
    );
  });

  test('SU-12 pairs stand in any order, and an unknown key is ignored', () => {
    expect(read(`<!-- site-key: ${SITE}; later: 7; finding-key: ${KEY}; v2; revi-agent: general; run: 3 -->`)).toEqual(
      aLine({ tag: null, commit: null }),
    );
  });

  test.each([
    ['a metadata marker', '<!-- revi-agent: general v1 -->'],
    ['another name', `<!-- revi-classify: v1; finding-key: ${KEY} -->`],
    ['a short key', `<!-- revi-agent: general; finding-key: abc; site-key: ${SITE}; v2 -->`],
    ['upper-case digits', `<!-- revi-agent: general; finding-key: ${KEY.toUpperCase()}; site-key: ${SITE}; v2 -->`],
    ['a finding without a key', `<!-- revi-agent: general; site-key: ${SITE}; v2 -->`],
    ['a kind of another version', `<!-- revi-agent: general; finding-key: ${KEY}; v2; reply-kind: applause -->`],
    ['a key that stands twice', `<!-- revi-agent: general; finding-key: ${KEY}; finding-key: ${SITE}; v2 -->`],
    ['no reviewer', `<!-- revi-agent: Ünsinn; finding-key: ${KEY}; v2 -->`],
  ])('RR-23 %s is no footer of a finding', (_what, line) => {
    expect(read(line)).toBeNull();
  });

  test('RR-23 an odd tag, run or commit counts as missing', () => {
    const line = `<!-- revi-agent: general; finding-key: ${KEY}; site-key: ${SITE}; v2; tag: urgent; run: 0; commit: abc -->`;

    expect(read(line)).toEqual(aLine({ tag: null, run: null, commit: null }));
  });

  test.each([[{ reviewer: 'general v1' }], [{ reviewer: 'a; b' }], [{ findingKey: '-->' }], [{ siteKey: 'x' }]])(
    'SU-12 what no line can hold is our bug: %j',
    (over) => {
      expect(() => formatAgentFooter(aLine(over))).toThrow();
    },
  );
});
