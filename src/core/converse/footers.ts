import { believedFooters, formatFooter, type Signing, signFooter, type Trust } from '../footer.ts';
import type { Post } from '../pull-request.ts';
import { formatSpent, type Spent } from '../spent.ts';

const ANSWER = 'revi-converse';
const NOTICE = 'revi-notice';

/** What an answer remembers: whom it answers, whether it concedes the thread's finding, what it cost (SU-12, SU-37). */
export type AnswerFooter = {
  /** Id of the comment that is answered. */
  readonly trigger: number;
  readonly concedes: boolean;
  readonly spent: Spent | null;
};

/** The hidden lines of an answer, signed where there is a secret (CO-14, CO-22). */
export function answerFooterLines({ trigger, concedes, spent }: AnswerFooter, signing: Signing): readonly string[] {
  const line = formatFooter(ANSWER, 'v1', [
    ['trigger', String(trigger)],
    ...(concedes ? ([['concedes', 'true']] as const) : []),
    ...(spent === null ? [] : [formatSpent(spent)]),
  ]);
  return signFooter([line], signing);
}

/** The hidden lines of help, a hint, or a refusal (SU-12). */
export function noticeFooterLines(trigger: number, signing: Signing): readonly string[] {
  return signFooter([formatFooter(NOTICE, 'v1', [['trigger', String(trigger)]])], signing);
}

/** The bot's own post that answers this trigger already, by a footer that is believed (CO-14). */
export function findAnswer<P extends Post>(posts: readonly P[], trigger: number, trust: Trust): P | null {
  const wanted = String(trigger);
  const answers = (post: P): boolean =>
    believedFooters(post, trust).footers.some(
      ({ name, values }) => (name === ANSWER || name === NOTICE) && values.get('trigger') === wanted,
    );
  return posts.find(answers) ?? null;
}

/** How many of these posts are answers of the bot: findings, notices and other replies are none (CO-14). */
export function countAnswers(posts: readonly Post[], trust: Trust): number {
  return posts.filter((post) => believedFooters(post, trust).footers.some(({ name }) => name === ANSWER)).length;
}
