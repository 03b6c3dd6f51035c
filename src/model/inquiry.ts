import type { Answer, Question, QuestionBatch } from '../core/question.ts';
import { Errand, type Series } from './errand.ts';
import type { Reply, Verdict } from './ladder.ts';
import { Ledger } from './ledger.ts';
import { buildRequest, type Repair } from './request.ts';

/** What the questions of one batch share. */
export type BatchRun = Series & {
  readonly batch: QuestionBatch;
  readonly judge: (reply: Reply) => Verdict;
};

/** Asks one question until it is answered or cannot be: retries and one repair turn within its deadline (SU-33, SU-34). */
export async function askQuestion(question: Question, shared: BatchRun): Promise<Answer> {
  const ledger = new Ledger(shared.model);
  const errand = new Errand(question.id, shared, { ledger, later: false });
  try {
    const outcome = await pursue(question, shared, errand);
    const milliseconds = errand.begunAt === null ? 0 : shared.run.clock.now() - errand.begunAt;
    return { id: question.id, ...ledger.figures(), milliseconds, ...outcome };
  } finally {
    errand.release();
  }
}

async function pursue(
  question: Question,
  shared: BatchRun,
  errand: Errand,
): Promise<Exclude<Verdict, { kind: 'unfit' }>> {
  let repair: Repair | null = null;
  for (;;) {
    const parts = { ...shared, question, repair };
    const reply = await errand.send(() => buildRequest(parts));
    if (reply.kind === 'unanswered') return reply;
    const verdict = shared.judge(reply);
    if (verdict.kind === 'answered') return verdict;
    if (verdict.kind === 'unanswered') return errand.unanswered(verdict.why, verdict.detail);
    if (repair !== null) return errand.unanswered('invalid', `the answer does not fit: ${verdict.problems.join('; ')}`);
    errand.narrate('the answer does not fit what was asked for; asking once more');
    repair = { text: reply.text, problems: verdict.problems };
  }
}
