import { describe, expect, test } from '@jest/globals';
import { type SuggestionPlace, suggestionFor } from '../../../src/core/reconcile/suggestion.ts';
import { TIDES } from './heads.ts';

function place(over: Partial<SuggestionPlace> = {}): SuggestionPlace {
  return { path: 'src/tides.py', line: 8, startLine: null, side: 'RIGHT', outdated: false, ...over };
}

const edit = { path: 'src/tides.py', oldText: 'times[0]', newText: 'times[0] + timedelta(days=1)' };

describe('suggestionFor', () => {
  test('RB-22 the new lines stand for those of the thread', () => {
    expect(suggestionFor(place(), TIDES, [edit], [])).toBe('    return times[0] + timedelta(days=1)');
    expect(suggestionFor(place({ startLine: 6 }), TIDES, [edit], [])).toBe(
      '        if t > now:\n            return t\n    return times[0] + timedelta(days=1)',
    );
  });

  test('RB-22 several edits of the fix, more lines and fewer lines', () => {
    const more = { ...edit, oldText: '    return times[0]', newText: '    day = 1\n    return times[0]' };
    expect(suggestionFor(place(), TIDES, [more, edit], [])).toBe(
      '    day = 1\n    return times[0] + timedelta(days=1)',
    );
    const fewer = { ...edit, oldText: '            return t\n', newText: '' };
    expect(suggestionFor(place({ startLine: 7 }), TIDES, [fewer], [])).toBe('    return times[0]');
  });

  test('RB-22 SU-47 a CRLF file keeps its line ends, and a last line without one is a line', () => {
    expect(suggestionFor(place(), TIDES.replaceAll('\n', '\r\n'), [edit], [])).toBe(
      '    return times[0] + timedelta(days=1)\r',
    );
    const last = { ...edit, oldText: 'b', newText: 'c\nd' };
    expect(suggestionFor(place({ line: 2 }), 'a\nb', [last], [])).toBe('c\nd');
  });

  test.each([
    ['a line before', place({ line: 9 }), TIDES, [edit]],
    ['a line behind', place({ line: 7 }), TIDES, [edit]],
    ['another file too', place(), TIDES, [edit, { ...edit, path: 'src/harbours.py' }]],
    ['the left side', place({ side: 'LEFT' }), TIDES, [edit]],
    ['an outdated thread', place({ outdated: true }), TIDES, [edit]],
    ['a whole file', place({ line: null }), TIDES, [edit]],
    ['a line that is not there', place({ line: 13 }), TIDES, [edit]],
    ['a line far behind', place({ line: 40 }), TIDES, [edit]],
    ['a range that ends before it begins', place({ startLine: 9 }), TIDES, [edit]],
    ['no edit', place(), TIDES, []],
    ['an edit on top of another fix', place(), TIDES, [{ ...edit, oldText: 'times[1]' }]],
    ['the line end of the last line', place(), TIDES, [{ ...edit, oldText: 'times[0]\n', newText: 'times[1]' }]],
    ['lines that go', place(), TIDES, [{ ...edit, oldText: '    return times[0]\n', newText: '' }]],
    ['a hidden character', place(), TIDES, [{ ...edit, newText: 'times[0]\u202e' }]],
    ['a secret', place(), TIDES, [{ ...edit, newText: 'correct-horse-battery' }]],
    ['both kinds of line ends', place({ startLine: 1, line: 2 }), 'a\r\ntimes[0]\n', [edit]],
  ])('RB-22 SU-47 offers nothing for %s', (_name, where, text, edits) => {
    expect(suggestionFor(where, text, edits, ['correct-horse-battery'])).toBeNull();
  });
});
