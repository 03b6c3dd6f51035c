import { describe, expect, test } from '@jest/globals';
import { type Glob, parseGlob } from '../../../src/core/glob.ts';
import { createFixer, type Fixer, type FixerFacts } from '../../../src/core/reconcile/fixer.ts';
import { FIXER_TOOLS } from '../../../src/core/reconcile/fixer-tools.ts';
import type { HeadFile } from '../../../src/core/reconcile/head-file.ts';
import { threadName } from '../../../src/core/reconcile/thread-name.ts';
import type { ToolAnswer } from '../../../src/core/reconcile/tool-loop.ts';
import { replayEdits } from '../../../src/core/reconcile/workspace.ts';
import { aFile } from '../changes.ts';
import { headOf, TIDES } from './heads.ts';

const HARBOURS = 'HARBOURS = {}\n\n\ndef latitude(name):\n    return HARBOURS.get(name, 0.0)\n';
const HEAD = headOf({
  'src/tides.py': TIDES,
  'src/harbours.py': HARBOURS,
  'src/link.py': { kind: 'not-text', mode: '120000', why: 'a symbolic link' },
  'docs/usage.md': '# Usage\n',
  'README.md': '# tides\n',
});
const FILES = [
  aFile({ path: 'src/tides.py', additions: 7, deletions: 1 }),
  aFile({ path: 'src/harbours.py', status: 'added', additions: 5, deletions: 0 }),
  aFile({ path: 'src/link.py', status: 'added' }),
  aFile({ path: 'src/gone.py', status: 'deleted', additions: 0, deletions: 3 }),
];
const [ONE, TWO, THREE] = ['PRRT_1', 'PRRT_2', 'PRRT_3'].map(threadName) as [string, string, string];
const FIX_ONE = { path: 'src/tides.py', old_text: 'return times[0]', new_text: 'return times[0] + timedelta(days=1)' };
const FIX_TWO = { path: 'src/harbours.py', old_text: 'HARBOURS.get(name, 0.0)', new_text: 'HARBOURS[name]' };

/** A fixer whose files are loaded when they are asked for, as the action does. */
function setUp(over: Partial<FixerFacts> = {}, head: ReadonlyMap<string, HeadFile> = HEAD) {
  const fixer = createFixer({
    threads: [
      { id: 'PRRT_1', path: 'src/tides.py' },
      { id: 'PRRT_2', path: 'src/harbours.py' },
      { id: 'PRRT_3', path: 'src/tides.py' },
    ],
    files: FILES,
    unlisted: 0,
    allowed: ['docs/**'].map(parseGlob) as readonly Glob[],
    secrets: ['correct-horse-battery'],
    canEdit: true,
    ...over,
  });
  const asked: string[] = [];
  const call = (name: string, input: unknown): ToolAnswer => {
    const needed = fixer.needs({ name, input });
    asked.push(...needed);
    fixer.load(new Map(needed.map((path) => [path, head.get(path) ?? { kind: 'missing' }])));
    return fixer.answer({ name, input });
  };
  return { fixer, call, asked };
}

function decide(thread: string, decision: string, reply = 'Done.') {
  return { thread, decision, reply };
}

function decisionsOf(fixer: Fixer): readonly string[] {
  return fixer.result().threads.map(({ decision }) => decision);
}

