import { describe, expect, test } from '@jest/globals';
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { DecidedPullRequest } from '../../../src/core/reconcile/plan.ts';
import { renderPlannedChanges } from '../../../src/core/reconcile/planned-changes.ts';
import type { Edit } from '../../../src/core/reconcile/workspace.ts';
import { HOSTILE } from '../../support/inert.ts';

const decided = (edits: readonly Edit[], number = 7): DecidedPullRequest => ({
  number,
  position: { head: 'a'.repeat(40), base: 'b'.repeat(40), baseRef: 'main' },
  decisions: [],
  edits,
  cost: null,
  tokens: null,
});
const EDIT: Edit = { path: 'src/a.ts', oldText: 'one\ntwo', newText: 'uno' };

describe('planned changes', () => {
  test('SU-41 SU-51 are shown as lines that go and lines that come, with pull request and path', () => {
    expect(renderPlannedChanges([decided([EDIT]), decided([{ ...EDIT, path: 'b.md' }], 8)])).toBe(
      [
        '**Planned changes**',
        'Pull request 7, `src/a.ts`:',
        '```diff\n-one\n-two\n+uno\n```',
        'Pull request 8, `b.md`:',
        '```diff\n-one\n-two\n+uno\n```',
      ].join('\n\n'),
    );
    expect(renderPlannedChanges([decided([])])).toBe('');
  });

  test('SU-51 are 50 at most, and long texts are cut; the rest is counted', () => {
    const text = renderPlannedChanges([
      decided(Array.from({ length: 53 }, () => ({ ...EDIT, newText: 'x'.repeat(9000) }))),
    ]);

    expect(text.match(/```diff/g)).toHaveLength(50);
    expect(text.endsWith('\n\nand 3 more')).toBe(true);
    expect(text).toContain(`+${'x'.repeat(1999)}…`);
    expect(text.length).toBeLessThan(200_000);
  });

  test.each(HOSTILE)('SU-47 %j in a text or a path stays in its fence', (hostile) => {
    const text = renderPlannedChanges([
      decided([{ path: `a${hostile}`, oldText: `${hostile}\n\`\`\`\`\n</details>`, newText: `\n${hostile}` }]),
    ]);

    expect(fromMarkdown(text).children.map(({ type }) => type)).toEqual(['paragraph', 'paragraph', 'code']);
  });

  test('SU-24 SU-47 hidden characters are shown', () => {
    expect(renderPlannedChanges([decided([{ path: 'a', oldText: 'b\u202e', newText: 'c' }])])).toContain('-b<U+202E>');
  });
});
