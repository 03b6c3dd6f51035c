import { describe, expect, test } from '@jest/globals';
import { encodedLength } from '../../../src/core/encoded-length.ts';
import { prepareTriage } from '../../../src/core/triage/material.ts';
import { aChange, addedFile, aFile } from '../changes.ts';
import { aContext, settings } from './examples.ts';

const ROOM = 100_000;
const lines = (count: number, word = 'departure') => Array.from({ length: count }, (_, index) => `${word} ${index}`);
const prepare = (over: Partial<Parameters<typeof prepareTriage>[0]>) =>
  prepareTriage({ context: aContext(), change: aChange([]), settings: settings(), room: ROOM, ...over });

describe('what the model sees', () => {
  test('TR-3 title, description and linked issues, the files with their counts, and the diff', () => {
    const context = aContext({}, { linkedIssues: [{ number: 12, title: 'No boats', body: 'Since November.' }] });
    const { shared, notes } = prepare({ context, change: aChange([addedFile('timetable/core.py', lines(3))]) });
    expect(JSON.parse(shared)).toMatchObject({
      title: 'Add the winter timetable',
      description: 'All harbour masters have agreed.',
      closes: [{ number: 12, title: 'No boats', body: 'Since November.' }],
      files: expect.stringContaining('timetable/core.py: added, +3 −0'),
      diff: expect.stringContaining('+departure 2'),
    });
    expect(notes).toMatchObject({ coverage: '100 % (3 of 3 changed lines)', notShown: [], incomplete: [] });
  });

  test('SU-24 hidden characters are shown and told', () => {
    const context = aContext({ title: 'Tit\u202ele', body: 'Bo\u{e0041}dy' });
    const { shared, notes } = prepare({ context, change: aChange([addedFile('a.py', ['x\u200by'])]) });
    expect(JSON.parse(shared)).toMatchObject({ title: 'Tit<U+202E>le', description: 'Bo<U+E0041>dy' });
    expect(shared).toContain('x<U+200B>y');
    expect(notes.observations).toEqual(['title U+202E RIGHT-TO-LEFT OVERRIDE', 'a.py:1 U+200B ZERO WIDTH SPACE']);
  });

  test('SU-22 a lockfile is one line', () => {
    const { shared, notes } = prepare({ change: aChange([addedFile('package-lock.json', lines(2, 'integrity'))]) });
    expect(shared).not.toContain('integrity 1');
    expect(notes.notShown).toEqual(['package-lock.json: lockfile, +2 −0, not shown (added)']);
  });

  test('SU-23 what does not fit the one question is named, and the small files come first', () => {
    const change = aChange([addedFile('big.py', lines(5_000)), addedFile('z/small.py', lines(3, 'harbour'))]);
    const { shared, notes } = prepare({ change, room: 20_000 });
    expect(Buffer.byteLength(shared)).toBeLessThanOrEqual(20_000);
    const shown = JSON.parse(shared) as { diff: string };
    expect(shown.diff).toContain('+harbour 2');
    const begun = shown.diff.match(/^\+departure /gm)?.length ?? 0;
    expect(begun).toBeGreaterThan(100);
    expect(notes.coverage).toContain(`(${begun + 3} of 5003 changed lines, 1 file not read)`);
    expect(notes.notShown).toEqual([
      `big.py: ${begun} of 5000 changed lines shown, the rest does not fit the one question`,
    ]);
  });

  test('SU-23 long texts give way to the diff, and the summary says so', () => {
    const context = aContext(
      { body: 'b'.repeat(80_000) },
      { linkedIssues: [{ number: 12, title: 'No boats', body: '🚢'.repeat(30_000) }] },
    );
    const { shared, notes } = prepare({ context, change: aChange([addedFile('a.py', lines(500))]) });
    const shown = JSON.parse(shared) as { description: string; closes: { body: string }[]; diff: string };
    expect(encodedLength(shown.description)).toBeLessThanOrEqual(ROOM / 5);
    expect(shown.description.endsWith('b…')).toBe(true);
    expect(shown.closes[0]?.body.endsWith('🚢…')).toBe(true);
    expect(shown.diff).toContain('+departure 499');
    expect(notes.incomplete.map((text) => text.replace(/\d{4,}/, 'n'))).toEqual([
      'the description beyond its first n characters',
      'issue 12 beyond its first n characters',
    ]);
  });

  test('SU-23 even a room of nothing makes a question', () => {
    const { shared, notes } = prepare({ change: aChange([addedFile('a.py', lines(3))]), room: 0 });
    expect(JSON.parse(shared)).toMatchObject({ title: '', diff: '' });
    expect(notes.coverage).toMatch(/^0 % \(0 of 3/);
  });
});

describe('areas by paths', () => {
  test('TR-3 an area whose paths match a changed file is added', () => {
    const change = aChange([addedFile('docs/deep/use.md', ['x']), addedFile('timetable/core.py', ['x'])]);
    expect(prepare({ change }).pathAreas).toEqual(['handbook']);
  });

  test('TR-3 a rename counts for the folder that a file leaves', () => {
    const change = aChange([aFile({ path: 'old/page.html', previousPath: 'web/page.html', status: 'renamed' })]);
    expect(prepare({ change }).pathAreas).toEqual(['web']);
  });

  test('TR-3 files that are not shown count as well', () => {
    expect(prepare({ change: aChange([addedFile('web/package-lock.json', ['{}'])]) }).pathAreas).toEqual(['web']);
  });
});
