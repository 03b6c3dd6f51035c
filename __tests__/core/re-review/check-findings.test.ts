import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { collapsedLine, findingKey, fingerprint, siteKey } from '../../../src/core/finding-key.ts';
import { pathsToRead } from '../../../src/core/re-review/check-findings.ts';
import { GENERAL } from '../../../src/core/re-review/reviewers.ts';
import { symbolsOf } from '../../../src/core/symbols/symbols.ts';
import { anItem, aSubject, changedFile, checkItems, checkOne, type Row, type Subject } from './checking.ts';

const BOAT = `
 import clock
 
 
-def fill(boat):
+def fill(boat, crew):
     boat.seats = 40
-    boat.check()
+    boat.check(crew)
+    boat.crew = crew
     return boat
 
 
 def leave(boat):
     boat.ropes.loose()
     boat.horn()
     boat.engine.start()
     boat.speed = 3
     boat.lights = True
     boat.left_at = clock.now()
     boat.log("left")
     boat.captain.wave()
+    land(boat)
     return boat
 
 
 def land(boat):
     boat.ropes.tie()
     boat.speed = 0
     boat.lights = False
     boat.engine.stop()
     boat.log("landed")
     return boat
`;

describe('the quote of a finding', () => {
  let boat: Subject;
  beforeAll(async () => {
    boat = await aSubject({ 'ferry/boat.py': BOAT });
  });

  test.each([
    ['is the whole line, whatever the white space', '   boat.crew    = crew ', 1, 7],
    ['is a part of the line from eight characters on', 'at.crew = c', 900, 7],
    ['is an unchanged line of a hunk', 'boat.seats = 40', 1, 5],
    ['has several lines that follow each other', 'boat.check(crew)\n    boat.crew = crew', 1, 6],
    ['has blank lines at its ends', '\n\nboat.crew = crew\n', 1, 7],
    ['was copied with its number', '+7|    boat.crew = crew', 7, 7],
    ['was copied over several lines with their numbers', ' 5|boat.seats = 40\n+6|    boat.check(crew)', 5, 5],
  ])('RR-11 %s', (_name, quote, line, expected) => {
    const found = checkOne(boat, { quote, line });

    expect([found.line, found.side, found.anchor]).toEqual([
      expected,
      'RIGHT',
      { line: expected, startLine: null, side: 'RIGHT' },
    ]);
  });

  test.each([
    ['stands nowhere', 'boat.sinks()'],
    ['is a part of less than eight characters', '.crew ='],
    ['is blank', '   '],
    ['is empty', ''],
    ['has lines that do not follow each other', 'boat.check(crew)\nreturn boat'],
    ['looks alike in another script', 'bоat.crew = crew'],
    ['is ten thousand characters long', 'boat.crew = crew'.repeat(625)],
    ['has ten thousand lines', 'boat.crew = crew\n'.repeat(10_000)],
  ])('RR-11 drops and counts a finding whose quote %s', (_name, quote) => {
    const { findings, dropped } = checkItems(boat, [anItem({ quote, line: 7 })]);

    expect(findings).toEqual([]);
    expect(dropped).toEqual({ invalid: 0, unverifiable: 1, unverified: ['ferry/boat.py'] });
  });

  test('RR-11 the nearest occurrence to the line wins, of two equally near ones the smaller number', async () => {
    const subject = await aSubject({ 'a.txt': '+a long line\n+b\n+c\n+a long line\n+d\n+e\n+a long line\n' });
    const lineFor = (line: number): number => checkOne(subject, { path: 'a.txt', quote: 'a long line', line }).line;

    expect([-5, 1, 2, 3, 5, 6, 7, 9_000].map(lineFor)).toEqual([1, 1, 1, 4, 4, 7, 7, 7]);
    // 4 is as far from 1 as from 7.
    expect(
      checkOne(await aSubject({ 'a.txt': '+a long line\n+b\n+a long line\n' }), {
        path: 'a.txt',
        quote: 'a long line',
        line: 2,
      }).line,
    ).toBe(1);
  });

  test('RR-11 a quote of a deleted line stands on the old side, with side LEFT or without', () => {
    for (const side of ['LEFT', 'RIGHT', null, undefined]) {
      const found = checkOne(boat, { quote: 'def fill(boat):', line: 4, side });

      expect([found.side, found.line, found.anchor]).toEqual(['LEFT', 4, { line: 4, startLine: null, side: 'LEFT' }]);
    }
  });

  test('RR-11 side LEFT on a context line is that line of the new side', () => {
    const found = checkOne(boat, { quote: 'boat.seats = 40', side: 'LEFT', line: 5 });

    expect([found.side, found.line]).toEqual(['RIGHT', 5]);
  });

  test('SU-24 a quote may have hidden characters as they are, or as the model was shown them', async () => {
    const subject = await aSubject({ 'a.txt': '+one\u202etwo three\n+\ufeffother words\n' });

    expect(checkOne(subject, { path: 'a.txt', quote: 'one<U+202E>two three' }).line).toBe(1);
    expect(checkOne(subject, { path: 'a.txt', quote: 'one\u202etwo three' }).line).toBe(1);
  });

  test('RR-11 a CRLF file is searched like any other', async () => {
    const subject = await aSubject({ 'a.txt': '+one line\r\n+two lines\r\n' });

    expect(checkOne(subject, { path: 'a.txt', quote: 'one line\ntwo lines' }).line).toBe(1);
  });
});

