import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { encodeValue, parseMetadata as parseBlock, type Trust } from '../../../src/core/footer.ts';
import type { Review } from '../../../src/core/pull-request.ts';
import { formatListed, type ListedFinding, parseListed } from '../../../src/core/re-review/listed.ts';
import {
  findMetadata,
  formatMetadata,
  isFinished,
  type Metadata,
  metadataMarker,
  parseMetadata,
} from '../../../src/core/re-review/metadata.ts';
import { type BlockNotes, renderBlock } from '../../../src/core/re-review/metadata-text.ts';
import { TAGS } from '../../../src/core/re-review/tag.ts';
import { AUTHOR, BOT, TRUST } from './page.ts';

const hex = (length: number) =>
  fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length }).map((all) => all.join(''));
const count = () => fc.nat({ max: 9999 });
const text = () =>
  fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.constantFrom('-->', '; v2', 'a:b', '', '𝔸ü'));

const anyListed = (): fc.Arbitrary<ListedFinding> =>
  fc.record({
    findingKey: hex(64),
    tag: fc.constantFrom(...TAGS),
    run: count(),
    state: fc.constantFrom('open' as const, 'gone' as const),
    line: count(),
    path: text(),
    title: text(),
  });

const anyMetadata = (): fc.Arbitrary<Metadata> =>
  fc.record({
    reviewer: fc.stringMatching(/^[a-z0-9-]{1,40}$/),
    reviewedHead: fc.option(hex(40).filter((head) => !/^0+$/.test(head))),
    base: hex(40),
    counts: fc.record({
      columns: fc.record({ 'must-fix': count(), suggestion: count(), 'could-fix': count(), 'future-work': count() }),
      outstanding: count(),
      outstandingMustFix: count(),
    }),
    verdict: fc.constantFrom('Go' as const, 'No-Go' as const),
    run: fc.integer({ min: 1, max: 9999 }),
    since: fc.record({
      resolved: count(),
      stillOpen: count(),
      newlyAdded: count(),
      incorrectFix: count(),
      improperlyResolved: count(),
      disagreements: count(),
    }),
    baseRef: fc.oneof(fc.constantFrom('main', 'release/1.0'), fc.string({ minLength: 1, maxLength: 20 })),
    workflowRun: fc.nat().map(String),
    spent: fc.option(fc.constantFrom({ kind: 'cost' as const, usd: 0.25 }, { kind: 'tokens' as const, count: 77 })),
    listed: fc.array(anyListed(), { maxLength: 4 }),
  });

const ZERO = { 'must-fix': 0, suggestion: 0, 'could-fix': 0, 'future-work': 0 };

const aMetadata = (over: Partial<Metadata> = {}): Metadata => ({
  reviewer: 'general',
  reviewedHead: 'a'.repeat(40),
  base: 'b'.repeat(40),
  counts: { columns: { ...ZERO, 'must-fix': 2, 'could-fix': 1 }, outstanding: 3, outstandingMustFix: 2 },
  verdict: 'No-Go',
  run: 2,
  since: { resolved: 0, stillOpen: 1, newlyAdded: 2, incorrectFix: 0, improperlyResolved: 0, disagreements: 0 },
  baseRef: 'main',
  workflowRun: '9001',
  spent: { kind: 'cost', usd: 0.0123 },
  listed: [],
  ...over,
});

const aReview = (body: string, over: Partial<Review> = {}): Review => ({
  id: 1,
  nodeId: 'PRR_1',
  author: BOT,
  editor: null,
  body,
  url: 'https://github.com/acme/shop/pull/7#pullrequestreview-1',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  submittedAt: '2026-01-01T00:00:00Z',
  state: 'COMMENTED',
  commit: 'f'.repeat(40),
  ...over,
});

const bodyOf = (metadata: Metadata, trust: Trust = TRUST): string =>
  `${formatMetadata(metadata, trust).join('\n')}\n\n**Verdict**`;

describe('a listed line', () => {
  test('RR-65 is read back as it was written, whatever path and title are', () => {
    fc.assert(fc.property(anyListed(), (listed) => expect(parseListed(formatListed(listed))).toEqual(listed)));
  });

  test.each([
    ['a:b'],
    [''],
    [`${'a'.repeat(64)}:urgent:1:open:3:YQ:YQ`],
    [`${'a'.repeat(64)}:must-fix:1:shut:3:YQ:YQ`],
  ])('RR-65 %p is none', (value) => {
    expect(parseListed(value)).toBeNull();
  });
});

