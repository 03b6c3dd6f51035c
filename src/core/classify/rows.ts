import { cut } from '../length.ts';
import type { Answer, AnswerSchema } from '../question.ts';
import { redact } from '../redact.ts';
import type { Rule } from '../rules.ts';

/** The model's answer to one rule on one part, or why there is none (CL-21, CL-22). */
export type RuleAnswer =
  | {
      readonly verdict: 'match' | 'no-match' | 'not-applicable';
      readonly certainty: number;
      readonly reason: string;
    }
  | { readonly verdict: 'no-answer'; readonly error: string };

/** One rule with its answer; what follows from it is computed here and nowhere else (CL-23). */
export type Row = {
  readonly name: string;
  readonly polarity: Rule['polarity'];
  readonly threshold: number;
  readonly verdict: 'match' | 'no-match' | 'not-applicable' | 'no-answer';
  readonly certainty: number | null;
  /** At most 500 code points, redacted, not escaped; '' where there is an error. */
  readonly reason: string;
  readonly error: string | null;
  readonly counted: boolean;
  readonly failed: boolean;
};

/**
 * The shape of an answer (CL-21). The reason comes first, because keys are generated in this order and an answer that
 * is written after its evidence is the better one.
 */
export const ANSWER_SCHEMA: AnswerSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['reason', 'verdict', 'certainty'],
  properties: {
    reason: { type: 'string' },
    verdict: { enum: ['match', 'no-match', 'not-applicable'] },
    certainty: { type: 'integer', minimum: 0, maximum: 100 },
  },
};

/** The longest reason that is kept, in code points (CL-21). */
const MAX_REASON = 500;

/** An answer of the model as a rule's answer. The value has passed {@link ANSWER_SCHEMA}. */
export function ruleAnswer(answer: Answer, secrets: readonly string[]): RuleAnswer {
  if (answer.kind === 'unanswered') return { verdict: 'no-answer', error: answer.detail };
  const value = answer.value as { verdict: 'match' | 'no-match' | 'not-applicable'; certainty: number; reason: string };
  // Redacted before it is cut, so that no secret can hide half of itself behind the cut.
  return {
    verdict: value.verdict,
    certainty: value.certainty,
    reason: cut(redact(value.reason.trim(), secrets), MAX_REASON),
  };
}

/** Whether an answer counts, and whether it fails its rule (CL-23). */
export function judge(rule: Rule, answer: RuleAnswer): Row {
  const { name, polarity, threshold } = rule;
  if (answer.verdict === 'no-answer')
    return {
      name,
      polarity,
      threshold,
      verdict: 'no-answer',
      certainty: null,
      reason: '',
      error: answer.error,
      counted: false,
      failed: false,
    };
  const { verdict, certainty, reason } = answer;
  const counted = verdict !== 'not-applicable' && certainty >= threshold;
  const failed = counted && verdict === wrongSide(polarity);
  return { name, polarity, threshold, verdict, certainty, reason, error: null, counted, failed };
}

function wrongSide(polarity: Rule['polarity']): 'match' | 'no-match' {
  return polarity === 'positive' ? 'no-match' : 'match';
}

/**
 * One answer from those of all parts (CL-24). A part that fails the rule decides it; where parts of a positive rule
 * disagree below the threshold, or a part has no answer, there is none.
 */
export function combineParts(rule: Rule, answers: readonly RuleAnswer[]): RuleAnswer {
  const [only] = answers;
  if (only !== undefined && answers.length === 1) return only;
  const given = answers.flatMap((answer) => (answer.verdict === 'no-answer' ? [] : [answer]));
  const failing = given.filter(({ verdict }) => verdict === wrongSide(rule.polarity)).sort(bySurest)[0];
  if (failing !== undefined && failing.certainty >= rule.threshold) return failing;
  const open = answers.find((answer) => answer.verdict === 'no-answer');
  if (open !== undefined) {
    const part = answers.indexOf(open) + 1;
    return { verdict: 'no-answer', error: `part ${part} of ${answers.length}: ${'error' in open ? open.error : ''}` };
  }
  const passing = given.filter(({ verdict }) => verdict !== 'not-applicable' && verdict !== wrongSide(rule.polarity));
  if (failing !== undefined) {
    if (rule.polarity === 'positive' && passing.length > 0)
      return {
        verdict: 'no-answer',
        error: `the parts of the diff disagree: ${count(passing.length, 'match', 'matches')}, but one part says no match with certainty ${failing.certainty}, below the threshold`,
      };
    return failing;
  }
  const agreeing = passing.length > 0 ? passing : given;
  const strongest = [...agreeing].sort(bySurest)[0];
  if (strongest === undefined) return { verdict: 'no-answer', error: 'no part of the diff was asked about' };
  return { ...strongest, certainty: Math.min(...agreeing.map(({ certainty }) => certainty)) };
}

function bySurest(a: { certainty: number }, b: { certainty: number }): number {
  return b.certainty - a.certainty;
}

function count(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}