describe('a range', () => {
  let boat: Subject;
  beforeAll(async () => {
    boat = await aSubject({ 'ferry/boat.py': BOAT });
  });
  const anchorFor = (over: Readonly<Record<string, unknown>>): unknown => checkOne(boat, over).anchor;

  test.each([
    ['inside a hunk is kept', { quote: 'boat.check(crew)', line: 6, end_line: 8 }, 6, 8],
    ['may have its quote further down', { quote: 'boat.crew = crew', line: 5, end_line: 7 }, 5, 7],
    ['moves with its quote', { quote: 'boat.check(crew)', line: 5, end_line: 5 }, null, 6],
    ['of several lines moves with its quote', { quote: 'boat.check(crew)', line: 1, end_line: 2 }, 6, 7],
    ['that leaves its hunk shrinks to the quoted line', { quote: 'boat.check(crew)', line: 6, end_line: 30 }, null, 6],
    ['that ends in the gap between hunks shrinks', { quote: 'boat.check(crew)', line: 6, end_line: 14 }, null, 6],
    ['that begins outside shrinks', { quote: 'land(boat)', line: 13, end_line: 20 }, null, 20],
    ['that runs backwards is one line', { quote: 'boat.check(crew)', line: 6, end_line: 2 }, null, 6],
    ['of a deleted line is one line', { quote: 'boat.check()', line: 5, end_line: 8 }, null, 6],
  ])('RR-11 SU-45 %s', (_name, over, startLine, line) => {
    expect(anchorFor(over)).toMatchObject({ startLine, line });
  });
});

describe('a line outside of the diff', () => {
  let boat: Subject;
  beforeAll(async () => {
    boat = await aSubject({ 'ferry/boat.py': BOAT });
  });

  test('RR-12 re-anchors to the nearest line of its symbol and keeps its own line and key', () => {
    const found = checkOne(boat, { quote: 'boat.engine.start()', line: 14 });

    expect(found).toMatchObject({ line: 14, symbol: 'leave', anchor: { line: 17, startLine: null, side: 'RIGHT' } });
    expect(found.siteKey).toBe(
      siteKey({ path: 'ferry/boat.py', anchor: `leave:${fingerprint('boat.engine.start()')}` }),
    );
  });

  test('RR-12 has no anchor where its symbol has no line in the diff', () => {
    const found = checkOne(boat, { quote: 'boat.engine.stop()', line: 28 });

    expect(found).toMatchObject({ line: 28, symbol: 'land', anchor: null });
  });

  test('RR-12 a namesake elsewhere in the file is not the same symbol', async () => {
    const blank = ' \n'.repeat(8);
    const subject = await aSubject({
      'ferry/boat.py': ` class Boat:\n     def leave(self):\n         self.horn_of_the_boat()\n${blank} class Bus:\n     def leave(self):\n+        self.doors_of_the_bus()\n         self.go()\n`,
    });

    expect(checkOne(subject, { quote: 'self.horn_of_the_boat()', line: 3 }).anchor).toBeNull();
  });

  test('RR-12 a line outside of every symbol has no anchor, and neither has one without a table of symbols', () => {
    const bare = { ...boat, head: new Map() };

    expect(checkOne(boat, { quote: 'boat.log("landed")' }).anchor).toBeNull();
    expect(checkItems(bare, [anItem({ quote: 'boat.engine.stop()' })]).dropped.unverifiable).toBe(1);
  });
});

