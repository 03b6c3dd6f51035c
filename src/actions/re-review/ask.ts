import type { Answer } from '../../core/question.ts';
import type { ReviewMaterial } from '../../core/re-review/material.ts';
import type { ReviewerAnswer } from '../../core/re-review/plan.ts';
import { type Asked, askReviewers } from '../../core/re-review/prompt.ts';
import type { Reviewer } from '../../core/re-review/reviewer.ts';
import { totalsOf, totalTokens } from '../../core/usage.ts';
import type { Model, Narrate } from '../../ports.ts';

/** The answers of all reviewers, and every answer as it was given, for the usage. */
export type AskedReviewers = { readonly answers: readonly ReviewerAnswer[]; readonly given: readonly Answer[] };

/** Asks every reviewer about every part; reviewers of one model are one batch, which shares a cached prefix (RR-4). */
export async function askAll(
  material: ReviewMaterial,
  {
    modelOf,
    language,
    narrate,
    earlier,
  }: {
    readonly modelOf: (reviewer: Reviewer) => Model;
    readonly language: string;
    readonly narrate: Narrate;
    /** Answers of this run about a head that has moved: of no use, and paid for. */
    readonly earlier: readonly Answer[];
  },
): Promise<AskedReviewers> {
  const batches = new Map<Model, Asked[]>();
  for (const one of material.asked) {
    const model = modelOf(one.reviewer);
    batches.set(model, [...(batches.get(model) ?? []), one]);
  }
  const byReviewer = new Map<string, Answer[]>(material.asked.map(({ reviewer }) => [reviewer.name, []]));
  const given: Answer[] = [];
  for (const part of material.parts) {
    for (const [model, asked] of batches) {
      const where = part.of === 1 ? '' : `part ${part.number}/${part.of}: `;
      narrate(`${where}asking ${model.name} for ${asked.map(({ reviewer }) => reviewer.name).join(', ')}`);
      const answers = await model.ask(askReviewers(part, asked, language));
      given.push(...answers);
      for (const answer of answers) byReviewer.get(answer.id)?.push(answer);
    }
  }
  return {
    answers: [...byReviewer].map(([reviewer, answers]) =>
      answerOf(reviewer, answers, [...earlier.filter(({ id }) => id === reviewer), ...answers]),
    ),
    given,
  };
}

/** One reviewer's word; `paid` are all answers that it counts the cost of. */
function answerOf(reviewer: string, answers: readonly Answer[], paid: readonly Answer[]): ReviewerAnswer {
  const failed = answers.find((answer) => answer.kind === 'unanswered');
  const { cost } = totalsOf(paid);
  return {
    reviewer,
    failure: failed === undefined ? null : failed.detail,
    values: answers.flatMap((answer) => (answer.kind === 'answered' ? [answer.value] : [])),
    cost,
    tokens: cost === null ? totalTokens(paid) : null,
  };
}
