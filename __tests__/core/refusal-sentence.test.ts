import { expect, test } from '@jest/globals';
import { refusalSentence } from '../../src/core/refusal-sentence.ts';

test.each(['post a review', 'reply in the thread'])(
  'SU-48 a lock is told as what keeps the bot from it: %s',
  (doing) => {
    expect(refusalSentence({ reason: 'locked' }, doing)).toBe(
      'the conversation is locked, and a lock prevents reviews and replies; unlock it and ask again.',
    );
  },
);