describe('introduced or not', () => {
  let boat: Subject;
  beforeAll(async () => {
    boat = await aSubject({ 'ferry/boat.py': BOAT });
  });

  test.each([
    ['an added line is introduced', 'boat.crew = crew', true],
    ['a deleted line is introduced', 'boat.check()', true],
    ['an unchanged line is not', 'boat.seats = 40', false],
    ['an unchanged line outside of the diff is not', 'boat.engine.start()', false],
    ['an unchanged line is, when an added line newly calls its function', 'boat.engine.stop()', true],
  ])('RR-14 %s', (_name, quote, introduced) => {
    const found = checkOne(boat, { quote, tag: 'must-fix' });

    expect([found.introduced, found.tag]).toEqual([introduced, introduced ? 'must-fix' : 'future-work']);
  });

  test('RR-14 the header of a function does not call it, and a line that is only indented anew calls nothing', async () => {
    const subject = await aSubject({
      'ferry/boat.py':
        '-def leave(boat):\n+def leave(boat, now):\n     boat.ropes.loose()\n     boat.horn()\n \n \n-leave(boat)\n+if boat:\n+    leave(boat)\n',
    });

    expect(checkOne(subject, { quote: 'boat.ropes.loose()' }).introduced).toBe(false);
  });

  test('RR-14 a call in another file reaches it, but not a word that only holds its name', async () => {
    const lib = ' def leave(boat):\n     boat.ropes.loose()\n     boat.horn()\n+    return boat\n';
    const called = await aSubject({ 'ferry/boat.py': lib, 'ferry/day.py': '+leave(boats[0])\n' });
    const alike = await aSubject({ 'ferry/boat.py': lib, 'ferry/day.py': '+leaves = 3\n' });

    expect(checkOne(called, { quote: 'boat.ropes.loose()' }).introduced).toBe(true);
    expect(checkOne(alike, { quote: 'boat.ropes.loose()' }).introduced).toBe(false);
  });

  test('RR-14 in doubt, without the file’s text, it is introduced', () => {
    const bare = { ...boat, head: new Map(), base: new Map() };

    expect(checkOne(bare, { quote: 'boat.seats = 40', tag: 'must-fix' })).toMatchObject({
      introduced: true,
      tag: 'must-fix',
      symbol: '<file>',
    });
  });
});