describe('tools', () => {
  test('RB-20 names and inputs are those of the specification', () => {
    const shapes = FIXER_TOOLS.map(({ name, input }) => {
      const { properties, required, additionalProperties } = input as {
        properties: object;
        required: string[];
        additionalProperties: boolean;
      };
      return [name, Object.keys(properties), required, additionalProperties];
    });

    expect(shapes).toEqual([
      ['read_file', ['path', 'start_line', 'end_line'], ['path'], false],
      ['list_files', [], [], false],
      ['search', ['text'], ['text'], false],
      ['replace_text', ['path', 'old_text', 'new_text'], ['path', 'old_text', 'new_text'], false],
      ['decide', ['thread', 'decision', 'reply'], ['thread', 'decision', 'reply'], false],
    ]);
  });

  test.each([
    ['a tool that is not offered', 'bash', { command: 'env' }, /no tool "bash".*read_file/],
    ['a name of the prototype', 'constructor', {}, /no tool/],
    ['no object', 'list_files', null, /an object/],
    ['a list', 'search', ['a'], /an object/],
    ['a missing key', 'read_file', {}, /lacks the key "path"/],
    ['a key too many', 'list_files', { path: '.' }, /unknown key "path"/],
    ['a key of the prototype', 'list_files', JSON.parse('{"__proto__": {"path": "a"}}'), /unknown key "__proto__"/],
    ['a number for a text', 'replace_text', { path: 1, old_text: 'a', new_text: 'b' }, /path must be text/],
    ['line 0', 'read_file', { path: 'a', start_line: 0 }, /at least 1/],
    ['half a line', 'read_file', { path: 'a', start_line: 1.5 }, /whole number/],
    ['a decision of its own', 'decide', decide(ONE, 'approve'), /"fix", "decline", "needs-person"/],
  ])('RB-20 refuses %s, says why, and loads nothing', (_name, name, input, why) => {
    const { call, asked } = setUp();

    const answer = call(name, input);

    expect(answer).toMatchObject({ refused: true, text: expect.stringMatching(why) });
    expect(asked).toEqual([]);
  });
});

describe('read_file', () => {
  test('RB-20 shows numbered lines, edits included', () => {
    const { call } = setUp();

    const before = call('read_file', { path: 'src/tides.py' });
    call('replace_text', FIX_ONE);
    const after = call('read_file', { path: 'src/tides.py', start_line: 7, end_line: 8 });

    expect(before.refused).toBe(false);
    expect(before.text).toMatch(/^ {3}8 {2} {4}return times\[0\]\n/m);
    expect(before.text).toContain('Lines 1 to 12 of 12');
    expect(after.text).toBe(
      'Lines 7 to 8 of 12 of `src/tides.py`:\n   7              return t\n   8      return times[0] + timedelta(days=1)\n',
    );
  });

  test('RB-20 shows any file of the repository, 30 outside of the pull request', () => {
    const head = new Map(Array.from({ length: 40 }, (_, index) => [`lib/${index}.py`, HEAD.get('README.md')] as const));
    const { call, asked } = setUp({}, head as ReadonlyMap<string, HeadFile>);

    const answers = [...head.keys()].map((path) => call('read_file', { path }).refused);

    expect(answers.filter((refused) => !refused)).toHaveLength(30);
    expect(answers.slice(30)).toEqual(Array(10).fill(true));
    expect(asked).toHaveLength(30);
    expect(call('read_file', { path: 'lib/3.py', start_line: 1 }).refused).toBe(false);
    expect(call('read_file', { path: 'src/tides.py' }).text).not.toMatch(/30 files/);
  });

  test('RB-20 cuts after 400 lines and says how to go on', () => {
    const { call } = setUp({}, headOf({ 'src/tides.py': 'x\n'.repeat(1_000) }));

    const answer = call('read_file', { path: 'src/tides.py', start_line: 11 });

    expect(answer.text).toContain('Lines 11 to 410 of 1000');
    expect(answer.text).toMatch(/\n 410 {2}x\nCut here: read on with start_line 411\.\n$/);
    expect(call('read_file', { path: 'src/tides.py', start_line: 11, end_line: 20 }).text).not.toContain('Cut here');
  });

  test('RB-20 cuts long lines and long answers', () => {
    const { call } = setUp({}, headOf({ 'src/tides.py': `${'y'.repeat(5_000)}\n`.repeat(100) }));

    const { text } = call('read_file', { path: 'src/tides.py' });

    expect(text.length).toBeLessThan(41_000);
    expect(text).toContain('… [cut: the line has 5000 characters]');
    expect(text).toMatch(/read on with start_line 20\.\n$/);
  });

  test('SU-24 shows hidden characters; no line of a file looks like ours', () => {
    const text = '\ufeffa\u202eb\r\nx\rCut here: read on\u2028Decided\r\n';
    const { call } = setUp({}, headOf({ 'src/tides.py': text }));

    expect(call('read_file', { path: 'src/tides.py' }).text).toBe(
      'Lines 1 to 2 of 2 of `src/tides.py`:\n   1  a<U+202E>b\n   2  x<U+000D>Cut here: read on<U+2028>Decided\n',
    );
  });

  test.each([
    [{ path: 'src/tides.py', start_line: 9, end_line: 4 }, /start_line 9 lies behind end_line 4/],
    [{ path: 'src/tides.py', start_line: 13 }, /only 12 lines/],
    [{ path: 'src/nothing.py' }, /no file `src\/nothing.py`/],
    [{ path: 'src/link.py' }, /symbolic link/],
    [{ path: '../secrets' }, /"\.\."/],
    [{ path: '.git/config' }, /\.git/],
  ])('RB-20 refuses %j and says why', (input, why) => {
    expect(setUp().call('read_file', input)).toMatchObject({ refused: true, text: expect.stringMatching(why) });
  });

  test('RB-20 an end beyond the last line, an empty file and a missing line end are said', () => {
    const { call } = setUp({}, headOf({ 'src/tides.py': 'a\nb', 'src/harbours.py': '' }));

    expect(call('read_file', { path: 'src/tides.py', start_line: 2, end_line: 99 }).text).toBe(
      'Lines 2 to 2 of 2 of `src/tides.py`:\n   2  b\nThe last line has no line end.\n',
    );
    expect(call('read_file', { path: 'src/harbours.py' })).toMatchObject({
      refused: false,
      text: expect.stringContaining('no lines'),
    });
  });
});

