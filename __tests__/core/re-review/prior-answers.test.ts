import { describe, expect, test } from '@jest/globals';
import { answerSchema, listsOf } from '../../../src/core/re-review/answer-schema.ts';
import {
  mergePriors,
  priorId,
  readPriors,
  readThreadAnswers,
  threadIdOf,
} from '../../../src/core/re-review/prior-answers.ts';
import { compileSchema } from '../../../src/core/validate.ts';
import { nativeSchema } from '../../../src/model/native-schema.ts';
import { anItem } from './checking.ts';

const KEY = 'a1b2c3d4e5f6'.padEnd(64, '0');
const OTHER = 'f'.repeat(64);

describe('answerSchema', () => {
  const check = compileSchema(answerSchema({ threads: false }));

  test.each<[string, unknown]>([
    ['empty lists', { findings: [], priors: [] }],
    ['a finding', { findings: [anItem()], priors: [] }],
    [
      'items of any shape',
      {
        findings: ['x', null, 7, true, {}, [], [1, { a: 1 }], anItem({ tag: 'blocker' })],
        priors: [{ id: 'zz' }, null],
      },
    ],
    ['keys that nobody asked for', { findings: [], priors: [], threads: [], notes: 'x' }],
  ])('RR-10 RR-16 takes %s', (_name, value) => {
    expect(check(value)).toEqual({ ok: true });
  });

  test.each<[string, unknown]>([
    ['a list alone', []],
    ['no priors', { findings: [] }],
    ['findings that are no list', { findings: {}, priors: [] }],
  ])('RR-16 refuses %s', (_name, value) => {
    expect(check(value).ok).toBe(false);
  });

  test('RB-40 asks for threads only with threads', () => {
    const withThreads = compileSchema(answerSchema({ threads: true }));

    expect(withThreads({ findings: [], priors: [] }).ok).toBe(false);
    expect(withThreads({ findings: [], priors: [], threads: [] }).ok).toBe(true);
  });

  test('RR-16 the service is held to the shape of a finding', () => {
    const native = compileSchema(nativeSchema(answerSchema({ threads: false })));

    expect(native({ findings: [anItem()], priors: [] }).ok).toBe(true);
    expect(native({ findings: [anItem({ tag: 'blocker' })], priors: [] }).ok).toBe(false);
    expect(native({ findings: [{ title: 'x' }], priors: [] }).ok).toBe(false);
  });

  test('RR-16 the lists of an answer are given as they are', () => {
    expect(listsOf({ findings: [1], priors: [2] })).toEqual({ findings: [1], priors: [2], threads: [] });
  });
});

describe('readPriors', () => {
  const read = (...items: unknown[]) => readPriors(items, [KEY, OTHER], ['hunter2-hunter2']);
  const answer = (over: Readonly<Record<string, unknown>> = {}) => ({
    id: priorId(KEY),
    state: 'fixed',
    certainty: 90,
    quote: 'a',
    ...over,
  });

  test('RR-16 an answer is found under the first twelve digits of its key', () => {
    expect([...read(answer())]).toEqual([[KEY, { state: 'fixed', certainty: 90, quote: 'a' }]]);
  });

  test.each<[string, unknown]>([
    ['an id that nobody asked about', answer({ id: '0123456789ab' })],
    ['a state of another word', answer({ state: 'gone' })],
    ['a certainty over 100', answer({ certainty: 101 })],
    ['a certainty that is text', answer({ certainty: '90' })],
    ['a certainty between two', answer({ certainty: 90.5 })],
    ['no object', 'fixed'],
    ['null', null],
  ])('RR-41 %s is no answer', (_name, item) => {
    expect(read(item).size).toBe(0);
  });

  test('RR-41 of answers that contradict each other the least favourable counts', () => {
    const states = (...given: string[]) => read(...given.map((state) => answer({ state }))).get(KEY)?.state;

    expect(states('fixed', 'still-present')).toBe('still-present');
    expect(states('cannot-tell', 'fixed')).toBe('cannot-tell');
    expect(states('still-present', 'cannot-tell')).toBe('still-present');
    expect(read(answer(), answer({ certainty: 40 })).get(KEY)?.certainty).toBe(40);
  });

  test('SU-47 a quote is redacted and bounded', () => {
    expect(read(answer({ quote: `hunter2-hunter2${'x'.repeat(5_000)}` })).get(KEY)?.quote).toMatch(
      /^\[redacted\]x{989}…$/,
    );
  });

  test('SU-23 over parts one that shows the code decides, and one that shows it still there decides alone', () => {
    const parts = (...given: string[]) => mergePriors(given.map((state) => read(answer({ state })))).get(KEY)?.state;

    expect(parts('cannot-tell', 'fixed', 'cannot-tell')).toBe('fixed');
    expect(parts('fixed', 'still-present', 'fixed')).toBe('still-present');
    expect(parts('cannot-tell', 'cannot-tell')).toBe('cannot-tell');
    expect(mergePriors([read(answer()), read(answer({ certainty: 70 })), read()]).get(KEY)?.certainty).toBe(70);
  });
});

describe('readThreadAnswers', () => {
  const id = threadIdOf('PRRT_1');
  const read = (...items: unknown[]) => readThreadAnswers(items, ['PRRT_1', 'PRRT_2'], []);

  test('RB-40 a thread without an answer, or with answers that differ, cannot be verified', () => {
    const unverified = { answer: 'cannot-verify', reason: '', path: '', line: null };

    expect(read().get('PRRT_2')).toEqual(unverified);
    expect(read({ id, answer: 'agree' }, { id, answer: 'disagree' }).get('PRRT_1')).toEqual(unverified);
    expect(read({ id, answer: 'maybe' }, 'x', null).get('PRRT_1')).toEqual(unverified);
  });

  test('RB-40 an answer is found under the digest of the thread’s node id', () => {
    expect(id).toMatch(/^[0-9a-f]{12}$/);
    expect(read({ id, answer: 'disagree', reason: 'No:\nsee there.', path: 'a.ts', line: 5 }).get('PRRT_1')).toEqual({
      answer: 'disagree',
      reason: 'No: see there.',
      path: 'a.ts',
      line: 5,
    });
    expect(read({ id, answer: 'agree', line: -1 }).get('PRRT_1')).toMatchObject({ answer: 'agree', line: null });
  });
});
