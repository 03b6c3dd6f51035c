import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseCommentLine } from '../../../src/core/re-review/comment-line.ts';
import { titlesShareHalf } from '../../../src/core/re-review/same-issue.ts';
import { inline } from '../../../src/core/untrusted.ts';

const LINK = 'https://github.com/acme/shop/pull/7#discussion_r12';

describe('the first line of a comment', () => {
  test.each([
    ['[Review] **must fix** A card is charged twice', { title: 'A card is charged twice', tag: 'must-fix' }],
    [`[Review] **could fix** Follow-up to ${LINK}: Waits`, { title: 'Waits', tag: 'could-fix', followUp: true }],
    [
      '[Review] (This issue was previously resolved on 0a1b2c3 and was re-introduced.) **must fix** Twice',
      { title: 'Twice', tag: 'must-fix', followUp: false },
    ],
    ['[API] **Concur.** Torn state', { title: 'Torn state', tag: null }],
    ['[API] **Concur.** Torn state Here: must fix.', { title: 'Torn state', tag: 'must-fix' }],
    [`[Revi] **Duplicate** of ${LINK}.`, { title: '', duplicateOf: LINK }],
    ['[Review] Fixed in 0a1b2c3.', { title: '', fixedIn: '0a1b2c3' }],
    ['Nothing of ours.', { title: '', tag: null, followUp: false, duplicateOf: null, fixedIn: null }],
  ])('RR-66 %s', (line, expected) => {
    expect(parseCommentLine(`${line}\r\n\n**must fix** another line`)).toMatchObject(expected);
  });

  test('RR-54 a title reads as the model gave it, whatever kept it inert', () => {
    const words = fc.array(
      fc.constantFrom('@mia', '#12', '<b>', 'a_b', '`x`', '&', '$', 'https://a.b', 'www.x', '1.', 'deadbeefcafe', 'ok'),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(words, (all) => {
        const title = all.join(' ');
        expect(parseCommentLine(`[Review] **must fix** ${inline(title)}`).title).toBe(title);
      }),
    );
  });
});

describe('the same issue', () => {
  test.each([
    ['half of the smaller set', 'Codes are stored in upper case', 'Looked up in upper case', true],
    ['less than half', 'Add blocks a caller for ever', 'Stopping twice panics', false],
    ['words of two letters say nothing', 'Is it to be', 'Is it to be', false],
    ['case and marks say nothing', 'The CODE, unencoded!', 'the-code: unencoded', true],
    ['no words at all', '', 'Anything', false],
    ['each word once', 'card card card twice', 'card', true],
    ['other scripts', 'Der Übergang fehlt', 'Übergang', true],
  ])('RR-54 %s', (_what, a, b, same) => {
    expect(titlesShareHalf(a, b)).toBe(same);
    expect(titlesShareHalf(b, a)).toBe(same);
  });
});