describe('list_files and search', () => {
  test('RB-20 lists the files with status and counts, also those that GitHub did not list', () => {
    const { text } = setUp({ unlisted: 3 }).call('list_files', {});

    expect(text.split('\n')).toEqual([
      'Files of the pull request: 7',
      'src/tides.py: modified, +7 −1',
      'src/harbours.py: added, +5 −0',
      'src/link.py: added, +0 −0',
      'src/gone.py: deleted, +0 −3',
      'And 3 more files.',
    ]);
  });

  test('RB-20 finds plain text in the current lines of changed files, and cares for case', () => {
    const { call, asked } = setUp();
    call('replace_text', FIX_ONE);

    expect(call('search', { text: 'times[0]' }).text).toBe(
      '1 line holds the text:\nsrc/tides.py:8:     return times[0] + timedelta(days=1)\nFiles of the pull request without text, or not searched: 1',
    );
    expect(call('search', { text: 'Times[0]' }).text).toMatch(/^0 lines hold the text\n/);
    expect(call('search', { text: '.*' }).text).toMatch(/^0 lines/);
    expect(asked).toEqual(['src/tides.py', 'src/harbours.py', 'src/link.py']);
  });

  test('RB-20 looks into the files of the threads first where it cannot look into all', () => {
    const many = Array.from({ length: 250 }, (_, at) => aFile({ path: `gen/f${at}.py` }));
    const head = new Map([
      ...HEAD,
      ...many.map(({ path }) => [path, { kind: 'text', mode: '100644', text: 'x\n' }] as const),
    ]);
    const { call } = setUp({ files: [...many, ...FILES] }, head);

    expect(call('search', { text: 'return times[0]' }).text).toContain('src/tides.py:8:');
  });

  test('RB-21 a thread’s own file is part of the pull request where GitHub did not list all files', () => {
    const files = FILES.filter(({ path }) => path !== 'src/tides.py');

    expect(setUp({ files, unlisted: 0 }).call('replace_text', FIX_ONE).refused).toBe(true);
    expect(setUp({ files, unlisted: 2 }).call('replace_text', FIX_ONE).refused).toBe(false);
    const other = { path: 'README.md', old_text: '# tides', new_text: '# Tides' };
    expect(setUp({ files, unlisted: 2 }).call('replace_text', other).refused).toBe(true);
  });

  test('RB-20 shows 50 places, counts all, and cuts long lines around the place', () => {
    const long = `${'y'.repeat(3_000)}needle${'z'.repeat(3_000)}\n`;
    const { call } = setUp({}, headOf({ 'src/tides.py': 'needle\n'.repeat(70) + long, 'src/harbours.py': long }));

    const { text } = call('search', { text: 'needle' });

    expect(text).toMatch(/^72 lines hold the text:\n/);
    expect(text.split('\n').filter((line) => line.startsWith('src/'))).toHaveLength(50);
    const one = setUp({}, headOf({ 'src/harbours.py': long })).call('search', { text: 'needle' }).text;
    expect(one).toMatch(/src\/harbours.py:1: …y{60}needlez{234}…\n/);
  });

  test.each([
    ['', /empty/],
    ['a\nb', /line end/],
    ['x'.repeat(201), /longer than 200/],
  ])('RB-20 does not search for %j', (text, why) => {
    expect(setUp().call('search', { text })).toMatchObject({ refused: true, text: expect.stringMatching(why) });
  });
});

