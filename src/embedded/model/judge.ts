import { answerQuestion } from './answer-question.ts';
import { type AddedLine, firstWith, keyWords, openReader, SIGNATURE } from './change-words.ts';
import { emptyAnswer } from './empty-answer.ts';
import { rankChange } from './rank-change.ts';
import type { Remark } from './remark.ts';
import type { Asked, Reply } from './reply.ts';
import type { Schema } from './request.ts';
import { reviewChange } from './review-change.ts';
import { WORD_REMARKS } from './word-remarks.ts';

/**
 * Answers what the actions ask by looking for words in the added lines: deterministic, and wrong whenever meaning
 * matters. `descriptions` are the rules' own words, to tell them from the rest of the prompt; `remarks` is what it knows to
 * say about lines of a certain change, beside what words find in any.
 */
export function standInJudge(
  descriptions: readonly string[],
  remarks: readonly Remark[] = [],
): (asked: Asked) => Reply {
  const read = openReader();
  const known = [...remarks, ...WORD_REMARKS];
  return (asked) => {
    const { schema, shared } = asked;
    if (schema === null) return { text: JSON.stringify(judge(asked, descriptions, read(shared))) };
    if (asksFor(schema, ['verdict', 'certainty', 'reason'])) return judge(asked, descriptions, read(shared));
    if (asksFor(schema, ['rationale', 'rank', 'type', 'areas'])) return rankChange(schema, read(shared));
    if (asksFor(schema, ['answer', 'concedes'])) return answerQuestion(shared, read(shared));
    if (asksFor(schema, ['findings', 'priors'])) return reviewChange(asked, known);
    return { json: emptyAnswer(schema) as { [name: string]: unknown } };
  };
}

function asksFor(schema: Schema, names: readonly string[]): boolean {
  const properties = (schema['properties'] ?? {}) as object;
  return names.every((name) => name in properties);
}

function judge(
  { task }: Asked,
  descriptions: readonly string[],
  read: { readonly text: string; readonly added: readonly AddedLine[] },
): Reply {
  const [description] = descriptions
    .filter((candidate) => task.includes(candidate))
    .sort((a, b) => b.length - a.length);
  // The one question that is no rule asks whether somebody speaks to the reviewer.
  return description === undefined ? judgeTampering(read.text) : judgeRule(description, read.added);
}

function judgeTampering(text: string): Reply {
  const hit =
    /ignore (all |the )?(previous|prior|above) instructions|(dear|note to|attention) (ai|automated|llm)\b|(ai|automated|llm) reviewer|approve this (pull request|change)/i.exec(
      text,
    );
  return hit
    ? { verdict: 'match', certainty: 85, reason: `${SIGNATURE}the text says "${hit[0]}".` }
    : { verdict: 'no-match', certainty: 85, reason: `${SIGNATURE}no phrase that is known for addressing a reviewer.` };
}

function judgeRule(description: string, added: readonly AddedLine[]): Reply {
  const words = keyWords(description);
  const hits = words.flatMap((word) => {
    const line = firstWith(word, added);
    return line ? [{ word, path: line.path }] : [];
  });
  if (words.length === 0)
    return { verdict: 'not-applicable', certainty: 50, reason: `${SIGNATURE}the rule has no word to look for.` };
  const found = hits.map((hit) => hit.word).join(', ');
  const share = hits.length / words.length;
  const certainty = Math.round(50 + (20 * Math.abs(share - 0.3)) / 0.7);
  if (share >= 0.3)
    return {
      verdict: 'match',
      certainty,
      reason: `${SIGNATURE}${hits.length} of the rule's ${words.length} words (${found}) stand in added lines, the first in ${hits[0]?.path}.`,
    };
  const only = hits.length === 0 ? 'none' : `only ${found}`;
  return {
    verdict: 'no-match',
    certainty,
    reason: `${SIGNATURE}of the rule's ${words.length} words ${only} stand in added lines.`,
  };
}
