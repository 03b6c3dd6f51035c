import { askAboutPart, type PartMaterial, TAMPER_ID } from '../../core/classify/prompt.ts';
import { combineParts, judge, type Row, type RuleAnswer, ruleAnswer } from '../../core/classify/rows.ts';
import { TAMPER_THRESHOLD, type Tamper } from '../../core/classify/verdict.ts';
import type { Answer } from '../../core/question.ts';
import type { Rule } from '../../core/rules.ts';
import type { Model, Narrate } from '../../ports.ts';

export type Asked = {
  readonly rows: readonly Row[];
  readonly tamper: Tamper;
  /** Every answer of every part, in the order of asking. */
  readonly answers: readonly Answer[];
};

/** Asks every rule, and the tamper question, on every part; one batch a part, so that each part is one cached prefix. */
export async function askRules(
  rules: readonly Rule[],
  parts: readonly PartMaterial[],
  options: {
    readonly model: Model;
    readonly language: string;
    readonly tamperCheck: boolean;
    readonly narrate: Narrate;
    readonly secrets: readonly string[];
  },
): Promise<Asked> {
  const byRule = new Map<string, RuleAnswer[]>(rules.map((rule) => [rule.name, []]));
  const tampers: RuleAnswer[] = [];
  const all: Answer[] = [];
  for (const part of parts) {
    const batch = askAboutPart(rules, part, options);
    let answered = 0;
    const answers = await options.model.ask(batch, {
      onAnswer: (answer) => {
        if (answer.id === TAMPER_ID) return;
        answered += 1;
        const where = part.split === null ? '' : `part ${part.split.number}/${part.split.of}: `;
        options.narrate(`${where}${answered}/${rules.length} rules answered`);
      },
    });
    all.push(...answers);
    for (const answer of answers) {
      const given = ruleAnswer(answer, options.secrets);
      if (answer.id === TAMPER_ID) tampers.push(given);
      else byRule.get(answer.id)?.push(given);
    }
  }
  return {
    rows: rules.map((rule) => judge(rule, combineParts(rule, byRule.get(rule.name) ?? []))),
    tamper: options.tamperCheck ? combineTamper(tampers) : { kind: 'off' },
    answers: all,
  };
}

/** One finding in any part is enough; an unanswered part leaves the question open (CL-25). */
function combineTamper(answers: readonly RuleAnswer[]): Tamper {
  let found: { certainty: number; reason: string } | null = null;
  for (const answer of answers)
    if (
      answer.verdict === 'match' &&
      answer.certainty >= TAMPER_THRESHOLD &&
      answer.certainty > (found?.certainty ?? -1)
    )
      found = answer;
  if (found !== null) return { kind: 'found', reason: found.reason };
  const open = answers.find((answer) => answer.verdict === 'no-answer');
  if (open !== undefined && 'error' in open) return { kind: 'unanswered', error: open.error };
  return answers.length === 0 ? { kind: 'unanswered', error: 'no answer came' } : { kind: 'none' };
}