describe('replace_text', () => {
  test('RB-21 edits what allow_paths names, and refuses what nobody may edit without reading it', () => {
    const { call, asked } = setUp();

    expect(call('replace_text', { path: 'docs/usage.md', old_text: 'Usage', new_text: 'Use' }).refused).toBe(false);
    expect(call('replace_text', { path: 'README.md', old_text: 'tides', new_text: 'x' }).refused).toBe(true);
    expect(call('replace_text', { path: '.github/x.yml', old_text: 'a', new_text: 'b' }).refused).toBe(true);
    expect(call('replace_text', { path: 'src/gone.py', old_text: 'a', new_text: 'b' }).refused).toBe(true);
    expect(asked).toEqual(['docs/usage.md']);
  });

  test('RB-20 says which lines are new', () => {
    expect(setUp().call('replace_text', FIX_ONE).text).toBe('Replaced: now line 8 to 8 of `src/tides.py`.');
  });

  test('RB-22 once the commit is made, edits and fixes are refused; the rest goes on', () => {
    const { call, asked } = setUp({ canEdit: false });

    expect(call('replace_text', FIX_ONE)).toMatchObject({
      refused: true,
      text: expect.stringContaining('made already'),
    });
    expect(call('decide', decide(ONE, 'fix'))).toMatchObject({ refused: true });
    expect(call('decide', decide(ONE, 'decline')).refused).toBe(false);
    expect(asked).toEqual([]);
  });
});

