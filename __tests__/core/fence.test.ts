import { expect, test } from '@jest/globals';
import { fenced } from '../../src/core/fence.ts';

test('SU-47 a fence is longer than any in its text', () => {
  expect(fenced('text', 'a')).toBe('```text\na\n```');
  expect(fenced('diff', 'a ```` b')).toBe('`````diff\na ```` b\n`````');
});