describe('a block', () => {
  test('RR-61 has its lines in the order of the specification', () => {
    const listed: ListedFinding = {
      findingKey: 'd'.repeat(64),
      tag: 'could-fix',
      run: 1,
      state: 'open',
      line: 9,
      path: 'a.ts',
      title: 'Hm',
    };

    expect(formatMetadata(aMetadata({ listed: [listed] }), TRUST)).toEqual([
      '<!-- revi-agent: general v1 -->',
      `<!-- reviewed_head: ${'a'.repeat(40)} -->`,
      `<!-- base: ${'b'.repeat(40)} -->`,
      '<!-- counts: {"must_fix":2,"suggestion":0,"could_fix":1,"future_work":0,"outstanding":3,"outstanding_must_fix":2} -->',
      '<!-- verdict: No-Go -->',
      '<!-- run: 2 -->',
      '<!-- since_last_run: {"resolved":0,"still_open":1,"newly_added":2,"incorrect_fix":0,"improperly_resolved":0,"disagreements":0} -->',
      '<!-- base_ref: main -->',
      '<!-- workflow_run: 9001 -->',
      '<!-- cost: 0.0123 -->',
      `<!-- listed: ${'d'.repeat(64)}:could-fix:1:open:9:YS50cw:SG0 -->`,
    ]);
  });

  test('RR-61 RR-65 is read back as it was written, signed or not', () => {
    fc.assert(
      fc.property(anyMetadata(), fc.constantFrom<readonly string[]>([], ['s3cret']), (metadata, secrets) => {
        const trust = { ...TRUST, secrets };
        const { prior } = findMetadata([aReview(bodyOf(metadata, trust))], metadata.reviewer, trust);

        expect(prior?.metadata).toEqual({ ...metadata, baseRef: encodeValue(metadata.baseRef) });
      }),
    );
  });

  test('RR-31 takes the reviewed head from the review where its line is missing', () => {
    const body = bodyOf(aMetadata()).replace(/<!-- reviewed_head.*\n/, '');

    expect(findMetadata([aReview(body)], 'general', TRUST).prior?.metadata.reviewedHead).toBe('f'.repeat(40));
  });

  test.each([
    ["another reviewer's marker", (body: string) => body.replace('general v1', 'general2 v1')],
    ['a marker that is not the whole line', (body: string) => body.replace('-->', '--> x')],
    ['a marker below something else', (body: string) => `Hello.\n${body}`],
    ['no counts', (body: string) => body.replace(/<!-- counts.*\n/, '')],
    ['counts with another key', (body: string) => body.replace('"must_fix"', '"most_fix"')],
    ['counts below zero', (body: string) => body.replace('"must_fix":2', '"must_fix":-2')],
    ['no ordinal', (body: string) => body.replace('<!-- run: 2 -->', '<!-- run: 0 -->')],
  ])('RR-61 SU-12 with %s there is no block', (_what, alter) => {
    expect(findMetadata([aReview(alter(bodyOf(aMetadata())))], 'general', TRUST).prior).toBeNull();
  });

  test("RR-31 SU-27 the newest one counts, a pending one, an edited one and a stranger's do not", () => {
    const at = (second: number, run: number, over: Partial<Review> = {}): Review =>
      aReview(bodyOf(aMetadata({ run })), { id: run, submittedAt: `2026-01-01T00:00:0${second}Z`, ...over });
    const reviews = [
      at(3, 3),
      at(5, 5, { state: 'PENDING', submittedAt: null }),
      at(4, 4),
      at(6, 6, { editor: AUTHOR }),
      at(7, 7, { author: AUTHOR }),
      at(2, 2),
    ];

    const { prior, disbelieved } = findMetadata(reviews, 'general', TRUST);

    expect(prior).toMatchObject({ reviewId: 4, metadata: { run: 4 } });
    expect(disbelieved).toEqual([{ url: reviews[0]?.url, path: null, problem: 'edited by mia' }]);
  });

  test('RR-71 an attempt of the same workflow run on the same head is finished', () => {
    const prior = findMetadata([aReview(bodyOf(aMetadata()))], 'general', TRUST).prior;
    const head = 'a'.repeat(40);

    expect(isFinished(prior, { workflowRun: '9001', head })).toBe(true);
    expect(isFinished(prior, { workflowRun: '9002', head })).toBe(false);
    expect(isFinished(prior, { workflowRun: '9001', head: 'e'.repeat(40) })).toBe(false);
    expect(isFinished(null, { workflowRun: '9001', head })).toBe(false);
  });

  test('RR-61 lines that a person could read as ours are only read from line 1', () => {
    const block = parseBlock(bodyOf(aMetadata()));

    expect(parseMetadata(block.parsed, { reviewer: 'general', commit: null })?.run).toBe(2);
    expect(parseMetadata(block.parsed.slice(1), { reviewer: 'general', commit: null })).toBeNull();
    expect(metadataMarker('general')).toBe(block.lines[0]);
  });
});

