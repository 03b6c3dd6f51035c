import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ANSWER_SCHEMA, combineParts, judge, type RuleAnswer, ruleAnswer } from '../../../src/core/classify/rows.ts';
import type { Answer } from '../../../src/core/question.ts';
import type { Rule } from '../../../src/core/rules.ts';
import { compileSchema } from '../../../src/core/validate.ts';

const positive: Rule = { name: 'r', description: 'It holds.', polarity: 'positive', threshold: 80 };
const negative: Rule = { ...positive, polarity: 'negative' };
const says = (
  verdict: 'match' | 'no-match' | 'not-applicable',
  certainty: number,
  reason = 'Because.',
): RuleAnswer => ({
  verdict,
  certainty,
  reason,
});
const none: RuleAnswer = { verdict: 'no-answer', error: 'refused' };

describe('judging one answer', () => {
  test.each([
    ['positive', 'match', 80, true, false],
    ['positive', 'match', 79, false, false],
    ['positive', 'no-match', 80, true, true],
    ['positive', 'no-match', 79, false, false],
    ['negative', 'match', 80, true, true],
    ['negative', 'match', 79, false, false],
    ['negative', 'no-match', 100, true, false],
    ['negative', 'not-applicable', 100, false, false],
  ] as const)(
    'CL-23 a %s rule with %s at %i: counted %s, failed %s',
    (polarity, verdict, certainty, counted, failed) => {
      expect(judge({ ...positive, polarity }, says(verdict, certainty))).toMatchObject({
        counted,
        failed,
        verdict,
        certainty,
      });
    },
  );

  test('CL-22 a rule without an answer neither counts nor fails, and keeps its error', () => {
    expect(judge(positive, none)).toMatchObject({
      verdict: 'no-answer',
      certainty: null,
      counted: false,
      failed: false,
      error: 'refused',
    });
  });

  test('CL-23 thresholds 0 and 100 are thresholds', () => {
    expect(judge({ ...negative, threshold: 0 }, says('no-match', 0)).counted).toBe(true);
    expect(judge({ ...negative, threshold: 100 }, says('match', 99)).counted).toBe(false);
    expect(judge({ ...negative, threshold: 100 }, says('match', 100)).failed).toBe(true);
  });
});

describe('an answer of the model', () => {
  const answer = (value: unknown): Answer => ({
    id: 'r',
    calls: 1,
    usage: { input: 1, cacheWrite: 0, cacheRead: 0, output: 1 },
    cost: 0,
    milliseconds: 1,
    requestIds: [],
    kind: 'answered',
    value,
  });

  test.each([
    [{ verdict: 'match', certainty: 187, reason: '' }],
    [{ verdict: 'match', certainty: 92.5, reason: '' }],
    [{ verdict: 'match', certainty: '92', reason: '' }],
    [{ verdict: 'maybe', certainty: 92, reason: '' }],
    [{ verdict: 'Match', certainty: 92, reason: '' }],
    [{ verdict: 'match', certainty: 92, reason: '', extra: 1 }],
    [{ verdict: 'match', certainty: 92 }],
    [[{ verdict: 'match', certainty: 92, reason: '' }]],
    ['match'],
    [null],
  ])('CL-21 %j is no answer', (value) => {
    expect(compileSchema(ANSWER_SCHEMA)(value).ok).toBe(false);
  });

  test('CL-21 a reason over 500 characters is cut to 500 that end in an ellipsis, and the rest is kept', () => {
    const given = ruleAnswer(answer({ verdict: 'match', certainty: 91, reason: ` ${'é🦀'.repeat(300)} ` }), []);
    expect(given).toMatchObject({ verdict: 'match', certainty: 91 });
    const reason = 'reason' in given ? given.reason : '';
    expect([...reason]).toHaveLength(500);
    expect(reason.endsWith('…')).toBe(true);
  });

  test('SU-47 a secret in a reason is redacted before the reason is cut', () => {
    const secret = 'correct-horse-battery-staple';
    const given = ruleAnswer(answer({ verdict: 'match', certainty: 91, reason: `${'x'.repeat(490)}${secret}` }), [
      secret,
    ]);
    expect(JSON.stringify(given)).not.toContain('correct');
  });
});

describe('combining parts', () => {
  test.each<[string, Rule, RuleAnswer[], Partial<Record<string, unknown>>]>([
    ['one part is the answer', positive, [says('no-match', 10)], { verdict: 'no-match', certainty: 10 }],
    [
      'a match in any part is the answer of a negative rule',
      negative,
      [says('no-match', 97), says('match', 60), says('no-match', 99)],
      { verdict: 'match', certainty: 60 },
    ],
    [
      'of several matches the most certain one',
      negative,
      [says('match', 60), says('match', 95, 'Surest.')],
      { verdict: 'match', certainty: 95, reason: 'Surest.' },
    ],
    [
      'a no-match at the threshold fails a positive rule whatever others say',
      positive,
      [says('match', 99), says('no-match', 80), says('no-match', 90)],
      { verdict: 'no-match', certainty: 90 },
    ],
    [
      'parts of a positive rule that disagree below the threshold are no answer',
      positive,
      [says('match', 99), says('no-match', 79)],
      { verdict: 'no-answer' },
    ],
    [
      'a no-match below the threshold stands where no part matches',
      positive,
      [says('not-applicable', 99), says('no-match', 60)],
      { verdict: 'no-match', certainty: 60 },
    ],
    [
      'agreeing parts have the lowest certainty',
      positive,
      [says('match', 95), says('match', 71), says('not-applicable', 10)],
      { verdict: 'match', certainty: 71 },
    ],
    [
      'applicable beats not applicable',
      negative,
      [says('not-applicable', 100), says('no-match', 50)],
      { verdict: 'no-match', certainty: 50 },
    ],
    [
      'nothing applies anywhere',
      positive,
      [says('not-applicable', 90), says('not-applicable', 70)],
      { verdict: 'not-applicable', certainty: 70 },
    ],
    ['an unanswered part leaves no answer', positive, [says('match', 99), none], { verdict: 'no-answer' }],
    [
      'an unanswered part does not hide a violation',
      negative,
      [none, says('match', 95)],
      { verdict: 'match', certainty: 95 },
    ],
    [
      'an unanswered part does not make a weak match an answer',
      negative,
      [none, says('match', 79)],
      { verdict: 'no-answer' },
    ],
  ])('CL-24 %s', (_name, rule, answers, expected) => {
    expect(combineParts(rule, answers)).toMatchObject(expected);
  });

  test('CL-24 no mix of parts turns a part that fails the rule at its threshold into a pass', () => {
    const answers = fc.array(
      fc.oneof(
        fc.constant(none),
        fc.record({
          verdict: fc.constantFrom('match' as const, 'no-match' as const, 'not-applicable' as const),
          certainty: fc.integer({ min: 0, max: 100 }),
          reason: fc.string(),
        }),
      ),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(answers, fc.constantFrom(positive, negative), (parts, rule) => {
        const wrong = rule.polarity === 'positive' ? 'no-match' : 'match';
        const fails = parts.some(
          (part) => part.verdict === wrong && 'certainty' in part && part.certainty >= rule.threshold,
        );
        const row = judge(rule, combineParts(rule, parts));
        expect(row.failed).toBe(fails);
        const open = parts.some((part) => part.verdict === 'no-answer');
        if (open && !fails) expect(row.verdict).toBe('no-answer');
      }),
    );
  });
});