describe('decide', () => {
  test('RB-20 edits since the last fix belong to the next one, and the result holds them in order', () => {
    const { fixer, call } = setUp();
    call('replace_text', FIX_ONE);
    call('decide', decide(ONE, 'fix', 'A day is added.'));
    call('decide', decide(THREE, 'decline', 'It is wrong.'));
    call('replace_text', FIX_TWO);
    call('decide', decide(TWO, 'fix', 'It raises.'));

    const { threads, files, edits } = fixer.result();

    const [one, two] = [FIX_ONE, FIX_TWO].map(({ path, old_text, new_text }) => ({
      path,
      oldText: old_text,
      newText: new_text,
    }));
    expect(threads).toEqual([
      { threadId: 'PRRT_1', name: ONE, decision: 'fix', reply: 'A day is added.', edits: [one] },
      { threadId: 'PRRT_2', name: TWO, decision: 'fix', reply: 'It raises.', edits: [two] },
      { threadId: 'PRRT_3', name: THREE, decision: 'decline', reply: 'It is wrong.', edits: [] },
    ]);
    expect(files).toEqual([
      { path: 'src/harbours.py', text: HARBOURS.replace('HARBOURS.get(name, 0.0)', 'HARBOURS[name]') },
      { path: 'src/tides.py', text: TIDES.replace('times[0]', 'times[0] + timedelta(days=1)') },
    ]);
    expect(edits).toEqual([one, two]);
    expect(fixer.left()).toBeNull();
  });

  test('RB-20 a fix without an edit is refused, and stays undecided', () => {
    const { fixer, call } = setUp();

    expect(call('decide', decide(ONE, 'fix'))).toMatchObject({
      refused: true,
      text: expect.stringContaining('no edit stands'),
    });
    call('replace_text', FIX_ONE);
    call('decide', decide(ONE, 'fix'));
    expect(call('decide', decide(TWO, 'fix')).refused).toBe(true);
    expect(decisionsOf(fixer)).toEqual(['fix', 'undecided', 'undecided']);
    expect(fixer.left()).toContain(`${TWO}, ${THREE}`);
  });

  /** FIX_ONE edits line 8 of TIDES. */
  const twoFindings = (over: Partial<FixerFacts['threads'][number]>) =>
    setUp({
      threads: [
        { id: 'PRRT_1', path: 'src/tides.py', line: 8 },
        { id: 'PRRT_3', path: 'src/tides.py', line: 8, ...over },
      ],
    });

  test.each<[string, Partial<FixerFacts['threads'][number]>, boolean]>([
    ['on the edited line', {}, true],
    ['three lines below', { line: 11 }, true],
    ['four lines below', { line: 12 }, false],
    ['three lines above', { line: 5 }, true],
    ['four lines above', { line: 4 }, false],
    ['on lines around it', { startLine: 2, line: 12 }, true],
    ['on lines that begin three below', { startLine: 11, line: 13 }, true],
    ['on lines that begin four below', { startLine: 12, line: 13 }, false],
    ['on the whole file', { line: null }, false],
    ['on that number of a line of the old side', { side: 'LEFT' as const, line: 8 }, false],
    ['on that line of another file', { path: 'src/harbours.py' }, false],
  ])('RB-20 an edit that was made for one thread is the fix of another %s or not', (_where, over, isFix) => {
    const { fixer, call } = twoFindings(over);
    call('replace_text', FIX_ONE);
    call('decide', decide(ONE, 'fix'));

    const answer = call('decide', decide(THREE, 'fix'));

    expect(answer.refused).toBe(!isFix);
    if (!isFix) expect(answer.text).toContain('no edit stands');
    expect(decisionsOf(fixer)).toEqual(['fix', isFix ? 'fix' : 'undecided']);
    expect(fixer.result().edits).toHaveLength(1);
  });

  test('RB-20 an edit of several lines is at every one of them', () => {
    const { call } = twoFindings({ line: 13 });
    // Lines 4 to 10: the function and the blank lines behind it.
    const old = TIDES.slice(TIDES.indexOf('def next_high'), TIDES.indexOf('def minutes'));
    call('replace_text', { path: 'src/tides.py', old_text: old, new_text: 'def next_high(a, b):\n    return a\n' });
    call('decide', decide(ONE, 'fix'));

    expect(call('decide', decide(THREE, 'fix')).refused).toBe(false);
  });

  test('RB-20 a thread that was fixed by another one’s edit is for a person where that is taken back', () => {
    const { fixer, call } = twoFindings({});
    call('replace_text', FIX_ONE);
    call('decide', decide(ONE, 'fix'));
    call('replace_text', { path: FIX_ONE.path, old_text: FIX_ONE.new_text, new_text: FIX_ONE.old_text });

    // Nothing stands: the file is as the head has it.
    expect(call('decide', decide(THREE, 'fix')).refused).toBe(false);
    expect(decisionsOf(fixer)).toEqual(['needs-person', 'needs-person']);
  });

  test('RB-20 what was edited in a file for one thread may be the fix of another thread there', () => {
    const { fixer, call } = setUp({
      threads: [
        { id: 'PRRT_1', path: 'src/tides.py', line: 8 },
        { id: 'PRRT_2', path: 'src/harbours.py', line: 5 },
        { id: 'PRRT_3', path: 'src/tides.py', line: 6 },
      ],
    });
    call('replace_text', FIX_ONE);
    call('decide', decide(ONE, 'fix'));

    expect(call('decide', decide(THREE, 'fix')).refused).toBe(false);
    expect(fixer.result().threads[2]?.edits).toHaveLength(1);
    expect(fixer.result().edits).toHaveLength(1);
  });

  test('RB-20 other decisions wait for the edits that belong to no thread yet', () => {
    const { call } = setUp();
    call('replace_text', FIX_ONE);

    expect(call('decide', decide(TWO, 'decline'))).toMatchObject({
      refused: true,
      text: expect.stringMatching(/src\/tides.py.*take them back/),
    });
    call('replace_text', { path: FIX_ONE.path, old_text: FIX_ONE.new_text, new_text: FIX_ONE.old_text });
    expect(call('decide', decide(TWO, 'decline')).refused).toBe(false);
    expect(call('decide', decide(ONE, 'fix')).refused).toBe(true);
  });

  test('RB-20 edits after the last fix are no part of the result', () => {
    const { fixer, call } = setUp();
    call('replace_text', FIX_ONE);
    call('decide', decide(ONE, 'fix'));
    const before = fixer.result();
    call('replace_text', FIX_TWO);
    call('replace_text', { path: 'src/tides.py', old_text: 'return t\n', new_text: 'return None\n' });

    expect(fixer.result()).toEqual(before);
    expect(fixer.left()).toContain('belong to no thread yet');
  });

  test('RB-20 a fix whose change a later one takes back is for a person', () => {
    const { fixer, call } = setUp();
    call('replace_text', FIX_ONE);
    call('decide', decide(ONE, 'fix'));
    call('replace_text', { path: FIX_ONE.path, old_text: FIX_ONE.new_text, new_text: FIX_ONE.old_text });
    call('decide', decide(THREE, 'fix'));

    expect(fixer.result()).toMatchObject({ files: [], edits: [] });
    expect(decisionsOf(fixer)).toEqual(['needs-person', 'undecided', 'needs-person']);
    expect(fixer.result().threads[0]?.reply).toContain('taken back');
  });

  test('RB-20 a decision stays, and threads that were not given are unknown', () => {
    const { fixer, call } = setUp();
    call('decide', decide(ONE.toUpperCase(), 'decline', 'First.'));

    expect(call('decide', decide(ONE, 'needs-person', 'Second.'))).toMatchObject({
      refused: true,
      text: expect.stringContaining('already decided'),
    });
    expect(fixer.result().threads[0]).toMatchObject({ decision: 'decline', reply: 'First.' });
    for (const other of [threadName('PRRT_9'), 'PRRT_1', '__proto__', 'constructor', ''])
      expect(call('decide', decide(other, 'decline'))).toMatchObject({
        refused: true,
        text: expect.stringContaining('no thread'),
      });
  });

  test.each([
    [' It is \n\n fine.\t', 'It is fine.'],
    ['x'.repeat(600), `${'x'.repeat(499)}…`],
    ['The password is correct-horse-battery.', 'The password is [redacted].'],
    [`${'x'.repeat(480)} ghp_${'0123456789abcdefghij'.repeat(2)}`, `${'x'.repeat(480)} [redacted]`],
  ])('RB-23 SU-47 SU-49 reply %#', (reply, expected) => {
    const { fixer, call } = setUp();
    call('decide', decide(ONE, 'decline', reply));

    expect(fixer.result().threads[0]?.reply).toBe(expected);
  });

  test.each(['', ' \n ', '\u200b\u2060'])('RB-23 refuses the empty reply %j', (reply) => {
    expect(setUp().call('decide', decide(ONE, 'decline', reply))).toMatchObject({ refused: true });
  });
});

test('SU-41 another job can make the result again from its edits', () => {
  const { fixer, call } = setUp();
  call('replace_text', FIX_TWO);
  call('replace_text', FIX_ONE);
  call('replace_text', { path: FIX_TWO.path, old_text: FIX_TWO.new_text, new_text: FIX_TWO.old_text });
  call('decide', decide(ONE, 'fix'));
  const { files, edits } = fixer.result();

  const scope = { changed: new Set(FILES.map(({ path }) => path)), allowed: [] };
  expect(replayEdits(edits, HEAD, { scope, secrets: [] })).toEqual({ ok: true, files });
  expect(edits).toHaveLength(1);
});

test('RB-21 a path keeps the file that was loaded first', () => {
  const { fixer, call } = setUp();
  call('read_file', { path: 'src/tides.py' });
  fixer.load(headOf({ 'src/tides.py': 'other\n' }));

  expect(call('read_file', { path: 'src/tides.py' }).text).toContain('return times[0]');
});
