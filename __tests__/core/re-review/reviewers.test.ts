import { describe, expect, test } from '@jest/globals';
import { concerns, GENERAL } from '../../../src/core/re-review/reviewers.ts';
import { readSettings } from '../../../src/core/settings.ts';
import { parseDocument } from '../../../src/runner/document.ts';

function read(text: string) {
  const path = '.hyperhive/revi.yml';
  return readSettings(new Map([[path, { path, text, oid: 'b'.repeat(40) }]]), parseDocument, { private: false });
}

function reviewersIn(text: string) {
  const given = read(text);
  if (!('settings' in given)) throw new Error(JSON.stringify(given));
  return given.settings.reviewers;
}

describe('the reviewers of the settings', () => {
  test('RR-4 without the section there is one, with ten classes', () => {
    expect(reviewersIn('ignore: []\n')).toEqual([GENERAL]);
    expect(GENERAL).toMatchObject({ name: 'general', label: 'Review', paths: null, minimumTag: 'future-work' });
    expect(GENERAL.classes.map(({ name }) => name)).toEqual([
      'correctness',
      'security',
      'data-loss',
      'concurrency',
      'error-handling',
      'performance',
      'api-contract',
      'tests',
      'docs',
      'maintainability',
    ]);
  });

  test('RR-4 what an entry does not say is that of the built-in one', () => {
    expect(reviewersIn('reviewers:\n  - {name: words, label: Words, focus: " Read the manual. "}\n')).toEqual([
      { ...GENERAL, name: 'words', label: 'Words', focus: 'Read the manual.' },
    ]);
  });

  test('RR-4 an entry may say everything', () => {
    const [reviewer] = reviewersIn(
      'reviewers:\n  - {name: w, label: W, focus: x, classes: [{name: typo, description: A slip.}], paths: ["docs/**"], model: opus, effort: high, minimum-tag: could fix}\n',
    );

    expect(reviewer).toEqual({
      name: 'w',
      label: 'W',
      focus: 'x',
      classes: [{ name: 'typo', description: 'A slip.' }],
      paths: ['docs/**'],
      model: 'opus',
      effort: 'high',
      minimumTag: 'could-fix',
    });
  });

  test.each(['must-fix', 'must fix', 'suggestion', 'could-fix', 'could fix', 'future-work', 'future work'])(
    'RR-4 minimum-tag may be written "%s"',
    (tag) => {
      const [reviewer] = reviewersIn(`reviewers:\n  - {name: w, label: W, focus: x, minimum-tag: ${tag}}\n`);

      expect(reviewer?.minimumTag).toBe(tag.replace(' ', '-'));
    },
  );

  test.each([
    [
      'a name that stands twice',
      'reviewers:\n  - {name: w, label: W, focus: x}\n  - name: w\n    label: V\n    focus: y\n',
      3,
    ],
    [
      'a class that stands twice',
      'reviewers:\n  - name: w\n    label: W\n    focus: x\n    classes:\n      - {name: a, description: b}\n      - {name: a, description: c}\n',
      7,
    ],
    ['a name of other characters', 'reviewers:\n  - name: Safety First\n    label: W\n    focus: x\n', 2],
    ['a bad glob', 'reviewers:\n  - name: w\n    label: W\n    focus: x\n    paths:\n      - "!docs"\n', 6],
    ['an unknown tag', 'reviewers:\n  - name: w\n    label: W\n    focus: x\n    minimum-tag: blocker\n', 5],
  ])('RR-4 SU-56 %s is an error on its line', (_name, text, line) => {
    const given = read(text);

    expect('problems' in given ? given.problems.map((problem) => problem.line) : given).toEqual([line]);
  });
});

test('RR-4 a reviewer is concerned where one of its globs matches a changed path', () => {
  const words = { paths: ['docs/**', '*.md'] };

  expect(concerns(words, ['src/a.ts', 'docs/a/b.txt'])).toBe(true);
  expect(concerns(words, ['README.md'])).toBe(true);
  expect(concerns(words, ['src/README.md'])).toBe(false);
  expect(concerns(words, [])).toBe(false);
  expect(concerns({ paths: null }, [])).toBe(true);
});