describe('invalid items', () => {
  let boat: Subject;
  beforeAll(async () => {
    boat = await aSubject({ 'ferry/boat.py': BOAT });
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['a text', 'Looks good to me'],
    ['a number', 7],
    ['a list', [anItem({ quote: 'boat.crew = crew' })]],
    ['an empty object', {}],
    ['an unknown class', anItem({ quote: 'boat.crew = crew', class: 'style' })],
    ['an unknown tag', anItem({ quote: 'boat.crew = crew', tag: 'blocker' })],
    ['an unknown confidence', anItem({ quote: 'boat.crew = crew', confidence: 0.9 })],
    ['a file that the change does not have', anItem({ quote: 'boat.crew = crew', path: 'ferry/bοat.py' })],
    ['a line that is text', anItem({ quote: 'boat.crew = crew', line: '7' })],
    ['a line between two', anItem({ quote: 'boat.crew = crew', line: 7.5 })],
    ['an end that is text', anItem({ quote: 'boat.crew = crew', end_line: '7' })],
    ['no quote', anItem({ quote: undefined })],
    ['a blank title', anItem({ quote: 'boat.crew = crew', title: ' ' })],
    ['a replacement that is a list', anItem({ quote: 'boat.crew = crew', replacement: ['x'] })],
    ['a third side', anItem({ quote: 'boat.crew = crew', side: 'TOP' })],
  ])('RR-10 drops and counts %s, which costs the others nothing', (_name, item) => {
    const { findings, dropped } = checkItems(boat, [item, anItem({ quote: 'boat.crew = crew' }), item]);

    expect(findings.map(({ line }) => line)).toEqual([7]);
    expect(dropped).toEqual({ invalid: 2, unverifiable: 0, unverified: [] });
  });

  test('RR-16 optional keys may be null, words of lists in any case, and tags as people write them', () => {
    const found = checkOne(boat, {
      quote: 'boat.crew = crew',
      end_line: null,
      replacement: null,
      side: null,
      class: 'Correctness',
      tag: 'Must fix',
      confidence: 'LOW',
    });

    expect(found).toMatchObject({ class: 'correctness', tag: 'must-fix', confidence: 'low' });
  });

  test('RR-10 a path may come as the diff writes it, or be the old one of a rename', async () => {
    const subject = await aSubject({ 'a\tb.txt': '+one long line\n', 'new.txt': '+two long lines\n' });
    const files = subject.files.map((file) =>
      file.path === 'new.txt' ? { ...file, status: 'renamed' as const, previousPath: 'old.txt' } : file,
    );

    expect(checkOne({ ...subject, files }, { path: '"a\\tb.txt"', quote: 'one long line' }).path).toBe('a\tb.txt');
    expect(checkOne({ ...subject, files }, { path: 'old.txt', quote: 'two long lines' }).path).toBe('new.txt');
  });

  test('RR-10 only files that an item names are read, the base only for deletions', () => {
    const items = [anItem(), anItem({ path: 'nowhere.py' }), null];

    expect(pathsToRead(boat.files, [{ reviewer: GENERAL, items }])).toEqual({
      head: ['ferry/boat.py'],
      base: ['ferry/boat.py'],
    });
    expect(pathsToRead(boat.files, [{ reviewer: GENERAL, items: [] }])).toEqual({ head: [], base: [] });
  });
});

