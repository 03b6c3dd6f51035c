import { cut, cutUnits } from '../length.ts';
import type { Thread } from '../pull-request.ts';
import { visiblePath } from '../quoted-path.ts';
import type { ReviewBotsSettings } from '../reconcile/settings.ts';
import { badgeOf, isReviewBot, isUrgentEnough } from '../review-bots.ts';
import { inline, inlineCode } from '../untrusted.ts';
import type { ThreadAnswer } from './prior-answers.ts';
import type { AskedThread } from './prompt.ts';

/** An open thread of another review bot that wants an answer (RB-40). */
export type BotThread = {
  readonly asked: AskedThread;
  /** Its first words without badges; untrusted. */
  readonly title: string;
  /** P0 to P3 by its badge; null: none. */
  readonly priority: number | null;
};

/** Threads that one question holds at most, and characters of each. */
const MOST = 50;
const LONGEST = 2_000;

/** The open threads of the settings' bots, as urgent as `min_priority` wants (RB-3, RB-11, RB-40). */
export function botThreadsOf(
  threads: readonly Thread[],
  { logins, minPriority }: Pick<ReviewBotsSettings, 'logins' | 'minPriority'>,
): readonly BotThread[] {
  return threads
    .flatMap((thread): readonly BotThread[] => {
      const [first] = thread.comments;
      if (thread.resolved || first === undefined || !isReviewBot(first.author, logins)) return [];
      if (!isUrgentEnough(first.body, minPriority)) return [];
      const priority = badgeOf(first.body);
      const text = cutUnits(thread.comments.map(({ body }) => body).join('\n\n'), LONGEST);
      const { id: nodeId, path, line, side } = thread;
      return [{ asked: { nodeId, path, line, side, text }, title: titleOf(first.body), priority }];
    })
    .slice(0, MOST);
}

function titleOf(body: string): string {
  const words = cutUnits(body, LONGEST)
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    // Codex puts its badge into two tags.
    .replace(/<\/?[a-z][^<>]*>|<!--[^>]*-->/gi, '')
    .replace(/[*_`#>]/g, '');
  return cut(/\S.*/.exec(words)?.[0].trim() ?? '', 160);
}

/** How many of the threads count as must-fix: urgent, confirmed, and about a file of this change (RB-40). */
export function confirmedUrgent(
  threads: readonly BotThread[],
  answers: ReadonlyMap<string, ThreadAnswer>,
  isChanged: (path: string) => boolean,
): number {
  return threads.filter(
    ({ asked, priority }) =>
      priority !== null && priority <= 1 && answers.get(asked.nodeId)?.answer === 'agree' && isChanged(asked.path),
  ).length;
}

/** The answers as a list for the block, or '' for none. */
export function renderBotThreads(threads: readonly BotThread[], answers: ReadonlyMap<string, ThreadAnswer>): string {
  if (threads.length === 0) return '';
  const lines = threads.map(({ asked, title, priority }) => {
    const given = answers.get(asked.nodeId);
    const what = `${priority === null ? '' : `P${priority} `}${inline(title)} (${placeOf(asked.path, asked.line)})`;
    return `- ${what}: ${verdictText(given)}`;
  });
  return ['**Threads of other bots:**', '', ...lines].join('\n');
}

function verdictText(given: ThreadAnswer | undefined): string {
  const reason = given === undefined || given.reason === '' ? '' : ` ${inline(cut(given.reason, 300))}`;
  switch (given?.answer) {
    case 'agree':
      return `agree.${reason}`;
    case 'disagree':
      return `disagree${given.path === '' ? '' : `, see ${placeOf(given.path, given.line)}`}.${reason}`;
    default:
      return `cannot verify.${reason}`;
  }
}

function placeOf(path: string, line: number | null): string {
  return inlineCode(cut(`${visiblePath(path)}${line === null ? '' : `:${line}`}`, 300));
}