describe('the visible part', () => {
  const notes = (over: Partial<BlockNotes> = {}): BlockNotes => ({
    label: 'Review',
    failure: null,
    outstanding: { ...ZERO, 'must-fix': 2, 'could-fix': 1 },
    coverage: '100 % (4 of 4 changed lines)',
    notAnchored: new Set(),
    invalid: 0,
    unverifiable: 0,
    unverified: [],
    conceded: [],
    answeredByMaintainer: [],
    unknownResolver: [],
    disbelieved: [],
    withdrawn: ZERO,
    remarks: [],
    ...over,
  });
  const manyListed = (many: number, state: 'open' | 'gone'): readonly ListedFinding[] =>
    Array.from({ length: many }, (_, at) => ({
      findingKey: at.toString(16).padStart(64, '0'),
      tag: 'could-fix',
      run: 1,
      state,
      line: at + 1,
      path: `src/${'deep/'.repeat(20)}file${at}.ts`,
      title: `Title ${at} ${'with many words '.repeat(7)}`,
    }));

  test('RR-61 shows verdict, table, counters, coverage, and what stands nowhere else', () => {
    const body = renderBlock(
      aMetadata({ listed: manyListed(1, 'open') }),
      notes({ notAnchored: new Set(['0'.repeat(64)]), unverifiable: 1, unverified: ['src/x.ts'], invalid: 2 }),
      TRUST,
    );

    for (const shown of [
      'Verdict: No-Go',
      '| must fix | 2 | 2 |',
      '| could fix | 1 | 1 |',
      '2 new',
      'Coverage: 100 %',
    ]) {
      expect(body).toContain(shown);
    }
    expect(body).toMatch(/Not anchored to the diff:\*\*\n\n- \*\*could fix\*\* Title 0 .*:1`\)/);
    expect(body).toMatch(/Unverifiable: 1 finding quoted .*\n\n- `src\/x\.ts`/);
    expect(body).toMatch(/2 invalid items/);
  });

  test('RR-62 SU-11 names what was withdrawn and what is not believed', () => {
    const url = 'https://github.com/acme/shop/pull/7#discussion_r9';
    const body = renderBlock(
      aMetadata(),
      notes({ withdrawn: { ...ZERO, 'must-fix': 1 }, disbelieved: [{ url, problem: 'edited by mia' }] }),
      TRUST,
    );

    expect(body).toContain('deleted or edited: 1 must fix.');
    expect(body).toContain(`${url} (edited by mia)`);
  });

  test("SU-47 a model's or a stranger's words stay words", () => {
    const body = renderBlock(
      aMetadata({
        listed: [
          { ...(manyListed(1, 'open')[0] as ListedFinding), title: '@mia see #12 <!-- x --> --> ![a](http://x.y)' },
        ],
      }),
      notes({ failure: '@ravi </details>' }),
      TRUST,
    );

    expect(body.split('\n\n').slice(1).join('\n\n')).not.toMatch(
      /@mia|@ravi|#12|<!--|-->|http:\/\/|(?<!\\)\]\(|<\/details>/,
    );
  });

  test('SU-44 a body fits whatever is listed, and says what it does not show', () => {
    const body = renderBlock(aMetadata({ listed: manyListed(900, 'open') }), notes(), TRUST);
    const { parsed } = parseBlock(body);

    expect(body.length).toBeLessThan(65_536);
    expect(parsed.filter(({ name }) => name === 'listed').length).toBeGreaterThan(50);
    expect(body).toMatch(/\d+ listed findings had no room here/);
    expect(body).toMatch(/- and \d+ more/);
  });

  test('SU-44 what is gone is forgotten before anything that is open', () => {
    const listed = [...manyListed(60, 'open'), ...manyListed(200, 'gone')];
    const body = renderBlock(aMetadata({ listed }), notes(), TRUST);
    const states = parseBlock(body).parsed.flatMap(
      ({ values }) => parseListed(values.get('listed') ?? '')?.state ?? [],
    );

    expect(states).toEqual(Array.from({ length: 60 }, () => 'open'));
    expect(body).not.toContain('had no room here');
  });
});