describe('one answer', () => {
  let boat: Subject;
  beforeAll(async () => {
    boat = await aSubject({ 'ferry/boat.py': BOAT });
  });

  test('RR-20 two items with one key are one finding, the stricter and then the surer one', () => {
    const items = [
      anItem({ quote: 'boat.crew = crew', tag: 'could-fix', title: 'First' }),
      anItem({ quote: 'boat.crew = crew', tag: 'must-fix', confidence: 'low', title: 'Second' }),
      anItem({ quote: 'boat.crew = crew', tag: 'must-fix', confidence: 'high', title: 'Third' }),
      anItem({ quote: 'boat.crew = crew', tag: 'future-work', title: 'Fourth' }),
      anItem({ quote: 'boat.crew = crew', class: 'docs', title: 'Fifth' }),
    ];

    expect(checkItems(boat, items).findings.map(({ title }) => title)).toEqual(['Third', 'Fifth']);
  });

  test('RR-10 findings come strictest first, then by path and line', async () => {
    const subject = await aSubject({ 'b.txt': '+one long line\n+two long lines\n', 'a.txt': '+one long line\n' });
    const items = [
      anItem({ path: 'b.txt', quote: 'two long lines', title: 'd' }),
      anItem({ path: 'b.txt', quote: 'one long line', title: 'c' }),
      anItem({ path: 'a.txt', quote: 'one long line', title: 'b' }),
      anItem({ path: 'b.txt', quote: 'two long lines', class: 'docs', tag: 'must-fix', title: 'a' }),
    ];

    expect(checkItems(subject, items).findings.map(({ title }) => title)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('SU-47 texts are bounded, and redacted before they are cut', () => {
    const secret = 'correct-horse-battery';
    const found = checkItems({ ...boat, secrets: [secret] }, [
      anItem({
        quote: 'boat.crew = crew',
        title: `${'t'.repeat(190)}${secret}`,
        why: `${secret}\r\nnext`,
        fix: 'f'.repeat(5_000),
      }),
    ]).findings[0];

    expect(found?.title).toBe(`${'t'.repeat(190)}[redacted]`);
    expect(found?.why).toBe('[redacted]\nnext');
    expect(found?.fix).toHaveLength(1_000);
  });
});

describe('keys', () => {
  test('RR-20 RR-21 a key is made of reviewer, path, symbol, line and class', async () => {
    const subject = await aSubject({ 'ferry/boat.py': BOAT });
    const anchor = `fill:${fingerprint('boat.crew = crew')}`;

    expect(checkOne(subject, { quote: 'boat.crew = crew' })).toMatchObject({
      symbol: 'fill',
      findingKey: findingKey({ reviewer: 'general', path: 'ferry/boat.py', anchor, class: 'correctness' }),
      siteKey: siteKey({ path: 'ferry/boat.py', anchor }),
    });
  });

  test('RR-21 equal lines are numbered over the whole file, and a prior keeps its number at its line', async () => {
    const subject = await aSubject({
      'ferry/boat.py': ' def fill():\n     wait(boat)\n+    go()\n+    wait(boat)\n+    go_on()\n+    wait(boat)\n',
    });
    const site = (number: string): string =>
      siteKey({ path: 'ferry/boat.py', anchor: `fill:${fingerprint('wait(boat)')}${number}` });
    const sites = (given: Subject): readonly string[] =>
      [2, 4, 6].map((line) => checkOne(given, { quote: 'wait(boat)', line }).siteKey);
    const thread = { siteKey: site(''), path: 'ferry/boat.py', line: 6, side: 'RIGHT' as const };

    expect(sites(subject)).toEqual([site(''), site('#2'), site('#3')]);
    expect(sites({ ...subject, threads: [thread] })).toEqual([site('#2'), site('#3'), site('')]);
    expect(sites({ ...subject, threads: [{ ...thread, side: 'LEFT' }] })).toEqual([site(''), site('#2'), site('#3')]);
  });

  test('RR-21 a deleted line has its symbol and number from the base file', async () => {
    const subject = await aSubject({
      'ferry/boat.py': ' def fill():\n     wait(boat)\n-    go()\n-    wait(boat)\n     stop()\n',
    });

    expect(checkOne(subject, { quote: 'go()', line: 3, side: 'LEFT' })).toMatchObject({ symbol: 'fill', line: 3 });
    expect(checkOne(subject, { quote: 'wait(boat)', line: 3, side: 'LEFT' }).siteKey).toBe(
      siteKey({ path: 'ferry/boat.py', anchor: `fill:${fingerprint('wait(boat)')}#2` }),
    );
  });

  test('RR-21 without the files’ texts equal lines of the diff still have keys of their own', async () => {
    const subject = await aSubject({ 'a.txt': '+a long line\n+other\n+a long line\n' });
    const bare = { ...subject, head: new Map(), base: new Map() };
    const keys = [1, 3].map((line) => checkOne(bare, { path: 'a.txt', quote: 'a long line', line }).findingKey);

    expect(new Set(keys).size).toBe(2);
  });

  test('RR-22 drift, another indentation and other lines keep a key; a rename adds the old path’s site', async () => {
    const before = await aSubject({ 'ferry/boat.py': BOAT });
    const after = await aSubject({
      'ferry/boat.py': `+"""Boats."""\n+\n${BOAT.replace('+    boat.crew = crew', '+        boat.crew  =  crew').replace(/^\n/, '')}`,
    });
    const key = checkOne(before, { quote: 'boat.crew = crew' }).findingKey;
    const { located } = checkItems({ ...after, formerPaths: new Map([['ferry/boat.py', ['boat.py']]]) }, [
      anItem({ quote: 'boat.crew = crew' }),
    ]);

    expect(located[0]?.finding).toMatchObject({ line: 9, findingKey: key });
    expect(located[0]?.sites.map(({ path }) => path)).toEqual(['ferry/boat.py', 'boat.py']);
  });
});

function isItem(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && 'quote' in value;
}

describe('whatever the model gives', () => {
  const line = fc.constantFrom(
    '',
    '}',
    'a = 1',
    'def one():',
    'def two():',
    '    return call()',
    '    wait(a)',
    'wait(a)\r',
  );
  const rows: fc.Arbitrary<readonly Row[]> = fc.array(
    fc.record({ sign: fc.constantFrom(' ', ' ', ' ', '+', '-'), text: line }) as fc.Arbitrary<Row>,
    { minLength: 1, maxLength: 40 },
  );
  const number = fc.oneof(fc.integer({ min: -3, max: 50 }), fc.integer());
  const item = fc.oneof(
    fc.record({
      path: fc.constant('ferry/boat.py'),
      line: number,
      end_line: fc.option(number, { nil: null }),
      side: fc.constantFrom('LEFT', 'RIGHT', null),
      quote: fc.oneof(
        line,
        fc.array(line, { maxLength: 3 }).map((lines) => lines.join('\n')),
        fc.string(),
      ),
      class: fc.constantFrom('correctness', 'docs', 'style'),
      tag: fc.constantFrom('must-fix', 'suggestion', 'could-fix', 'future-work'),
      confidence: fc.constantFrom('high', 'low'),
      title: fc.string({ minLength: 1 }),
      why: fc.string(),
      fix: fc.string(),
      replacement: fc.option(fc.oneof(line, fc.string()), { nil: null }),
    }),
    fc.anything(),
  );

  test('RR-11 SU-45 every anchor is one that GitHub takes, every quote stands at its line, no key comes twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.nat(3),
        fc.array(item, { maxLength: 12 }),
        fc.boolean(),
        async (history, context, items, read) => {
          const { file, head, base } = changedFile('ferry/boat.py', history, context);
          const source = async (text: string) =>
            new Map(read ? [['ferry/boat.py', { text, symbols: await symbolsOf('ferry/boat.py', text) }]] : []);
          const { findings, dropped } = checkItems(
            {
              files: [file],
              head: await source(head),
              base: await source(base),
              threads: [],
              formerPaths: new Map(),
              secrets: [],
            },
            items.map((one, index) => (isItem(one) ? { ...one, title: String(index) } : one)),
          );

          expect(findings.length + dropped.invalid + dropped.unverifiable).toBeLessThanOrEqual(items.length);
          expect(new Set(findings.map(({ findingKey: key }) => key)).size).toBe(findings.length);
          const texts = { LEFT: base.split('\n'), RIGHT: head.split('\n') };
          for (const { title, anchor, side, line: at, tag, replacement, introduced } of findings) {
            const { quote } = items[Number(title)] as { quote: string };
            expect(collapsedLine(texts[side][at - 1] ?? '')).toContain(
              collapsedLine(quote.trimStart().split('\n')[0] ?? ''),
            );
            expect(tag === 'suggestion' && replacement === null).toBe(false);
            expect(!introduced && tag !== 'future-work').toBe(false);
            if (anchor === null) continue;
            const hunk = file.hunks.find(({ oldStart, oldLines, newStart, newLines }) => {
              const [start, length] = anchor.side === 'LEFT' ? [oldStart, oldLines] : [newStart, newLines];
              return start <= anchor.line && anchor.line < start + length;
            });
            expect(hunk).toBeDefined();
            if (anchor.startLine !== null) {
              expect(anchor.side).toBe('RIGHT');
              expect(anchor.startLine).toBeLessThan(anchor.line);
              expect(anchor.startLine).toBeGreaterThanOrEqual(hunk?.newStart ?? Number.POSITIVE_INFINITY);
            }
            if (replacement !== null) {
              const old = texts.RIGHT.slice((anchor.startLine ?? anchor.line) - 1, anchor.line).join('\n');
              expect(anchor.side).toBe('RIGHT');
              expect(replacement).not.toBe(old);
            }
          }
        },
      ),
      { numRuns: 400 },
    );
  });
});
